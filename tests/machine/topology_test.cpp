// Networks in closed form: hops and latencies of every shape, and what a wrong picture is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "sim/topology/fabric.hpp"
#include "sim/topology/routes.hpp"

namespace hitm::sim {
namespace {

using ::testing::HasSubstr;

constexpr LinkCost hop{100, 0};

Shape shape_of(SocketShape socket, unsigned cores, unsigned sockets = 1, unsigned clusters = 1) {
    Shape shape;
    shape.socket = std::move(socket);
    shape.sockets = sockets;
    shape.clusters_per_socket = clusters;
    shape.cores_per_cluster = cores;
    shape.edges = socket_edges(sockets == 1 ? "none" : "fully_joined", sockets);
    shape.socket_link = {5000, 0};
    shape.far_link = {40000, 0};
    return shape;
}

Shape mesh(std::vector<std::string> rows, unsigned cores, unsigned sockets = 1) {
    return shape_of(Mesh{std::move(rows), {10, 0}, {20, 0}, 300}, cores, sockets);
}

std::string refusal(const Shape& shape) {
    try {
        build_fabric(shape);
    } catch (const BadMachine& error) {
        return error.what();
    }
    return "nothing";
}

Picoseconds between_cores(const Fabric& fabric, const Routes& routes, CoreId a, CoreId b) {
    return routes.latency(fabric.core_station[a], fabric.core_station[b]);
}

TEST(Flat, any_two_cores_are_two_links_apart) {
    const Fabric fabric = build_fabric(shape_of(Flat{hop}, 5));
    const Routes routes(fabric);
    for (CoreId a = 0; a < 5; ++a)
        for (CoreId b = 0; b < 5; ++b) EXPECT_EQ(between_cores(fabric, routes, a, b), a == b ? 0 : 200);
    EXPECT_EQ(fabric.home_cluster.at(0), no_cluster);
}

TEST(Ring, goes_the_shorter_way_round) {
    for (const unsigned n : {3U, 4U, 7U, 12U}) {
        std::string picture;
        for (unsigned i = 0; i < n; ++i) picture += "C ";
        const Fabric fabric = build_fabric(shape_of(Ring{{picture}, hop, hop}, n));
        const Routes routes(fabric);
        for (CoreId a = 0; a < n; ++a)
            for (CoreId b = 0; b < n; ++b) {
                const unsigned up = (b + n - a) % n;
                EXPECT_EQ(between_cores(fabric, routes, a, b), 100 * static_cast<Picoseconds>(std::min(up, n - up)));
                EXPECT_EQ(routes.links(fabric.core_station[a], fabric.core_station[b]).size(), std::min(up, n - up));
            }
    }
}

TEST(Ring, two_rings_are_crossed_at_their_switches) {
    const Fabric fabric = build_fabric(shape_of(Ring{{"C S C C", "C S C C"}, hop, {1000, 0}}, 6));
    const Routes routes(fabric);
    EXPECT_EQ(between_cores(fabric, routes, 0, 3), 100 + 1000 + 100);
    EXPECT_EQ(between_cores(fabric, routes, 2, 5), 200 + 1000 + 200);
    EXPECT_EQ(between_cores(fabric, routes, 1, 3), 100 + 1000 + 100);
}

TEST(Mesh, is_manhattan_with_its_own_cost_each_way) {
    const Fabric fabric = build_fabric(mesh({"C C C C", "C C C C", "C C C C"}, 12));
    const Routes routes(fabric);
    for (CoreId a = 0; a < 12; ++a)
        for (CoreId b = 0; b < 12; ++b) {
            const int rows = std::abs(static_cast<int>(a % 3) - static_cast<int>(b % 3));
            const int columns = std::abs(static_cast<int>(a / 3) - static_cast<int>(b / 3));
            EXPECT_EQ(between_cores(fabric, routes, a, b), 10 * rows + 20 * columns);
            EXPECT_EQ(routes.links(fabric.core_station[a], fabric.core_station[b]).size(), static_cast<std::size_t>(rows + columns));
        }
}

TEST(Mesh, routes_go_down_the_column_first_and_then_along_the_row) {
    const Fabric fabric = build_fabric(mesh({"C C", "C C"}, 4));
    const Routes routes(fabric);
    const auto links = routes.links(fabric.core_station[0], fabric.core_station[3]);
    ASSERT_EQ(links.size(), 2U);
    EXPECT_EQ(fabric.links[links[0]].name, "mesh 0,0 south");
    EXPECT_EQ(fabric.links[links[1]].name, "mesh 1,0 east");
}

TEST(Mesh, puts_cores_and_slices_on_core_tiles_only) {
    const Fabric fabric = build_fabric(mesh({". U", "C x", "M C"}, 2));
    EXPECT_THAT(fabric.core_station, ::testing::ElementsAre(1, 5));
    EXPECT_EQ(fabric.slice_station.at(0), fabric.core_station);
    EXPECT_EQ(fabric.home_station.at(0), fabric.core_station);
    EXPECT_EQ(fabric.home_cluster.at(0), 0U);
}

TEST(Mesh, a_hop_between_dies_costs_more) {
    const Fabric beside = build_fabric(mesh({"C | C"}, 2));
    EXPECT_EQ(between_cores(beside, Routes(beside), 0, 1), 20 + 300);
    const Fabric above = build_fabric(mesh({"C", "---", "C"}, 2));
    EXPECT_EQ(between_cores(above, Routes(above), 0, 1), 10 + 300);
}

TEST(Mesh, cores_may_share_a_stop_and_stops_may_belong_to_clusters) {
    Shape shape = shape_of(Mesh{{"0*4 1*4"}, {10, 0}, {20, 0}, 0}, 4, 1, 2);
    const Fabric fabric = build_fabric(shape);
    EXPECT_THAT(fabric.core_station, ::testing::ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
    EXPECT_THAT(fabric.cluster_node, ::testing::ElementsAre(0, 1));
    EXPECT_EQ(fabric.slice_station.at(1).size(), 1U);
}

TEST(Star, clusters_meet_in_the_middle) {
    const Fabric fabric = build_fabric(shape_of(Star{{100, 0}, {3000, 0}}, 4, 2, 3));
    const Routes routes(fabric);
    EXPECT_EQ(between_cores(fabric, routes, 0, 3), 200);
    EXPECT_EQ(between_cores(fabric, routes, 0, 4), 100 + 3000 + 3000 + 100);
    EXPECT_EQ(between_cores(fabric, routes, 0, 12), 100 + 3000 + 5000 + 3000 + 100);
    EXPECT_EQ(fabric.home_station.size(), 2U);
    EXPECT_THAT(fabric.cluster_node, ::testing::ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(Sockets, are_joined_at_their_ports) {
    const Fabric fabric = build_fabric(mesh({"U C"}, 1, 2));
    EXPECT_EQ(between_cores(fabric, Routes(fabric), 0, 1), 20 + 5000 + 20);
}

/// Hops between sockets when a socket is a single station.
std::vector<std::size_t> socket_hops(std::string_view name) {
    Shape shape = shape_of(Flat{hop}, 1, 8);
    shape.edges = socket_edges(name, 8);
    const Fabric fabric = build_fabric(shape);
    const Routes routes(fabric);
    std::vector<std::size_t> hops;
    for (unsigned socket = 0; socket < 8; ++socket)
        hops.push_back(routes.links(fabric.home_station[0][0], fabric.home_station[socket][0]).size());
    return hops;
}

TEST(Sockets, eight_without_glue_are_one_to_three_hops_apart) {
    EXPECT_THAT(socket_hops("glueless_8"), ::testing::ElementsAre(0, 1, 1, 2, 1, 2, 2, 3));
    EXPECT_THAT(socket_hops("ring"), ::testing::ElementsAre(0, 1, 2, 3, 4, 3, 2, 1));
    EXPECT_THAT(socket_hops("fully_joined"), ::testing::ElementsAre(0, 1, 1, 1, 1, 1, 1, 1));
}

TEST(Sockets, two_boards_have_two_distances) {
    Shape shape = shape_of(Flat{hop}, 1, 8);
    shape.edges = socket_edges("two_boards", 8);
    const Fabric fabric = build_fabric(shape);
    const Routes routes(fabric);
    EXPECT_EQ(routes.latency(fabric.home_station[0][0], fabric.home_station[3][0]), 10000);
    for (unsigned socket = 4; socket < 8; ++socket)
        EXPECT_EQ(routes.latency(fabric.home_station[0][0], fabric.home_station[socket][0]), 40000);
}

TEST(Sockets, bad_edges_are_refused) {
    Shape shape = shape_of(Flat{hop}, 1, 3);
    shape.edges = {{0, 1}};
    EXPECT_THAT(refusal(shape), HasSubstr("socket 2 cannot be reached"));
    shape.edges = {{0, 1}, {1, 2}, {2, 3}};
    EXPECT_THAT(refusal(shape), HasSubstr("2-3 joins no two sockets"));
    shape.edges = {{0, 1}, {1, 2}, {2, 2}};
    EXPECT_THAT(refusal(shape), HasSubstr("2-2 joins no two sockets"));
    EXPECT_THROW(socket_edges("glueless_8", 4), BadMachine);
    EXPECT_THROW(socket_edges("star", 4), BadMachine);
}

TEST(Picture, that_does_not_fit_is_refused) {
    EXPECT_THAT(refusal(mesh({"C C", "C"}, 3)), HasSubstr("has 1 stops, the first has 2"));
    EXPECT_THAT(refusal(mesh({"C C"}, 3)), HasSubstr("shows 2 cores in a cluster, the machine has 3"));
    EXPECT_THAT(refusal(mesh({"C Q"}, 1)), HasSubstr("'Q'"));
    EXPECT_THAT(refusal(mesh({"C 1"}, 2)), HasSubstr("cluster 1"));
    EXPECT_THAT(refusal(mesh({}, 1)), HasSubstr("without rows"));
    EXPECT_THAT(refusal(mesh({"C C"}, 2, 2)), HasSubstr("mark one or more stops with U"));
    EXPECT_THAT(refusal(shape_of(Ring{{"C C"}, hop, hop}, 2)), HasSubstr("fewer than 3 stops"));
    EXPECT_THAT(refusal(shape_of(Ring{{"C C S", "C C C"}, hop, hop}, 5)), HasSubstr("switches"));
}

TEST(Routes, refuse_a_link_without_time_and_a_station_out_of_reach) {
    Fabric fabric;
    fabric.stations = {"a", "b"};
    fabric.links = {{0, 1, 0, 0, "there"}};
    EXPECT_THROW(Routes{fabric}, BadMachine);
    fabric.links = {{0, 1, 5, 0, "there"}};
    EXPECT_THROW(Routes{fabric}, BadMachine);
    fabric.links = {{0, 7, 5, 0, "there"}};
    EXPECT_THROW(Routes{fabric}, BadMachine);
}

TEST(Routes, links_lead_from_start_to_end_and_add_up) {
    Shape shape = mesh({"U C C", "C M C", "C C U"}, 6, 8);
    shape.edges = socket_edges("glueless_8", 8);
    const Fabric fabric = build_fabric(shape);
    const Routes routes(fabric);
    for (StationId from = 0; from < routes.stations(); ++from)
        for (StationId to = 0; to < routes.stations(); ++to) {
            StationId at = from;
            Picoseconds sum = 0;
            for (const LinkId link : routes.links(from, to)) {
                ASSERT_EQ(fabric.links[link].from, at);
                at = fabric.links[link].to;
                sum += fabric.links[link].latency;
            }
            ASSERT_EQ(at, to);
            ASSERT_EQ(sum, routes.latency(from, to));
        }
}

TEST(Routes, of_six_hundred_stations_are_found_within_a_second) {
    std::vector<std::string> rows(6, "C C C C C C C C C C C C");
    rows[0] = "U C C C C C C C C C C C";
    Shape shape = mesh(rows, 71, 8);
    shape.edges = socket_edges("glueless_8", 8);
    const Fabric fabric = build_fabric(shape);
    ASSERT_EQ(fabric.stations.size(), 576U);
    const auto start = std::chrono::steady_clock::now();
    const Routes routes(fabric);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_LT(seconds, 1.0);
    RecordProperty("seconds", std::to_string(seconds));
}

}  // namespace
}  // namespace hitm::sim
