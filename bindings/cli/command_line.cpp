// `hitm`: reads the command line, runs the command, turns errors into words and exit statuses.
#include "bindings/cli/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/usage.hpp"
#include "protocols/text.hpp"
#include "sim/run/simulate.hpp"
#include "workloads/layout/layout.hpp"
#include "workloads/program/bad_scenario.hpp"

namespace {

constexpr int bad_input = 2;
constexpr int our_fault = 3;

int complain(std::string_view text, int status) {
    fmt::print(stderr, "hitm: {}\n", text);
    return status;
}

void build(CLI::App& app) {
    using namespace hitm::cli;
    app.require_subcommand(1);
    app.set_version_flag("--version", "hitm " HITM_VERSION);
    app.footer(
        "Example: hitm predict struct_file\n"
        "Other commands are found like git's: `hitm foo` runs hitm-foo from PATH.\n"
        "Exit status: 0 done, 1 a stated limit failed, 2 bad input, 3 our fault, 130 interrupted.");
    for (const auto add : {add_predict, add_run, add_sweep, add_fit, add_layout, add_machine, add_protocol}) add(app);
}

std::vector<std::string> names(const CLI::App& app) {
    std::vector<std::string> all;
    for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) all.push_back(sub->get_name());
    return all;
}

/// `hitm foo` where foo is none of ours: becomes hitm-foo, if there is one. Returns what to say where there is not.
std::string run_external(char** argv, const std::vector<std::string>& known) {
    const std::string program = std::string("hitm-") + argv[1];
    argv[1] = const_cast<char*>(program.c_str());
    execvp(program.c_str(), argv + 1);
    const std::string name = program.substr(5);
    return fmt::format("'{}' is no command{}, and there is no {} in PATH; right would be {}", name, hitm::program::hint(name, known),
                       program, hitm::program::one_of(known));
}

int run(int argc, char** argv) {
    CLI::App app("Predicts what a layout fix does to scaling, without the hardware.", "hitm");
    build(app);
    const auto known = names(app);
    const bool command_given = argc > 1 && argv[1][0] != '-';
    if (command_given && std::ranges::find(known, argv[1]) == known.end()) return complain(run_external(argv, known), bad_input);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& wrong) {
        return complain(
            fmt::format("{}; `hitm {}--help` shows what would be right", wrong.what(), command_given ? std::string(argv[1]) + " " : ""),
            bad_input);
    }
    return 0;
}

}  // namespace

int hitm::cli::command_line(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const hitm::cli::Exit& exit) {
        return exit.status;
    } catch (const hitm::cli::BadUsage& wrong) {
        return complain(wrong.what(), bad_input);
    } catch (const hitm::program::BadScenario& wrong) {
        return complain(wrong.what(), bad_input);
    } catch (const hitm::layout::BadLayout& wrong) {
        return complain(wrong.what(), bad_input);
    } catch (const hitm::protocols::BadProtocol& wrong) {
        return complain(wrong.what(), bad_input);
    } catch (const hitm::sim::BadMachine& wrong) {
        return complain(wrong.what(), bad_input);
    } catch (const std::system_error& system) {
        return complain(system.what(), bad_input);
    } catch (const std::exception& fault) {
        return complain(fmt::format("this is a fault of hitm, please report it: {}", fault.what()), our_fault);
    }
}
