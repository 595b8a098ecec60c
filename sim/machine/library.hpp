// Machine files: reading one, the library's, and where they are found.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/machine/document.hpp"
#include "sim/machine/machine.hpp"

namespace hitm::sim {

/// A machine with the source of its every number.
struct DescribedMachine {
    Machine machine;
    std::vector<Stated> stated;
};

/// Reads, builds and validates. Throws BadMachine "file:line: key: what is wrong; what would be right".
DescribedMachine describe_machine(const std::filesystem::path& file);
/// The same from text, for tests and fuzzers; `family: none` where the text holds everything.
DescribedMachine describe_machine(std::string_view text, const std::string& file);
/// The text with changes laid over it (see `laid_over`), themselves YAML: `{sockets: 4, costs: {dram: 70 ns}}`. Errors in these name
/// `changes`.
DescribedMachine describe_machine(std::string_view text, const std::string& file, std::string_view changes);
Machine read_machine(const std::filesystem::path& file);

/// A name of the library ("xeon_8592p_1s"), or the path of a machine file, relative to `relative_to`.
Machine load_machine(std::string_view name_or_path, const std::filesystem::path& relative_to = {});
std::filesystem::path machine_file(std::string_view name_or_path, const std::filesystem::path& relative_to = {});

/// Names of the library's machines, sorted.
std::vector<std::string> library();

/// The folder under which sim/machine/library and workloads/library lie: the environment's HITM_DATA, else ../share/hitm
/// beside the executable, else the source tree.
std::filesystem::path data_root();

/// Refuses a machine that cannot be simulated: counts, sizes, ways, costs, and a fabric that does not fit them.
void validate(const Machine& machine);

}  // namespace hitm::sim
