// From which states rest can be reached: found backwards, from the states of rest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace hitm::protocols {

/// A state's number in an exploration.
using Id = std::uint32_t;
inline constexpr Id nobody = 0xffffffff;

/// Who can come to rest if the cores ask for nothing more: found backwards, from the states of rest.
class Endings {
public:
    void add_rest(Id id) { rest_.push_back(id); }
    void add_arrival(Id from, Id to) { arrivals_.emplace_back(to, from); }

    /// The first state that never comes to rest, or nobody.
    Id first_without(std::size_t states) {
        std::vector<std::size_t> begins(states + 1);
        for (const auto& [to, from] : arrivals_) ++begins[to + 1];
        for (std::size_t i = 0; i < states; ++i) begins[i + 1] += begins[i];
        std::vector<Id> before(arrivals_.size());
        auto place = begins;
        for (const auto& [to, from] : arrivals_) before[place[to]++] = from;
        std::vector<bool> ends(states);
        for (Id id : rest_) ends[id] = true;
        while (!rest_.empty()) {
            const Id id = rest_.back();
            rest_.pop_back();
            for (auto i = begins[id]; i < begins[id + 1]; ++i) {
                if (ends[before[i]]) continue;
                ends[before[i]] = true;
                rest_.push_back(before[i]);
            }
        }
        const auto it = std::ranges::find(ends, false);
        return it == ends.end() ? nobody : static_cast<Id>(it - ends.begin());
    }

private:
    std::vector<std::pair<Id, Id>> arrivals_;
    std::vector<Id> rest_;
};

}  // namespace hitm::protocols
