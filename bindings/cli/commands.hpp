// The commands of `hitm`, each in its own file, and what all of them have in common.
#pragma once

namespace CLI {
class App;
}

namespace hitm::cli {

/// Thrown by a command that ends with another status than 0 without being an error: 1 where a stated limit failed, 130 where the user
/// interrupted it. Errors are the exceptions of the rooms (`main` turns them into 2 and 3).
struct Exit {
    int status = 0;
};

void add_predict(CLI::App& app);
void add_run(CLI::App& app);
void add_sweep(CLI::App& app);
void add_fit(CLI::App& app);
void add_layout(CLI::App& app);
void add_machine(CLI::App& app);
void add_protocol(CLI::App& app);

}  // namespace hitm::cli
