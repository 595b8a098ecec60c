"""Figures with matplotlib. Each draws on the axes it is given, or on new ones, and returns them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np

from hitm.places import station_places

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from hitm.machines import Machine
    from hitm.results import Prediction

BLUE, ORANGE, GREY = "#1f5fa8", "#c4500c", "#8a8a8a"


def _axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    return ax if ax is not None else plt.subplots(figsize=size, layout="constrained")[1]


def prediction(result: Prediction, *, ax: Axes | None = None) -> Axes:
    """Change in percent by thread count: predicted with the parameters' interval (band) and the sampling interval (bars), and published."""
    ax = _axes(ax, (6.4, 3.8))
    points = sorted(result.points)
    threads = [p.threads for p in points]
    change = np.array([p.change_percent for p in points])
    bands = [p.parameters for p in points if p.parameters]
    if len(bands) == len(points):
        ax.fill_between(threads, [low for low, _ in bands], [high for _, high in bands], color=BLUE, alpha=0.15, label="parameters' interval")
    sampling = np.array([p.sampling for p in points]).T
    errors = np.clip(np.array([change - sampling[0], sampling[1] - change]), 0, None)
    ax.errorbar(threads, change, yerr=errors, color=BLUE, marker="o", markersize=4, capsize=3, label="predicted, sampling interval")
    fitted = [p for p in points if p.fitted]
    if fitted:
        ax.plot([p.threads for p in fitted], [p.change_percent for p in fitted], "o", markersize=10, fillstyle="none", color=BLUE, label="fitted here")
    published = [(p.threads, p.published_percent) for p in points if p.published_percent is not None]
    if published:
        ax.plot(*zip(*published, strict=True), "D", color=ORANGE, markersize=5, label="published")
    ax.axhline(0, color=GREY, linewidth=0.8)
    if len(threads) > 1 and min(threads) > 0:
        ax.set_xscale("log", base=2)
    ax.set_xticks(threads, [str(n) for n in threads])
    ax.minorticks_off()
    ax.set(xlabel="threads", ylabel="change in throughput, %", title=f"{result.data['scenario']} on {result.data['machine']}")
    ax.legend(frameon=False, fontsize=9)
    return ax


def throughput(result: Prediction, *, ax: Axes | None = None) -> Axes:
    """Operations a second by thread count, before and after."""
    ax = _axes(ax, (6.4, 3.8))
    frame = result.frame.sort_values("threads")
    for variant, colour in (("before", GREY), ("after", BLUE)):
        ax.plot(frame["threads"], frame[f"{variant}_ops_per_second"] / 1e6, marker="o", markersize=4, color=colour, label=variant)
    ax.set(xlabel="threads", ylabel="million operations / s", title=f"{result.data['scenario']} on {result.data['machine']}", ylim=(0, None))
    ax.legend(frameon=False)
    return ax


def matrix(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """A core-to-core matrix as a heat map, in nanoseconds a one-way hand-over."""
    ax = _axes(ax, (6.0, 5.0))
    values = frame.to_numpy(dtype=float, copy=True)
    np.fill_diagonal(values, np.nan)
    image = ax.imshow(values, cmap="viridis", interpolation="nearest")
    ax.figure.colorbar(image, ax=ax, label="ns a one-way hand-over")
    step = max(1, len(frame) // 12)
    ticks = range(0, len(frame), step)
    ax.set_xticks(ticks, [str(frame.columns[t]) for t in ticks])
    ax.set_yticks(ticks, [str(frame.index[t]) for t in ticks])
    ax.set(xlabel="core", ylabel="core", title=title)
    return ax


def topology(machine: Machine, *, use: pd.DataFrame | None = None, ax: Axes | None = None) -> Axes:
    """The network: a dot a station, larger where cores stand; links, coloured by their utilisation where ``use`` (a run's links) is given."""
    from matplotlib.collections import LineCollection

    ax = _axes(ax, (8.0, 4.5))
    places = station_places(machine)
    busy = {} if use is None else {str(link): float(share) for link, share in use.groupby("link")["utilisation"].max().items()}
    links = machine.links
    lines = LineCollection([[places[link.source], places[link.target]] for link in links], linewidths=1.6, zorder=1)
    if use is None:
        lines.set_color(GREY)
    else:
        lines.set_array(np.array([busy.get(link.name, 0.0) for link in links]))
        lines.set_cmap("YlOrRd")
        lines.set_clim(0, max(0.01, max(busy.values(), default=0.0)))
        ax.figure.colorbar(lines, ax=ax, label="utilisation of the link")
    ax.add_collection(lines)
    cores = set(machine._core.core_stations)
    sizes = [60 if n in cores else 18 for n in range(len(places))]
    ax.scatter(places[:, 0], places[:, 1], s=sizes, c=[BLUE if n in cores else GREY for n in range(len(places))], zorder=2)
    ax.set(title=f"{machine.name}: {machine.sockets} sockets, {machine.cores} cores", xticks=[], yticks=[], aspect="equal")
    ax.margins(0.05)
    ax.set_frame_on(False)
    return ax
