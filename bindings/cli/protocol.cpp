// `hitm protocol`: the tables and their proofs.
#include "protocols/protocol.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/protocols.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "protocols/check.hpp"
#include "protocols/murphi.hpp"
#include "protocols/print.hpp"
#include "protocols/text.hpp"
#include "protocols/two_lines.hpp"

namespace hitm::cli {
namespace {

struct Asked {
    std::string name;
    int caches = 2;
    int clusters = 2;
    int levels = 1;
    int lines = 1;
    std::string way{};  ///< empty: both, on every level
};

void list() {
    for (const auto& p : protocols::all()) fmt::print("{}\n    {}\n", p.name, p.prose);
    fmt::print("NAME+far\n    Any of these with atomics done at the directory where the line is not here.\n");
}

void show(const std::string& name, const std::string& format) {
    Protocols kept;
    const auto& protocol = kept.get_unproven(name);
    fmt::print("{}", format == "html"   ? protocols::html(protocol)
                     : format == "text" ? protocols::text(protocol)
                                        : protocols::markdown(protocol));
}

void diff(const std::string& a, const std::string& b) {
    Protocols kept;
    const auto lines = protocols::difference(kept.get_unproven(a), kept.get_unproven(b));
    for (const auto& line : lines) fmt::print("{}\n", line);
    if (lines.empty()) fmt::print("no cell differs\n");
}

std::vector<protocols::Setting> settings_of(const Asked& asked) {
    using protocols::Way;
    std::vector<Way> ways;
    if (asked.way != "confirm") ways.push_back(Way::Chain);
    if (asked.way != "chain") ways.push_back(Way::Confirm);
    std::vector<protocols::Setting> settings;
    for (auto inside : ways) {
        if (asked.levels == 1) settings.push_back({.caches = asked.caches, .inside = inside});
        else
            for (auto outside : ways)
                settings.push_back({.levels = 2, .clusters = asked.clusters, .caches = asked.caches, .inside = inside, .outside = outside});
    }
    return settings;
}

void check(const Asked& asked) {
    Protocols kept;
    const auto& protocol = kept.get_unproven(asked.name);
    bool holds = true;
    try {
        for (const auto& setting : settings_of(asked)) {
            const auto verdict = asked.lines == 2 ? protocols::check_two_lines(protocol, setting) : protocols::check(protocol, setting);
            fmt::print("{}{}{}", protocol.name, asked.lines == 2 ? ", two lines, " : ", ", protocols::report(setting, verdict));
            std::fflush(stdout);
            holds = holds && verdict.holds;
        }
    } catch (const std::invalid_argument& beyond) {
        throw BadUsage(beyond.what());
    }
    if (!holds) throw Exit{1};
}

void export_murphi(const Asked& asked) {
    Protocols kept;
    fmt::print("{}", protocols::murphi::model(kept.get_unproven(asked.name), settings_of(asked).front()));
}

Asked asked_of(const CLI::App& command) {
    Asked asked{.name = text_of(command, "protocol")};
    const auto take = [&](const char* option, int& value) {
        if (command.get_option_no_throw(option) != nullptr && command.count(option) > 0)
            value = static_cast<int>(count_of(command, option));
    };
    take("--caches", asked.caches);
    take("--clusters", asked.clusters);
    take("--levels", asked.levels);
    take("--lines", asked.lines);
    asked.way = text_of(command, "--way");
    return asked;
}

CLI::App* add_about(CLI::App& protocol, const char* name, const char* what, const char* example) {
    auto* command = protocol.add_subcommand(name, what);
    command->footer(std::string("Example: hitm protocol ") + example);
    command->add_option("protocol", "a name, NAME+far, or a file")->required();
    return command;
}

void add_check(CLI::App& protocol) {
    auto* command =
        add_about(protocol, "check", "Takes every interleaving of a line and checks the seven properties", "check MESI --caches 3");
    command->add_option("--caches", "caches, in each cluster where there are two levels (default 2)")->check(wrong_count);
    command->add_option("--levels", "1, or 2 for clusters with agents of their own")->check(CLI::Range(1, 2));
    command->add_option("--clusters", "with two levels (default 2)")->check(wrong_count);
    command->add_option("--lines", "1, or 2 in caches with room for one")->check(CLI::Range(1, 2));
    command->add_option("--way", "chain or confirm, on every level (default: each)")->check(CLI::IsMember({"chain", "confirm"}));
    command->callback([command] { check(asked_of(*command)); });
}

void add_export(CLI::App& protocol) {
    auto* command =
        add_about(protocol, "export", "The protocol as a Murphi model, for a checker that is not ours", "export MESI --murphi > mesi.m");
    command->add_flag("--murphi")->description("the only form there is")->required();
    command->add_option("--caches", "caches (default 2)")->check(wrong_count);
    command->add_option("--way", "chain or confirm (default chain)")->check(CLI::IsMember({"chain", "confirm"}));
    command->callback([command] { export_murphi(asked_of(*command)); });
}

}  // namespace

void add_protocol(CLI::App& app) {
    auto* protocol = app.add_subcommand("protocol", "Coherence protocols: their tables, and the proof that they hold");
    protocol->footer("Example: hitm protocol show MESI");
    protocol->require_subcommand(1);
    protocol->add_subcommand("list", "Which there are")->footer("Example: hitm protocol list")->callback([] { list(); });
    auto* command = add_about(*protocol, "show", "Both tables", "show MESI --format text > mine.protocol");
    command->add_option("--format", "markdown (default), html, or text, which can be read back")
        ->check(CLI::IsMember({"markdown", "html", "text"}));
    command->callback([command] { show(text_of(*command, "protocol"), text_of(*command, "--format")); });
    auto* two = add_about(*protocol, "diff", "The cells in which two protocols differ", "diff MESI MOESI");
    two->add_option("other", "the other one")->required();
    two->callback([two] { diff(text_of(*two, "protocol"), text_of(*two, "other")); });
    add_check(*protocol);
    add_export(*protocol);
}

}  // namespace hitm::cli
