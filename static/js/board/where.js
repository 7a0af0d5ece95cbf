// The spoken name of each unit ends with where it stands: its square, the nearest enemy and how far that is, as the
// rules count it. Worked out here, since every step of one unit changes it for the others.

import { lengthText } from "./lengths.js";
import { between, hullOf, lengthOf } from "./outlines.js";
import { sideOf } from "./sides.js";
import { hear, table } from "../live/table.js";

const REST_MS = 150;
const SQUARE = 60; // drawing units

const places = document.createElement("div");
places.hidden = true;
document.body.append(places);
let waiting = 0;

const numbers = (element) =>
  /translate\(([-\d.]+) ([-\d.]+)\)/
    .exec(element?.getAttribute("transform") ?? "")
    ?.slice(1)
    .map(Number);

// Each living member of a unit as an end of a range; nothing for one that is not drawn.
function endsOf(token) {
  const origin = numbers(token.querySelector(".in"));
  const models = origin ? [...token.querySelectorAll("[data-model]")] : [];
  return models.map((model) => {
    const [x, y] = numbers(model) ?? [0, 0];
    const leads = (model.getAttribute("href") ?? "").startsWith("#lead-");
    return { at: [(origin[0] + x) / 10, (origin[1] + y) / 10], hull: hullOf(model), leads };
  });
}

// A circle round a unit: what lies beyond another one need not be measured.
function circleOf(ends) {
  const middle = [0, 1].map((n) => ends.reduce((sum, { at }) => sum + at[n], 0) / ends.length);
  const radius = Math.max(...ends.map(({ at, hull }) => lengthOf([middle, at]) + (hull ? hull.long + hull.wide : 0)));
  return { middle, radius };
}

function nearestOf(unit, enemies) {
  const least = (other) => lengthOf([unit.middle, other.middle]) - unit.radius - other.radius;
  let near = null;
  for (const other of enemies.toSorted((a, b) => least(a) - least(b))) {
    if (near && near.inches <= least(other)) break;
    const inches = apart(unit.ends, other.ends);
    if (!near || inches < near.inches) near = { name: other.name, inches };
  }
  return near;
}

function apart(some, others) {
  let least = Infinity;
  for (const one of some)
    for (const other of others) {
      const line = one.hull || other.hull ? between(one, other) : [one.at, other.at];
      least = Math.min(least, lengthOf(line));
    }
  return least;
}

function squareOf([x, y]) {
  const [column, row] = [x, y].map((inches) => Math.max(0, Math.floor((inches * 10) / SQUARE)));
  return `${String.fromCharCode(65 + Math.min(25, column))}${row + 1}`;
}

// What is to be guessed is not shown. (ARAP-AREA-10)
const guesses = () => ["throw", "lob"].includes(table.kind);

function whereabouts(unit, all) {
  const parts = [squareOf((unit.ends.find(({ leads }) => leads) ?? unit.ends[0]).at)];
  const near = nearestOf(
    unit,
    all.filter((other) => other.side !== unit.side),
  );
  if (near) parts.push(`nearest enemy ${near.name}${guesses() ? "" : `, ${lengthText(near.inches)} away`}`);
  return `at ${parts.join(", ")}`;
}

function fillIn() {
  const tokens = [...document.querySelectorAll("#units .unit[data-unit]")];
  const all = tokens
    .map((token) => ({
      id: token.dataset.unit,
      side: sideOf(token.dataset.unit),
      name: token.dataset.unit.toUpperCase(),
      ends: endsOf(token),
    }))
    .filter(({ ends }) => ends.length)
    .map((unit) => ({ ...unit, ...circleOf(unit.ends) }));
  const spans = all.map((unit) => {
    const span = document.createElement("span");
    span.id = `unit-${unit.id}-where`;
    span.textContent = whereabouts(unit, all);
    return span;
  });
  places.replaceChildren(...spans);
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(fillIn, REST_MS);
}

for (const news of ["frame", "draft"]) hear(news, soon);
soon();
