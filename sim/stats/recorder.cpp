// Counting, and judging misses by what was written since the line was lost.
#include "sim/stats/recorder.hpp"

#include <algorithm>
#include <bit>

namespace hitm::sim {
namespace {

/// Eight buckets to an octave: within 9 % of the value.
std::size_t bucket(Picoseconds t) {
    if (t < 256) return 0;
    const auto v = static_cast<std::uint64_t>(t);
    const auto octave = static_cast<unsigned>(std::bit_width(v)) - 1;
    return octave * 8 + ((v >> (octave - 3)) & 7);
}

}  // namespace

Recorder::Recorder(unsigned cores, unsigned line_bytes, std::size_t fields, bool attribute, unsigned windows)
    : cores_{cores},
      line_bytes_{line_bytes},
      attribute_{attribute},
      field_count_{attribute ? fields : 0},
      windows_{windows},
      fields_(attribute ? fields : 0),
      pairs_(attribute ? fields * fields : 0) {
    result_.operation_latency.assign(bucket(Picoseconds{1} << 60) + 1, 0);
}

Recorder::PerLine& Recorder::line(LineId id) {
    if (id >= lines_.size()) lines_.resize(std::max<std::size_t>(id + 1, lines_.size() * 2));
    auto& l = lines_[id];
    if (l.cores.empty()) {
        l.cores.resize(cores_);
        l.byte_written.resize(line_bytes_);
    }
    return l;
}

void Recorder::wrote(LineId id, unsigned offset, unsigned bytes) {
    if (!attribute_) return;
    auto& l = line(id);
    ++l.writes;
    for (unsigned b = offset; b < offset + bytes; ++b) l.byte_written[b] = l.writes;
}

void Recorder::lost(LineId id, CoreId core, Loss how, workloads::FieldId cause) {
    if (how == Loss::ToWriter) ++result_.invalidations;
    if (!attribute_) return;
    auto& l = line(id);
    l.cores[core] = {l.writes, cause, how};
    if (how != Loss::ToWriter) return;
    ++l.stats.invalidations;
    if (cause < fields_.size()) ++fields_[cause].invalidations_caused;
}

void Recorder::gained(LineId id, CoreId core) {
    if (attribute_) line(id).cores[core].how = Loss::None;
}

MissClass Recorder::classify(LineId id, CoreId core, unsigned offset, unsigned bytes, bool upgrade) const {
    if (upgrade) return MissClass::Upgrade;
    const auto* l = known(id);
    if (l == nullptr) return MissClass::Cold;
    const auto& c = l->cores[core];
    if (c.how == Loss::NeverHad) return MissClass::Cold;
    if (c.how == Loss::Replaced) return MissClass::Replacement;
    return classify_again(MissClass::FalseSharing, id, core, offset, bytes);
}

MissClass Recorder::classify_again(MissClass before, LineId id, CoreId core, unsigned offset, unsigned bytes) const {
    if (before != MissClass::TrueSharing && before != MissClass::FalseSharing) return before;
    const auto* l = known(id);
    if (l == nullptr) return before;
    const auto first = l->byte_written.begin() + offset;
    const bool written = std::any_of(first, first + bytes, [&](std::uint32_t w) { return w > l->cores[core].write_seen; });
    return written ? MissClass::TrueSharing : MissClass::FalseSharing;
}

workloads::FieldId Recorder::cause_of_loss(LineId id, CoreId core) const {
    const auto* l = known(id);
    if (l == nullptr) return workloads::no_field;
    const auto& c = l->cores[core];
    return c.how == Loss::ToWriter || c.how == Loss::ToReader ? c.cause : workloads::no_field;
}

void Recorder::missed(LineId id, CoreId, MissClass why, workloads::FieldId field, workloads::FieldId cause, Picoseconds wait) {
    ++result_.misses[static_cast<std::size_t>(why)];
    if (!attribute_) return;
    auto& l = line(id).stats;
    ++l.misses;
    l.wait += wait;
    if (l.first_field == workloads::no_field) l.first_field = field;
    if (field >= fields_.size()) return;
    auto& f = fields_[field];
    const bool sharing = why == MissClass::TrueSharing || why == MissClass::FalseSharing;
    f.wait += wait;
    f.invalidations_suffered += sharing;
    f.true_sharing_misses += why == MissClass::TrueSharing;
    f.false_sharing_misses += why == MissClass::FalseSharing;
    if ((sharing || why == MissClass::Upgrade) && cause < fields_.size())
        pair(cause, field, why == MissClass::FalseSharing || (why == MissClass::Upgrade && cause != field), wait);
}

void Recorder::pair(workloads::FieldId cause, workloads::FieldId field, bool false_sharing, Picoseconds wait) {
    auto& p = pairs_[cause * fields_.size() + field];
    p.causer = cause;
    p.sufferer = field;
    ++p.misses;
    p.false_misses += false_sharing;
    p.wait += wait;
}

void Recorder::hitm(LineId id, bool remote) {
    ++(remote ? result_.hitm_remote : result_.hitm_local);
    if (!attribute_) return;
    auto& l = line(id).stats;
    ++(remote ? l.hitm_remote : l.hitm_local);
}

void Recorder::stalled_on_store(workloads::FieldId field, Picoseconds wait) {
    if (field < fields_.size()) fields_[field].wait += wait;
}

void Recorder::expect(std::uint64_t all_operations) { mark_every_ = std::max<std::uint64_t>(1, all_operations / std::max(1U, windows_)); }

void Recorder::operation(Picoseconds now, Picoseconds latency) {
    ++operations_ever_;
    ++result_.operations;
    ++result_.operation_latency[bucket(latency)];
    if (mark_every_ != 0 && operations_ever_ % mark_every_ == 0) result_.marks.push_back(now);
}

void Recorder::restart(Picoseconds now) {
    auto marks = std::move(result_.marks);
    const auto buckets = result_.operation_latency.size();
    result_ = {};
    result_.marks = std::move(marks);
    result_.operation_latency.assign(buckets, 0);
    std::fill(fields_.begin(), fields_.end(), FieldStats{});
    std::fill(pairs_.begin(), pairs_.end(), FieldPair{});
    for (auto& l : lines_) l.stats = {0, l.stats.first_field, 0, 0, 0, 0, 0};
    started_ = now;
}

RunResult Recorder::finish(Picoseconds now, std::span<const std::uint64_t> addresses) {
    RunResult r = std::move(result_);
    r.duration = now - started_;
    r.total = now;
    r.fields = fields_;
    std::copy_if(pairs_.begin(), pairs_.end(), std::back_inserter(r.pairs), [](const FieldPair& p) { return p.misses > 0; });
    std::stable_sort(r.pairs.begin(), r.pairs.end(), [](const FieldPair& a, const FieldPair& b) { return a.wait > b.wait; });
    for (LineId id = 0; id < std::min(addresses.size(), lines_.size()); ++id) {
        if (lines_[id].stats.misses == 0) continue;
        r.lines.push_back(lines_[id].stats);
        r.lines.back().address = addresses[id];
    }
    std::stable_sort(r.lines.begin(), r.lines.end(),
                     [](const LineStats& a, const LineStats& b) { return a.hitm_local + a.hitm_remote > b.hitm_local + b.hitm_remote; });
    return r;
}

}  // namespace hitm::sim
