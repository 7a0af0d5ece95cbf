// What lies on what, in pixels: for names, plates and odds, which keep clear of models, flags and each other.

export const GAP = 3; // between two things that keep clear of each other

// Plain values: of those of the browser each number is asked for again, which is slow where thousands are compared.
export const boxAt = (x, y, width, height) => ({
  x,
  y,
  width,
  height,
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});
export const boxOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return boxAt(x, y, width, height);
};
export const moved = (box, dx, dy) => boxAt(box.x + dx, box.y + dy, box.width, box.height);

// How much of it the others cover; not counted on from `enough`.
export function covered(box, others, enough = Infinity) {
  let sum = 0;
  for (const other of others) {
    if (sum >= enough) break;
    sum += overlap(box, other);
  }
  return sum;
}

export function overlap(a, b) {
  const wide = Math.min(a.right, b.right + GAP) - Math.max(a.left, b.left - GAP);
  if (wide <= 0) return 0;
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return high > 0 ? wide * high : 0;
}

const beyond = (low, high, otherLow, otherHigh) => Math.max(0, otherLow - high, low - otherHigh);

// How far two boxes are apart.
export const gapTo = (a, b) =>
  Math.hypot(beyond(a.left, a.right, b.left, b.right), beyond(a.top, a.bottom, b.top, b.bottom));

export const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

// A line as small boxes, which nothing may cover.
const STEP = 9; // pixels from one to the next

export function along(line) {
  const onScreen = line.getScreenCTM();
  const [length, step] = [line.getTotalLength?.() ?? 0, STEP / onScreen.a];
  const found = [];
  for (let gone = 0; gone <= length; gone += step) {
    const { x, y } = line.getPointAtLength(gone).matrixTransform(onScreen);
    found.push(boxAt(x - 2, y - 2, 4, 4));
  }
  return found;
}

// The straight way from one point to another as such boxes.
export function way(from, to) {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
  const at = (n) => [from.x + ((to.x - from.x) * n) / steps, from.y + ((to.y - from.y) * n) / steps];
  return Array.from({ length: steps + 1 }, (_, n) => boxAt(at(n)[0] - 2, at(n)[1] - 2, 4, 4));
}

// ------------------------------------------------------------ standing aside

const RINGS = [12, 20, 28, 38, 50, 64, 80, 100, 124]; // pixels that something moves aside, the least first
const WAYS = 16; // in so many directions
const OFF = 3; // how much dearer than all of it covered: what is cut tells nothing
const TIED = 24; // pixels from which on a line ties it to its place

const course = (n, of) => [Math.cos((2 * Math.PI * n) / of), Math.sin((2 * Math.PI * n) / of)];

// Those that a box may come to lie on, however far it moves aside.
export function nearTo(box, others) {
  const far = RINGS.at(-1) + GAP;
  const [left, right] = [box.left - far, box.right + far];
  const [top, bottom] = [box.top - far, box.bottom + far];
  return others.filter((o) => o.right > left && o.left < right && o.bottom > top && o.top < bottom);
}

// By how much a box moves aside so that it covers nothing, or least.
export function freeStep(box, taken, sheet) {
  let best = { by: [0, 0], cost: covered(box, taken) };
  for (const far of RINGS) {
    if (best.cost === 0) break;
    for (let n = 0; n < WAYS; n += 1) {
      const by = course(n, WAYS).map((part) => part * far);
      const at = moved(box, ...by);
      const off = isWithin(at, sheet) ? 0 : OFF * at.width * at.height;
      if (off >= best.cost) continue;
      const cost = off + covered(at, taken, best.cost - off);
      if (cost < best.cost) best = { by, cost };
    }
  }
  return best.by;
}

// Where a box may stand round another, the nearest first.
export function placesRound(box, body) {
  const { x, y } = middleOf(body);
  const at = (far, [dx, dy]) =>
    boxAt(
      x + dx * (body.width / 2 + box.width / 2 + far) - box.width / 2,
      y + dy * (body.height / 2 + box.height / 2 + far) - box.height / 2,
      box.width,
      box.height,
    );
  return [GAP, ...RINGS].flatMap((far) => Array.from({ length: WAYS }, (_, n) => at(far, course(n, WAYS))));
}

// Move it so many pixels from where it was drawn (data-at).
export function move(thing, [dx, dy], scale) {
  thing.setAttribute(
    "transform",
    `translate(${(dx / scale).toFixed(1)} ${(dy / scale).toFixed(1)}) ${thing.dataset.at}`,
  );
}

// The same; far from there a line leads back.
export function shift(thing, [dx, dy], scale) {
  move(thing, [dx, dy], scale);
  if (Math.hypot(dx, dy) >= TIED) tie(thing, [0, 0], [-dx / scale, -dy / scale]);
}

// A line in drawing units from what has moved aside to what it is about.
export function tie(thing, from, to) {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("class", "tie");
  line.setAttribute("d", `M${from.map((n) => n.toFixed(1)).join(" ")}L${to.map((n) => n.toFixed(1)).join(" ")}`);
  thing.prepend(line);
}

export const isWithin = (box, room) =>
  box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;

// How far a box moves, across or down, until it is no longer cut.
export const inwards = (box, room, low, high) =>
  Math.max(0, room[low] - box[low]) - Math.max(0, box[high] - room[high]);
