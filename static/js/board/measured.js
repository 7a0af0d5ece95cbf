// What has been measured: a range that is to be guessed must not have been. (ARAP-AREA-10)

import { hear } from "../live/table.js";

const NEAR_IN = 1; // a spot this near to one that was measured is the same

let pairs = new Set(); // "a1>b2"
let looked = new Set(); // pairs whose plan of a shot or charge was looked at, which says how far it is
let spots = []; // {unit, at}

export function isMeasured({ unit, target, path }) {
  if (target) return [pairs, looked].some((known) => known.has(`${unit}>${target}`));
  const at = path.at(-1);
  return (
    at !== undefined &&
    spots.some((spot) => spot.unit === unit && Math.hypot(spot.at[0] - at[0], spot.at[1] - at[1]) <= NEAR_IN)
  );
}

const bothWays = (one, other) => [
  [one, other],
  [other, one],
];

hear("measured", ({ from, to, looked: byPlan }) => {
  for (const [one, other] of bothWays(from, to)) {
    if (one.unit && other.unit) (byPlan ? looked : pairs).add(`${one.unit}>${other.unit}`);
    else if (one.unit && other.at) spots.push({ unit: one.unit, at: other.at });
  }
});

// Whoever has shot did not look to measure for another shot.
hear("did", ({ unit, target }) => bothWays(unit, target).forEach(([one, other]) => looked.delete(`${one}>${other}`)));

// Whoever has moved is somewhere else now.
hear("frame", ({ animate, whole }) => {
  const gone = new Set(animate.filter((step) => step.type === "move").map((step) => step.unit));
  const stays = (pair) => !whole && !pair.split(">").some((unit) => gone.has(unit));
  pairs = new Set([...pairs].filter(stays));
  looked = new Set([...looked].filter(stays));
  spots = whole ? [] : spots.filter((spot) => !gone.has(spot.unit));
});
