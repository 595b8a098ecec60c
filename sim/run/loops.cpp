// The loops as small state machines, one step an access.
#include "sim/run/loops.hpp"

#include <algorithm>
#include <array>

namespace hitm::sim {
namespace {

using workloads::Access;
using workloads::Field;
using workloads::Kind;
using workloads::NumaHome;
using workloads::Thread;

constexpr std::uint64_t base = 1ULL << 20;
constexpr std::uint64_t apart = 256;  ///< bytes between lines of different threads, beyond any prefetcher's reach

Access access(Kind kind, std::uint64_t address, std::uint64_t operand = 0, std::uint64_t expected = 0) {
    Access a;
    a.kind = kind;
    a.address = address;
    a.operand = operand;
    a.expected = expected;
    a.field = 0;
    a.awaited = workloads::touches_memory(kind);
    return a;
}

/// What the loops share: one field, one home, values by thread count.
class Loop : public workloads::Source {
public:
    Loop(unsigned threads, unsigned node) : threads_(threads), node_(node), fields_{Field{"loop", "word", 0, 8}} {}

    void next(Thread thread, Access& access) final { access = step(thread); }
    unsigned threads() const override { return threads_; }
    std::span<const Field> fields() const override { return fields_; }
    NumaHome home(std::uint64_t) const override { return {NumaHome::Kind::Node, node_}; }

private:
    virtual Access step(Thread thread) = 0;

    unsigned threads_;
    unsigned node_;
    std::array<Field, 1> fields_;
};

/// Two threads and a word that says whose turn it is.
class HandoverLoop final : public Loop {
public:
    HandoverLoop(Handover kind, unsigned node) : Loop(2, node), kind_(kind) {}

    Access step(Thread thread) final {
        auto& me = states_[thread];
        if (me.flipped) {
            me.flipped = me.my_turn = false;
            return access(Kind::Count, 0);
        }
        if (kind_ == Handover::BlindCas) return access(Kind::CompareExchange, base, 1 - thread, thread);
        if (!me.my_turn) return access(Kind::Load, base);
        switch (kind_) {
            case Handover::LoadAdd: return access(Kind::Add, base, thread == 0 ? 1 : ~std::uint64_t{0});
            case Handover::LoadStore: return access(Kind::Store, base, 1 - thread);
            default: return access(Kind::CompareExchange, base, 1 - thread, thread);
        }
    }

    void complete(Thread thread, const Access& a) override {
        auto& me = states_[thread];
        if (a.kind == Kind::Load) {
            me.my_turn = turn_ == thread;
            return;
        }
        if (a.kind == Kind::CompareExchange && turn_ != a.expected) return;
        turn_ = 1 - thread;
        me.flipped = true;
    }

    void forward(Thread thread, const Access&, const Access& store) override { states_[thread].my_turn = store.operand == thread; }

private:
    struct State {
        bool my_turn = false;
        bool flipped = false;
    };

    Handover kind_;
    std::uint64_t turn_ = 0;
    std::array<State, 2> states_{};
};

/// Any number of threads and a counter, or a counter each.
class ContentionLoop final : public Loop {
public:
    ContentionLoop(Contention kind, unsigned threads, unsigned node) : Loop(threads, node), kind_(kind), states_(threads) {}

    Access step(Thread thread) final {
        auto& me = states_[thread];
        const std::uint64_t at = kind_ == Contention::PerThread ? base + thread * apart : base;
        switch (me.step) {
            case Step::Count: me.step = first(); return access(Kind::Count, 0);
            case Step::Load: return access(Kind::Load, at);
            case Step::Write: break;
        }
        switch (kind_) {
            case Contention::Add: return access(Kind::Add, at, 1);
            case Contention::Cas:
            case Contention::LoadCas: return access(Kind::CompareExchange, at, me.seen + 1, me.seen);
            default: break;
        }
        me.step = Step::Count;
        Access store = access(Kind::Store, at, me.seen + 1);
        store.awaited = false;
        return store;
    }

    void complete(Thread thread, const Access& a) override {
        auto& me = states_[thread];
        if (a.kind == Kind::Load) {
            me.seen = value_;
            me.step = Step::Write;
        } else if (a.kind == Kind::CompareExchange) {
            const bool succeeded = value_ == a.expected;
            if (succeeded) value_ = a.operand;
            me.seen = value_;
            me.step = succeeded || kind_ == Contention::Cas ? Step::Count : Step::Load;
        } else if (a.kind == Kind::Add) {
            value_ += a.operand;
            me.step = Step::Count;
        } else {
            value_ = a.operand;
        }
    }

    void forward(Thread thread, const Access&, const Access& store) override {
        states_[thread].seen = store.operand;
        states_[thread].step = Step::Write;
    }

private:
    enum class Step { Load, Write, Count };
    struct State {
        Step step = Step::Write;
        std::uint64_t seen = 0;
    };

    Step first() const {
        const bool loads = kind_ == Contention::LoadCas || kind_ == Contention::PlainAdd || kind_ == Contention::PerThread;
        return loads ? Step::Load : Step::Write;
    }

    Contention kind_;
    std::uint64_t value_ = 0;
    std::vector<State> states_;
};

/// One reads lines that the other wrote long ago; all of it twice, so that directories have seen the lines move.
class ReadingLoop final : public Loop {
public:
    ReadingLoop(ReadFrom found, unsigned lines, unsigned node) : Loop(found == ReadFrom::Modified ? 2 : 1, node), lines_(lines) {}

    Access step(Thread thread) final {
        auto& me = states_[thread];
        if (me.done == 2 * lines_) return access(Kind::End, 0);
        if (me.count) {
            me.count = false;
            ++me.done;
            return access(Kind::Count, 0);
        }
        // A writer writes at 0 and 2 ms, a reader reads at 1 and 3 ms; what is only read is read in fresh memory the second time.
        const bool fresh = threads() == 1 && me.done >= lines_;
        Access a = access(thread == 1 ? Kind::Store : Kind::Load, base + apart * (me.done % lines_ + (fresh ? lines_ : 0)), 1);
        if (thread == 0) me.count = true;
        if (me.done % lines_ == 0) a.gap_ps = me.done > 0 ? 2 * millisecond : thread == 0 ? millisecond : 0;
        if (thread == 1) ++me.done;
        return a;
    }

    void complete(Thread, const Access&) override {}
    void forward(Thread, const Access&, const Access&) override {}

private:
    static constexpr std::int64_t millisecond = 1'000'000'000;

    struct State {
        unsigned done = 0;
        bool count = false;
    };

    unsigned lines_;
    std::array<State, 2> states_{};
};

}  // namespace

std::string_view name(Contention kind) {
    switch (kind) {
        case Contention::Add: return "add";
        case Contention::Cas: return "cas";
        case Contention::LoadCas: return "load_cas";
        case Contention::Store: return "store";
        case Contention::PlainAdd: return "plain_add";
        case Contention::PerThread: return "per_thread";
    }
    return {};
}

std::vector<Contention> all_contentions() {
    using enum Contention;
    return {Add, Cas, LoadCas, Store, PlainAdd, PerThread};
}

std::unique_ptr<workloads::Source> make_handover(Handover kind, unsigned node) { return std::make_unique<HandoverLoop>(kind, node); }

std::unique_ptr<workloads::Source> make_contention(Contention kind, unsigned threads, unsigned node) {
    return std::make_unique<ContentionLoop>(kind, threads, node);
}

std::unique_ptr<workloads::Source> make_reading(ReadFrom found, unsigned lines, unsigned node) {
    return std::make_unique<ReadingLoop>(found, lines, node);
}

}  // namespace hitm::sim
