// Draws are functions of seed, thread and operation: shared by before and after, the same in every run, rightly spread.
#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "tests/program/bench.hpp"

namespace {

using namespace hitm::program;
using namespace hitm::program::testing;
using hitm::workloads::Access;
using hitm::workloads::Kind;

std::vector<double> gaps(const std::string& distribution, std::size_t count) {
    const Scenario s = scenario(with_program("  - work: " + distribution + "\n  - count: operation\n"));
    std::vector<double> result;
    for (const Access& a : run(*source(s), count)) result.push_back(static_cast<double>(a.gap_ps) / 1000);
    return result;
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
    const double m = mean(values);
    double sum = 0;
    for (const double v : values) sum += (v - m) * (v - m);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

TEST(Distribution, has_its_mean_and_deviation) {
    constexpr std::size_t n = 100'000;
    EXPECT_EQ(gaps("200ns", 3), (std::vector<double>{200, 200, 200}));
    EXPECT_EQ(gaps("30 cycles", 1)[0], 15);  // at 2 GHz
    const auto exponential = gaps("exponential(1us)", n);
    EXPECT_NEAR(mean(exponential), 1000, 15);
    EXPECT_NEAR(deviation(exponential), 1000, 25);
    const auto uniform = gaps("uniform(100ns, 300ns)", n);
    EXPECT_NEAR(mean(uniform), 200, 1);
    EXPECT_NEAR(deviation(uniform), 200 / std::sqrt(12.0), 1);
    const auto normal = gaps("normal(1us, 100ns)", n);
    EXPECT_NEAR(mean(normal), 1000, 2);
    EXPECT_NEAR(deviation(normal), 100, 1);
    EXPECT_NEAR(mean(gaps("choice(1us 90%, 11us 10%)", n)), 2000, 40);
}

TEST(Distribution, is_never_negative) {
    for (const double gap : gaps("normal(10ns, 100ns)", 10'000)) EXPECT_GE(gap, 0);
}

TEST(Draws, of_successive_operations_and_of_threads_are_unrelated) {
    const Scenario s = scenario(with_program("  - work: uniform(0ns, 1000ns)\n  - count: operation\n"));
    const auto from = source(s, Variant::Before, 2);
    double product = 0, lagged = 0;
    double last = 0.5;
    constexpr int n = 100'000;
    for (int i = 0; i < n; ++i) {
        const double a = static_cast<double>(next_of(*from, 0).gap_ps) / 1e6, b = static_cast<double>(next_of(*from, 1).gap_ps) / 1e6;
        product += (a - 0.5) * (b - 0.5);
        lagged += (a - 0.5) * (last - 0.5);
        last = a;
    }
    EXPECT_NEAR(12 * product / n, 0, 0.02);
    EXPECT_NEAR(12 * lagged / n, 0, 0.02);
}

const char* const varied =
    "  - work: exponential(1us)\n  - pick: box\n    by: zipf(0.9)\n  - add: box.a\n  - repeat: {times: 'uniform(0, 4)', do: [pause, {load: "
    "box.b}]}\n"
    "  - compute: exponential(100ns)\n  - load: [box.c, box.a]\n  - count: operation\n";

TEST(Draws, are_shared_by_before_and_after) {
    const Scenario s =
        scenario(with_program(varied, "{layout: box, count: 10, place: slab}", "fix: {edits: [swap a b, pad 64 after c]}\n"));
    for (unsigned thread = 0; thread < 4; ++thread) {
        const auto before = run(*source(s, Variant::Before, 4), 2000, thread);
        const auto after = run(*source(s, Variant::After, 4), 2000, thread);
        for (std::size_t i = 0; i < before.size(); ++i) {
            ASSERT_EQ(before[i].gap_ps, after[i].gap_ps);
            ASSERT_EQ(before[i].kind, after[i].kind);
            ASSERT_EQ(before[i].field, after[i].field);
        }
    }
}

TEST(Draws, are_the_same_in_every_run_and_order_of_threads) {
    const Scenario s = scenario(with_program(varied, "{layout: box, count: 10}"));
    const auto alone = source(s, Variant::Before, 2), together = source(s, Variant::Before, 2);
    for (const Access& a : run(*alone, 1000, 1)) {
        run(*together, 3, 0);
        const Access b = next_of(*together, 1);
        together->complete(1, b);
        ASSERT_EQ(a.address, b.address);
        ASSERT_EQ(a.gap_ps, b.gap_ps);
    }
}

TEST(Draws, differ_with_the_seed) {
    const Scenario s = scenario(with_program(varied, "{layout: box, count: 10}"));
    EXPECT_NE(next_of(*source(s, Variant::Before, 1, 1), 0).gap_ps, next_of(*source(s, Variant::Before, 1, 2), 0).gap_ps);
}

TEST(Draws, of_a_later_operation_do_not_depend_on_how_often_an_earlier_one_tried) {
    const std::string head = "  - repeat: {times: ",
                      tail = ", do: [{work: exponential(1us)}, {load: box.a}]}\n  - work: exponential(1us)\n  - count: operation\n";
    const auto few = source(scenario(with_program(head + "1" + tail))), many = source(scenario(with_program(head + "5" + tail)));
    const auto a = run(*few, 2 * 50), b = run(*many, 6 * 50);
    for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(a[2 * i + 1].gap_ps, b[6 * i + 5].gap_ps);
}

std::map<std::uint64_t, double> shares_of_objects(const std::string& by) {
    const Scenario s =
        scenario(with_program("  - pick: box\n    by: " + by + "\n  - load: box.a\n", "{layout: box, count: 4, place: array}"));
    std::map<std::uint64_t, double> result;
    for (const Access& a : run(*source(s), 100'000)) result[a.address] += 1e-5;
    return result;
}

TEST(Pick, uniform_takes_all_alike) {
    const auto shares = shares_of_objects("uniform");
    ASSERT_EQ(shares.size(), 4U);
    for (const auto& [address, share] : shares) EXPECT_NEAR(share, 0.25, 0.01);
}

TEST(Pick, zipf_weighs_by_rank) {
    const auto shares = shares_of_objects("zipf(1)");
    ASSERT_EQ(shares.size(), 4U);
    const double total = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
    double rank = 1;
    for (const auto& [address, share] : shares) EXPECT_NEAR(share, 1 / rank++ / total, 0.01);
}

const char* const shared_out = "{share: 75%, program: [load: box.a]}, {share: 25%, program: [store: box.b]}]\n";

std::string mixed(const std::string& programs) {
    const std::string whole = with_program("");
    return whole.substr(0, whole.rfind("program:")) + programs;
}

TEST(Shares, deal_the_threads_out) {
    const auto from = source(scenario(mixed(std::string("programs: [") + shared_out)), Variant::Before, 16);
    int loads = 0;
    for (unsigned t = 0; t < 16; ++t) loads += next_of(*from, t).kind == Kind::Load;
    EXPECT_EQ(loads, 12);
}

TEST(Shares, by_operations_deal_each_operation_out) {
    std::string text = mixed(std::string("programs:\n  by: operations\n  of: [") + shared_out);
    const auto from = source(scenario(text));
    int loads = 0;
    for (const Access& a : run(*from, 40'000)) loads += a.kind == Kind::Load;
    EXPECT_NEAR(loads, 30'000, 400);
}

}  // namespace
