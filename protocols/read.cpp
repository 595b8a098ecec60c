// Reading a protocol from text, line by line.
#include <algorithm>
#include <map>
#include <numeric>

#include "protocols/text.hpp"

namespace hitm::protocols {
namespace {

std::string_view trim(std::string_view s) {
    const auto from = s.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return {};
    return s.substr(from, s.find_last_not_of(" \t\r") - from + 1);
}

std::vector<std::string_view> split(std::string_view s, char by) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0;;) {
        const auto at = s.find(by, from);
        parts.push_back(trim(s.substr(from, at - from)));
        if (at == std::string_view::npos) return parts;
        from = at + 1;
    }
}

/// Levenshtein's distance, for near misses.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

class Reader {
public:
    Reader(std::string_view text, const std::string& file) : text_{text}, file_{file} {}

    OwnProtocol read() {
        for (auto line : split(text_, '\n')) {
            ++line_;
            if (line.size() > 2000) fail("the line is too long", "at most 2000 characters");
            if (!line.empty() && line[0] != '#') take(line);
        }
        if (name_.empty()) fail("no name", "a line `protocol NAME`");
        if (base_ == nullptr && (cache_.rows.empty() || home_.rows.empty()))
            fail("rows are missing", "both sections, `cache` and `home`, or `extends NAME`");
        if (base_ != nullptr) return vary(*base_, name_, prose_, cache_, home_);
        return {name_, prose_, cache_.rows, home_.rows};
    }

private:
    [[noreturn]] void fail(const std::string& wrong, const std::string& right) const {
        throw BadProtocol(file_ + ":" + std::to_string(line_) + ": " + wrong + "; right would be " + right);
    }

    void take(std::string_view line) {
        const auto word = line.substr(0, line.find(' '));
        const auto rest = trim(line.substr(word.size()));
        if (word == "protocol") set_name(rest);
        else if (word == "extends") set_base(rest);
        else if (word == "prose") prose_ += (prose_.empty() ? "" : " ") + std::string(rest);
        else if (line == "cache") section_ = Section::AtCache;
        else if (line == "home") section_ = Section::AtHome;
        else if (section_ == Section::AtCache) take_row(line, cache_, cache_lines_);
        else if (section_ == Section::AtHome) take_row(line, home_, home_lines_);
        else fail("`" + std::string(word.substr(0, 40)) + "` is not understood here", "protocol, extends, prose, cache or home");
    }

    void set_name(std::string_view name) {
        const bool plain = !name.empty() && name.size() <= 40 && std::ranges::all_of(name, [](unsigned char c) {
            return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '+' || c == '.';
        });
        if (!plain) fail("`" + std::string(name.substr(0, 40)) + "` is no name", "letters, digits, - _ + and ., at most 40");
        if (find(name) != nullptr) fail("there is a protocol " + std::string(name) + " already", "a name of its own");
        name_ = name;
    }

    void set_base(std::string_view name) {
        base_ = find(name);
        if (base_ != nullptr) return;
        std::string known;
        for (const auto& p : all()) known += (known.empty() ? "" : ", ") + std::string(p.name);
        fail("no protocol " + std::string(name.substr(0, 40)), known);
    }

    /// The entry of that name, or an error that names the nearest.
    template <class Entries>
    auto named(std::string_view name, const Entries& entries, const char* what, auto&& name_of) const {
        const auto it = std::ranges::find_if(entries, [&](const auto& e) { return name_of(e) == name; });
        if (it != entries.end()) return it->id;
        const auto shown = name.substr(0, 60);
        const auto nearest = std::ranges::min_element(entries, {}, [&](const auto& e) { return distance(shown, name_of(e)); });
        fail("`" + std::string(shown) + "` is no " + what, "perhaps `" + std::string(name_of(*nearest)) + "`");
    }
    template <class Entries>
    auto named(std::string_view name, const Entries& entries, const char* what) const {
        return named(name, entries, what, [](const auto& e) { return e.name; });
    }

    std::pair<std::string_view, std::string_view> halves(std::string_view line, std::string_view by) const {
        const auto at = line.find(by);
        if (at == std::string_view::npos)
            fail("a row without `" + std::string(trim(by)) + "`", "STATE | STATE  x  EVENT | EVENT  ->  action; action  =>  STATE");
        return {trim(line.substr(0, at)), trim(line.substr(at + by.size()))};
    }

    template <class Role>
    using Lines = std::map<std::pair<typename Role::State, typename Role::Event>, std::size_t>;

    template <class Role>
    void claim(typename Role::State s, typename Role::Event e, Lines<Role>& lines) const {
        const auto [place, is_new] = lines.try_emplace({s, e}, line_);
        if (!is_new) fail("this cell was written in line " + std::to_string(place->second) + " already", "one row for each cell");
    }

    template <class Role>
    void take_row(std::string_view line, Changes<Role>& changes, Lines<Role>& lines) {
        const bool removes = line.starts_with("remove ");
        const auto [cells, what] = removes ? std::pair{trim(line.substr(7)), std::string_view{}} : halves(line, "->");
        const auto [states, events] = halves(cells, " x ");
        if (removes && base_ == nullptr) fail("nothing to remove", "`extends NAME` above");
        Row<Role> row;
        for (auto s : split(states, '|')) row.in.add(named(s, Role::states, "state"));
        for (auto e : split(events, '|')) row.on.add(named(e, Role::events, "event"));
        for (const auto& s : Role::states)
            for (const auto& e : Role::events) {
                if (!row.in.contains(s.id) || !row.on.contains(e.id)) continue;
                claim<Role>(s.id, e.id, lines);
                if (removes) changes.removed.emplace_back(s.id, e.id);
            }
        if (removes) return;
        add_actions(what, row);
        changes.rows.push_back(row);
    }

    template <class Role>
    void add_actions(std::string_view what, Row<Role>& row) const {
        const auto arrow = what.find("=>");
        if (arrow != std::string_view::npos) row.next = named(trim(what.substr(arrow + 2)), Role::states, "state");
        const auto actions = trim(what.substr(0, arrow));
        if (actions == "-") return;
        for (auto a : split(actions, ';')) {
            if (row.perform.size() == ActionList<typename Role::Action>::capacity) fail("too many actions in one row", "at most 6");
            row.perform.add(named(a, Role::actions, "action", [](const auto& e) { return e.brief; }));
        }
        if (row.perform.contains(Role::Action::Stall) && (row.perform.size() > 1 || row.next))
            fail("a row that stalls does nothing else", "`stall` alone, and no next state");
    }

    enum class Section { Head, AtCache, AtHome };
    std::string_view text_;
    const std::string& file_;
    std::size_t line_ = 0;
    Section section_ = Section::Head;
    std::string name_;
    std::string prose_;
    const Protocol* base_ = nullptr;
    Changes<Cache> cache_;
    Changes<Directory> home_;
    Lines<Cache> cache_lines_;
    Lines<Directory> home_lines_;
};

}  // namespace

OwnProtocol read_protocol(std::string_view text, const std::string& file) { return Reader{text, file}.read(); }

}  // namespace hitm::protocols
