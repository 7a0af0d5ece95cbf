// Plates and flags of a plan find their places again with it; the odds that decide stand large beside the target, where
// they cover nothing.

import { boxAt, boxOf, covered, gapTo, isWithin } from "../board/clear.js";
import { linesDrawn, standAside } from "../board/flags.js";
import { soon as placeNames } from "../board/names.js";
import { draft } from "./plan.js";
import { TAKEN } from "../board/plate_places.js";
import { byId, hear } from "../live/table.js";

const [LEAST, NEAR, MOST] = [12, 90, 260]; // pixels between the target and the odds
const GRID = 14; // pixels from one place that is tried to the next
const AWAY = 0.2; // so much better is a place that is as far from the shooter as another from the target
const SMALL = matchMedia("(max-width: 719px), (max-height: 499px)"); // there the odds stand in the dock alone
const REST_MS = 60;
let waiting = 0;
let pushed = false; // names have given way to the odds

const all = (css) => [...(byId("board-svg")?.querySelectorAll(css) ?? [])];

// ------------------------------------------------------------ the odds beside the target

// Where no unit is meant: the very place, else the wall or door, else the whole house.
const MEANT = ["#preview .impact", "#preview .pick-on", "#arcs .about"];

function placeOdds() {
  const odds = byId("callout");
  if (!odds) return;
  odds.hidden = SMALL.matches || !draft.kind || !odds.childElementCount;
  if (odds.hidden) return;
  const target = roundUnit(draft.target || odds.dataset.target) ?? MEANT.map(roundAll).find(Boolean);
  const place = target && freePlace(boxOf(odds), target, roundUnit(draft.unit));
  odds.hidden = !place;
  if (!place) return;
  const stage = boxOf(byId("board"));
  odds.style.left = `${(place.x - stage.x).toFixed(0)}px`;
  odds.style.top = `${(place.y - stage.y).toFixed(0)}px`;
}

function roundUnit(unit) {
  return roundAll(`#unit-${CSS.escape(unit || "-")} [data-model]`);
}

function roundAll(selector) {
  const boxes = all(selector).map(boxOf);
  if (!boxes.length) return null;
  const [left, top] = [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top))];
  const [right, bottom] = [Math.max(...boxes.map((b) => b.right)), Math.max(...boxes.map((b) => b.bottom))];
  return boxAt(left, top, right - left, bottom - top);
}

// Of the places about the target the nearest that covers nothing, rather on the side away from the shooter; where there
// is none near, one that covers the name of a place.
function freePlace(odds, target, shooter) {
  const taken = [...all(`${TAKEN}, .bunk-av .z, #preview :is(.lbl, .ghost-r)`).map(boxOf), ...linesDrawn()];
  const names = all(".places .place:not(.gone)").map(boxOf);
  taken.push(boxOf(byId("overview")));
  const places = placesAbout(odds, target, shooter);
  const near = places.filter(({ far }) => far < NEAR);
  const free = (among, things) => among.find(({ at }) => covered(at, things) === 0)?.at;
  return free(near, [...taken, ...names]) ?? free(near, taken) ?? free(places, taken) ?? null;
}

function placesAbout(odds, target, shooter) {
  const sheet = boxOf(byId("sheet"));
  const found = [];
  for (let x = target.left - odds.width - MOST; x <= target.right + MOST; x += GRID)
    for (let y = target.top - odds.height - MOST; y <= target.bottom + MOST; y += GRID) {
      const at = boxAt(x, y, odds.width, odds.height);
      const far = gapTo(at, target);
      if (far >= LEAST && isWithin(at, sheet))
        found.push({ at, far, cost: far - (shooter ? gapTo(at, shooter) * AWAY : 0) });
    }
  return found.sort((a, b) => a.cost - b.cost);
}

// ------------------------------------------------------------ when

function place() {
  if (!byId("board-svg")?.getScreenCTM()) return;
  standAside();
  placeOdds();
  const odds = byId("callout");
  const stands = Boolean(odds?.checkVisibility());
  const push = stands && (pushed || covered(boxOf(odds), all(".places .place:not(.gone)").map(boxOf)) > 0);
  if (push || pushed || all(".racegate").length) placeNames(); // courses cross gates
  pushed = push;
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(place, REST_MS);
}

for (const news of ["planned", "stands"]) hear(news, place);
hear("draft", () => {
  if (draft.kind) return;
  if (byId("callout")) byId("callout").hidden = true;
  soon();
});
for (const news of ["view", "frame", "dock"]) hear(news, soon);
