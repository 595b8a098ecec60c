// Random accesses to a few lines on a machine with tiny caches and random delays, every byte that is read compared with what was written.
#pragma once

#include <array>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "tests/sim/bench.hpp"
#include "tests/sim/jitter.hpp"

namespace hitm::sim::storm {

/// One run, drawn from its seed; a *swarm*: each run has its own mix, so that rare mixes are run often.
struct Setup {
    std::uint64_t seed = 1;
    unsigned clusters = 2;
    unsigned cores = 2;  ///< per cluster
    unsigned siblings = 1;
    unsigned lines = 4;
    unsigned operations = 200;  ///< per thread
    protocols::Way inside = protocols::Way::Chain;
    protocols::Way outside = protocols::Way::Chain;
    unsigned l2_lines = 2;
    unsigned shared_lines = 2;
    std::array<unsigned, 6> weights{};  ///< load, store, add, exchange, compare-exchange, fence
    unsigned crossing_percent = 0;      ///< of plain accesses that cross a line's edge
    Picoseconds most_gap = 0;
    Picoseconds most_delay = 0;
    bool prefetch = false;
    bool ll_sc = false;

    std::string text() const {
        std::ostringstream out;
        out << "seed " << seed << ", " << clusters << " clusters of " << cores << " cores of " << siblings << " threads, " << lines
            << " lines, " << operations << " operations a thread, inside " << (inside == protocols::Way::Chain ? "chain" : "confirm")
            << ", outside " << (outside == protocols::Way::Chain ? "chain" : "confirm") << ", L2 of " << l2_lines << " and shared cache of "
            << shared_lines << " lines, weights";
        for (auto w : weights) out << ' ' << w;
        out << ", " << crossing_percent << " % over edges, gaps to " << most_gap << " ps, delays to " << most_delay << " ps"
            << (prefetch ? ", prefetching pairs" : "") << (ll_sc ? ", LL/SC" : "");
        return out.str();
    }
};

inline Setup draw(std::uint64_t seed, bool one_level) {
    std::mt19937_64 random{seed};
    const auto upto = [&](unsigned most) { return static_cast<unsigned>(random() % (most + 1)); };
    const auto way = [&] { return upto(1) == 0 ? protocols::Way::Chain : protocols::Way::Confirm; };
    Setup s;
    s.seed = seed;
    s.clusters = one_level ? 2 + upto(4) : 1 + upto(2);
    s.cores = one_level ? 1 : 2 + upto(2);
    s.siblings = 1 + (upto(3) == 0 ? 1 : 0);
    s.lines = 1 + upto(2) * upto(7);
    s.operations = 100 + upto(300);
    s.inside = way();
    s.outside = way();
    s.shared_lines = 1U << upto(2);
    for (auto& w : s.weights) w = upto(2) == 0 ? 0 : 1 + upto(9);
    s.weights[upto(1)] += 3;
    s.crossing_percent = upto(2) == 0 ? upto(20) : 0;
    s.l2_lines = 4 * s.siblings;  // at least what a core may have in flight: loads, and stores that ask ahead
    s.most_gap = ns(upto(2) == 0 ? 0 : upto(200));
    s.most_delay = ns(upto(3) == 0 ? 0 : upto(400));
    s.prefetch = upto(4) == 0;
    s.ll_sc = upto(3) == 0;
    return s;
}

inline Machine machine_of(const Setup& s, const protocols::Protocol& protocol) {
    Machine m = bench::machine(s.clusters, s.cores, ns(10), ns(40));
    m.own_protocol = &protocol;
    m.threads_per_core = s.siblings;
    m.cluster_way = s.inside;
    m.home_way = s.outside;
    m.l1 = {m.line_bytes, 1, ns(1)};
    m.l2 = {std::uint64_t{m.line_bytes} * s.l2_lines, s.l2_lines, ns(3)};
    m.shared = {std::uint64_t{m.line_bytes} * s.shared_lines, s.shared_lines, ns(10)};
    m.store_buffer = 2;
    m.load_window = 2;
    m.issue = ns(1);
    m.adjacent_line_prefetch = s.prefetch;
    m.ll_sc = s.ll_sc;
    m.costs.locked = ns(5);
    return m;
}

/// A promise of memory that was broken.
struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The threads and the judge in one: it knows what every byte must be.
class Storm : public workloads::Source, public Witness {
public:
    explicit Storm(const Setup& s)
        : setup_{s},
          jitter_{s.seed ^ 0x5eed, s.most_delay},
          asked_(threads_of(s)),
          begun_(threads_of(s)),
          left_(threads_of(s), s.operations) {
        for (unsigned t = 0; t < threads_of(s); ++t) random_.emplace_back(s.seed * 1000 + t);
        for (unsigned w : s.weights) total_weight_ += w;
    }
    static unsigned threads_of(const Setup& s) { return s.clusters * s.cores * s.siblings; }

    void next(workloads::Thread t, workloads::Access& a) override {
        a = {};
        if (left_[t] == 0) return;
        --left_[t];
        auto& random = random_[t];
        constexpr std::array kinds{workloads::Kind::Load,     workloads::Kind::Store,           workloads::Kind::Add,
                                   workloads::Kind::Exchange, workloads::Kind::CompareExchange, workloads::Kind::Fence};
        auto at = static_cast<unsigned>(random() % total_weight_);
        std::size_t k = 0;
        while (at >= setup_.weights[k]) at -= setup_.weights[k++];
        a.kind = kinds[k];
        a.gap_ps = setup_.most_gap == 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(setup_.most_gap));
        a.operand = random();
        a.expected = random() % 2;
        a.field = 0;
        place(random, a);
        asked_[t] = a;
        a.site = static_cast<std::uint32_t>(begun_[t].size());
        begun_[t].push_back({lines_[a.address / 64].count, lines_[a.address / 64 + 1].count});
    }
    void complete(workloads::Thread, const workloads::Access&) override {}
    void forward(workloads::Thread, const workloads::Access& load, const workloads::Access& store) override {
        if (store.address > load.address || load.address + load.size > store.address + store.size)
            throw Broken("a load was answered from a store that does not hold it");
        ++checked;
    }
    unsigned threads() const override { return threads_of(setup_); }
    std::span<const workloads::Field> fields() const override { return fields_; }
    workloads::NumaHome home(std::uint64_t) const override { return {}; }

    void read(const workloads::Access&, const Touched& touched, protocols::Version found) override {
        ++checked;
        auto& line = lines_[touched.number];
        expect_same(line, touched.number, touched.offset, touched.bytes, found, "a load");
    }
    /// What any write left since the thread asked.
    void read_once(workloads::Thread t, const workloads::Access& a, const Touched& touched, protocols::Version found) override {
        ++checked;
        ++once;
        const auto& line = lines_[touched.number];
        const auto begun = begun_[t].at(a.site).at(touched.number - a.address / 64);
        if (found < begun || found > line.count)
            throw Broken("a load that is done once found version " + std::to_string(found) + " of line " + std::to_string(touched.number) +
                         ", where " + std::to_string(begun) + " was the newest when it was asked for");
    }
    protocols::Version far_wrote(CoreId core, std::uint64_t number, protocols::Version found) override {
        const auto& a = asked_.at(std::size_t{core} * setup_.siblings);  // with siblings, nobody would know whose it was
        return wrote(a, {number, static_cast<unsigned>(a.address % 64), a.size}, found);
    }
    protocols::Version wrote(const workloads::Access& a, const Touched& touched, protocols::Version found) override {
        ++checked;
        auto& line = lines_[touched.number];
        expect_same(line, touched.number, 0, 64, found, workloads::is_locked(a.kind) ? "a locked operation" : "a store");
        const std::uint64_t value = written(a, line, touched);
        const std::uint64_t skipped = touched.number * 64 + touched.offset - a.address;
        for (unsigned b = 0; b < touched.bytes; ++b) line.now[touched.offset + b] = static_cast<std::uint8_t>(value >> (8 * (b + skipped)));
        const auto version = static_cast<protocols::Version>(++line.count);
        if (line.snapshots.size() <= version) line.snapshots.resize(version + 1U);
        line.snapshots[version] = line.now;
        return version;
    }
    Picoseconds arrives(const protocols::Message& m, LineId line, std::uint32_t place, Picoseconds at) override {
        return jitter_.arrives(m, line, place, at);
    }

    std::uint64_t checked = 0;
    std::uint64_t once = 0;  ///< of these, loads done once

private:
    struct Line {
        std::array<std::uint8_t, 64> now{};
        std::uint64_t count = 0;
        std::vector<std::array<std::uint8_t, 64>> snapshots = std::vector<std::array<std::uint8_t, 64>>(1);
    };

    template <class Random>
    void place(Random& random, workloads::Access& a) const {
        const std::uint64_t line = random() % setup_.lines;
        if (workloads::is_locked(a.kind)) {
            a.size = 8;
            a.address = line * 64 + 8 * (random() % 8);
        } else if (random() % 100 < setup_.crossing_percent) {
            a.size = 8;
            a.address = line * 64 + 57 + random() % 7;
        } else {
            a.size = static_cast<std::uint16_t>(1U << random() % 4);
            a.address = line * 64 + random() % (65 - a.size);
        }
    }
    static std::uint64_t written(const workloads::Access& a, const Line& line, const Touched& touched) {
        std::uint64_t old = 0;
        for (unsigned b = 0; b < touched.bytes && b < 8; ++b) old |= std::uint64_t{line.now[touched.offset + b]} << (8 * b);
        if (a.kind == workloads::Kind::Add) return old + a.operand;
        if (a.kind == workloads::Kind::CompareExchange) return old % 2 == a.expected ? a.operand : old;
        return a.operand;
    }
    static void expect_same(const Line& line, std::uint64_t number, unsigned offset, unsigned bytes, protocols::Version found,
                            const char* who) {
        for (unsigned b = offset; b < offset + bytes; ++b)
            if (found >= line.snapshots.size() || line.snapshots[found][b] != line.now[b])
                throw Broken(std::string(who) + " found stale bytes in line " + std::to_string(number) + ": version " +
                             std::to_string(found) + " where " + std::to_string(static_cast<protocols::Version>(line.count)) +
                             " is the newest, byte " + std::to_string(b));
    }

    Setup setup_;
    bench::Jitter jitter_;
    std::vector<std::mt19937_64> random_;
    std::vector<workloads::Access> asked_;  ///< last, by thread
    /// By thread and access (its site): how often its lines had been written when it was asked for.
    std::vector<std::vector<std::array<std::uint64_t, 2>>> begun_;
    std::vector<unsigned> left_;
    unsigned total_weight_ = 0;
    std::map<std::uint64_t, Line> lines_;
    std::vector<workloads::Field> fields_{{"line", "byte", 0, 1}};
};

struct Outcome {
    std::string fault;  ///< empty: none
    std::uint64_t checked = 0;
    protocols::Reached reached;
};

inline Outcome run(const Setup& s, const protocols::Protocol& protocol) {
    Outcome outcome;
    Storm storm{s};
    const Machine m = machine_of(s, protocol);
    std::vector<HardwareThread> cpus;
    for (CoreId c = 0; c < s.clusters * s.cores; ++c)
        for (unsigned sibling = 0; sibling < s.siblings; ++sibling) cpus.push_back({c, sibling});
    try {
        simulate(m, storm, cpus, Options{.attribute = false, .seed = s.seed, .witness = &storm});
    } catch (const std::exception& e) {
        outcome.fault = e.what();
    }
    outcome.checked = storm.checked;
    outcome.reached = storm.reached();
    return outcome;
}

/// A smaller run that fails too.
inline Setup shrink(Setup s, const protocols::Protocol& protocol) {
    const auto fails = [&](const Setup& smaller) { return !run(smaller, protocol).fault.empty(); };
    for (bool smaller = true; smaller;) {
        smaller = false;
        const auto attempt = [&](auto&& change) {
            Setup next = s;
            change(next);
            if (!fails(next)) return;
            s = next;
            smaller = true;
        };
        if (s.operations > 1) attempt([](Setup& n) { n.operations = n.operations * 2 / 3; });
        if (s.lines > 1) attempt([](Setup& n) { --n.lines; });
        if (s.clusters > 1) attempt([](Setup& n) { --n.clusters; });
        if (s.cores > 1) attempt([](Setup& n) { --n.cores; });
        if (s.siblings > 1) attempt([](Setup& n) { --n.siblings; });
        for (std::size_t k = 1; k < s.weights.size(); ++k)
            if (s.weights[k] != 0 && s.weights[0] != 0) attempt([k](Setup& n) { n.weights[k] = 0; });
    }
    return s;
}

}  // namespace hitm::sim::storm
