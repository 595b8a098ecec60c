// Finding members in the tree.
#include "workloads/layout/tree.hpp"

namespace hitm::layout {
namespace {

bool find_path(const std::vector<Member>& members, std::string_view path, Trail& trail) {
    const std::size_t dot = path.find('.');
    for (std::size_t i = 0; i < members.size(); ++i) {
        trail.push_back(i);
        const Member& member = members[i];
        if (member.name.empty() && find_path(member.members, path, trail)) return true;
        if (!member.name.empty() && member.name == path.substr(0, dot)) {
            if (dot == std::string_view::npos) return true;
            if (find_path(member.members, path.substr(dot + 1), trail)) return true;
        }
        trail.pop_back();
    }
    return false;
}

bool written_inline(const Member& member) { return member.aggregate() && (member.type == "struct" || member.type == "union"); }

void find_inline(const std::vector<Member>& members, std::string_view name, Trail& trail, std::vector<Trail>& found) {
    for (std::size_t i = 0; i < members.size(); ++i) {
        trail.push_back(i);
        if (members[i].name == name) found.push_back(trail);
        if (written_inline(members[i])) find_inline(members[i].members, name, trail, found);
        trail.pop_back();
    }
}

}  // namespace

std::optional<Trail> locate(const Member& whole, std::string_view name) {
    if (name.empty()) return std::nullopt;
    Trail trail;
    if (find_path(whole.members, name, trail)) return trail;
    std::vector<Trail> found;
    find_inline(whole.members, name, trail, found);
    return found.size() == 1 ? std::optional(found[0]) : std::nullopt;
}

Member& at(Member& whole, const Trail& trail) {
    Member* member = &whole;
    for (std::size_t index : trail) member = &member->members.at(index);
    return *member;
}

const Member& at(const Member& whole, const Trail& trail) { return at(const_cast<Member&>(whole), trail); }

std::string path_of(const Member& whole, const Trail& trail) {
    std::string path;
    const Member* member = &whole;
    for (std::size_t index : trail) {
        member = &member->members.at(index);
        if (!member->name.empty()) path += (path.empty() ? "" : ".") + member->name;
    }
    return path;
}

Trail parent(Trail trail) {
    trail.pop_back();
    return trail;
}

bool starts_with(const Trail& trail, const Trail& prefix) {
    return trail.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), trail.begin());
}

std::vector<std::string> paths_below(const Member& member, const std::string& prefix) {
    const std::string own = member.name.empty() ? prefix : prefix.empty() ? member.name : prefix + "." + member.name;
    std::vector<std::string> paths;
    if (!member.name.empty()) paths.push_back(own);
    for (const Member& inner : member.members)
        for (std::string& path : paths_below(inner, own)) paths.push_back(std::move(path));
    return paths;
}

std::vector<std::string> all_paths(const Member& whole) {
    std::vector<std::string> paths;
    for (const Member& member : whole.members)
        for (std::string& path : paths_below(member, "")) paths.push_back(std::move(path));
    return paths;
}

}  // namespace hitm::layout
