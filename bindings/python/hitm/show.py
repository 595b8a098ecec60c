"""Rich displays for notebooks: self-contained HTML, no script, nothing from a network. Everything shown is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from hitm.layouts import Layout
    from hitm.machines import Machine
    from hitm.protocols import Protocol
    from hitm.results import Prediction
    from hitm.scenarios import Scenario

STYLE = """<style>
.hitm{font:13px/1.4 system-ui,sans-serif;color:inherit}
.hitm table{border-collapse:collapse;margin:.5em 0}
.hitm th,.hitm td{padding:.15em .6em;border-bottom:1px solid #8884;text-align:right;vertical-align:top}
.hitm th:first-child,.hitm td:first-child{text-align:left}
.hitm .line{display:grid;grid-template-columns:4.2em repeat(64,minmax(0,1fr));row-gap:1px;margin-bottom:3px;max-width:900px}
.hitm .line>b{grid-column:1;font-weight:normal;opacity:.65;font-size:11px;align-self:center}
.hitm .f{overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font-size:11px;padding:1px 2px;background:#6c8ebf33;border:1px solid #6c8ebf;
 border-radius:2px;min-height:1.5em;color:inherit}
.hitm .hole{background:repeating-linear-gradient(45deg,#8882 0 3px,transparent 3px 6px);border:1px dashed #8886;min-height:1.5em}
.hitm .causes{border-color:#c4500c;border-width:2px}
.hitm .moved{font-weight:bold;text-decoration:underline}
.hitm .verdict{font-size:15px;margin:.3em 0}
.hitm .beside{display:flex;flex-wrap:wrap;gap:1.2em}.hitm .beside>div{flex:1 1 380px;min-width:280px}
</style>"""


class Field(NamedTuple):
    """A leaf to draw, with what it suffers and causes (invalidations an operation)."""

    name: str
    offset: int
    size: int
    suffered: float = 0.0
    caused: float = 0.0
    moved: bool = False


def wrapped(*parts: str) -> str:
    """Parts in one block with the style."""
    return f'<div class="hitm">{STYLE}{"".join(parts)}</div>'


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of escaped texts."""
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


# Layouts


def strips(fields: Sequence[Field], size: int, line_bytes: int = 64) -> str:
    """Cache lines one below the other, each field as wide as it has bytes: redder the more it suffers, framed where it causes."""
    worst = max((f.suffered for f in fields), default=0.0)
    blamed = max((f.caused for f in fields), default=0.0)
    parts = []
    for line in range((size + line_bytes - 1) // line_bytes):
        begin, end = line * line_bytes, min((line + 1) * line_bytes, max(size, 1))
        here = [f for f in fields if f.offset < end and f.offset + f.size > begin and f.size > 0]
        parts.append(_line(line, begin, end, here, line_bytes, worst, blamed))
    return "".join(parts)


def _line(number: int, begin: int, end: int, fields: Sequence[Field], line_bytes: int, worst: float, blamed: float) -> str:
    def column(offset: int) -> int:
        return 2 + (offset - begin) * 64 // line_bytes

    boxes = [f'<b style="grid-row:1">line {number}</b>']
    lanes: list[int] = []
    covered = begin
    for f in sorted(fields, key=lambda f: f.offset):
        first, last = max(f.offset, begin), min(f.offset + f.size, end)
        lane = next((n for n, until in enumerate(lanes) if until <= first), len(lanes))
        lanes[lane : lane + 1] = [last]
        if first > covered:
            boxes.append(f'<div class="hole" style="grid-row:1;grid-column:{column(covered)}/{column(first)}" title="hole, {first - covered} bytes"></div>')
        covered = max(covered, last)
        boxes.append(_box(f, lane + 1, column(first), max(column(last), column(first) + 1), worst, blamed))
    if covered < end:
        boxes.append(f'<div class="hole" style="grid-row:1;grid-column:{column(covered)}/{column(end)}" title="free, {end - covered} bytes"></div>')
    return f'<div class="line">{"".join(boxes)}</div>'


def _box(f: Field, row: int, first: int, last: int, worst: float, blamed: float) -> str:
    heat = f.suffered / worst if worst > 0 else 0.0
    colour = f"background:rgba(200,40,30,{0.12 + 0.7 * heat:.2f});" if heat > 0.005 else ""
    marks = ("f" + (" causes" if blamed > 0 and f.caused > 0.05 * blamed else "")) + (" moved" if f.moved else "")
    said = f"{f.name}: bytes {f.offset} to {f.offset + f.size}"
    if worst > 0:
        said += f"; suffers {f.suffered:.3f} and causes {f.caused:.3f} invalidations an operation"
    return f'<div class="{marks}" style="{colour}grid-row:{row};grid-column:{first}/{last}" title="{escape(said)}">{escape(f.name)}</div>'


def layout(value: Layout, *, line_bytes: int = 64) -> str:
    """A layout as cache lines with its holes."""
    fields = [Field(path, at.offset, at.size) for path, at in value.leaves().items()]
    return wrapped(f"<b>struct {escape(value.name)}</b>: {value.size} bytes", strips(fields, value.size, line_bytes))


def layouts_of(result: Mapping[str, Any]) -> str:
    """A prediction's layouts, before beside after, with what each field suffers and causes at the largest thread count."""
    most = max(p["threads"] for p in result["points"])
    blocks = []
    for before in (entry for entry in result["layouts"] if entry["variant"] == "before"):
        after = next((e for e in result["layouts"] if e["variant"] == "after" and e["layout"] == before["layout"]), None)
        touched = {row["field"] for row in result["fields"]}
        if not any(f["field"] in touched for f in before["fields"]) and len(result["layouts"]) > 2:
            continue
        old = {f["field"]: f["offset"] for f in before["fields"]}
        sides = []
        for entry in (before, after):
            if entry is not None:
                heat = {r["field"]: r for r in result["fields"] if r["variant"] == entry["variant"] and r["threads"] == most}
                fields = [_heated(f, heat.get(f["field"]), moved=old.get(f["field"]) != f["offset"]) for f in entry["fields"]]
                title = f"{entry['layout']} {entry['variant']}: {entry['bytes']} bytes"
                sides.append(f"<div><b>{escape(title)}</b>{strips(fields, entry['bytes'], result['line_bytes'])}</div>")
        blocks.append(f'<div class="beside">{"".join(sides)}</div>')
    note = f"Redder: suffers more invalidations at {most} threads; framed in orange: causes them; underlined: moved."
    return "".join(blocks) + f"<p><small>{note}</small></p>"


def _heated(f: Mapping[str, Any], heat: Mapping[str, Any] | None, *, moved: bool) -> Field:
    suffered = heat["invalidations_suffered_per_op"] if heat else 0.0
    caused = heat["invalidations_caused_per_op"] if heat else 0.0
    return Field(f["field"].split(".", 1)[1], f["offset"], f["bytes"], suffered, caused, moved)


# Results


def prediction(result: Prediction) -> str:
    """Verdict, table, who suffers from whom, layouts."""
    data = result.data
    head = f"<b>{escape(data['scenario'])}</b> on {escape(data['machine'])} ({escape(data['protocol'])}), seed {data['seed']}"
    verdict = f'<p class="verdict"><b>{escape(data["verdict"]["kind"])}</b>. {escape(data["verdict"]["text"])}</p>'
    return wrapped(head, points(data), verdict, causes(data), layouts_of(data))


def points(data: Mapping[str, Any]) -> str:
    """The table of thread counts."""
    rows = []
    for p in data["points"]:
        change = p["change_percent"]
        band = change["parameters"]
        published = p["published_percent"]
        rows.append(
            [
                f"{p['threads']}{' *' if p['fitted'] else ''}",
                rate(p["before"]["ops_per_second"]["mean"]),
                rate(p["after"]["ops_per_second"]["mean"]),
                f"{change['mean']:+.2f}",
                span(change["sampling"]),
                span(band) if band else "–",
                "–" if published is None else f"{published:+.1f}",
            ]
        )
    heads = ["threads", "before op/s", "after op/s", "change %", "sampling interval", "parameters' interval", "published %"]
    note = (
        ""
        if data["fit"] is None
        else f"<p><small>* fitted on {escape(', '.join(map(str, data['fit']['on'])))} threads: {escape(data['fit']['free'])} = {escape(data['fit']['value'])}</small></p>"
    )
    return table(heads, rows) + note


def causes(data: Mapping[str, Any], most: int = 8) -> str:
    """Who makes whom wait, before and after, at the largest thread count."""
    at = max(p["threads"] for p in data["points"])
    rows = []
    for variant in ("before", "after"):
        for c in [c for c in data["causes"] if c["variant"] == variant and c["threads"] == at][:most]:
            rows.append(
                [f"{variant}: {c['causer']}", c["sufferer"], f"{c['misses_per_op']:.3f}", f"{100 * c['false_share']:.0f} %", f"{c['wait_ns_per_op']:.1f}"]
            )
    return table([f"accesses to, at {at} threads", "make wait", "misses/op", "false", "wait ns/op"], rows)


def rate(value: float) -> str:
    """A rate with three digits: "1.93 M"."""
    for factor, prefix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= factor:
            return f"{value / factor:.3g}{prefix}"
    return f"{value:.3g}"


def span(ends: Sequence[float]) -> str:
    """An interval: "+1.75 … +1.90"."""
    return f"{ends[0]:+.2f} … {ends[1]:+.2f}"


def scenario(value: Scenario) -> str:
    """What it is about, its parameters, its layouts before and after."""
    rows = [
        (name, p.value, " … ".join(map(str, p.range)) if isinstance(p.range, tuple) else "–", p.meaning or "", p.source or "")
        for name, p in value.parameters.items()
    ]
    parameters = table(["parameter", "value", "range", "meaning", "source"], rows) if rows else ""
    sides = []
    for variant in ("before", "after"):
        blocks = [layout(inner) for inner in value.layouts_of("before" if variant == "before" else "after").values()]
        sides.append(f"<div><b>{variant}</b>{''.join(blocks)}</div>")
    notes = "".join(f"<li>{escape(note)}</li>" for note in value.notes)
    return wrapped(f"<b>{escape(value.name)}</b>: {escape(value.about)}", parameters, f'<div class="beside">{"".join(sides)}</div>', f"<ul>{notes}</ul>")


# Machines and protocols


def machine(value: Machine) -> str:
    """Its shape in figures, its network as a drawing (SVG)."""
    heads = ["sockets", "clusters", "cores", "hardware threads", "protocol"]
    figures = table(heads, [[value.sockets, value.clusters, value.cores, value.hardware_threads, value.protocol_name]])
    return wrapped(f"<b>{escape(value.name)}</b>: {escape(value.about)}", figures, _network(value))


def _network(value: Machine) -> str:
    from hitm.places import station_places

    places = station_places(value)
    low, high = places.min(axis=0), places.max(axis=0)
    scale = 22
    wide, tall = (high - low + 1.2) * scale
    at = (places - low + 0.6) * scale
    cores = set(value._core.core_stations)
    drawn = [
        f'<line x1="{at[k.source][0]:.0f}" y1="{tall - at[k.source][1]:.0f}" x2="{at[k.target][0]:.0f}" y2="{tall - at[k.target][1]:.0f}"/>'
        for k in value.links
        if k.source < k.target
    ]
    dots = []
    for n, name in enumerate(value.stations):
        kind = ('r="6" fill="#1f5fa8"') if n in cores else 'r="3" fill="#8a8a8a"'
        dots.append(f'<circle cx="{at[n][0]:.0f}" cy="{tall - at[n][1]:.0f}" {kind}><title>{escape(name)}</title></circle>')
    return f'<svg viewBox="0 0 {wide:.0f} {tall:.0f}" style="max-width:{min(900, wide * 1.4):.0f}px;width:100%" role="img" aria-label="network"><g stroke="#8a8a8a">{"".join(drawn)}</g>{"".join(dots)}</svg>'


def protocol(value: Protocol, counts: Mapping[tuple[str, str], int], *, role: str) -> str:
    """A table of states by events, each cell redder the more often it was entered (by the logarithm), with its count."""
    import math

    cells = value.cells()
    cells = cells[cells["role"] == role]
    most = math.log1p(max(counts.values(), default=0)) or 1.0
    states, events = list(dict.fromkeys(cells["state"])), list(dict.fromkeys(cells["event"]))
    known = {(c.state, c.event): c for c in cells.itertuples()}
    rows = []
    for state in states:
        row = [f"<td><b>{escape(state)}</b></td>"]
        for event in events:
            cell, count = known.get((state, event)), counts.get((state, event), 0)
            shade = f' style="background:rgba(200,40,30,{0.65 * math.log1p(count) / most:.2f})"' if count else ""
            said = "" if cell is None else escape(f"{cell.actions}" + (f" / {cell.next}" if isinstance(cell.next, str) else ""))
            row.append(f"<td{shade}>{said}{f'<br><small>{count:,}</small>' if count else ''}</td>")
        rows.append(f"<tr>{''.join(row)}</tr>")
    head = "".join(f"<th>{escape(event)}</th>" for event in ["", *events])
    return wrapped(
        f"<b>{escape(value.name)}</b>, {role}: entered how often", f'<div style="overflow-x:auto"><table><tr>{head}</tr>{"".join(rows)}</table></div>'
    )
