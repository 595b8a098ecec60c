// `hitm protocol`: the tables and their proofs.
#include "protocols/protocol.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/output.hpp"
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

void add_check(CLI::App& protocol, const std::shared_ptr<Asked>& asked) {
    auto* check_command = protocol.add_subcommand("check", "Takes every interleaving of one line and checks the seven properties");
    check_command->footer("Example: hitm protocol check MESI --caches 3 --way confirm");
    check_command->add_option("protocol", asked->name, "its name")->required();
    check_command->add_option("--caches", asked->caches, "caches, in each cluster where there are two levels (default 2)");
    check_command->add_option("--levels", asked->levels, "1, or 2 for clusters with agents of their own")->check(CLI::Range(1, 2));
    check_command->add_option("--clusters", asked->clusters, "with two levels (default 2)");
    check_command->add_option("--way", asked->way, "chain or confirm, on every level")->check(CLI::IsMember({"chain", "confirm"}));
    check_command->callback([asked] { check(*asked); });
}

}  // namespace

void add_protocol(CLI::App& app) {
    const auto asked = std::make_shared<Asked>();
    auto* protocol = app.add_subcommand("protocol", "Coherence protocols: their tables, and the proof that they hold");
    protocol->footer("Example: hitm protocol show MESI");
    protocol->require_subcommand(1);
    protocol->add_subcommand("list", "Which there are")->footer("Example: hitm protocol list")->callback([] { list(); });
    auto* show = protocol->add_subcommand("show", "Both tables as Markdown");
    show->footer("Example: hitm protocol show MESI > MESI.md");
    show->add_option("protocol", asked->name, "its name")->required();
    show->callback([asked] { fmt::print("{}", protocols::markdown(protocol_named(asked->name))); });
    add_check(*protocol, asked);
}

}  // namespace hitm::cli
