// A battle shown again. The server draws every moment; this page asks for the way from one to the next.

import "../live/announce.js";
import { fit, zoom } from "../board/board.js";
import { lookRound, PHONE } from "../board/camera.js";
import { startWatching } from "../board/flags.js";
import { afterDice, restsIn } from "../dice/motion.js";
import "../board/names.js";
import { swapIn } from "../live/swaps.js";
import { ask, byId, calm, table, tell } from "../live/table.js";

const ACT_MS = 1000; // at speed 1
const SETTLED = 4; // from this speed on dice and steps are not shown one by one
const LEAD = 2; // acts before a moment, where only moments are played
const HOVERED = 60; // that a pointer stays over an act before it is fetched
const RESTED = 250; // until the next act is fetched
const MOST_AHEAD = 24; // answers that are kept
// On an upright phone the strip slides under the needle.
const UPRIGHT = matchMedia("(max-width: 719px) and (min-height: 500px), (max-width: 559px)");
const ACT_PX = 8; // of the strip, on a phone

const acts = JSON.parse(byId("acts").textContent).map(([end, turn, side]) => ({ end, turn, side }));
const names = new Map(JSON.parse(byId("sides").textContent));
const line = byId("line");
const moments = [...document.querySelectorAll(".keys [data-act]")];
const kept = new Map();
let here = Number(line.getAttribute("aria-valuenow")) - 1;
let wanted = here; // where the line stands while answers are on their way
let speed = 1;
let timer = 0;
let playing = false;
let showing = Promise.resolve(); // an act whose dice still fall

// ------------------------------------------------------------ from one moment to another

function way(from, to) {
  const key = `${from}-${to}`;
  if (!kept.has(key)) {
    const since = from < 0 ? 0 : acts[from].end;
    kept.set(
      key,
      ask("moment", { view: table.as, since, upto: acts[to].end }).then((answer) => (answer.ok ? answer.text() : "")),
    );
    if (kept.size > MOST_AHEAD) kept.delete(kept.keys().next().value);
  }
  return kept.get(key).catch(() => (kept.delete(key), ""));
}

async function go(to, { steps = true } = {}) {
  clearTimeout(looking);
  wanted = Math.max(0, Math.min(acts.length - 1, to));
  place(wanted);
  const aim = wanted;
  tell("show-rest");
  await showing;
  const html = await way(here, aim);
  if (aim !== wanted || aim === here) return; // somewhere else is wanted by now
  if (!html) {
    tell("announce", "No answer from the table.");
    return;
  }
  showing = show(html, steps);
  await showing;
  here = aim;
  place(here);
  const { origin, pathname } = location;
  history.replaceState(null, "", `${origin}${pathname}?view=${table.as}&at=${acts[here].end}`);
  if (!playing) ahead(here + 1, RESTED);
}

// What is likely to be wanted next is asked for once nothing else is: it would stand in the way of the next jump.
function ahead(to, rest = 0) {
  clearTimeout(looking);
  if (to < 0 || to >= acts.length || to === here) return;
  looking = setTimeout(() => way(here, to), rest);
}
let looking = 0;

function show(html, steps) {
  const box = document.createElement("template");
  box.innerHTML = html;
  const stamp = box.content.getElementById("frame");
  const played = JSON.parse(stamp.querySelector("script").textContent).animate;
  const animate = steps ? played : [];
  return new Promise((done) => {
    afterDice(
      animate,
      () => {
        tell("coming", { animate });
        swapIn(box.content.children);
        tell("frame", { animate });
        follow(played);
        done();
      },
      speed,
    );
  });
}

function place(at) {
  const { end, turn, side } = acts[at];
  const whose = names.get(side);
  const words = `${turn ? `${document.body.dataset.word} ${turn}` : "setting up"}${whose ? `, ${whose}` : ""}`;
  const share = `${((at + 1) / acts.length) * 100}%`;
  byId("needle").style.left = UPRIGHT.matches ? "" : share;
  byId("ahead").style.left = share;
  slide(at);
  byId("where").textContent = `Event ${end} of ${acts.at(-1).end}, ${words}`;
  line.setAttribute("aria-valuenow", at + 1);
  line.setAttribute("aria-valuetext", `Event ${end}, ${words}`);
  for (const link of moments) {
    if (Number(link.dataset.act) === at) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

// ------------------------------------------------------------ an upright phone: the strip slides under the needle

let sliding = 0; // until when the strip moves by itself
let settled = 0;

function slide(at) {
  byId("strip").style.width = UPRIGHT.matches ? `${acts.length * ACT_PX}px` : "";
  if (!UPRIGHT.matches || flicked) return;
  sliding = performance.now() + 400;
  line.scrollTo({ left: (at + 0.5) * ACT_PX, behavior: calm() ? "instant" : "smooth" });
}

// A flick lands on an act: the one under the needle when the strip has come to rest.
let flicked = false;
line.addEventListener("scroll", () => {
  if (!UPRIGHT.matches || performance.now() < sliding) return;
  clearTimeout(settled);
  settled = setTimeout(() => {
    flicked = true;
    jump(Math.floor(line.scrollLeft / ACT_PX));
    flicked = false;
  }, 120);
});

// The board keeps to who acts and whom it concerns, unless somebody wants the whole table.
let whole = false;

function follow(animate = []) {
  if (!PHONE.matches) return;
  const units = [...byId("act").querySelectorAll("[data-unit]")].map((badge) => badge.dataset.unit);
  const concerned = animate.flatMap((step) => [step.unit, step.target]);
  const seen = [...new Set([...units, ...concerned].filter(Boolean))].filter((unit) => byId(`unit-${unit}`));
  if (whole || !seen.length) fit();
  else lookRound(seen);
}

byId("whole").addEventListener("click", () => {
  whole = !whole;
  byId("whole").setAttribute("aria-pressed", String(whole));
  follow();
});

byId("more").addEventListener("click", () => {
  const open = document.body.classList.toggle("pacing");
  byId("more").setAttribute("aria-expanded", String(open));
});

// What is under the result rises when it is tapped.
byId("act").addEventListener("click", (event) => {
  if (UPRIGHT.matches && !event.target.closest("a, button")) document.body.classList.toggle("risen");
});

// ------------------------------------------------------------ playing

const inLeads = (at) => moments.some(({ dataset: { act } }) => at <= act && at >= act - LEAD);

function after(at) {
  let next = at + 1;
  if (byId("only").checked && moments.length) while (next < acts.length && !inLeads(next)) next += 1;
  return next;
}

const momentAt = (act) => moments.find((link) => Number(link.dataset.act) === act);
let due = 0; // when the next act is to be on the page

async function next(to = after(here)) {
  if (to >= acts.length) return pause();
  await go(to, { steps: speed < SETTLED && to === here + 1 });
  if (momentAt(to)) tell("announce", momentAt(to).innerText);
  if (!playing) return;
  const then = inTime();
  ahead(then);
  timer = setTimeout(next, due - performance.now(), then);
}

// What is due next. Where nothing is shown step by step and the page is late, acts are passed over, but no moment.
function inTime() {
  const now = performance.now();
  let to = after(here);
  due += ACT_MS / speed;
  if (speed < SETTLED) due = Math.max(due, now + restsIn() / speed);
  while (speed >= SETTLED && due < now && !momentAt(to) && after(to) < acts.length) {
    to = after(to);
    due += ACT_MS / speed;
  }
  due = Math.max(due, now);
  return to;
}

function play() {
  playing = true;
  document.body.classList.add("playing");
  byId("act").setAttribute("aria-live", "off"); // while it plays, moments alone are announced
  byId("play").setAttribute("aria-label", "Pause (Space)");
  due = performance.now();
  if (here === acts.length - 1) go(0, { steps: false }).then(next);
  else next();
}

function pause() {
  playing = false;
  clearTimeout(timer);
  document.body.classList.remove("playing");
  byId("act").setAttribute("aria-live", "polite");
  byId("play").setAttribute("aria-label", "Play (Space)");
}

function jump(to, options = { steps: false }) {
  pause();
  go(to, options);
}

function pace(by) {
  const all = [...document.querySelectorAll("[data-speed]")];
  const now = all.findIndex((button) => Number(button.dataset.speed) === speed);
  all[Math.max(0, Math.min(all.length - 1, now + by))].click();
}

const inTurn = (turn) => acts.findIndex((act) => act.turn === turn);
const WAYS = {
  on: () => jump(wanted + 1, { steps: true }),
  back: () => jump(wanted - 1),
  "turn-on": () => jump(acts.findIndex((act, n) => n > wanted && act.turn !== acts[wanted].turn) || wanted),
  "turn-back": () => {
    const first = inTurn(acts[wanted].turn);
    jump(wanted > first ? first : inTurn(acts[Math.max(0, first - 1)].turn));
  },
  first: () => jump(0),
  last: () => jump(acts.length - 1),
  moment: () => {
    const later = moments.map((link) => Number(link.dataset.act)).find((act) => act > wanted);
    if (later !== undefined) jump(later);
  },
};

// ------------------------------------------------------------ keys and pointer

const KEYS = {
  " ": () => (playing ? pause() : play()),
  ",": WAYS.back,
  ".": WAYS.on,
  j: WAYS["turn-back"],
  k: WAYS["turn-on"],
  m: WAYS.moment,
  "<": () => pace(-1),
  ">": () => pace(1),
  Home: WAYS.first,
  End: WAYS.last,
  "+": () => zoom(1.4),
  "=": () => zoom(1.4),
  "-": () => zoom(1 / 1.4),
  0: fit,
};
const ON_LINE = { ArrowLeft: WAYS.back, ArrowRight: WAYS.on, ArrowDown: WAYS.back, ArrowUp: WAYS.on };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || goOn?.open) return;
  if (event.target.closest("input, textarea, select")) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  const does =
    (event.target === line && ON_LINE[event.key]) || KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does) return;
  event.preventDefault();
  does();
});

document.addEventListener("click", (event) => {
  const how = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (how === "fit") fit();
  else if (how) zoom(how === "in" ? 1.4 : 1 / 1.4);
  const moment = event.target.closest("[data-act]");
  if (moment && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    jump(Number(moment.dataset.act));
  }
  const view = event.target.closest("[data-view]");
  if (view) view.search = `${view.search}&at=${acts[here].end}`;
  WAYS[event.target.closest("[data-go]")?.dataset.go]?.();
  const chosen = event.target.closest("[data-speed]");
  if (chosen) {
    speed = Number(chosen.dataset.speed);
    for (const each of document.querySelectorAll("[data-speed]"))
      each.setAttribute("aria-pressed", String(each === chosen));
  }
});

byId("play").addEventListener("click", () => (playing ? pause() : play()));

const goOn = byId("go-on-dialog");

function askToGoOn() {
  pause();
  goOn.querySelector("[name=at]").value = acts[here].end;
  goOn.querySelector("[data-at]").textContent = acts[here].end;
  const over = here === acts.length - 1;
  goOn.querySelector("[data-over]").hidden = !over;
  goOn.querySelector("[type=submit]").disabled = over;
  goOn.showModal();
}

goOn?.addEventListener("click", (event) => {
  if (event.target === goOn || event.target.closest("[data-close]")) goOn.close();
});

async function copyLink() {
  const address = `${location.origin}${location.pathname}?view=${table.as}&at=${acts[here].end}`;
  try {
    await navigator.clipboard.writeText(address);
    tell("announce", "The link is copied.");
    byId("link").querySelector("span").textContent = "Copied";
  } catch {
    prompt("Link to this moment", address); // plain HTTP has no clipboard
  }
}

for (const button of document.querySelectorAll("[data-link]")) button.addEventListener("click", copyLink);
for (const button of document.querySelectorAll("[data-go-on]")) button.addEventListener("click", askToGoOn);

const actAt = (event) => {
  const box = byId("strip").getBoundingClientRect();
  return Math.floor(((event.clientX - box.left) / box.width) * acts.length);
};
line.addEventListener("click", (event) => UPRIGHT.matches && jump(actAt(event)));
line.addEventListener("pointerdown", (event) => {
  if (UPRIGHT.matches) return;
  line.setPointerCapture(event.pointerId);
  jump(actAt(event));
});
line.addEventListener("pointermove", (event) => {
  if (line.hasPointerCapture(event.pointerId)) jump(actAt(event));
  else if (!UPRIGHT.matches && !playing) ahead(actAt(event), HOVERED);
});
line.addEventListener(
  "wheel",
  (event) => {
    if (UPRIGHT.matches) return;
    event.preventDefault();
    jump(wanted + Math.sign(event.deltaY));
  },
  { passive: false },
);

place(here);
follow();
for (const each of [UPRIGHT, PHONE])
  each.addEventListener("change", () => (place(here), PHONE.matches ? follow() : fit()));
if (calm()) byId("dice-stage").hidden = true;
ahead(here + 1, RESTED);
startWatching();
