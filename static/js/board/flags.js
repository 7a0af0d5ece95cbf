// Flags give way to the lines of what is planned or shot and to the figures round a hull, and where they are drawn
// larger than they were placed, on a phone, to models and to one another: they stand aside, tied to their units. Drawn
// smaller than they were placed, they come nearer where their lines are long or cross other flags.

import {
  along,
  boxAt,
  boxOf,
  covered,
  freeStep,
  gapTo,
  inwards,
  isWithin,
  middleOf,
  move,
  moved,
  nearTo,
  overlap,
} from "./clear.js";
import { placesRound, tie, way } from "./clear.js";
import { soon as placeNames } from "./names.js";
import { placePlates } from "./plate_places.js";
import { byId, hear } from "../live/table.js";

const LINES = ":is(#preview, #asked, .shot) :is(.los, .shot-l, .shotline, .path, .path-x, .chg), .trail";
const LARGE = 1.8; // how much larger flags are placed for a large board
const APART = 8; // pixels between a flag and its unit from which on a line ties them
const CLOSE = 1.4; // of the size at which flags have theirs: from there on such gaps open
const FAR_APART = 22; // where nothing was in the way
const MOST = 40; // flags in sight that make room for one another: of more none has any
const MOST_COVERED = 12; // square pixels of a flag that may lie on others
const LONG = 70; // pixels of a line that ties a flag, from which on a nearer place is looked for
const all = (css) => [...(byId("board-svg")?.querySelectorAll(css) ?? [])];

export const linesDrawn = () => all(LINES).flatMap(along);

export function standAside() {
  placeFlags();
  placePlates();
}

function placeFlags() {
  const scale = byId("board-svg")?.getScreenCTM()?.a;
  if (!scale) return;
  const stood = all(".unit .flag:is([data-at], :has(.tie))").map(back).some(Boolean); // elsewhere: names give way again
  if (stood) placeNames();
  const marks = [...linesDrawn(), ...all("#facings .avn circle, .shot .lbl rect, .returning .ghost-r").map(boxOf)];
  const flags = all(".unit .flag").map(asItStands);
  const sheet = boxOf(byId("sheet") ?? byId("board-svg"));
  const cut = flags.filter((one) => isCut(one, sheet));
  const seen = flags.filter((one) => overlap(one.box, sheet) > 0 || cut.includes(one));
  const crowded = seen.length && seen.length <= MOST && drawnLarger(flags[0].flag);
  if (marks.length || crowded || cut.length || flags.some(({ line }) => line)) {
    const things = [...flags.flatMap(({ models }) => models), ...all(".obj").map(boxOf), ...marks];
    const about = (one) => {
      const [near, others] = [
        nearTo(one.box, things),
        flags.filter(({ flag }) => flag !== one.flag).map(({ box }) => box),
      ];
      return { things: near, flags: nearTo(one.box, others), sheet };
    };
    for (const one of seen) {
      if (cut.includes(one))
        stand(one, [inwards(one.box, sheet, "left", "right"), inwards(one.box, sheet, "top", "bottom")]);
      if (isCovered(one, crowded || cut.includes(one), marks, about(one))) {
        const { things: near, flags: others } = about(one);
        stand(one, freeStep(one.box, [...near, ...others], sheet));
      }
    }
    const linesOfOthers = ({ flag }) => flags.filter((other) => other.flag !== flag).flatMap(lineOf);
    for (const one of seen.filter(({ line, by }) => line || by).slice(0, MOST)) comeNearer(one, about, linesOfOthers);
  }
  const gone = flags.filter(({ by }) => by);
  for (const { flag, by } of gone) {
    flag.dataset.at ??= flag.getAttribute("transform");
    move(flag, by, scale);
  }
  tieAll([...gone, ...openGaps(flags)]);
  if (gone.length || crowded) placeNames();
}

// All that is read of it, before anything is written.
function asItStands(flag) {
  const unit = flag.closest(".unit");
  const models = [...unit.querySelectorAll("[data-model]")].map((model) => Object.assign(boxOf(model), { model }));
  return { flag, unit, models, line: unit.querySelector(".fl-l"), box: boxOf(flag.querySelector(".z")), by: null };
}

// Its unit is in sight, if only in part, and the flag is not, or only a part of it.
const isCut = ({ box, models }, sheet) => !isWithin(box, sheet) && models.some((one) => overlap(one, sheet) > 0);

const isCovered = ({ box }, crowded, marks, { things, flags }) =>
  covered(box, marks) > 0 || (crowded && covered(box, [...things, ...flags]) > MOST_COVERED);

function stand(one, [dx, dy]) {
  if (!dx && !dy) return;
  const [x, y] = one.by ?? [0, 0];
  one.by = [x + dx, y + dy];
  one.box = moved(one.box, dx, dy);
}

const nearest = ({ models }, box) =>
  models.reduce((best, one) => (best && gapTo(box, best) <= gapTo(box, one) ? best : one), null);

// The line between a flag and its unit, as it was drawn or as it will be; nothing where they are together.
function lineOf(one) {
  if (one.line && !one.by) return along(one.line);
  const to = nearest(one, one.box);
  return to && gapTo(one.box, to) >= APART ? way(middleOf(one.box), middleOf(to)) : [];
}

// To the nearest place that covers nothing, no line either, and from which its own line crosses nobody's flag.
function comeNearer(one, about, linesOfOthers) {
  const to = nearest(one, one.box);
  if (!to) return;
  const far = gapTo(one.box, to);
  const crosses = touches(lineOf(one), about(one).flags);
  if (far < LONG && !crosses) return;
  const { width, height } = one.box;
  const round = boxAt(to.x - width, to.y - height, to.width + 2 * width, to.height + 2 * height);
  const { things, flags, sheet } = about({ flag: one.flag, box: round });
  const taken = [...things, ...flags, ...nearTo(round, linesOfOthers(one))];
  for (const at of placesRound(one.box, to)) {
    if (!crosses && gapTo(at, nearest(one, at)) > far - LONG / 2) continue;
    if (!isWithin(at, sheet) || covered(at, taken, 1) > 0) continue;
    if (touches(way(middleOf(at), middleOf(nearest(one, at))), flags)) continue;
    return stand(one, [at.x - one.box.x, at.y - one.box.y]);
  }
}

const touches = (boxes, others) => boxes.some((box) => covered(box, others, 1) > 0);

// Close to the table a gap opens between flags, which keep their size, and their units.
function openGaps(flags) {
  if (!flags.length || property(flags[0].flag, "--zoom") < CLOSE) return [];
  const untied = flags.filter(({ line, by, models }) => !line && !by && models.length);
  return untied.filter((one) => gapTo(one.box, nearest(one, one.box)) > FAR_APART);
}

// A line to the model of its unit that is nearest, where the two are apart; the line that was drawn leads elsewhere.
function tieAll(flags) {
  const found = flags.map((one) => ({ ...one, near: nearest(one, one.box), onScreen: one.flag.getScreenCTM() }));
  for (const { flag, unit, box, near, onScreen } of found) {
    for (const line of unit.querySelectorAll(".fl-g, .fl-l, .fl-d")) line.classList.add("gone");
    if (!near || gapTo(box, near) < APART) continue;
    const { a, e, f } = onScreen;
    const local = (at) => [(at.x - e) / a, (at.y - f) / a];
    tie(flag, local(middleOf(box)), local(nearestIn(near, middleOf(box))));
  }
}

// The point of a model that is nearest to another, a little inside it; of a hull as it is turned, since the box round
// one that stands askew has empty corners.
function nearestIn({ model }, { x, y }) {
  const onScreen = model.getScreenCTM();
  const own = model.getBBox();
  const at = new DOMPoint(x, y).matrixTransform(onScreen.inverse());
  const within = (low, length, n) => Math.max(low + length / 4, Math.min(low + (length * 3) / 4, n));
  const near = new DOMPoint(within(own.x, own.width, at.x), within(own.y, own.height, at.y));
  return near.matrixTransform(onScreen);
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

hear("trail", standAside);

// Where nothing is planned: whoever watches.
export function startWatching() {
  for (const news of ["stands", "frame", "view"]) hear(news, soon);
  soon();
}
