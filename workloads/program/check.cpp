// Do the programs of a side fit its objects and layouts? Asked once before and once after the fix.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

class Checker {
public:
    Checker(const Side& side, std::string_view file, std::string_view what) : side_(side), file_(file) {
        if (!what.empty()) what_ = fmt::format(" {}", what);
    }

    void run() {
        for (const Program& program : side_.mix.programs) {
            bound_.clear();
            moves_ = false;
            collect(program.steps);
            walk(program.steps);
            if (!moves_) wrong(program.line, "program", "takes no time: it neither touches memory nor works; add an access");
        }
        check_initial();
    }

private:
    [[noreturn]] void wrong(int line, std::string_view key, std::string_view what) const { throw BadScenario(file_, line, key, what); }

    const Object& object(const std::string& name, int line, std::string_view key) const {
        std::vector<std::string> names;
        for (const Object& o : side_.objects) {
            if (o.name == name) return o;
            names.push_back(o.name);
        }
        const std::string near = hint(name, names);
        wrong(line, key, fmt::format("there is no object {}{}{}", name, what_, near.empty() ? "; declare it under objects" : near));
    }

    /// Registers are written somewhere in the program, before or behind.
    void collect(const std::vector<Step>& steps) {
        for (const Step& step : steps) {
            if (step.kind == Step::Kind::Set) registers_.insert(step.target);
            for (const Touch& touch : step.touches) {
                for (const std::string& name : {touch.into, touch.old})
                    if (!name.empty()) registers_.insert(name);
            }
            collect(step.body);
            collect(step.otherwise);
        }
    }

    void walk(const std::vector<Step>& steps) {
        for (const Step& step : steps) {
            if (step.kind == Step::Kind::Pick) pick(step);
            if (step.kind == Step::Kind::Gap || step.kind == Step::Kind::Touch) moves_ = true;
            for (const Touch& touch : step.touches) check(touch);
            check(step.operand);
            check(step.condition.left);
            check(step.condition.right);
            walk(step.body);
            walk(step.otherwise);
            if (step.kind == Step::Kind::While || step.kind == Step::Kind::Until) check_ends(step);
        }
    }

    // A loop that waits must let time pass, or the thread would wait for ever in one moment.
    void check_ends(const Step& step) const {
        const auto passes = [](const Step& s) { return s.kind == Step::Kind::Touch || s.kind == Step::Kind::Gap; };
        if (std::ranges::none_of(step.body, passes))
            wrong(step.line, "do", "neither loads nor pauses at its top level, so waiting would take no time; load what it waits for");
    }

    void pick(const Step& step) {
        const Object& picked = object(step.object, step.line, "pick");
        if (step.by == Step::By::Own && picked.per == Object::Per::Shared && picked.count.parameter.empty() &&
            picked.count.quantity.value == 1)
            wrong(step.line, "pick",
                  fmt::format("{} has one object, so none is a thread's own; write per: thread on it, or leave by: own out", picked.name));
        const auto [found, fresh] = bound_.emplace(step.as, picked.name);
        if (!fresh && found->second != picked.name)
            wrong(step.line, "pick", fmt::format("{} already stands for an object of {}; choose another name", step.as, found->second));
        if (step.as != step.object && std::ranges::find(side_.objects, step.as, &Object::name) != side_.objects.end())
            wrong(step.line, "as", fmt::format("{} is the name of other objects; choose another name", step.as));
    }

    void check(const Touch& touch) {
        const auto bound = bound_.find(touch.object);
        const Object& target = object(bound == bound_.end() ? touch.object : bound->second, touch.line, "program");
        const bool several = !target.count.parameter.empty() || target.count.quantity.value > 1;
        if (bound == bound_.end() && several && target.per == Object::Per::Shared)
            wrong(touch.line, touch.object,
                  fmt::format("there are {} of them and none was picked; write - pick: {} before", to_text(target.count.quantity),
                              target.name));
        check_field(touch, target);
        check(touch.value);
        check(touch.expect);
    }

    void check_field(const Touch& touch, const Object& target) const {
        const layout::Layout::Place place = find(target, touch.field, touch.line, touch.object);
        if (place.size == 0) wrong(touch.line, touch.field, "has no bytes; name a member with a size");
        const double at = touch.at.quantity.value, bytes = touch.bytes.quantity.value;
        if (bytes == 0 && at == 0 && place.size > 64)
            wrong(touch.line, touch.field,
                  fmt::format("has {} bytes, more than one access takes; name a member of it, or say bytes: and at:", place.size));
        if (at != std::floor(at) || bytes != std::floor(bytes) || at + std::max(bytes, 1.0) > static_cast<double>(place.size) || bytes > 64)
            wrong(touch.line, touch.field,
                  fmt::format("has {} bytes{}; at {} and bytes {} do not lie in it (at most 64 bytes an access)", place.size, what_, at,
                              bytes));
    }

    layout::Layout::Place find(const Object& target, const std::string& field, int line, std::string_view key) const {
        const layout::Layout& layout = side_.layouts.at(target.layout);
        const auto renames = side_.renamed.find(target.layout);
        const std::string path = renames == side_.renamed.end() ? field : renamed_path(renames->second, field);
        try {
            return layout.find(path);
        } catch (const layout::BadLayout& e) {
            wrong(line, key, fmt::format("no field {}{} in layout {}: {}", field, what_, target.layout, e.what()));
        }
    }

    void check(const Operand& operand) const {
        if (operand.kind == Operand::Kind::Register && !registers_.contains(operand.name)) {
            std::vector<std::string> known(registers_.begin(), registers_.end());
            const std::string near = hint(operand.name, known);
            wrong(operand.line, "register",
                  fmt::format("nothing is put into {}{}", operand.name, near.empty() ? "; write into: on a load before" : near));
        }
    }

    void check_initial() const {
        for (const Object& object : side_.objects) {
            for (const auto& [field, value] : object.initial) {
                const layout::Layout::Place place = find(object, field, object.line, "initial");
                if (place.size > 8)
                    wrong(object.line, "initial",
                          fmt::format("{} has {} bytes; a value has 8 at most, name a member of it", field, place.size));
            }
        }
    }

    const Side& side_;
    std::string_view file_;
    std::string what_;
    std::set<std::string> registers_;
    std::map<std::string, std::string> bound_;
    bool moves_ = false;
};

bool counts(const std::vector<Step>& steps) {
    return std::ranges::any_of(steps, [](const Step& s) { return s.kind == Step::Kind::Count || counts(s.body) || counts(s.otherwise); });
}

}  // namespace

void check_side(const Side& side, std::string_view file, std::string_view what) { Checker(side, file, what).run(); }

void expect_operations(const Scenario& scenario) {
    for (const Side* side : {&scenario.before, &scenario.after}) {
        const auto& programs = side->mix.programs;
        if (std::ranges::none_of(programs, [](const Program& p) { return counts(p.steps); }))
            throw BadScenario(scenario.path, programs.front().line, "program",
                              "counts no operation, so no run would ever be long enough; end it with count: operation");
    }
}

}  // namespace hitm::program
