// `hitm protocol`: the tables and their proofs.
#include "protocols/protocol.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "protocols/check.hpp"
#include "protocols/print.hpp"

namespace hitm::cli {
namespace {

struct Asked {
    std::string name;
    int caches = 2;
    int clusters = 2;
    int levels = 1;
    std::string way = "chain";
};

const protocols::Protocol& protocol_named(const std::string& name) {
    if (const auto* protocol = protocols::find(name)) return *protocol;
    std::string known;
    for (const auto& p : protocols::all()) known += (known.empty() ? "" : ", ") + std::string(p.name);
    throw BadUsage("protocol " + name + " is not known; right would be " + known);
}

void list() {
    for (const auto& p : protocols::all()) fmt::print("{}\n    {}\n", p.name, p.prose);
}

void check(const Asked& asked) {
    const auto way = asked.way == "confirm" ? protocols::Way::Confirm : protocols::Way::Chain;
    const protocols::Setting setting{
        .levels = asked.levels, .clusters = asked.levels == 1 ? 1 : asked.clusters, .caches = asked.caches, .inside = way, .outside = way};
    const auto& protocol = protocol_named(asked.name);
    try {
        const auto verdict = protocols::check(protocol, setting);
        fmt::print("{}\n", protocols::report(setting, verdict));
        if (!verdict.holds) throw Exit{1};
    } catch (const std::invalid_argument& beyond) {
        throw BadUsage(beyond.what());
    }
}

Asked asked_of(const CLI::App& command) {
    Asked asked{.name = text_of(command, "protocol")};
    if (command.count("--caches") > 0) asked.caches = static_cast<int>(count_of(command, "--caches"));
    if (command.count("--clusters") > 0) asked.clusters = static_cast<int>(count_of(command, "--clusters"));
    if (command.count("--levels") > 0) asked.levels = static_cast<int>(count_of(command, "--levels"));
    if (command.count("--way") > 0) asked.way = text_of(command, "--way");
    return asked;
}

void add_check(CLI::App& protocol) {
    auto* command = protocol.add_subcommand("check", "Takes every interleaving of one line and checks the seven properties");
    command->footer("Example: hitm protocol check MESI --caches 3 --way confirm");
    command->add_option("protocol", "its name")->required();
    command->add_option("--caches", "caches, in each cluster where there are two levels (default 2)")->check(wrong_count);
    command->add_option("--levels", "1, or 2 for clusters with agents of their own")->check(CLI::Range(1, 2));
    command->add_option("--clusters", "with two levels (default 2)")->check(wrong_count);
    command->add_option("--way", "chain or confirm, on every level")->check(CLI::IsMember({"chain", "confirm"}));
    command->callback([command] { check(asked_of(*command)); });
}

}  // namespace

void add_protocol(CLI::App& app) {
    auto* protocol = app.add_subcommand("protocol", "Coherence protocols: their tables, and the proof that they hold");
    protocol->footer("Example: hitm protocol show MESI");
    protocol->require_subcommand(1);
    protocol->add_subcommand("list", "Which there are")->footer("Example: hitm protocol list")->callback([] { list(); });
    auto* show = protocol->add_subcommand("show", "Both tables as Markdown");
    show->footer("Example: hitm protocol show MESI > MESI.md");
    show->add_option("protocol", "its name")->required();
    show->callback([show] { fmt::print("{}", protocols::markdown(protocol_named(text_of(*show, "protocol")))); });
    add_check(*protocol);
}

}  // namespace hitm::cli
