// Tables as Markdown, verdicts as lines.
#include "protocols/print.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "protocols/text.hpp"
#include "protocols/trail.hpp"
#include "protocols/words.hpp"

namespace hitm::protocols {
namespace {

template <class Role>
bool used(const Table<Role>& table, typename Role::State state) {
    return std::ranges::any_of(Role::events, [&](const auto& e) { return table.find(state, e.id) != nullptr; });
}

template <class Role>
bool used(const Table<Role>& table, typename Role::Event event) {
    return std::ranges::any_of(Role::states, [&](const auto& s) { return table.find(s.id, event) != nullptr; });
}

/// States down, events across; `say(row, state, event)` is what a cell says.
template <class Role, class Say>
void print_table(std::ostream& out, const Table<Role>& table, Say&& say) {
    std::string rule = "|---|";
    out << "| |";
    for (const auto& e : Role::events) {
        if (!used<Role>(table, e.id)) continue;
        out << ' ' << e.name << " |";
        rule += "---|";
    }
    out << '\n' << rule << '\n';
    for (const auto& s : Role::states) {
        if (!used<Role>(table, s.id)) continue;
        out << "| **" << s.name << "** |";
        for (const auto& e : Role::events) {
            if (!used<Role>(table, e.id)) continue;
            if (const auto* row = table.find(s.id, e.id)) out << ' ' << say(*row, s.id, e.id);
            out << " |";
        }
        out << '\n';
    }
}

const auto as_text = [](const auto& row, auto state, auto) { return cell_text(row, state); };

template <class Role>
void print_states(std::ostream& out, const Table<Role>& table) {
    for (const auto& s : Role::states)
        if (used<Role>(table, s.id)) out << "- **" << s.name << "**: " << s.prose << '\n';
}

void print_messages(std::ostream& out) {
    for (const auto& m : messages) {
        const auto* channel = m.channel == Channel::Request ? "request" : m.channel == Channel::Forward ? "forward" : "response";
        out << "- **" << m.name << "** (" << channel << (m.carries_data ? ", with data" : "") << "): " << m.prose << '\n';
    }
}

}  // namespace

std::string markdown(const Protocol& p) {
    std::ostringstream out;
    out << "<!-- Printed from the tables; a test compares it. HITM_UPDATE=1 rewrites it. -->\n# " << p.name << "\n\n"
        << p.prose << "\n\nA cell reads *actions / next state*; `-` means that nothing need be done; an empty cell cannot happen.\n\n"
        << "## At the cache\n\nAlso a cluster's agent towards the home.\n\n";
    print_states(out, p.cache);
    out << '\n';
    print_table(out, p.cache, as_text);
    out << "\n## At home\n\nAlso a cluster's agent towards its cores. What is *outside* happens only at an agent.\n\n";
    print_states(out, p.directory);
    out << '\n';
    print_table(out, p.directory, as_text);
    out << "\n## Messages\n\n";
    print_messages(out);
    return out.str();
}

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

template <class Role>
void html_table(std::ostream& out, const Table<Role>& table) {
    out << "<table><thead><tr><th></th>";
    for (const auto& e : Role::events)
        if (used<Role>(table, e.id)) out << "<th scope=\"col\">" << escaped(e.name) << "</th>";
    out << "</tr></thead><tbody>\n";
    for (const auto& s : Role::states) {
        if (!used<Role>(table, s.id)) continue;
        out << "<tr><th scope=\"row\" title=\"" << escaped(s.prose) << "\">" << escaped(s.name) << "</th>";
        for (const auto& e : Role::events) {
            if (!used<Role>(table, e.id)) continue;
            const auto* row = table.find(s.id, e.id);
            out << "<td"
                << (row == nullptr          ? " class=\"blank\""
                    : row->perform.stalls() ? " class=\"stall\""
                                            : "")
                << '>' << escaped(row == nullptr ? "" : cell_text(*row, s.id)) << "</td>";
        }
        out << "</tr>\n";
    }
    out << "</tbody></table>\n";
}

template <class Role>
void html_states(std::ostream& out, const Table<Role>& table) {
    out << "<dl>";
    for (const auto& s : Role::states)
        if (used<Role>(table, s.id)) out << "<dt>" << escaped(s.name) << "</dt><dd>" << escaped(s.prose) << "</dd>\n";
    out << "</dl>\n";
}

constexpr const char* style =
    "body{font:15px/1.4 system-ui,sans-serif;margin:2em;color:#222;background:#fff}table{border-collapse:collapse;font-size:12px}"
    "th,td{border:1px solid #bbb;padding:3px 5px;vertical-align:top;text-align:left}thead th{position:sticky;top:0;background:#eee}"
    "th[scope=row]{background:#eee}td.blank{background:#f4f4f4}td.stall{color:#777}.wide{overflow-x:auto}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 1em}dt{font-weight:bold}dd{margin:0}"
    "@media print{thead th{position:static}body{margin:0}}";

}  // namespace

std::string html(const Protocol& p) {
    std::ostringstream out;
    out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>"
        << escaped(p.name) << "</title><style>" << style << "</style></head><body>\n<h1>" << escaped(p.name) << "</h1>\n<p>"
        << escaped(p.prose)
        << "</p>\n<p>A cell reads <em>actions / next state</em>; - means that nothing need be done; an empty cell cannot "
        << "happen.</p>\n<h2>At the cache</h2>\n";
    html_states(out, p.cache);
    out << "<div class=\"wide\">";
    html_table(out, p.cache);
    out << "</div><h2>At home</h2>\n";
    html_states(out, p.directory);
    out << "<div class=\"wide\">";
    html_table(out, p.directory);
    out << "</div></body></html>\n";
    return out.str();
}

std::string difference_markdown(const Protocol& a, const Protocol& b) {
    std::ostringstream out;
    out << "| | cell | " << a.name << " | " << b.name << " |\n|---|---|---|---|\n";
    for (const auto& d : difference(a, b)) out << "| " << d.who << " | " << d.cell << " | " << d.before << " | " << d.after << " |\n";
    return out.str();
}

std::string coverage(const Protocol& p, const std::vector<Exploration>& explorations) {
    std::ostringstream out;
    const auto letters = [&](auto is_in) {
        std::string text;
        for (const auto& e : explorations)
            if (is_in(e.reached)) text += e.letter;
        return text.empty() ? "**none**" : text;
    };
    out << "## " << p.name << "\n\n### At the cache\n\n";
    print_table(out, p.cache, [&](const auto&, auto s, auto e) {
        return letters([cell = cell_number<Cache>(s, e)](const Reached& r) { return (r.core | r.agent_above).test(cell); });
    });
    out << "\n### At home\n\n";
    print_table(out, p.directory, [&](const auto&, auto s, auto e) {
        return letters([cell = cell_number<Directory>(s, e)](const Reached& r) { return (r.home | r.agent_below).test(cell); });
    });
    return out.str();
}

std::string report(const Setting& setting, const Verdict& v, const std::string& name) {
    std::ostringstream out;
    out << describe(setting) << ": " << (v.holds ? "holds" : "broken: ") << v.broken << "; " << v.states << " states, " << v.transitions
        << " transitions, depth " << v.depth << ", " << std::fixed << std::setprecision(2) << v.seconds << " s";
    if (v.states > 1) {
        const double n = static_cast<double>(v.states);
        out << ", omission probability " << std::scientific << std::setprecision(0) << n * n / 0x1p65;
    }
    out << '\n';
    for (std::size_t i = 0; i < v.trail.size(); ++i) out << "  " << i + 1 << ". " << v.trail[i] << '\n';
    if (!v.moves.empty()) out << "  drawn by: hitm protocol replay " << name << ' ' << to_key({setting, v.moves}) << '\n';
    return out.str();
}

}  // namespace hitm::protocols
