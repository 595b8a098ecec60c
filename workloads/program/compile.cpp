// From the tree of steps to instructions: names become numbers, constant gaps move into the access behind them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "workloads/program/code.hpp"
#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

constexpr double longest_gap_ps = 1e15;

class Compiler {
public:
    Compiler(const Scenario& scenario, Variant variant, const Values& values, const CompileOptions& options)
        : scenario_(scenario), side_(scenario.side(variant)), values_(values), options_(options) {
        code_.by_operations = side_.mix.by_operations;
        code_.threads = options.threads;
        code_.seed = options.seed;
    }

    Code run() {
        place_objects();
        double until = 0;
        for (const Program& program : side_.mix.programs) {
            code_.entries.push_back(here());
            until += value_of(scenario_, values_, program.share);
            code_.share_until.push_back(until);
            bound_.clear();
            draw_sites_ = 0;
            steps(program.steps);
            emit(Op::Wrap);  // takes the pending gap over to the next operation
        }
        for (double& share : code_.share_until) share /= until;
        return std::move(code_);
    }

private:
    std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }

    Instruction& emit(Op op) {
        Instruction& i = code_.instructions.emplace_back();
        i.op = op;
        const bool gives = op == Op::Touch || op == Op::Pass;
        if (gives || op == Op::Wrap || op == Op::Gap) {
            i.access.gap_ps = pending_gap_;
            pending_gap_ = 0;
        }
        return i;
    }

    /// Before an instruction that is jumped to, or jumps: a gap collected so far belongs to this side of it.
    void settle() {
        if (pending_gap_ > 0) emit(Op::Gap);
    }

    // --- objects -----------------------------------------------------------------------------------------------------

    /// Regions are numbered over the objects of both variants, so that an object keeps its region.
    void place_objects() {
        std::set<std::string> names;
        for (const Side* side : {&scenario_.before, &scenario_.after})
            for (const Object& object : side->objects) names.insert(object.name);
        code_.region_class.assign(names.size(), Site::none);
        for (const Object& object : side_.objects)
            place(object, static_cast<unsigned>(std::distance(names.begin(), names.find(object.name))));
    }

    void place(const Object& object, unsigned region) {
        const layout::Layout& layout = side_.layouts.at(object.layout);
        const bool own = object.per != Object::Per::Shared;
        const std::uint64_t count =
            own ? options_.threads : whole_of(scenario_, values_, object.count, object.name + ".count", 1, 1U << 24U);
        const auto number = static_cast<std::uint32_t>(code_.standings.size());
        code_.region_class[region] = number;
        code_.standings.push_back(stand(scenario_, object, layout, values_, count, region, options_.seed, options_.line_bytes));
        code_.own.push_back(own);
        for (const auto& [field, value] : object.initial) {
            const layout::Layout::Place found = find(object, field);
            code_.initial.push_back({number, found.offset, found.size, value});
        }
    }

    layout::Layout::Place find(const Object& object, const std::string& field) const {
        const auto renames = side_.renamed.find(object.layout);
        return side_.layouts.at(object.layout).find(renames == side_.renamed.end() ? field : renamed_path(renames->second, field));
    }

    std::uint32_t object_number(const std::string& name) const {
        const auto found = std::ranges::find(side_.objects, name, &Object::name);
        return static_cast<std::uint32_t>(found - side_.objects.begin());
    }

    std::uint32_t binding(const std::string& name, const std::string& object) {
        bound_[name] = object;
        const auto [found, fresh] = binding_numbers_.emplace(std::pair(name, object), code_.bindings.size());
        if (fresh) code_.bindings.push_back({object_number(object)});
        return static_cast<std::uint32_t>(found->second);
    }

    // --- steps -------------------------------------------------------------------------------------------------------

    void steps(const std::vector<Step>& list) {
        for (const Step& s : list) step(s);
    }

    void step(const Step& s) {
        switch (s.kind) {
            case Step::Kind::Gap: return gap(s.amount);
            case Step::Kind::Pick: return pick(s);
            case Step::Kind::Touch:
                for (const Touch& t : s.touches) touch(t);
                return;
            case Step::Kind::Fence: return pass(workloads::Kind::Fence);
            case Step::Kind::Count: return pass(workloads::Kind::Count);
            case Step::Kind::Set: return set(s);
            case Step::Kind::If: return branch(s);
            case Step::Kind::While: return loop(s);
            case Step::Kind::Until: return until(s);
            case Step::Kind::Repeat: return repeat(s);
        }
    }

    void gap(const Distribution& d) {
        if (d.kind == Distribution::Kind::Constant) {
            pending_gap_ += static_cast<std::int64_t>(std::llround(std::min(picoseconds(d.arguments[0]), longest_gap_ps)));
            return;
        }
        emit(Op::Draw).index = draw(d, true);
    }

    void pick(const Step& s) {
        const std::uint32_t object = object_number(s.object);
        const std::uint32_t bound = binding(s.as, s.object);
        const std::size_t count = code_.standings[object].addresses.size();
        Instruction i;
        i.binding = bound;
        i.object = object;
        if (s.by == Step::By::Own) {
            i.op = Op::PickOwn;
        } else if (s.by == Step::By::At) {
            i.op = Op::PickAt;
            i.left = operand(s.operand);
        } else {
            i.op = s.by == Step::By::Zipf ? Op::PickZipf : Op::PickUniform;
            i.index = draw(Distribution{}, false);
            if (s.by == Step::By::Zipf) {
                code_.zipf_of[i.index] = static_cast<std::uint32_t>(code_.zipfs.size());
                code_.zipfs.emplace_back(count, value_of(scenario_, values_, s.exponent));
            }
        }
        code_.instructions.push_back(i);
    }

    void touch(const Touch& t) {
        const auto picked = bound_.find(t.object);
        const std::string object = picked == bound_.end() ? t.object : picked->second;
        const layout::Layout::Place place = find(side_.objects[object_number(object)], t.field);
        const std::uint64_t at = whole_of(scenario_, values_, t.at, "at", 0, place.size - 1);
        const std::uint64_t bytes = whole_of(scenario_, values_, t.bytes, "bytes", 0, place.size - at);
        const std::uint32_t bound = binding(t.object, object);
        Instruction& i = emit(Op::Touch);
        i.binding = bound;
        i.left = operand(t.value);
        i.right = operand(t.expect);
        i.computed = i.left.kind != Operand::Kind::Number || i.right.kind != Operand::Kind::Number;
        i.access.address = place.offset + at;
        i.access.size = static_cast<std::uint16_t>(bytes > 0 ? bytes : place.size - at);
        i.access.operand = static_cast<std::uint64_t>(i.left.number);
        i.access.expected = static_cast<std::uint64_t>(i.right.number);
        i.access.field = field(object, t.field, place);
        i.access.site = site(t);
        i.access.kind = t.kind;
        i.access.joins = t.joins;
        i.access.awaited = t.awaited;
    }

    std::uint32_t field(const std::string& object, const std::string& name, const layout::Layout::Place& place) {
        const auto same = [&](const workloads::Field& f) { return f.object == object && f.name == name; };
        const auto found = std::ranges::find_if(code_.fields, same);
        if (found != code_.fields.end()) return static_cast<std::uint32_t>(found - code_.fields.begin());
        code_.fields.push_back({object, name, place.offset, place.size});
        code_.field_object.push_back(object_number(object));
        return static_cast<std::uint32_t>(code_.fields.size() - 1);
    }

    std::uint32_t site(const Touch& t) {
        Site s;
        if (!t.into.empty()) s.into = reg(t.into);
        if (!t.old.empty()) s.old = reg(t.old);
        s.sets_value = t.awaited;
        code_.reads_values = code_.reads_values || t.awaited;
        code_.sites.push_back(s);
        return static_cast<std::uint32_t>(code_.sites.size() - 1);
    }

    void pass(workloads::Kind kind) {
        Instruction& i = emit(Op::Pass);
        i.access.kind = kind;
        i.access.size = 1;
        i.access.site = static_cast<std::uint32_t>(code_.sites.size());
        code_.sites.emplace_back();
    }

    void set(const Step& s) {
        Instruction i;
        i.op = Op::Set;
        i.left = operand(s.operand);
        i.target = reg(s.target);
        code_.instructions.push_back(i);
    }

    // --- control -----------------------------------------------------------------------------------------------------

    std::uint32_t unless(const Condition& c) {
        settle();
        Instruction& i = emit(Op::Unless);
        i.compare = c.compare;
        i.left = operand(c.left);
        i.right = operand(c.right);
        return here() - 1;
    }

    void jump(std::uint32_t target) {
        settle();
        emit(Op::Jump).target = target;
    }

    void land(std::uint32_t from) {
        settle();
        code_.instructions[from].target = here();
    }

    void branch(const Step& s) {
        const std::uint32_t test = unless(s.condition);
        steps(s.body);
        if (s.otherwise.empty()) return land(test);
        settle();
        const std::uint32_t skip = here();
        emit(Op::Jump);
        land(test);
        steps(s.otherwise);
        land(skip);
    }

    void inside(const std::vector<Step>& body) {
        ++loops_;
        steps(body);
        --loops_;
    }

    void loop(const Step& s) {
        settle();
        const std::uint32_t top = here();
        const std::uint32_t test = unless(s.condition);
        inside(s.body);
        jump(top);
        land(test);
    }

    void until(const Step& s) {
        settle();
        const std::uint32_t top = here();
        inside(s.body);
        code_.instructions[unless(s.condition)].target = top;
    }

    void repeat(const Step& s) {
        settle();
        const std::uint32_t index = draw(s.amount, false);
        const std::uint32_t start = here();
        Instruction& i = emit(Op::Times);
        i.index = index;
        i.counter = code_.counters++;
        const std::uint32_t counter = i.counter;
        inside(s.body);
        settle();
        Instruction& again = emit(Op::Again);
        again.counter = counter;
        again.target = start + 1;
        land(start);
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    double picoseconds(const Amount& amount) const {
        const double value = value_of(scenario_, values_, amount);
        return amount.quantity.unit == Quantity::Unit::Cycles ? value * 1000 / options_.core_ghz : value;
    }

    std::uint32_t draw(const Distribution& d, bool time) {
        const auto number = [&](const Amount& a) { return time ? picoseconds(a) : value_of(scenario_, values_, a); };
        Draw result;
        result.kind = d.kind;
        result.site = draw_sites_++;
        result.in_loop = loops_ > 0;
        if (!d.arguments.empty()) result.a = number(d.arguments[0]);
        if (d.arguments.size() > 1) result.b = number(d.arguments[1]);
        double total = 0;
        for (std::size_t i = 0; i < d.weights.size(); ++i) {
            result.values.push_back(number(d.arguments[i]));
            result.until.push_back(total += value_of(scenario_, values_, d.weights[i]));
        }
        for (double& until : result.until) until /= total;
        code_.draws.push_back(std::move(result));
        code_.zipf_of.push_back(Site::none);
        return static_cast<std::uint32_t>(code_.draws.size() - 1);
    }

    std::uint32_t reg(const std::string& name) {
        const auto [found, fresh] = registers_.emplace(name, code_.registers);
        if (fresh) ++code_.registers;
        return found->second;
    }

    OperandCode operand(const Operand& o) {
        OperandCode result{o.kind, 0, o.number};
        if (o.kind == Operand::Kind::Register) result.reg = reg(o.name);
        if (o.kind == Operand::Kind::Parameter) {
            result.kind = Operand::Kind::Number;
            const auto found = values_.find(o.name);
            result.number = found == values_.end() ? 0 : static_cast<std::int64_t>(std::llround(found->second));
        }
        return result;
    }

    const Scenario& scenario_;
    const Side& side_;
    const Values& values_;
    const CompileOptions& options_;
    Code code_;
    std::map<std::string, std::string> bound_;
    std::map<std::pair<std::string, std::string>, std::size_t> binding_numbers_;
    std::map<std::string, std::uint32_t> registers_;
    std::int64_t pending_gap_ = 0;
    std::uint32_t draw_sites_ = 0;
    int loops_ = 0;
};

}  // namespace

Code compile(const Scenario& scenario, Variant variant, const Values& values, const CompileOptions& options) {
    return Compiler(scenario, variant, values, options).run();
}

std::unique_ptr<workloads::Source> make_source(const Scenario& scenario, Variant variant, const Values& values, unsigned threads,
                                               std::uint64_t seed, double core_ghz, unsigned line_bytes) {
    if (threads < 1) throw BadScenario(scenario.path, 1, "threads", "0 threads do nothing; write 1 or more");
    if (!(core_ghz > 0)) throw BadScenario(scenario.path, 1, "core_ghz", "is not above 0; give the machine's clock");
    return make_source(compile(scenario, variant, values, {threads, seed, core_ghz, line_bytes}));
}

}  // namespace hitm::program
