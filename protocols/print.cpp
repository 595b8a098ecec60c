// Tables as Markdown, verdicts as lines.
#include "protocols/print.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

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

template <class Role>
void print_cell(std::ostream& out, const Row<Role>& row, typename Role::State state) {
    const char* between = " ";
    for (auto a : row.perform) {
        out << between << Role::actions[static_cast<std::size_t>(a)].brief;
        between = ", ";
    }
    if (row.next && *row.next != state) out << " / " << info(*row.next).name;
    else if (row.perform.size() == 0) out << " -";
}

template <class Role>
void print_table(std::ostream& out, const Table<Role>& table) {
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
            if (const auto* row = table.find(s.id, e.id)) print_cell(out, *row, s.id);
            out << " |";
        }
        out << '\n';
    }
}

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
    print_table(out, p.cache);
    out << "\n## At home\n\nAlso a cluster's agent towards its cores. What is *outside* happens only at an agent.\n\n";
    print_states(out, p.directory);
    out << '\n';
    print_table(out, p.directory);
    out << "\n## Messages\n\n";
    print_messages(out);
    return out.str();
}

std::string report(const Setting& setting, const Verdict& v) {
    std::ostringstream out;
    out << describe(setting) << ": " << (v.holds ? "holds" : "broken: ") << v.broken << "; " << v.states << " states, " << v.transitions
        << " transitions, depth " << v.depth << ", " << std::fixed << std::setprecision(2) << v.seconds << " s\n";
    for (std::size_t i = 0; i < v.trail.size(); ++i) out << "  " << i + 1 << ". " << v.trail[i] << '\n';
    return out.str();
}

}  // namespace hitm::protocols
