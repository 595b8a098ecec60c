// A socket whose stops are joined to their four neighbours.
#include <algorithm>

#include "sim/topology/builder.hpp"

namespace hitm::sim {
namespace {

struct Grid {
    std::vector<std::vector<Stop>> rows;
    std::vector<bool> crossing_above;  ///< by row
};

Grid read_grid(const Mesh& mesh, const Shape& shape) {
    Grid grid;
    bool crossing = false;
    for (const std::string& picture : mesh.rows) {
        if (picture.find_first_not_of("- ") == std::string::npos) {
            crossing = true;
            continue;
        }
        grid.rows.push_back(read_stops(picture, shape));
        grid.crossing_above.push_back(crossing);
        crossing = false;
        if (grid.rows.back().empty() || grid.rows.back().size() != grid.rows.front().size())
            throw BadMachine("arrangement: row '" + picture + "' has " + std::to_string(grid.rows.back().size()) +
                             " stops, the first has " + std::to_string(grid.rows.front().size()) +
                             "; all rows are equally long, bare stops are dots");
    }
    if (grid.rows.empty()) throw BadMachine("arrangement: mesh without rows; give one picture a row");
    return grid;
}

LinkCost with_crossing(LinkCost cost, bool crossing, Picoseconds more) {
    if (crossing) cost.latency += more;
    return cost;
}

}  // namespace

void build_socket(FabricBuilder& builder, const Mesh& mesh, unsigned socket) {
    const Grid grid = read_grid(mesh, builder.shape());
    const std::size_t rows = grid.rows.size(), columns = grid.rows.front().size();
    const std::string before = prefix(builder.shape(), socket);
    const auto name = [&](std::size_t r, std::size_t c) { return before + "mesh " + std::to_string(r) + "," + std::to_string(c); };
    std::vector<StationId> at(rows * columns);
    for (std::size_t c = 0; c < columns; ++c)
        for (std::size_t r = 0; r < rows; ++r) {
            at[r * columns + c] = builder.station(name(r, c));
            place_stop(builder, socket, grid.rows[r][c], at[r * columns + c]);
        }
    for (std::size_t r = 0; r + 1 < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            builder.join(at[r * columns + c], at[(r + 1) * columns + c],
                         with_crossing(mesh.vertical, grid.crossing_above[r + 1], mesh.die_crossing), name(r, c) + " south",
                         name(r + 1, c) + " north");
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c + 1 < columns; ++c)
            builder.join(at[r * columns + c], at[r * columns + c + 1],
                         with_crossing(mesh.horizontal, grid.rows[r][c + 1].crossing_before, mesh.die_crossing), name(r, c) + " east",
                         name(r, c + 1) + " west");
    builder.place_homes_on_slices(socket);
}

}  // namespace hitm::sim
