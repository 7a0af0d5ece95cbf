// Laying and drawing on the scenario's board: tiles of the palette, shapes corner by corner, circles, handles, the
// ruler.

import * as ahead from "./ahead.js";
import { takePointer, toTable } from "../board/board.js";
import { byId, hear } from "../live/table.js";
import { plate, plateBeside } from "../board/length_plate.js";

const DRAGGED = ["section", "roof-hole"]; // kinds that have no size of their own
const NEAR = 0.8; // inches at which the first corner is pressed again
const ROUND = 20; // corners of a circle
const NO_KIND = "wood";

let page = null; // what the editor gives: see begin()
let kind = "";
let outline = "";
let tool = "select";
let mirror = "";
let corners = [];
let drawn = null; // a rectangle, circle or measure under way

export function begin(given) {
  page = given;
}

export const armed = () => kind !== "";
export const isLaying = () => kind !== "" || ["shape", "circle", "measure"].includes(tool);

// ------------------------------------------------------------ tools and tiles

export function useTool(name) {
  tool = name;
  corners = [];
  if (name === "select" || name === "corners" || name === "measure") arm(null);
  for (const button of document.querySelectorAll(".ed-tools [data-tool]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tool === name));
  }
  clear();
  showHandles(page.held());
  hint();
}

function arm(tile) {
  kind = tile?.dataset.kind ?? "";
  outline = tile?.dataset.outline ?? "";
  for (const each of document.querySelectorAll("[data-kind]")) {
    each.setAttribute("aria-pressed", String(each === tile));
  }
  clear();
  hint();
}

function hint() {
  byId("board-svg").classList.toggle("laying", isLaying());
  const box = byId("ed-hint");
  const words = {
    shape: "Press for each corner; the first again, or Enter, to finish. Esc to stop.",
    circle: "Drag from the middle outwards.",
    measure: "Drag from one place to another.",
    corners: "Drag a corner; press one to take it out; press a pale one to add it.",
  };
  const ways = { rectangle: ", or drag from corner to corner", line: ", or drag from end to end" };
  const laying = DRAGGED.includes(kind) ? "Drag from corner to corner." : `Press where it goes${ways[outline] ?? ""}.`;
  box.textContent = words[tool] ?? (kind ? `${laying} Esc to stop.` : "");
  box.hidden = !box.textContent;
}

document.addEventListener("click", (event) => {
  const tile = event.target.closest("[data-kind]");
  if (tile) {
    if (!["shape", "circle"].includes(tool)) useTool("select");
    arm(tile.getAttribute("aria-pressed") === "true" ? null : tile);
  }
  const button = event.target.closest(".ed-tools [data-tool]");
  if (button) useTool(button.dataset.tool);
  const way = event.target.closest("[data-mirror]");
  if (way) {
    mirror = way.dataset.mirror;
    for (const each of document.querySelectorAll("[data-mirror]"))
      each.setAttribute("aria-pressed", String(each === way));
  }
});

// A tile is dragged on to the board with a mouse.
let carried = null;
document.addEventListener("pointerdown", (event) => {
  const tile = event.pointerType === "mouse" && event.target.closest("[data-kind]");
  carried = tile ? { tile, x: event.clientX, y: event.clientY } : null;
});
document.addEventListener("pointermove", (event) => {
  if (!carried || Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < 8) return;
  if (kind !== carried.tile.dataset.kind) arm(carried.tile);
  if (isOver(event)) ghost(toTable(event));
});
document.addEventListener("pointerup", (event) => {
  const was = carried;
  carried = null;
  if (was && Math.hypot(event.clientX - was.x, event.clientY - was.y) >= 8 && isOver(event)) lay(toTable(event));
});

function isOver(event) {
  const box = byId("sheet").getBoundingClientRect();
  return event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
}

const at = (point) => point.map(page.snapped);
const written = (points) => points.map((p) => p.map((n) => Math.round(n * 100) / 100).join(",")).join(" ");

export function lay(point, points = null) {
  if (DRAGGED.includes(kind) && !points) return;
  const values = { do: "add", kind: kind || NO_KIND, mirror, soon: "1" };
  soon(points ? path(points, outline !== "line") : ghostPath(point));
  page.send(points ? { ...values, points: written(points) } : { ...values, at: written([at(point)]) });
  corners = [];
  arm(null);
  if (tool !== "select") useTool("select");
}

// ------------------------------------------------------------ pointer

takePointer({
  down(point, event) {
    const handle = event.target.closest?.("[data-handle]");
    if (handle && !isLaying()) return grab(handle.dataset.handle, point);
    if (tool === "measure" || tool === "circle") drawn = { what: tool, from: point };
    else if (tool === "select" && kind && ["rectangle", "line"].includes(outline))
      drawn = { what: outline, from: at(point) };
    else return false;
    return true;
  },
  move(point, event) {
    if (grabbed) return pull(point, event);
    drawn.to = drawn.what === "measure" ? point : at(point);
    if (drawn.what === "rectangle") showBox(drawn.from, drawn.to);
    else if (drawn.what === "line") preview([drawn.from, drawn.to], false);
    else if (drawn.what === "circle") preview(round(drawn.from, radius()), true);
    else measure();
  },
  up() {
    if (grabbed) return letGo();
    const { what, from, to } = drawn;
    drawn = null;
    if (what === "measure") return;
    clear();
    if (what === "circle" && Math.hypot(to[0] - from[0], to[1] - from[1]) > 0.4)
      lay(null, round(from, Math.hypot(to[0] - from[0], to[1] - from[1])));
    if (what === "line" && Math.hypot(to[0] - from[0], to[1] - from[1]) > 0.4) lay(null, [from, to]);
    if (what === "rectangle" && Math.abs(to[0] - from[0]) > 0.4 && Math.abs(to[1] - from[1]) > 0.4) {
      lay(null, [from, [to[0], from[1]], to, [from[0], to[1]]]);
    }
  },
  cancel() {
    for (const name of grabbed?.keys ?? []) ahead.place(name);
    byId("board-svg").classList.remove("bending");
    grabbed = null;
    drawn = null;
    clear();
    showHandles(page.held());
  },
});

const radius = () => Math.hypot(drawn.to[0] - drawn.from[0], drawn.to[1] - drawn.from[1]);

function round([x, y], size) {
  return Array.from({ length: ROUND }, (_, n) => {
    const angle = (2 * Math.PI * n) / ROUND;
    return [x + Math.cos(angle) * size, y + Math.sin(angle) * size];
  });
}

let tapped = false; // the tap under way was used here

export const usedTap = () => tapped;

hear("tap", ({ point, target }) => {
  tapped = isLaying();
  const handle = target.closest?.("[data-handle]")?.dataset.handle;
  if (handle && !isLaying()) return press(handle);
  if (tool === "shape") corner(at(point));
  else if (kind && tool === "select") lay(point);
});

hear("hover", (event) => {
  if (tool === "shape" && corners.length) preview([...corners, at(toTable(event))], false);
  else if (kind && tool === "select") ghost(toTable(event));
});

function corner(point) {
  const [first] = corners;
  if (corners.length > 2 && Math.hypot(point[0] - first[0], point[1] - first[1]) < NEAR) return finish();
  corners.push(point);
  preview(corners, false);
}

function finish() {
  const least = outline === "line" ? 2 : 3;
  if (corners.length >= least) lay(null, corners);
}

// Keys of a drawing under way; says whether it was one.
export function key(name) {
  if (tool === "shape" && corners.length && name === "enter") finish();
  else if (tool === "shape" && corners.length && name === "backspace") {
    corners.pop();
    preview(corners, false);
  } else if (name === "escape" && (isLaying() || tool !== "select")) {
    arm(null);
    useTool("select");
  } else return false;
  return true;
}

// ------------------------------------------------------------ what is shown of it

const path = (points, closed) =>
  `M${points.map((p) => p.map((n) => (n * 10).toFixed(1)).join(" ")).join("L")}${closed ? "Z" : ""}`;

function show(html, place = "ed-drawing") {
  const box = document.createElement("template");
  box.innerHTML = `<svg>${html}</svg>`;
  byId(place).replaceChildren(...box.content.firstChild.childNodes);
}

export const clear = () => byId("ed-drawing").replaceChildren();
const preview = (points, closed) =>
  show(`<path class="dropp" d="${path(points, closed)}"/>${points.map(dot).join("")}`);
const tenths = ([x, y]) => `${(x * 10).toFixed(1)} ${(y * 10).toFixed(1)}`;
const dot = (at) => `<g transform="translate(${tenths(at)})"><g class="z"><circle class="hdl" r="3"/></g></g>`;
export const showBox = (a, b) => show(`<path class="dropp" d="${path([a, [b[0], a[1]], b, [a[0], b[1]]], true)}"/>`);

// What was just laid shows as an outline until the server has drawn it.
const soon = (d) => byId("ed-soon").insertAdjacentHTML("beforeend", `<path class="dropp" d="${d}"/>`);
export const answered = () => byId("ed-soon").firstElementChild?.remove();

const ghost = (point) => show(`<path class="dropp" d="${ghostPath(point)}"/>`);

function ghostPath(point) {
  const [x, y] = at(point);
  const [w, h] = (document.querySelector(`[data-kind="${kind}"]`)?.dataset.size ?? "2,2")
    .split(",")
    .map((n) => Math.max(0.6, Number(n)));
  return path(
    [
      [x - w / 2, y - h / 2],
      [x + w / 2, y - h / 2],
      [x + w / 2, y + h / 2],
      [x - w / 2, y + h / 2],
    ],
    true,
  );
}

function measure() {
  const { from, to } = drawn;
  const text = page.length(Math.hypot(to[0] - from[0], to[1] - from[1]));
  const d = path([from, to], false);
  show(`<path class="los-c" d="${d}"/><path class="los" d="${d}"/>${plate(tenths(to), text)}`);
}

// ------------------------------------------------------------ handles

let held = [];
let box = null;

const NO_CHANGE = { shows: "", at: (point) => point };

export function showHandles(things, change = NO_CHANGE) {
  held = things;
  if (!held.length || isLaying()) {
    byId("ed-hand").replaceChildren();
    return;
  }
  byId("ed-hand").removeAttribute("transform");
  box = page.boxOfHand();
  const shown = held.map((thing) => ({ ...thing, points: thing.points.map(change.at) }));
  const shapes = shown
    .filter((thing) => thing.points.length > 1)
    .map((thing) => `<path class="selo${thing.line ? " open" : ""}" d="${path(thing.points, !thing.line)}"/>`);
  const alone = held.length === 1 ? held[0] : null;
  const single = alone?.points.length === 1;
  const byCorners = alone && !single && (tool === "corners" || alone.key.startsWith("g-"));
  const rest = byCorners ? vertices(alone) : single ? ring(alone.points[0]) : frame(around(shown));
  show(shapes.join("") + rest, "ed-hand");
}

export function shiftHandles([dx, dy]) {
  byId("ed-hand").setAttribute("transform", `translate(${(dx * 10).toFixed(2)} ${(dy * 10).toFixed(2)})`);
}

function spot(at, name, shape) {
  const grip = `<g class="z"><circle class="hdl-hit" r="12"/>${shape}</g>`;
  return `<g data-handle="${name}" transform="translate(${tenths(at)})">${grip}</g>`;
}
const SQUARE = '<rect class="hdl" x="-4.5" y="-4.5" width="9" height="9"/>';
const ring = ([x, y]) => `<circle class="selr" cx="${x * 10}" cy="${y * 10}" r="16"/>`;

function around(things) {
  const [xs, ys] = [0, 1].map((n) => things.flatMap((thing) => thing.points.map((p) => p[n])));
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

// Width and depth, to the right of the frame.
function size({ left, top, right, bottom }) {
  const text = `${page.length(right - left)} × ${page.length(bottom - top)}`;
  return plateBeside(tenths([right, top]), text);
}

function frame({ left, top, right, bottom }) {
  const middle = (left + right) / 2;
  const knob = spot([middle, top - 2.2], "turn", '<circle class="hdl" r="5.5"/>');
  const turn = `<path class="hdl-l" d="M${middle * 10} ${top * 10}v-22"/>${knob}`;
  const rect = `<path class="selr" d="${path(
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    true,
  )}"/>`;
  const all = [
    [left, top, "nw"],
    [right, top, "ne"],
    [right, bottom, "se"],
    [left, bottom, "sw"],
  ];
  return (
    rect + size({ left, top, right, bottom }) + turn + all.map(([x, y, name]) => spot([x, y], name, SQUARE)).join("")
  );
}

function vertices({ points, line, key: name }) {
  const fixed = name.startsWith("g-");
  const mids = points
    .map((p, n) => [p, points[(n + 1) % points.length], n])
    .filter(([, , n]) => !fixed && !(line && n === points.length - 1));
  const pale = mids.map(([a, b, n]) =>
    spot([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], `m${n}`, '<circle class="hdl mid" r="3.4"/>'),
  );
  return pale.join("") + points.map((p, n) => spot(p, `v${n}`, SQUARE)).join("");
}

let grabbed = null;

function grab(name, point) {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const thing = held[0];
  const points = thing.points.map((p) => [...p]);
  if (name[0] === "m") points.splice(Number(name.slice(1)) + 1, 0, point);
  const corner = name[0] === "v" ? Number(name.slice(1)) : name[0] === "m" ? Number(name.slice(1)) + 1 : -1;
  const fixed = {
    nw: [box.right, box.bottom],
    ne: [box.left, box.bottom],
    se: [box.left, box.top],
    sw: [box.right, box.top],
  }[name];
  grabbed = { name, corner, points, fixed, about: [x, y], thing, keys: held.map((each) => each.key) };
  return true;
}

function pull(point, event) {
  const g = grabbed;
  if (g.corner >= 0) {
    g.points[g.corner] = event.altKey ? point : at(point);
    preview(g.points, !g.thing.line);
    return;
  }
  if (g.name === "turn") {
    const angle = (Math.atan2(point[0] - g.about[0], g.about[1] - point[1]) * 180) / Math.PI;
    g.deg = event.altKey ? angle : Math.round(angle / 5) * 5;
    paint(ahead.turned(g.about, g.deg));
    return;
  }
  const to = event.altKey ? point : at(point);
  const size = [box.right - box.left, box.bottom - box.top];
  const scale = (n) => (size[n] < 0.01 ? 1 : Math.min(20, Math.max(0.05, Math.abs(to[n] - g.fixed[n]) / size[n])));
  g.by = [scale(0), scale(1)];
  if (event.shiftKey) g.by = [Math.max(...g.by), Math.max(...g.by)];
  paint(ahead.stretched(g.fixed, g.by));
}

function paint(change) {
  grabbed.change = change;
  for (const name of grabbed.keys) ahead.place(name, change);
  byId("board-svg").classList.add("bending"); // names would be bent too
  if (grabbed.name === "turn") byId("ed-hand").setAttribute("transform", change.shows);
  else showHandles(held, change);
}

function letGo() {
  const g = grabbed;
  grabbed = null;
  byId("board-svg").classList.remove("bending");
  clear();
  if (g.corner >= 0) {
    soon(path(g.points, !g.thing.line));
    page.send({ do: "outline", keys: g.keys[0], points: written(g.points), soon: "1" });
  } else if (g.name === "turn" && g.deg) page.changed(g.keys, g.change, { do: "turn", deg: g.deg });
  else if (g.by)
    page.changed(g.keys, g.change, {
      do: "stretch",
      about: written([g.fixed]),
      across: g.by[0].toFixed(4),
      down: g.by[1].toFixed(4),
    });
}

// A corner that is pressed goes; a pale one stays from now on.
function press(name) {
  const thing = held[0];
  const n = Number(name.slice(1));
  const points = thing.points.map((p) => [...p]);
  if (name[0] === "m") {
    const next = points[(n + 1) % points.length];
    points.splice(n + 1, 0, [(points[n][0] + next[0]) / 2, (points[n][1] + next[1]) / 2]);
  } else if (name[0] === "v" && points.length > (thing.line ? 2 : 3) && !thing.key.startsWith("g-"))
    points.splice(n, 1);
  else return;
  page.send({ do: "outline", keys: thing.key, points: written(points) });
}
