// A checker that is not ours reads the same rows: it must find the same states, and the same faults.
#include "protocols/murphi.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <sstream>

#include "protocols/far.hpp"
#include "protocols/murphi_verbs.hpp"
#include "protocols/print.hpp"
#include "tests/protocols/every.hpp"
#include "tests/protocols/planted.hpp"
#include "tests/protocols/rumur.hpp"

namespace hitm::protocols {
namespace {

void expect_one_opinion(const Protocol& p, const Setting& setting) {
    const auto ours = check(p, setting);
    const auto theirs = rumur::ask(murphi::model(p, setting), setting.caches > 2);
    std::cout << p.name << ", " << describe(setting) << ": " << ours.states << " states here, " << theirs.states << " in rumur\n";
    EXPECT_TRUE(ours.holds) << report(setting, ours);
    EXPECT_TRUE(theirs.holds) << theirs.said;
    EXPECT_EQ(ours.states, theirs.states);
}

/// A test that is skipped where rumur is not installed.
template <class Base>
class WithRumur : public Base {
protected:
    void SetUp() override {
        if (!rumur::is_here()) GTEST_SKIP() << "rumur is not installed";
    }
};

class MurphiSlow : public WithRumur<testing::TestWithParam<std::string>> {};
class MurphiVerbsSlow : public WithRumur<testing::Test> {};

TEST_P(MurphiSlow, rumur_finds_the_same_states_with_two_and_three_caches) {
    for (int caches : {2, 3})
        for (auto way : {Way::Chain, Way::Confirm})
            expect_one_opinion(*find(GetParam()), {.caches = caches, .inside = way, .reduce = false});
}

/// The three classic faults: both checkers see each; ours tells the shortest way.
TEST_P(MurphiSlow, rumur_and_check_see_the_planted_faults) {
    const Setting setting{.caches = 3, .reduce = false};
    for (const auto& [name, broken] : planted::faults_of(*find(GetParam()))) {
        const auto ours = check(broken.protocol(), setting);
        EXPECT_FALSE(ours.holds) << name;
        EXPECT_FALSE(rumur::ask(murphi::model(broken.protocol(), setting)).holds) << name;
        std::cout << broken.protocol().name << ": " << report(setting, ours);
    }
}

class NightlyMurphi : public WithRumur<testing::TestWithParam<std::string>> {};

/// The two smaller ones: rumur keeps every state whole, and of MOESI's there are many millions.
class NightlyFourCaches : public NightlyMurphi {};
TEST_P(NightlyFourCaches, have_the_same_states_in_rumur) { expect_one_opinion(*find(GetParam()), {.caches = 4, .reduce = false}); }

TEST_P(NightlyMurphi, rumur_finds_the_same_states_with_far_atomics) {
    const auto far = far_atomics(*find(GetParam()));
    for (int caches : {2, 3})
        for (auto way : {Way::Chain, Way::Confirm}) expect_one_opinion(far.protocol(), {.caches = caches, .inside = way, .reduce = false});
}

INSTANTIATE_TEST_SUITE_P(Of, MurphiSlow, testing::ValuesIn(every_name()), by_name);
INSTANTIATE_TEST_SUITE_P(Of, NightlyMurphi, testing::ValuesIn(every_name()), by_name);
INSTANTIATE_TEST_SUITE_P(Of, NightlyFourCaches, testing::Values("MSI", "MESI"), by_name);

constexpr int caches = 3;
constexpr Node home = caches;

/// Messages as a model holds them: what is in no order as a sorted bag, forwards by destination.
struct Sent {
    std::vector<unsigned> bag;
    std::array<std::vector<unsigned>, caches> line;

    void add(const Message& m) {
        if (info(m.type).channel == Channel::Forward) line.at(m.to).push_back(murphi::word(m, caches));
        else bag.push_back(murphi::word(m, caches));
    }
};

class Vectors {
public:
    explicit Vectors(std::uint64_t seed) : random_{seed} {}

    int upto(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
    Node cache() { return static_cast<Node>(upto(caches - 1)); }

    Message message() {
        Message m{static_cast<MessageType>(upto(static_cast<int>(messages.size()) - 1)), cache(), 0, cache(), 0, 0};
        m.acks = static_cast<std::int16_t>(upto(1));
        m.data = static_cast<Version>(upto(1));
        return m;
    }
    HomeLine books() {
        HomeLine line;
        for (Node n = 0; n < caches; ++n)
            if (upto(1) == 1) line.sharers.add(n);
        line.owner = cache();
        line.memory = static_cast<Version>(upto(1));
        line.acks = static_cast<std::int16_t>(upto(caches));
        return line;
    }

private:
    std::mt19937_64 random_;
};

const char* done_name(const Completed& done) {
    return done.load ? "Done_Load" : done.store ? "Done_Store" : done.atomic ? "Done_Atomic" : "Done_Nothing";
}

void set_up(std::ostream& out, const CacheLine& line, const HomeLine& books) {
    out << "for a: Cache do cache[a].state := C_I; cache[a].data := 0; cache[a].acks := 0; cache[a].owed := Owed_Nothing;"
           " home.sharers[a] := false; for k: Place do line[a][k] := 0; end; end; for k: Slot do bag[k] := 0; end;\n"
        << "home.state := D_I; home.owner := " << int{books.owner} << "; home.memory := " << books.memory << "; home.acks := " << books.acks
        << "; home.hold := none;\n";
    books.sharers.each([&](Node n) { out << "home.sharers[" << int{n} << "] := true;\n"; });
    for (int i = 0; i < caches; ++i)
        out << "cache[" << i << "].data := " << line.data << "; cache[" << i << "].acks := " << line.acks << ";\n";
}

void expect_sent(std::ostream& out, Sent sent) {
    std::ranges::sort(sent.bag, std::greater{});
    sent.bag.push_back(0);
    for (std::size_t k = 0; k < sent.bag.size(); ++k) out << "assert bag[" << k << "] = " << sent.bag[k] << ";\n";
    for (std::size_t n = 0; n < sent.line.size(); ++n) {
        sent.line[n].push_back(0);
        for (std::size_t k = 0; k < sent.line[n].size(); ++k) out << "assert line[" << n << "][" << k << "] = " << sent.line[n][k] << ";\n";
    }
}

void begin_vector(std::ostream& out, const std::string& name, const Node self, const Message& m) {
    out << "startstate \"" << name << "\"\nvar i: Cache; var from: Node; var req: Node; var acks: Count; var data: Data; var done: Done;\n"
        << "begin\ni := " << int{self} << "; from := " << int{m.from} << "; req := " << int{m.requestor} << "; acks := " << m.acks
        << "; data := " << m.data << "; done := Done_Nothing;\n";
}

void add_vector(std::ostream& out, Cache::Action action, std::string_view meaning, Vectors& random) {
    const Node self = random.cache();
    const Message m = random.message();
    CacheLine line{Cache::State::I, static_cast<Version>(random.upto(1)), static_cast<std::int16_t>(random.upto(2) - 1)};
    begin_vector(out, std::string(Cache::actions[static_cast<std::size_t>(action)].brief), self, m);
    set_up(out, line, random.books());
    Completed done;
    Sent sent;
    perform(action, line, self, home, m, done, [&](const Message& message) { sent.add(message); });
    out << meaning << "\nassert cache[i].data = " << line.data << "; assert cache[i].acks = " << line.acks
        << "; assert done = " << done_name(done) << ";\n";
    expect_sent(out, sent);
    out << "end;\n";
}

void add_vector(std::ostream& out, Directory::Action action, std::string_view meaning, Vectors& random) {
    const Message m = random.message();
    HomeLine books = random.books();
    begin_vector(out, std::string(Directory::actions[static_cast<std::size_t>(action)].brief), 0, m);
    set_up(out, {}, books);
    Sent sent;
    perform(action, books, home, m, [&](const Message& message) { sent.add(message); });
    out << meaning << "\nassert home.memory = " << books.memory << "; assert home.acks = " << books.acks
        << "; assert home.owner = " << (books.owner == no_node ? caches + 1 : int{books.owner}) << ";\n";
    for (Node n = 0; n < caches; ++n)
        out << "assert home.sharers[" << int{n} << "] = " << (books.sharers.contains(n) ? "true" : "false") << ";\n";
    expect_sent(out, sent);
    out << "end;\n";
}

/// Which column a message falls into, on random lines: every type that a cache, or a home, may be sent.
void add_columns(std::ostream& out, Vectors& random) {
    const Message m = random.message();
    const CacheLine line{Cache::State::I, 0, static_cast<std::int16_t>(random.upto(2) - 1)};
    HomeLine books = random.books();
    if (random.upto(3) == 0) books.owner = no_node;
    begin_vector(out, "columns", 0, m);
    HomeLine shown = books;
    if (shown.owner == no_node) shown.owner = caches + 1;
    set_up(out, line, shown);
    const auto kind = "KindNumbered(" + std::to_string(static_cast<int>(m.type)) + ")";
    try {
        const auto event = classify(line, m);
        out << "assert CacheColumn(0, " << kind << ", " << m.acks << ") = " << murphi::name_of(event) << ";\n";
    } catch (const std::logic_error&) {}
    try {
        const auto event = classify(books, m);
        out << "assert HomeColumn(" << kind << ", " << int{m.from} << ") = " << murphi::name_of(event) << ";\n";
    } catch (const std::logic_error&) {}
    out << "end;\n";
}

constexpr const char* idle = "rule \"nothing\" begin end;\n";

TEST_F(MurphiVerbsSlow, mean_what_their_cpp_means_on_random_lines) {
    Vectors random{20261201};
    std::ostringstream model;
    model << murphi::declarations(caches);
    for (int round = 0; round < 4; ++round) {
        for (const auto& a : Cache::actions) add_vector(model, a.id, murphi::body(a.id), random);
        for (const auto& a : Directory::actions) add_vector(model, a.id, murphi::body(a.id), random);
        for (int n = 0; n < 40; ++n) add_columns(model, random);
    }
    model << idle;
    const auto opinion = rumur::ask(model.str());
    EXPECT_TRUE(opinion.holds) << opinion.said.substr(0, 4000);
}

/// The comparison above can fail.
TEST_F(MurphiVerbsSlow, a_wrong_body_is_noticed) {
    Vectors random{1};
    std::ostringstream model;
    model << murphi::declarations(caches);
    for (int round = 0; round < 12; ++round)
        add_vector(model, Directory::Action::DropSharer, murphi::body(Directory::Action::AddSharer), random);
    model << idle;
    EXPECT_FALSE(rumur::ask(model.str()).holds);
}

/// Each body once left out: the comparison notices every one of them.
class NightlyMurphiVerbs : public WithRumur<testing::Test> {};
template <class Role>
void expect_missed(std::vector<std::string>& unnoticed) {
    for (const auto& a : Role::actions) {
        if (murphi::body(a.id).empty()) continue;
        Vectors random{7};
        std::ostringstream model;
        model << murphi::declarations(caches);
        for (int round = 0; round < 12; ++round) add_vector(model, a.id, "", random);
        model << idle;
        if (rumur::ask(model.str()).holds) unnoticed.emplace_back(a.brief);
    }
}
TEST_F(NightlyMurphiVerbs, a_body_left_out_is_noticed) {
    std::vector<std::string> unnoticed;
    expect_missed<Cache>(unnoticed);
    expect_missed<Directory>(unnoticed);
    EXPECT_THAT(unnoticed, testing::IsEmpty());
}

TEST(MurphiModels, have_one_level) { EXPECT_THROW(murphi::model(*find("MESI"), {.levels = 2, .clusters = 2}), std::invalid_argument); }

}  // namespace
}  // namespace hitm::protocols
