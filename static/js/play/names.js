// Names of places keep clear of models, flags, the words of zones, the numbers of race gates and one another: each
// moves aside a little, or goes until there is room.

import { boxOf, covered, GAP, moved } from "./clear.js";
import { byId, hear } from "./table.js";

const STEPS = [
  [0, 0],
  [0.2, 0],
  [-0.2, 0],
  [0.36, 0],
  [-0.36, 0],
  [0, -1],
  [0, 1],
  [0, -2],
  [0, 2],
  [0.6, 0],
  [-0.6, 0],
  [0.6, -1],
  [-0.6, -1],
  [0.6, 1],
  [-0.6, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [0, -3],
  [0, 3],
  [0.6, -2],
  [-0.6, -2],
  [0.6, 2],
  [-0.6, 2],
];
const SMALL = 0.8; // pixels a drawing unit below which names stand without their effects
const MOST_ON_THINGS = 0.06; // of a name that may lie on models
const MOST_ON_NAMES = 0.02; // and on flags and other names
const WALL = 2.5; // drawing units: half the width of a wall
const ON_WALL = 0.8; // better on a wall than on a model,
const FAR = 0.2; // and better across one than far from what it names
const REST_MS = 180;
let waiting = 0;

function place() {
  const board = byId("board-svg");
  const scale = board?.getScreenCTM()?.a;
  if (!scale) return;
  board.classList.toggle("small", scale < SMALL);
  const names = [...board.querySelectorAll(".places .place, .el .ed-name")];
  for (const name of names) {
    name.dataset.at ??= name.getAttribute("transform");
    name.setAttribute("transform", name.dataset.at);
    name.classList.remove("gone");
  }
  const table = boxOf(board.querySelector(".ground"));
  const things = [
    ...board.querySelectorAll(".unit [data-model], .obj, .zone .z, .bunk-av .z, .badge-d, .w-dp .z, .lift, .ladder"),
  ].map(boxOf);
  const flags = [...board.querySelectorAll(".unit .flag .z")].map(boxOf);
  for (const gate of board.querySelectorAll(".racegate")) things.push(placeOnGate(gate, [...things, ...flags]));
  const walls = wallsOf(board);
  const boxes = names.map(boxOf);
  const told = [...flags]; // and names that have found their place
  names.forEach((name, n) => {
    const best = bestStep(boxes[n], { things, told, walls }, name.classList.contains("way") ? null : table);
    if (!best) return name.classList.add("gone");
    told.push(moved(boxes[n], best.dx, best.dy));
    if (!best.dx && !best.dy) return;
    name.setAttribute(
      "transform",
      `translate(${(best.dx / scale).toFixed(1)} ${(best.dy / scale).toFixed(1)}) ${name.dataset.at}`,
    );
  });
}

// The number of a gate stands on its line where that is free, best in the middle, or just beyond an end.
const ALONG = [0.5, 0.36, 0.64, 0.22, 0.78, 0.08, 0.92, -0.08, 1.08];

function placeOnGate(gate, things) {
  const [line, label] = [gate.querySelector(".gate"), gate.querySelector(":scope > g")];
  const [a, b] = [line.getPointAtLength(0), line.getPointAtLength(line.getTotalLength())];
  let best = null;
  for (const share of ALONG) {
    const at = [a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share].map((n) => n.toFixed(1)).join(" ");
    label.setAttribute("transform", `translate(${at})`);
    const box = boxOf(label.querySelector("rect"));
    const cost = covered(box, things);
    if (!best || cost < best.cost) best = { at, box, cost };
    if (cost === 0) break;
  }
  label.setAttribute("transform", `translate(${best.at})`);
  return best.box;
}

// The cheapest step to where there is room for the name; null where there is none.
function bestStep(box, { things, told, walls }, table) {
  const area = box.width * box.height;
  let best = null;
  for (const [across, down] of STEPS) {
    const aside = moved(box, across * (box.width + GAP), down * (box.height + GAP));
    const at = table ? within(aside, table) : aside; // a name along a road or river goes on over the edge as that does
    const [onThings, onNames] = [covered(at, things), covered(at, told)];
    if (onThings > MOST_ON_THINGS * area || onNames > MOST_ON_NAMES * area) continue;
    const far = Math.hypot(at.x - box.x, at.y - box.y) * box.height * FAR;
    const cost = onThings + 4 * onNames + ON_WALL * covered(at, walls) + far;
    if (!best || cost < best.cost - 1) best = { dx: at.x - box.x, dy: at.y - box.y, cost };
    if (cost === 0) break;
  }
  return best;
}

// Walls and doors as small boxes along them: a name beside one is read, a name across one is struck through.
function wallsOf(board) {
  const found = [];
  for (const wall of board.querySelectorAll(":is(#ground, .terrain-layer) path:is(.wall, .w, .exit, .gate)")) {
    const [length, onScreen] = [wall.getTotalLength(), wall.getScreenCTM()];
    const half = WALL * onScreen.a - GAP;
    for (let gone = 0; gone <= length; gone += 2 * WALL) {
      const { x, y } = wall.getPointAtLength(gone).matrixTransform(onScreen);
      found.push(new DOMRect(x - half, y - WALL * onScreen.a, 2 * half, 2 * WALL * onScreen.a));
    }
  }
  return found;
}

// The same box, not beyond the table's edge.
function within(box, table) {
  const x = Math.max(table.left + GAP, Math.min(box.x, table.right - GAP - box.width));
  const y = Math.max(table.top + GAP, Math.min(box.y, table.bottom - GAP - box.height));
  return new DOMRect(x, y, box.width, box.height);
}

export function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(place, REST_MS);
}

hear("frame", soon);
hear("view", soon);
hear("stands", place);
soon();
