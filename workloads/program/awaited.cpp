// Which accesses a thread must wait for because a later step reads their value.
#include <set>

#include "workloads/program/bad_scenario.hpp"
#include "workloads/program/program.hpp"

namespace hitm::program {
namespace {

class Marker {
public:
    using Live = std::set<Touch*>;  ///< whose value `value` may hold

    explicit Marker(std::string_view file) : file_(file) {}

    void walk(std::vector<Step>& steps, Live& live) {
        for (Step& step : steps) walk(step, live);
    }

private:
    void walk(Step& step, Live& live) {
        switch (step.kind) {
            case Step::Kind::Touch: touches(step, live); return;
            case Step::Kind::Pick:
            case Step::Kind::Set: reads(step.operand, live); return;
            case Step::Kind::If: branch(step, live); return;
            case Step::Kind::Until: until(step, live); return;
            case Step::Kind::Repeat:
            case Step::Kind::While: loop(step, live); return;
            default: return;
        }
    }

    void touches(Step& step, Live& live) {
        for (Touch& touch : step.touches) {
            reads(touch.value, live);
            reads(touch.expect, live);
            if (touch.kind != workloads::Kind::Store) live = {&touch};
        }
    }

    void branch(Step& step, Live& live) {
        reads(step.condition, live);
        Live other = live;
        walk(step.body, live);
        walk(step.otherwise, other);
        live.insert(other.begin(), other.end());
    }

    // Twice, because the second round sees what the first one left.
    void loop(Step& step, Live& live) {
        for (int round = 0; round < 2; ++round) {
            if (step.kind == Step::Kind::While) reads(step.condition, live);
            Live inside = live;
            walk(step.body, inside);
            live.insert(inside.begin(), inside.end());
        }
        if (step.kind == Step::Kind::While) reads(step.condition, live);
    }

    void until(Step& step, Live& live) {
        for (int round = 0; round < 2; ++round) {
            Live inside = live;
            walk(step.body, inside);
            reads(step.condition, inside);
            live = std::move(inside);
        }
    }

    void reads(const Condition& condition, const Live& live) {
        reads(condition.left, live);
        reads(condition.right, live);
    }

    void reads(const Operand& operand, const Live& live) {
        if (operand.kind != Operand::Kind::Value) return;
        if (live.empty())
            throw BadScenario(file_, operand.line, "value",
                              "nothing has been read yet; load, add, xchg or cas before it, or name a register");
        for (Touch* touch : live) touch->awaited = true;
    }

    std::string_view file_;
};

}  // namespace

void mark_awaited(std::vector<Step>& steps, std::string_view file) {
    Marker::Live live;
    Marker(file).walk(steps, live);
}

}  // namespace hitm::program
