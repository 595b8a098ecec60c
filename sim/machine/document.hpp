// A machine file laid over its family file: every value asked for by name, with its source.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/machine/quantity.hpp"
#include "sim/machine/tree.hpp"

namespace hitm::sim {

/// A value as its file states it.
struct Stated {
    std::string key;    ///< "costs.miss_issue"
    std::string value;  ///< "14 cycles"
    std::string source;
    std::string place;  ///< "file:line"
};

/// Looks for a key in the machine's file first, then in its family's. All errors are BadMachine "file:line: key: …".
class Document {
public:
    Document(Tree machine, Tree family) : machine_(std::move(machine)), family_(std::move(family)) {}

    /// A number with unit and source; it must be there.
    double number(std::string_view key, Measure measure, const Clocks& clocks);
    /// The same, `otherwise` where neither file has the key.
    double number_or(std::string_view key, Measure measure, const Clocks& clocks, double otherwise);
    /// A whole number, at least `least`.
    unsigned count(std::string_view key, unsigned least = 1);
    unsigned count_or(std::string_view key, unsigned otherwise);
    /// A word with source, one of `allowed` (any where that is empty).
    std::string word(std::string_view key, const std::vector<std::string>& allowed);
    /// The same, `otherwise` where neither file has the key.
    std::string word_or(std::string_view key, const std::vector<std::string>& allowed, const std::string& otherwise);
    /// A node whose inside the caller reads; it must be there, with a source.
    const Tree& node(std::string_view key);
    /// Free prose of the machine's own file; empty where there is none.
    std::string prose(std::string_view key);

    /// A key that is no mistake though nothing needs it here.
    void excuse(std::string_view key) { asked_.emplace(key); }
    /// "file:line" of a key, or of the machine's file where it stands nowhere.
    std::string place_of(std::string_view key) const;

    /// Refuses every key that nobody has asked for.
    void refuse_unknown() const;

    const std::vector<Stated>& stated() const { return stated_; }
    const Tree& machine() const { return machine_; }

    /// Throws BadMachine "file:line: key: …".
    [[noreturn]] static void fail(const Tree& at, std::string_view key, const std::string& what);

private:
    const Tree* find(std::string_view key);
    const Tree& required(std::string_view key);
    /// The `value` of {value, source}; remembers both.
    const Tree& value_of(const Tree& entry, std::string_view key);

    Tree machine_;
    Tree family_;
    std::set<std::string, std::less<>> asked_;
    std::vector<Stated> stated_;
};

}  // namespace hitm::sim
