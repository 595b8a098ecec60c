// The bench's face: cache lines whose members can be dragged, a few tools, and the predicted curve. All it knows comes from Python.

const tag = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const svg = (name, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};

function render({ model, el }) {
  const root = tag("div", { class: "hitm-bench" });
  el.append(root);
  let chosen = null;

  const edit = (text) => {
    model.set("edits", [...model.get("edits"), text]);
    model.save_changes();
  };
  const setEdits = (edits) => {
    model.set("edits", edits);
    model.save_changes();
  };

  function memberBox(row, begin, end, lineBytes) {
    const first = Math.max(row.offset, begin), last = Math.min(row.offset + row.bytes, end);
    const column = (offset) => 2 + Math.floor(((offset - begin) * 64) / lineBytes);
    const movable = row.name !== "";
    const classes = ["member", row.moved ? "moved" : "", movable ? "" : "fixed", chosen === row.title ? "chosen" : ""].join(" ");
    const box = tag("button", { class: classes, draggable: String(movable), "data-member": row.title, type: "button",
      title: `${row.type} ${row.title}: offset ${row.offset}, ${row.bytes} bytes`,
      style: `grid-column:${column(first)}/${Math.max(column(last), column(first) + 1)}` }, row.title);
    box.addEventListener("click", () => { chosen = movable && chosen !== row.title ? row.title : null; draw(); });
    box.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", row.name));
    const side = (event) => (event.offsetX < box.clientWidth / 2 ? "before" : "after");
    box.addEventListener("dragover", (event) => {
      event.preventDefault();
      box.classList.remove("before", "after");
      box.classList.add(side(event));
    });
    box.addEventListener("dragleave", () => box.classList.remove("before", "after"));
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      const name = event.dataTransfer.getData("text/plain");
      box.classList.remove("before", "after");
      if (name && name !== row.name && row.anchor) edit(`move ${name} ${side(event)} ${row.anchor}`);
    });
    return box;
  }

  function lines() {
    const block = tag("div", { role: "group", "aria-label": "cache lines" });
    const size = model.get("size"), lineBytes = model.get("line_bytes");
    for (let begin = 0; begin < size; begin += lineBytes) {
      const row = tag("div", { class: "line" }, tag("b", {}, `line ${begin / lineBytes}`));
      const here = model.get("rows").filter((m) => m.bytes > 0 && m.offset < begin + lineBytes && m.offset + m.bytes > begin);
      for (const member of here) row.append(memberBox(member, begin, Math.min(begin + lineBytes, size), lineBytes));
      block.append(row);
    }
    return block;
  }

  function button(text, act, enabled = true) {
    const made = tag("button", { type: "button" }, text);
    made.disabled = !enabled;
    made.addEventListener("click", act);
    return made;
  }

  function tools() {
    const rows = model.get("rows");
    const at = rows.findIndex((m) => m.title === chosen);
    const one = at >= 0 ? rows[at] : null;
    const machine = tag("select", { "aria-label": "machine" });
    for (const name of model.get("machines")) {
      const option = tag("option", { value: name }, name);
      option.selected = name === model.get("machine");
      machine.append(option);
    }
    machine.addEventListener("change", () => { model.set("machine", machine.value); model.save_changes(); });
    const threads = tag("input", { "aria-label": "threads", size: 16, value: model.get("threads").join(", ") });
    threads.addEventListener("change", () => {
      const counts = threads.value.split(/[ ,]+/).map(Number).filter((n) => Number.isInteger(n) && n > 0);
      if (counts.length) { model.set("threads", counts); model.save_changes(); }
    });
    const edits = model.get("edits");
    return tag("div", { class: "tools" },
      tag("span", {}, one ? `${one.title}:` : "choose or drag a member"),
      button("earlier", () => edit(`move ${one.name} before ${rows[at - 1].anchor}`), one !== null && at > 0),
      button("later", () => edit(`move ${one.name} after ${rows[at + 1].anchor}`), one !== null && at + 1 < rows.length),
      button("to end", () => edit(`move ${one.name} to end`), one !== null),
      button("pad 8 after", () => edit(`pad 8 after ${one.name}`), one !== null),
      button("align to line", () => edit(`align ${one.name} ${model.get("line_bytes")}`), one !== null),
      button("undo", () => setEdits(edits.slice(0, -1)), edits.length > 0),
      button("reset", () => setEdits([]), edits.length > 0),
      machine, threads);
  }

  function curve() {
    const points = model.get("points"), wide = 560, tall = 240, left = 46, bottom = 34;
    const drawn = svg("svg", { viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": "predicted change by threads" });
    if (points.length === 0) return drawn;
    const values = points.flatMap((p) => [p.low, p.high, 0]);
    const low = Math.min(...values), high = Math.max(...values, low + 1);
    const x = (n) => left + (points.length === 1 ? 0.5 : n / (points.length - 1)) * (wide - left - 30);
    const y = (value) => 10 + ((high - value) / (high - low)) * (tall - bottom - 20);
    drawn.append(svg("line", { x1: left - 10, x2: wide - 10, y1: y(0), y2: y(0), stroke: "#999" }));
    drawn.append(svg("polyline", { points: points.map((p, n) => `${x(n)},${y(p.change)}`).join(" "), fill: "none", stroke: "#1f5fa8", "stroke-width": 2 }));
    points.forEach((p, n) => {
      drawn.append(svg("line", { x1: x(n), x2: x(n), y1: y(p.low), y2: y(p.high), stroke: "#1f5fa8" }));
      const dot = svg("circle", { cx: x(n), cy: y(p.change), r: 4, fill: "#1f5fa8", "data-threads": p.threads, "data-change": p.change });
      drawn.append(dot, svg("text", { x: x(n), y: tall - 12, "text-anchor": "middle", "font-size": 12 }, `${p.threads}`),
        svg("text", { x: x(n), y: y(p.change) - 9, "text-anchor": "middle", "font-size": 12 }, `${p.change >= 0 ? "+" : ""}${p.change.toFixed(2)} %`));
    });
    return drawn;
  }

  function draw() {
    const head = tag("div", {}, tag("b", {}, `struct ${model.get("name")}`), `: ${model.get("size")} bytes; predicted change by threads below`);
    const copied = tag("pre", { "aria-label": "edits as scenario YAML" }, model.get("yaml") || "# no edits yet");
    const copy = button("copy", () => navigator.clipboard?.writeText(model.get("yaml")), model.get("yaml") !== "");
    const error = tag("div", { class: "error", role: "alert" }, model.get("error"));
    const plot = tag("div", model.get("busy") ? { class: "busy", "aria-busy": "true" } : { "aria-busy": "false" }, curve());
    root.replaceChildren(head, lines(), tools(), error, plot, copied, copy);
  }

  for (const name of ["rows", "size", "points", "busy", "error", "yaml", "machine", "threads"]) model.on(`change:${name}`, draw);
  draw();
}

export default { render };
