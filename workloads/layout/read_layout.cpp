// Choosing the reader by what the file holds.
#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "workloads/layout/layout.hpp"

namespace hitm::layout {
namespace {

std::string bytes_of(const std::filesystem::path& file, std::size_t most) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw BadLayout(file.string(), 0, "cannot be opened");
    std::string bytes(most, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(most));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

// A module's BTF under /sys/kernel/btf is split; its base stands beside it.
std::filesystem::path base_of(const std::filesystem::path& file) {
    const std::filesystem::path base = file.parent_path() / "vmlinux";
    return file.parent_path() == "/sys/kernel/btf" && file != base ? base : std::filesystem::path{};
}

// A kernel image has both; BTF is the smaller. A program has DWARF alone.
Layout read_elf(const std::filesystem::path& file, std::string_view struct_name) {
    std::string first;
    try {
        return read_btf(file, struct_name);
    } catch (const BadLayout& bad) {
        first = bad.what();
    }
    try {
        return read_dwarf(file, struct_name);
    } catch (const BadLayout& bad) {
        if (std::string_view(bad.what()).find("holds no DWARF") == std::string_view::npos ||
            first.find("holds no BTF") != std::string::npos)
            throw;
        throw BadLayout(first);
    }
}

}  // namespace

Layout read_layout(const std::filesystem::path& file, std::string_view struct_name) {
    constexpr std::size_t largest_text = std::size_t{64} << 20;
    if (std::filesystem::is_directory(file))
        throw BadLayout(file.string(), 0, "is a folder; would be right: a file of pahole's text, BTF, or a program with DWARF");
    const std::string head = bytes_of(file, 4);
    if (head ==
        "\x7f"
        "ELF")
        return read_elf(file, struct_name);
    if (head.starts_with("\x9f\xeb")) return read_btf(file, struct_name, base_of(file));
    return read_pahole(bytes_of(file, largest_text), file.string(), struct_name);
}

}  // namespace hitm::layout
