// The interpreter: each thread's next access, and the effect of completed ones on simulated memory.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "workloads/program/code.hpp"
#include "workloads/program/random.hpp"

namespace hitm::program {
namespace {

using workloads::Access;
using workloads::Kind;
using workloads::Thread;

constexpr std::int64_t longest_gap_ps = 1'000'000'000'000'000;
constexpr int longest_silence = 4096;               // instructions without an access: then the gap alone is given out
constexpr std::uint32_t program_draw = 0xffffffff;  // the draw that chooses a program for an operation

/// The bytes of a class's objects. Pages nobody writes cost nothing.
class Image {
public:
    Image(std::uint64_t begin, std::uint64_t bytes)
        : begin_(begin), bytes_(static_cast<std::byte*>(std::calloc(bytes + 64, 1)), std::free) {
        if (!bytes_) throw std::bad_alloc();
    }

    /// The first bytes of an access, at most 8, as an unsigned number (little endian, as the host).
    std::uint64_t read(std::uint64_t address, std::uint64_t size) const {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes_.get() + (address - begin_), std::min<std::uint64_t>(size, 8));
        return value;
    }
    void write(std::uint64_t address, std::uint64_t size, std::uint64_t value) {
        std::memcpy(bytes_.get() + (address - begin_), &value, std::min<std::uint64_t>(size, 8));
    }

private:
    std::uint64_t begin_;
    std::unique_ptr<std::byte, decltype(&std::free)> bytes_;
};

std::uint64_t cut(std::uint64_t value, std::uint64_t size) { return size >= 8 ? value : value & ((std::uint64_t{1} << (size * 8)) - 1); }

struct State {
    std::uint64_t thread_key = 0, operation_key = 0, operation = 0;
    std::uint64_t value = 0;         // what the last awaited access read
    std::uint64_t* bound = nullptr;  // binding -> address of the object picked last
    std::uint32_t at = 0, entry = 0;
};

class ProgramSource final : public workloads::Source {
public:
    explicit ProgramSource(Code code) : code_(std::move(code)), program_(code_.instructions.data()) {
        if (code_.reads_values) make_images();
        states_.resize(code_.threads);
        bound_.resize(code_.threads * code_.bindings.size());
        registers_.resize(code_.threads * std::size_t{code_.registers});
        counters_.resize(code_.threads * std::size_t{code_.counters});
        drawn_.resize(code_.threads * code_.draws.size());
        for (Thread t = 0; t < code_.threads; ++t) start(t);
    }

    void next(Thread thread, Access& access) override {
        State& state = states_[thread];
        const Instruction& i = program_[state.at];
        if (i.op != Op::Touch || i.computed) {
            access = search(thread);
            return;
        }
        ++state.at;
        access = i.access;
        access.address += state.bound[i.binding];
    }

    void complete(Thread thread, const Access& access) override {
        if (!code_.reads_values || !workloads::touches_memory(access.kind)) return;
        Image& image = images_[code_.field_object[access.field]];
        const std::uint64_t found = access.kind == Kind::Store ? 0 : image.read(access.address, access.size);
        bool success = true;
        switch (access.kind) {
            case Kind::Store:
            case Kind::Exchange: image.write(access.address, access.size, access.operand); break;
            case Kind::Add: image.write(access.address, access.size, found + access.operand); break;
            case Kind::CompareExchange:
                success = found == cut(access.expected, access.size);
                if (success) image.write(access.address, access.size, access.operand);
                break;
            default: break;
        }
        deliver(thread, access, found, success);
    }

    void forward(Thread thread, const Access& load, const Access& store) override {
        if (!code_.reads_values) return;
        const std::uint64_t shift = (load.address - store.address) * 8;
        const std::uint64_t value = shift < 64 ? store.operand >> shift : 0;
        deliver(thread, load, cut(value, load.size), true);
    }

    unsigned threads() const override { return code_.threads; }
    std::span<const workloads::Field> fields() const override { return code_.fields; }

    workloads::NumaHome home(std::uint64_t address) const override {
        const std::uint64_t region = (address >> region_shift) - 1;
        if (region >= code_.region_class.size() || code_.region_class[region] == Site::none) return {};
        return code_.standings[code_.region_class[region]].home;
    }

private:
    struct Drawn {
        std::uint64_t operation = ~std::uint64_t{0};
        std::uint64_t times = 0;
    };

    /// The same as `next` for a thread that stands anywhere.
    Access search(Thread thread) {
        State& state = states_[thread];
        std::int64_t gap = 0;
        for (int steps = 0; steps < longest_silence; ++steps) {
            const Instruction& i = program_[state.at++];
            switch (i.op) {
                case Op::Touch: {
                    Access access = i.access;
                    access.address += state.bound[i.binding];
                    access.gap_ps += gap;
                    if (i.computed) compute(thread, i, access);
                    return access;
                }
                case Op::Pass: {
                    Access access = i.access;
                    access.gap_ps += gap;
                    return access;
                }
                case Op::Gap: gap += i.access.gap_ps; break;
                case Op::Draw: gap += static_cast<std::int64_t>(draw(thread, i.index)); break;
                case Op::PickUniform: {
                    const auto& addresses = code_.standings[i.object].addresses;
                    state.bound[i.binding] = addresses[below(bits(thread, i.index), addresses.size())];
                    break;
                }
                case Op::Wrap:
                    gap += i.access.gap_ps;
                    wrap(thread);
                    break;
                default: control(thread, i); break;
            }
            gap = std::min(gap, longest_gap_ps);
        }
        Access silence;  // a thread that only works, or waits in a loop of pauses
        silence.kind = Kind::Compute;
        silence.size = 1;
        silence.gap_ps = std::max<std::int64_t>(gap, 1);
        return silence;
    }

    void make_images() {
        for (const Standing& s : code_.standings) images_.emplace_back(s.begin, s.end - s.begin);
        for (const Code::Initial& initial : code_.initial)
            for (const std::uint64_t address : code_.standings[initial.object].addresses)
                images_[initial.object].write(address + initial.offset, initial.size, static_cast<std::uint64_t>(initial.value));
    }

    void start(Thread thread) {
        State& state = states_[thread];
        state.bound = bound_.data() + thread * code_.bindings.size();
        state.thread_key = mix(mix(mix(code_.seed), 0x7468726561640000U), thread);
        for (std::size_t b = 0; b < code_.bindings.size(); ++b) {
            const std::uint32_t object = code_.bindings[b].object;
            const auto& addresses = code_.standings[object].addresses;
            state.bound[b] = addresses[code_.own[object] ? thread % addresses.size() : 0];
        }
        state.entry = code_.entries[program_of(thread)];
        begin_operation(thread, 0);
    }

    /// Threads are dealt to the programs so that the first n threads are split by the shares as well as n allows.
    std::size_t program_of(Thread thread) const {
        std::vector<unsigned> given(code_.entries.size());
        std::size_t choice = 0;
        for (Thread t = 0; t <= thread; ++t) {
            double best = -1e300;
            for (std::size_t p = 0; p < given.size(); ++p) {
                const double share = code_.share_until[p] - (p > 0 ? code_.share_until[p - 1] : 0);
                const double lacks = share * (t + 1) - given[p];
                if (lacks > best + 1e-9) best = lacks, choice = p;
            }
            ++given[choice];
        }
        return choice;
    }

    void begin_operation(Thread thread, std::uint64_t operation) {
        State& state = states_[thread];
        state.operation = operation;
        state.operation_key = mix(state.thread_key, operation);
        if (code_.by_operations) {
            const double u = unit_interval(mix(state.operation_key, program_draw));
            std::size_t p = 0;
            while (p + 1 < code_.entries.size() && u > code_.share_until[p]) ++p;
            state.entry = code_.entries[p];
        }
        state.at = state.entry;
    }

    void wrap(Thread thread) { begin_operation(thread, states_[thread].operation + 1); }

    /// 64 random bits that depend on seed, thread, operation, which draw of the program, and how often it was drawn in
    /// this operation.
    std::uint64_t bits(Thread thread, std::uint32_t index) {
        const State& state = states_[thread];
        const Draw& d = code_.draws[index];
        std::uint64_t times = 0;
        if (d.in_loop) {
            Drawn& drawn = drawn_[thread * code_.draws.size() + index];
            if (drawn.operation != state.operation) drawn = {state.operation, 0};
            times = drawn.times++;
        }
        return mix(state.operation_key, (times << 32U) | d.site);
    }

    double draw(Thread thread, std::uint32_t index) {
        const Draw& d = code_.draws[index];
        switch (d.kind) {
            case Distribution::Kind::Constant: return d.a;
            case Distribution::Kind::Exponential: return std::min(1e15, -d.a * std::log(unit_interval(bits(thread, index))) + 0.5);
            case Distribution::Kind::Uniform: return d.a + (d.b - d.a) * unit_interval(bits(thread, index)) + 0.5;
            case Distribution::Kind::Normal: return normal(d, bits(thread, index));
            case Distribution::Kind::Choice: {
                const double u = unit_interval(bits(thread, index));
                std::size_t c = 0;
                while (c + 1 < d.values.size() && u > d.until[c]) ++c;
                return d.values[c];
            }
        }
        return 0;
    }

    // Box and Muller; what falls below 0 is drawn again.
    static double normal(const Draw& d, std::uint64_t key) {
        for (std::uint64_t attempt = 0; attempt < 64; ++attempt) {
            const double radius = std::sqrt(-2 * std::log(unit_interval(mix(key, 2 * attempt))));
            const double result = d.a + d.b * radius * std::cos(6.283185307179586 * unit_interval(mix(key, 2 * attempt + 1)));
            if (result >= 0) return std::min(result + 0.5, 1e15);
        }
        return 0;
    }

    std::int64_t number(Thread thread, const OperandCode& o) const {
        switch (o.kind) {
            case Operand::Kind::Register: return plus(registers_[thread * std::size_t{code_.registers} + o.reg], o.number);
            case Operand::Kind::Value: return plus(static_cast<std::int64_t>(states_[thread].value), o.number);
            case Operand::Kind::Thread: return plus(thread, o.number);
            case Operand::Kind::Threads: return plus(code_.threads, o.number);
            default: return o.number;
        }
    }

    static std::int64_t plus(std::int64_t a, std::int64_t b) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    }

    void compute(Thread thread, const Instruction& i, Access& access) const {
        access.operand = static_cast<std::uint64_t>(number(thread, i.left));
        access.expected = static_cast<std::uint64_t>(number(thread, i.right));
    }

    bool holds(Thread thread, const Instruction& i) const {
        const std::int64_t a = number(thread, i.left), b = number(thread, i.right);
        switch (i.compare) {
            case Condition::Compare::Is: return a == b;
            case Condition::Compare::IsNot: return a != b;
            case Condition::Compare::Less: return a < b;
            case Condition::Compare::AtMost: return a <= b;
            case Condition::Compare::More: return a > b;
            case Condition::Compare::AtLeast: return a >= b;
            case Condition::Compare::Has: return (a & b) != 0;
            case Condition::Compare::Lacks: return (a & b) == 0;
        }
        return false;
    }

    void control(Thread thread, const Instruction& i) {
        State& state = states_[thread];
        switch (i.op) {
            case Op::PickOwn: bind(thread, i, thread); break;
            case Op::PickZipf: bind(thread, i, code_.zipfs[code_.zipf_of[i.index]].pick(bits(thread, i.index))); break;
            case Op::PickAt: bind(thread, i, static_cast<std::uint64_t>(number(thread, i.left))); break;
            case Op::Set: registers_[thread * std::size_t{code_.registers} + i.target] = number(thread, i.left); break;
            case Op::Jump: state.at = i.target; break;
            case Op::Unless:
                if (!holds(thread, i)) state.at = i.target;
                break;
            case Op::Times: {
                const double times =
                    std::round(draw(thread, i.index) - (code_.draws[i.index].kind == Distribution::Kind::Constant ? 0 : 0.5));
                counter(thread, i) = static_cast<std::uint64_t>(std::max(0.0, std::min(times, 1e15)));
                if (counter(thread, i) == 0) state.at = i.target;
                break;
            }
            case Op::Again:
                if (--counter(thread, i) > 0) state.at = i.target;
                break;
            default: break;
        }
    }

    std::uint64_t& counter(Thread thread, const Instruction& i) { return counters_[thread * std::size_t{code_.counters} + i.counter]; }

    // A number beyond the last object wraps round: a program that counts threads may meet fewer objects.
    void bind(Thread thread, const Instruction& i, std::uint64_t object) {
        const auto& addresses = code_.standings[i.object].addresses;
        states_[thread].bound[i.binding] = addresses[object % addresses.size()];
    }

    void deliver(Thread thread, const Access& access, std::uint64_t found, bool success) {
        const Site& site = code_.sites[access.site];
        if (!site.sets_value) return;
        const std::uint64_t result = access.kind == Kind::CompareExchange ? std::uint64_t{success} : found;
        states_[thread].value = result;
        std::int64_t* const registers = registers_.data() + thread * std::size_t{code_.registers};
        if (site.into != Site::none) registers[site.into] = static_cast<std::int64_t>(result);
        if (site.old != Site::none) registers[site.old] = static_cast<std::int64_t>(found);
    }

    Code code_;
    const Instruction* program_;
    std::vector<Image> images_;  // class -> its bytes, where values matter
    std::vector<State> states_;
    std::vector<std::uint64_t> bound_;     // thread × binding -> address of the object picked last
    std::vector<std::int64_t> registers_;  // thread × register
    std::vector<std::uint64_t> counters_;  // thread × repeat
    std::vector<Drawn> drawn_;             // thread × draw
};

}  // namespace

std::unique_ptr<workloads::Source> make_source(Code code) { return std::make_unique<ProgramSource>(std::move(code)); }

}  // namespace hitm::program
