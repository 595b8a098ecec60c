// The compiled form of a side's programs: what the interpreter runs.
#pragma once

#include <array>

#include "workloads/program/placing.hpp"

namespace hitm::program {

enum class Op : std::uint8_t { Touch, Gap, Draw, PickUniform, PickOwn, PickZipf, PickAt, Set, Jump, Unless, Times, Again, Pass, Wrap };

/// An operand with names resolved: `number` plus the source it names.
struct OperandCode {
    Operand::Kind kind = Operand::Kind::Number;
    std::uint32_t reg = 0;
    std::int64_t number = 0;
};

struct Instruction {
    Op op = Op::Touch;
    Condition::Compare compare = Condition::Compare::Is;
    bool computed = false;      ///< operand and expected of `access` are not constants
    std::uint32_t binding = 0;  ///< Touch, Pick…: where the picked object's address stands
    std::uint32_t target = 0;   ///< Jump, Unless, Times, Again: an instruction; Set: a register
    std::uint32_t index = 0;    ///< Draw, Times, PickUniform, PickZipf: the draw; Times, Again: see `counter`
    std::uint32_t counter = 0;  ///< Times, Again: the loop's counter
    std::uint32_t object = 0;   ///< Pick…: the class
    OperandCode left, right;    ///< Unless: compared; Set, PickAt: left; Touch: value (left) and expected (right)
    workloads::Access access;   ///< Touch, Pass: as it is, with `address` the offset inside the object; Gap…: its gap
};

/// One place in a program where a random number is drawn.
struct Draw {
    Distribution::Kind kind = Distribution::Kind::Constant;
    double a = 0, b = 0;                ///< ps, or a number
    std::vector<double> values, until;  ///< Choice: values, and the running sum of their shares
    std::uint32_t site = 0;             ///< numbers the draws of a program in their order
    bool in_loop = false;               ///< may be drawn several times in one operation
};

/// Picks ranks by Zipf's law in constant time (Walker's alias method).
class ZipfTable {
public:
    ZipfTable(std::size_t count, double exponent);
    std::uint32_t pick(std::uint64_t bits) const;

private:
    std::vector<std::uint32_t> keep_;   // of 2^32: how often the slot's own number is taken
    std::vector<std::uint32_t> alias_;  // the other one
};

/// What the completion of an access does beside its effect on memory.
struct Site {
    static constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t into = none, old = none;
    bool sets_value = false;
};

struct Binding {
    std::uint32_t object = 0;
};

struct Code {
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> entries;  ///< first instruction of each program
    std::vector<double> share_until;     ///< running sum of the programs' shares, ends at 1
    bool by_operations = false;
    std::vector<Draw> draws;
    std::vector<ZipfTable> zipfs;
    std::vector<std::uint32_t> zipf_of;  ///< draw -> table
    std::vector<Site> sites;
    std::vector<workloads::Field> fields;
    std::vector<std::uint32_t> field_object;  ///< field -> class
    std::vector<Binding> bindings;
    std::vector<Standing> standings;          ///< class -> where its objects stand
    std::vector<bool> own;                    ///< class -> one object for each thread
    std::vector<std::uint32_t> region_class;  ///< region -> class, or Site::none
    struct Initial {
        std::uint32_t object;
        std::uint64_t offset, size;
        std::int64_t value;
    };
    std::vector<Initial> initial;
    std::uint32_t registers = 0, counters = 0;
    bool reads_values = false;  ///< does any step depend on a value in memory?
    unsigned threads = 1;
    std::uint64_t seed = 0;
};

struct CompileOptions {
    unsigned threads = 1;
    std::uint64_t seed = 1;
    double core_ghz = 1;
    unsigned line_bytes = 64;
};

Code compile(const Scenario& scenario, Variant variant, const Values& values, const CompileOptions& options);

std::unique_ptr<workloads::Source> make_source(Code code);

}  // namespace hitm::program
