// `hitm` as a function.
#pragma once

namespace hitm::cli {

/// Runs the command that the arguments name (the first is the program's own name); what it says goes to stdout and stderr. Returns the exit
/// status; throws nothing.
int command_line(int argc, char** argv);

}  // namespace hitm::cli
