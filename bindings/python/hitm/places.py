"""Where to draw a machine's stations: meshes on their grid, rings as rings, chiplets around their I/O die, socket beside socket."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from hitm.machines import Machine

Places = np.ndarray[Any, np.dtype[np.float64]]


class Spot(NamedTuple):
    """What a station's name tells: its socket, its shape ("mesh", "ring" or neither), row and column of a mesh, ring and stop of a ring."""

    socket: int
    shape: str
    row: int
    column: int


def spot(name: str) -> Spot:
    """Reads a station's name.

    >>> spot("s1 mesh 2,5")
    Spot(socket=1, shape='mesh', row=2, column=5)
    """
    socket = re.match(r"s(\d+) ", name)
    found = re.search(r"(mesh|ring) (\d+),(\d+)$", name)
    shape, row, column = (found[1], int(found[2]), int(found[3])) if found else ("", 0, 0)
    return Spot(int(socket[1]) if socket else 0, shape, row, column)


def station_places(machine: Machine) -> Places:
    """x and y of each station, as (stations, 2); about one unit from neighbour to neighbour."""
    spots = [spot(name) for name in machine.stations]
    by_socket: dict[int, list[int]] = defaultdict(list)
    for n, at in enumerate(spots):
        by_socket[at.socket].append(n)
    drawn = {socket: _socket(machine, spots, mine) for socket, mine in by_socket.items()}
    wide, tall = np.max([np.ptp(at, axis=0) for at in drawn.values()], axis=0) + 1.5
    across = int(np.ceil(np.sqrt(len(drawn))))
    found = np.zeros((len(spots), 2))
    for order, socket in enumerate(sorted(drawn)):
        corner = np.array([(order % across) * wide, -(order // across) * tall])
        found[by_socket[socket]] = drawn[socket] - [drawn[socket][:, 0].min(), drawn[socket][:, 1].max()] + corner
    return found


def _socket(machine: Machine, spots: list[Spot], mine: list[int]) -> Places:
    shape = spots[mine[0]].shape
    if shape == "mesh":
        return np.array([[spots[n].column, -spots[n].row] for n in mine], dtype=float)
    if shape == "ring":
        return _rings([spots[n] for n in mine])
    return _star(machine, mine)


def _rings(spots: list[Spot]) -> Places:
    """Ring below ring; each an ellipse, its stops clockwise from the left."""
    stops = {ring: 1 + max(s.column for s in spots if s.row == ring) for ring in {s.row for s in spots}}
    places = []
    for s in spots:
        turn = np.pi - 2 * np.pi * s.column / stops[s.row]
        places.append([stops[s.row] / 5 * np.cos(turn), np.sin(turn) - 3.0 * s.row])
    return np.array(places)


def _star(machine: Machine, mine: list[int]) -> Places:
    """The station with most neighbours of other kinds in the middle, hubs around it, cores around these."""
    inside = set(mine)
    neighbours: dict[int, set[int]] = defaultdict(set)
    for link in machine.links:
        if link.source in inside and link.target in inside:
            neighbours[link.source].add(link.target)
    middle = next((n for n in mine if machine.stations[n].endswith(("I/O die", "crossbar"))), mine[0])
    hubs = sorted(neighbours[middle])
    at = {middle: np.zeros(2)}
    for order, hub in enumerate(hubs):
        turn = 2 * np.pi * order / max(1, len(hubs)) + np.pi / 4
        away = np.array([np.cos(turn), np.sin(turn)])
        leaves = sorted(neighbours[hub] - {middle})
        reach = 1.6 if leaves else 0.9 + len(hubs) / 8
        at[hub] = reach * away
        for place, leaf in enumerate(leaves):
            fan = turn + (place - (len(leaves) - 1) / 2) * (1.5 / max(1, len(leaves)))
            at[leaf] = at[hub] + 1.2 * np.array([np.cos(fan), np.sin(fan)])
    return np.array([at.get(n, np.zeros(2)) for n in mine])
