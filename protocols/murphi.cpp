// How a model is written: declarations, one if-chain a table, promises, invariants, rules.
#include "protocols/murphi.hpp"

#include <sstream>
#include <stdexcept>

#include "protocols/murphi_text.hpp"
#include "protocols/murphi_verbs.hpp"
#include "protocols/way.hpp"

namespace hitm::protocols::murphi {
namespace {

/// A name that Murphi takes: letters, digits and underscores.
std::string plain(std::string_view name) {
    std::string out;
    for (char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') out += c;
    return out;
}

std::string of(MessageType m) { return "T_" + plain(info(m).name); }
std::string of(Cache::State s) { return "C_" + plain(info(s).name); }
std::string of(Directory::State s) { return "D_" + plain(info(s).name); }
std::string of(Cache::Event e) { return "CE_" + plain(Cache::events[static_cast<std::size_t>(e)].name); }
std::string of(Directory::Event e) { return "DE_" + plain(Directory::events[static_cast<std::size_t>(e)].name); }

template <class Entries>
void declare_enum(std::ostream& out, const char* name, const Entries& entries) {
    out << "  " << name << ": enum {";
    const char* between = "";
    for (const auto& e : entries) {
        out << between << of(e.id);
        between = ", ";
    }
    out << "};\n";
}

/// A function from an enumeration to what a table of the vocabulary says of each member.
template <class Entries, class Value>
void declare_lookup(std::ostream& out, const char* name, const char* from, const char* to, const Entries& entries, Value&& value) {
    out << "function " << name << "(x: " << from << "): " << to << ";\nbegin\n  switch x\n";
    for (const auto& e : entries) out << "    case " << of(e.id) << ": return " << value(e) << ";\n";
    out << "  endswitch;\nend;\n";
}

const char* truth(bool b) { return b ? "true" : "false"; }

void declare_lookups(std::ostream& out) {
    declare_lookup(out, "Channel", "Kind", "0..2", messages, [](const auto& m) { return static_cast<int>(m.channel); });
    declare_lookup(out, "May", "CacheState", "0..2", Cache::states, [](const auto& s) { return static_cast<int>(s.may); });
    declare_lookup(out, "Stable", "CacheState", "boolean", Cache::states, [](const auto& s) { return truth(s.stable); });
    declare_lookup(out, "Owns", "CacheState", "boolean", Cache::states, [](const auto& s) { return truth(s.owns); });
    declare_lookup(out, "HomeStable", "HomeState", "boolean", Directory::states, [](const auto& s) { return truth(s.stable); });
    declare_lookup(out, "HomeOwned", "HomeState", "boolean", Directory::states, [](const auto& s) { return truth(s.owned); });
    declare_lookup(out, "HomeShared", "HomeState", "boolean", Directory::states, [](const auto& s) { return truth(s.shared); });
    declare_lookup(out, "HomeForwarder", "HomeState", "boolean", Directory::states, [](const auto& s) { return truth(s.forwarder); });
    out << "function KindNumbered(number: 0.." << messages.size() - 1 << "): Kind;\nbegin\n  switch number\n";
    for (const auto& m : messages) out << "    case " << static_cast<int>(m.id) << ": return " << of(m.id) << ";\n";
    out << "  endswitch;\nend;\nfunction NumberOf(x: Kind): 0.." << messages.size() - 1 << ";\nbegin\n  switch x\n";
    for (const auto& m : messages) out << "    case " << of(m.id) << ": return " << static_cast<int>(m.id) << ";\n";
    out << "  endswitch;\nend;\n";
}

template <class Role>
void print_condition(std::ostream& out, const Row<Role>& row, const char* state) {
    const auto any = [&](const auto& entries, const auto& set, const char* of_what) {
        const char* between = "(";
        for (const auto& e : entries)
            if (set.contains(e.id)) {
                out << between << of_what << " = " << of(e.id);
                between = " | ";
            }
        out << ")";
    };
    any(Role::states, row.in, state);
    out << " & ";
    any(Role::events, row.on, "e");
}

/// The table as one if-chain; a cell that no row claims is an error.
template <class Role>
void print_rows(std::ostream& out, const Table<Role>& table, const char* head, const char* state) {
    out << head;
    const char* word = "  if ";
    for (const auto& row : table.rows()) {
        out << word;
        print_condition(out, row, state);
        out << " then\n    ";
        bool again = row.perform.stalls();
        for (auto a : row.perform) {
            out << body(a) << ' ';
            if constexpr (std::is_same_v<Role, Directory>) again = again || a == Directory::Action::Again;
        }
        if (row.next) out << state << " := " << of(*row.next) << "; ";
        out << "taken := " << truth(!again) << ";\n";
        word = "  elsif ";
    }
    out << "  else error \"no row\"; end;\nend;\n";
}

}  // namespace

std::string name_of(Cache::Event event) { return of(event); }
std::string name_of(Directory::Event event) { return of(event); }

unsigned word(const Message& m, int caches) {
    const unsigned radix = static_cast<unsigned>(caches) + 1;
    unsigned w = static_cast<unsigned>(m.type);
    for (unsigned digit : {unsigned{m.from}, unsigned{m.to}, unsigned{m.requestor}, static_cast<unsigned>(m.acks)}) w = w * radix + digit;
    return 1 + w * 3 + m.data;
}

std::string declarations(int caches) {
    const unsigned radix = static_cast<unsigned>(caches) + 1;
    std::ostringstream out;
    out << "const\n  N: " << caches << ";  -- caches; also the home's number\n  none: N + 1;\n  MaxBag: " << 4 * caches + 3
        << ";\n  MaxLine: " << caches + 2 << ";\ntype\n  Cache: 0..N - 1;\n  Node: 0..N;\n  Who: 0..N + 1;\n  Count: 0..N;\n"
        << "  Data: 0..2;  -- stale, fresh, fresh a moment ago\n  Slot: 0..MaxBag;\n  Place: 0..MaxLine;\n  Words: 0.."
        << messages.size() * radix * radix * radix * radix * 3
        << ";\n  Done: enum {Done_Nothing, Done_Load, Done_Store, Done_Atomic};\n  Owed: enum {Owed_Nothing, Owed_Load, Owed_Store, "
           "Owed_Rmw};\n";
    declare_enum(out, "Kind", messages);
    declare_enum(out, "CacheState", Cache::states);
    declare_enum(out, "CacheEvent", Cache::events);
    declare_enum(out, "HomeState", Directory::states);
    declare_enum(out, "HomeEvent", Directory::events);
    out << "var\n  cache: array[Cache] of record state: CacheState; data: Data; acks: -N..N; owed: Owed; end;\n"
        << "  home: record state: HomeState; owner: Who; memory: Data; acks: -N..N; hold: Who; sharers: array[Cache] of boolean; end;\n"
        << "  bag: array[Slot] of Words;                    -- requests and responses, sorted\n"
        << "  line: array[Cache] of array[Place] of Words;  -- forwards, in the order they were sent\n";
    declare_lookups(out);
    out << channels << columns;
    return out.str();
}

std::string model(const Protocol& protocol, const Setting& setting) {
    if (setting.levels != 1) throw std::invalid_argument("a Murphi model has one level; right would be levels = 1");
    std::ostringstream out;
    out << "-- " << protocol.name << ", " << describe(setting) << ". Printed from the tables by hitm.\n" << declarations(setting.caches);
    print_rows(out, protocol.cache,
               "procedure CacheRow(i: Cache; e: CacheEvent; from: Node; req: Node; acks: Count; data: Data; var taken: boolean; var done: "
               "Done);\nbegin\n",
               "cache[i].state");
    print_rows(out, protocol.directory,
               "procedure HomeRow(e: HomeEvent; from: Node; req: Node; acks: Count; data: Data; var taken: boolean);\nbegin\n",
               "home.state");
    std::string text = out.str();
    const auto say = [](std::string where, const std::string& name, bool value) {
        for (auto at = where.find(name); at != std::string::npos; at = where.find(name, at)) where.replace(at, name.size(), truth(value));
        return where;
    };
    text += say(promises, "Confirms", setting.inside == Way::Confirm);
    text += say(properties, "Silent", leaves_in_silence(protocol.cache));
    text += say(rules, "Far", is_far(protocol.cache));
    return text;
}

}  // namespace hitm::protocols::murphi
