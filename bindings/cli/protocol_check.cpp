// `hitm protocol check`, `replay` and `export`: proofs, and what becomes of one that fails.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/interrupt.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/cli/progress.hpp"
#include "bindings/cli/protocol_commands.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "bindings/results/protocols.hpp"
#include "protocols/murphi.hpp"
#include "protocols/print.hpp"
#include "protocols/starvation.hpp"
#include "protocols/trail.hpp"
#include "protocols/two_lines.hpp"

namespace hitm::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Asked {
    std::string name;
    int caches = 2;
    int clusters = 2;
    int levels = 1;
    int lines = 1;
    std::string way{};  ///< empty: both, on every level
    std::string json{};
    bool quiet = false;
};

std::vector<protocols::Setting> settings_of(const Asked& asked) {
    using protocols::Way;
    std::vector<Way> ways;
    if (asked.way != "confirm") ways.push_back(Way::Chain);
    if (asked.way != "chain") ways.push_back(Way::Confirm);
    std::vector<protocols::Setting> settings;
    for (auto inside : ways) {
        if (asked.levels == 1) settings.push_back({.caches = asked.caches, .inside = inside});
        else
            for (auto outside : ways)
                settings.push_back({.levels = 2, .clusters = asked.clusters, .caches = asked.caches, .inside = inside, .outside = outside});
    }
    return settings;
}

Json to_json(const std::string& what, const protocols::Setting& setting, const protocols::Verdict& v) {
    Json json{{"what", what},       {"setting", protocols::describe(setting)},
              {"holds", v.holds},   {"broken", v.broken},
              {"states", v.states}, {"transitions", v.transitions},
              {"depth", v.depth},   {"trail", v.trail}};
    json["key"] = v.moves.empty() ? Json(nullptr) : Json(protocols::to_key({setting, v.moves}));
    return json;
}

/// Prints verdicts as they come and remembers them.
class Proof {
public:
    Proof(const Asked& asked, const protocols::Protocol& protocol) : asked_{asked}, protocol_{protocol}, bar_{asked.quiet} {}

    void prove(const protocols::Setting& setting) {
        const protocols::Watch watch = [&](std::size_t states, std::size_t depth) {
            bar_.tell(fmt::format("{}, {}: {} states, depth {}", protocol_.name, protocols::describe(setting), states, depth));
            return !interrupt_.flag();
        };
        if (asked_.lines == 2) return add("two lines", setting, protocols::check_two_lines(protocol_, setting));
        add("", setting, protocols::check(protocol_, setting, watch));
        if (holds_ && protocols::fits_starvation(setting)) add("no starvation", setting, protocols::check_starvation(protocol_, setting));
    }

    void end() {
        if (!asked_.json.empty())
            write_whole(asked_.json, Json{{"protocol", protocol_.name}, {"verdicts", std::move(verdicts_)}}.dump(1) + "\n");
        if (!holds_) throw Exit{1};
    }

private:
    void add(const std::string& what, const protocols::Setting& setting, const protocols::Verdict& verdict) {
        bar_.clear();
        if (interrupt_.flag()) throw Exit{130};
        Output(asked_.json)
            .line(fmt::format("{}, {}{}{}", protocol_.name, what, what.empty() ? "" : ", ",
                              protocols::report(setting, verdict, asked_.name)));
        verdicts_.push_back(to_json(what.empty() ? "properties" : what, setting, verdict));
        holds_ = holds_ && verdict.holds;
    }

    const Asked& asked_;
    const protocols::Protocol& protocol_;
    const Interrupt interrupt_;
    ProgressBar bar_;
    Json verdicts_ = Json::array();
    bool holds_ = true;
};

void check(const Asked& asked) {
    results::Protocols kept;
    Proof proof(asked, kept.get_unproven(asked.name));
    try {
        for (const auto& setting : settings_of(asked)) proof.prove(setting);
    } catch (const std::invalid_argument& beyond) {
        throw BadUsage(beyond.what());
    }
    proof.end();
}

void replay(const std::string& name, const std::string& key) {
    results::Protocols kept;
    try {
        fmt::print("{}", protocols::chart(kept.get_unproven(name), protocols::parse_key(key)));
    } catch (const std::invalid_argument& wrong) {
        throw BadUsage(wrong.what());
    }
}

void export_murphi(const Asked& asked) {
    results::Protocols kept;
    fmt::print("{}", protocols::murphi::model(kept.get_unproven(asked.name), settings_of(asked).front()));
}

Asked asked_of(const CLI::App& command) {
    Asked asked{.name = text_of(command, "protocol")};
    const auto take = [&](const char* option, int& value) {
        if (command.get_option_no_throw(option) != nullptr && command.count(option) > 0)
            value = static_cast<int>(count_of(command, option));
    };
    take("--caches", asked.caches);
    take("--clusters", asked.clusters);
    take("--levels", asked.levels);
    take("--lines", asked.lines);
    asked.way = text_of(command, "--way");
    if (command.get_option_no_throw("--json") != nullptr) asked.json = text_of(command, "--json");
    if (command.get_option_no_throw("--quiet") != nullptr) asked.quiet = command.count("--quiet") > 0;
    return asked;
}

void add_check(CLI::App& protocol) {
    auto* command = add_about(protocol, "check",
                              "Takes every interleaving of a line and checks the seven properties; in small settings, starvation too",
                              "check MESI --caches 3");
    command->add_option("--caches", "caches, in each cluster where there are two levels (default 2)")->check(wrong_count);
    command->add_option("--levels", "1, or 2 for clusters with agents of their own")->check(CLI::Range(1, 2));
    command->add_option("--clusters", "with two levels (default 2)")->check(wrong_count);
    command->add_option("--lines", "1, or 2 in caches with room for one")->check(CLI::Range(1, 2));
    command->add_option("--way", "chain or confirm, on every level (default: each)")->check(CLI::IsMember({"chain", "confirm"}));
    command->add_option("--json", "verdicts and trails as JSON to this file; - is stdout");
    command->add_flag("-q,--quiet")->description("no progress");
    command->callback([command] { check(asked_of(*command)); });
}

void add_replay(CLI::App& protocol) {
    auto* command = add_about(protocol, "replay", "Draws the way to a fault as a message chart", "replay MESI 2:chain:L0.S1.0.0.0");
    command->add_option("key", "as `check` printed it")->required();
    command->callback([command] { replay(text_of(*command, "protocol"), text_of(*command, "key")); });
}

void add_export(CLI::App& protocol) {
    auto* command =
        add_about(protocol, "export", "The protocol as a Murphi model, for a checker that is not ours", "export MESI --murphi > mesi.m");
    command->add_flag("--murphi")->description("the only form there is")->required();
    command->add_option("--caches", "caches (default 2)")->check(wrong_count);
    command->add_option("--way", "chain or confirm (default chain)")->check(CLI::IsMember({"chain", "confirm"}));
    command->callback([command] { export_murphi(asked_of(*command)); });
}

}  // namespace

void add_proofs(CLI::App& protocol) {
    add_check(protocol);
    add_replay(protocol);
    add_export(protocol);
}

}  // namespace hitm::cli
