// At a desk a plan is looked at closely: a walk with the ground about the unit, an attack with its target, where they
// would be drawn small. When it is given up, or the unit is done, the board is shown as it was before. Whoever has
// moved the board by hand keeps it; then both come into sight, once for each plan.

import { frame, isHeld, isWhole, keepInView, letGo, pixelsOf, showAgain, shown } from "../board/board.js";
import { around, boxOf, boxOfGround, middle, PHONE } from "../board/camera.js";
import { draft } from "./plan.js";
import { calm, hear, table } from "../live/table.js";

const SMALL_PX = 240; // a fight drawn smaller than this is small
const CLOSE_IN = 30; // so much of the table is seen at least
const WALK_IN = 9; // about the reach of a walk
const AFTER_MS = 1400; // a result is seen before the board goes back
const ON_FOOT = new Set(["move", "crawl", "tactical", "climb", "rappel", "jump-down", "jump", "leap"]);
let aimedAt = "";
let before = null; // what was shown before the camera went close
let goingBack = 0;
let asked = false; // somebody asks about what is shown

function followPlan() {
  const aim = draft.kind ? `${draft.kind} ${draft.unit}>${draft.target}` : "";
  if (aim === aimedAt || (aim && aimedAt.startsWith(`${aim}#`))) return;
  aimedAt = aim;
  if (!aim || PHONE.matches) return;
  clearTimeout(goingBack);
  const box = planned();
  if (!box) return goBack();
  lookAt(box, wider(box));
}

// What is aimed at a building says where that is once the plan is answered.
function followGround() {
  const ground = draft.kind && !draft.target && !PHONE.matches ? boxOfGround() : null;
  if (!ground) return;
  const aim = `${draft.kind} ${draft.unit}>#${middle(ground)}`;
  if (aim === aimedAt) return;
  aimedAt = aim;
  clearTimeout(goingBack);
  const box = around([boxOf(draft.unit), ground]);
  if (!isWhole()) return keepInView(box);
  if (isHeld() || pixelsOf(box) >= SMALL_PX) return;
  before = shown();
  frame(box, { least: CLOSE_IN });
}

// The box of what is planned; nothing for what is done anywhere on the table.
function planned() {
  const own = boxOf(draft.unit);
  if (!own) return null;
  if (draft.target) return around([own, boxOf(draft.target)]);
  return ON_FOOT.has(draft.kind) && !isHull(draft.unit) ? own : null;
}

const isHull = (unit) => document.querySelector(`#unit-${CSS.escape(unit)} [data-hull]`) !== null;

// What somebody asks about, as if it were planned, until it is answered or folded.
export function showAsked(box) {
  asked = Boolean(box);
  if (box) lookAt(box);
  else goBack();
}

function lookAt(box, withRoom = box) {
  if (PHONE.matches) return;
  clearTimeout(goingBack);
  if (isHeld()) return isWhole() ? undefined : keepInView(box);
  if (!isWhole()) return keepInView(box);
  if (pixelsOf(box) >= SMALL_PX) return;
  before = shown();
  frame(withRoom, { least: CLOSE_IN });
}

function wider(box) {
  if (draft.target) return box;
  const [x, y] = middle(box);
  return around([box, { left: x - WALK_IN, top: y - WALK_IN, right: x + WALK_IN, bottom: y + WALK_IN }]);
}

// Back to what was shown, unless a hand has moved the board since.
function goBack() {
  clearTimeout(goingBack);
  if (before && !isHeld()) showAgain(before);
  before = null;
}

function soonBack() {
  if (!before || asked || draft.kind || table.mode === "act") return;
  if (calm()) return goBack();
  clearTimeout(goingBack);
  goingBack = setTimeout(() => !draft.kind && goBack(), AFTER_MS);
}

hear("draft", followPlan);
hear("planned", followGround);
hear("given-up", goBack);
hear("dock", soonBack);
hear("selected", goBack);
hear("selected", letGo);
