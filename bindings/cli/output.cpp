// Text to a stream, and files written beside and then renamed.
#include "bindings/cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "bindings/results/tables.hpp"

namespace hitm::cli {
namespace {

[[noreturn]] void fail(const std::string& path) { throw std::system_error(errno, std::generic_category(), path + ": cannot be written"); }

void write_all(std::FILE* file, std::string_view text, const std::string& path) {
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    if (!written) fail(path);
}

void write_through(const std::string& path, std::string_view text) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) fail(path);
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (std::fclose(file) != 0 || !written) fail(path);
}

}  // namespace

void Output::line(std::string_view text) const { fmt::print(stream_, "{}\n", text); }

void Output::text(std::string_view text) const { fmt::print(stream_, "{}", text); }

void Output::table(const std::vector<std::vector<std::string>>& rows) const { fmt::print(stream_, "{}", results::aligned(rows)); }

void write_whole(const std::string& path, std::string_view text) {
    if (path == "-") return write_all(stdout, text, "stdout");
    // A device or a pipe is written to, not replaced.
    if (std::error_code none; std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
        return write_through(path, text);
    const std::string beside = fmt::format("{}.{}.tmp", path, getpid());
    std::FILE* file = std::fopen(beside.c_str(), "wb");
    if (file == nullptr) fail(path);
    try {
        write_all(file, text, path);
    } catch (...) {
        std::fclose(file);
        std::filesystem::remove(beside);
        throw;
    }
    if (std::fclose(file) != 0) fail(path);
    std::filesystem::rename(beside, path);
}

}  // namespace hitm::cli
