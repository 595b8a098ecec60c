// The verbs that touch memory: load, store, add, xchg, cas, with their options; and the programs' shares.
#include <fmt/format.h>

#include <cmath>

#include "workloads/program/step_reader.hpp"

namespace hitm::program {
namespace {

using workloads::Kind;

Program read_program(Reader& reader, const Node& node) {
    Program program;
    program.line = node.line;
    program.steps = StepReader(reader).steps(node, "program");
    if (program.steps.empty()) reader.wrong(node.line, "program", "has no steps; write at least one access and count: operation");
    mark_awaited(program.steps, reader.file());
    return program;
}

void read_shares(Reader& reader, const Node& list, Mix& mix) {
    double total = 0;
    for (const Node& item : reader.list(list, "programs")) {
        reader.expect_keys(item, "programs", {"share", "program"});
        const Amount share = reader.amount(reader.need(item, "programs", "share", "share: 90%"), "share", Reader::Dimension::Percent);
        Program program = read_program(reader, reader.need(item, "programs", "program", "program: [ … ]"));
        program.share = share;
        mix.programs.push_back(std::move(program));
        total += share.quantity.value;
    }
    if (mix.programs.empty()) reader.wrong(list.line, "programs", "is empty; write - {share: 100%, program: [ … ]}");
    if (std::abs(total - 100) > 1e-6) reader.wrong(list.line, "programs", fmt::format("the shares add up to {}%; make it 100%", total));
}

}  // namespace

void StepReader::touch(const Node& node, std::string_view verb, Kind kind, std::vector<Step>& to) {
    const Node& targets = *node.find(verb);
    Step step;
    step.kind = Step::Kind::Touch;
    step.line = node.line;
    if (targets.kind != Node::Kind::List) {
        step.touches.push_back(one_touch(node, targets, verb, kind));
        to.push_back(std::move(step));
        return;
    }
    if (node.entries.size() > 1)
        reader_.wrong(node.line, verb, "has options beside a list; put them into the list: [{field: file.f_op, bytes: 1}, …]");
    for (const Node& item : targets.items) {
        if (item.kind == Node::Kind::Text) {
            step.touches.push_back(one_touch(Node{}, item, verb, kind));
        } else {
            const Node* then = item.find("then");
            const Node* field = item.find("field");
            if ((then != nullptr) == (field != nullptr))
                reader_.wrong(item.line, verb,
                              "write {field: object.field, …}, or {then: object.field, …} for one that depends on those before");
            step.touches.push_back(one_touch(item, then ? *then : *field, verb, kind));
            if (then) continue;  // waits for the loads before it
        }
        step.touches.back().joins = kind == Kind::Load && step.touches.size() > 1;
    }
    if (step.touches.empty()) reader_.wrong(node.line, verb, "touches nothing; name a field, like file.f_op");
    to.push_back(std::move(step));
}

Touch StepReader::one_touch(const Node& options, const Node& target, std::string_view verb, Kind kind) {
    Touch touch;
    touch.kind = kind;
    touch.line = target.line;
    const std::string path = reader_.text(target, verb);
    const std::size_t dot = path.find('.');
    if (dot == std::string::npos || dot + 1 == path.size())
        reader_.wrong(target.line, verb, fmt::format("{} names no field; write object.field, like file.f_op", describe(target)));
    touch.object = path.substr(0, dot);
    touch.field = path.substr(dot + 1);
    reader_.check_name(touch.object, target.line, verb);
    touch.value.number = kind == Kind::Store ? 0 : 1;
    if (options.kind == Node::Kind::Map) touch_options(touch, options, verb);
    return touch;
}

void StepReader::touch_options(Touch& touch, const Node& options, std::string_view verb) {
    switch (touch.kind) {
        case Kind::Load: reader_.expect_keys(options, verb, {verb, "then", "field", "bytes", "at", "into"}); break;
        case Kind::Store: reader_.expect_keys(options, verb, {verb, "field", "bytes", "at", "value"}); break;
        case Kind::CompareExchange:
            reader_.expect_keys(options, verb, {verb, "field", "bytes", "at", "expect", "value", "into", "old"});
            break;
        default: reader_.expect_keys(options, verb, {verb, "field", "bytes", "at", "value", "into"}); break;
    }
    if (const Node* bytes = options.find("bytes")) touch.bytes = reader_.amount(*bytes, "bytes", Reader::Dimension::Bytes);
    if (const Node* at = options.find("at")) touch.at = reader_.amount(*at, "at", Reader::Dimension::Bytes);
    if (const Node* value = options.find("value")) touch.value = operand(*value, "value");
    if (const Node* expect = options.find("expect")) touch.expect = operand(*expect, "expect");
    if (const Node* into = options.find("into")) touch.into = register_name(*into, "into");
    if (const Node* old = options.find("old")) touch.old = register_name(*old, "old");
    touch.awaited = !touch.into.empty() || !touch.old.empty();
    if (options.find("bytes") && touch.bytes.parameter.empty() && touch.bytes.quantity.value < 1)
        reader_.wrong(options.line, verb, "touches 0 bytes; write bytes: 1 or more");
}

Mix read_mix(Reader& reader, const Node* program, const Node* programs) {
    Mix mix;
    if (program && programs) reader.wrong(programs->line, "programs", "stands beside program; keep one of them");
    if (program) {
        mix.programs.push_back(read_program(reader, *program));
        mix.programs.back().share.quantity = {100, Quantity::Unit::Percent};
        mix.text = canonical(*program);
        return mix;
    }
    const Node* list = programs;
    if (programs->kind == Node::Kind::Map) {
        reader.expect_keys(*programs, "programs", {"by", "of"});
        const Node& by = reader.need(*programs, "programs", "by", "by: operations");
        const std::string how = reader.text(by, "by");
        if (how != "operations" && how != "threads")
            reader.wrong(by.line, "by", fmt::format("{} is not possible; write operations or threads", describe(by)));
        mix.by_operations = how == "operations";
        list = &reader.need(*programs, "programs", "of", "of: [{share: 100%, program: [ … ]}]");
    }
    read_shares(reader, *list, mix);
    mix.text = canonical(*programs);
    return mix;
}

}  // namespace hitm::program
