// The canonical text of a scenario: what its result depends on, and nothing else.
#include <fmt/format.h>

#include <iterator>

#include "workloads/program/scenario.hpp"

namespace hitm::program {
namespace {

using Text = fmt::memory_buffer;

template <typename... Arguments>
void line(Text& to, fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(to), form, std::forward<Arguments>(arguments)...);
    to.push_back('\n');
}

std::string text_of(const Amount& amount) { return amount.parameter.empty() ? to_text(amount.quantity) : "$" + amount.parameter; }

std::string text_of(const Place& place) {
    using Kind = layout::Placement::Kind;
    switch (place.kind) {
        case Kind::Base: return "base " + text_of(place.number);
        case Kind::Slab: return fmt::format("slab align {} bytes {}", text_of(place.number), text_of(place.slab_bytes));
        case Kind::Array: return "array";
        case Kind::Heap: return "heap align " + text_of(place.number);
    }
    return "";
}

std::string home_of(const Object& object) {
    using Kind = workloads::NumaHome::Kind;
    if (object.home == Kind::Node) return "node " + text_of(object.node);
    return object.home == Kind::Interleave ? "interleave" : "first-touch";
}

void put(Text& to, std::string_view key, const Observation& o) {
    const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : std::string("-"); };
    line(to, "{}: threads {} change {} before {} after {} machine {}", key, o.threads, number(o.change_percent),
         number(o.before_per_second), number(o.after_per_second), o.machine.value_or("-"));
}

void put(Text& to, const Side& side) {
    for (const auto& [name, layout] : side.layouts) {
        line(to, "  layout {}: size {} align {}", name, layout.size, layout.align);
        for (const layout::Flat& leaf : layout.flatten()) line(to, "    {} {} {}", leaf.offset, leaf.size, leaf.path);
    }
    for (const Object& o : side.objects) {
        const char* per = o.per == Object::Per::Shared ? "" : o.per == Object::Per::Cpu ? " per cpu" : " per thread";
        line(to, "  object {}: layout {} count {}{} place {} home {}", o.name, o.layout, text_of(o.count), per, text_of(o.place),
             home_of(o));
        for (const auto& [field, value] : o.initial) line(to, "    initial {} {}", field, value);
    }
    line(to, "  programs by {}: {}", side.mix.by_operations ? "operations" : "threads", side.mix.text);
}

}  // namespace

std::string Scenario::resolved() const {
    Text text;
    line(text, "hitm 1");
    line(text, "machine: {}", machine);
    line(text, "threads: {}", fmt::join(threads, " "));
    line(text, "cpus: {}", to_text(cpus));
    for (const Parameter& p : parameters) {
        const std::string range = p.range ? fmt::format("{} to {}", to_text(p.range->first), to_text(p.range->second)) : "none";
        line(text, "parameter {}: {} range {}", p.name, to_text(p.value), range);
    }
    if (fit) line(text, "fit: {}", fit->free);
    if (fit) {
        for (const Observation& o : fit->on) put(text, "on", o);
    }
    for (const Observation& o : published) put(text, "published", o);
    line(text, "before:");
    put(text, before);
    line(text, "after:");
    put(text, after);
    return fmt::to_string(text);
}

}  // namespace hitm::program
