// The moves of the checker's world: a core acts, an agent evicts, a message arrives; each by the rules of agent.hpp.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "protocols/world.hpp"

namespace hitm::protocols {

/// A property that does not hold, in prose.
struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Every move that may be made in a world (a message that would stall among them).
void list_moves(const World& world, const Shape& shape, std::vector<Move>& moves);

/// How many there are of what, under which rules.
Shape shape_of(const Protocol& protocol, const Setting& setting);

/// Makes moves and sees that each row keeps its promises to the core it serves.
class Mover {
public:
    Mover(const Protocol& protocol, const Setting& setting, Reached& reached);

    const Shape& shape() const { return shape_; }

    /// Makes a move. If `story` is given, it gets the move as one line. Throws Broken.
    Outcome make(World& world, const Move& move, std::string* story = nullptr);

private:
    Outcome act(World& world, int core, Cache::Event event, const Message& message);
    Outcome agent_evicts(World& world, int cluster);
    Outcome arrive(World& world, std::size_t index);
    Outcome arrive_at_directory(World& world, int domain, const Message& message);
    Outcome arrive_at_agent(World& world, int cluster, const Message& message);
    void serve_core(World& world, int core, Cache::Event event, const Completed& done);
    void make_newest(World& world, CacheLine& line);
    void atomic_done(World& world, int domain);
    void post(World& world, int domain, const Message& message);
    AgentSeat seat(int cluster) const;
    void tell(const std::string& words);
    std::string name_of(int core) const;
    std::string name_of_agent(int cluster) const;
    std::string name_of(int domain, Node number) const;
    template <class Role, class Cells>
    auto witness(Cells& cells, const std::string& who);

    const Protocol& protocol_;
    Shape shape_;
    std::array<Way, 2> ways_;  // of the home above, of the directory the cores ask
    Reached& reached_;
    std::string* story_ = nullptr;
};

/// What is true after every step: one writer and then no reader, no core allowed more than its agent, books in order. Throws Broken.
void expect_order(const World& world, const Shape& shape);

/// What is true when nothing is in flight: every line at rest, nothing held, every copy in the books. Throws Broken.
void expect_rest(const World& world, const Shape& shape);

}  // namespace hitm::protocols
