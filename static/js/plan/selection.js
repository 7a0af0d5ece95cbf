// Which unit is in hand and which one is pointed at; the page's own dock, cards and rail follow.

import { centre, isInView } from "../board/board.js";
import { sideOf } from "../board/sides.js";
import { afterPaint, ask, byId, fill, hear, table, tell, unheld } from "../live/table.js";

let asked = 0;
let due = 0; // the question that waits until a frame has been painted
let card = "";
let onRail = ""; // the unit that was brought into sight there last
let acted = ""; // the unit that was acting when the dock was drawn for it last

export const unitAt = (element) => element?.closest?.("[data-unit]")?.dataset.unit ?? "";
export const tokenOf = (unit) => document.getElementById(`unit-${unit}`);
// A vehicle that was taken over is on the rail of whoever drives it now.
export const isMine = (unit) => {
  const rail = byId("rail-units");
  return rail?.childElementCount ? rail.querySelector(`[data-unit="${unit}"]`) !== null : table.as === sideOf(unit);
};

export function select(unit, { look = false } = {}) {
  if (!unit) return;
  if (isMine(unit) || table.as === "host") {
    const changed = table.unit !== unit;
    table.unit = unit;
    card = "selected";
    if (changed) tell("selected", unit);
  } else {
    table.target = unit;
    card = "target";
    tell("aimed", unit);
  }
  mark();
  if (look) bringIntoView(unit);
  refresh();
}

// A unit on the board: one that the plan in hand may be aimed at is its target, even an own one; else it is taken in
// hand.
export function pointAt(unit) {
  const act = table.kind ? byId("dock").querySelector(`[data-kind="${table.kind}"]`) : null;
  const aimable = `${byId("plan")?.dataset.lit ?? ""} ${act?.dataset.targets ?? ""}`.split(" ").includes(unit);
  if (!aimable || !isMine(unit)) return select(unit);
  table.target = unit;
  card = "target";
  tell("aimed", unit);
  mark();
  refresh();
}

export function deselect() {
  table.target = "";
  mark();
}

function bringIntoView(unit) {
  const at = placeOf(unit);
  if (at && !isInView(...at)) centre(...at);
}

// Where a unit's group is anchored, in inches: its leader, or its first model.
export function placeOf(unit) {
  const inner = tokenOf(unit)?.querySelector(".in");
  const found = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(inner?.getAttribute("transform") ?? "");
  return found ? [Number(found[1]) / 10, Number(found[2]) / 10] : null;
}

export function facingOf(unit) {
  const models = [...(tokenOf(unit)?.querySelectorAll("[data-model]") ?? [])];
  const lead = models.find((m) => /translate\(0 0\)/.test(m.getAttribute("transform"))) ?? models[0];
  return Number(/rotate\(([-\d.]+)\)/.exec(lead?.getAttribute("transform") ?? "")?.[1] ?? 0);
}

// Marks on the tokens: the server draws them alike for everybody.
export function mark() {
  const lit = (byId("plan")?.dataset.lit ?? "").split(" ").filter(Boolean);
  byId("board-svg")?.classList.toggle("aiming", lit.length > 0);
  for (const token of document.querySelectorAll(".unit[data-unit]")) {
    const unit = token.dataset.unit;
    token.classList.toggle("sel", unit === table.unit);
    token.classList.toggle("tgt", unit === table.target);
    token.classList.toggle("lit", lit.includes(unit));
  }
  for (const button of byId("rail-units").querySelectorAll("[data-unit]")) {
    button.setAttribute("aria-pressed", String(button.dataset.unit === table.unit));
  }
  keepOnRail();
}

// Of many units some are further down the rail: the one in hand is brought into sight, once.
function keepOnRail() {
  if (onRail === table.unit) return;
  onRail = table.unit;
  byId("rail-units").querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Ask for one's own parts of the page again.
export async function refresh() {
  asked += 1;
  const number = asked;
  const dock = byId("dock");
  dock.setAttribute("aria-busy", "true");
  let html = "";
  try {
    const answer = await ask("mine", {
      as: table.as,
      unit: table.unit,
      target: table.target,
      kind: table.kind ?? "",
      card,
    });
    if (!answer.ok || number !== asked) return;
    html = await answer.text();
    await unheld();
  } catch {
    return; // the connection module says so
  } finally {
    if (number === asked) dock.removeAttribute("aria-busy");
  }
  if (number !== asked) return;
  tell("before-dock");
  fill(html);
  table.mode = dock.dataset.mode ?? "";
  // While units are placed the table hands out the next one.
  const handed = dock.dataset.unit ?? "";
  if (isMine(handed) && (!table.unit || table.mode === "deploy")) table.unit = handed;
  if (dock.dataset.hands) table.unit = dock.dataset.hands; // an enemy's vehicle, for one move
  mark();
  tell("dock");
  handOn();
}

// The next car of a train, or the next vehicle of a squadron, acts by itself when the one before it has finished.
function handOn() {
  const next =
    table.mode === "other" && acted === table.unit ? byId("dock").querySelector("[data-unit]")?.dataset.unit : "";
  acted = table.mode === "act" ? table.unit : next || !table.unit ? "" : acted;
  if (next) select(next, { look: true });
}

hear("tap", ({ target }) => {
  const unit = unitAt(target);
  if (unit && !tapIsTaken(target)) pointAt(unit);
});

// Beside one's own hull one says where to get out, an enemy is what one drives at, and a way leads between the models
// of friends: the outline round them is ground.
export function isGround(target) {
  const unit = unitAt(target);
  if (table.kind === "get-out" || (table.kind === "drive" && !isMine(unit))) return true;
  return drawsAWay() && isMine(unit) && !target.closest("[data-model], .flag");
}

const drawsAWay = () =>
  Boolean(table.kind) && byId("dock").querySelector(`[data-kind="${table.kind}"]`)?.dataset.needs === "path";

// Tools measure between units.
const tapIsTaken = (target) => ["ruler", "sight"].includes(document.body.dataset.tool) || isGround(target);

document.addEventListener("click", (event) => {
  const button = event.target.closest("#rail-units [data-unit], #dock [data-unit], .words [data-unit]");
  if (button && event.detail !== -1) select(button.dataset.unit, { look: true });
  const inside = event.target.closest(".house [data-unit]");
  if (inside) pointAt(inside.dataset.unit);
  const tab = event.target.closest("[data-card]");
  if (tab) showCard(tab.dataset.card);
});

function showCard(name) {
  card = name;
  for (const which of ["selected", "target"]) {
    byId(`tab-${which}`).setAttribute("aria-selected", String(which === name));
    byId(`card-${which}`).hidden = which !== name;
  }
}

const refreshLater = afterPaint(() => due === asked && refresh());

hear("frame", () => {
  if (table.unit && !document.querySelector(`[data-unit="${table.unit}"]`)) table.unit = "";
  mark();
  asked += 1; // answers about the state before are not waited for
  due = asked;
  byId("dock").setAttribute("aria-busy", "true");
  refreshLater();
});

// The unit that is acting is the one in hand when the page opens.
table.mode = byId("dock").dataset.mode ?? "";
acted = table.mode === "act" ? (byId("dock").dataset.unit ?? "") : "";
