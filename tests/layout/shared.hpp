// Reading the recorded layouts and seed documents that stand beside the repository, when they are there.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

inline std::filesystem::path shared_path(const std::string& name) { return std::filesystem::path(HITM_SHARED_DIR) / name; }

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<std::filesystem::path> pahole_files() {
    std::vector<std::filesystem::path> files;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(shared_path("data/layouts"), none))
        if (entry.path().filename().string().starts_with("pahole") && entry.path().string().find("cpp") == std::string::npos)
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}
