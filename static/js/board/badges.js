// Figures on the ground - the armour of a house on its walls, how often an objective counts - keep clear of who stands
// there: they move along or aside, tied to their place where that is far.

import { boxOf, covered, freeStep, move, moved, shift } from "./clear.js";
import { byId } from "../live/table.js";

const FIGURES = ".bunk-av > g:not(.bunk-hp)";
const TIMES = ".obj .obj-v";
const ROUND = [
  [0, 0],
  [-21, 0],
  [-21, 17],
  [0, 17],
  [-10.5, -10],
  [-10.5, 27],
  [-30, 8.5],
  [9, 8.5],
]; // drawing units from where it stands to the other places round its number
const all = (css) => [...(byId("board-svg")?.querySelectorAll(css) ?? [])];

export function placeBadges() {
  const badges = [...all(TIMES), ...all(FIGURES)]; // figures of armour have more room to move
  const scale = byId("board-svg")?.getScreenCTM()?.a;
  if (!badges.length || !scale) return;
  for (const badge of badges) {
    badge.dataset.at ??= badge.getAttribute("transform");
    badge.setAttribute("transform", badge.dataset.at);
    badge.querySelector(":scope > .tie")?.remove();
  }
  const taken = all(".unit :is([data-model], .coh), .unit .flag .z").map(boxOf);
  const sheet = boxOf(byId("sheet") ?? byId("board-svg"));
  for (const badge of badges) {
    const at = boxOf(badge.querySelector("circle"));
    const there = moved(at, ...aside(badge, at, taken, sheet));
    taken.push(there);
    const by = [there.x - at.x, there.y - at.y];
    if (!by[0] && !by[1]) continue;
    if (badge.matches(TIMES)) move(badge, by, badge.parentElement.getScreenCTM().a);
    else shift(badge, by, scale);
  }
}

function aside(badge, at, taken, sheet) {
  if (!covered(at, taken)) return [0, 0];
  if (!badge.matches(TIMES)) return freeStep(at, taken, sheet);
  const scale = badge.parentElement.getScreenCTM().a;
  const places = ROUND.map((by) => by.map((part) => part * scale));
  const costs = places.map((by) => covered(moved(at, ...by), taken));
  return places[costs.indexOf(Math.min(...costs))];
}
