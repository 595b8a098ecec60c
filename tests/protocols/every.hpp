// Every protocol there is, for tests that ask the same of each.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "protocols/text.hpp"

namespace hitm::protocols {

inline std::vector<std::string> every_name() {
    std::vector<std::string> names;
    for (const auto& p : all()) names.emplace_back(p.name);
    return names;
}

inline std::string by_name(const testing::TestParamInfo<std::string>& tested) { return tested.param; }

/// The fifth protocol, from its text.
inline OwnProtocol handover() {
    const std::string path = HITM_SOURCE_DIR "/protocols/examples/mesi_handover.protocol";
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return read_protocol(text.str(), path);
}

}  // namespace hitm::protocols
