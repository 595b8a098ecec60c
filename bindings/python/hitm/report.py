"""Reports, and the command `hitm-report`: one self-contained HTML page from a result, or text for a changelog or a pull request."""

from __future__ import annotations

import argparse
import io
import os
import sys
from html import escape
from pathlib import Path
from typing import Any

from hitm import show
from hitm.results import Prediction

PAGE_STYLE = """<style>
:root{color-scheme:light dark}
body{margin:0 auto;padding:1rem;max-width:64rem;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid #8886}
.lead{font-size:1.15rem}.scroll{overflow-x:auto}svg{max-width:100%;height:auto;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}
figure{margin:0}td:last-child{overflow-wrap:anywhere}
@media print{body{max-width:none;font-size:11px}details{display:block}details>*{display:block}h2{break-after:avoid}.line,table,svg{break-inside:avoid}}
</style>"""


def page(result: Prediction) -> str:
    """The whole page, with no script and nothing from a network; readable on paper, on a phone, and without a mouse."""
    data = result.data
    title = f"{data['scenario']} on {data['machine']}"
    sections = [
        ("The change, by threads", _scroll(show.points(data)) + curve(result)),
        ("Who suffers from whom", _scroll(show.causes(data))),
        ("The layouts", show.layouts_of(data)),
        ("The busiest links", _scroll(_links(data))),
        ("What it costs", _cost(data)),
        ("How far to trust it", _trust(data)),
        ("How to prove it wrong", _falsify(data)),
        ("Where it comes from", _inputs(data)),
    ]
    body = "".join(f"<section><h2>{escape(name)}</h2>{text}</section>" for name, text in sections)
    lead = f'<p class="lead">{escape(summary(result))}</p><p>{escape(data["verdict"]["text"])}</p>'
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}{PAGE_STYLE}{show.STYLE}</head><body class="hitm"><main><h1>{escape(title)}</h1>{lead}{body}</main></body></html>\n'


def summary(result: Prediction) -> str:
    """One sentence: how much at how many threads, within what, of what kind."""
    data = result.data
    last = max(result.points, key=lambda p: p.threads)
    low, high = last.parameters or last.sampling
    kind = "parameters'" if last.parameters else "sampling"
    since = data["verdict"]["from_threads"]
    begins = f"more than 1 % from {since} threads on" if since else "not more than 1 % at the largest thread count"
    stopped = " (The run was stopped before its end.)" if data["stopped"] else ""
    return (
        f"{last.change_percent:+.1f} % at {last.threads} threads ({kind} interval {low:+.1f} to {high:+.1f} %), {begins}: {data['verdict']['kind']}.{stopped}"
    )


def curve(result: Prediction) -> str:
    """The figure as SVG."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib.figure import Figure

    from hitm import plots

    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "hitm"}):
        figure = Figure(figsize=(7, 3.8), layout="constrained")
        plots.prediction(result, ax=figure.subplots())
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    drawn = text.getvalue()
    return '<figure role="img" aria-label="change by threads">' + drawn[drawn.index("<svg") :] + "</figure>"


def text(result: Prediction, *, style: str) -> str:
    """Ready to paste: "changelog" for a commit message, "pr" for a pull request (Markdown)."""
    data = result.data
    rows = [(p.threads, p.change_percent, p.parameters or p.sampling) for p in result.points]
    cost = "; ".join(f"{c['layout']} {c['object_bytes'][0]} -> {c['object_bytes'][1]} bytes" for c in data["cost"]["layouts"])
    foot = f"hitm {data['version']}, {data['machine']}, {data['protocol']}, seed {data['seed']}, inputs sha256 {data['inputs']['sha256'][:16]}"
    if style == "changelog":
        lines = [f"    {n:>4} threads  {change:+6.1f} %  ({low:+.1f} .. {high:+.1f})" for n, change, (low, high) in rows]
        return "\n".join([f"Predicted by simulation: {summary(result)}", "", *lines, "", f"Cost: {cost}.", f"({foot})", ""])
    lines = [f"| {n} | {change:+.1f} % | {low:+.1f} … {high:+.1f} |" for n, change, (low, high) in rows]
    causes = [f"- before: accesses to `{c['causer']}` make `{c['sufferer']}` wait {c['wait_ns_per_op']:.0f} ns an operation" for c in _main_causes(data)]
    head = ["### Predicted effect", "", summary(result), "", "| threads | change | interval |", "|---:|---:|---:|"]
    return "\n".join([*head, *lines, "", *causes, "", f"Cost: {cost}.", "", f"<sub>{foot}</sub>", ""])


def write(content: str, file: Path) -> None:
    """The file appears whole or not at all."""
    beside = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        beside.write_text(content, encoding="utf-8")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _scroll(inner: str) -> str:
    return f'<div class="scroll" tabindex="0" role="region" aria-label="table">{inner}</div>'


def _main_causes(data: dict[str, Any], most: int = 3) -> list[dict[str, Any]]:
    at = max(p["threads"] for p in data["points"])
    return [c for c in data["causes"] if c["variant"] == "before" and c["threads"] == at][:most]


def _links(data: dict[str, Any]) -> str:
    at = max(p["threads"] for p in data["points"])
    use = {(r["variant"], r["link"]): 100 * r["utilisation"] for r in data["links"] if r["threads"] == at}
    names = sorted({link for _, link in use}, key=lambda name: -max(use.get((v, name), 0) for v in ("before", "after")))[:8]
    rows = [[name, f"{use.get(('before', name), 0):.1f} %", f"{use.get(('after', name), 0):.1f} %"] for name in names]
    return show.table([f"link, at {at} threads", "busy before", "busy after"], rows)


def _cost(data: dict[str, Any]) -> str:
    rows = []
    for c in data["cost"]["layouts"]:
        slab = c["objects_per_slab"]
        rows.append([c["layout"], *c["object_bytes"], *(slab or ["–", "–"])])
    return _scroll(show.table(["layout", "bytes before", "bytes after", "per slab before", "per slab after"], rows))


def _trust(data: dict[str, Any]) -> str:
    said = []
    fit = data["fit"]
    if fit:
        on = ", ".join(map(str, fit["on"]))
        reached = "" if fit["reached"] else " No value of its range gives what was observed."
        said.append(f"One number was fitted: {fit['free']} = {fit['value']}, on what was published at {on} threads; that point proves nothing.{reached}")
    else:
        said.append("Nothing was fitted.")
    v = data["validation"]
    if v:
        said.append(
            f"From the {v['points']} published points that were not fitted the model is {v['rms_points_model']:.2f} percentage points away (rms); “no change” is {v['rms_points_no_change']:.2f} away."
        )
    else:
        said.append("No published measurement of this case was there to compare with.")
    said.append(
        "The sampling interval is what other random numbers would change (95 %). The parameters' interval is what the stated ranges of the assumed numbers would change, one at a time; it says nothing of what the program leaves out."
    )
    ends = [[e["name"], e["value"], e["refitted"] or "–", *[f"{c:+.2f}" for c in e["change_percent"]]] for e in data["parameters"]]
    heads = ["parameter", "value", "refitted", *[f"{p['threads']} threads" for p in data["points"]]]
    notes = "".join(f"<li>{escape(note)}</li>" for note in data["notes"])
    return "".join(f"<p>{escape(s)}</p>" for s in said) + (_scroll(show.table(heads, ends)) if ends else "") + f"<ul>{notes}</ul>"


def _falsify(data: dict[str, Any]) -> str:
    last = max(data["points"], key=lambda p: p["threads"])
    before, after = last["before"], last["after"]
    change = last["change_percent"]
    low, high = change["parameters"] or change["sampling"]
    causes = _main_causes(data, 1)
    steps = [
        f"Run both variants on {data['machine']} with {last['threads']} threads ({last['cpus']}): a change outside {low:+.1f} to {high:+.1f} % contradicts this page."
    ]
    if before["hitm_local_per_op"] + before["hitm_remote_per_op"] > 0:
        steps.append(
            f"perf c2c before the fix: {before['hitm_local_per_op'] + before['hitm_remote_per_op']:.2f} HITM an operation are predicted, after it {after['hitm_local_per_op'] + after['hitm_remote_per_op']:.2f}."
        )
    if causes:
        steps.append(
            f"The hottest line of perf c2c should hold {causes[0]['causer']} and {causes[0]['sufferer']}; if another line leads, the program of this scenario is not what runs."
        )
    steps.append(
        f"At the smallest thread count, {data['points'][0]['threads']}, the change should be {data['points'][0]['change_percent']['mean']:+.1f} %: an effect there that is as large as at {last['threads']} is not coherence."
    )
    return "<ol>" + "".join(f"<li>{escape(s)}</li>" for s in steps) + "</ol>"


def _inputs(data: dict[str, Any]) -> str:
    rows = [
        ["hitm", data["version"]],
        ["machine", data["machine"]],
        ["protocol", data["protocol"]],
        ["seed", data["seed"]],
        ["inputs, SHA-256", data["inputs"]["sha256"]],
    ]
    return _scroll(show.table(["what", "value"], rows)) + f"<details><summary>Every input</summary><pre>{escape(data['inputs']['resolved'])}</pre></details>"


def main() -> int:
    """The command `hitm-report`, which the shell finds as `hitm report`."""
    parser = argparse.ArgumentParser(prog="hitm-report", description="One self-contained HTML page, or text to paste, from the JSON of `hitm predict --json`.")
    parser.add_argument("result", help="the JSON file of one prediction")
    parser.add_argument("-o", "--output", help="where to (default: RESULT.html beside it; text goes to stdout)")
    parser.add_argument("--format", choices=["html", "changelog", "pr"], default="html")
    asked = parser.parse_args()
    try:
        result = Prediction.load(asked.result)
        content = page(result) if asked.format == "html" else text(result, style=asked.format)
        target = asked.output or (str(Path(asked.result).with_suffix(".html")) if asked.format == "html" else "-")
        sys.stdout.write(content) if target == "-" else write(content, Path(target))
    except (ValueError, OSError) as error:
        print(f"hitm-report: {error}", file=sys.stderr)
        return 2
    return 0
