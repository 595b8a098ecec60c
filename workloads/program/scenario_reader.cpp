// A scenario file read from top to bottom.
#include <fmt/format.h>

#include <algorithm>

#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

std::vector<unsigned> read_threads(const Reader& reader, const Node& node) {
    std::vector<unsigned> result;
    if (node.kind == Node::Kind::Text) return {reader.whole(node, "threads", 1, 65536)};
    for (const Node& item : reader.list(node, "threads")) result.push_back(reader.whole(item, "threads", 1, 65536));
    if (result.empty()) reader.wrong(node.line, "threads", "is empty; write [16, 32]");
    return result;
}

CpuPolicy read_cpus(const Reader& reader, const Node& node) {
    CpuPolicy result;
    if (node.kind == Node::Kind::Text) {
        try {
            return parse_cpu_policy(node.text);
        } catch (const BadScenario&) {
            reader.wrong(
                node.line, "cpus",
                fmt::format("{} is no policy; write cores-first, siblings-first, one-socket-first, scatter or [0, 2, 4]", describe(node)));
        }
    }
    result.kind = CpuPolicy::Kind::List;
    for (const Node& item : reader.list(node, "cpus")) result.list.push_back(reader.whole(item, "cpus", 0, 65535));
    if (result.list.empty()) reader.wrong(node.line, "cpus", "is empty; write cores-first or [0, 2, 4]");
    std::vector<unsigned> sorted = result.list;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        reader.wrong(node.line, "cpus", fmt::format("names CPU {} twice; one thread each", *twice));
    return result;
}

void read_fit(Reader& reader, const Node& node, Scenario& scenario) {
    reader.expect_keys(node, "fit", {"free", "on"});
    const Node& free = reader.need(node, "fit", "free", "free: work");
    if (free.kind == Node::Kind::List) reader.wrong(free.line, "fit", "frees several parameters; at most one can be fitted, name one");
    Fit fit;
    fit.free = reader.text(free, "free");
    if (!reader.parameter(fit.free, free.line, "free").range)
        reader.wrong(free.line, "free", fmt::format("{} has no range to search; give it one", fit.free));
    fit.on = read_observations(reader, reader.need(node, "fit", "on", "on: [{threads: 4, before: 1.9M/s}]"), "on");
    if (fit.on.empty()) reader.wrong(node.line, "on", "is empty; write [{threads: 4, before: 1.9M/s}]");
    scenario.fit = std::move(fit);
}

void read_head(Reader& reader, const Node& root, Scenario& scenario) {
    const Node& version = reader.need(root, "scenario", "hitm", "hitm: 1");
    if (reader.text(version, "hitm") != "1")
        reader.wrong(version.line, "hitm", fmt::format("format {} is not known; write hitm: 1", describe(version)));
    if (const Node* about = root.find("about")) scenario.about = reader.text(*about, "about");
    if (const Node* source = root.find("source")) scenario.source = reader.text(*source, "source");
    scenario.machine = reader.text(reader.need(root, "scenario", "machine", "machine: xeon_8592p_1s"), "machine");
    if (scenario.machine.empty()) reader.wrong(root.find("machine")->line, "machine", "is empty; name a machine");
    scenario.threads = read_threads(reader, reader.need(root, "scenario", "threads", "threads: [16, 32]"));
    if (const Node* cpus = root.find("cpus")) scenario.cpus = read_cpus(reader, *cpus);
    if (const Node* parameters = root.find("parameters")) reader.parameters = read_parameters(reader, *parameters);
    if (const Node* published = root.find("published")) scenario.published = read_observations(reader, *published, "published");
}

void read_before(Reader& reader, const Node& root, Scenario& scenario) {
    Side& before = scenario.before;
    before.layouts = read_layouts(reader, reader.need(root, "scenario", "layouts", "layouts: {file: {read: file.before.txt}}"));
    before.objects = read_objects(reader, reader.need(root, "scenario", "objects", "objects: {file: {layout: file}}"), before.layouts);
    const Node* program = root.find("program");
    const Node* programs = root.find("programs");
    if (!program && !programs)
        reader.wrong(root.line, "scenario", "program is missing; for example program: [add: file.f_ref, count: operation]");
    before.mix = read_mix(reader, program, programs);
}

void check_all_used(const Reader& reader) {
    for (const Parameter& p : reader.parameters)
        if (!reader.used.contains(p.name))
            reader.wrong(p.line, p.name, fmt::format("is used nowhere; write ${} where it belongs, or take it out", p.name));
}

std::string name_of(const std::filesystem::path& file) {
    if (file.stem() != "scenario") return file.stem().string();
    const std::string folder = std::filesystem::absolute(file).lexically_normal().parent_path().filename().string();
    return folder.empty() ? "scenario" : folder;
}

}  // namespace

Scenario read_scenario(std::string_view text, std::string_view file, Files files, const Given& given) {
    const Node root = read_document(text, file);
    Reader reader(file, files, &given);
    if (root.find("trace")) reader.wrong(root.line, "trace", "traces are not replayed by this version; write a program");
    reader.expect_keys(root, "scenario",
                       {"hitm", "about", "source", "machine", "threads", "cpus", "parameters", "fit", "layouts", "objects", "fix",
                        "program", "programs", "published"});
    Scenario scenario;
    scenario.path = file;
    scenario.name = name_of(file);
    read_head(reader, root, scenario);
    read_before(reader, root, scenario);
    if (const Node* fit = root.find("fit")) read_fit(reader, *fit, scenario);
    scenario.after = scenario.before;
    if (const Node* fix = root.find("fix")) read_fix(reader, *fix, scenario);
    check_all_used(reader);
    scenario.parameters = std::move(reader.parameters);
    check_side(scenario.before, file, scenario.fixed ? "before the fix" : "");
    if (scenario.fixed) check_side(scenario.after, file, "after the fix");
    return scenario;
}

Scenario read_scenario(const std::filesystem::path& file) { return read_scenario(slurp(file), file.string()); }

CpuPolicy parse_cpu_policy(std::string_view text) {
    using Kind = CpuPolicy::Kind;
    if (text == "cores-first") return {Kind::CoresFirst, {}};
    if (text == "siblings-first") return {Kind::SiblingsFirst, {}};
    if (text == "one-socket-first") return {Kind::OneSocketFirst, {}};
    if (text == "scatter") return {Kind::Scatter, {}};
    const bool listed = text.starts_with('[') || (!text.empty() && text.front() >= '0' && text.front() <= '9');
    if (!listed)
        throw BadScenario("--cpus", 1, text, "is no policy; write cores-first, siblings-first, one-socket-first, scatter or 0,2,4");
    Node list = read_document(text.starts_with('[') ? std::string(text) : fmt::format("[{}]", text), "--cpus");
    return read_cpus(Reader("--cpus"), list);
}

std::string to_text(const CpuPolicy& policy) {
    switch (policy.kind) {
        case CpuPolicy::Kind::CoresFirst: return "cores-first";
        case CpuPolicy::Kind::SiblingsFirst: return "siblings-first";
        case CpuPolicy::Kind::OneSocketFirst: return "one-socket-first";
        case CpuPolicy::Kind::Scatter: return "scatter";
        case CpuPolicy::Kind::List: return fmt::format("[{}]", fmt::join(policy.list, ", "));
    }
    return "";
}

}  // namespace hitm::program
