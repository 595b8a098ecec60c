// The list of all protocols.
#include "protocols/protocol.hpp"

#include <algorithm>
#include <cctype>

#include "protocols/mesi.hpp"
#include "protocols/mesif.hpp"
#include "protocols/moesi.hpp"
#include "protocols/msi.hpp"

namespace hitm::protocols {
namespace {

constexpr auto list = std::to_array<Protocol>({
    {"MSI", msi::cache, msi::directory,
     "Three states. Whoever reads gets a shared copy and must ask again to write it; a dirty owner that shares writes the line back "
     "at once."},
    {"MESI", mesi::cache, mesi::directory,
     "Four states. A first reader gets the line exclusively and may write it without asking; a dirty owner that shares "
     "writes the line back at once."},
    {"MESIF", mesif::cache, mesif::directory,
     "Five states. The latest reader becomes the forwarder (F) and answers the next one, so that memory need not be read; F is clean "
     "and may leave in silence, and a forwarder that has left passes the request back to home. A dirty owner that shares writes the "
     "line back, keeps S and hands out F (Goodman and Hum, 2009). Homes hand out F; a cluster's agent answers its own readers itself."},
    {"MOESI", moesi::cache, moesi::directory,
     "Five states. A dirty owner that shares keeps the line as O and answers for it from then on; memory is written when an owner "
     "leaves. Within a cluster, dirty lines are shared among its cores; asked from outside, the owner brings its data to the agent, "
     "which then is the owner among the agents. The probe filter at home knows owner and sharers exactly. E that is asked to share "
     "becomes O, since home cannot know whether it was written."},
});

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

bool leaves_in_silence(const Table<Cache>& table) {
    return std::ranges::any_of(Cache::states, [&](const auto& s) {
        const auto* row = table.find(s.id, Cache::Event::Evict);
        return s.may != Permission::None && row != nullptr && row->perform.size() == 0;
    });
}

bool is_far(const Table<Cache>& table) {
    return std::ranges::any_of(Cache::states,
                               [&](const auto& s) { return table.find(s.id, Cache::Event::Rmw) != table.find(s.id, Cache::Event::Store); });
}

std::span<const Protocol> all() { return list; }

const Protocol* find(std::string_view name) {
    const auto it = std::ranges::find_if(list, [&](const Protocol& p) { return same_word(p.name, name); });
    return it == list.end() ? nullptr : &*it;
}

}  // namespace hitm::protocols
