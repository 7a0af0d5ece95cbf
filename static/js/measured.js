// What has been measured: a range that is to be guessed must not have been. (ARAP-AREA-10)

import { hear } from "./table.js";

const NEAR_IN = 1; // a spot this near to one that was measured is the same

let pairs = new Set(); // "a1>b2"
let spots = []; // {unit, at}

export function isMeasured({ unit, target, path }) {
  if (target) return pairs.has(`${unit}>${target}`);
  const at = path.at(-1);
  return at !== undefined && spots.some((spot) => spot.unit === unit && Math.hypot(spot.at[0] - at[0], spot.at[1] - at[1]) <= NEAR_IN);
}

hear("measured", ({ from, to }) => {
  for (const [one, other] of [[from, to], [to, from]]) {
    if (one.unit && other.unit) pairs.add(`${one.unit}>${other.unit}`);
    else if (one.unit && other.at) spots.push({ unit: one.unit, at: other.at });
  }
});

// Whoever has moved is somewhere else now.
hear("frame", ({ animate, whole }) => {
  const gone = new Set(animate.filter((step) => step.type === "move").map((step) => step.unit));
  pairs = new Set(whole ? [] : [...pairs].filter((pair) => !pair.split(">").some((unit) => gone.has(unit))));
  spots = whole ? [] : spots.filter((spot) => !gone.has(spot.unit));
});
