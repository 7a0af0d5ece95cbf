// One camera: it frames what must be seen. On a phone the unit in hand with whom it may be aimed at, at a desk the same
// once for each plan where somebody has zoomed in, on the club's screen the fight; a hand that pans or zooms holds it
// until the next unit is in hand.

import { fit, frame, isHeld, isWhole, keepInView, letGo } from "./board.js";
import { byId, hear, table } from "./table.js";

const ROUND_IN = 1.2; // about a model
const NEAR_IN = 5; // about a unit alone: as far as it goes in one action
const FIGHT_MS = 9000; // the club's screen looks at a fight for so long
const PHONE = matchMedia("(max-width: 719px), (max-height: 499px)");
const LEAST_IN = 12;
const TOOLS_PX = 60; // the tools at the right rim of a phone's board

const numbers = (text) =>
  /translate\(([-\d.]+) ([-\d.]+)\)/
    .exec(text ?? "")
    ?.slice(1)
    .map(Number);

// The box round a unit's models, in inches; nothing for one that is not on the table.
function boxOf(unit, air = ROUND_IN) {
  const token = document.getElementById(`unit-${unit}`);
  const at = numbers(token?.querySelector(".in")?.getAttribute("transform"));
  if (!at) return null;
  const models = [...token.querySelectorAll("[data-model]")].map((one) => numbers(one.getAttribute("transform")));
  const found = models.filter(Boolean).map(([x, y]) => [(at[0] + x) / 10, (at[1] + y) / 10]);
  const [xs, ys] = [0, 1].map((n) => found.map((place) => place[n]));
  if (!found.length) return null;
  return {
    left: Math.min(...xs) - air,
    top: Math.min(...ys) - air,
    right: Math.max(...xs) + air,
    bottom: Math.max(...ys) + air,
  };
}

function around(boxes) {
  const known = boxes.filter(Boolean);
  if (!known.length) return null;
  return {
    left: Math.min(...known.map((box) => box.left)),
    top: Math.min(...known.map((box) => box.top)),
    right: Math.max(...known.map((box) => box.right)),
    bottom: Math.max(...known.map((box) => box.bottom)),
  };
}

// Those units and a few inches round them, whoever of them is on the table.
export function lookRound(units) {
  const box = around(units.map((unit) => boxOf(unit, NEAR_IN)));
  if (box) frame(box, { least: LEAST_IN });
}

const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
const apart = (a, b) => Math.hypot(middle(a)[0] - middle(b)[0], middle(a)[1] - middle(b)[1]);

// ------------------------------------------------------------ a phone

function nearestLit() {
  const lit = (byId("plan")?.dataset.lit ?? "").split(" ").filter(Boolean);
  const own = boxOf(table.unit);
  const boxes = lit.map((unit) => boxOf(unit)).filter(Boolean);
  return own ? (boxes.sort((a, b) => apart(own, a) - apart(own, b))[0] ?? null) : null;
}

function inHand() {
  const target = table.target ? boxOf(table.target) : nearestLit();
  return around(target ? [boxOf(table.unit), target] : [boxOf(table.unit, NEAR_IN)]);
}

function follow() {
  if (!PHONE.matches || isHeld()) return;
  const box = table.unit ? inHand() : ownUnits();
  if (box) frame(box, { least: LEAST_IN, beside: TOOLS_PX });
}

// At a desk the whole table is in sight until somebody zooms in. From then on the unit that plans and its target come
// into sight when it is aimed, at the same zoom where both fit; from there on one looks where one likes.
let aimedAt = "";

function followPlan() {
  const pair = table.kind ? `${table.unit}>${table.target}` : "";
  if (pair === aimedAt) return;
  aimedAt = pair;
  if (!pair || !table.unit || PHONE.matches || isWhole()) return;
  const box = around([boxOf(table.unit), table.target ? boxOf(table.target) : null]);
  if (box) keepInView(box);
}

function ownUnits() {
  const own = [...document.querySelectorAll(".unit[data-unit]")].map((one) => one.dataset.unit);
  return around(own.filter((unit) => unit[0] === table.as).map((unit) => boxOf(unit)));
}

export function startOnPhone() {
  for (const news of ["selected", "dock"]) hear(news, () => requestAnimationFrame(follow));
  for (const news of ["aimed", "planned"]) hear(news, follow);
  hear("selected", letGo);
  for (const news of ["draft", "planned"]) hear(news, followPlan);
  requestAnimationFrame(follow);
}

// ------------------------------------------------------------ the club's screen

let ending = 0;

const ends = (step) => (step.lines.length ? step.lines : [[middle(boxOf(step.unit)), middle(boxOf(step.target))]]);
const tenth = (point) => point.map((n) => (n * 10).toFixed(1)).join(" ");

// The lines of a shot, for as long as the screen looks at the fight.
function drawShot(step) {
  if (!boxOf(step.unit) || !boxOf(step.target)) return;
  const way = ends(step)
    .map(([from, to]) => `M${tenth(from)}L${tenth(to)}`)
    .join("");
  const box = document.createElement("template");
  box.innerHTML = `<svg><g class="shot" aria-hidden="true" pointer-events="none"><path class="shotline-c" d="${way}"/><path class="shotline" d="${way}"/></g></svg>`;
  const drawn = box.content.firstChild.firstChild;
  const units = byId("units");
  if (units) units.before(drawn);
  else byId("board-svg")?.append(drawn);
  setTimeout(() => drawn.remove(), FIGHT_MS);
}

export function startOnScreen() {
  hear("shot", drawShot);
  for (const news of ["leading", "frame"]) hear(news, lookAt);
}

function lookAt({ animate }) {
  const units = [...new Set(animate.flatMap((step) => [step.unit, step.target]).filter(Boolean))];
  const box = around(units.map((unit) => boxOf(unit, 2)));
  if (!box) return;
  frame(box, { least: 24, air: 0.18 });
  clearTimeout(ending);
  ending = setTimeout(fit, FIGHT_MS);
}
