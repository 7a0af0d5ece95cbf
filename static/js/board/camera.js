// One camera: it frames what must be seen. On a phone the unit in hand with whom it may be aimed at, at a desk what is
// planned (close_up.js), on the club's screen the fight; a hand that pans or zooms holds it until the next unit is in
// hand.

import { fit, frame, isHeld } from "./board.js";
import { boxOf as boxOnPage, covered } from "./clear.js";
import { standAside, startWatching } from "./flags.js";
import { plateOn } from "./length_plate.js";
import { sideOf } from "./sides.js";
import { afterPaint, byId, hear, table } from "../live/table.js";

const ROUND_IN = 1.2; // about a model
const NEAR_IN = 5; // about a unit alone: as far as it goes in one action
const FIGHT_MS = 9000; // the club's screen looks at a fight for so long
const SOON_MS = 1000; // and then asks so often whether it may look away
export const PHONE = matchMedia("(max-width: 719px), (max-height: 499px)");
const LEAST_IN = 12;
const NEARBY_IN = 14; // whom an action may concern is shown beside the unit in hand
const BASE_PX = 15; // across a model of the unit in hand
const DRAWN_IN = 1.2; // across a base as it is drawn once for all
const GAP_PX = 6; // between the tools on a phone's board and what is looked at
const FLAG_PX = 26; // above it, below tools that lie in a row

const numbers = (text) =>
  /translate\(([-\d.]+) ([-\d.]+)\)/
    .exec(text ?? "")
    ?.slice(1)
    .map(Number);

// The box round a unit's models, in inches; nothing for one that is not on the table.
export function boxOf(unit, air = ROUND_IN) {
  const token = document.getElementById(`unit-${unit}`);
  const at = numbers(token?.querySelector(".in")?.getAttribute("transform"));
  if (!at) return null;
  const models = [...token.querySelectorAll("[data-model]")];
  return around(models.map((one) => roundModel(one, at, air)));
}

// A hull reaches beyond the air that a base has.
function roundModel(model, at, air) {
  const place = numbers(model.getAttribute("transform"));
  if (!place) return null;
  const half = Math.max(0, ...(model.dataset.hull ?? "").split(" ").map(Number)) / 2;
  return roundPlace([(at[0] + place[0]) / 10, (at[1] + place[1]) / 10], Math.max(air, half));
}

const roundPlace = ([x, y], far) => ({ left: x - far, top: y - far, right: x + far, bottom: y + far });

export function around(boxes) {
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

// The section, building, tile, wall or door that a plan is about; nothing where it is about none.
export function boxOfGround() {
  const drawn = document.querySelector("#arcs .about, #preview .pick-on")?.getBBox();
  if (!drawn?.width && !drawn?.height) return null;
  const { x, y, width, height } = drawn;
  return {
    left: x / 10 - ROUND_IN,
    top: y / 10 - ROUND_IN,
    right: (x + width) / 10 + ROUND_IN,
    bottom: (y + height) / 10 + ROUND_IN,
  };
}

export const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
const apart = (a, b) => Math.hypot(middle(a)[0] - middle(b)[0], middle(a)[1] - middle(b)[1]);

// ------------------------------------------------------------ a phone

// The nearest whom the plan may be aimed at; before anything is planned, whom any action may.
function nearestLit() {
  const lit = (byId("plan")?.dataset.lit ?? "").split(" ").filter(Boolean);
  const own = boxInHand(ROUND_IN);
  const boxes = (lit.length || table.kind ? lit : aimable()).map((unit) => boxOf(unit)).filter(Boolean);
  return own ? (boxes.sort((a, b) => apart(own, a) - apart(own, b))[0] ?? null) : null;
}

function aimable() {
  const own = boxInHand(ROUND_IN);
  const open = [...byId("dock").querySelectorAll(".act[data-targets]:not([aria-disabled])")];
  const units = open
    .flatMap((act) => act.dataset.targets.split(" "))
    .filter((unit) => unit && sideOf(unit) !== table.as);
  return units.filter((unit) => own && boxOf(unit) && apart(own, boxOf(unit)) < NEARBY_IN);
}

// The rail shows who is in hand.
function showOnRail() {
  const one = document.querySelector('#rail-units [aria-pressed="true"]');
  const rail = one?.closest(".rail");
  if (!PHONE.matches || !rail) return;
  const [here, room] = [one.getBoundingClientRect(), rail.getBoundingClientRect()];
  if (here.left < room.left || here.right > room.right)
    rail.scrollBy({ left: here.left + here.width / 2 - room.left - room.width / 2 });
}

// Whom one has aimed at counts for the unit that was in hand then, and for the turn in which it was.
let aimedFrom = "";
const hand = () => [table.unit, byId("tracker").querySelector("[data-acts]")?.dataset.acts ?? ""].join(" ");
const isAimedAt = () => Boolean(table.target) && aimedFrom === hand();

function inHand() {
  const target = boxOfGround() ?? (isAimedAt() ? boxOf(table.target) : nearestLit());
  return around(target ? [boxInHand(ROUND_IN), target] : [boxInHand(NEAR_IN), ...arrivals()]);
}

// Where those who move would stand at the end of what is planned.
function arrivals() {
  return [...byId("preview").querySelectorAll(".ghost-r")].map(({ cx, cy, r }) =>
    roundPlace([cx.baseVal.value / 10, cy.baseVal.value / 10], r.baseVal.value / 10),
  );
}

// Who is aboard has no models on the board: what is drawn of the plan begins where the vehicle is.
const boxInHand = (air) => boxOf(table.unit, air) ?? drawnBox();

function drawnBox() {
  const { x, y, width, height } = byId("preview").getBBox();
  if (!width && !height) return null;
  return { left: x / 10, top: y / 10, right: (x + width) / 10, bottom: (y + height) / 10 };
}

function follow() {
  if (!PHONE.matches || isHeld()) return;
  const asked = askedAbout() ?? inQuestion() ?? lookedAt();
  const box = asked ?? (table.unit ? inHand() : ownUnits());
  const moves = !asked && table.unit && !isAimedAt();
  if (box) frame(box, { least: LEAST_IN, ...tools(), inch: moves ? inchOf(table.unit) : 0 });
}

// Whom a question is about, also for who comes to the page while it is open.
function inQuestion() {
  const asks = byId("prompt")?.querySelector("form.react");
  const units = [asks?.dataset.unit, asks?.dataset.about].filter(Boolean);
  return around(units.map((unit) => boxOf(unit)));
}

// Who acts while one waits, and whom of one's own it is nearest to.
function lookedAt() {
  const units = byId("dock").querySelector("[data-look]")?.dataset.look.split(" ").filter(Boolean);
  return units ? around(units.map((unit) => boxOf(unit))) : null;
}

// How many pixels an inch takes so that a finger finds the smallest model of a unit.
function inchOf(unit) {
  const bases = document.getElementById(`unit-${unit}`)?.querySelectorAll("use[data-model]") ?? [];
  const across = [...bases]
    .map((base) => Number(/scale\(([\d.]+)/.exec(base.getAttribute("transform"))?.[1]))
    .filter(Boolean);
  return across.length ? BASE_PX / (DRAWN_IN * Math.min(...across)) : 0;
}

// The ground where somebody is asked to stand, the ways that he may choose from, or the template that is judged.
export function askedAbout() {
  const about = ".legal, .blast, .los.doubt, [data-option]";
  const drawn = [...(byId("asked")?.querySelectorAll(about) ?? [])].map((one) => one.getBBox());
  return around(
    drawn.map(({ x, y, width, height }) => ({
      left: x / 10 - ROUND_IN,
      top: y / 10 - ROUND_IN,
      right: (x + width) / 10 + ROUND_IN,
      bottom: (y + height) / 10 + ROUND_IN,
    })),
  );
}

// The tools lie in a row along the board's upper rim, or in a column at its right one.
function tools() {
  const sheet = byId("sheet").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".rail .tool:not([data-opens])")].map((one) =>
    one.getBoundingClientRect(),
  );
  const on = boxes.filter((box) => box.width && box.top < sheet.bottom && box.bottom > sheet.top);
  if (!on.length) return {};
  const [left, right] = [Math.min(...on.map((box) => box.left)), Math.max(...on.map((box) => box.right))];
  const [top, bottom] = [Math.min(...on.map((box) => box.top)), Math.max(...on.map((box) => box.bottom))];
  return right - left > bottom - top
    ? { top: bottom - sheet.top + GAP_PX + FLAG_PX }
    : { right: sheet.right - left + GAP_PX };
}

function ownUnits() {
  const own = [...document.querySelectorAll(".unit[data-unit]")].map((one) => one.dataset.unit);
  return around(own.filter((unit) => sideOf(unit) === table.as).map((unit) => boxOf(unit))) ?? ownZone();
}

// Where they will be set up.
function ownZone() {
  const zone = document.querySelector(`.zone.side-${table.as} path`)?.getBBox();
  if (!zone) return null;
  const { x, y, width, height } = zone;
  return { left: x / 10, top: y / 10, right: (x + width) / 10, bottom: (y + height) / 10 };
}

export function startOnPhone() {
  for (const news of ["selected", "dock"]) hear(news, () => requestAnimationFrame(follow));
  for (const news of ["selected", "dock"]) hear(news, () => requestAnimationFrame(showOnRail));
  hear("aimed", () => (aimedFrom = hand()));
  for (const news of ["aimed", "planned"]) hear(news, follow);
  requestAnimationFrame(follow);
  requestAnimationFrame(showOnRail);
}

// ------------------------------------------------------------ the club's screen

let ending = 0;
const stood = new Map(); // unit → where it was before what has just happened to it

const ends = (step) => (step.lines.length ? step.lines : [[middle(boxOf(step.unit)), middle(boxOf(step.target))]]);
const tenth = (point) => point.map((n) => (n * 10).toFixed(1)).join(" ");

// Whom the question is about that stands beside the board; nothing where nobody is asked.
const askedUnits = () => document.querySelector("#asks [data-about]")?.dataset.about.split(" ").filter(Boolean);

// Whom dice are thrown by hand for, and against: nothing of it has happened yet.
const throwers = () => document.querySelector("#prompt [data-throws]")?.dataset.throws.split(" ");
const awaited = () => askedUnits() ?? throwers();

// Who is asked is ringed on the board.
function ring() {
  const [asked] = askedUnits() ?? [];
  for (const one of document.querySelectorAll(".unit.asked")) one.classList.remove("asked");
  if (asked) document.getElementById(`unit-${asked}`)?.classList.add("asked");
}

// The lines of a shot, for as long as the screen looks at the fight.
function drawShot(step) {
  if (!step.lines.length && (!boxOf(step.unit) || !boxOf(step.target))) return;
  const way = ends(step)
    .map(([from, to]) => `M${tenth(from)}L${tenth(to)}`)
    .join("");
  const box = document.createElement("template");
  const line = `<path class="shotline-c" d="${way}"/><path class="shotline" d="${way}"/>`;
  box.innerHTML = `<svg><g class="shot" aria-hidden="true" pointer-events="none">${line}</g></svg>`;
  const drawn = box.content.firstChild.firstChild;
  drawn.dataset.of = whoAtWhom(step);
  const units = byId("units");
  if (units) units.before(drawn);
  else byId("board-svg")?.append(drawn);
  const said = document.querySelector(".shot .lbl");
  if (said?.dataset.of === whoAtWhom(step)) drawn.append(said);
  else {
    said?.remove();
    if (step.away) sayRange(drawn, step);
  }
  standAside();
  setTimeout(leave, FIGHT_MS, drawn);
}

// Not while the question that it led to stands.
function leave(drawn) {
  if (askedUnits()) return setTimeout(leave, SOON_MS, drawn);
  drawn.remove();
  standAside();
}

// Who has gone elsewhere since is no longer where the line ends.
function leaveWhoMoves({ animate }) {
  for (const drawn of document.querySelectorAll(".shot")) {
    const fired = animate.findLastIndex((step) => step.type === "shot" && whoAtWhom(step) === drawn.dataset.of);
    const moved = animate.slice(fired + 1).filter((step) => step.type === "move");
    if (moved.some((step) => drawn.dataset.of.split(" ").includes(step.unit))) drawn.remove();
  }
}

const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7];
const whoAtWhom = ({ unit, target }) => `${unit} ${target}`;

// How far, on one of the lines, where it lies on nobody; said once of all that a unit fires at another.
function sayRange(drawn, step) {
  const places = ends(step).flatMap(([from, to]) =>
    ALONG.map((part) => tenth([0, 1].map((n) => from[n] + (to[n] - from[n]) * part))),
  );
  const box = document.createElement("template");
  box.innerHTML = `<svg>${plateOn(places[0], step.away)}</svg>`;
  const plate = box.content.firstChild.firstChild;
  plate.dataset.of = whoAtWhom(step);
  drawn.append(plate);
  const taken = ".unit [data-model], .unit .flag .z, .obj, .places .place:not(.gone), .shot .lbl rect";
  const things = [...document.querySelectorAll(taken)].filter((one) => !drawn.contains(one)).map(boxOnPage);
  const lies = (at) => {
    plate.setAttribute("transform", `translate(${at})`);
    return covered(boxOnPage(plate.querySelector("rect")), things);
  };
  const costs = places.map(lies);
  lies(places[costs.indexOf(Math.min(...costs))]);
}

export function startOnScreen() {
  startWatching(); // flags keep their size while it comes nearer: they are placed again
  hear("shot", drawShot);
  hear("frame", leaveWhoMoves);
  const standAsideSoon = afterPaint(standAside);
  for (const news of ["stands", "frame"]) hear(news, standAsideSoon);
  for (const news of ["leading", "coming"]) hear(news, note);
  for (const news of ["leading", "frame"]) hear(news, lookAt);
  hear("frame", ring);
  ring();
  if (awaited()) requestAnimationFrame(() => lookAt({ animate: [] }));
}

const unitsIn = (animate) => [...new Set(animate.flatMap((step) => [step.unit, step.target]).filter(Boolean))];

function note({ animate }) {
  for (const unit of unitsIn(animate)) stood.set(unit, boxOf(unit, 2));
}

// Who fights, and where what happened happened: who was struck may be gone.
function lookAt({ animate }) {
  const concerned = [...unitsIn(animate), ...(awaited() ?? [])];
  const units = concerned.map((unit) => boxOf(unit, 2) ?? stood.get(unit));
  const places = animate.flatMap(placesOf).map((place) => roundPlace(place, 2));
  const box = around([...units, ...places]);
  if (!box) return;
  const all = [...document.querySelectorAll("#units .unit[data-unit]")];
  frame(box, { least: 24, air: 0.18, beside: all.map((one) => boxOf(one.dataset.unit)).filter(Boolean) });
  clearTimeout(ending);
  ending = setTimeout(lookAtAll, FIGHT_MS);
}

// Not before its last die lies still, nor while somebody is asked about it or throws for it.
function lookAtAll() {
  const waits = document.body.classList.contains("rolling") || awaited();
  if (waits) ending = setTimeout(lookAtAll, SOON_MS);
  else fit();
}

// Ends of shots, places of shells and of what was flung, the wreck that pieces fly from.
const placesOf = ({ lines = [], aim, at, from, to, ring = [] }) =>
  [...lines.flat(), aim, at, from, to, ...ring].filter(Boolean);
