// Plates give way to models, flags, names and one another, tied to what they are about by a line.

import { along, boxOf, freeStep, inwards, isWithin, moved, shift } from "./clear.js";
import { soon as placeNames } from "./names.js";
import { byId } from "../live/table.js";

export const TAKEN = ".unit [data-model], .unit .flag .z, .obj, #facings .avn circle, .racegate rect";
const PLATES = ":is(#preview, #arcs, #asked, #objectives) .lbl";
const all = (css) => [...(byId("board-svg")?.querySelectorAll(css) ?? [])];

// What stands on the sheet; or as large as that, what shows of it.
const sheetBox = () => boxOf(byId("sheet") ?? byId("board-svg"));

export function placePlates() {
  const plates = all(PLATES).filter((plate) => plate.checkVisibility());
  const scale = byId("board-svg")?.getScreenCTM()?.a;
  if (!plates.length || !scale) return;
  for (const plate of plates) {
    plate.dataset.at ??= plate.getAttribute("transform");
    plate.setAttribute("transform", plate.dataset.at);
    plate.querySelector(".tie")?.remove();
  }
  const taken = all(`${TAKEN}, #preview .ghost-r, .places .place:not(.gone), #pencil .hand-k`).map(boxOf);
  taken.push(...all("#pencil .hand-k2").flatMap(along)); // the handle that turns a unit, and its spoke
  const sheet = sheetBox();
  for (const plate of plates) {
    const at = boxOf(plate.querySelector("rect"));
    const by = placeOf(at, taken, sheet);
    taken.push(moved(at, ...by));
    if (by[0] || by[1]) shift(plate, by, scale);
  }
  if (plates.some((plate) => plate.querySelector(".tie"))) placeNames(); // off the lines that lead to them
}

// From where it would be cut it first moves in.
function placeOf(at, taken, sheet) {
  if (isOff(at, sheet) || isWithin(at, sheet)) return freeStep(at, taken, sheet);
  const inside = moved(at, inwards(at, sheet, "left", "right"), inwards(at, sheet, "top", "bottom"));
  const by = freeStep(inside, taken, sheet);
  return [inside.x + by[0] - at.x, inside.y + by[1] - at.y];
}

// What it is about lies out of sight.
const isOff = (at, sheet) =>
  at.right < sheet.left || at.left > sheet.right || at.bottom < sheet.top || at.top > sheet.bottom;
