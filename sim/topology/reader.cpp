// From a machine file and its family to a Machine: what sim/machine/library.hpp declares and needs shapes for.
#include <algorithm>
#include <charconv>

#include "sim/machine/library.hpp"
#include "sim/machine/spelling.hpp"
#include "sim/topology/fabric.hpp"

namespace hitm::sim {
namespace {

namespace fs = std::filesystem;

/// What topology and validate() refuse begins with a key, but they do not know where it stands.
template <class Step>
auto located(const Document& from, const Step& step) {
    try {
        return step();
    } catch (const BadMachine& error) {
        const std::string what = error.what();
        throw BadMachine(from.place_of(what.substr(0, what.find(':'))) + ": " + what);
    }
}

Picoseconds time(Document& from, std::string_view key, const Clocks& clocks) {
    return static_cast<Picoseconds>(from.number(key, Measure::Time, clocks) + 0.5);
}

CacheShape read_cache(Document& from, const std::string& name, const Clocks& clocks) {
    return {.bytes = static_cast<std::uint64_t>(from.number("caches." + name + "_size", Measure::Size, clocks)),
            .ways = from.count("caches." + name + "_ways"),
            .hit = time(from, "caches." + name + "_hit", clocks)};
}

protocols::Way read_way(Document& from, std::string_view key) {
    return from.word(key, {"chain", "confirm"}) == "chain" ? protocols::Way::Chain : protocols::Way::Confirm;
}

DirectoryScheme read_directory(Document& from) {
    const std::string scheme = from.word("coherence.directory", {"at_home", "in_memory", "in_memory_cached"});
    if (scheme == "at_home") return DirectoryScheme::AtHome;
    return scheme == "in_memory" ? DirectoryScheme::InMemory : DirectoryScheme::InMemoryCached;
}

Costs read_costs(Document& from, const Clocks& clocks) {
    const auto cost = [&](const char* name) { return time(from, std::string("costs.") + name, clocks); };
    return {.miss_issue = cost("miss_issue"),
            .agent_lookup = cost("agent_lookup"),
            .agent_interval = cost("agent_interval"),
            .snoop = cost("snoop"),
            .shared_data = cost("shared_data"),
            .fill = cost("fill"),
            .home_lookup = cost("home_lookup"),
            .dram = cost("dram"),
            .dram_bytes_per_ns = from.number("costs.dram_bandwidth", Measure::Rate, clocks),
            .locked = cost("locked"),
            .locked_after_fill = cost("locked_after_fill"),
            .sibling_handover = cost("sibling_handover"),
            .control_bytes = from.count("costs.control_bytes"),
            .data_bytes = from.count("costs.data_bytes")};
}

LinkCost read_link(Document& from, const std::string& name, const std::string& bandwidth, const Clocks& clocks) {
    return {time(from, "links." + name, clocks), from.number("links." + bandwidth, Measure::Rate, clocks)};
}

std::vector<std::string> pictures(const Tree& list) {
    std::vector<std::string> rows;
    if (list.kind == Tree::Kind::Scalar) return {list.text};
    for (const Tree& row : list.children) rows.push_back(row.text);
    return rows;
}

SocketShape read_arrangement(Document& from, const Clocks& clocks) {
    const Tree& at = from.node("arrangement");
    const std::vector<std::string> kinds = {"flat", "mesh", "ring", "star"};
    const Tree* kind = nullptr;
    for (const Tree& child : at.children) {
        if (child.key == "source") continue;
        if (kind != nullptr) Document::fail(child, "arrangement", "a second arrangement; one of flat, mesh, ring, star would be right");
        if (std::find(kinds.begin(), kinds.end(), child.key) == kinds.end())
            Document::fail(child, "arrangement",
                           "'" + child.key + "' is unknown" + nearest_hint(child.key, kinds) + "; right would be flat, mesh, ring or star");
        kind = &child;
    }
    if (kind == nullptr) Document::fail(at, "arrangement", "empty; one of flat, mesh, ring, star would be right");
    if (kind->key == "mesh")
        return Mesh{.rows = pictures(*kind),
                    .vertical = read_link(from, "vertical", "fabric_bandwidth", clocks),
                    .horizontal = read_link(from, "horizontal", "fabric_bandwidth", clocks),
                    .die_crossing = static_cast<Picoseconds>(from.number_or("links.die_crossing", Measure::Time, clocks, 0))};
    if (kind->key == "ring") {
        const LinkCost hop = read_link(from, "hop", "fabric_bandwidth", clocks);
        const double between = from.number_or("links.between_rings", Measure::Time, clocks, static_cast<double>(hop.latency));
        return Ring{.rings = pictures(*kind), .hop = hop, .between_rings = {static_cast<Picoseconds>(between), hop.bytes_per_ns}};
    }
    if (kind->key == "star")
        return Star{.core = read_link(from, "core", "fabric_bandwidth", clocks),
                    .cluster = read_link(from, "cluster", "cluster_bandwidth", clocks)};
    return Flat{.link = read_link(from, "core", "fabric_bandwidth", clocks)};
}

unsigned socket_number(const Tree& at) {
    unsigned number = 0;
    const char* end = at.text.data() + at.text.size();
    const auto [stop, error] = std::from_chars(at.text.data(), end, number);
    if (error != std::errc{} || stop != end)
        Document::fail(at, "socket_links", "'" + at.text + "' is no socket; sockets are numbered from 0");
    return number;
}

SocketEdges read_edges(Document& from, unsigned sockets) {
    if (sockets == 1) return {};
    const Tree& at = from.node("socket_links");
    const Tree* value = at.find("value");
    if (value == nullptr)
        Document::fail(at, "socket_links", "no value; right would be fully_joined, ring, glueless_8, two_boards or [[0, 1], …]");
    if (value->kind == Tree::Kind::Scalar) return located(from, [&] { return socket_edges(value->text, sockets); });
    SocketEdges edges;
    for (const Tree& pair : value->children) {
        const bool far = pair.children.size() == 3 && pair.children[2].text == "far";
        if (pair.children.size() != 2 && !far)
            Document::fail(pair, "socket_links", "a link that is no pair; right would be [0, 1] or [0, 1, far]");
        edges.push_back({socket_number(pair.children[0]), socket_number(pair.children[1]), far});
    }
    return edges;
}

Shape read_shape(Document& from, const Machine& machine, const Clocks& clocks) {
    Shape shape;
    shape.socket = read_arrangement(from, clocks);
    shape.sockets = machine.sockets;
    shape.clusters_per_socket = machine.clusters_per_socket;
    shape.cores_per_cluster = machine.cores_per_cluster;
    shape.edges = read_edges(from, machine.sockets);
    if (machine.sockets > 1) {
        shape.socket_link = read_link(from, "socket", "socket_bandwidth", clocks);
        shape.socket_link_name = from.word("links.socket_name", {});
    }
    if (std::any_of(shape.edges.begin(), shape.edges.end(), [](const SocketEdge& edge) { return edge.far; }))
        shape.far_link = read_link(from, "far", "far_bandwidth", clocks);
    return shape;
}

void read_core(Document& from, Machine& machine, const Clocks& clocks) {
    machine.load_window = from.count("core.load_window");
    machine.store_buffer = from.count("core.store_buffer");
    machine.issue = time(from, "core.issue", clocks);
    machine.smt_gain = machine.threads_per_core > 1 ? from.number("core.smt_gain", Measure::Count, clocks) : 1.0;
    machine.ll_sc = from.word_or("core.locked_operations", {"whole", "ll_sc"}, "whole") == "ll_sc";
    machine.adjacent_line_prefetch = from.word("core.adjacent_line_prefetch", {"on", "off"}) == "on";
}

void read_counts(Document& from, Machine& machine) {
    machine.sockets = from.count("sockets");
    machine.clusters_per_socket = from.count_or("clusters_per_socket", 1);
    const unsigned cores = from.count("cores_per_socket");
    if (cores % machine.clusters_per_socket != 0)
        Document::fail(from.machine(), "cores_per_socket",
                       std::to_string(cores) + " cores cannot be shared equally by " + std::to_string(machine.clusters_per_socket) +
                           " clusters; right would be a multiple");
    machine.cores_per_cluster = cores / machine.clusters_per_socket;
    machine.threads_per_core = from.count("threads_per_core");
    // Here, before a network of that size is built.
    const double threads = static_cast<double>(machine.sockets) * cores * machine.threads_per_core;
    if (machine.sockets > 256)
        Document::fail(from.machine(), "sockets", std::to_string(machine.sockets) + " sockets; right would be at most 256");
    if (threads > 65536)
        Document::fail(from.machine(), "cores_per_socket",
                       std::to_string(static_cast<std::uint64_t>(threads)) + " hardware threads; right would be at most 65536");
}

Clocks read_clocks(Document& from) {
    const auto clock = [&](const char* key) {
        const double ghz = from.number(key, Measure::Frequency, {});
        if (ghz <= 0.01 || ghz > 100) Document::fail(from.machine(), key, "cannot be; right would be some GHz");
        return Clock{ghz};
    };
    return {.core = clock("clock"), .fabric = clock("fabric_clock")};
}

/// Keys that only some arrangements or socket counts need: stated for a family, they are no mistake elsewhere.
void excuse_unused(Document& from) {
    for (const char* key : {"vertical", "horizontal", "hop", "core", "cluster", "between_rings", "die_crossing", "socket", "far",
                            "fabric_bandwidth", "cluster_bandwidth", "socket_bandwidth", "far_bandwidth", "socket_name"})
        from.excuse(std::string("links.") + key);
    for (const char* key : {"hitm", "socket_links", "core.smt_gain"}) from.excuse(key);
}

Machine build(Document& from) {
    Machine machine;
    machine.about = from.prose("about");
    machine.family = from.prose("family");
    read_counts(from, machine);
    const Clocks clocks = read_clocks(from);
    machine.clock = clocks.core;
    machine.protocol = from.word("coherence.protocol", {});
    machine.cluster_way = read_way(from, "coherence.cluster_way");
    machine.home_way = read_way(from, "coherence.home_way");
    machine.directory = read_directory(from);
    machine.line_bytes = static_cast<unsigned>(from.number("memory.line", Measure::Size, clocks));
    machine.page_bytes = static_cast<unsigned>(from.number("memory.page", Measure::Size, clocks));
    machine.l1 = read_cache(from, "l1", clocks);
    machine.l2 = read_cache(from, "l2", clocks);
    machine.shared = read_cache(from, "shared", clocks);
    read_core(from, machine, clocks);
    machine.costs = read_costs(from, clocks);
    const Shape shape = read_shape(from, machine, clocks);
    excuse_unused(from);
    from.refuse_unknown();
    located(from, [&] {
        machine.fabric = build_fabric(shape);
        validate(machine);
    });
    return machine;
}

/// The family's file: by name in the library, by path beside the machine's file, or none.
Tree read_family(const Tree& machine) {
    const Tree* family = machine.find("family");
    if (family == nullptr) Document::fail(machine, "family", "missing; right would be a name of sim/machine/families, a path, or none");
    if (family->text == "none") return {};
    const bool is_path = family->text.find('/') != std::string::npos || family->text.ends_with(".yaml");
    const fs::path folder = data_root() / "sim" / "machine" / "families";
    const fs::path file = is_path ? fs::path(machine.file).parent_path() / family->text : folder / (family->text + ".yaml");
    if (!fs::exists(file)) {
        std::vector<std::string> known;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder, error)) known.push_back(entry.path().stem().string());
        std::sort(known.begin(), known.end());
        Document::fail(
            *family, "family",
            "'" + family->text + "' is not there" + nearest_hint(family->text, known) + "; right would be a file of " + folder.string());
    }
    return read_tree(file);
}

DescribedMachine describe(Tree tree) {
    const std::string name = fs::path(tree.file).stem().string();
    if (tree.kind != Tree::Kind::Map)
        Document::fail(tree, "file", "holds no machine; right would be keys such as family, sockets, cores_per_socket");
    Tree family = read_family(tree);
    Document from(std::move(tree), std::move(family));
    DescribedMachine described;
    described.machine = build(from);
    described.machine.name = name;
    described.stated = from.stated();
    return described;
}

}  // namespace

DescribedMachine describe_machine(const fs::path& file) { return describe(read_tree(file)); }

DescribedMachine describe_machine(std::string_view text, const std::string& file) { return describe(read_tree(text, file)); }

DescribedMachine describe_machine(std::string_view text, const std::string& file, std::string_view changes) {
    return describe(laid_over(read_tree(text, file), read_tree(changes, "changes")));
}

}  // namespace hitm::sim
