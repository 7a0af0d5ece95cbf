// The scenario editor: what is picked up, dragged, turned and laid. The server decides and draws; here things are only
// shown where they are about to be: a drag moves nothing but the dragged thing's own node.

import "../site/fresh.js";
import * as ahead from "./ahead.js";
import { centre, isInView, middleOfView, resize, takePointer, toTable } from "../board/board.js";
import * as drawing from "./laying.js";
import { keepFields } from "../site/queued.js";
import { soon as placeNames } from "../board/names.js";
import { byId, hear, tell } from "../live/table.js";

const editor = byId("editor");
const TURN = 15; // degrees of a key
const QUIET = 250; // milliseconds after the last arrow key

export const now = () => byId("ed-now").firstElementChild.dataset;
export const svg = () => byId("board-svg");
const nodeOf = (key) => document.getElementById(`el-${key}`);
const innerOf = (key) => nodeOf(key)?.firstElementChild?.dataset;
export const pointsOf = ahead.points;

let hand = []; // keys, in the order in which they were picked
let drag = null;

// ------------------------------------------------------------ the server

export function send(values) {
  const all = { ...values, in_hand: hand.join(" ") };
  window.htmx.ajax("POST", editor.dataset.change, { source: editor, values: all, swap: "none" });
}

function load() {
  const asked = new URLSearchParams({ in_hand: hand.join(" "), storey: byId("ed-storey").value });
  const address = `${editor.dataset.edit}?${asked}`;
  window.htmx.ajax("GET", address, { source: editor, target: "#ed-hand-panel", swap: "innerHTML" });
}

document.addEventListener("htmx:afterRequest", (event) => {
  const { requestConfig: asked, successful } = event.detail;
  if (asked.verb !== "post") return;
  placeNames();
  const sent = asked.parameters;
  ahead.settle(words(sent.moved).filter((key) => !drag?.keys.includes(key)));
  if (drag) for (const key of words(sent.moved).filter((each) => drag.keys.includes(each))) settleUnder(key);
  for (const key of words(sent.gone)) nodeOf(key)?.classList.remove("gone");
  if (sent.soon) drawing.answered();
  if (!successful) return showHand();
  const { width, height, keys } = now();
  if (`${width}x${height}` !== size) {
    size = `${width}x${height}`;
    resize(Number(width), Number(height));
  }
  if ((sent.in_hand ?? "") === hand.join(" ")) {
    hand = keys.split(" ").filter(Boolean);
    byId("ed-in-hand").value = keys;
    showHand();
  } else load();
});

const words = (text) => (text ?? "").split(" ").filter(Boolean);

keepFields(editor, ["ed-top", "ed-hand-panel"]);

// What was unfolded stays so when the panel comes again.
const unfolded = new Map();
document.addEventListener("toggle", ({ target }) => unfolded.set(target.dataset?.fold ?? "", target.open), true);
document.addEventListener("htmx:load", ({ target }) => {
  for (const one of [target, ...target.querySelectorAll("details")]) {
    if (unfolded.has(one.dataset?.fold)) one.open = unfolded.get(one.dataset.fold);
  }
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target?.id === "ed-hand-panel") byId("ed-stale").disabled = detail.shouldSwap; // else ask for it again
});

let size = `${now().width}x${now().height}`;

// ------------------------------------------------------------ in hand

export function pick(keys, { add = false, fetch = true } = {}) {
  const wanted = keys.flatMap(groupOf);
  if (!add) hand = wanted;
  else if (wanted.every((key) => hand.includes(key))) hand = hand.filter((key) => !wanted.includes(key));
  else hand = [...new Set([...hand, ...wanted])];
  byId("ed-in-hand").value = hand.join(" ");
  showHand();
  byId("ed-storey").value = "0";
  if (fetch) load();
}

function groupOf(key) {
  const group = innerOf(key)?.group;
  if (!group) return [key];
  return [...document.querySelectorAll(`[data-group="${CSS.escape(group)}"]`)].map(
    (inner) => inner.parentNode.dataset.key,
  );
}

export function showHand() {
  hand = hand.filter((key) => nodeOf(key));
  for (const button of document.querySelectorAll("#ed-signs [data-pick]")) {
    button.setAttribute("aria-pressed", String(hand.includes(button.dataset.pick)));
  }
  document.querySelector('.ed-tabs [data-pick=""]').setAttribute("aria-pressed", String(!hand.length));
  const tab = byId("ed-tab-hand");
  tab.setAttribute("aria-pressed", String(hand.length > 0));
  tab.textContent =
    hand.length === 1 ? innerOf(hand[0]).name || "In hand" : hand.length ? `${hand.length} things` : "In hand";
  drawing.showHandles(hand.map(held));
}

const held = (key) => ({ key, points: pointsOf(key), line: innerOf(key).line === "1" });

// ------------------------------------------------------------ moving what is in hand

// Show a change at once and send it.
export function changed(keys, change, values) {
  ahead.show(keys, change);
  const joined = keys.join(" ");
  send({ ...values, keys: joined, moved: joined });
  drawing.showHandles(hand.map(held));
}

export const snapped = (value) => {
  const step = Number(now().snap);
  return step ? Math.round(value / step) * step : value;
};

function boxOf(keys) {
  const all = keys.flatMap(pointsOf);
  const xs = all.map((p) => p[0]);
  const ys = all.map((p) => p[1]);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function boxOfHand() {
  return boxOf(hand);
}

function startDrag(keys, point) {
  drag = { keys, from: point, box: boxOf(keys), by: [0, 0], frame: 0 };
  for (const key of keys) nodeOf(key)?.classList.add("dragged");
}

function dragTo(point, free) {
  const raw = [point[0] - drag.from[0], point[1] - drag.from[1]];
  const { left, top } = drag.box;
  drag.by = free ? raw : [snapped(left + raw[0]) - left, snapped(top + raw[1]) - top];
  if (drag.frame) return;
  drag.frame = requestAnimationFrame(() => {
    if (!drag) return;
    drag.frame = 0;
    for (const key of drag.keys) ahead.place(key, ahead.moved(drag.by));
    drawing.shiftHandles(drag.by);
  });
}

function endDrag(keep) {
  const { keys, by, frame } = drag;
  cancelAnimationFrame(frame);
  drag = null;
  for (const key of keys) nodeOf(key)?.classList.remove("dragged");
  if (keep && Math.hypot(...by) > 0.004) return move(keys, by);
  for (const key of keys) ahead.place(key);
  drawing.showHandles(hand.map(held));
}

// A thing that was moved before is dragged again when the answer comes: it stays under the pointer.
function settleUnder(key) {
  ahead.settle([key]);
  ahead.place(key, ahead.moved(drag.by));
}

function move(keys, by) {
  const rounded = by.map((n) => Math.round(n * 100) / 100);
  changed(keys, ahead.moved(rounded), { do: "move", by: rounded.join(",") });
}

function turn(deg) {
  settleNudge();
  if (hand.length) changed([...hand], ahead.turned(centreOfHand(), deg), { do: "turn", deg });
}

function centreOfHand() {
  const { left, top, right, bottom } = boxOfHand();
  return [(left + right) / 2, (top + bottom) / 2];
}

function remove() {
  settleNudge();
  if (!hand.length) return;
  const keys = hand;
  for (const key of keys) nodeOf(key).classList.add("gone");
  hand = [];
  showHand();
  send({ do: "remove", keys: keys.join(" "), gone: keys.join(" ") });
}

let nudged = [0, 0];
let quiet = 0;

function nudge(dx, dy) {
  nudged = [nudged[0] + dx, nudged[1] + dy];
  for (const key of hand) ahead.place(key, ahead.moved(nudged));
  drawing.shiftHandles(nudged);
  clearTimeout(quiet);
  quiet = setTimeout(settleNudge, QUIET);
}

function settleNudge() {
  clearTimeout(quiet);
  if (!nudged[0] && !nudged[1]) return;
  const by = nudged;
  nudged = [0, 0];
  if (hand.length) move([...hand], by);
}

// ------------------------------------------------------------ pointer

let marquee = null;

takePointer({
  down(point, event) {
    settleNudge();
    if (drawing.isLaying()) return false;
    const key = event.target.closest?.(".el")?.dataset.key;
    if (!key) {
      if (!event.shiftKey) return false;
      marquee = { from: point, to: point };
      return true;
    }
    if (event.shiftKey) return true;
    if (!hand.includes(key)) pick([key]);
    startDrag([...hand], point);
    return true;
  },
  move(point, event) {
    if (marquee) {
      marquee.to = point;
      drawing.showBox(marquee.from, point);
    } else if (drag) dragTo(point, event.altKey);
  },
  up() {
    if (marquee) pickWithin();
    else if (drag) endDrag(true);
  },
  cancel() {
    marquee = null;
    drawing.clear();
    if (drag) endDrag(false);
  },
});

// What is shown and not held still by its layer.
function free() {
  const isShown = (layer) => getComputedStyle(layer).display !== "none";
  const isFree = (node) => isShown(node.parentNode) && getComputedStyle(node).pointerEvents !== "none";
  return [...document.querySelectorAll(".el")].filter(isFree).map((node) => node.dataset.key);
}

function pickWithin() {
  const [a, b] = [marquee.from, marquee.to];
  marquee = null;
  drawing.clear();
  const inside = ([x, y]) =>
    x >= Math.min(a[0], b[0]) && x <= Math.max(a[0], b[0]) && y >= Math.min(a[1], b[1]) && y <= Math.max(a[1], b[1]);
  pick(free().filter((key) => pointsOf(key).every(inside)));
}

hear("tap", ({ target, event }) => {
  if (drawing.usedTap() || drawing.isLaying()) return;
  if (target.closest?.("[data-handle]")) return;
  const key = target.closest?.(".el")?.dataset.key;
  if (key && event.shiftKey) pick([key], { add: true });
  else if (!key && hand.length) pick([]);
});

hear("hover", (event) => {
  byId("ed-pointer").textContent = toTable(event).map(length).join(", ");
});

export const length = (inches) =>
  now().cm > 0 ? `${Math.round(inches * now().cm)} cm` : `${Math.round(inches * 4) / 4}″`;

// ------------------------------------------------------------ buttons

const DOES = {
  "turn-back": () => turn(-TURN),
  "turn-on": () => turn(TURN),
  copy: () => edit({ do: "copy" }),
  remove,
  group: () => edit({ do: "group" }),
  ungroup: () => edit({ do: "ungroup" }),
  top: () => edit({ do: "order", to: "top" }),
  bottom: () => edit({ do: "order", to: "bottom" }),
  earlier: () => edit({ do: "order", to: "down" }),
  later: () => edit({ do: "order", to: "up" }),
  door: () => edit({ do: "open", kind: "door" }),
  window: () => edit({ do: "open", kind: "window" }),
  port: () => edit({ do: "open", kind: "port" }),
};

function edit(values) {
  settleNudge();
  if (hand.length) send({ ...values, keys: hand.join(" ") });
}

export const inHand = () => hand;

function look(keys, at) {
  pick(keys);
  const [x, y] = at ?? pointsOf(keys[0])[0] ?? [0, 0];
  if (!isInView(x, y)) centre(x, y);
}

function generate(next) {
  const seed = byId("ed-seed");
  if (next) seed.value = String((Number(seed.value) || 0) + 1);
  send({
    do: "generate",
    how: byId("ed-how").value,
    seed: seed.value,
    even: byId("ed-even").value,
    closed: byId("ed-closed").checked ? "on" : "",
  });
}

// A press on the plan of a floor: the opening that is unfolded goes to the wall nearest to there, else the last one.
function hangAt({ clientX, clientY }, plan) {
  const unfolded = [...document.querySelectorAll(".ed-openings details[open]")].at(-1);
  const opening = unfolded ?? [...document.querySelectorAll(".ed-openings details")].at(-1);
  if (!opening) return;
  const at = new DOMPoint(clientX, clientY).matrixTransform(plan.getScreenCTM().inverse());
  const inches = [at.x, at.y].map((length) => Math.round(length * 10) / 100).join(",");
  edit({ do: "put", number: opening.dataset.fold.split(" ").at(-1), at: inches });
}

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  if (on(".ed-plan")) hangAt(event, on(".ed-plan"));
  if (on("[data-edit]:not(.ed)")) DOES[on("[data-edit]:not(.ed)").dataset.edit]?.();
  else if (on("[data-pick]")) {
    const key = on("[data-pick]").dataset.pick;
    if (!key) pick([]);
    else if (event.shiftKey) pick([key], { add: true });
    else look([key]);
  } else if (on("[data-look]")) {
    const { look: keys, at } = on("[data-look]").dataset;
    look(keys.split(" "), at?.split(",").map(Number));
  } else if (on("[data-generate]")) generate(on("[data-generate]").dataset.generate === "next");
  else if (on("[data-storey]")) {
    byId("ed-storey").value = on("[data-storey]").dataset.storey;
    load();
  } else if (on("[data-layout]")) send({ do: "layout", how: on("[data-layout]").dataset.layout });
  else if (on("[data-do]")) tell("do", on("[data-do]").dataset.do);
  else if (on("[data-dialog]")) byId(on("[data-dialog]").dataset.dialog).show();
  else if (on("[data-close]")) on("dialog").close();
});

document.addEventListener("change", ({ target }) => {
  if (!target.dataset?.layer) return;
  svg().classList.toggle(target.dataset.layer, !target.checked);
  if (hand.length && !target.checked) pick(hand.filter((key) => free().includes(key)));
});

// ------------------------------------------------------------ keys

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = {
  "[": "turn-back",
  "]": "turn-on",
  delete: "remove",
  backspace: "remove",
  g: "group",
  pageup: "top",
  pagedown: "bottom",
};
const TOOLS = { v: "select", p: "shape", c: "circle", e: "corners", r: "measure" };
const VIEWS = { "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", 0: "fit" };

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey ? withControl(key, event) : plain(key, event)) event.preventDefault();
});

function withControl(key, event) {
  settleNudge();
  if (key === "z" || key === "y") byId(key === "y" || event.shiftKey ? "ed-on" : "ed-back").click();
  else if (key === "d") DOES.copy();
  else if (key === "a") pick(free());
  else return false;
  return true;
}

function plain(key, event) {
  if (drawing.key(key)) return true;
  if (ARROWS[event.key] && hand.length && !event.target.closest("#ed-hand-panel")) {
    const step = event.shiftKey ? 0.25 : Number(now().snap) || 0.25;
    nudge(...ARROWS[event.key].map((n) => n * step));
  } else if (KEYS[key] && hand.length) DOES[KEYS[key]]();
  else if (TOOLS[key]) drawing.useTool(TOOLS[key]);
  else if (VIEWS[key]) tell("do", VIEWS[key]);
  else if (key === "escape") pick([]);
  else if (key === "enter" && drawing.armed() && !event.target.closest("button, a, summary"))
    drawing.lay(middleOfView().map((n) => n / 10));
  else return false;
  return true;
}

drawing.begin({ send, changed, snapped, boxOfHand, inHand, length, held: () => hand.map(held) });
pick((byId("ed-in-hand").value ?? "").split(" ").filter(Boolean), { fetch: false });
