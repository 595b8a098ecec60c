// Where machine files lie.
#include "sim/machine/library.hpp"

#include <algorithm>
#include <cstdlib>

#include "sim/machine/spelling.hpp"

namespace hitm::sim {
namespace fs = std::filesystem;

fs::path data_root() {
    if (const char* given = std::getenv("HITM_DATA"); given != nullptr && *given != '\0') return given;
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    if (!error) {
        const fs::path shared = executable.parent_path().parent_path() / "share" / "hitm";
        if (fs::is_directory(shared, error)) return shared;
    }
    return HITM_SOURCE_DIR;
}

std::vector<std::string> library() {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(data_root() / "sim" / "machine" / "library", error))
        if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

fs::path machine_file(std::string_view name_or_path, const fs::path& relative_to) {
    if (name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".yaml")) return relative_to / fs::path(name_or_path);
    const fs::path file = data_root() / "sim" / "machine" / "library" / (std::string(name_or_path) + ".yaml");
    if (fs::exists(file)) return file;
    throw BadMachine("machine '" + std::string(name_or_path) + "' is not in the library" + nearest_hint(name_or_path, library()) +
                     "; right would be a name from `hitm machine list`, or the path of a .yaml file");
}

Machine read_machine(const fs::path& file) { return describe_machine(file).machine; }

Machine load_machine(std::string_view name_or_path, const fs::path& relative_to) {
    return read_machine(machine_file(name_or_path, relative_to));
}

}  // namespace hitm::sim
