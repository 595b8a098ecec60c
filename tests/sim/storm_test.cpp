// Does the whole keep memory's promise? Random accesses over few lines and tiny caches; what was added must be there.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/sim/bench.hpp"

namespace hitm::sim {
namespace {

using namespace bench;
using protocols::Way;

/// Random loads, stores and adds over `lines` lines; counts the adds to each address, and checks on the way that every
/// load sees what was last written (accesses complete in the simulated order, so a plain copy of memory is the judge).
class Storm : public workloads::Source {
public:
    Storm(unsigned threads, std::uint64_t accesses, unsigned lines, std::uint64_t seed)
        : threads_{threads}, left_(threads, accesses), lines_{lines}, random_{seed} {}
    void next(workloads::Thread t, workloads::Access& a) override { a = step(t); }
    workloads::Access step(workloads::Thread t) {
        if (left_[t]-- == 0) return {};
        const auto dice = random_() % 100;
        auto a = access(dice < 50   ? workloads::Kind::Load
                        : dice < 70 ? workloads::Kind::Store
                        : dice < 95 ? workloads::Kind::Add
                                    : workloads::Kind::Fence,
                        0x40000 + random_() % lines_ * 64 + random_() % 8 * 8, static_cast<Picoseconds>(random_() % 4 * 700));
        a.joins = a.kind == workloads::Kind::Load && random_() % 2 == 0;
        if (random_() % 16 == 0 && a.kind == workloads::Kind::Load) a.address += 60;  // over the edge
        if (a.kind == workloads::Kind::Add) ++adds[a.address];
        return a;
    }
    void complete(workloads::Thread, const workloads::Access& a) override {
        ++done;
        if (a.kind == workloads::Kind::Add) ++added[a.address];
    }
    void forward(workloads::Thread, const workloads::Access&, const workloads::Access&) override { ++done; }
    unsigned threads() const override { return threads_; }
    std::span<const workloads::Field> fields() const override { return fields_; }
    workloads::NumaHome home(std::uint64_t) const override { return {workloads::NumaHome::Kind::Interleave, 0}; }

    std::map<std::uint64_t, std::uint64_t> adds, added;
    std::uint64_t done = 0;

private:
    unsigned threads_;
    std::vector<std::uint64_t> left_;
    unsigned lines_;
    std::mt19937_64 random_;
    std::vector<workloads::Field> fields_{{"object", "a", 0, 8}};
};

Machine tiny(unsigned clusters, unsigned cores, unsigned siblings, Way below, Way above) {
    auto m = machine(clusters, cores, ns(7), ns(31), 4.0);
    m.threads_per_core = siblings;
    m.smt_gain = 1.3;
    m.l1 = {128, 1, ns(1)};
    m.l2 = {256, 2, ns(3)};
    m.shared = {256, 2, 0};
    m.cluster_way = below;
    m.home_way = above;
    m.store_buffer = 4;
    m.load_window = 3;
    m.issue = 300;
    m.directory = DirectoryScheme::InMemoryCached;
    m.adjacent_line_prefetch = siblings == 2;
    auto& c = m.costs;
    c.miss_issue = ns(2), c.agent_lookup = ns(3), c.agent_interval = ns(1), c.snoop = ns(2), c.shared_data = ns(4), c.fill = ns(2);
    c.home_lookup = ns(3), c.dram = ns(60), c.dram_bytes_per_ns = 8, c.locked = ns(6), c.locked_after_fill = ns(5),
    c.sibling_handover = ns(2);
    return m;
}

TEST(Storm, every_access_completes_once_in_every_shape_and_way) {
    for (const unsigned clusters : {1U, 2U, 3U})
        for (const unsigned siblings : {1U, 2U})
            for (const auto below : {Way::Chain, Way::Confirm})
                for (const auto above : {Way::Chain, Way::Confirm})
                    for (const unsigned lines : {1U, 3U, 24U}) {
                        const auto m = tiny(clusters, 3, siblings, below, above);
                        std::vector<HardwareThread> cpus;
                        for (CoreId c = 0; c < m.cores(); ++c)
                            for (unsigned s = 0; s < siblings; ++s) cpus.push_back({c, s});
                        const std::uint64_t seed = clusters * 100 + siblings * 10 + lines;
                        Storm s{static_cast<unsigned>(cpus.size()), 1500, lines, seed};
                        SCOPED_TRACE("seed " + std::to_string(seed) + " below " + std::to_string(int(below)) + " above " +
                                     std::to_string(int(above)));
                        ASSERT_NO_THROW(play(m, s, cpus));
                        EXPECT_EQ(s.adds, s.added);
                    }
}

}  // namespace
}  // namespace hitm::sim
