// Names of places keep clear of models, flags, the words of zones, the numbers of race gates, walls and one another.
// Each stands as near to its piece as there is room, without its effect where there is none for both, or goes.

import { placeBadges } from "./badges.js";
import { along, boxAt, boxOf, covered, GAP, gapTo, isWithin, moved, overlap } from "./clear.js";
import { afterPaint, byId, hear } from "../live/table.js";

const ALONG_A_WAY = [0, 0.2, -0.2, 0.36, -0.36, 0.6, -0.6, 1, -1]; // of its width, a name on a road or river moves
const DOWN_A_WAY = [0, -1, 1, -2, 2, -3, 3]; // and of its height
const SMALL = 0.8; // pixels a drawing unit below which names stand without their effects
const MOST_ON_THINGS = 0.06; // of a name that may lie on models
const MOST_ON_NAMES = 0.02; // and on flags and other names
const WALL = 2.5; // drawing units: half the width of a wall
const RIM = { x: 2, y: 4 }; // pixels of a name's box that a wall may touch: farther in it would strike the name through
const ON_MODEL = 4; // how much dearer than bare ground: a letter on a model is read badly
const ON_WALL = 6; // and it rather touches none
const ON_OTHERS = 0.3; // over a piece that is not its own it would be read as the name of that
const FAR = 0.2; // of its height, for each pixel from where it was drawn, and once more from what it names
const WITHOUT_EFFECT = 40; // pixels that it moves before its effect goes
const AWAY = 3; // of its height that it stands at most from its piece
const REST_MS = 180;
let waiting = 0;

function place() {
  const board = byId("board-svg");
  const scale = board?.getScreenCTM()?.a;
  if (!scale) return;
  board.classList.toggle("small", scale < SMALL);
  placeBadges();
  const names = [...board.querySelectorAll(".places .place, .el .ed-name")];
  for (const name of names) {
    name.dataset.at ??= name.getAttribute("transform");
    name.setAttribute("transform", name.dataset.at);
    name.classList.remove("gone", "short");
  }
  const table = shownOf(boxOf(board.querySelector(".ground")), board);
  const things = [
    ...board.querySelectorAll(".unit [data-model], .obj, .zone .z, .bunk-av .z, .badge-d, .w-dp .z, .lift, .ladder"),
  ].map(boxOf);
  const flags = [...board.querySelectorAll(".unit .flag .z")].map(boxOf);
  const course = [...board.querySelectorAll("#preview .path")].flatMap(along); // that is being planned, with its end
  const planned = [...course, ...[...board.querySelectorAll("#preview :is(.ghost-r, .lbl rect)")].map(boxOf)];
  for (const gate of board.querySelectorAll(".racegate"))
    things.push(placeOnGate(gate, [...things, ...flags, ...planned]));
  const ties = [...board.querySelectorAll(".lbl > .tie, .bunk-av .tie")]; // lines that lead to plates and figures
  const walls = [...wallsOf(board), ...ties.flatMap(along)];
  const shown = names.map(shownAs);
  const pieces = shown.map(({ piece }) => piece).filter(Boolean);
  const far = (piece) => piece && !overlap(piece, table); // of a piece that is not in the picture no name is
  const odds = byId("callout"); // stands beside the fight where it covers least
  const placed = [...flags, ...(odds?.checkVisibility() ? [boxOf(odds)] : [])]; // and names that have found their place
  for (const { name, whole, short, piece } of shown) {
    const others = pieces.filter((other) => other !== piece && !(piece && isWithin(piece, other)));
    const taken = { things, placed, walls, others };
    const best = !far(piece) && bestOf(whole, short, (box) => bestPlace(box, piece, taken, table));
    if (!best) {
      name.classList.add("gone");
      continue;
    }
    name.classList.toggle("short", best.box !== whole);
    const [dx, dy] = [best.at.x - best.box.x, best.at.y - best.box.y];
    placed.push(best.at);
    if (!dx && !dy) continue;
    name.setAttribute(
      "transform",
      `translate(${(dx / scale).toFixed(1)} ${(dy / scale).toFixed(1)}) ${name.dataset.at}`,
    );
  }
}

// The part of the table on which whole names stand: where nobody can move the picture, what is in it.
function shownOf(table, board) {
  if (!board.closest("[data-still]")) return table;
  const view = boxOf(board);
  const [left, top] = ["left", "top"].map((side) => Math.max(table[side], view[side]));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.min(table[side], view[side]));
  return { ...boxAt(left, top, right - left, bottom - top), cut: true };
}

// What is drawn of a name: all of it, the name alone where an effect stands below it, and the piece that it names.
function shownAs(name) {
  const effect = name.querySelector(".peff")?.getClientRects().length;
  const onScreen = name.parentElement.getScreenCTM();
  const [left, top, right, bottom] = name.dataset.of?.split(" ").map(Number) ?? [];
  const corner = (x, y) => new DOMPoint(x, y).matrixTransform(onScreen);
  const [from, to] = [corner(left, top), corner(right, bottom)];
  return {
    name,
    whole: boxOf(name),
    short: effect ? boxOf(name.querySelector(".pname")) : null,
    piece: name.dataset.of ? boxAt(from.x, from.y, to.x - from.x, to.y - from.y) : null,
  };
}

// The place of the whole name, or that of the name alone where this has so much more room.
function bestOf(whole, short, placed) {
  const all = placed(whole);
  const dear = WITHOUT_EFFECT * whole.height * FAR;
  if (!short || (all && all.cost <= dear)) return all && { ...all, box: whole };
  const alone = placed(short);
  if (all && (!alone || all.cost <= alone.cost + dear)) return { ...all, box: whole };
  return alone && { ...alone, box: short };
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

const inner = ({ x, y, width, height }) => boxAt(x + RIM.x, y + RIM.y, width - 2 * RIM.x, height - 2 * RIM.y);

// Where there is most room for a name, near to its piece; null where there is none.
function bestPlace(box, piece, taken, table) {
  const area = box.width * box.height;
  const near = piece ? reach(box, piece) : null;
  const [things, placed, walls, others] = [taken.things, taken.placed, taken.walls, taken.others].map(
    (boxes) => (near ? boxes.filter((other) => overlap(near, other) > 0) : boxes), // a wall is narrower than its gap
  );
  let best = null;
  for (const { at, far } of piece ? placesAbout(box, piece, table) : placesAlong(box)) {
    if (best && far >= best.cost) break;
    const [onThings, onNames, onWalls] = [things, placed, walls].map((boxes) => covered(at, boxes));
    if (onThings > MOST_ON_THINGS * area || onNames > MOST_ON_NAMES * area) continue;
    if (!piece && table.cut && !isWithin(at, table)) continue;
    if (onWalls && covered(inner(at), walls)) continue;
    const cost = ON_MODEL * onThings + 4 * onNames + ON_WALL * onWalls + ON_OTHERS * covered(at, others) + far;
    if (!best || cost < best.cost) best = { at, cost };
    if (best.cost === 0) break; // before the others are worked out
  }
  return best;
}

// Where a name may stand: as it was drawn, and in, on and round its piece, those first that cost least by themselves.
// Most stand as they were drawn: the others are worked out only when they are asked for.
function* placesAbout(box, piece, table) {
  yield { at: within(box, table), far: 0 };
  const dear = box.height * FAR;
  const found = [];
  const [stepX, stepY] = [Math.max(6, box.width / 8), Math.max(5, box.height / 3)];
  const { left, top, right, bottom } = reach(box, piece);
  for (let x = box.x - stepX * Math.floor((box.x - left) / stepX); x <= right - box.width; x += stepX)
    for (let y = box.y - stepY * Math.floor((box.y - top) / stepY); y <= bottom - box.height; y += stepY) {
      const at = within(boxAt(x, y, box.width, box.height), table);
      found.push({ at, far: dear * (Math.hypot(at.x - box.x, at.y - box.y) / 2 + gapTo(at, piece)) });
    }
  yield* found.sort((a, b) => a.far - b.far);
}

function reach(box, piece) {
  const [wide, high] = [box.width + box.height * AWAY, box.height * (1 + AWAY)];
  const [left, top] = [Math.min(box.left, piece.left - wide), Math.min(box.top, piece.top - high)];
  const [right, bottom] = [Math.max(box.right, piece.right + wide), Math.max(box.bottom, piece.bottom + high)];
  return boxAt(left, top, right - left, bottom - top);
}

// A name along a road or river goes on over the edge of the table as that does.
function placesAlong(box) {
  const steps = DOWN_A_WAY.flatMap((down) => ALONG_A_WAY.map((across) => [across, down]));
  const found = steps.map(([across, down]) => {
    const at = moved(box, across * (box.width + GAP), down * (box.height + GAP));
    return { at, far: Math.hypot(at.x - box.x, at.y - box.y) * box.height * FAR };
  });
  return found.sort((a, b) => a.far - b.far);
}

// Walls and doors as small boxes along them: a name beside one is read, a name across one is struck through.
function wallsOf(board) {
  const found = [];
  for (const wall of board.querySelectorAll(":is(#ground, .terrain-layer) path:is(.wall, .w, .exit, .gate)")) {
    const { a, b, c, d, e, f } = wall.getScreenCTM();
    const half = Math.max(0, WALL * a - GAP); // a thin one strikes a small name through as well
    for (const [x, y] of pointsOf(wall)) {
      const at = { x: a * x + c * y + e, y: b * x + d * y + f };
      found.push(boxAt(at.x - half, at.y - WALL * a, 2 * half, 2 * WALL * a));
    }
  }
  return found;
}

// Points along a wall as it is drawn, which stay while its drawing does: the browser takes long to find them.
const pointsOfWalls = new WeakMap();

function pointsOf(wall) {
  const drawing = wall.getAttribute("d");
  const known = pointsOfWalls.get(wall);
  if (known?.drawing === drawing) return known.points;
  const points = [];
  const length = wall.getTotalLength();
  for (let gone = 0; gone <= length; gone += 2 * WALL) {
    const { x, y } = wall.getPointAtLength(gone);
    points.push([x, y]);
  }
  pointsOfWalls.set(wall, { drawing, points });
  return points;
}

// The same box, not beyond the table's edge.
function within(box, table) {
  const x = Math.max(table.left + GAP, Math.min(box.x, table.right - GAP - box.width));
  const y = Math.max(table.top + GAP, Math.min(box.y, table.bottom - GAP - box.height));
  return boxAt(x, y, box.width, box.height);
}

export function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(place, REST_MS);
}

// The picture stands: what was to come has come, unless the letters of names are still on their way.
function placeNow() {
  if (document.fonts.status === "loaded") clearTimeout(waiting);
  place();
}

hear("frame", soon);
hear("view", soon);
hear("stands", afterPaint(placeNow));
soon();
