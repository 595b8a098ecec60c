// The steps of a program, read from their nodes.
#pragma once

#include "workloads/program/reader.hpp"

namespace hitm::program {

class StepReader {
public:
    explicit StepReader(Reader& reader) : reader_(reader) {}

    /// A list of steps.
    std::vector<Step> steps(const Node& node, std::string_view key, int depth = 0);

private:
    void read(const Node& node, int depth, std::vector<Step>& to);
    void word(const Node& node, std::vector<Step>& to);
    void gap(const Node& value, std::string_view verb, std::vector<Step>& to);
    void pick(const Node& node, std::vector<Step>& to);
    void set(const Node& value, std::vector<Step>& to);
    void count(const Node& value, std::vector<Step>& to);
    void repeat(const Node& value, int depth, std::vector<Step>& to);
    void loop(const Node& value, Step::Kind kind, int depth, std::vector<Step>& to);
    void branch(const Node& value, int depth, std::vector<Step>& to);
    Condition condition(const Node& node, std::string_view verb);

    void touch(const Node& node, std::string_view verb, workloads::Kind kind, std::vector<Step>& to);
    Touch one_touch(const Node& options, const Node& target, std::string_view verb, workloads::Kind kind);
    void touch_options(Touch& touch, const Node& options, std::string_view verb);
    Operand operand(const Node& node, std::string_view key);
    std::int64_t number(std::string_view text, const Node& node, std::string_view key) const;
    std::string register_name(const Node& node, std::string_view key);

    Reader& reader_;
};

}  // namespace hitm::program
