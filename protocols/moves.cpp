// How each move is made, and what the cores are promised.
#include "protocols/moves.hpp"

namespace hitm::protocols {

void list_moves(const World& world, const Shape& shape, std::vector<Move>& moves) {
    moves.clear();
    for (int i = 0; i < shape.cores(); ++i)
        for (auto event : {Cache::Event::Load, Cache::Event::Store, Cache::Event::Rmw, Cache::Event::Evict})
            if (event != Cache::Event::Rmw || shape.far) moves.push_back({Move::Kind::CoreActs, static_cast<std::uint8_t>(i), event});
    for (int c = 0; shape.two() && c < shape.clusters; ++c) moves.push_back({Move::Kind::AgentEvicts, static_cast<std::uint8_t>(c)});
    for (std::size_t i = 0; i < world.packet_count; ++i)
        if (may_arrive(world, i)) moves.push_back({Move::Kind::Arrives, static_cast<std::uint8_t>(i)});
}

Shape shape_of(const Protocol& protocol, const Setting& s) {
    return {s.levels, s.clusters, s.caches, leaves_in_silence(protocol.cache), is_far(protocol.cache)};
}

Mover::Mover(const Protocol& protocol, const Setting& setting, Reached& reached)
    : protocol_{protocol},
      shape_{shape_of(protocol, setting)},
      ways_{setting.levels == 2 ? setting.outside : setting.inside, setting.inside},
      reached_{reached} {}

std::string Mover::name_of(int core) const {
    if (!shape_.two()) return "cache " + std::to_string(core);
    return "core " + std::to_string(shape_.number_of(core)) + " of cluster " + std::to_string(core / shape_.caches);
}

std::string Mover::name_of_agent(int cluster) const { return "agent " + std::to_string(cluster); }

std::string Mover::name_of(int domain, Node n) const {
    if (n == shape_.directory(domain)) return domain == 0 ? "home" : name_of_agent(domain - 1);
    return shape_.of_agents(domain) ? name_of_agent(n) : name_of(shape_.first_core(domain) + n);
}

void Mover::tell(const std::string& words) {
    if (story_ != nullptr) *story_ += (story_->empty() ? "" : "; ") + words;
}

/// Notes each row that is entered, and tells of it where a story is wanted.
template <class Role, class Cells>
auto Mover::witness(Cells& cells, const std::string& who) {
    return [this, &cells, who](typename Role::State state, typename Role::Event event) {
        cells.set(cell_number<Role>(state, event));
        if (story_ != nullptr)
            tell(who + ": " + std::string(info(state).name) + " x " + std::string(Role::events[static_cast<std::size_t>(event)].name));
    };
}

AgentSeat Mover::seat(int cluster) const {
    return {.below = static_cast<Node>(shape_.caches), .above = static_cast<Node>(cluster), .home_above = shape_.directory(0)};
}

namespace {

/// With nothing in flight there is nothing to wait for.
Outcome act_at_rest(const World& world, Outcome outcome) {
    if (outcome == Outcome::Stalled && world.packet_count == 0)
        throw Broken("stuck: nothing is in flight, yet an access or an eviction stalls");
    return outcome;
}

}  // namespace

Outcome Mover::make(World& world, const Move& move, std::string* story) {
    story_ = story;
    try {
        switch (move.kind) {
            case Move::Kind::CoreActs: return act_at_rest(world, act(world, move.who, move.event, {}));
            case Move::Kind::AgentEvicts: return act_at_rest(world, agent_evicts(world, move.who));
            case Move::Kind::Arrives: return arrive(world, move.who);
        }
    } catch (const BlankCell& blank) {
        throw Broken(std::string("no row for ") + blank.what());
    } catch (const std::logic_error& wrong) {
        throw Broken(wrong.what());
    }
    return Outcome::Stalled;
}

Outcome Mover::act(World& world, int core, Cache::Event event, const Message& message) {
    const int domain = shape_.domain_of(core);
    const std::string who = story_ == nullptr ? std::string{} : name_of(core);
    auto& line = world.cores[static_cast<std::size_t>(core)].line;
    Completed done;
    if (event == Cache::Event::Store && !shape_.far) reached_.core.set(cell_number<Cache>(line.state, Cache::Event::Rmw));
    const auto outcome = step(
        protocol_.cache, line, event, shape_.number_of(core), shape_.directory(domain), message, done,
        [&](const Message& m) { post(world, domain, m); }, witness<Cache>(reached_.core, who));
    if (outcome != Outcome::Taken) return outcome;
    serve_core(world, core, event, done);
    if (!is_access(event) && confirms(ways_[1], done)) post(world, domain, confirmation(shape_.number_of(core), shape_.directory(domain)));
    return outcome;
}

/// No access is forgotten, swallowed or completed unasked, and what completes finds the newest data (a store too: it
/// changes only a part of its line).
void Mover::serve_core(World& world, int core, Cache::Event event, const Completed& done) {
    auto& [line, owed] = world.cores[static_cast<std::size_t>(core)];
    const bool finished = done.any();
    const auto at = [&] { return " at " + name_of(core); };
    if (line.data == recent) {
        if (!done.load || info(line.state).may != Permission::None) throw Broken("an access found stale data" + at());
        line.data = stale;
    } else if ((done.load || done.store) && line.data != fresh) throw Broken("an access found stale data" + at());
    if (is_access(event)) {
        const bool load = event == Cache::Event::Load;
        if (finished && done.load != load) throw Broken("the wrong access was completed" + at());
        if (!finished && owed != Owed::Nothing) throw Broken("an access was swallowed" + at());
        if (!finished) owed = load ? Owed::Load : event == Cache::Event::Rmw ? Owed::Rmw : Owed::Store;
    } else if (finished) {
        const bool asked = done.load ? owed == Owed::Load : owed == Owed::Rmw || (done.store && owed == Owed::Store);
        if (!asked) throw Broken("an access was completed unasked" + at());
        owed = Owed::Nothing;
    }
    if (owed != Owed::Nothing && info(line.state).stable) throw Broken("an access was forgotten" + at());
    const bool stays = info(line.state).stable && info(line.state).may != Permission::None;
    if (event == Cache::Event::Evict && stays) throw Broken("an eviction was taken and the line stays" + at());
    if (done.store) make_newest(world, line);
}

void Mover::make_newest(World& world, CacheLine& line) {
    for (auto& core : world.cores) core.line.data = stale;
    for (auto& agent : world.agents) {
        agent.up.data = has_once(agent) ? recent : stale;
        agent.down.memory = stale;
    }
    world.home.memory = stale;
    for (std::size_t i = 0; i < world.packet_count; ++i) {
        auto& [domain, m] = world.packets[i];
        const bool to_reader = info(m.type).channel == Channel::Response && m.to != shape_.directory(domain);
        m.data = to_reader && m.data != stale ? recent : stale;
    }
    line.data = fresh;
}

void Mover::post(World& world, int domain, const Message& message) {
    if (message.to > shape_.directory(domain)) throw Broken("a message was sent to nobody");
    if (world.packet_count == most_packets) throw Broken("messages pile up without end");
    if (message.acks > 100 || message.acks < -100) throw Broken("a count of acks grows without end");
    world.packets[world.packet_count++] = {static_cast<std::uint8_t>(domain), message};
}

/// A directory has done an atomic on its own copy.
void Mover::atomic_done(World& world, int domain) {
    auto* agent = shape_.two() && domain > 0 ? &world.agents[static_cast<std::size_t>(domain - 1)].up : nullptr;
    if ((agent != nullptr ? agent->data : world.home.memory) != fresh) throw Broken("an atomic found stale data");
    CacheLine home;
    make_newest(world, agent != nullptr ? *agent : home);
    if (agent == nullptr) world.home.memory = fresh;
}

Outcome Mover::agent_evicts(World& world, int cluster) {
    auto& line = world.agents[static_cast<std::size_t>(cluster)];
    const std::string who = story_ == nullptr ? std::string{} : name_of_agent(cluster);
    tell(who + " evicts");
    if (eviction_waits(protocol_, world.holds[static_cast<std::size_t>(1 + cluster)], line)) return Outcome::Stalled;
    return evict(
        protocol_, line, seat(cluster), [&](const Message& m) { post(world, 1 + cluster, m); },
        [&](const Message& m) { post(world, 0, m); }, witness<Cache>(reached_.agent_above, who + " above"),
        witness<Directory>(reached_.agent_below, who + " below"));
}

Outcome Mover::arrive(World& world, std::size_t index) {
    const auto packet = world.packets[index];
    const auto& m = packet.message;
    const int domain = packet.domain;
    if (story_ != nullptr) {
        tell(std::string(info(m.type).name) + " from " + name_of(domain, m.from) + " arrives at " + name_of(domain, m.to));
    }
    auto outcome = Outcome::Stalled;
    if (m.to == shape_.directory(domain)) outcome = arrive_at_directory(world, domain, m);
    else if (shape_.of_agents(domain)) outcome = arrive_at_agent(world, m.to, m);
    else {
        const int core = shape_.first_core(domain) + m.to;
        outcome = act(world, core, classify(world.cores[static_cast<std::size_t>(core)].line, m), m);
    }
    if (outcome == Outcome::Taken) remove_packet(world, index);
    return outcome;
}

Outcome Mover::arrive_at_directory(World& world, int domain, const Message& m) {
    auto& hold = world.holds[static_cast<std::size_t>(domain)];
    if (m.type == MessageType::Confirm) {
        if (hold.requestor != m.from) throw Broken("a confirmation that nobody awaits");
        hold = {};
        return Outcome::Taken;
    }
    if (waits(hold, m)) return Outcome::Stalled;
    const auto send = [&](const Message& sent) { post(world, domain, sent); };
    const auto send_up = [&](const Message& sent) { post(world, 0, sent); };
    auto outcome = Outcome::Stalled;
    if (domain == 0) {
        const std::string who = "home";
        outcome = step(protocol_.directory, world.home, classify(world.home, m), shape_.directory(0), m, send,
                       witness<Directory>(reached_.home, who));
    } else {
        const std::string who = story_ == nullptr ? std::string{} : name_of_agent(domain - 1);
        auto& line = world.agents[static_cast<std::size_t>(domain - 1)];
        outcome = from_core(protocol_, line, seat(domain - 1), m, send, send_up, witness<Cache>(reached_.agent_above, who + " above"),
                            witness<Directory>(reached_.agent_below, who + " below"));
    }
    if (outcome == Outcome::Taken) hold_if_confirmed(ways_[domain == 0 ? 0 : 1], hold, m);
    if (outcome == Outcome::Taken && m.type == MessageType::Atomic) atomic_done(world, domain);
    return outcome;
}

Outcome Mover::arrive_at_agent(World& world, int cluster, const Message& m) {
    auto& line = world.agents[static_cast<std::size_t>(cluster)];
    if (waits(protocol_, world.holds[static_cast<std::size_t>(1 + cluster)], line, m)) return Outcome::Stalled;
    const std::string who = story_ == nullptr ? std::string{} : name_of_agent(cluster);
    Completed done;
    const auto outcome = from_above(
        protocol_, line, seat(cluster), m, done, [&](const Message& sent) { post(world, 1 + cluster, sent); },
        [&](const Message& sent) { post(world, 0, sent); }, witness<Cache>(reached_.agent_above, who + " above"),
        witness<Directory>(reached_.agent_below, who + " below"));
    if (line.up.data == recent && info(line.up.state).may == Permission::None) line.up.data = has_once(line) ? recent : stale;
    else if ((done.load || done.store) && line.up.data != fresh) throw Broken(name_of_agent(cluster) + " was given stale data");
    if (confirms(ways_[0], done)) post(world, 0, confirmation(static_cast<Node>(cluster), shape_.directory(0)));
    return outcome;
}

}  // namespace hitm::protocols
