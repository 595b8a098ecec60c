// `hitm protocol` as a user meets it: tables out and in, proofs, faults kept as keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace hitm::cli::tests {
namespace {

using testing::HasSubstr;

const std::string silent = "protocol silent\nextends MESI\ncache\nS x Inv -> - => I\n";

TEST(ProtocolCommand, shows_what_it_reads_back) {
    const Folder folder;
    const auto shown = hitm({"protocol", "show", "MOESI", "--format", "text"});
    ASSERT_EQ(shown.status, 0) << shown.err;
    auto text = shown.out;
    text.replace(text.find("MOESI"), 5, "again");
    const auto same = hitm({"protocol", "diff", "MOESI", folder.write("again.protocol", text)});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(same.out, "no cell differs\n");
    EXPECT_THAT(hitm({"protocol", "show", "mesif", "--format", "html"}).out, testing::StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(hitm({"protocol", "show", "MESI+far"}).out, HasSubstr("# MESI+far"));
    EXPECT_THAT(hitm({"protocol", "diff", "MESI", "MOESI", "--format", "markdown"}).out, HasSubstr("| cache | E x Fwd-GetS |"));
    EXPECT_THAT(hitm({"protocol", "export", "MSI", "--murphi"}).out, HasSubstr("startstate"));
}

TEST(ProtocolCommand, a_fault_is_told_kept_as_a_key_and_drawn) {
    const Folder folder;
    const auto file = folder.write("silent.protocol", silent);
    const auto checked = hitm({"protocol", "check", file, "--way", "chain", "--json", folder.file("verdict.json")});
    EXPECT_EQ(checked.status, 1);
    EXPECT_THAT(checked.out, HasSubstr("stranded"));
    const auto verdict = nlohmann::json::parse(folder.read("verdict.json"))["verdicts"][0];
    EXPECT_FALSE(verdict["holds"].get<bool>());
    const auto drawn = hitm({"protocol", "replay", file, verdict["key"].get<std::string>()});
    EXPECT_EQ(drawn.status, 0) << drawn.err;
    EXPECT_THAT(drawn.out, HasSubstr("- Inv -"));
    EXPECT_THAT(drawn.out, HasSubstr("stranded"));
    const auto refused = hitm({"run", "struct_file", "--threads", "2", "--protocol", file});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("does not hold"));
}

TEST(ProtocolCommand, a_proof_says_how_much_it_saw_and_looks_for_starvation) {
    const auto said = hitm({"protocol", "check", "MESI", "--caches", "3"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("MESI, 3 caches, chain: holds; 4939 states"));
    EXPECT_THAT(said.out, HasSubstr("MESI, 3 caches, confirm: holds; 6892 states"));
    EXPECT_THAT(said.out, HasSubstr("MESI, no starvation, 3 caches, chain: holds"));
    EXPECT_THAT(said.out, HasSubstr("omission probability"));
}

TEST(ProtocolCommand, what_is_wrong_is_said_with_its_line_and_what_would_be_right) {
    const Folder folder;
    const struct {
        std::vector<std::string> arguments;
        const char* message;
    } table[]{
        {{"protocol", "check", folder.write("a", "protocol a\nextends MESI\ncache\nS x Invv -> -\n")},
         "a:4: `Invv` is no event; right would be perhaps `Inv`"},
        {{"protocol", "check", folder.write("b", "protocol b\nextends MESY\n")}, "b:2: no protocol MESY"},
        {{"protocol", "check", folder.write("c", "hello\n")}, "c:1: `hello` is not understood here"},
        {{"protocol", "check", folder.write("d", "")}, "no name"},
        {{"protocol", "check", folder.file("none")}, "is not known"},
        {{"protocol", "check", "MESI", "--caches", "9"}, "cannot check 9 caches"},
        {{"protocol", "check", "MESI", "--caches", "4", "--lines", "2"}, "two lines are checked in one level"},
        {{"protocol", "check", "DRAGON+far"}, "DRAGON+far is not known"},
        {{"protocol", "replay", "MESI", "2:chain:X"}, "`X` is no part of a trail's key"},
        {{"protocol", "replay", "MESI", "2:chain:L7"}, "step 1 cannot be made"},
        {{"protocol", "export", "MESI"}, "--murphi"},
        {{"protocol", "diff", "MESI"}, "other"},
    };
    for (const auto& row : table) {
        const auto said = hitm(row.arguments);
        EXPECT_EQ(said.status, 2) << row.message << said.err;
        EXPECT_THAT(said.err, HasSubstr(row.message));
    }
}

TEST(ProtocolCommand, a_sweep_goes_over_protocols) {
    const auto said = hitm({"sweep", "file_f_count_2020", "--threads", "2", "--replicates", "2", "--vary", "machine.protocol=MSI,MOESI"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("\nMSI,"));
    EXPECT_THAT(said.out, HasSubstr("\nMOESI,"));
}

}  // namespace
}  // namespace hitm::cli::tests
