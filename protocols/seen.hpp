// What an exploration remembers: every state by its hash, and the states of one depth by their keys.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "protocols/codec.hpp"
#include "protocols/endings.hpp"

namespace hitm::protocols {

/// Every state seen, by hash, and the state it was first reached from.
class Seen {
public:
    Seen() : slots_(1U << 12, nobody) {}

    /// The state's number, and whether it is new.
    std::pair<Id, bool> add(std::uint64_t hash, Id parent) {
        if (2 * hashes_.size() >= slots_.size()) grow();
        auto& slot = find(hash);
        if (slot != nobody) return {slot, false};
        slot = static_cast<Id>(hashes_.size());
        hashes_.push_back(hash);
        parents_.push_back(parent);
        return {slot, true};
    }
    std::size_t size() const { return hashes_.size(); }
    std::uint64_t hash_of(Id id) const { return hashes_[id]; }
    Id parent_of(Id id) const { return parents_[id]; }

private:
    Id& find(std::uint64_t hash) {
        auto at = hash & (slots_.size() - 1);
        while (slots_[at] != nobody && hashes_[slots_[at]] != hash) at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }
    void grow() {
        slots_.assign(2 * slots_.size(), nobody);
        for (Id id = 0; id < hashes_.size(); ++id) find(hashes_[id]) = id;
    }

    std::vector<Id> slots_;
    std::vector<std::uint64_t> hashes_;
    std::vector<Id> parents_;
};

/// The states of one depth, as keys one behind the other.
class Layer {
public:
    void add(Id id, std::span<const std::uint8_t> key) {
        ids_.push_back(id);
        ends_.push_back((bytes_.insert(bytes_.end(), key.begin(), key.end()), bytes_.size()));
    }
    std::size_t size() const { return ids_.size(); }
    Id id(std::size_t i) const { return ids_[i]; }
    std::span<const std::uint8_t> key(std::size_t i) const {
        const auto from = i == 0 ? 0 : ends_[i - 1];
        return {bytes_.data() + from, ends_[i] - from};
    }
    void clear() {
        ids_.clear();
        ends_.clear();
        bytes_.clear();
    }

private:
    std::vector<Id> ids_;
    std::vector<std::size_t> ends_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace hitm::protocols
