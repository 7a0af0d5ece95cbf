// Where a range begins and ends, as the rules count it (ARAP-GEN-05): at base centres, and at the nearest place of a
// hull's outline. An end is {at, hull}; inches.

const turned = ([x, y], deg) => {
  const [sin, cos] = [Math.sin((deg * Math.PI) / 180), Math.cos((deg * Math.PI) / 180)];
  return [x * cos - y * sin, x * sin + y * cos];
};

// The hull of a drawn model: half its length and width, and where it heads; nothing for one on a base.
export function hullOf(model) {
  const [long, wide] = (model.dataset.hull ?? "").split(" ").map(Number);
  if (!wide) return null;
  return {
    long: long / 2,
    wide: wide / 2,
    deg: Number(/rotate\(([-\d.]+)/.exec(model.getAttribute("transform"))?.[1]),
  };
}

const onHull = ({ at, hull }, point) => turned([point[0] - at[0], point[1] - at[1]], -hull.deg);
const within = (n, most) => Math.min(most, Math.max(-most, n));

function nearestOf(end, point) {
  if (!end.hull) return end.at;
  const [x, y] = onHull(end, point);
  const [dx, dy] = turned([within(x, end.hull.wide), within(y, end.hull.long)], end.hull.deg);
  return [end.at[0] + dx, end.at[1] + dy];
}

export const lengthOf = ([a, b]) => Math.hypot(b[0] - a[0], b[1] - a[1]);

// How far a place is from an end: 0 on a hull.
export const awayFrom = (end, point) => lengthOf([nearestOf(end, point), point]);

// The shortest line from one end to the other: going to and fro between two outlines, each time to the nearest place.
export function between(one, other) {
  let [a, b] = [one.at, other.at];
  for (let n = 0; n < 40; n += 1) {
    b = nearestOf(other, a);
    a = nearestOf(one, b);
  }
  return [a, b];
}
