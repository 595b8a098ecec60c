// The program `hitm`.
#include "bindings/cli/command_line.hpp"

int main(int argc, char** argv) { return hitm::cli::command_line(argc, argv); }
