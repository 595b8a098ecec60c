// What x86-TSO forbids is never seen, what it allows is: the classic litmus tests, with random starts and delays, on every protocol.
//
// Verdicts: Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, "x86-TSO: A Rigorous and Usable Programmer's Model for x86
// Multiprocessors" (CACM 2010), and the Intel SDM volume 3, section 8.2.3 (8.2.3.2 MP, 8.2.3.3 LB, 8.2.3.4 SB, 8.2.3.6 WRC, 8.2.3.7
// IRIW, 8.2.3.8 and 9 locked instructions). R and 2+2W and S: the tables of herd's documentation for x86.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <random>

#include "tests/protocols/every.hpp"
#include "tests/sim/bench.hpp"
#include "tests/sim/jitter.hpp"

namespace hitm::sim::litmus {
namespace {

using workloads::Access;
using workloads::Kind;

constexpr std::uint64_t x = 0, y = 64;

Access write(std::uint64_t where, std::uint64_t value) {
    Access a = bench::store(where);
    a.operand = value;
    return a;
}
Access read(std::uint64_t where) { return bench::load(where); }
Access exchange(std::uint64_t where, std::uint64_t value) {
    Access a = bench::access(Kind::Exchange, where);
    a.operand = value;
    return a;
}
Access fence() { return bench::access(Kind::Fence, 0); }

using Threads = std::vector<std::vector<Access>>;

/// What each thread read, in order, then what x and y hold at the end.
using Outcome = std::vector<std::uint64_t>;

class Run : public workloads::Source, public Witness {
public:
    Run(Threads threads, std::uint64_t seed, bool overlapping)
        : threads_{std::move(threads)}, at_(threads_.size()), read_(threads_.size()), random_{seed}, jitter_{seed ^ 0x5eed, ns(200)} {
        for (auto& list : threads_) {
            for (auto& a : list)
                if (a.kind == Kind::Load) a.joins = overlapping;
            // Readers may have the lines already, so that some loads hit and others miss.
            std::vector<Access> before;
            for (std::uint64_t where : {x, y})
                if (random_() % 2 == 0) before.push_back(read(where));
            warm_.push_back(static_cast<unsigned>(before.size()));
            if (list.empty()) continue;
            list.front().joins = false;
            list.front().gap_ps =
                static_cast<std::int64_t>(ns(2000)) + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(ns(300)));
            list.insert(list.begin(), before.begin(), before.end());
        }
    }
    void next(workloads::Thread t, Access& a) override {
        a = at_[t] < threads_[t].size() ? threads_[t][at_[t]] : Access{};
        a.site = static_cast<std::uint32_t>(at_[t]++);
    }
    void complete(workloads::Thread t, const Access& a) override {
        auto& value = memory_[a.address];
        if (a.kind == Kind::Load || a.kind == Kind::Exchange) note(t, a.site, value);
        if (a.kind != Kind::Load) value = a.operand;
    }
    void forward(workloads::Thread t, const Access& load, const Access& store) override { note(t, load.site, store.operand); }
    unsigned threads() const override { return static_cast<unsigned>(threads_.size()); }
    std::span<const workloads::Field> fields() const override { return fields_; }
    workloads::NumaHome home(std::uint64_t) const override { return {}; }

    void read(const Access&, const Touched&, protocols::Version) override {}
    protocols::Version wrote(const Access&, const Touched&, protocols::Version found) override { return found; }
    Picoseconds arrives(const protocols::Message& m, LineId line, std::uint32_t place, Picoseconds at) override {
        return jitter_.arrives(m, line, place, at);
    }

    Outcome outcome() {
        Outcome all;
        for (const auto& reads : read_)
            for (const auto& [site, value] : reads) all.push_back(value);
        all.push_back(memory_[x]);
        all.push_back(memory_[y]);
        return all;
    }

private:
    static Access read(std::uint64_t where) { return bench::load(where); }
    void note(workloads::Thread t, std::uint32_t site, std::uint64_t value) {
        if (site >= warm_[t]) read_[t][site] = value;
    }

    Threads threads_;
    std::vector<std::size_t> at_;
    std::vector<unsigned> warm_;
    std::vector<std::map<std::uint32_t, std::uint64_t>> read_;
    std::map<std::uint64_t, std::uint64_t> memory_;
    std::mt19937_64 random_;
    bench::Jitter jitter_;
    std::vector<workloads::Field> fields_{{"object", "a", 0, 8}};
};

struct Test {
    const char* name;
    Threads threads;
    Outcome outcome;  ///< reads thread by thread, then x and y; `any` matches all
    bool allowed;
};
constexpr std::uint64_t any = ~std::uint64_t{0};

const std::vector<Test>& tests() {
    static const std::vector<Test> all{
        {"SB", {{write(x, 1), read(y)}, {write(y, 1), read(x)}}, {0, 0, any, any}, true},
        {"SB+fences", {{write(x, 1), fence(), read(y)}, {write(y, 1), fence(), read(x)}}, {0, 0, any, any}, false},
        {"SB+one_fence", {{write(x, 1), fence(), read(y)}, {write(y, 1), read(x)}}, {0, 0, any, any}, true},
        {"SB+exchanges", {{exchange(x, 1), read(y)}, {exchange(y, 1), read(x)}}, {any, 0, any, 0, any, any}, false},
        {"SB+own_stores", {{write(x, 1), read(x), read(y)}, {write(y, 1), read(y), read(x)}}, {1, 0, 1, 0, any, any}, true},
        {"MP", {{write(x, 1), write(y, 1)}, {read(y), read(x)}}, {1, 0, any, any}, false},
        {"MP+exchanges", {{exchange(x, 1), exchange(y, 1)}, {read(y), read(x)}}, {any, any, 1, 0, any, any}, false},
        {"LB", {{read(x), write(y, 1)}, {read(y), write(x, 1)}}, {1, 1, any, any}, false},
        {"S", {{write(x, 2), write(y, 1)}, {read(y), write(x, 1)}}, {1, 2, any}, false},
        {"R", {{write(x, 1), write(y, 1)}, {write(y, 2), read(x)}}, {0, any, 2}, true},
        {"R+fence", {{write(x, 1), write(y, 1)}, {write(y, 2), fence(), read(x)}}, {0, any, 2}, false},
        {"2+2W", {{write(x, 1), write(y, 2)}, {write(y, 1), write(x, 2)}}, {1, 1}, false},
        {"WRC", {{write(x, 1)}, {read(x), write(y, 1)}, {read(y), read(x)}}, {1, 1, 0, any, any}, false},
        {"IRIW", {{write(x, 1)}, {write(y, 1)}, {read(x), read(y)}, {read(y), read(x)}}, {1, 0, 1, 0, any, any}, false},
        {"IRIW+exchanges",
         {{exchange(x, 1)}, {exchange(y, 1)}, {read(x), read(y)}, {read(y), read(x)}},
         {any, any, 1, 0, 1, 0, any, any},
         false},
        {"CoRR", {{write(x, 1)}, {read(x), read(x)}}, {1, 0, any, any}, false},
        {"CoWW", {{write(x, 1), write(x, 2)}}, {1, any}, false},
        {"CoRW", {{read(x), write(x, 1)}, {write(x, 2)}}, {2, 2, any}, false},
    };
    return all;
}

bool matches(const Outcome& seen, const Outcome& pattern) {
    if (seen.size() != pattern.size()) return false;
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (pattern[i] != any && pattern[i] != seen[i]) return false;
    return true;
}

/// How often the outcome is seen in so many runs.
unsigned seen_in(const Test& test, const protocols::Protocol& protocol, unsigned runs, bool overlapping, bool one_level) {
    const auto threads = static_cast<unsigned>(test.threads.size());
    Machine m = one_level ? bench::machine(threads, 1, ns(10), ns(40)) : bench::machine(2, (threads + 1) / 2, ns(10), ns(40));
    m.own_protocol = &protocol;
    m.issue = ns(1);
    unsigned seen = 0;
    for (unsigned seed = 0; seed < runs; ++seed) {
        m.cluster_way = seed % 2 == 0 ? protocols::Way::Chain : protocols::Way::Confirm;
        m.home_way = seed / 2 % 2 == 0 ? protocols::Way::Chain : protocols::Way::Confirm;
        m.ll_sc = seed / 4 % 4 == 0;
        Run run{test.threads, seed, overlapping};
        simulate(m, run, bench::one_a_core(threads), Options{.attribute = false, .seed = seed, .witness = &run});
        const auto outcome = run.outcome();
        EXPECT_EQ(outcome.size(), test.outcome.size()) << test.name;
        seen += matches(outcome, test.outcome);
    }
    return seen;
}

class Litmus : public testing::TestWithParam<std::string> {};

TEST_P(Litmus, forbidden_outcomes_are_never_seen_and_allowed_ones_are) {
    const auto& protocol = *protocols::find(GetParam());
    constexpr unsigned runs = 400;
    for (const auto& test : tests()) {
        unsigned seen = 0;
        for (bool overlapping : {false, true})
            for (bool one_level : {false, true}) seen += seen_in(test, protocol, runs, overlapping, one_level);
        std::cout << test.name << ": " << seen << " of " << 4 * runs << (test.allowed ? ", allowed\n" : ", forbidden\n");
        if (test.allowed) EXPECT_GT(seen, 0U) << test.name;
        else EXPECT_EQ(seen, 0U) << test.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Litmus, testing::ValuesIn(protocols::every_name()), protocols::by_name);

}  // namespace
}  // namespace hitm::sim::litmus
