// A unified diff cut into hunks, alone or out of a mail.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workloads/layout/tokens.hpp"

namespace hitm::layout {

struct DiffLine {
    char side = ' ';  // ' ' both, '-' before, '+' after
    std::string text;
    int line = 0;  // in the document
};

struct Hunk {
    std::string file;     // what is patched
    std::string heading;  // what stands behind the second "@@"
    std::vector<DiffLine> lines;
    int line = 0;

    // The lines of one side, comment tails at the start blanked.
    std::vector<Line> side(char which) const;
    // Is the line with this number of the document added or removed?
    bool changed(int line_number) const;
};

struct Diff {
    std::string subject;
    std::vector<Hunk> hunks;
    std::vector<std::string> troubles;  // "line: what"
};

Diff read_diff(std::string_view text);

}  // namespace hitm::layout
