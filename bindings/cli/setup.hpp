// What `predict`, `run`, `sweep` and `fit` are asked alike: scenario, fix, machines, threads, seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings/results/protocols.hpp"
#include "sim/machine/machine.hpp"
#include "sim/run/experiment.hpp"
#include "workloads/program/scenario.hpp"

namespace CLI {
class App;
}

namespace hitm::cli {

class Interrupt;
class ProgressBar;

struct Setup {
    std::string scenario;  ///< empty: the library's struct_file
    std::string patch;
    std::vector<std::string> machines;                    ///< empty: the scenario's
    results::Protocols kept{};                            ///< what `protocols` points into
    std::vector<const protocols::Protocol*> protocols{};  ///< empty: the machine's
    std::string cpus;                                     ///< empty: the scenario's
    std::vector<std::string> set;
    std::uint64_t seed = 1;
    unsigned jobs = 0;
    bool quiet = false;
    std::string json;
};

/// Adds the options to a command; what was given is read with `setup_of` once the line is parsed.
void add_setup(CLI::App& command);
Setup setup_of(const CLI::App& command);

/// What an option was given; "", no texts, 0 or no counts where it was not given. Throws CLI::ConversionError.
std::string text_of(const CLI::App& command, const std::string& option);
std::vector<std::string> texts_of(const CLI::App& command, const std::string& option);
std::uint64_t count_of(const CLI::App& command, const std::string& option);
std::vector<unsigned> counts_of(const CLI::App& command, const std::string& option);

/// Reads the scenario and puts the patch in the place of its fix.
program::Scenario load_scenario(const Setup& setup);

/// The scenario's own machine, with the first protocol asked for; none where it names none.
std::optional<sim::Machine> scenario_machine(const program::Scenario& scenario, const Setup& setup);

/// Those asked for, or the scenario's; each with every protocol asked for. They refer into `setup`. Throws BadUsage where there is none.
std::vector<sim::Machine> load_machines(const program::Scenario& scenario, const Setup& setup);

/// The one asked for. Throws BadUsage where there are several: `what` says why one ("a number is fitted on").
sim::Machine load_machine(const program::Scenario& scenario, const Setup& setup, const char* what);

/// For options that take a count: what is wrong with the text, or "".
std::string wrong_count(const std::string& text);

std::optional<program::CpuPolicy> cpus_of(const Setup& setup);

/// What every prediction is asked alike; `interrupt` and `bar` must outlive it.
sim::PredictOptions options_of(const Setup& setup, const std::vector<unsigned>& threads, const Interrupt& interrupt, ProgressBar& bar);

}  // namespace hitm::cli
