// `hitm protocol`: the tables and their proofs.
#include "protocols/protocol.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/protocol_commands.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "bindings/results/protocols.hpp"
#include "protocols/print.hpp"
#include "protocols/text.hpp"

namespace hitm::cli {
namespace {

void list() {
    for (const auto& p : protocols::all()) fmt::print("{}\n    {}\n", p.name, p.prose);
    fmt::print("NAME+far\n    Any of these with atomics done at the directory where the line is not here.\n");
}

void show(const std::string& name, const std::string& format) {
    results::Protocols kept;
    const auto& protocol = kept.get_unproven(name);
    fmt::print("{}", format == "html"   ? protocols::html(protocol)
                     : format == "text" ? protocols::text(protocol)
                                        : protocols::markdown(protocol));
}

void diff(const std::string& a, const std::string& b, const std::string& format) {
    results::Protocols kept;
    const auto& before = kept.get_unproven(a);
    const auto& after = kept.get_unproven(b);
    if (format == "markdown") return fmt::print("{}", protocols::difference_markdown(before, after));
    const auto lines = protocols::difference(before, after);
    for (const auto& line : lines) fmt::print("{}\n", line.text());
    if (lines.empty()) fmt::print("no cell differs\n");
}

}  // namespace

CLI::App* add_about(CLI::App& protocol, const char* name, const char* what, const char* example) {
    auto* command = protocol.add_subcommand(name, what);
    command->footer(std::string("Example: hitm protocol ") + example);
    command->add_option("protocol", "a name, NAME+far, or a file")->required();
    return command;
}

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
    two->add_option("--format", "text (default) or markdown")->check(CLI::IsMember({"text", "markdown"}));
    two->callback([two] { diff(text_of(*two, "protocol"), text_of(*two, "other"), text_of(*two, "--format")); });
    add_proofs(*protocol);
}

}  // namespace hitm::cli
