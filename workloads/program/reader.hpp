// What every part of the scenario reader needs: checked keys, texts and amounts, with the place for errors.
#pragma once

#include <initializer_list>
#include <set>

#include "workloads/program/document.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::program {

class Reader {
public:
    enum class Dimension { Time, Count, Bytes, Percent, Number };

    explicit Reader(std::string_view file, Files files = Files::Open, const Given* given = nullptr);

    std::string_view file() const { return file_; }
    bool opens_files() const { return files_ == Files::Open; }
    /// The layout that the caller gave by that name.
    const layout::Layout& given(const Node& node, std::string_view key) const;
    [[noreturn]] void wrong(int line, std::string_view key, std::string_view what) const;

    /// The node is a mapping with none but these keys.
    void expect_keys(const Node& node, std::string_view of, std::initializer_list<std::string_view> known) const;
    const Node& need(const Node& map, std::string_view of, std::string_view key, std::string_view example) const;
    std::string text(const Node& node, std::string_view key) const;
    /// A name of letters, digits, _ and -, not starting with a digit.
    std::string name(const Node& node, std::string_view key) const;
    void check_name(std::string_view name, int line, std::string_view key) const;
    const std::vector<Node>& list(const Node& node, std::string_view key) const;
    unsigned whole(const Node& node, std::string_view key, unsigned low, unsigned high) const;

    /// A quantity written out or "$name"; checked against the dimension, the parameter's too.
    Amount amount(std::string_view text, int line, std::string_view key, Dimension dimension);
    Amount amount(const Node& node, std::string_view key, Dimension dimension);
    /// The parameter "$name" stands for; counts as used.
    const Parameter& parameter(std::string_view name, int line, std::string_view key);

    /// The text of a file named in the scenario, relative to the scenario's folder.
    std::string read_file(const Node& node, std::string_view key) const;
    std::filesystem::path path(const Node& node, std::string_view key) const;

    std::vector<Parameter> parameters;
    std::set<std::string, std::less<>> used;  ///< names of parameters

private:
    void check(const Quantity& quantity, int line, std::string_view key, Dimension dimension) const;

    std::string file_;
    Files files_;
    const Given* given_;
};

// The sections, one function each; each in a file of its own.
std::vector<Parameter> read_parameters(Reader& reader, const Node& node);
std::vector<Observation> read_observations(Reader& reader, const Node& node, std::string_view key);
std::map<std::string, layout::Layout> read_layouts(Reader& reader, const Node& node);
std::vector<Object> read_objects(Reader& reader, const Node& node, const std::map<std::string, layout::Layout>& layouts);
Place read_place(Reader& reader, const Node& node);
Distribution read_distribution(Reader& reader, const Node& node, std::string_view key, Reader::Dimension dimension);
Mix read_mix(Reader& reader, const Node* program, const Node* programs);
void read_fix(Reader& reader, const Node& node, Scenario& scenario);
/// Every field, object and register that the side's programs name is there. `what` is "before" or "after the fix".
void check_side(const Side& side, std::string_view file, std::string_view what);

/// The path in the layout of a path in the scenario.
std::string renamed_path(const std::map<std::string, std::string>& renamed, const std::string& path);

/// Text of a whole file. Throws BadScenario where it cannot be read or is larger than 64 MiB.
std::string slurp(const std::filesystem::path& file);

}  // namespace hitm::program
