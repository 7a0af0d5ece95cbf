// What is shown ahead of the server: moves, turns and stretches of things, each until the server has drawn it or
// refused it. Answers come in the order in which edits were sent.

const nodeOf = (key) => document.getElementById(`el-${key}`);
const pending = new Map(); // changes of a thing by its key, the oldest first

const round = (n) => Math.round(n * 1000) / 1000;

// A change: how the drawing shows it, and where a point of the thing goes, in inches.
export const moved = ([dx, dy]) => ({
  shows: `translate(${round(dx * 10)} ${round(dy * 10)})`,
  at: ([x, y]) => [x + dx, y + dy],
});

export function turned([cx, cy], deg) {
  const [sine, cosine] = [Math.sin((deg * Math.PI) / 180), Math.cos((deg * Math.PI) / 180)];
  return {
    shows: `rotate(${round(deg)} ${round(cx * 10)} ${round(cy * 10)})`,
    at: ([x, y]) => [cx + (x - cx) * cosine - (y - cy) * sine, cy + (x - cx) * sine + (y - cy) * cosine],
  };
}

export function stretched([fx, fy], [across, down]) {
  const [x0, y0] = [round(fx * 10), round(fy * 10)];
  return {
    shows: `translate(${x0} ${y0}) scale(${across.toFixed(4)} ${down.toFixed(4)}) translate(${-x0} ${-y0})`,
    at: ([x, y]) => [fx + (x - fx) * across, fy + (y - fy) * down],
  };
}

// Show it until it is settled.
export function show(keys, change) {
  for (const key of keys) {
    pending.set(key, [...(pending.get(key) ?? []), change]);
    place(key);
  }
}

// The oldest change is drawn by the server, or refused.
export function settle(keys) {
  for (const key of keys) {
    const rest = (pending.get(key) ?? []).slice(1);
    if (rest.length) pending.set(key, rest);
    else pending.delete(key);
    place(key);
  }
}

// Put it where it is shown; `also` is a change under way, that of a drag.
export function place(key, also = null) {
  const changes = [...(pending.get(key) ?? []), ...(also ? [also] : [])];
  if (changes.length)
    nodeOf(key)?.setAttribute(
      "transform",
      changes
        .map((each) => each.shows)
        .reverse()
        .join(" "),
    );
  else nodeOf(key)?.removeAttribute("transform");
}

// Its outline as it is shown.
export function points(key) {
  const outline = nodeOf(key)?.firstElementChild?.dataset.points ?? "";
  const drawn = outline
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split(",").map(Number));
  return (pending.get(key) ?? []).reduce((all, change) => all.map(change.at), drawn);
}
