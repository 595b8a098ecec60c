// The command's small parts: SHA-256, limits, ranges, tables, files.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "bindings/cli/limit.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/cli/usage.hpp"
#include "bindings/cli/vary.hpp"
#include "bindings/results/sha256.hpp"
#include "bindings/results/tables.hpp"

namespace hitm::cli {
namespace {

TEST(Sha256, agrees_with_the_standard) {
    // FIPS 180-4 examples, and one of exactly 55, 56 and 64 bytes, where the padding changes.
    EXPECT_EQ(results::sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(results::sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(results::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(results::sha256(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_NE(results::sha256(std::string(55, 'x')), results::sha256(std::string(56, 'x')));
}

sim::Point point(unsigned threads, double change, double before, double after) {
    sim::Point p;
    p.threads = threads;
    p.change_percent.mean = change;
    p.before.ops_per_second.mean = before;
    p.after.ops_per_second.mean = after;
    return p;
}

TEST(Limit, compares_what_it_names) {
    const auto p = point(64, -1.5, 2e6, 1.97e6);
    EXPECT_TRUE(parse_limit("change<-1%").fails(p));
    EXPECT_TRUE(parse_limit("change <= -1.5").fails(p));
    EXPECT_FALSE(parse_limit("change>-1.5%").fails(p));
    EXPECT_TRUE(parse_limit("after<2M/s").fails(p));
    EXPECT_TRUE(parse_limit("before>=2M/s").fails(p));
    EXPECT_FALSE(parse_limit("before>2M/s").fails(p));
    EXPECT_TRUE(parse_limit("change<0@64").fails(p));
    EXPECT_FALSE(parse_limit("change<0@32").fails(p));
}

TEST(Limit, refuses_what_it_does_not_understand) {
    for (const char* text :
         {"", "change", "chnge<1%", "change=1%", "change<fast", "change<1M/s", "after<5%", "change<1%@0", "change<1%@many"}) {
        EXPECT_THROW(parse_limit(text), BadUsage) << text;
    }
}

TEST(Vary, lists_and_ranges) {
    EXPECT_THAT(parse_vary("work=2us,4us").values, testing::ElementsAre("2us", "4us"));
    EXPECT_THAT(parse_vary("place.base=0..56/8").values, testing::ElementsAre("0", "8", "16", "24", "32", "40", "48", "56"));
    EXPECT_THAT(parse_vary("files=1..3").values, testing::ElementsAre("1", "2", "3"));
    EXPECT_THAT(parse_vary("work=1..2/0.5us").values, testing::ElementsAre("1us", "1.5us", "2us"));
    EXPECT_EQ(parse_vary("machine.smt_gain=1.1..1.5/0.1").values.size(), 5u);
    EXPECT_EQ(parse_vary("machine.smt_gain=1.2").name, "machine.smt_gain");
}

TEST(Vary, refuses_what_it_does_not_understand) {
    for (const char* text :
         {"work", "=1,2", "work=", "work=1,,2", "work=a..b", "work=4..1", "work=0..1/0", "work=0..1000000000", "work=1us..2us"}) {
        EXPECT_THROW(parse_vary(text), BadUsage) << text;
    }
}

TEST(Vary, sets_numbers_of_a_machine_and_no_others) {
    sim::Machine m;
    set_machine(m, "locked_after_fill", "3ns");
    set_machine(m, "load_window", "4");
    set_machine(m, "smt_gain", "1.4");
    EXPECT_EQ(m.costs.locked_after_fill, 3000);
    EXPECT_EQ(m.load_window, 4u);
    EXPECT_EQ(m.smt_gain, 1.4);
    EXPECT_THROW(set_machine(m, "sockets", "2"), BadUsage);
    EXPECT_THROW(set_machine(m, "snoop", "4"), BadUsage);
    EXPECT_THROW(set_machine(m, "snoop", "-4ns"), BadUsage);
}

TEST(Output, aligns_columns_by_characters) {
    EXPECT_EQ(results::aligned({{"a", "bb"}, {"long", "…"}}), "a     bb\nlong   …\n");
    EXPECT_EQ(results::with_prefix(1.934e6), "1.93 M");
    EXPECT_EQ(results::with_prefix(412345), "412 k");
    EXPECT_EQ(results::with_prefix(17.24), "17.2");
    EXPECT_EQ(results::percent(7.25, 1), "+7.2 %");
}

TEST(Output, files_appear_whole_or_not_at_all) {
    const auto folder = std::filesystem::temp_directory_path() / "hitm_output_test";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const auto path = folder / "result.json";
    write_whole(path, "first");
    write_whole(path, "second");
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "second");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    EXPECT_THROW(write_whole(folder / "missing" / "result.json", "x"), std::system_error);
    write_whole("/dev/null", "devices are written to, not replaced");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace hitm::cli
