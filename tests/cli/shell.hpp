// Runs the built command and keeps what it said.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace hitm::cli::tests {

struct Said {
    int status = -1;
    std::string out;
    std::string err;
};

/// A folder of its own, removed at the end.
class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "hitm_cli_XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(file(name)) << text;
        return file(name);
    }
    std::string read(const std::string& name) const {
        std::ifstream stream(file(name));
        return {std::istreambuf_iterator<char>(stream), {}};
    }

private:
    std::filesystem::path path_;
};

/// Starts `hitm` with its output in files of the folder; `wait_for` ends it.
inline pid_t start(const Folder& folder, std::vector<std::string> arguments) {
    std::fflush(nullptr);  // or the child would write what this process still holds
    const pid_t child = fork();
    if (child != 0) return child;
    arguments.insert(arguments.begin(), HITM_BINARY);
    std::vector<char*> argv;
    for (auto& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    if (std::freopen(folder.file("out").c_str(), "w", stdout) == nullptr ||
        std::freopen(folder.file("err").c_str(), "w", stderr) == nullptr)
        _exit(99);
    execv(HITM_BINARY, argv.data());
    _exit(98);
}

inline Said wait_for(const Folder& folder, pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), folder.read("out"), folder.read("err")};
}

inline Said hitm(const std::vector<std::string>& arguments) {
    const Folder folder;
    return wait_for(folder, start(folder, arguments));
}

}  // namespace hitm::cli::tests
