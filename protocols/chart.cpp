// Message charts: who is in which state, and what goes from whom to whom.
#include <algorithm>

#include "protocols/moves.hpp"
#include "protocols/trail.hpp"

namespace hitm::protocols {
namespace {

constexpr std::size_t width = 16;  // of a column
constexpr std::size_t margin = 5;  // for the step's number

/// The columns, from left to right: each cluster's cores and its agent, and the home.
class Columns {
public:
    explicit Columns(const Shape& shape) : shape_{shape} {}

    std::size_t of_core(int core) const { return static_cast<std::size_t>(core + (shape_.two() ? core / shape_.caches : 0)); }
    std::size_t of_agent(int cluster) const { return static_cast<std::size_t>((cluster + 1) * (shape_.caches + 1) - 1); }
    std::size_t home() const { return count() - 1; }
    std::size_t count() const { return static_cast<std::size_t>(shape_.cores() + (shape_.two() ? shape_.clusters : 0) + 1); }
    std::size_t of(int domain, Node n) const {
        if (n == shape_.directory(domain)) return domain == 0 ? home() : of_agent(domain - 1);
        return shape_.of_agents(domain) ? of_agent(n) : of_core(shape_.first_core(domain) + n);
    }

    std::string names() const {
        std::string line(margin, ' ');
        const auto add = [&](std::string name) { line += (name.resize(width, ' '), name); };
        for (int c = 0; c < shape_.clusters; ++c) {
            for (int i = 0; i < shape_.caches; ++i)
                add(shape_.two() ? "core " + std::to_string(c) + "." + std::to_string(i) : "cache " + std::to_string(i));
            if (shape_.two()) add("agent " + std::to_string(c));
        }
        add("home");
        return line;
    }

    std::vector<std::string> states(const World& world) const {
        std::vector<std::string> all(count());
        for (int i = 0; i < shape_.cores(); ++i) all[of_core(i)] = info(world.cores[static_cast<std::size_t>(i)].line.state).name;
        for (int c = 0; shape_.two() && c < shape_.clusters; ++c) {
            const auto& agent = world.agents[static_cast<std::size_t>(c)];
            all[of_agent(c)] = std::string(info(agent.up.state).name) + "/" + std::string(info(agent.down.state).name);
        }
        all[home()] = info(world.home.state).name;
        return all;
    }

private:
    const Shape& shape_;
};

std::size_t place(std::size_t column) { return margin + column * width; }

void put(std::string& line, std::size_t at, std::string_view text) {
    if (line.size() < at + text.size()) line.resize(at + text.size(), ' ');
    line.replace(at, text.size(), text);
}

/// "o---- GetS ---->" between two columns, the head towards who receives.
std::string arrow(std::size_t from, std::size_t to, std::string_view name) {
    std::string line(margin, ' ');
    const auto left = place(std::min(from, to)), right = place(std::max(from, to));
    put(line, left, std::string(right - left + 1, '-'));
    put(line, place(from), "o");
    put(line, place(to), from < to ? ">" : from > to ? "<" : "o");
    const auto middle = from == to ? left + 2 : (left + right - name.size()) / 2;
    put(line, middle, " " + std::string(name) + " ");
    return line;
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string numbered(std::string line, std::size_t number) {
    const auto text = std::to_string(number);
    put(line, 3 - std::min<std::size_t>(text.size(), 3), text);
    return line;
}

/// What the step begins with: an arrow, or a word at who acts.
std::string event(const Step& step, const Columns& columns) {
    std::string line(margin, ' ');
    switch (step.move.kind) {
        case Move::Kind::CoreActs:
            put(line, place(columns.of_core(step.move.who)), Cache::events[static_cast<std::size_t>(step.move.event)].name);
            break;
        case Move::Kind::AgentEvicts: put(line, place(columns.of_agent(step.move.who)), "Evict"); break;
        case Move::Kind::Arrives: {
            const auto& [domain, m] = step.before.packets[step.move.who];
            line = arrow(columns.of(domain, m.from), columns.of(domain, m.to), info(m.type).name);
        }
    }
    return line;
}

}  // namespace

std::string chart(const Protocol& protocol, const Trail& trail) {
    const auto shape = shape_of(protocol, trail.setting);
    const Columns columns{shape};
    const auto row = [&](const std::vector<std::string>& states) {
        std::string line(margin, ' ');
        for (std::size_t c = 0; c < states.size(); ++c) put(line, place(c), states[c]);
        return trimmed(line);
    };
    auto states = columns.states(first_world());
    std::string out = trimmed(columns.names()) + row(states);
    std::size_t number = 0;
    for (const auto& step : replay(protocol, trail)) {
        out += trimmed(numbered(event(step, columns), ++number) + (step.stalled ? "  (stalls)" : ""));
        auto after = columns.states(step.after);
        auto changed = after;
        for (std::size_t c = 0; c < after.size(); ++c)
            if (after[c] == states[c]) changed[c] = "|";
        if (step.broken.empty()) out += row(changed);
        else out += std::string(margin, ' ') + step.broken + "\n";
        states = std::move(after);
    }
    return out;
}

}  // namespace hitm::protocols
