// Flags give way to the lines of what is planned or shot and to the figures round a hull, and where they are drawn
// larger than they were placed, on a phone, to models and to one another: they stand aside, tied to their units.

import { along, boxOf, covered, freeStep, gapTo, middleOf, move, tie } from "./clear.js";
import { soon as placeNames } from "./names.js";
import { byId, hear } from "./table.js";

const LINES = ":is(#preview, #asked, .shot) :is(.los, .shot-l, .shotline, .path, .path-x)";
const LARGE = 1.8; // how much larger flags are placed for a large board
const APART = 8; // pixels between a flag and its unit from which on a line ties them
const CLOSE = 1.4; // of the size at which flags have theirs: from there on such gaps open
const FAR_APART = 22; // where nothing was in the way
const MOST_COVERED = 0.08; // of a flag that may lie on others
const all = (css) => [...(byId("board-svg")?.querySelectorAll(css) ?? [])];

export const linesDrawn = () => all(LINES).flatMap(along);

export function standAside() {
  const scale = byId("board-svg")?.getScreenCTM()?.a;
  if (!scale) return;
  const stood = all(".unit .flag:is([data-at], :has(.tie))").map(back).some(Boolean); // elsewhere: names give way anew
  const marks = [...linesDrawn(), ...all("#facings .avn circle, .shot .lbl rect").map(boxOf)];
  const flags = all(".unit .flag").map((flag) => ({ flag, box: boxOf(flag.querySelector(".z")) }));
  const crowded = flags.length && drawnLarger(flags[0].flag);
  if (stood) placeNames();
  if (!marks.length && !crowded) return tieApart(flags);
  const things = [...all(".unit [data-model], .obj").map(boxOf), ...marks];
  const sheet = boxOf(byId("sheet") ?? byId("board-svg"));
  const others = (one) => flags.filter((other) => other !== one).map(({ box }) => box);
  const isCovered = (one) =>
    covered(one.box, marks) > 0 ||
    (crowded && covered(one.box, [...things, ...others(one)]) > MOST_COVERED * one.box.width * one.box.height);
  for (const one of flags) {
    if (!isCovered(one)) continue;
    const by = freeStep(one.box, [...things, ...others(one)], sheet);
    if (!by[0] && !by[1]) continue;
    one.flag.dataset.at ??= one.flag.getAttribute("transform");
    move(one.flag, by, scale);
    placeNames();
    one.box = boxOf(one.flag.querySelector(".z"));
    tieToUnit(one);
  }
  tieApart(flags);
  if (crowded) placeNames();
}

// Close to the table a gap opens between flags, which keep their size, and their units.
function tieApart(flags) {
  if (!flags.length || property(flags[0].flag, "--zoom") < CLOSE) return;
  for (const one of flags) {
    const unit = one.flag.closest(".unit");
    if (unit.querySelector(".fl-l, .tie")) continue;
    const models = [...unit.querySelectorAll("[data-model]")].map(boxOf);
    if (models.every((model) => gapTo(one.box, model) > FAR_APART)) tieToUnit(one);
  }
}

// A line to the model of its unit that is nearest, where the two are apart; the line that was drawn leads elsewhere.
function tieToUnit({ flag, box }) {
  const unit = flag.closest(".unit");
  for (const line of unit.querySelectorAll(".fl-g, .fl-l, .fl-d")) line.classList.add("gone");
  const models = [...unit.querySelectorAll("[data-model]")].map(boxOf);
  const near = models.sort((a, b) => gapTo(box, a) - gapTo(box, b))[0];
  if (!near || gapTo(box, near) < APART) return;
  const { a, e, f } = flag.getScreenCTM();
  const local = (at) => [(at.x - e) / a, (at.y - f) / a];
  tie(flag, local(middleOf(box)), local(nearestIn(near, middleOf(box))));
}

// The point of a model that is nearest to another, a little inside its box.
function nearestIn({ left, right, top, bottom, width, height }, { x, y }) {
  const within = (low, high, n) => Math.max(low, Math.min(high, n));
  return { x: within(left + width / 4, right - width / 4, x), y: within(top + height / 4, bottom - height / 4, y) };
}

function drawnLarger(flag) {
  const placed = byId("board-svg").classList.contains("large") ? LARGE : 1;
  return property(flag, "--flag") / property(flag, "--zoom") > placed * 1.02;
}

const property = (element, name) => Number(getComputedStyle(element).getPropertyValue(name) || 1);

// Whether it stood anywhere else.
function back(flag) {
  const elsewhere = Boolean(flag.dataset.at) && flag.getAttribute("transform") !== flag.dataset.at;
  if (elsewhere) flag.setAttribute("transform", flag.dataset.at);
  flag.querySelector(".tie")?.remove();
  for (const line of flag.closest(".unit").querySelectorAll(".gone")) line.classList.remove("gone");
  return elsewhere;
}

const REST_MS = 160;
let waiting = 0;

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(standAside, REST_MS);
}

// Where nothing is planned: whoever watches.
export function startWatching() {
  for (const news of ["stands", "frame", "view"]) hear(news, soon);
  soon();
}
