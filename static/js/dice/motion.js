// What happened, shown in order: dice fall, tokens go the way they walked, and only then the result stands on the page.
// Without motion: settled dice and a trail.

import { hideDice, newCard, settleDice, showDice } from "./dice.js";
import { byId, calm, hear, tell } from "../live/table.js";

const TOKEN_MS = 600;
const DICE_MS = 1000;
const CARD_MS = 1700; // there is something to read on it
const TRAIL_MS = 4000;
const MOST_STEPS = 14;
const FLASH_MS = 4500;
const SAME_IN = 0.05; // a way that begins so near to the end of another goes on from there
const FALLING = new Set(["burst", "flame", "debris", "thrown"]);

let before = new Map(); // model → place and turn, in drawing units, before the frame
let busyUntil = 0;

export const restsIn = () => Math.max(0, busyUntil - performance.now());

function placesIn(unit) {
  const token = document.getElementById(`unit-${unit}`);
  const origin = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(token?.querySelector(".in")?.getAttribute("transform") ?? "");
  const found = new Map();
  if (!origin) return found;
  for (const model of token.querySelectorAll("[data-model]")) {
    const text = model.getAttribute("transform");
    const at = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(text);
    const turn = Number(/rotate\(([-\d.]+)\)/.exec(text)?.[1] ?? 0);
    const scale = /scale\([-\d.]+\)/.exec(text)?.[0] ?? "";
    const origin2 = [Number(origin[1]), Number(origin[2])];
    found.set(model.dataset.model, {
      model,
      x: Number(at[1]) + origin2[0],
      y: Number(at[2]) + origin2[1],
      turn,
      scale,
      origin: origin2,
    });
  }
  return found;
}

hear("coming", ({ animate }) => {
  before = new Map();
  for (const step of animate) {
    if (step.type !== "move" || before.has(step.unit)) continue;
    before.set(step.unit, placesIn(step.unit));
  }
});

// ------------------------------------------------------------ dice before results

const SETTLE = 0.72; // of a throw's time it tumbles
let timers = [];
let release = null; // shows the result that waits for its dice
let led = 0; // steps of the next frame that have been shown before it
let rest = false; // no dice are waited for: somebody wants to see how it ended

const later = (does, at) => timers.push(setTimeout(does, at));
const paceOf = (steps) => (steps.length > 6 ? 0.55 : 1);
const unitsOf = (steps) => [...new Set(steps.flatMap((step) => [step.unit, step.target]).filter(Boolean))];

// The ways that are shown, each with the place where its unit began: of each unit the last, and those before it that
// lead to where the next begins. Others are part of a later one.
function waysOf(steps) {
  const shown = [];
  for (const step of steps.filter((one) => one.type === "move").reverse()) {
    const next = shown.find((one) => one.unit === step.unit);
    if (!next || leadsTo(step, next)) shown.unshift(step);
  }
  const begins = new Map();
  for (const step of shown) if (!begins.has(step.unit)) begins.set(step.unit, step.path?.[0] ?? [0, 0, 0]);
  return new Map(shown.map((step) => [step, begins.get(step.unit)]));
}

function leadsTo(step, next) {
  const [end, start] = [step.path?.at(-1), next.path?.[0]];
  return Boolean(end && start) && Math.hypot(end[0] - start[0], end[1] - start[1]) < SAME_IN;
}

// Ways of one unit that follow each other, as one: by the first of them.
function joined(ways) {
  const first = new Map();
  for (const step of ways) first.set(step.unit, first.get(step.unit) ?? step);
  const path = (unit) => ways.filter((step) => step.unit === unit).flatMap((step) => step.path ?? []);
  return new Map([...first.values()].map((step) => [step, { ...step, path: path(step.unit) }]));
}

// Show a result once what led to it has been seen: ways that were walked before the last dice, and the dice.
export function afterDice(animate, show, speed = 1) {
  const steps = animate.slice(-MOST_STEPS);
  const dice = steps.findLastIndex((step) => step.type === "roll" && step.faces?.length);
  if (rest || calm() || document.hidden || dice < 0) return show();
  const pace = paceOf(steps) / speed;
  const ways = waysOf(steps);
  let at = 0;
  newCard(unitsOf(steps));
  tell("leading", { animate });
  for (const step of steps.slice(0, dice + 1)) at += lead(step, at, pace, ways);
  led = dice + 1;
  busyUntil = performance.now() + at;
  document.body.classList.add("rolling");
  release = () => {
    stop();
    show();
    if (!release) document.body.classList.remove("rolling");
  };
  later(release, at);
}

// What stands before a result, at its time; returns how long it takes.
function lead(step, at, pace, ways) {
  if (step.type === "roll") {
    const lasts = (step.card ? CARD_MS : DICE_MS) * pace;
    later(() => showDice(step, lasts * SETTLE), at);
    return lasts;
  }
  if (step.type === "shot") later(() => tell("shot", step), at);
  else if (FALLING.has(step.type)) later(() => fall(step), at);
  else if (ways.has(step)) return goAhead(step, at, TOKEN_MS * pace, ways.get(step));
  return 0;
}

function stop() {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  release = null;
  settleDice();
  for (const way of ahead) way.cancel();
  ahead = [];
}

// Somebody does not want to wait: what is still held back is shown at once.
export function showRest() {
  if (!release) return;
  busyUntil = 0;
  rest = true;
  while (release) release();
  rest = false;
}

hear("show-rest", showRest);

// Space for everybody, before it means anything else.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== " " || !release || event.target.closest?.("input, textarea, select, dialog")) return;
    event.preventDefault();
    event.stopPropagation();
    showRest();
  },
  true,
);
byId("show-rest")?.addEventListener("click", showRest);

hear("frame", ({ animate }) => {
  const steps = animate.slice(-MOST_STEPS);
  const pace = paceOf(steps);
  const ways = waysOf(steps);
  const left = joined(steps.slice(led).filter((step) => ways.has(step)));
  let at = 0;
  clearFlash();
  if (!led && steps.length) newCard(unitsOf(steps));
  for (const step of steps.slice(led)) {
    if (step.type === "roll") {
      if (calm()) showDice(step);
    } else if (step.type === "shot") {
      tell("shot", step);
    } else if (FALLING.has(step.type)) {
      setTimeout(() => fall(step), at);
    } else if (left.has(step)) {
      if (calm()) trail(left.get(step));
      else walk(left.get(step), at, TOKEN_MS * pace, ways.get(step));
      at += calm() ? 0 : TOKEN_MS * pace;
    }
  }
  led = 0;
  busyUntil = performance.now() + at;
  if (steps.some((step) => step.what === "Bust")) setTimeout(bust, at);
});

// A bust is said across the page, and aloud; the club's screen says it in its own large letters. It goes with the next
// thing that happens or is taken in hand: it says nothing about that.
let flashing = 0;

function bust() {
  const flash = byId("flash");
  if (!flash) return;
  const lines = [...document.querySelectorAll("#log .entry:not(.struck) .soft")].map((one) => one.textContent);
  const text = lines.find((line) => line.startsWith("Bust")) ?? "Bust";
  flash.querySelector("span").textContent = text;
  flash.hidden = false;
  tell("announce", text);
  flashing = setTimeout(clearFlash, FLASH_MS);
}

function clearFlash() {
  clearTimeout(flashing);
  if (byId("flash")) byId("flash").hidden = true;
}

hear("begun", hideDice);

hear("selected", () => {
  showRest();
  clearFlash();
  hideDice();
});

// ------------------------------------------------------------ tokens

// From where it stood when it began, further on by what has been shown of its way already.
function from(old, path, begin, turns) {
  if (!path.length) return old;
  const [x, y, facing] = path[0];
  const turn = old.turn + (turns ? shortest(begin[2], facing) : 0);
  return { ...old, x: old.x + (x - begin[0]) * 10, y: old.y + (y - begin[1]) * 10, turn };
}

const isHull = (token) => token.querySelector("[data-hull]") !== null;

function walk(step, delay, duration, begin) {
  const was = before.get(step.unit) ?? new Map();
  const token = document.getElementById(`unit-${step.unit}`);
  if (!token) return;
  for (const [id, now] of placesIn(step.unit)) {
    const stood = was.get(id);
    const old = stood && from(stood, step.path ?? [], begin, isHull(token));
    if (!old || (old.x === now.x && old.y === now.y && old.turn === now.turn)) continue;
    now.model.animate(keyframes(step.path ?? [], old, now), {
      duration,
      delay,
      fill: "backwards",
      easing: "ease-in-out",
    });
  }
  for (const mark of token.querySelectorAll(".coh, .halo, .flag")) {
    mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], {
      duration,
      delay,
      fill: "backwards",
    });
  }
}

// The way there, before the board says where they stand: the result brings them to the very places.
let ahead = [];

function goAhead(step, delay, duration, begin) {
  const path = step.path ?? [];
  const token = document.getElementById(`unit-${step.unit}`);
  if (!token || path.length < 2) return 0;
  const [dx, dy] = [path.at(-1)[0] - path[0][0], path.at(-1)[1] - path[0][1]];
  const turns = isHull(token);
  for (const stood of placesIn(step.unit).values()) {
    const old = from(stood, path, begin, turns);
    const turn = old.turn + (turns ? shortest(path[0][2], path.at(-1)[2]) : 0);
    const end = { ...old, x: old.x + dx * 10, y: old.y + dy * 10, turn };
    ahead.push(
      old.model.animate(keyframes(path, old, end), { duration, delay, fill: "forwards", easing: "ease-in-out" }),
    );
  }
  for (const mark of token.querySelectorAll(".coh, .halo, .flag")) {
    ahead.push(mark.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 1, delay, fill: "forwards" }));
  }
  return duration;
}

function keyframes(path, old, now) {
  const points =
    path.length > 1
      ? path
      : [
          [0, 0],
          [0, 0],
        ];
  const lengths = points.map((p, n) => (n ? Math.hypot(p[0] - points[n - 1][0], p[1] - points[n - 1][1]) : 0));
  const whole = lengths.reduce((a, b) => a + b, 0) || 1;
  let gone = 0;
  const frames = points.map((p, n) => {
    gone += lengths[n];
    const last = n === points.length - 1;
    const x = last ? now.x : old.x + (p[0] - points[0][0]) * 10;
    const y = last ? now.y : old.y + (p[1] - points[0][1]) * 10;
    const share = gone / whole;
    return { at: last ? 1 : share, x, y, turn: old.turn + shortest(old.turn, now.turn) * (last ? 1 : share) };
  });
  frames[0].at = 0;
  return frames.map((f) => ({ offset: Math.min(1, f.at), transform: place(f, now) }));
}

const shortest = (from, to) => ((to - from + 540) % 360) - 180;

function place(frame, now) {
  const [x, y] = [frame.x - now.origin[0], frame.y - now.origin[1]];
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${frame.turn.toFixed(1)}deg) ${now.scale}`;
}

function trail(step) {
  const was = before.get(step.unit);
  const points = (step.path ?? []).map(([x, y]) => `${(x * 10).toFixed(1)} ${(y * 10).toFixed(1)}`);
  if (!was?.size || points.length < 2) return;
  const box = document.createElement("template");
  box.innerHTML = `<svg><path class="trail" aria-hidden="true" d="M${points.join("L")}"/></svg>`;
  const line = box.content.firstChild.firstChild;
  byId("board-svg").append(line);
  tell("trail"); // flags stand aside while it is there
  setTimeout(() => {
    line.remove();
    tell("trail");
  }, TRAIL_MS);
}

// ------------------------------------------------------------ shells and grenades

const FALLEN_MS = 9000;
const tenth = (point) => point.map((n) => (n * 10).toFixed(1)).join(" ");

// Where it was aimed, how it scattered, where its marker or template lies, and whom it touches.
function fall(step) {
  const shapes = SHAPES[step.type](step);
  const rings = (step.touched ?? [])
    .map(([x, y, r]) => `<circle class="touch" cx="${x * 10}" cy="${y * 10}" r="${r * 10 + 2.2}"/>`)
    .join("");
  const box = document.createElement("template");
  box.innerHTML = `<svg><g aria-hidden="true" class="fallen" pointer-events="none">${shapes}${rings}</g></svg>`;
  const mark = box.content.firstChild.firstChild;
  byId("board-svg")?.append(mark);
  setTimeout(() => mark.remove(), FALLEN_MS);
}

const outline = (ring) => `M${ring.map(tenth).join("L")}Z`;
const SHAPES = {
  burst: marker,
  flame: (step) => step.strips.map((ring) => `<path class="blast" d="${outline(ring)}"/>`).join(""),
  // A stroke twice as wide as they fly covers all that lies so near to the hull.
  debris: (step) => `<path class="debris" stroke-width="${step.reach * 20}" d="${outline(step.ring)}"/>`,
  thrown: (step) => {
    const cross = `<path class="aim-x" transform="translate(${tenth(step.from)})" d="M-8 -8L8 8M-8 8L8 -8"/>`;
    return `${flight(tenth(step.from), tenth(step.to))}${cross}`;
  },
};

const flight = (from, to) => `<path class="los-c" d="M${from}L${to}"/><path class="los" d="M${from}L${to}"/>`;

function marker(step) {
  const [[ax, ay], [x, y]] = [tenth(step.aim).split(" "), tenth(step.at).split(" ")];
  const moved = ax !== x || ay !== y;
  const scatter = moved ? flight(`${ax} ${ay}`, `${x} ${y}`) : "";
  const aim = `<circle class="trail-o" r="${Math.max(3, step.size * 5)}"/><path class="aim-x" d="M-8 0H8M0-8V8"/>`;
  const blast = `<circle class="blast" cx="${x}" cy="${y}" r="${Math.max(4, step.size * 5)}"/>`;
  const centre = `<circle class="blast-o" cx="${x}" cy="${y}" r="2.5"/>`;
  return `${scatter}<g transform="translate(${ax} ${ay})">${aim}</g>${blast}${centre}`;
}
