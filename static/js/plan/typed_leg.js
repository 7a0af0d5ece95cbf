// How far the last leg of a way leads and on what bearing, in two fields: what is drawn is written there, and what is
// typed is drawn. Enter works it out.

import { lengthOf, lengthText } from "../board/lengths.js";
import { lastLeg, takeLeg } from "./pencil.js";
import { byId, hear, tell } from "../live/table.js";

const WRONG = {
  "leg-length": "A distance is a number such as 3.5, 3½ or 3 1/2.",
  "leg-bearing": "A direction is a number of degrees from 0 to 359; 0 is up the table, 90 to the right.",
};
const FARTHEST = 240; // inches: no table is as long
const fields = () => Object.keys(WRONG).map(byId).filter(Boolean);
let typed = {}; // by field, while it is not worked out

function degreesOf(text) {
  const found = /^(\d{1,3})\s*°?$/.exec(text.trim());
  return found && Number(found[1]) < 360 ? Number(found[1]) : null;
}

hear("planned", () => {
  const leg = lastLeg();
  for (const field of fields()) {
    const drawn = leg && (field.id === "leg-length" ? lengthText(leg.inches) : `${leg.degrees}°`);
    field.value = typed[field.id] ?? drawn ?? "";
  }
});

document.addEventListener("input", ({ target }) => {
  if (target.id in WRONG) typed[target.id] = target.value;
});

document.addEventListener("change", ({ target }) => {
  if (!(target.id in WRONG)) return;
  const leg = lastLeg();
  const said = target.id === "leg-length" ? lengthOf(target.value) : degreesOf(target.value);
  const tooFar = target.id === "leg-length" && said > FARTHEST;
  if (said === null || tooFar || !leg) {
    target.setAttribute("aria-invalid", "true");
    tell("announce", tooFar ? "No table is as long as that." : WRONG[target.id]);
    return;
  }
  typed = {};
  takeLeg(target.id === "leg-length" ? { ...leg, inches: said } : { ...leg, degrees: said }, { at: 0 });
});
