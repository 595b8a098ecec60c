// One who watches a run from within: every access with the data it found, every row taken. For tests of memory's promise.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>

#include "protocols/check.hpp"
#include "sim/units.hpp"
#include "workloads/source.hpp"

namespace hitm::sim {

/// Which bytes of which line an access touches.
struct Touched {
    std::uint64_t number = 0;  ///< of the line
    unsigned offset = 0;
    unsigned bytes = 0;
};

/// How often each cell of a role's table was entered, by `protocols::cell_number`.
template <class Role>
struct CellCounts : std::array<std::uint64_t, protocols::Table<Role>::states * protocols::Table<Role>::events> {
    /// Those entered at all.
    auto cells() const {
        std::bitset<protocols::Table<Role>::states * protocols::Table<Role>::events> set;
        for (std::size_t c = 0; c < this->size(); ++c) set[c] = (*this)[c] != 0;
        return set;
    }
};

/// The same of all roles.
struct Entered {
    CellCounts<protocols::Cache> core{};
    CellCounts<protocols::Cache> agent_above{};      ///< an agent as a cache of the world
    CellCounts<protocols::Directory> agent_below{};  ///< an agent as the home of its cores
    CellCounts<protocols::Directory> home{};
};

/// In a normal run there is none. A version stands for the bytes of a line; messages and caches carry it as they would the bytes.
class Witness {
public:
    virtual ~Witness() = default;

    /// A load completes on a line whose data are `found`.
    virtual void read(const workloads::Access& access, const Touched& touched, protocols::Version found) = 0;

    /// A load is done once on data whose line is gone already: what was newest at some time since the thread asked for it is right.
    virtual void read_once(workloads::Thread, const workloads::Access&, const Touched&, protocols::Version) {}

    /// A store or a locked operation takes effect on a line whose data are `found`. Returns what its data are now.
    virtual protocols::Version wrote(const workloads::Access& access, const Touched& touched, protocols::Version found) = 0;

    /// A directory does an atomic for a core on a line whose data are `found`. Returns what its data are now.
    virtual protocols::Version far_wrote(CoreId core, std::uint64_t number, protocols::Version found) {
        static_cast<void>(core);
        static_cast<void>(number);
        return found;
    }

    /// A message would arrive at `at`; returns when it does, at the earliest then. Forwards to one place about one line must stay in order.
    /// `place`: the core, or past all cores the cluster, or past these the home.
    virtual Picoseconds arrives(const protocols::Message& message, LineId line, std::uint32_t place, Picoseconds at) = 0;

    Entered entered;

    protocols::Reached reached() const {
        return {.core = entered.core.cells(),
                .agent_above = entered.agent_above.cells(),
                .agent_below = entered.agent_below.cells(),
                .home = entered.home.cells()};
    }
};

/// Looks on and changes nothing.
class Onlooker : public Witness {
public:
    void read(const workloads::Access&, const Touched&, protocols::Version) override {}
    protocols::Version wrote(const workloads::Access&, const Touched&, protocols::Version found) override { return found; }
    Picoseconds arrives(const protocols::Message&, LineId, std::uint32_t, Picoseconds at) override { return at; }
};

/// For rows of one kind of cells: notes each where there is a witness.
template <class Role>
constexpr auto noting(Witness* witness, CellCounts<Role> Entered::*cells) {
    return [witness, cells](typename Role::State state, typename Role::Event event) {
        if (witness != nullptr) [[unlikely]]
            ++(witness->entered.*cells)[protocols::cell_number<Role>(state, event)];
    };
}

}  // namespace hitm::sim
