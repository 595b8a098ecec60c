// What threads ask for, one access at a time: the one interface of the room `workloads`.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace hitm::workloads {

using Thread = std::uint32_t;  ///< a software thread, numbered from 0
using FieldId = std::uint32_t;
inline constexpr FieldId no_field = 0xffffffff;

enum class Kind : std::uint8_t {
    Load,
    Store,
    Add,              ///< a locked read-modify-write that always writes
    Exchange,         ///< the same, writes its operand
    CompareExchange,  ///< the same; takes the line for writing whether or not it succeeds, as x86 does
    Fence,            ///< waits until the store buffer is empty
    Compute,          ///< nothing but its gap
    Count,            ///< one operation of the workload is done; takes no time but its gap
    End,              ///< the thread is done
};

constexpr bool is_locked(Kind k) { return k == Kind::Add || k == Kind::Exchange || k == Kind::CompareExchange; }
constexpr bool touches_memory(Kind k) { return k <= Kind::CompareExchange; }

/// One access of one thread.
struct Access {
    std::uint64_t address = 0;   ///< virtual address of the first byte; may cross lines
    std::int64_t gap_ps = 0;     ///< work of the thread before it, picoseconds on an unshared core
    std::uint64_t operand = 0;   ///< value stored, added or swapped in
    std::uint64_t expected = 0;  ///< CompareExchange only
    FieldId field = no_field;    ///< which field, for attribution: an index into `fields()`
    std::uint32_t site = 0;      ///< which step of the program, for attribution
    std::uint16_t size = 8;      ///< bytes, at least 1
    Kind kind = Kind::End;
    bool joins = false;    ///< may be in flight together with the thread's previous loads
    bool awaited = false;  ///< `next` must not be called before this access has completed
};

/// A field as reports name it.
struct Field {
    std::string object;        ///< "file"
    std::string name;          ///< "f_path.dentry"
    std::uint64_t offset = 0;  ///< bytes from the start of its object
    std::uint64_t size = 0;    ///< bytes
};

/// On which NUMA node a byte lives.
struct NumaHome {
    enum class Kind : std::uint8_t { FirstTouch, Interleave, Node } kind = Kind::FirstTouch;
    unsigned node = 0;  ///< with Kind::Node only
};

/// The threads of a workload. The simulator asks for each thread's next access, makes it wait as long as the
/// machine would, and then has its effect on values done, in the order in which the simulated machine does it.
class Source {
public:
    virtual ~Source() = default;

    /// Writes the thread's next access over `access`, in place because this is the hottest call there is. Not called again for a
    /// thread that was given End, nor after an `awaited` access before `complete`.
    virtual void next(Thread thread, Access& access) = 0;

    /// The access is done now: do its effect on simulated values.
    virtual void complete(Thread thread, const Access& access) = 0;

    /// The load was answered from the thread's own store, still in the store buffer.
    virtual void forward(Thread thread, const Access& load, const Access& store) = 0;

    virtual unsigned threads() const = 0;
    virtual std::span<const Field> fields() const = 0;
    virtual NumaHome home(std::uint64_t address) const = 0;
};

}  // namespace hitm::workloads
