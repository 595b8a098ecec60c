// The built command as scripts meet it: exit statuses, JSON, interrupts.
#include <gmock/gmock.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/shell.hpp"

namespace hitm::cli::tests {
namespace {

using testing::HasSubstr;

/// A counter that half the threads write beside a field that the others read.
std::string scenario(const std::string& fix = "pad 64 after count") {
    return "hitm: 1\nmachine: xeon_silver_4114_2s\nthreads: [2, 8]\n"
           "parameters:\n  work: {value: 400ns, range: [200ns, 800ns], meaning: between operations, source: assumed}\n"
           "layouts:\n  counter: {fields: [{name: count, type: u64}, {name: limit, type: u64}]}\n"
           "objects:\n  counter: {layout: counter, count: 1, place: {base: 0}, home: node 0}\n"
           "fix:\n  edits: [" +
           fix +
           "]\n"
           "programs:\n"
           "  - share: 50%\n    program: [{work: exponential($work)}, {pick: counter}, {add: counter.count}, {count: operation}]\n"
           "  - share: 50%\n    program: [{work: exponential($work)}, {pick: counter}, {load: counter.limit}, {count: operation}]\n";
}

TEST(CommandLine, what_is_wrong_is_said_and_ends_with_status_2) {
    const Folder folder;
    const auto good = folder.write("good.yaml", scenario());
    const auto endless = folder.write("endless.yaml",
                                      "hitm: 1\nmachine: xeon_silver_4114_2s\nthreads: [4]\nlayouts: {s: {fields: [{name: a, type: "
                                      "u64}]}}\nprogram: [load: s.a]\nobjects: {s: {layout: s}}\n");
    const auto bad = folder.write("bad.yaml", scenario() + "thread: [1]\n");
    const struct {
        std::vector<std::string> arguments;
        const char* message;
    } table[]{
        {{}, "subcommand"},
        {{"predcit"}, "did you mean predict"},
        {{"predict", "no_such_scenario"}, "no such scenario"},
        {{"predict", good, "--threads", "0"}, "'0' is no count"},
        {{"predict", good, "--threads", "16,many"}, "'many' is no count"},
        {{"predict", good, "--threads", "100000"}, "hardware threads"},
        {{"predict", good, "--machine", "xeon_8592p"}, "not in the library"},
        {{"predict", good, "--protocol", "DRAGON"}, "DRAGON is not known"},
        {{"predict", good, "--cpus", "somewhere"}, "somewhere"},
        {{"predict", good, "--set", "wrok=3us"}, "wrok"},
        {{"predict", good, "--set", "work=3KiB"}, "work"},
        {{"predict", good, "--replicates", "1"}, "--replicates"},
        {{"predict", good, "--fail-if", "speed<1%"}, "none of change, before, after"},
        {{"predict", good, "--patch", "/no/such.patch"}, "no such patch"},
        {{"predict", good, "--frobnicate"}, "--frobnicate"},
        {{"predict", bad, "--replicates", "2"}, "did you mean threads"},
        {{"predict", good, "--replicates", "2", "--json", "/no/such/folder/result.json"}, "/no/such/folder/result.json"},
        {{"run", good, "--variant", "during"}, "--variant"},
        {{"run", good, "--machine", "xeon_silver_4114_2s,xeon_8592p_1s"}, "one machine"},
        {{"sweep", good, "--vary", "work"}, "there is no NAME="},
        {{"sweep", good, "--vary", "machine.sockets=1,2"}, "not a number that can be varied"},
        {{"sweep", good}, "--vary"},
        {{"fit", good}, "no free number"},
        {{"fit", good, "--free", "sleep"}, "no parameter sleep"},
        {{"fit", good, "--free", "work", "--observe", "threads=4"}, "threads=4"},
        {{"run", endless}, "endless.yaml:5: program: counts no operation"},
        {{"predict", endless, "--replicates", "2"}, "endless.yaml:5: program: counts no operation"},
        {{"sweep", good, "--protocol", "MESI,MOESI", "--vary", "work=1us"}, "one protocol"},
        {{"run", good, "--protocol", "MESI,MOESI"}, "one protocol"},
        {{"fit", good, "--free", "work", "--observe", "threads=4 change=7%", "--protocol", "MESI,MSI"}, "one protocol"},
        {{"protocol", "show", "DRAGON"}, "DRAGON is not known"},
        {{"protocol", "check", "MESI", "--levels", "3"}, "--levels"},
    };
    for (const auto& row : table) {
        const auto said = hitm(row.arguments);
        const std::string line = testing::PrintToString(row.arguments);
        EXPECT_EQ(said.status, 2) << line << said.err;
        EXPECT_THAT(said.err, HasSubstr(row.message)) << line;
        EXPECT_THAT(said.err, testing::StartsWith("hitm: ")) << line;
        if (std::getenv("HITM_PRINT_ERRORS") != nullptr) std::printf("%s\n    %s", line.c_str(), said.err.c_str());
    }
}

TEST(CommandLine, every_command_has_help_with_an_example) {
    for (const char* command : {"predict", "run", "sweep", "fit", "layout", "machine", "protocol"}) {
        const auto said = hitm({command, "--help"});
        EXPECT_EQ(said.status, 0) << command;
        EXPECT_THAT(said.out, HasSubstr(std::string("Example: hitm ") + command)) << command;
    }
    EXPECT_EQ(hitm({"--version"}).status, 0);
}

TEST(CommandLine, json_has_the_documented_keys) {
    const Folder folder;
    const auto said = hitm({"predict", folder.write("counter.yaml", scenario()), "--replicates", "2", "--json", "-"});
    ASSERT_EQ(said.status, 0) << said.err;
    const auto json = nlohmann::json::parse(said.out);
    EXPECT_EQ(json["hitm"], 1);
    EXPECT_EQ(json["scenario"], "counter");
    EXPECT_EQ(json["inputs"]["sha256"].get<std::string>().size(), 64u);
    EXPECT_TRUE(json["fit"].is_null());
    ASSERT_EQ(json["points"].size(), 2u);
    for (const char* key : {"threads", "cpus", "fitted", "published_percent", "before", "after", "change_percent"})
        EXPECT_TRUE(json["points"][0].contains(key)) << key;
    for (const char* key : {"ops_per_second", "latency_ns", "false_sharing_misses_per_op", "true_sharing_misses_per_op",
                            "hitm_local_per_op", "hitm_remote_per_op", "invalidations_per_op", "bytes_per_op"}) {
        EXPECT_TRUE(json["points"][1]["before"].contains(key)) << key;
    }
    for (const char* key :
         {"variant", "threads", "field", "line", "invalidations_caused_per_op", "invalidations_suffered_per_op", "wait_ns_per_op"})
        EXPECT_TRUE(json["fields"][0].contains(key)) << key;
    for (const char* key : {"variant", "threads", "link", "message_class", "messages_per_op", "bytes_per_op", "utilisation"})
        EXPECT_TRUE(json["links"][0].contains(key)) << key;
    EXPECT_EQ(json["cost"]["object_bytes"].size(), 2u);
    EXPECT_EQ(json["verdict"]["kind"], "false sharing removed");
    EXPECT_THAT(said.err, HasSubstr("verdict:")) << "with --json - the text goes to stderr";
}

TEST(CommandLine, json_is_the_same_bytes_for_any_number_of_host_threads) {
    const Folder folder;
    const auto file = folder.write("counter.yaml", scenario());
    const auto with_jobs = [&](const char* jobs) {
        return hitm({"predict", file, "--replicates", "3", "--jobs", jobs, "--json", "-"}).out;
    };
    const auto one = with_jobs("1");
    EXPECT_GT(one.size(), 1000u);
    EXPECT_TRUE(one == with_jobs("2"));
    EXPECT_TRUE(one == with_jobs("2")) << "a rerun";
}

TEST(CommandLine, json_names_the_scenario_only_under_its_key) {
    const Folder folder;
    const auto json_of = [&](const char* name) {
        auto json = nlohmann::json::parse(hitm({"predict", folder.write(name, scenario()), "--replicates", "2", "--json", "-"}).out);
        json.erase("scenario");
        return json;
    };
    EXPECT_TRUE(json_of("one.yaml") == json_of("another.yaml"));
}

TEST(CommandLine, a_fix_without_effect_on_addresses_is_exactly_zero_and_fails_no_limit) {
    const Folder folder;
    const auto file = folder.write("counter.yaml", scenario("pad 8 after limit"));
    const auto said = hitm({"predict", file, "--replicates", "2", "--json", "-", "--fail-if", "change<0"});
    ASSERT_EQ(said.status, 0) << said.err;
    const auto json = nlohmann::json::parse(said.out);
    ASSERT_FALSE(json["points"].empty());
    for (const auto& point : json["points"]) {
        EXPECT_EQ(point["change_percent"]["mean"], 0.0);
        EXPECT_EQ(point["change_percent"]["sampling"], nlohmann::json({0.0, 0.0}));
    }
}

TEST(CommandLine, a_failed_limit_ends_with_status_1_after_the_whole_output) {
    const Folder folder;
    const auto said = hitm({"predict", folder.write("counter.yaml", scenario()), "--replicates", "2", "--fail-if", "before>1/s"});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.out, HasSubstr("verdict:"));
    EXPECT_THAT(said.out, HasSubstr("limit failed: before>1/s at 8 threads"));
    EXPECT_EQ(said.err, "") << "no progress bar where stderr is no terminal";
}

/// Interrupts a prediction that would take hours after so many seconds.
Said interrupted_after(const Folder& folder, int seconds) {
    const auto file = folder.write("counter.yaml", scenario());
    const auto child = start(folder, {"predict", file, "--replicates", "100000", "--no-parameters", "--json", folder.file("result.json")});
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    kill(child, SIGINT);
    return wait_for(folder, child);
}

TEST(CommandLine, an_interrupt_keeps_what_is_done) {
    const Folder folder;
    // A slow host (or a sanitizer) may have nothing done yet after the first time.
    Said said;
    for (int seconds = 2; seconds <= 32; seconds *= 2) {
        said = interrupted_after(folder, seconds);
        EXPECT_EQ(said.status, 130) << said.err;
        if (said.out.find("before anything was measured") == std::string::npos) break;
    }
    EXPECT_THAT(said.out, HasSubstr("note: stopped: what had been done is shown"));
    EXPECT_EQ(nlohmann::json::parse(folder.read("result.json"))["stopped"], true);
}

TEST(CommandLine, run_shows_lines_fields_traffic_and_cycles) {
    const Folder folder;
    const auto file = folder.write("counter.yaml", scenario());
    const auto said = hitm({"run", file, "--threads", "8", "--operations", "2000", "--json", folder.file("run.json")});
    ASSERT_EQ(said.status, 0) << said.err;
    for (const char* part : {"lines, most HITM first", "counter.limit", "GetM", "latency of an operation", "cycles by cause"})
        EXPECT_THAT(said.out, HasSubstr(part));
    EXPECT_EQ(nlohmann::json::parse(folder.read("run.json"))["threads"], 8);
}

TEST(CommandLine, sweep_writes_a_row_for_every_choice_and_thread_count) {
    const Folder folder;
    const auto file = folder.write("counter.yaml", scenario());
    const auto said =
        hitm({"sweep", file, "--threads", "2,4", "--vary", "work=400ns,800ns", "--vary", "place.base=0..16/8", "--replicates", "2"});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(std::ranges::count(said.out, '\n'), 1 + 2 * 3 * 2);
    EXPECT_THAT(said.out, testing::StartsWith("work,place.base,machine,threads,before_ops_per_second,"));
}

TEST(CommandLine, fit_finds_a_number_and_predicts_the_rest) {
    const Folder folder;
    const auto file = folder.write("counter.yaml", scenario());
    const auto said = hitm({"fit", file, "--free", "work", "--observe", "threads=2 before=3.4M/s", "--json", "-"});
    ASSERT_EQ(said.status, 0) << said.err;
    const auto json = nlohmann::json::parse(said.out);
    EXPECT_EQ(json["fit"]["free"], "work");
    EXPECT_EQ(json["fit"]["on"], nlohmann::json({2}));
    EXPECT_LT(json["fit"]["residual_percent"], 2);
}

TEST(CommandLine, other_commands_are_found_in_the_path) {
    const Folder folder;
    const auto program = folder.write("hitm-greet", "#!/bin/sh\necho greetings $1\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const std::string old = std::getenv("PATH");
    setenv("PATH", (std::filesystem::path(program).parent_path().string() + ":" + old).c_str(), 1);
    const auto said = hitm({"greet", "you"});
    setenv("PATH", old.c_str(), 1);
    EXPECT_EQ(said.out, "greetings you\n");
    EXPECT_EQ(said.status, 0);
}

}  // namespace
}  // namespace hitm::cli::tests
