// Adding up the statistics of replicates.
#include <algorithm>
#include <tuple>

#include "sim/run/bench.hpp"

namespace hitm::sim {
namespace {

template <typename Counts>
void add_counts(Counts& total, const Counts& more) {
    if constexpr (requires { total.resize(1); }) {
        if (total.size() < more.size()) total.resize(more.size());
    }
    for (std::size_t i = 0; i < more.size(); ++i) total[i] += more[i];
}

void add_fields(std::vector<FieldStats>& total, const std::vector<FieldStats>& more) {
    if (total.size() < more.size()) total.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i) {
        total[i].accesses += more[i].accesses;
        total[i].invalidations_caused += more[i].invalidations_caused;
        total[i].invalidations_suffered += more[i].invalidations_suffered;
        total[i].false_sharing_misses += more[i].false_sharing_misses;
        total[i].true_sharing_misses += more[i].true_sharing_misses;
        total[i].wait += more[i].wait;
    }
}

void add_pairs(std::vector<FieldPair>& total, const std::vector<FieldPair>& more) {
    for (const FieldPair& pair : more) {
        const auto same = [&](const FieldPair& p) { return p.causer == pair.causer && p.sufferer == pair.sufferer; };
        const auto it = std::ranges::find_if(total, same);
        if (it == total.end()) {
            total.push_back(pair);
            continue;
        }
        it->misses += pair.misses;
        it->false_misses += pair.false_misses;
        it->wait += pair.wait;
    }
    std::ranges::sort(total, [](const FieldPair& a, const FieldPair& b) {
        return std::tuple(-a.wait, a.causer, a.sufferer) < std::tuple(-b.wait, b.causer, b.sufferer);
    });
}

void add_links(std::vector<LinkStats>& total, const std::vector<LinkStats>& more) {
    if (total.empty()) {
        total = more;
        return;
    }
    for (std::size_t i = 0; i < more.size(); ++i) {
        add_counts(total[i].messages, more[i].messages);
        add_counts(total[i].bytes, more[i].bytes);
        total[i].busy += more[i].busy;
    }
}

}  // namespace

void add(RunResult& total, const RunResult& more) {
    total.operations += more.operations;
    total.duration += more.duration;
    total.total += more.total;
    total.accesses += more.accesses;
    total.hitm_local += more.hitm_local;
    total.hitm_remote += more.hitm_remote;
    total.invalidations += more.invalidations;
    total.working += more.working;
    total.waiting += more.waiting;
    total.events += more.events;
    add_counts(total.misses, more.misses);
    add_counts(total.messages, more.messages);
    add_counts(total.bytes, more.bytes);
    add_counts(total.operation_latency, more.operation_latency);
    add_fields(total.fields, more.fields);
    add_pairs(total.pairs, more.pairs);
    add_links(total.links, more.links);
}

}  // namespace hitm::sim
