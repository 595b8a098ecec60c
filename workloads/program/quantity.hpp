// Numbers with their unit, as scenarios write them: "5.4us", "20 cycles", "4KiB", "7.2%", "1.9M/s", "$name".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hitm::program {

/// A number in the base unit of its kind.
struct Quantity {
    enum class Unit { Number, Picoseconds, Cycles, Bytes, PerSecond, Hertz, Percent };
    double value = 0;
    Unit unit = Unit::Number;
    bool operator==(const Quantity&) const = default;
};

/// "5.4us", "5.4 us", "1e3 cycles", "16 KiB", "740k/s", "2.1GHz", "-1%", "4", "0x40", "200k". Units: ns us ms s ps,
/// cycles, B KiB MiB GiB, k M G with or without "/s", GHz MHz, %. None for anything else, infinities included.
std::optional<Quantity> parse_quantity(std::string_view text);

/// The shortest text that reads back as the same quantity.
std::string to_text(const Quantity& quantity);

/// "a time", "a number of bytes": for errors.
std::string describe(Quantity::Unit unit);

/// A quantity, or the parameter it is taken from.
struct Amount {
    Quantity quantity;
    std::string parameter;  ///< of "$name"; empty for a quantity written out
    int line = 0;

    Amount() = default;
    Amount(double number) : quantity{number, Quantity::Unit::Number} {}  // a plain number is an amount
};

}  // namespace hitm::program
