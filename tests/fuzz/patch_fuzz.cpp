// Fuzzes the reader of patches, and applies what it took to the layouts the patch names: only BadLayout may leave them.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "workloads/layout/patch.hpp"

namespace {

using namespace hitm::layout;

// Members with names a patch is likely to hold; under each name a patch may give the struct.
Layout target(const std::string& name) {
    return read_pahole(
        "struct s {\n file_ref_t f_ref; /* 0 8 */\n int a; /* 8 4 */\n int b:3; /* 12:0 4 */\n union {\n int c; /* 16 4 */\n struct {\n "
        "long d; /* 16 8 */\n } in; /* "
        "16 8 */\n }; /* 16 8 */\n struct path f_path; /* 24 16 */\n long tail[]; /* 40 0 */\n /* size: 40, cachelines: 1 */\n} ",
        name);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const Patch patch = read_patch(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
        std::vector<std::string> names = {"s", "path"};
        for (const StructEdits& one : patch.structs) names.push_back(one.struct_name);
        for (const std::string& name : names) {
            Layout layout = target(name);
            layout.name = name;
            static_cast<void>(concerns(layout, patch));
            try {
                static_cast<void>(hitm::layout::apply(layout, patch));
            } catch (const BadLayout&) {}
        }
    } catch (const BadLayout&) {}
    return 0;
}
