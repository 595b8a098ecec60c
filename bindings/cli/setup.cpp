// Options and loading shared by the commands that simulate.
#include "bindings/cli/setup.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "bindings/cli/interrupt.hpp"
#include "bindings/cli/progress.hpp"
#include "bindings/cli/usage.hpp"
#include "protocols/protocol.hpp"
#include "sim/machine/library.hpp"

namespace hitm::cli {
namespace {

namespace fs = std::filesystem;

fs::path scenario_path(const Setup& setup) {
    if (setup.scenario.empty()) return sim::data_root() / "workloads" / "library" / "struct_file" / "scenario.yaml";
    const fs::path path = setup.scenario;
    if (fs::is_directory(path)) return path / "scenario.yaml";
    if (fs::exists(path)) return path;
    const fs::path in_library = sim::data_root() / "workloads" / "library" / path / "scenario.yaml";
    if (fs::exists(in_library)) return in_library;
    throw BadUsage(setup.scenario + ": no such scenario; right would be a YAML file, or the name of a folder in workloads/library");
}

/// `all` is every protocol of the list.
std::vector<const protocols::Protocol*> protocols_of(const CLI::App& command, results::Protocols& kept) {
    std::vector<const protocols::Protocol*> asked;
    for (const auto& name : texts_of(command, "--protocol")) {
        if (name != "all") asked.push_back(&kept.get(name));
        else
            for (const auto& p : protocols::all()) asked.push_back(&p);
    }
    return asked;
}

fs::path folder_of(const program::Scenario& scenario) { return fs::path(scenario.path).parent_path(); }

template <typename T>
T given(const CLI::App& command, const std::string& option) {
    const auto* known = command.get_option_no_throw(option);
    return known != nullptr && known->count() > 0 ? known->as<T>() : T{};
}

}  // namespace

void add_setup(CLI::App& command) {
    command.add_option("scenario", "a scenario's YAML file or folder, or its name in the library (default: struct_file)");
    command.add_option("--patch", "a diff, or a mail with one: takes the place of the scenario's fix");
    command.add_option("--machine", "names or files of machines, or all (default: the scenario's)")->delimiter(',')->take_all();
    command.add_option("--protocol", "coherence protocols: names, NAME+far, files, or all (default: the machine's)")
        ->delimiter(',')
        ->take_all();
    command.add_option("--cpus", "cores-first, siblings-first, one-socket-first, scatter, or CPU numbers 0,2,4");
    command.add_option("--set", "NAME=VALUE: a parameter of the scenario, known from now on")->take_all();
    command.add_option("--seed", "of all random numbers (default 1)")->check(wrong_count);
    command.add_option("--jobs", "host threads (default: all); changes no result")->check(wrong_count);
    command.add_flag("--quiet")->description("no progress bar");
    command.add_option("--json", "write the result to this file, - for stdout (text then goes to stderr)");
}

Setup setup_of(const CLI::App& command) {
    Setup setup{.scenario = text_of(command, "scenario"),
                .patch = text_of(command, "--patch"),
                .machines = texts_of(command, "--machine"),
                .cpus = text_of(command, "--cpus"),
                .set = texts_of(command, "--set"),
                .seed = command.count("--seed") > 0 ? count_of(command, "--seed") : 1,
                .jobs = static_cast<unsigned>(count_of(command, "--jobs")),
                .quiet = command.count("--quiet") > 0,
                .json = text_of(command, "--json")};
    setup.protocols = protocols_of(command, setup.kept);
    return setup;
}

std::string text_of(const CLI::App& command, const std::string& option) { return given<std::string>(command, option); }
std::vector<std::string> texts_of(const CLI::App& command, const std::string& option) {
    return given<std::vector<std::string>>(command, option);
}
std::uint64_t count_of(const CLI::App& command, const std::string& option) { return given<std::uint64_t>(command, option); }
std::vector<unsigned> counts_of(const CLI::App& command, const std::string& option) {
    return given<std::vector<unsigned>>(command, option);
}

program::Scenario load_scenario(const Setup& setup) {
    auto scenario = program::read_scenario(scenario_path(setup));
    if (!setup.patch.empty()) {
        if (!fs::exists(setup.patch))
            throw BadUsage(setup.patch + ": no such patch; right would be the file of a diff, or of a mail with one");
        program::replace_fix_by_patch(scenario, fs::path(setup.patch));
    }
    return scenario;
}

std::optional<sim::Machine> scenario_machine(const program::Scenario& scenario, const Setup& setup) {
    if (scenario.machine.empty()) return {};
    auto machine = sim::load_machine(scenario.machine, folder_of(scenario));
    if (!setup.protocols.empty()) results::use_protocol(machine, *setup.protocols.front());
    return machine;
}

std::vector<sim::Machine> load_machines(const program::Scenario& scenario, const Setup& setup) {
    std::vector<sim::Machine> machines;
    const bool all = setup.machines == std::vector<std::string>{"all"};
    for (const auto& name : all ? sim::library() : setup.machines) {
        machines.push_back(sim::load_machine(name));
    }
    if (machines.empty()) {
        if (auto own = scenario_machine(scenario, setup)) machines.push_back(std::move(*own));
    }
    if (machines.empty()) throw BadUsage("the scenario names no machine; right would be --machine NAME, see `hitm machine list`");
    if (setup.protocols.empty()) return machines;
    std::vector<sim::Machine> each;
    for (const auto& machine : machines)
        for (const auto* protocol : setup.protocols) results::use_protocol(each.emplace_back(machine), *protocol);
    return each;
}

sim::Machine load_machine(const program::Scenario& scenario, const Setup& setup, const char* what) {
    if (setup.protocols.size() > 1) throw BadUsage(fmt::format("--protocol: {} one protocol; right would be one name", what));
    auto machines = load_machines(scenario, setup);
    if (machines.size() > 1) throw BadUsage(fmt::format("--machine: {} one machine; right would be one name", what));
    return std::move(machines.front());
}

std::string wrong_count(const std::string& text) {
    const bool digits = !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits && text.find_first_not_of('0') != std::string::npos
               ? ""
               : fmt::format("'{}' is no count; right would be a whole number from 1", text);
}

std::optional<program::CpuPolicy> cpus_of(const Setup& setup) {
    if (setup.cpus.empty()) return {};
    return program::parse_cpu_policy(setup.cpus);
}

sim::PredictOptions options_of(const Setup& setup, const std::vector<unsigned>& threads, const Interrupt& interrupt, ProgressBar& bar) {
    return {.threads = threads,
            .cpus = cpus_of(setup),
            .set = setup.set,
            .known = {},
            .fit = {},
            .seed = setup.seed,
            .jobs = setup.jobs,
            .effort = {},
            .stop = &interrupt.flag(),
            .progress = [&](auto done, auto asked, const auto& what) { bar.show(done, asked, what); }};
}

}  // namespace hitm::cli
