// Listens to the parts of a run and counts; the parts keep no statistics of their own.
#pragma once

#include <span>
#include <vector>

#include "sim/stats/result.hpp"

namespace hitm::sim {

/// Why a core no longer has what it had of a line.
enum class Loss : std::uint8_t { NeverHad, None, ToWriter, ToReader, Replaced };

/// Counts by field, line and pair. State that later misses are judged by (who lost what, which bytes were written
/// since) is kept through the warm-up; counts are not.
class Recorder {
public:
    Recorder(unsigned cores, unsigned line_bytes, std::size_t fields, bool attribute, unsigned windows);

    void accessed(workloads::FieldId field) {
        ++result_.accesses;
        if (field < field_count_) ++fields_[field].accesses;
    }
    /// `bytes` from `offset` of the line were written.
    void wrote(LineId line, unsigned offset, unsigned bytes);
    void lost(LineId line, CoreId core, Loss how, workloads::FieldId cause);
    void gained(LineId line, CoreId core);

    /// Why this access misses, judged when it misses. `upgrade`: the core still has a readable copy.
    MissClass classify(LineId line, CoreId core, unsigned offset, unsigned bytes, bool upgrade) const;
    /// The same, judged again when the line has come: what the former owner still had to write is written by now.
    MissClass classify_again(MissClass before, LineId line, CoreId core, unsigned offset, unsigned bytes) const;
    /// A miss was served after `wait` beyond a hit.
    void missed(LineId line, CoreId core, MissClass why, workloads::FieldId field, workloads::FieldId cause, Picoseconds wait);
    /// The field whose access made this core lose the line, or no_field.
    workloads::FieldId cause_of_loss(LineId line, CoreId core) const;
    void hitm(LineId line, bool remote);
    /// A thread stood still because of this field's store.
    void stalled_on_store(workloads::FieldId field, Picoseconds wait);
    void worked(Picoseconds time) { result_.working += time; }
    void operation(Picoseconds now, Picoseconds latency);

    void restart(Picoseconds now);
    /// `addresses`: of each line, by LineId.
    RunResult finish(Picoseconds now, std::span<const std::uint64_t> addresses);
    /// Sets after how many operations a mark is taken.
    void expect(std::uint64_t all_operations);
    std::uint64_t operations_ever() const { return operations_ever_; }

private:
    struct PerCore {
        std::uint32_t write_seen = 0;
        workloads::FieldId cause = workloads::no_field;
        Loss how = Loss::NeverHad;
    };
    struct PerLine {
        LineStats stats;
        std::uint32_t writes = 0;
        std::vector<std::uint32_t> byte_written;  ///< by byte: the value of `writes` when it was last written
        std::vector<PerCore> cores;
    };
    PerLine& line(LineId id);
    /// Its record, or nullptr where nothing has happened to the line.
    const PerLine* known(LineId id) const { return id < lines_.size() && !lines_[id].cores.empty() ? &lines_[id] : nullptr; }
    void pair(workloads::FieldId cause, workloads::FieldId field, bool false_sharing, Picoseconds wait);

    unsigned cores_;
    unsigned line_bytes_;
    bool attribute_;
    std::size_t field_count_;  ///< 0 where nothing is attributed
    unsigned windows_;
    std::uint64_t mark_every_ = 0;
    std::uint64_t operations_ever_ = 0;
    Picoseconds started_ = 0;
    RunResult result_;
    std::vector<FieldStats> fields_;
    std::vector<FieldPair> pairs_;  ///< dense: cause * fields + field
    std::vector<PerLine> lines_;
};

}  // namespace hitm::sim
