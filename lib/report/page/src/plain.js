// Everything of the page but the 3-D scene: texts, tables, plots, heat maps, bars.
import uPlot from "uplot";

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const root = document.documentElement;

/** Little-endian float32 in base64; NaN is a gap. */
export function numbers(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}
const gaps = (values) => Array.from(values, (v) => (Number.isFinite(v) ? v : null));

function add(parent, tag, attributes = {}, text = null) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  parent.appendChild(element);
  return element;
}
const section = (title, id) => {
  const box = add(main, "section", { id, "aria-label": title });
  add(box, "h2", {}, title);
  return box;
};
const css = (name) => getComputedStyle(root).getPropertyValue(name).trim();

/** Okabe and Ito's palette: distinguished by colour-blind readers, on white and on dark. */
const colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d00", "#7a52b3"];
/** Runs laid over each other: solid, then dashed, so that the lower shows through. */
const dashes = [undefined, [8, 4], [3, 3], [10, 3, 2, 3]];

// Theme -------------------------------------------------------------------------------------------------------------------
const plots = [];
function setTheme(dark) {
  root.dataset.theme = dark ? "dark" : "light";
  for (const plot of plots) plot.redraw(false, true);
  document.dispatchEvent(new Event("swell-theme"));
}
document.getElementById("theme").addEventListener("click", () => setTheme(root.dataset.theme !== "dark"));
root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

// Facts -------------------------------------------------------------------------------------------------------------------
document.getElementById("about").textContent = data.about;
if (data.warnings.length > 0) {
  const box = section("Warnings", "warnings");
  const list = add(add(box, "div", { class: "warnings", role: "note" }), "ul");
  for (const warning of data.warnings) add(list, "li", {}, warning);
}

function table(parent, { title, columns, rows }) {
  const box = add(parent, "div");
  if (title) add(box, "h3", {}, title);
  const element = add(add(box, "div", { class: "scroll" }), "table");
  if (columns.length) {
    const head = add(add(element, "thead"), "tr");
    for (const column of columns) add(head, "th", { scope: "col" }, column);
  }
  const body = add(element, "tbody");
  for (const row of rows) {
    const line = add(body, "tr");
    for (const cell of row) add(line, "td", {}, cell);
  }
}
if (data.tables.length > 0) {
  const box = add(section("Summary", "summary"), "div", { class: "tables" });
  for (const one of data.tables) table(box, one);
}

// Heat maps ---------------------------------------------------------------------------------------------------------------
/** Maps whose titles end alike have one scale of colours: "damping = 1e5: mean power" and "damping = 2e5: mean power". */
const family = (m) => `${m.title.split(": ").pop()} ${m.unit}`;
/** Viridis at nine points, linear in between. */
const viridis = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]];
export function heat(part) {
  const at = Math.min(1, Math.max(0, part)) * (viridis.length - 1), i = Math.min(viridis.length - 2, Math.floor(at));
  const mix = viridis[i].map((c, k) => Math.round(c + (at - i) * (viridis[i + 1][k] - c)));
  return { color: `rgb(${mix})`, ink: 0.299 * mix[0] + 0.587 * mix[1] + 0.114 * mix[2] > 140 ? "#000" : "#fff" };
}
const short = (v) => (Math.abs(v) >= 1e5 || (v !== 0 && Math.abs(v) < 1e-3) ? v.toExponential(2) : Number(v.toPrecision(3)).toString());

function map(parent, { title, unit, xlabel, ylabel, x, y, value }) {
  const box = add(parent, "div", { class: "plot" });
  add(box, "h3", {}, unit ? `${title} [${unit}]` : title);
  const known = data.maps.filter((m) => family(m) === family({ title, unit })).flatMap((m) => m.value).filter((v) => v !== null);
  const low = Math.min(0, ...known), high = Math.max(...known);
  const element = add(add(box, "div", { class: "scroll" }), "table", { class: "map", "aria-label": title });
  const head = add(add(element, "thead"), "tr");
  add(head, "th", { scope: "col" }, `${ylabel} \\ ${xlabel}`);
  for (const v of x) add(head, "th", { scope: "col" }, short(v));
  const body = add(element, "tbody");
  const says = add(box, "p", { class: "note", "aria-live": "polite" }, "\u00a0");
  for (let i = y.length - 1; i >= 0; --i) {
    const row = add(body, "tr");
    add(row, "th", { scope: "row" }, short(y[i]));
    for (let j = 0; j < x.length; ++j) {
      const v = value[i * x.length + j];
      const cell = add(row, "td", v === null ? {} : { tabindex: 0 }, v === null ? "" : short(v));
      if (v === null) continue;
      const { color, ink } = heat(high > low ? (v - low) / (high - low) : 0.5);
      cell.style.background = color;
      cell.style.color = ink;
      cell.title = `${ylabel} ${y[i]}, ${xlabel} ${x[j]}: ${v.toPrecision(5)} ${unit}`;
      for (const event of ["mouseenter", "focus"]) cell.addEventListener(event, () => (says.textContent = cell.title));
    }
  }
}
if (data.maps.length > 0) {
  const box = add(section("Matrices", "matrices"), "div", { class: "plots" });
  for (const one of data.maps) map(box, one);
}

// Bars --------------------------------------------------------------------------------------------------------------------
function prefixed(value, unit) {
  for (const [factor, prefix] of [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"]])
    if (Math.abs(value) >= factor * 0.9999) return `${Number((value / factor).toPrecision(4))} ${prefix}${unit}`;
  return `${Number(value.toPrecision(3))} ${unit}`;
}
function bars(parent, { title, unit, note, entries }) {
  const box = add(parent, "div");
  add(box, "h3", {}, title);
  const low = Math.min(0, ...entries.map((e) => e[1])), high = Math.max(0, ...entries.map((e) => e[1]));
  const part = (v) => (100 * (v - low)) / (high - low || 1);
  for (const [name, value] of entries) {
    const bar = add(box, "div", { class: "bar", role: "img", "aria-label": `${name}: ${prefixed(value, unit)}` });
    add(bar, "span", {}, name);
    const track = add(bar, "span", { class: "track" });
    const fill = add(track, "span", { class: "fill" });
    fill.style.left = `${part(Math.min(0, value))}%`;
    fill.style.width = `${part(Math.max(0, value)) - part(Math.min(0, value))}%`;
    fill.style.background = value >= 0 ? colors[2] : colors[1];
    add(track, "span", { class: "zero" }).style.left = `${part(0)}%`;
    add(bar, "span", { class: "number" }, prefixed(value, unit));
  }
  if (note) add(box, "p", { class: "note" }, note);
}

// The 3-D scene stands here; its script fills the box.
if (data.scene) add(section("Device", "device"), "div", { id: "scene-place" });

if (data.bars.length > 0) {
  const box = section("Energy", "energy");
  for (const one of data.bars) bars(box, one);
}

// Plots -------------------------------------------------------------------------------------------------------------------
const cache = new Map();
/** A series of a run, unpacked once. */
export function series(run, key) {
  const name = `${run}:${key}`;
  if (!cache.has(name)) cache.set(name, numbers(data.runs[run].series[key].data));
  return cache.get(name);
}
const times = data.runs.map((run) => Array.from(numbers(run.time)));

/** Curves over times of their own, on one axis of all times. */
function aligned(curves) {
  if (curves.every((c) => c.x === curves[0].x)) return [curves[0].x, ...curves.map((c) => c.y)];
  return uPlot.join(curves.map((c) => [c.x, c.y]));
}

let zoom = false;
/** Plots are drawn when they come near the window: the page is there at once, however many it has. */
const waiting = new Map();
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) drawNow(target);
}, { rootMargin: "400px" });
function drawNow(box) {
  const work = waiting.get(box);
  if (!work) return;
  waiting.delete(box);
  watch.unobserve(box);
  work();
}
const drawAll = () => [...waiting.keys()].forEach(drawNow);
/** On paper: light, and two plots to a line of A4. What was on the screen comes back. */
let beforePaper = null;
addEventListener("beforeprint", () => {
  drawAll();
  beforePaper = root.dataset.theme;
  setTheme(false);
  for (const chart of plots) chart.setSize({ width: 340, height: 200 });
});
addEventListener("afterprint", () => {
  setTheme(beforePaper === "dark");
  beforePaper = null;
  for (const chart of plots) chart.fit();
});

/** As many digits as tell neighbours apart. */
function ticks(u, splits) {
  const texts = splits.map(short);
  const digits = Math.ceil(-Math.log10(Math.abs(splits[1] - splits[0])) - 1e-9);
  return new Set(texts).size === texts.length || !(digits <= 12) ? texts : splits.map((v) => v.toFixed(Math.max(0, digits)));
}
function plot(parent, panel, curves, time) {
  const box = add(parent, "div", { class: "plot" });
  add(box, "h3", {}, panel.title);
  box.style.minHeight = "290px";
  waiting.set(box, () => draw(box, panel, curves(), time));
  watch.observe(box);
}
const zoomed = () => plots.some((p) => p.ofTime && (p.scales.x.min > p.data[0][0] || p.scales.x.max < p.data[0][p.data[0].length - 1]));
let view = null; // of all time axes
function draw(box, panel, curves, time) {
  const width = () => Math.max(280, box.clientWidth);
  const axis = { stroke: () => css("--soft"), grid: { stroke: () => css("--line"), width: 1 }, ticks: { stroke: () => css("--line") } };
  const chart = new uPlot({
    width: width(), height: 230, cursor: time ? { sync: { key: "time" }, drag: { x: true, y: false } } : { drag: { x: true, y: false } },
    scales: { x: { time: false } },
    axes: [{ ...axis, label: time ? "time [s]" : panel.xlabel, labelSize: 20, size: 34 },
           { ...axis, label: panel.ylabel, size: 64, labelSize: 20, values: ticks }],
    series: [{ label: time ? "t [s]" : panel.xlabel }, ...curves.map((c) => ({
      label: c.label, stroke: c.color, width: 1.3, dash: c.dash, spanGaps: true, points: { show: false }, value: (u, v) => (v === null ? "-" : short(v)),
    }))],
    hooks: time ? { setScale: [(u, key) => {
      if (key !== "x" || zoom) return;
      zoom = true;
      const { min, max } = u.scales.x;
      view = { min, max };
      for (const other of plots) if (other !== u && other.ofTime) other.setScale("x", { min, max });
      zoom = false;
    }] } : {},
  }, aligned(curves), box);
  chart.ofTime = time;
  chart.fit = () => beforePaper === null && chart.setSize({ width: width(), height: 230 });
  plots.push(chart);
  if (time && view && zoomed()) chart.setScale("x", view);
  new ResizeObserver(chart.fit).observe(box);
  return chart;
}

/** Whether a curve lies on an earlier one almost everywhere, which then is not seen below it. */
function covers(curve, earlier, height) {
  return earlier.some((o) => o.x === curve.x && !o.dash && o.y.filter((v, k) => Math.abs(v - curve.y[k]) <= 0.01 * height).length > 0.9 * o.y.length);
}
function curvesOf(panel) {
  const curves = allCurvesOf(panel);
  if (data.runs.length > 1 || curves.length === 1) return curves;
  let low = Infinity, high = -Infinity;
  for (const c of curves) for (const v of c.y) if (v !== null) { low = Math.min(low, v); high = Math.max(high, v); }
  curves.forEach((c, i) => { if (covers(c, curves.slice(0, i), high - low)) c.dash = dashes[1]; });
  return curves;
}
function allCurvesOf(panel) {
  return panel.curves.map((c, i) => {
    const several = data.runs.length > 1;
    return {
      x: times[c.run], y: gaps(series(c.run, c.key).map((v) => v * (panel.factor ?? 1))), label: c.label,
      color: colors[(several ? c.run + data.runs.length * panel.curves.slice(0, i).filter((o) => o.run === c.run).length : i) % colors.length],
      dash: dashes[several ? c.run % dashes.length : 0],
    };
  });
}
if (data.panels.length > 0) {
  const box = section("Time histories", "histories");
  add(box, "p", { class: "note no-print" }, "Drag across a plot to look closer, double-click for the whole; all time axes go together. Click a name to hide its curve.");
  const place = add(box, "div", { class: "plots" });
  for (const panel of data.panels) plot(place, panel, () => curvesOf(panel), true);
  if (data.choices.length > 0) {
    const line = add(box, "div", { class: "controls" });
    add(line, "label", { for: "choose" }, "Another series:");
    const choose = add(line, "select", { id: "choose" });
    add(choose, "option", { value: "" }, "choose ...");
    data.choices.forEach((panel, i) => add(choose, "option", { value: i }, panel.title));
    choose.addEventListener("change", () => {
      if (choose.value === "") return;
      const panel = data.choices[choose.value];
      plot(place, panel, () => curvesOf(panel), true);
      choose.value = "";
    });
  }
}
if (data.spectra.length > 0) {
  const box = section(data.spectra_title ?? "Spectra", "spectra");
  const place = add(box, "div", { class: "plots" });
  for (const panel of data.spectra)
    plot(place, panel, () => panel.curves.map((c, i) => ({
      x: Array.from(numbers(c.x)), y: gaps(numbers(c.y)), label: c.label, color: colors[i % colors.length], dash: dashes[(c.run ?? 0) % dashes.length],
    })), false);
}

if (data.notes.length > 0) {
  const list = add(section("Notes", "notes"), "ul");
  for (const note of data.notes) add(list, "li", {}, note);
}
if (data.case) {
  const box = add(section("Case", "case"), "details");
  add(box, "summary", {}, data.case_name);
  add(box, "pre", {}, data.case);
}

window.swellReport = { drawAll, data, numbers, series, plots, colors, css, add };
