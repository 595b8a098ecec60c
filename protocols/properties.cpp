// The properties of a world as a whole, said of permissions and books and of no state by name.
#include "protocols/moves.hpp"

namespace hitm::protocols {
namespace {

const CacheLine& cache_of(const World& world, const Shape& shape, int domain, Node n) {
    if (shape.of_agents(domain)) return world.agents[n].up;
    return world.cores[static_cast<std::size_t>(shape.first_core(domain) + n)].line;
}

const char* place(const Shape& shape, int domain) {
    if (!shape.two()) return "";
    return domain == 0 ? " among the agents" : " in a cluster";
}

/// One writer and then no reader, counted over any set of caches.
class Census {
public:
    void count(const CacheLine& line) {
        const auto may = info(line.state).may;
        writers_ += may == Permission::ReadWrite;
        readers_ += may == Permission::Read;
    }
    bool in_order() const { return writers_ == 0 || (writers_ == 1 && readers_ == 0); }

private:
    int writers_ = 0;
    int readers_ = 0;
};

void expect_single_writer(const World& world, const Shape& shape) {
    Census cores;
    for (int i = 0; i < shape.cores(); ++i) cores.count(world.cores[static_cast<std::size_t>(i)].line);
    if (!cores.in_order()) throw Broken("a core may write while another may read or write");
    if (!shape.two()) return;
    Census agents;
    for (int c = 0; c < shape.clusters; ++c) agents.count(world.agents[static_cast<std::size_t>(c)].up);
    if (!agents.in_order()) throw Broken("an agent may write while another may read or write");
    for (int i = 0; i < shape.cores(); ++i)
        if (info(world.cores[static_cast<std::size_t>(i)].line.state).may >
            info(world.agents[static_cast<std::size_t>(i / shape.caches)].up.state).may)
            throw Broken("a core may do more than its agent");
}

void expect_books(const HomeLine& books, const std::string& where) {
    const auto& now = info(books.state);
    if ((books.owner != no_node) != now.owned)
        throw Broken("the books name an owner where the state has none, or none where it has one" + where);
    if (!now.shared && !books.sharers.empty()) throw Broken("the books name sharers where the state has none" + where);
    if (now.stable && books.acks != 0) throw Broken("the books await acks in a state of rest" + where);
}

void expect_counted(const CacheLine& line) {
    if (info(line.state).stable && line.acks != 0) throw Broken("a cache awaits acks in a state of rest");
    if (line.acks > 100 || line.acks < -100) throw Broken("a count of acks grows without end");
}

}  // namespace

void expect_order(const World& world, const Shape& shape) {
    expect_single_writer(world, shape);
    for (int d = 0; d < shape.domains(); ++d) {
        expect_books(world.directory(d, shape), place(shape, d));
        for (Node n = 0; n < shape.directory(d); ++n) expect_counted(cache_of(world, shape, d, n));
    }
}

namespace {

/// At rest an owner is named as such and a reader as a sharer (or as the forwarder); and nobody is named who is not there,
/// unless copies may leave in silence.
void expect_listed(const HomeLine& books, Node n, const Cache::StateInfo& now, bool silent, const std::string& where) {
    const bool owner = books.owner == n;
    const bool reader = now.may != Permission::None && !now.owns;
    const bool forwarder = owner && info(books.state).forwarder;
    if (now.owns != (owner && !forwarder)) throw Broken("the books name a wrong owner" + where);
    const bool named = books.sharers.contains(n) || forwarder;
    if (reader && !named) throw Broken("the books name wrong sharers: one is forgotten" + where);
    if (named && !reader && !silent) throw Broken("the books name wrong sharers: one is not there" + where);
}

}  // namespace

void expect_rest(const World& world, const Shape& shape) {
    for (int d = 0; d < shape.domains(); ++d) {
        const auto& books = world.directory(d, shape);
        if (!info(books.state).stable) throw Broken(std::string("stranded: nothing is in flight, yet a directory waits") + place(shape, d));
        if (world.holds[static_cast<std::size_t>(d)].any())
            throw Broken(std::string("stranded: nothing is in flight, yet a directory awaits a confirmation") + place(shape, d));
        for (Node n = 0; n < shape.directory(d); ++n) {
            const auto& now = info(cache_of(world, shape, d, n).state);
            if (!now.stable) throw Broken(std::string("stranded: nothing is in flight, yet a cache waits") + place(shape, d));
            expect_listed(books, n, now, shape.silent, place(shape, d));
        }
    }
}

}  // namespace hitm::protocols
