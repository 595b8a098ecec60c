// How a world becomes a key: renumber, pack, put answers in one order and forwards in theirs.
#include "protocols/codec.hpp"

#include <algorithm>

namespace hitm::protocols {

Codec::Codec(const Protocol& protocol, const Shape& shape, bool reduce)
    : shape_{shape},
      reduce_{reduce},
      cache_data_matters_{where_data_matters(protocol.cache)},
      memory_matters_{where_data_matters(protocol.directory)} {
    if (reduce) return;
    cache_data_matters_.fill(true);
    memory_matters_.fill(true);
}

Codec::Renaming Codec::rename(const World& world) const {
    const auto marks = reduce_ ? mark(world, shape_, cache_data_matters_) : as_numbered();
    Renaming r;
    for (int c = 0; c < shape_.clusters; ++c) r.old_cluster[static_cast<std::size_t>(c)] = static_cast<Node>(c);
    std::sort(r.old_cluster.begin(), r.old_cluster.begin() + shape_.clusters, [&](Node a, Node b) { return marks[0][a] < marks[0][b]; });
    std::size_t place = 0;
    for (int c = 0; c < shape_.clusters; ++c) {
        const Node old = r.old_cluster[static_cast<std::size_t>(c)];
        r.new_cluster[old] = static_cast<Node>(c);
        const auto first = place;
        for (int i = 0; i < shape_.caches; ++i) r.old_core[place++] = old * shape_.caches + i;
        const auto& in_cluster = marks[shape_.two() ? std::size_t{1} + old : 0];
        std::sort(r.old_core.begin() + static_cast<std::ptrdiff_t>(first), r.old_core.begin() + static_cast<std::ptrdiff_t>(place),
                  [&](int a, int b) { return in_cluster[shape_.number_of(a)] < in_cluster[shape_.number_of(b)]; });
        for (auto i = first; i < place; ++i) r.new_number[static_cast<std::size_t>(r.old_core[i])] = static_cast<Node>(i - first);
    }
    return r;
}

namespace {

constexpr std::uint8_t nobody = 7;  // no_node, in three bits

std::uint8_t with_data(std::uint8_t state, Version data, bool matters) {
    return static_cast<std::uint8_t>(state | (matters && data == fresh ? 0x80 : 0));
}

}  // namespace

/// Bits, from the top: in order 1, domain 2, to 3, type 5, from 3, requestor 3, acks 8, data 2.
std::uint32_t Codec::pack(const Packet& packet, const Renaming& r) const {
    const auto& m = packet.message;
    const int d = packet.domain;
    const auto renamed = [&](Node n) -> std::uint32_t {
        if (n >= shape_.directory(d)) return n == no_node ? nobody : n;
        return shape_.of_agents(d) ? r.new_cluster[n] : r.new_number[static_cast<std::size_t>(shape_.first_core(d) + n)];
    };
    const bool answers_cache = reduce_ && info(m.type).channel == Channel::Response && m.to != shape_.directory(d);
    std::uint32_t word = packet.in_order() ? 1 : 0;
    word = word << 2 | (d == 0 ? 0U : 1U + r.new_cluster[static_cast<std::size_t>(d - 1)]);
    word = word << 3 | renamed(m.to);
    word = word << 5 | static_cast<std::uint32_t>(m.type);
    word = word << 3 | renamed(answers_cache ? m.to : m.from);  // no rule asks a cache who answered it
    word = word << 3 | renamed(m.requestor);
    word = word << 8 | static_cast<std::uint8_t>(m.acks);
    return word << 2 | m.data;
}

Packet Codec::unpack(std::uint32_t word) const {
    const auto take = [&](unsigned bits) {
        const auto value = word & ((1U << bits) - 1);
        word >>= bits;
        return static_cast<std::uint8_t>(value);
    };
    const auto node = [&] {
        const Node n = take(3);
        return n == nobody ? no_node : n;
    };
    Packet p;
    p.message.data = take(2);
    p.message.acks = static_cast<std::int8_t>(take(8));
    p.message.requestor = node();
    p.message.from = node();
    p.message.type = static_cast<MessageType>(take(5));
    p.message.to = node();
    p.domain = take(2);
    return p;
}

Codec::Renaming Codec::encode(const World& world, Key& key) const {
    const auto r = rename(world);
    key.clear();
    const auto put = [&](auto value) { key.push_back(static_cast<std::uint8_t>(value)); };
    const auto put_line = [&](const CacheLine& line) {
        put(with_data(static_cast<std::uint8_t>(line.state), line.data, cache_data_matters_[static_cast<std::size_t>(line.state)]));
        put(line.acks);
    };
    const auto put_books = [&](const HomeLine& books, int domain, bool keeps_data) {
        const auto renamed = [&](Node n) {
            return shape_.of_agents(domain) ? r.new_cluster[n] : r.new_number[static_cast<std::size_t>(shape_.first_core(domain) + n)];
        };
        std::uint8_t sharers = 0;
        books.sharers.each([&](Node n) { sharers = static_cast<std::uint8_t>(sharers | 1U << renamed(n)); });
        const auto& hold = world.holds[static_cast<std::size_t>(domain)];
        put(with_data(static_cast<std::uint8_t>(books.state), books.memory,
                      keeps_data && memory_matters_[static_cast<std::size_t>(books.state)]));
        put((books.owner == no_node ? nobody : renamed(books.owner)) | (hold.any() ? renamed(hold.requestor) : nobody) << 4);
        put(sharers);
        put(books.acks);
    };
    for (int i = 0; i < shape_.cores(); ++i) {
        const auto& core = world.cores[static_cast<std::size_t>(r.old_core[static_cast<std::size_t>(i)])];
        put_line(core.line);
        put(core.owed);
    }
    for (int c = 0; shape_.two() && c < shape_.clusters; ++c) {
        const Node old = r.old_cluster[static_cast<std::size_t>(c)];
        const auto& agent = world.agents[old];
        put_line(agent.up);
        const auto first = static_cast<std::size_t>(shape_.first_core(1 + old));
        put((agent.reader == no_node ? nobody : r.new_number[first + agent.reader]) | (has_once(agent) ? agent.up.data << 4 : 0));
        put_books(agent.down, 1 + old, false);  // an agent's data is in `up`; from_core copies it first
    }
    put_books(world.home, 0, true);

    std::array<std::uint32_t, most_packets> words;
    auto end = words.begin();
    const auto add = [&](bool in_order) {
        for (const auto& p : world.in_flight())
            if (p.in_order() == in_order) *end++ = pack(p, r);
    };
    add(false);
    std::sort(words.begin(), end);
    const auto forwards = end;
    add(true);
    std::stable_sort(forwards, end, [](std::uint32_t x, std::uint32_t y) { return x >> 21 < y >> 21; });  // by destination
    for (auto w = words.begin(); w != end; ++w)
        for (unsigned shift = 0; shift < 32; shift += 8) put(*w >> shift & 0xff);
    return r;
}

World Codec::decode(std::span<const std::uint8_t> key) const {
    World world;
    std::size_t at = 0;
    const auto take = [&] { return key[at++]; };
    const auto node = [](unsigned n) { return n == nobody ? no_node : static_cast<Node>(n); };
    const auto take_line = [&](CacheLine& line) {
        const auto first = take();
        line = {static_cast<Cache::State>(first & 0x7f), static_cast<Version>(first >> 7), static_cast<std::int8_t>(take())};
    };
    const auto take_books = [&](HomeLine& books, Hold& hold) {
        const auto first = take();
        const auto nodes = take();
        books.state = static_cast<Directory::State>(first & 0x7f);
        books.memory = static_cast<Version>(first >> 7);
        books.owner = node(nodes & 7U);
        hold.requestor = node(nodes >> 4U);
        books.sharers.bits[0] = take();
        books.acks = static_cast<std::int8_t>(take());
    };
    for (int i = 0; i < shape_.cores(); ++i) {
        auto& core = world.cores[static_cast<std::size_t>(i)];
        take_line(core.line);
        core.owed = static_cast<Owed>(take());
    }
    for (std::size_t c = 0; shape_.two() && c < static_cast<std::size_t>(shape_.clusters); ++c) {
        take_line(world.agents[c].up);
        const auto reader = take();
        world.agents[c].reader = node(reader & 0xfU);
        if (has_once(world.agents[c])) world.agents[c].up.data = static_cast<Version>(reader >> 4);
        take_books(world.agents[c].down, world.holds[1 + c]);
    }
    take_books(world.home, world.holds[0]);
    for (; at < key.size(); at += 4) {
        std::uint32_t word = 0;
        for (unsigned i = 0; i < 4; ++i) word |= std::uint32_t{key[at + i]} << (8 * i);
        world.packets[world.packet_count++] = unpack(word);
    }
    return world;
}

std::uint64_t hash(std::span<const std::uint8_t> key) {
    std::uint64_t h = 0x9e3779b97f4a7c15ULL ^ key.size();
    for (std::size_t at = 0; at < key.size(); at += 8) {
        std::uint64_t word = 0;
        for (std::size_t i = at; i < std::min(at + 8, key.size()); ++i) word |= std::uint64_t{key[i]} << (8 * (i - at));
        h = mix(h ^ word) * 0x9fb21c651e98df25ULL + 0x632be59bd9b4e019ULL;
    }
    return mix(h);
}

}  // namespace hitm::protocols
