// A layout as a tree of members: where a name stands, taking a member out, putting one in.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/layout/layout.hpp"

namespace hitm::layout {

// The way to a member: the index in each struct, from the outermost. Empty: the whole.
using Trail = std::vector<std::size_t>;

// By path ("f_path.dentry", through anonymous members), else by a bare name that is unique among the members written
// inline in the struct (those of unnamed types).
std::optional<Trail> locate(const Member& whole, std::string_view name);

Member& at(Member& whole, const Trail& trail);
const Member& at(const Member& whole, const Trail& trail);

// "lru_gen.list": the names on the way, without anonymous members.
std::string path_of(const Member& whole, const Trail& trail);

Trail parent(Trail trail);
bool starts_with(const Trail& trail, const Trail& prefix);

// Every named path in and below a member, the member itself first.
std::vector<std::string> paths_below(const Member& member, const std::string& prefix);

// All named paths of the whole, for messages.
std::vector<std::string> all_paths(const Member& whole);

}  // namespace hitm::layout
