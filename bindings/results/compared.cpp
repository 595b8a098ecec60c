// One row of the comparison.
#include "bindings/results/compared.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "bindings/results/tables.hpp"
#include "protocols/vocabulary.hpp"
#include "sim/run/statistics.hpp"
#include "sim/run/verdict.hpp"

namespace hitm::results {
namespace {

/// Messages an operation, by their class.
std::map<std::string_view, double> traffic_of(const sim::VariantOutcome& v) {
    std::map<std::string_view, double> sum;
    for (const auto& m : protocols::messages)
        sum[protocols::traffic_class(m)] += v.per_operation(static_cast<double>(v.total.messages[static_cast<std::size_t>(m.id)]));
    return sum;
}

}  // namespace

std::vector<std::string> compared_heads() {
    return {"threads",    "protocol",    "change %",    "sampling interval", "before op/s", "p50 ns",
            "wait ns/op", "requests/op", "forwards/op", "acks/op",           "data/op"};
}

std::vector<std::vector<std::string>> compared(const Predicted& p) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& point : p.prediction.points) {
        const auto& v = point.before;
        auto traffic = traffic_of(v);
        const auto number = [](double value) { return fmt::format("{:.2f}", value); };
        rows.push_back({std::to_string(point.threads), p.machine.protocol, fmt::format("{:+.2f}", point.change_percent.mean),
                        span_of(point.change_percent.low, point.change_percent.high), with_prefix(v.ops_per_second.mean),
                        fmt::format("{:.0f}", static_cast<double>(sim::percentile_ps(v.total.operation_latency, 0.5)) / 1000),
                        fmt::format("{:.0f}", sim::waiting(v).total), number(traffic["request"]), number(traffic["forward"]),
                        number(traffic["response"]), number(traffic["data"])});
    }
    return rows;
}

}  // namespace hitm::results
