// The verdict's rules and their words.
#include "sim/run/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace hitm::sim {
namespace {

constexpr double least_effect_percent = 1.0;

double ns_per_op(const VariantOutcome& v, Picoseconds time) { return v.per_operation(to_ns(time)); }

Picoseconds waiting_of_fields(const RunResult& run) {
    Picoseconds sum = 0;
    for (const FieldStats& f : run.fields) sum += f.wait;
    return sum;
}

double false_part(const FieldPair& p) { return p.misses == 0 ? 0 : static_cast<double>(p.false_misses) / static_cast<double>(p.misses); }

std::map<std::string, double> wait_by_field(const VariantOutcome& v) {
    std::map<std::string, double> waits;
    for (std::size_t f = 0; f < v.total.fields.size(); ++f) {
        waits[v.name_of(static_cast<workloads::FieldId>(f))] += ns_per_op(v, v.total.fields[f].wait);
    }
    return waits;
}

/// How waiting shifted between fields, ns per operation.
struct Shift {
    double lost = 0;
    double gained = 0;
    std::string gainer;
};

Shift shift(const Point& point) {
    auto change = wait_by_field(point.after);
    for (const auto& [field, wait] : wait_by_field(point.before)) change[field] -= wait;
    Shift s;
    double most = 0;
    for (const auto& [field, difference] : change) {
        (difference > 0 ? s.gained : s.lost) += std::abs(difference);
        if (difference > most) most = difference, s.gainer = field;
    }
    return s;
}

bool matters(const Point& p) { return std::abs(p.change_percent.mean) > std::max(least_effect_percent, p.change_percent.half_width()); }

std::optional<unsigned> first_that_matters(std::span<const Point> points) {
    std::vector<const Point*> by_threads;
    for (const Point& p : points) by_threads.push_back(&p);
    std::ranges::sort(by_threads, {}, &Point::threads);
    std::optional<unsigned> from;
    for (const Point* p : by_threads) {
        if (!(p->change_percent.mean > least_effect_percent)) from.reset();
        else if (!from) from = p->threads;
    }
    return from;
}

std::string strongest(const VariantOutcome& v) {
    const auto list = causes(v, 1);
    if (list.empty()) return "no line is fought over";
    return fmt::format("chiefly {} making {} wait, {:.0f} % of it on bytes nobody wrote", list[0].causer, list[0].sufferer,
                       100 * list[0].false_share);
}

std::string strongest_false(const VariantOutcome& v) {
    const auto list = causes(v, v.total.pairs.size());
    const auto it = std::ranges::max_element(list, {}, [](const Cause& c) { return c.false_share * c.wait_ns_per_op; });
    return it == list.end() ? "no line is fought over" : fmt::format("chiefly {} making {} wait", it->causer, it->sufferer);
}

/// Most of what an operation no longer waits was false sharing; or a fifth of it was, and most of the false sharing is gone: a line
/// that many wait for passes on what holds it up to all behind, so that true sharing then costs less as well.
bool removes_false_sharing(const Waiting& before, const Waiting& after) {
    const double fell = before.total - after.total, false_fell = before.false_sharing - after.false_sharing;
    if (fell <= 0) return false;
    return false_fell >= fell / 2 || (false_fell >= fell / 5 && after.false_sharing <= before.false_sharing / 2);
}

Verdict judge_effect(const Point& p) {
    const Waiting before = waiting(p.before), after = waiting(p.after);
    const double fell = before.total - after.total, false_fell = before.false_sharing - after.false_sharing;
    const std::string at = fmt::format("At {} threads {:+.1f} %: ", p.threads, p.change_percent.mean);
    if (p.change_percent.mean < 0) {
        const Shift s = shift(p);
        return {VerdictKind::Harmful,
                {},
                at + fmt::format("an operation waits {:.0f} ns instead of {:.0f} ns{}; after the fix {}.", after.total, before.total,
                                 s.gainer.empty() ? "" : ", most of the increase on " + s.gainer, strongest(p.after))};
    }
    if (removes_false_sharing(before, after)) {
        return {
            VerdictKind::FalseSharingRemoved,
            {},
            at + fmt::format("false sharing cost {:.0f} ns of an operation's waiting ({}) and costs {:.0f} ns after the fix; true sharing "
                             "cost {:.0f} ns and costs {:.0f} ns{}.",
                             before.false_sharing, strongest_false(p.before), after.false_sharing, before.true_sharing, after.true_sharing,
                             false_fell < fell / 2 ? ", since its queue is no longer held up by the former" : "")};
    }
    return {VerdictKind::HelpsOtherwise,
            {},
            at + fmt::format(
                     "an operation waits {:.0f} ns instead of {:.0f} ns, but false sharing accounts for only {:.0f} ns of the difference "
                     "and true sharing for {:.0f} ns.",
                     after.total, before.total, false_fell, before.true_sharing - after.true_sharing)};
}

Verdict judge_without_effect(const Point& p) {
    const Waiting before = waiting(p.before), after = waiting(p.after);
    const std::string at = fmt::format("At {} threads {:+.2f} %: ", p.threads, p.change_percent.mean);
    const Shift s = shift(p);
    if (before.total > 0 && s.lost >= before.total / 4 && s.gained >= s.lost / 2) {
        return {VerdictKind::Moved,
                {},
                at + fmt::format("fields lost {:.0f} ns of waiting per operation and others gained {:.0f} ns, most of all {}.", s.lost,
                                 s.gained, s.gainer)};
    }
    if (after.total >= 0.05 * (after.total + after.working) && after.true_sharing >= after.total / 2) {
        return {VerdictKind::TrueSharingRemains,
                {},
                at + fmt::format("{:.0f} of {:.0f} ns of waiting per operation are true sharing, {}: padding will not help.",
                                 after.true_sharing, after.total, strongest(p.after))};
    }
    return {VerdictKind::NoEffect,
            {},
            at + fmt::format("an operation waits {:.0f} ns before and {:.0f} ns after, of {:.0f} ns in all; {}.", before.total, after.total,
                             before.total + before.working, strongest(p.after))};
}

}  // namespace

std::string to_text(VerdictKind kind) {
    switch (kind) {
        case VerdictKind::FalseSharingRemoved: return "false sharing removed";
        case VerdictKind::HelpsOtherwise: return "helps otherwise";
        case VerdictKind::TrueSharingRemains: return "true sharing remains";
        case VerdictKind::Moved: return "moved";
        case VerdictKind::NoEffect: return "no effect";
        case VerdictKind::Harmful: return "harmful";
    }
    return "";
}

std::string VariantOutcome::name_of(workloads::FieldId field) const {
    return field < fields.size() ? fields[field].object + "." + fields[field].name : "?";
}

std::vector<Cause> causes(const VariantOutcome& outcome, std::size_t most) {
    std::vector<Cause> list;
    const Picoseconds least = waiting_of_fields(outcome.total) / 1000;
    for (const FieldPair& p : outcome.total.pairs) {
        if (list.size() == most || p.wait < least || p.misses == 0) break;
        list.push_back({outcome.name_of(p.causer), outcome.name_of(p.sufferer), outcome.per_operation(static_cast<double>(p.misses)),
                        false_part(p), ns_per_op(outcome, p.wait)});
    }
    return list;
}

Waiting waiting(const VariantOutcome& outcome) {
    const Picoseconds beyond_hits = waiting_of_fields(outcome.total);
    Waiting w{.total = ns_per_op(outcome, beyond_hits),
              .working = ns_per_op(outcome, outcome.total.working + outcome.total.waiting - beyond_hits)};
    for (const FieldPair& p : outcome.total.pairs) {
        const double wait = ns_per_op(outcome, p.wait);
        w.false_sharing += wait * false_part(p);
        w.true_sharing += wait * (1 - false_part(p));
    }
    return w;
}

Verdict judge(std::span<const Point> points) {
    if (points.empty()) return {VerdictKind::NoEffect, {}, "Nothing was measured."};
    const auto size = [](const Point& p) { return matters(p) ? std::abs(p.change_percent.mean) : -1; };
    const Point& largest = *std::ranges::max_element(points, {}, size);
    Verdict verdict =
        matters(largest) ? judge_effect(largest) : judge_without_effect(*std::ranges::max_element(points, {}, &Point::threads));
    verdict.from_threads = first_that_matters(points);
    return verdict;
}

}  // namespace hitm::sim
