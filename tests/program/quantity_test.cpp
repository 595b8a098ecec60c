// Quantities read in every unit and print as they are read.
#include "workloads/program/quantity.hpp"

#include <gtest/gtest.h>

namespace {

using hitm::program::parse_quantity;
using hitm::program::Quantity;
using hitm::program::to_text;
using Unit = Quantity::Unit;

TEST(Quantity, is_read_in_its_base_unit) {
    EXPECT_EQ(parse_quantity("5.4us"), (Quantity{5'400'000, Unit::Picoseconds}));
    EXPECT_EQ(parse_quantity("1 s"), (Quantity{1e12, Unit::Picoseconds}));
    EXPECT_EQ(parse_quantity("20 cycles"), (Quantity{20, Unit::Cycles}));
    EXPECT_EQ(parse_quantity("4KiB"), (Quantity{4096, Unit::Bytes}));
    EXPECT_EQ(parse_quantity("7.2%"), (Quantity{7.2, Unit::Percent}));
    EXPECT_EQ(parse_quantity("-1%"), (Quantity{-1, Unit::Percent}));
    EXPECT_EQ(parse_quantity("1.9M/s"), (Quantity{1.9e6, Unit::PerSecond}));
    EXPECT_EQ(parse_quantity("2.5GHz"), (Quantity{2.5e9, Unit::Hertz}));
    EXPECT_EQ(parse_quantity("0x40"), (Quantity{64, Unit::Number}));
    EXPECT_EQ(parse_quantity("200k"), (Quantity{200'000, Unit::Number}));
}

TEST(Quantity, is_nothing_else) {
    for (const char* text : {"", "us", "5.4 fortnights", "inf", "nan", "1e400", "5.4us6", "0x", "--1", "1 2"})
        EXPECT_FALSE(parse_quantity(text)) << text;
}

TEST(Quantity, prints_as_it_is_read) {
    for (const char* text : {"5.4us", "200ns", "1ps", "3s", "20 cycles", "4KiB", "72B", "7.2%", "1.9M/s", "5/s", "2.5GHz", "4", "0.75"}) {
        EXPECT_EQ(to_text(*parse_quantity(text)), text);
        EXPECT_EQ(parse_quantity(to_text(*parse_quantity(text))), parse_quantity(text));
    }
}

TEST(Quantity, zero_prints_and_reads_back) {
    for (const char* text : {"0ns", "0B", "0 cycles", "0%", "0"})
        EXPECT_EQ(parse_quantity(to_text(*parse_quantity(text)))->value, 0) << text;
}

}  // namespace
