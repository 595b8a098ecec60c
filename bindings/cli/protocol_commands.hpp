// What the subcommands of `hitm protocol` share.
#pragma once

namespace CLI {
class App;
}

namespace hitm::cli {

/// A subcommand about one protocol: its help ends with "Example: hitm protocol EXAMPLE".
CLI::App* add_about(CLI::App& protocol, const char* name, const char* what, const char* example);

/// `check`, `replay` and `export`.
void add_proofs(CLI::App& protocol);

}  // namespace hitm::cli
