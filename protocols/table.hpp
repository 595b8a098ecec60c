// The form of a protocol table: which states meet which events, and what is done about it.
//
// A table is plain data with many readers: the simulator adds time, the checker adds every
// interleaving, the printer adds Markdown. None of them may change it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>

namespace hitm::protocols {

/// A set of enumerators of `E`, written as one enumerator or as a brace list.
template <class E>
class EnumSet {
public:
    constexpr EnumSet() = default;
    constexpr EnumSet(E only) : bits_{bit(only)} {}
    constexpr EnumSet(std::initializer_list<E> many) {
        for (E e : many) bits_ |= bit(e);
    }
    constexpr bool contains(E e) const { return (bits_ & bit(e)) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr void add(E e) { bits_ |= bit(e); }
    constexpr EnumSet without(E e) const {
        EnumSet rest = *this;
        rest.bits_ &= ~bit(e);
        return rest;
    }

private:
    static constexpr std::uint64_t bit(E e) { return std::uint64_t{1} << static_cast<unsigned>(e); }
    std::uint64_t bits_ = 0;
};

/// What a row does, in order. An empty list is a real answer: nothing need be done.
template <class A>
class ActionList {
public:
    static constexpr std::size_t capacity = 6;

    constexpr ActionList() = default;
    constexpr ActionList(std::initializer_list<A> many) {
        for (A a : many) items_.at(size_++) = a;
    }
    /// Throws std::out_of_range beyond `capacity`.
    constexpr void add(A a) { items_.at(size_++) = a; }
    constexpr const A* begin() const { return items_.data(); }
    constexpr const A* end() const { return items_.data() + size_; }
    constexpr std::size_t size() const { return size_; }
    constexpr bool stalls() const { return size_ == 1 && items_[0] == A::Stall; }
    constexpr bool contains(A a) const { return std::find(begin(), end(), a) != end(); }

private:
    std::array<A, capacity> items_{};
    std::size_t size_ = 0;
};

/// Written where a row names no next state: the line stays as it is.
inline constexpr std::nullopt_t stay = std::nullopt;

/// One line of the textbook table: in any of these states, on any of these events, do this, then be that.
template <class Role>
struct Row {
    EnumSet<typename Role::State> in;
    EnumSet<typename Role::Event> on;
    ActionList<typename Role::Action> perform;
    std::optional<typename Role::State> next = stay;
};

/// Rows, indexed. A cell with no row is a claim that it cannot happen; the checker proves
/// the claim, the simulator throws if it is false. Two rows on one cell do not compile.
template <class Role>
class Table {
public:
    static constexpr std::size_t states = Role::states.size();
    static constexpr std::size_t events = Role::events.size();
    static constexpr std::uint8_t none = 0xff;

    constexpr explicit Table(std::span<const Row<Role>> rows) : rows_{rows} {
        for (auto& line : index_) line.fill(none);
        for (std::size_t r = 0; r < rows.size(); ++r) claim(static_cast<std::uint8_t>(r));
    }

    constexpr const Row<Role>* find(typename Role::State s, typename Role::Event e) const {
        const auto r = index_[static_cast<std::size_t>(s)][static_cast<std::size_t>(e)];
        return r == none ? nullptr : &rows_[r];
    }
    constexpr std::span<const Row<Role>> rows() const { return rows_; }

private:
    constexpr void claim(std::uint8_t r) {
        for (const auto& s : Role::states)
            for (const auto& e : Role::events) {
                if (!rows_[r].in.contains(s.id) || !rows_[r].on.contains(e.id)) continue;
                auto& cell = index_[static_cast<std::size_t>(s.id)][static_cast<std::size_t>(e.id)];
                if (cell != none) throw std::logic_error("two rows claim one cell");
                cell = r;
            }
    }

    std::span<const Row<Role>> rows_;
    std::array<std::array<std::uint8_t, events>, states> index_{};
};

/// The number of a cell, row by row: for sets and counts of cells.
template <class Role>
constexpr std::size_t cell_number(typename Role::State s, typename Role::Event e) {
    return static_cast<std::size_t>(s) * Role::events.size() + static_cast<std::size_t>(e);
}

}  // namespace hitm::protocols
