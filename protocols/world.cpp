// The few things a world does by itself.
#include "protocols/world.hpp"

#include <algorithm>

namespace hitm::protocols {

bool World::operator==(const World& other) const {
    return cores == other.cores && agents == other.agents && home == other.home && holds == other.holds &&
           std::ranges::equal(in_flight(), other.in_flight());
}

World first_world() {
    World world;
    world.home.memory = fresh;
    return world;
}

bool may_arrive(const World& world, std::size_t index) {
    const auto& packet = world.packets[index];
    if (!packet.in_order()) return true;
    return std::ranges::none_of(world.in_flight().first(index), [&](const Packet& earlier) {
        return earlier.in_order() && earlier.domain == packet.domain && earlier.message.to == packet.message.to;
    });
}

void remove_packet(World& world, std::size_t index) {
    std::copy(world.packets.begin() + static_cast<std::ptrdiff_t>(index) + 1, world.packets.begin() + world.packet_count,
              world.packets.begin() + static_cast<std::ptrdiff_t>(index));
    --world.packet_count;
}

}  // namespace hitm::protocols
