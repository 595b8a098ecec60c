// Fuzzes the scenario reader and the source it makes: only the user's errors may leave them, and no file is opened.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "workloads/program/scenario.hpp"

namespace {

using namespace hitm::program;

// Few objects: what is looked for is what the text can do, not how much memory a host has.
bool small(const Scenario& s) {
    for (const Side* side : {&s.before, &s.after})
        for (const Object& o : side->objects)
            if (o.count.quantity.value > 4096 || side->layouts.at(o.layout).size > 65536) return false;
    return true;
}

void run(const Scenario& s, Variant variant) {
    const auto source = make_source(s, variant, default_values(s), 3, 1, 2.0, 64);
    for (unsigned i = 0; i < 300; ++i) {
        hitm::workloads::Access access;
        source->next(i % 3, access);
        if (access.kind == hitm::workloads::Kind::Load && i % 7 == 0) source->forward(i % 3, access, access);
        else source->complete(i % 3, access);
        static_cast<void>(source->home(access.address));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        Scenario s = read_scenario(text, "fuzz.yaml", Files::Refuse);
        static_cast<void>(s.resolved());
        static_cast<void>(notes(s));
        static_cast<void>(cost_in_bytes(s));
        static_cast<void>(changes_no_address(s));
        if (!small(s)) return 0;
        run(s, Variant::Before);
        run(s, Variant::After);
    } catch (const BadScenario&) {
    } catch (const hitm::layout::BadLayout&) {}
    return 0;
}
