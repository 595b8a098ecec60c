// Tables in text, and files written beside and then renamed.
#include "bindings/cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace hitm::cli {
namespace {

std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

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

void Output::table(const std::vector<std::vector<std::string>>& rows) const { fmt::print(stream_, "{}", aligned(rows)); }

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string padding(widths[c] - width(row[c]), ' ');
            line += c == 0 ? row[c] + padding : "  " + padding + row[c];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

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

std::string with_prefix(double value) {
    const double size = std::abs(value);
    const auto [factor, prefix] = size >= 1e9   ? std::pair{1e9, " G"}
                                  : size >= 1e6 ? std::pair{1e6, " M"}
                                  : size >= 1e3 ? std::pair{1e3, " k"}
                                                : std::pair{1.0, ""};
    const double scaled = value / factor;
    const int digits = std::abs(scaled) >= 100 ? 0 : std::abs(scaled) >= 10 ? 1 : 2;
    return fmt::format("{:.{}f}{}", scaled, digits, prefix);
}

std::string percent(double value, int digits) { return fmt::format("{:+.{}f} %", value, digits); }

std::string span_of(double low, double high, int digits) { return fmt::format("{:+.{}f} … {:+.{}f}", low, digits, high, digits); }

}  // namespace hitm::cli
