// Reading kmem_cache calls.
#include "workloads/layout/slab_calls.hpp"

#include <algorithm>

namespace hitm::layout {
namespace {

using Tokens = std::span<const Token>;

bool creates(const Token& token) {
    return token.word() && (token.text.starts_with("kmem_cache_create") || token.text.starts_with("KMEM_CACHE"));
}

std::vector<Tokens> arguments_of(Tokens tokens) {
    std::vector<Tokens> arguments;
    std::size_t start = 0;
    int depth = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        depth += tokens[at].is("(") ? 1 : tokens[at].is(")") ? -1 : 0;
        if (depth != 0 || !tokens[at].is(",")) continue;
        arguments.push_back(tokens.subspan(start, at - start));
        start = at + 1;
    }
    arguments.push_back(tokens.subspan(start));
    return arguments;
}

// "sizeof(struct ext4_inode_info)"; "" for sizeof of an object, whose type is not shown.
std::string sized_struct(Tokens tokens) {
    for (std::size_t at = 0; at + 3 < tokens.size(); ++at) {
        if (!tokens[at].is("sizeof") || !tokens[at + 1].is("(")) continue;
        if (tokens[at + 2].is("struct") || tokens[at + 2].is("union")) return tokens[at + 3].text;
        if (tokens[at + 2].word() && tokens[at + 3].is(")")) return tokens[at + 2].text;
    }
    return "";
}

// `inside` is what stands between the brackets of the call.
SlabCall read_call(const std::string& name, Tokens inside, const Constants& constants) {
    SlabCall call;
    call.hwcache = std::any_of(inside.begin(), inside.end(), [](const Token& token) { return token.is("SLAB_HWCACHE_ALIGN"); });
    const std::vector<Tokens> arguments = arguments_of(inside);
    if (name.starts_with("KMEM_CACHE")) {
        if (arguments[0].size() == 1 && arguments[0][0].word()) call.struct_name = arguments[0][0].text;
        return call;
    }
    call.struct_name = sized_struct(inside);
    if (!name.empty() && arguments.size() >= 4) call.align = evaluate(arguments[2], constants).value_or(0);
    return call;
}

}  // namespace

std::vector<SlabCall> slab_calls(std::span<const Line> lines, const Constants& constants) {
    std::vector<Token> tokens = tokens_of(lines);
    std::erase_if(tokens, [](const Token& token) { return token.kind == Token::Kind::Comment || token.kind == Token::Kind::Directive; });
    std::vector<SlabCall> calls;
    std::size_t start = 0;
    std::string name;
    int depth = 0;
    auto finish = [&](std::size_t end) {
        const Tokens inside = Tokens(tokens).subspan(start, end - start);
        SlabCall call = read_call(name, inside, constants);
        if (inside.empty() || (name.empty() && !call.hwcache)) return;
        call.first_line = inside.front().line;
        call.last_line = inside.back().line;
        calls.push_back(std::move(call));
    };
    bool in_call = true;  // one may have begun above the hunk
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const bool opens_call = creates(tokens[at]) && at + 1 < tokens.size() && tokens[at + 1].is("(");
        if (opens_call) {
            name = tokens[at].text;
            start = at + 2;
            depth = 0;
            in_call = true;
            ++at;
            continue;
        }
        if (!in_call) continue;
        if (name.empty() && tokens[at].is(";")) in_call = false;  // a statement, not the rest of a call
        if (tokens[at].is("(")) ++depth;
        if (!tokens[at].is(")") || depth-- > 0) continue;
        finish(at);
        name.clear();
        in_call = false;
    }
    if (in_call && !name.empty()) finish(tokens.size());
    return calls;
}

}  // namespace hitm::layout
