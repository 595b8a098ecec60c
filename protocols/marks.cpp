// Marks of caches and clusters: sums over all that is known of them, so that no numbering enters.
#include "protocols/marks.hpp"

namespace hitm::protocols {
namespace {

bool reads_data(Cache::Action a) {
    using enum Cache::Action;
    return a == LoadHit || a == StoreHit || a == LoadDone || a == StoreDone || a == SendPutM || a == SendPutO || a == SendDataToReq ||
           a == SendDataFToReq || a == SendDataToDir;
}
bool reads_data(Directory::Action a) {
    using enum Directory::Action;
    return a == SendData || a == SendDataF || a == SendDataAndAcks || a == SendExclusive || a == PerformAtomic;
}
bool writes_data(Cache::Action a) { return a == Cache::Action::TakeData; }
bool writes_data(Directory::Action a) { return a == Directory::Action::WriteMemory; }

template <class Role>
DataMatters<Role> find_where_data_matters(const Table<Role>& table) {
    DataMatters<Role> matters{};
    const auto row_matters = [&](typename Role::State state, const Row<Role>& row) {
        for (auto a : row.perform) {
            if (reads_data(a)) return true;
            if (writes_data(a)) return false;
        }
        return matters[static_cast<std::size_t>(row.next.value_or(state))];
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& s : Role::states)
            for (const auto& e : Role::events) {
                auto& here = matters[static_cast<std::size_t>(s.id)];
                const auto* row = table.find(s.id, e.id);
                if (here || row == nullptr || !row_matters(s.id, *row)) continue;
                here = changed = true;
            }
    }
    return matters;
}

std::uint64_t bits_of(const CacheLine& line, const DataMatters<Cache>& matters) {
    const bool is_fresh = line.data == fresh && matters[static_cast<std::size_t>(line.state)];
    return static_cast<std::uint64_t>(line.state) | (is_fresh ? 0x100U : 0U) | std::uint64_t{static_cast<std::uint16_t>(line.acks)} << 16;
}

void mark_messages(const World& world, const Shape& shape, Marks& marks) {
    std::uint64_t place = 0;
    for (const auto& packet : world.in_flight()) {
        const auto& m = packet.message;
        const bool in_order = packet.in_order();
        if (in_order) {
            place = 0;
            for (const auto& earlier : world.in_flight()) {
                if (&earlier == &packet) break;
                place += earlier.in_order() && earlier.domain == packet.domain && earlier.message.to == m.to;
            }
        }
        const std::uint64_t what = static_cast<std::uint64_t>(m.type) | std::uint64_t{static_cast<std::uint16_t>(m.acks)} << 8 |
                                   std::uint64_t{m.data} << 24 | (in_order ? place : 0) << 32;
        const bool sender_counts = info(m.type).channel != Channel::Response || m.to == shape.directory(packet.domain);
        for (Node n = 0; n < shape.directory(packet.domain); ++n) {
            const std::uint64_t part = (sender_counts && m.from == n ? 1U : 0U) | (m.to == n ? 2U : 0U) | (m.requestor == n ? 4U : 0U);
            if (part != 0) marks[packet.domain][n] += mix(what | part << 40);
        }
    }
}

void mark_books(const World& world, const Shape& shape, Marks& marks) {
    for (int d = 0; d < shape.domains(); ++d) {
        const auto& books = world.directory(d, shape);
        const auto& hold = world.holds[static_cast<std::size_t>(d)];
        for (Node n = 0; n < shape.directory(d); ++n) {
            const std::uint64_t part =
                (books.owner == n ? 1U : 0U) | (books.sharers.contains(n) ? 2U : 0U) | (hold.requestor == n ? 4U : 0U);
            marks[static_cast<std::size_t>(d)][n] += mix(part + 1000);
        }
    }
}

}  // namespace

DataMatters<Cache> where_data_matters(const Table<Cache>& table) { return find_where_data_matters(table); }
DataMatters<Directory> where_data_matters(const Table<Directory>& table) { return find_where_data_matters(table); }

Marks mark(const World& world, const Shape& shape, const DataMatters<Cache>& matters) {
    Marks marks{};
    mark_messages(world, shape, marks);
    mark_books(world, shape, marks);
    for (int i = 0; i < shape.cores(); ++i) {
        const auto& core = world.cores[static_cast<std::size_t>(i)];
        marks[shape.domain_of(i)][shape.number_of(i)] += mix(bits_of(core.line, matters) | static_cast<std::uint64_t>(core.owed) << 40);
    }
    if (!shape.two()) return marks;
    for (int c = 0; c < shape.clusters; ++c) {
        const auto& agent = world.agents[static_cast<std::size_t>(c)];
        auto& own = marks[0][static_cast<std::size_t>(c)];
        own += mix(bits_of(agent.up, matters) | static_cast<std::uint64_t>(agent.down.state) << 40);
        if (agent.reader != no_node) marks[static_cast<std::size_t>(1 + c)][agent.reader] += mix(2000);
        for (int i = 0; i < shape.caches; ++i) own += mix(marks[static_cast<std::size_t>(1 + c)][static_cast<std::size_t>(i)]);
    }
    return marks;
}

Marks as_numbered() {
    Marks marks;
    for (auto& domain : marks)
        for (std::size_t n = 0; n < domain.size(); ++n) domain[n] = n;
    return marks;
}

}  // namespace hitm::protocols
