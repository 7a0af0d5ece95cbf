// The small map: where on the table one looks, while less than all of it is shown. It stands in a corner where it
// covers no model, flag or line, and goes where there is none; a press goes through it to the board.

import { isWhole, windowOn } from "./board.js";
import { boxAt, boxOf, covered } from "./clear.js";
import { linesDrawn } from "./flags.js";
import { sideOf } from "./sides.js";
import { byId, hear } from "../live/table.js";

const MARGIN_PX = 12;
const TOOLS_PX = 60; // the tools at the right rim of a phone's board
const NARROW = matchMedia("(max-width: 719px), (max-height: 499px)");
const LARGE = 0.92; // of the table: whoever sees so much needs no map
const REST_MS = 90;
const CORNERS = [
  [0, 1],
  [0, 0],
  [1, 1],
  [1, 0],
];
const map = byId("overview");
let waiting = 0;
let drawnFor = "";
let copied = null; // the first piece of the ground that is drawn on it

const all = (css) => [...(byId("board-svg")?.querySelectorAll(css) ?? [])];

// ------------------------------------------------------------ what it shows

function draw() {
  const svg = map.querySelector("svg");
  const ground = byId("ground").firstChild; // another one when any of the ground is
  if (ground !== copied) drawLand(svg);
  copied = ground;
  svg.querySelector(".dots").replaceChildren(...all(".unit[data-unit] .in").map(dotOf));
}

function drawLand(svg) {
  const [x, y, w, h] = tableBox();
  svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  map.style.aspectRatio = `${w} / ${h}`;
  svg.querySelector(".land").replaceChildren(...land());
}

// The ground as it is drawn, without names.
function land() {
  const copy = byId("ground").cloneNode(true);
  for (const name of copy.querySelectorAll(".places, title")) name.remove(); // nor twice what it says
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  return [...copy.childNodes];
}

function tableBox() {
  const { x, y, width, height } = byId("board-svg").querySelector(".ground").getBBox();
  return [x - 24, y - 24, width + 48, height + 48];
}

function dotOf(inner) {
  const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  dot.setAttribute("class", `fill-${sideOf(inner.parentElement.dataset.unit)}`);
  dot.setAttribute("r", "11");
  dot.setAttribute("transform", inner.getAttribute("transform"));
  return dot;
}

function follow() {
  const { left, top, wide, high } = windowOn();
  map.hidden = isWhole() || Math.max(wide, high) > LARGE;
  if (map.hidden) return;
  const frame = map.querySelector("i");
  const cut = (start, length) => [Math.max(0, start), Math.min(1, start + length) - Math.max(0, start)];
  const [[x, w], [y, h]] = [cut(left, wide), cut(top, high)];
  Object.assign(frame.style, { left: part(x), top: part(y), width: part(w), height: part(h) });
}

const part = (share) => `${(share * 100).toFixed(2)}%`;

// ------------------------------------------------------------ where it stands

function settle() {
  follow();
  if (map.hidden || !map.offsetParent) return; // a phone that lies has no room for it
  const now = byId("frame")?.dataset.to ?? "0";
  if (now !== drawnFor) draw();
  drawnFor = now;
  const [sheet, own, word] = [boxOf(byId("sheet")), boxOf(map), map.querySelector("p")];
  const above = word ? boxOf(word).height : 0; // its words stand on it
  const room = boxAt(0, 0, own.width, own.height + above);
  const things = [...all(".unit [data-model], .unit .flag .z, .obj, #preview .lbl").map(boxOf), ...linesDrawn()];
  const title = document.querySelector("#prompt .title"); // what is asked stands over the board
  if (title) things.push(boxOf(title));
  const corners = CORNERS.filter(([right]) => !right || !NARROW.matches);
  const places = (NARROW.matches ? corners.toReversed() : corners).map((corner) => placeIn(corner, sheet, room));
  const free = places.find((place) => covered(place, things) === 0);
  map.classList.toggle("crowded", !free);
  if (!free) return;
  const stage = boxOf(map.offsetParent);
  map.style.left = `${(free.x - stage.x).toFixed(0)}px`;
  map.style.top = `${(free.y + above - stage.y).toFixed(0)}px`;
}

function placeIn([right, bottom], sheet, own) {
  const room = NARROW.matches ? TOOLS_PX : MARGIN_PX;
  const x = right ? sheet.right - own.width - room : sheet.left + MARGIN_PX;
  const y = bottom ? sheet.bottom - own.height - MARGIN_PX : sheet.top + MARGIN_PX;
  return boxAt(x, y, own.width, own.height);
}

function soon() {
  follow();
  clearTimeout(waiting);
  waiting = setTimeout(settle, REST_MS);
}

if (map) {
  for (const news of ["view", "frame", "dock", "draft"]) hear(news, soon);
  for (const news of ["planned", "stands"]) hear(news, settle);
  settle();
}
