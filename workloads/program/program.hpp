// What a thread does, as a tree: the steps of the program language before they are compiled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/program/quantity.hpp"
#include "workloads/source.hpp"

namespace hitm::program {

/// Times (of work) or whole numbers (of repetitions).
struct Distribution {
    enum class Kind { Constant, Exponential, Uniform, Normal, Choice };
    Kind kind = Kind::Constant;
    std::vector<Amount> arguments;  // Constant: value; Exponential: mean; Uniform: from, to; Normal: mean, deviation; Choice: values
    std::vector<Amount> weights;    // Choice: one a value, percent
};

/// A number that steps store, compare or pick by: "3", "$name", "register", "register - 1", "value", "thread", "threads".
struct Operand {
    enum class Kind { Number, Parameter, Register, Value, Thread, Threads };
    Kind kind = Kind::Number;
    std::int64_t number = 0;  ///< the number, or what is added to the others
    std::string name;         ///< of the parameter or register
    int line = 0;
};

/// One access of a step.
struct Touch {
    workloads::Kind kind = workloads::Kind::Load;
    std::string object;  ///< the name it was picked under
    std::string field;   ///< path inside the object
    Amount bytes;        ///< 0: the whole field
    Amount at;           ///< bytes behind the field's start
    Operand value;       ///< stored, added or swapped in
    Operand expect;      ///< CompareExchange only
    std::string into;    ///< register for what was read; of a CompareExchange 1 for success, else 0
    std::string old;     ///< register for what a CompareExchange found
    bool joins = false;
    bool awaited = false;
    int line = 0;
};

struct Condition {
    enum class Compare : std::uint8_t { Is, IsNot, Less, AtMost, More, AtLeast, Has, Lacks };
    Operand left;  ///< Value or a register
    Compare compare = Compare::Is;
    Operand right;
};

struct Step {
    enum class Kind { Gap, Pick, Touch, Repeat, While, Until, If, Fence, Count, Set };
    enum class By : std::uint8_t { Uniform, Own, Zipf, At };

    Kind kind = Kind::Gap;
    int line = 0;
    Distribution amount;          // Gap: how long; Repeat: how often
    std::string object, as;       // Pick
    By by = By::Uniform;          // Pick
    Amount exponent;              // Pick by Zipf
    Operand operand;              // Pick at; Set: what
    std::string target;           // Set: the register
    std::vector<Touch> touches;   // Touch
    Condition condition;          // While, Until, If
    std::vector<Step> body;       // Repeat, While, Until, If
    std::vector<Step> otherwise;  // If
};

struct Program {
    Amount share;
    std::vector<Step> steps;
    int line = 0;
};

/// The programs of a variant: threads are dealt out to them by share, or each operation is.
struct Mix {
    bool by_operations = false;
    std::vector<Program> programs;
    std::string text;  ///< canonical, for comparing and for `resolved()`
};

/// Marks every access whose value a later step may read as awaited. Throws BadScenario where a step reads `value` and
/// nothing has been read before it.
void mark_awaited(std::vector<Step>& steps, std::string_view file);

}  // namespace hitm::program
