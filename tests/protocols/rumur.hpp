// Runs Debian's rumur on a model: writes the model, turns it into C, compiles and runs that.
#pragma once

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>

namespace hitm::protocols::rumur {

struct Opinion {
    bool holds = false;
    std::size_t states = 0;
    std::string said;
};

inline std::string output_of(const std::string& command) {
    std::string text;
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) text += part.data();
    pclose(pipe);
    return text;
}

inline bool is_here() { return std::system("command -v rumur >/dev/null 2>&1 && command -v cc >/dev/null 2>&1") == 0; }

/// What rumur says of the model; `optimise` pays where there is more to run than to compile. Throws std::runtime_error where it does not
/// understand it.
inline Opinion ask(const std::string& model, bool optimise = false) {
    const auto folder = std::filesystem::temp_directory_path() / ("hitm_rumur_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const auto file = [&](const char* name) { return (folder / name).string(); };
    std::ofstream(file("model.m")) << model;
    Opinion opinion;
    opinion.said = output_of("rumur --deadlock-detection off --symmetry-reduction off --output " + file("model.c") + " " + file("model.m"));
    if (std::filesystem::exists(file("model.c")))
        opinion.said += output_of(std::string("cc -std=c11 -w -mcx16 ") + (optimise ? "-O1 " : "-O0 ") + file("model.c") + " -o " +
                                  file("model") + " -lpthread && " + file("model"));
    std::filesystem::remove_all(folder);
    std::smatch found;
    if (!std::regex_search(opinion.said, found, std::regex(R"((\d+) states, \d+ rules fired in)")))
        throw std::runtime_error("rumur: " + opinion.said.substr(0, 2000));
    opinion.states = std::stoull(found[1]);
    opinion.holds = opinion.said.find("No error found") != std::string::npos;
    return opinion;
}

}  // namespace hitm::protocols::rumur
