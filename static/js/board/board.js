// Pan and zoom. While a gesture lasts the drawing is moved as one composited layer; at rest the viewBox is set.

import { byId, calm, hear, table, tell } from "../live/table.js";

const MARGIN = 24; // drawing units round the table
const PER_INCH = 10;
const FLAG_AT = 1.22; // pixels a drawing unit at which flags have their own size
const CLOSEST = 12; // pixels a drawing unit
const RIM_PX = 28; // between what is kept in view and the view's edge
const MUCH = 1.6; // how much farther away a view goes so that its rim cuts nobody
const GLIDE_MS = 360; // from one frame to the next

const sheet = byId("sheet");
const svg = () => byId("board-svg");
const viewOf = (element) => element.getAttribute("viewBox").split(" ").map(Number);

let whole = { x: -MARGIN, y: -MARGIN, w: 768, h: 528 };
let view = null; // the part shown, in drawing units, of the sheet's shape
let drawn = null; // the part for which the viewBox is set
let settling = 0;
let gliding = 0; // the step of a glide that comes next
let goal = null; // where it leads
let fitted = true;

function start() {
  if (!svg()) return;
  const [x, y, w, h] = viewOf(svg());
  whole = { x, y, w, h };
  fit();
  new ResizeObserver(() => (fitted ? fit() : reshape())).observe(sheet);
}

// The table itself has another size: inches.
export function resize(width, height) {
  whole = { x: -MARGIN, y: -MARGIN, w: width * PER_INCH + 2 * MARGIN, h: height * PER_INCH + 2 * MARGIN };
  fit();
}

const size = () => ({ w: sheet.clientWidth || 1, h: sheet.clientHeight || 1 });
const scale = () => size().w / view.w; // pixels a drawing unit

// ------------------------------------------------------------ moving the view

export function fit() {
  fitted = true;
  stand(wholeView());
}

function wholeView() {
  const { w, h } = size();
  const per = Math.min(w / whole.w, h / whole.h);
  const shown = { w: w / per, h: h / per };
  return { x: whole.x + (whole.w - shown.w) / 2, y: whole.y + (whole.h - shown.h) / 2, ...shown };
}

function halt() {
  cancelAnimationFrame(gliding);
  goal = null;
}

function stand(there) {
  halt();
  view = there;
  settle();
  tell("stands");
}

// The camera goes there, without a glide where motion is not wanted or nobody looks.
function glide(there) {
  halt();
  if (calm() || document.hidden) return stand(there);
  goal = there;
  const [from, began] = [{ ...view }, performance.now()];
  const step = () => {
    const gone = Math.min(1, (performance.now() - began) / GLIDE_MS);
    if (gone === 1) return stand(there);
    const share = gone * gone * (3 - 2 * gone);
    view = Object.fromEntries(Object.keys(from).map((part) => [part, from[part] + (there[part] - from[part]) * share]));
    moved();
    gliding = requestAnimationFrame(step);
  };
  gliding = requestAnimationFrame(step);
}

// What is shown now, to come back to.
export const shown = () => ({ view: { ...view }, fitted, ...size() });

export function showAgain(before) {
  const { w, h } = size();
  const asBefore = !before.fitted && before.w === w && before.h === h;
  fitted = !asBefore;
  glide(asBefore ? before.view : wholeView());
}

// The table and what is shown of it, as parts of the table with its margin.
export function windowOn() {
  return {
    left: (view.x - whole.x) / whole.w,
    top: (view.y - whole.y) / whole.h,
    wide: view.w / whole.w,
    high: view.h / whole.h,
  };
}

// The room for the board may have changed a moment ago.
function keepShape() {
  const { w, h } = size();
  if (!goal && Math.abs(view.h - (view.w * h) / w) > 0.5) fitted ? fit() : reshape();
}

function reshape() {
  const { w, h } = size();
  const now = goal ?? view;
  const high = (now.w * h) / w;
  stand({ ...now, y: now.y + (now.h - high) / 2, h: high });
}

export function zoom(factor, at = middle()) {
  halt();
  const { w, h } = size();
  const least = Math.min(w / whole.w, h / whole.h);
  const per = Math.min(CLOSEST, Math.max(least, scale() * factor));
  if (per <= least * 1.001) {
    fit();
    return;
  }
  const before = toUnits(at);
  view = { ...view, w: w / per, h: h / per };
  view.x = before.x - ((at.x - edge().left) / w) * view.w;
  view.y = before.y - ((at.y - edge().top) / h) * view.h;
  fitted = false;
  moved();
}

export function pan(dx, dy) {
  halt();
  view.x -= dx / scale();
  view.y -= dy / scale();
  fitted = false;
  moved();
}

// Bring a place into view, close enough to see what happens there; inches.
export function centre(x, y, wide = 0) {
  const { w, h } = size();
  const shownW = wide ? Math.min(view.w, wide * PER_INCH) : view.w;
  const shownH = (shownW * h) / w;
  view = { x: x * PER_INCH - shownW / 2, y: y * PER_INCH - shownH / 2, w: shownW, h: shownH };
  fitted = false;
  keepOn();
  settle();
}

// Show a box (inches) with air round it, drawing as much of the table beside it as there is room; `least` inches wide.
// `right` and `top` are pixels at those rims that something lies on; an inch is at least `inch` pixels.
// It moves only if it must: not when the box is in sight already and fills half of it.
// Of `beside`, boxes that its rim would cut are framed as well, unless that would take the view much farther away.
export function frame(box, { least = 12, air = 0.15, right = 0, top = 0, inch = 0, beside = [] } = {}) {
  keepShape();
  const { w, h } = size();
  const room = { w: w - right, h: h - top };
  const wide = Math.max(least, (box.right - box.left) * (1 + 2 * air)) * PER_INCH;
  const high = Math.max((least * room.h) / room.w, (box.bottom - box.top) * (1 + 2 * air)) * PER_INCH;
  const seen = isInView(box.left, box.top - inchesOf(top)) && isInView(box.right + inchesOf(right), box.bottom);
  if (seen && Math.max(wide / view.w, high / view.h) > 0.5 && scale() * PER_INCH >= inch) return;
  const smallest = Math.min(w / whole.w, h / whole.h);
  const per = Math.min(CLOSEST, Math.max(smallest, inch / PER_INCH, Math.min(room.w / wide, room.h / high)));
  const at = [(box.left + box.right) / 2, (box.top + box.bottom) / 2].map((n) => n * PER_INCH);
  const there = { x: at[0] - room.w / per / 2, y: at[1] - (top + room.h / 2) / per, w: w / per, h: h / per };
  there.x = within(there.x, there.w, whole.x, whole.w + right / per);
  there.y = within(there.y, there.h, whole.y - top / per, whole.h + top / per);
  const cut = beside.filter((one) => isCut(one, there));
  if (cut.length) {
    const all = [box, ...cut];
    const wider = Object.fromEntries(["left", "top"].map((side) => [side, Math.min(...all.map((one) => one[side]))]));
    for (const side of ["right", "bottom"]) wider[side] = Math.max(...all.map((one) => one[side]));
    const more = Math.max((wider.right - wider.left) / there.w, (wider.bottom - wider.top) / there.h) * PER_INCH;
    if (more < MUCH) return frame(wider, { least, air: 0.02, right, top, inch });
  }
  fitted = false;
  glide(there);
}

// Whether part of a box (inches) is in such a view and part of it is not.
function isCut({ left, top, right, bottom }, { x, y, w, h }) {
  const [x1, y1, x2, y2] = [left, top, right, bottom].map((n) => n * PER_INCH);
  const apart = x2 <= x || x1 >= x + w || y2 <= y || y1 >= y + h;
  return !apart && (x1 < x || x2 > x + w || y1 < y || y2 > y + h);
}

// How many pixels a box (inches) measures at its longer side.
export const pixelsOf = (box) => Math.max(box.right - box.left, box.bottom - box.top) * PER_INCH * scale();

export const isWhole = () => fitted;

// A box (inches) that lies beyond the view's edge comes into sight by the shortest way; zoomed out where it is larger.
export function keepInView(box) {
  keepShape();
  const rim = RIM_PX / scale();
  const [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom].map((n) => n * PER_INCH);
  if (right - left + 2 * rim > view.w || bottom - top + 2 * rim > view.h) return frame(box);
  const x = Math.min(left - rim, Math.max(right + rim - view.w, view.x));
  const y = Math.min(top - rim, Math.max(bottom + rim - view.h, view.y));
  if (Math.hypot(x - view.x, y - view.y) * scale() < 1) return;
  glide(on({ ...view, x, y }));
}

// Nothing beyond the table's edge is shown where the table is larger than the view; else it stands in the middle.
function within(start, shown, edgeAt, length) {
  if (shown >= length) return edgeAt - (shown - length) / 2;
  return Math.min(edgeAt + length - shown, Math.max(edgeAt, start));
}

// A hand that moved the view holds it until somebody lets go.
let held = false;
export const isHeld = () => held;
export const letGo = () => (held = false);
export const hold = () => (held = true);

export function isInView(x, y) {
  const [ux, uy] = [x * PER_INCH, y * PER_INCH];
  const rim = 20 / scale();
  return ux > view.x + rim && uy > view.y + rim && ux < view.x + view.w - rim && uy < view.y + view.h - rim;
}

// At least a third of the sheet shows table.
function on({ x, y, w, h }) {
  const [roomX, roomY] = [w * 0.66, h * 0.66];
  return {
    x: Math.min(whole.x + whole.w - w + roomX, Math.max(whole.x - roomX, x)),
    y: Math.min(whole.y + whole.h - h + roomY, Math.max(whole.y - roomY, y)),
    w,
    h,
  };
}

const keepOn = () => (view = on(view));

// ------------------------------------------------------------ drawing it

function moved() {
  keepOn();
  const board = svg();
  if (!board || !drawn) return settle();
  const { w, h } = size();
  const factor = drawn.w / view.w;
  const dx = ((drawn.x - view.x) / view.w) * w;
  const dy = ((drawn.y - view.y) / view.h) * h;
  board.classList.add("moving");
  board.style.transformOrigin = "0 0";
  board.style.transform = `translate(${dx}px, ${dy}px) scale(${factor})`;
  clearTimeout(settling);
  settling = setTimeout(settle, 140);
  tell("view");
}

function settle() {
  clearTimeout(settling);
  const board = svg();
  if (!board || !view) return;
  drawn = { ...view };
  board.style.transform = "";
  board.classList.remove("moving");
  board.setAttribute("viewBox", [view.x, view.y, view.w, view.h].map((n) => n.toFixed(2)).join(" "));
  // Flags, names and plates keep their size on the screen, but never cover a small table.
  board.style.setProperty("--zoom", Math.max(0.62, Math.min(4, scale() / FLAG_AT)).toFixed(3));
  tell("view");
}

// ------------------------------------------------------------ from pixels to the table and back

const edge = () => sheet.getBoundingClientRect();
const middle = () => ({ x: edge().left + edge().width / 2, y: edge().top + edge().height / 2 });

function toUnits(at) {
  const box = edge();
  return { x: view.x + ((at.x - box.left) / box.width) * view.w, y: view.y + ((at.y - box.top) / box.height) * view.h };
}

// Inches, to a hundredth.
export function toTable(event) {
  const { x, y } = toUnits({ x: event.clientX, y: event.clientY });
  return [Math.round(x * 10) / 100, Math.round(y * 10) / 100];
}

// Pixels on the sheet.
export function toSheet([x, y]) {
  return [(x * PER_INCH - view.x) * scale(), (y * PER_INCH - view.y) * scale()];
}

export const middleOfView = () => [view.x + view.w / 2, view.y + view.h / 2].map((n) => Math.round(n * 10) / 100);

export const inchesOf = (pixels) => pixels / scale() / PER_INCH;

// ------------------------------------------------------------ gestures

const fingers = new Map();
let taker = null; // whoever has taken the pointer: a tool or the pencil
let pressed = null; // where a press began that may become a tap
let gap = 0;

const takers = [];
export const takePointer = (one) => takers.push(one); // {down(point, event) → bool, move, up, cancel}

sheet.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 && event.button !== 1) return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) {
    taker?.cancel?.();
    taker = null;
    pressed = null;
    gap = spread();
    return;
  }
  if (fingers.size > 2) return;
  pressed = { x: event.clientX, y: event.clientY, target: event.target, dragged: false };
  const point = toTable(event);
  taker = event.button === 0 ? (takers.find((one) => one.down(point, event)) ?? null) : null;
  try {
    sheet.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is gone already.
  }
});

sheet.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) {
    if (event.pointerType === "mouse") tell("hover", event);
    return;
  }
  const before = fingers.get(event.pointerId);
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) {
    pinch(before, event);
    return;
  }
  if (!pressed) return;
  if (!pressed.dragged && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 5) return;
  pressed.dragged = true;
  if (taker) taker.move(toTable(event), event);
  else {
    svg()?.classList.add("panning");
    held = true;
    pan(event.clientX - before.clientX, event.clientY - before.clientY);
  }
});

function pinch(before, event) {
  const [a, b] = [...fingers.values()];
  const now = spread();
  held = true;
  pan((event.clientX - before.clientX) / 2, (event.clientY - before.clientY) / 2);
  if (gap > 0) zoom(now / gap, { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
  gap = now;
}

function spread() {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function release(event) {
  if (!fingers.delete(event.pointerId)) return;
  svg()?.classList.remove("panning");
  if (!pressed) return;
  const { dragged, target } = pressed;
  pressed = null;
  const one = taker;
  taker = null;
  if (event.type === "pointercancel") one?.cancel?.();
  else if (dragged) one?.up(toTable(event), event);
  else {
    one?.cancel?.();
    tell("tap", { point: toTable(event), target, event });
    twice(event);
  }
}

// Two taps of a finger at one place bring it closer, unless taps mean something to what is planned.
const TWICE_MS = 320;
const TWICE_PX = 28;
let tapped = null;

function twice(event) {
  const near = tapped && Math.hypot(event.clientX - tapped.clientX, event.clientY - tapped.clientY) < TWICE_PX;
  const again = near && event.timeStamp - tapped.timeStamp < TWICE_MS;
  tapped = event.pointerType === "touch" && !again ? event : null;
  if (!again || table.kind || document.body.dataset.tool === "ruler" || document.body.dataset.tool === "sight") return;
  held = true;
  zoom(2, { x: event.clientX, y: event.clientY });
}

sheet.addEventListener("pointerup", release);
sheet.addEventListener("pointercancel", release);

sheet.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    held = true;
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    zoom(Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016)), { x: event.clientX, y: event.clientY });
  },
  { passive: false },
);

hear("do", (what) => {
  if (["zoom-in", "zoom-out", "fit"].includes(what)) held = true;
  if (what === "zoom-in") zoom(1.4);
  else if (what === "zoom-out") zoom(1 / 1.4);
  else if (what === "fit") fit();
});

start();
