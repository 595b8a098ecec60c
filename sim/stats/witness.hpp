// One who watches a run from within: every access with the data it found, every row taken. For tests of memory's promise.
#pragma once

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

    protocols::Reached reached;  ///< the cells of the tables that were entered
};

/// For rows of one kind of cells: notes each where there is a witness.
template <class Role, class Cells>
constexpr auto noting(Witness* witness, Cells protocols::Reached::*cells) {
    return [witness, cells](typename Role::State state, typename Role::Event event) {
        if (witness != nullptr) [[unlikely]]
            (witness->reached.*cells).set(protocols::cell_number<Role>(state, event));
    };
}

}  // namespace hitm::sim
