// Drawing a way on the board: dragging, bends, turning, single models; and the same by keys. Inches throughout.

import { inchesOf, takePointer, toSheet, toTable } from "../board/board.js";
import { aims, begin, change, draft, drawsPath } from "./plan.js";
import { facingOf, isGround, isMine, placeOf, select, tokenOf, unitAt } from "./selection.js";
import { byId, hear, table } from "../live/table.js";

const SVG = "http://www.w3.org/2000/svg";
const KNOB_IN = 2.6; // from the end of the way to the knob that turns
const STEP_IN = 0.25; // of a press that makes the way longer or shorter
const REACH_IN = 0.9; // how near a press counts as on a handle

let grip = null; // {what, index, by}

const round = (n) => Math.round(n * 100) / 100;
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const add = (a, b) => [round(a[0] + b[0]), round(a[1] + b[1])];
const less = (a, b) => [a[0] - b[0], a[1] - b[1]];

// ------------------------------------------------------------ where things are

const inHand = () => draft.unit || table.unit;
export const start = () => placeOf(inHand());
const end = () => draft.path.at(-1) ?? start();

function heading() {
  if (draft.facing !== null) return draft.facing;
  const turned = /rotate\(([-\d.]+)\)/.exec(
    byId("preview").querySelector("[data-model]")?.getAttribute("transform") ?? "",
  );
  return turned ? Number(turned[1]) : facingOf(inHand());
}

function knob() {
  const at = end();
  if (!at) return null;
  const angle = (heading() * Math.PI) / 180;
  return [at[0] + Math.sin(angle) * KNOB_IN, at[1] - Math.cos(angle) * KNOB_IN];
}

// A car on a course has no choice of where it faces at the end.
const turns = () => draft.kind !== "street";

// The ghosts, or the models themselves while nothing is drawn: id and place.
function models() {
  return [...byId("preview").querySelectorAll(".ghost [data-model]")].map((one) => {
    const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(one.getAttribute("transform"));
    return { id: one.dataset.model, at: [Number(x) / 10, Number(y) / 10] };
  });
}

const canBegin = () => {
  if (table.mode === "deploy") return "deploy";
  return byId("dock").querySelector('.act[data-needs="path"]:not([aria-disabled])')?.dataset.kind ?? "";
};

// ------------------------------------------------------------ by pointer

takePointer({
  down(point, event) {
    grip = null;
    if (document.body.dataset.tool !== "select" || !inHand()) return false;
    if (drawsPath()) grip = gripAt(point, event);
    else if (aims()) grip = aimGrip(point);
    else if (unitAt(event.target) === inHand() && canBegin())
      grip = { what: "first", by: less(start() ?? point, point) };
    return grip !== null;
  },
  move(point) {
    if (grip.what === "first") {
      begin(canBegin());
      grip = { ...grip, what: "end" };
    }
    follow(grip, point);
  },
  up(point) {
    follow(grip, point);
    grip = null;
    draw();
  },
  cancel() {
    grip = null;
  },
});

function gripAt(point, event) {
  const near = (place) => place && far(place, point) <= REACH_IN;
  const below = thumb();
  if (below && far(below.at, point) <= inchesOf(THUMB_PX)) {
    const by = less(reached() ?? start(), point);
    return draft.path.length ? { what: "end", by } : { what: "start", by };
  }
  if (draft.ticked.single) {
    const model = models().find((one) => near(one.at));
    if (model) return { what: "model", id: model.id };
  }
  if (turns() && near(knob()) && (draft.path.length || draft.facing !== null)) return { what: "turn" };
  const bend = draft.path.slice(0, -1).findIndex(near);
  if (bend >= 0) return { what: "bend", index: bend };
  const ghost = models().find((one) => far(one.at, point) < 0.6);
  if (!turns() && ghost && !draft.path.length) return { what: "start" };
  if (draft.path.length && (near(end()) || ghost)) return { what: "end", by: less(end(), point) };
  if (unitAt(event.target) === inHand() && start()) return { what: "start", by: less(start(), point) };
  return null;
}

// A charge is bent anywhere on its way; a template or spot is held where it was pointed at.
function aimGrip(point) {
  if (aims() === "models") return null;
  const near = (place) => far(place, point) <= REACH_IN;
  if (aims() === "way") {
    const model = draft.ticked.single ? models().find((one) => near(one.at)) : null;
    if (model) return { what: "model", id: model.id };
    const bend = draft.path.findIndex(near);
    if (bend >= 0) return { what: "bend", index: bend };
    const route = [start(), ...draft.path, placeOf(draft.target)];
    const place = bestPlace(route, point);
    return place.off <= REACH_IN ? { what: "new", index: place.index } : null;
  }
  return draft.path.length && near(draft.path.at(-1)) ? { what: "end", by: less(draft.path.at(-1), point) } : null;
}

// Between which points of a route another one fits with the least detour, and how far it is from the line there.
function bestPlace(route, point) {
  let best = { index: 0, detour: Infinity, off: Infinity };
  for (let n = 0; n + 1 < route.length; n += 1) {
    const [a, b] = [route[n], route[n + 1]];
    if (!a || !b) continue;
    const detour = far(a, point) + far(point, b) - far(a, b);
    if (detour < best.detour) best = { index: n, detour, off: offLine(a, b, point) };
  }
  return best;
}

function offLine(a, b, p) {
  const [dx, dy] = less(b, a);
  const share = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return far([a[0] + dx * share, a[1] + dy * share], p);
}

const inserted = (index, at) => [...draft.path.slice(0, index), at, ...draft.path.slice(index)];

function follow(hold, point) {
  const at = hold.by ? add(point, hold.by) : point;
  if (hold.what === "turn") change({ facing: bearing(end(), point) });
  else if (hold.what === "model") change({ models: { ...draft.models, [hold.id]: point } });
  else if (hold.what === "bend") change({ path: draft.path.map((old, n) => (n === hold.index ? at : old)) });
  else if (hold.what === "new") {
    change({ path: inserted(hold.index, at) });
    grip = { what: "bend", index: hold.index };
  } else if (hold.what === "start") change({ path: [at], models: {} });
  else change({ path: [...draft.path.slice(0, -1), at], models: {} });
}

function bearing(a, b) {
  const degrees = (Math.atan2(b[0] - a[0], a[1] - b[1]) * 180) / Math.PI;
  return Math.round((degrees + 360) % 360);
}

// A press on a model of the unit that fires leaves it out, or takes it in again.
hear("tap", ({ point, target }) => {
  if (document.body.dataset.tool !== "select" || draft.kind !== "shoot" || unitAt(target) !== draft.unit) return;
  const chips = [...byId("plan").querySelectorAll(".firers [data-tick]")];
  const near = membersOf(draft.unit)
    .filter((one) => far(one.at, point) <= REACH_IN)
    .sort((a, b) => far(a.at, point) - far(b.at, point))
    .map((one) => chips.find((chip) => chip.dataset.tick === `f:${one.id}`))
    .find(Boolean);
  if (near) change({ ticked: { ...draft.ticked, [near.dataset.tick]: near.value } }, { at: 0 });
});

// A press on a door or way takes that one of the list; on any other stretch of wall that inch of it.
hear("tap", ({ point, target }) => {
  if (document.body.dataset.tool !== "select") return;
  const pick = target.closest?.("[data-pick]");
  if (pick) change({ ticked: { ...draft.ticked, which: pick.dataset.pick }, path: [] }, { at: 0 });
  else if (aims() === "wall") change({ ticked: { ...draft.ticked, which: "" }, path: [point] }, { at: 0 });
});

// A press on the ground points the template, is the spot that is meant, or bends the way of a charge; what comes down
// on a place may be sent on to models as well.
hear("tap", ({ point, target }) => {
  if (document.body.dataset.tool !== "select" || drawsPath()) return;
  const [means, unit] = [aims(), unitAt(target)];
  if (means === "point" && (!unit || unit === draft.target)) change({ path: [point] }, { at: 0 });
  else if (means === "place" || (means === "spot" && !unit)) change({ path: [point], target: "" }, { at: 0 });
  else if (means === "models") pick(point);
  else if (means === "way" && !unit) {
    const { index } = bestPlace([start(), ...draft.path, placeOf(draft.target)], point);
    change({ path: inserted(index, point) }, { at: 0 });
  }
});

// The model under a press joins those who leave the unit, or stays after all.
function pick(point) {
  const near = membersOf(draft.unit)
    .filter((one) => far(one.at, point) <= REACH_IN)
    .sort((a, b) => far(a.at, point) - far(b.at, point));
  if (!near.length) return;
  const box = `s:${near[0].id}`;
  change({ ticked: { ...draft.ticked, [box]: draft.ticked[box] ? "" : "1" } }, { at: 0 });
}

function membersOf(unit) {
  const [x, y] = placeOf(unit) ?? [0, 0];
  return [...(tokenOf(unit)?.querySelectorAll("[data-model]") ?? [])].map((one) => {
    const [, dx, dy] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(one.getAttribute("transform"));
    return { id: one.dataset.model, at: [x + Number(dx) / 10, y + Number(dy) / 10] };
  });
}

// A tap on the ground is the next bend; while a unit is placed it is the place.
hear("tap", ({ point, target }) => {
  if (document.body.dataset.tool !== "select" || !drawsPath()) return;
  if (unitAt(target) && unitAt(target) !== inHand() && !isGround(target)) return;
  const last = draft.path.at(-1);
  if (last && far(last, point) < 0.3) return;
  const bends = !["deploy", "get-out", "rule-place"].includes(draft.kind);
  change({ path: bends ? [...draft.path, point] : [point], models: {} }, { at: 0 });
});

// ------------------------------------------------------------ from a list on to the board

let carried = null;

document.addEventListener("pointerdown", (event) => {
  const unit = event.target.closest("#rail-units [data-unit], .waiting [data-unit]")?.dataset.unit;
  if (!unit || table.mode !== "deploy" || !isMine(unit) || event.button !== 0) return;
  carried = { unit, x: event.clientX, y: event.clientY, on: false };
});

document.addEventListener("pointermove", (event) => {
  if (!carried) return;
  if (!carried.on && Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < 8) return;
  if (!carried.on) {
    carried.on = true;
    if (table.unit !== carried.unit) select(carried.unit);
    begin("deploy");
  }
  if (overBoard(event)) change({ path: [toTable(event)], models: {} });
});

document.addEventListener("pointerup", (event) => {
  if (carried?.on && overBoard(event)) change({ path: [toTable(event)], models: {} }, { at: 0 });
  carried = null;
});

document.addEventListener("pointercancel", () => (carried = null));

function overBoard(event) {
  const box = byId("sheet").getBoundingClientRect();
  return event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
}

// ------------------------------------------------------------ by keys

export function nudge(dx, dy) {
  if (!drawsPath() && aims() === "models") return false;
  if (!drawsPath() && aims()) return nudgeAim([dx, dy]);
  if (!drawsPath()) {
    const kind = canBegin();
    if (!kind || !table.unit || !begin(kind)) return false;
  }
  const from = end() ?? [36, 24];
  change({ path: [...draft.path.slice(0, -1), add(from, [dx, dy])] });
  return true;
}

function nudgeAim(by) {
  const last =
    draft.path.at(-1) ?? (aims() === "way" ? half(start(), placeOf(draft.target)) : placeOf(draft.target)) ?? start();
  if (!last) return false;
  change({
    path: [...draft.path.slice(0, -1), add(last, by)],
    ...(["spot", "place"].includes(aims()) ? { target: "" } : {}),
  });
  return true;
}

const half = (a, b) => (a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : null);

// Degrees of a turn by key or button: what the rules pay for at once, which the dock knows before there is a plan.
export const turnStep = () => Number(document.querySelector("#dock [data-turn]")?.dataset.turn ?? 15);

export function turnBy(degrees) {
  if (!drawsPath() && aims()) return false;
  if (!drawsPath()) {
    const kind = canBegin();
    if (!kind || !table.unit || !begin(kind)) return false;
  }
  const step = draft.kind === "deploy" ? Math.sign(degrees) * 90 : degrees;
  change({ facing: (Math.round(heading()) + step + 360) % 360 });
  return true;
}

export function addBend() {
  if (drawsPath() && draft.path.length && draft.kind !== "deploy") change({ path: [...draft.path, draft.path.at(-1)] });
}

export function dropBend() {
  if (aims() && Object.keys(draft.models).length) change({ models: {} });
  else if ((drawsPath() || aims()) && draft.path.length) change({ path: draft.path.slice(0, -1), models: {} });
}

// The last leg of the way, as far as it was cut at the reach; before there is one, where the unit faces.
export function lastLeg() {
  const from = draft.path.at(-2) ?? start();
  if (!drawsPath() || !from) return null;
  const to = reached() ?? from;
  const inches = far(from, to);
  return { inches, degrees: inches > 0.05 ? bearing(from, to) : Math.round(heading()) };
}

export function takeLeg({ inches, degrees }, when) {
  const from = draft.path.at(-2) ?? start();
  const angle = (degrees * Math.PI) / 180;
  const end = add(from, [Math.sin(angle) * inches, -Math.cos(angle) * inches]);
  change({ path: [...draft.path.slice(0, -1), end] }, when);
}

// Longer or shorter in its direction, which is no whole number of degrees.
function stretch(by) {
  const from = draft.path.at(-2) ?? start();
  if (!drawsPath() || !from) return;
  const way = less(reached() ?? from, from);
  const long = Math.hypot(...way);
  const degrees = long > 0.05 ? (Math.atan2(way[0], -way[1]) * 180) / Math.PI : heading();
  takeLeg({ inches: Math.max(0, long + by), degrees });
}

// Where the way ends by the last answer; as it is drawn while the answer is under way.
function reached() {
  const action = byId("plan").classList.contains("busy") ? "{}" : byId("commit")?.dataset.action;
  if (!draft.path.length) return null;
  const last = JSON.parse(action ?? "{}").path?.at(-1);
  return Array.isArray(last) ? last.slice(0, 2) : (last?.at ?? draft.path.at(-1)); // a pose, or a point with more to it
}

document.addEventListener("click", (event) => {
  const does = event.target.closest("[data-way]")?.dataset.way;
  if (does === "left") turnBy(-turnStep());
  else if (does === "right") turnBy(turnStep());
  else if (does === "drop") dropBend();
  else if (does === "longer") stretch(STEP_IN);
  else if (does === "shorter") stretch(-STEP_IN);
});

// ------------------------------------------------------------ its handles

// For a finger a round handle hangs below whom it moves, so that it hides nothing; beside, where no room is below.
const TOUCH = matchMedia("(pointer: coarse)");
const THUMB_PX = 30; // how near a finger must come to it
const HANGS_PX = 62; // from the lowest model
let hung = null; // where it was when the drag began, from the end of the way

function thumb() {
  const at = grip?.by ? end() : (reached() ?? start());
  if (!TOUCH.matches || !at || draft.kind === "street") return null;
  if (grip?.by && hung) return { at: add(at, hung), from: at };
  hung = less(hangsAt(at), at);
  return { at: add(at, hung), from: at };
}

function hangsAt(at) {
  const drawn = models();
  const lowest = Math.max(at[1], ...(drawn.length ? drawn : membersOf(inHand())).map((one) => one.at[1]));
  const [sheet, far] = [byId("sheet"), inchesOf(HANGS_PX)];
  if (toSheet([at[0], lowest])[1] + HANGS_PX + THUMB_PX < sheet.clientHeight) return [at[0], lowest + far];
  return [at[0] + (toSheet(at)[0] < sheet.clientWidth / 2 ? far : -far), at[1]];
}

function thumbDrawn() {
  const shown = thumb();
  if (!shown) return [];
  const way = [shown.from, shown.at].map((place) => place.map(tenfold).join(" "));
  return [`<path class="hand-k2" d="M${way.join("L")}"/>`, handle(shown.at, THUMB)];
}

const THUMB = `<g class="thumb"><circle r="21"/><path d="M-12 0H12M0-12V12M-8.5-3.5L-12 0l3.5 3.5M8.5-3.5L12 0 8.5 3.5
M-3.5-8.5L0-12l3.5 3.5M-3.5 8.5L0 12l3.5-3.5"/></g>`;

function layer() {
  const board = byId("board-svg");
  if (!board) return null;
  return byId("pencil") ?? board.appendChild(Object.assign(document.createElementNS(SVG, "g"), { id: "pencil" }));
}

const tenfold = (n) => (n * 10).toFixed(1);

function handle([x, y], shape) {
  return `<g transform="translate(${tenfold(x)} ${tenfold(y)})"><g class="z">${shape}</g></g>`;
}

function draw() {
  const hand = layer();
  if (!hand) return;
  byId("board-svg").classList.toggle("drawing", drawsPath() || aims() !== "");
  if (!drawsPath() && aims() && draft.path.length) {
    show(
      hand,
      draft.path.map((at) => handle(at, aims() === "way" ? '<circle class="hand-k" r="4"/>' : AIM)),
    );
    return;
  }
  if (!drawsPath()) return hand.replaceChildren();
  if (!draft.path.length) return show(hand, thumbDrawn());
  const bends = draft.path.slice(0, -1).map((at) => handle(at, '<circle class="hand-k" r="4"/>'));
  const last = draft.path.at(-1);
  const turner = knob();
  const spoke = `<path class="hand-k2" d="M${last.map(tenfold).join(" ")}L${turner.map(tenfold).join(" ")}"/>`;
  const goal = handle(last, '<circle class="hand-e" r="6"/>');
  const turn = handle(turner, '<circle class="hand-k" r="4.5"/>');
  const marks = draft.kind === "get-out" ? [goal] : !turns() ? [...bends, goal] : [...bends, goal, spoke, turn];
  show(hand, [...marks, ...thumbDrawn()]);
}

const AIM = '<circle class="hand-e" r="6"/><path class="aim-x" d="M-10 0H-3M3 0H10M0-10V-3M0 3V10"/>';

function show(hand, marks) {
  const box = document.createElement("template");
  box.innerHTML = `<svg>${marks.join("")}</svg>`;
  hand.replaceChildren(...box.content.firstChild.childNodes);
  hand.setAttribute("aria-hidden", "true");
}

for (const news of ["draft", "planned", "stands"]) hear(news, draw);
