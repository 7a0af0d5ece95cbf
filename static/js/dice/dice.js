// A card of dice beside the fight: throw under throw, each tumbles and then lies still. What fell is the server's; the
// tumbling is ours.

import { boxOf, gapTo, middleOf } from "../board/clear.js";
import { ladder } from "./ladder.js";
import { byId, hear, table, tell } from "../live/table.js";

const HOLD_MS = 1500;
const MOST_ROWS = 4; // throws on the card
const RIM_PX = 16; // between the card and the board's edge
const PIPS = {
  1: [[10, 10]],
  2: [
    [6, 6],
    [14, 14],
  ],
  3: [
    [5.5, 5.5],
    [10, 10],
    [14.5, 14.5],
  ],
  4: [
    [6, 6],
    [14, 6],
    [6, 14],
    [14, 14],
  ],
  5: [
    [5.8, 5.8],
    [14.2, 5.8],
    [10, 10],
    [5.8, 14.2],
    [14.2, 14.2],
  ],
  6: [
    [6, 5.2],
    [14, 5.2],
    [6, 10],
    [14, 10],
    [6, 14.8],
    [14, 14.8],
  ],
};
const CLASS = { made: "hit", miss: "miss", fail: "fail", "": "" };
const SMALL = matchMedia("(max-width: 719px), (max-height: 499px)");

let ending = 0;
let settling = 0;
let settle = () => {}; // lets the dice that tumble lie still

const COMBAT = 0; // a die of the pools of the Rules Crusade: cut corners, a figure or nothing

const CARD = -1; // a card that lies face up: what it shows is its name

function combatDie(face, falls) {
  const figure = face ? `<text x="10" y="13.8">${face}</text>` : "";
  const kind = `die combat${face ? "" : " blank"}${falls ? " falls" : ""}`;
  const edge = '<path d="M5.5 1H14.5L19 5.5V14.5L14.5 19H5.5L1 14.5V5.5z"/>';
  return `<svg class="${kind}" viewBox="0 0 20 20">${edge}${figure}</svg>`;
}

function die([face, outcome, own], sides, all, falls) {
  const tone = own || all;
  if (sides === CARD) return line("span", `drawn-card${falls ? " falls" : ""}`, falls ? "?" : face).outerHTML;
  if (sides === COMBAT) return combatDie(Number(face), falls);
  const marks =
    sides === 6 && PIPS[face]
      ? PIPS[face].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.9"/>`).join("")
      : `<text x="10" y="13.6">${Number(face)}</text>`;
  const came = falls ? "falls" : (CLASS[outcome] ?? "");
  const kind = `die ${came}${tone ? ` g${Number(tone)}` : ""}`;
  return `<svg class="${kind}" viewBox="0 0 20 20"><rect x="1" y="1" width="18" height="18" rx="4"/>${marks}</svg>`;
}

// More dice than the club's screen has room for: one of them, and how many fell so.
const MOST_ON_SCREEN = 12;
const onScreen = () => document.body.classList.contains("tv");
const inSum = (roll) => onScreen() && roll.faces.length > MOST_ON_SCREEN;

function countOf(roll) {
  const made = roll.faces.filter(([, outcome]) => outcome === "made").length;
  return Object.assign(document.createElement("strong"), { textContent: `${made} of ${roll.faces.length}` });
}

function line(name, className, text) {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function fillDice(dice, roll, falls) {
  const shown = inSum(roll) ? [roll.faces.find(([, outcome]) => outcome === "made") ?? roll.faces[0]] : roll.faces;
  dice.innerHTML = shown.map((face) => die(face, roll.sides, roll.tone, falls)).join("");
  if (inSum(roll) && !falls) dice.append(countOf(roll));
}

// An empty card for what was thrown together; `units` are those whom it must not lie on.
export function newCard(units = []) {
  hideDice();
  byId("dice-thrown")?.replaceChildren();
  about = units;
}

// One throw more. It tumbles for that long; only then is it said what came of it.
export function showDice(roll, tumbleMs = 0) {
  const card = byId("dice-stage");
  if (!card || !roll.faces?.length) return;
  settle();
  if (roll.card) {
    deal(roll, tumbleMs > 0);
    return stay(card, tumbleMs);
  }
  const row = line("div", "throw-row", "");
  const dice = line("span", "dice", "");
  const need = line("span", "need", roll.need);
  row.classList.toggle("many", roll.faces.length > 10);
  row.append(line("b", "", roll.why || ""), dice, need);
  fillDice(dice, roll, tumbleMs > 0);
  settle = () => {
    clearTimeout(settling);
    settle = () => {};
    fillDice(dice, roll, false);
    need.textContent = [roll.need, roll.result].filter(Boolean).join(": ");
  };
  if (tumbleMs) settling = setTimeout(() => settle(), tumbleMs);
  else settle();
  const thrown = byId("dice-thrown");
  if (onScreen()) thrown.replaceChildren(...(roll.rungs ? [ladder(roll.rungs)] : []), row);
  else thrown.append(row);
  stay(card, tumbleMs);
}

// It goes by itself some time after the last throw.
function stay(card, tumbleMs) {
  const thrown = byId("dice-thrown");
  while (thrown.children.length > MOST_ROWS) thrown.firstChild.remove();
  card.hidden = false;
  placeSoon();
  clearTimeout(ending);
  ending = setTimeout(hideDice, HOLD_MS + (tumbleMs || Math.min(HOLD_MS, (thrown.children.length - 1) * 500)));
}

// On a phone it lies over the dock: a tap puts it away.
byId("dice-stage")?.addEventListener("click", () => {
  if (!SMALL.matches) return;
  tell("show-rest");
  hideDice();
});

// ------------------------------------------------------------ cards off a pile

const glyph = (id) => `<svg class="icon" viewBox="0 0 24 24"><use href="#${id}"/></svg>`;

// One card more: it is turned over beside the pile, and those before it lie open. `turns` is whether one sees it turn.
function deal(roll, turns) {
  const thrown = byId("dice-thrown");
  const last = thrown.lastElementChild;
  const row = last?.dataset.dealt === (roll.unit || "-") ? last : newDeal(roll);
  if (row !== last) {
    if (onScreen()) thrown.replaceChildren(row);
    else thrown.append(row);
  }
  const { name, does, left, full, held, most, icon } = roll.card;
  const [now, laid] = [row.querySelector(".now"), row.querySelector(".laid")];
  if (now.dataset.card) laid.append(...small(now.dataset));
  laid.classList.toggle("many", laid.children.length > 2);
  row.querySelector(".pile b").textContent = left;
  row.querySelector(".pile small").textContent = full ? `of ${full} left` : "left";
  Object.assign(now.dataset, { card: name, icon });
  now.replaceChildren(face(name, does, icon));
  now.classList.remove("turns");
  if (turns) {
    now.getBoundingClientRect(); // the one before it has lain still
    now.classList.add("turns");
  }
  row.querySelector(".need").textContent = most ? cardsHeld(held, most) : "";
}

function cardsHeld(held, most) {
  if (held >= most) return `${held} of ${most} cards: all its Hits`;
  return `${held} of ${most} cards${held === most - 1 ? ": one more destroys it" : ""}`;
}

function newDeal(roll) {
  const row = line("div", "throw-row deal-row", "");
  row.dataset.dealt = roll.unit || "-";
  const pile = '<span class="pile"><span><b></b><small></small></span></span>';
  const dealt = `<div class="dealt">${pile}<span class="laid"></span><span class="now"></span></div>`;
  row.innerHTML = `<b></b>${dealt}<span class="need"></span>`;
  row.firstChild.textContent = (roll.why || "").replace(/ draws one of \d+$/, " draws");
  return row;
}

function small({ card, icon }) {
  const one = line("span", "laid-card", "");
  one.innerHTML = glyph(icon);
  one.append(line("b", "", card));
  return [one];
}

function face(name, does, icon) {
  const front = line("span", "front", "");
  front.innerHTML = glyph(icon);
  front.append(line("strong", "", name), line("small", "", does));
  return front;
}

export const settleDice = () => settle();

export function hideDice() {
  clearTimeout(ending);
  settle();
  if (byId("dice-stage")) byId("dice-stage").hidden = true;
}

// ------------------------------------------------------------ where the card stands

let about = [];

const covers = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

// A question takes room from the board, and the board moves to whom it is about: the card goes with it.
const again = () => byId("dice-stage")?.hidden === false && standClear(byId("dice-stage"));

// To look for its place lays out the page some times: done once, however many throws are shown or views asked for.
function onceAt(moment) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    moment(() => {
      asked = false;
      again();
    });
  };
}

const placeSoon = onceAt(queueMicrotask);
const placeBeforePaint = onceAt(requestAnimationFrame);
for (const news of ["frame", "view", "dock"]) hear(news, placeBeforePaint);
window.addEventListener("resize", again);

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const PLACES = ["right bottom", "right top", "left bottom", "left top", "middle bottom", "middle top"];
const apart = (a, b) =>
  Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);

// In the corner of the board that is free of the fight, then of others, and nearest to it, with nobody under the line
// to it; its rows side by side where it would be too high for that, and between those who fight where no corner is
// free. A phone has its own place.
function standClear(card) {
  const board = byId("board")?.getBoundingClientRect();
  card.removeAttribute("style");
  card.classList.remove("flat", "off-dock");
  card.querySelector(".dice-tie")?.remove();
  if (onScreen() || !board?.width) return;
  if (SMALL.matches) return liesInTheWay() ? offTheDock(card, board) : undefined;
  const units = unitsOnBoard();
  const places = PLACES.map((name) => place(card, name, board, units));
  if (card.querySelectorAll(".throw-row").length > 1 && !card.querySelector(".deal-row")) {
    card.classList.add("flat");
    if (card.offsetWidth < board.width - 2 * RIM_PX) {
      places.push(...PLACES.map((name) => ({ ...place(card, name, board, units), flat: 1 })));
    }
  }
  const order = ["on", "between", "others", "flat", "away"];
  const { name, left, flat } = places.sort((a, b) => {
    const first = order.find((what) => a[what] !== b[what]);
    return first ? a[first] - b[first] : 0;
  })[0];
  card.classList.toggle("flat", flat === 1);
  const { style } = card;
  style.transform = "none";
  style.left = `${left}px`;
  style.right = "auto";
  style.top = name.endsWith("top") ? `${board.top + RIM_PX}px` : "auto";
  style.bottom = name.endsWith("top") ? "auto" : `${innerHeight - board.bottom + RIM_PX}px`;
  tieToFight(card, board);
}

function unitsOnBoard() {
  const all = [...document.querySelectorAll("#board .unit")].map((unit) => [unit.id, unit.getBoundingClientRect()]);
  const fights = ([id]) => about.includes(id.slice("unit-".length));
  const boxes = (some) => some.map(([, box]) => box);
  return { fight: boxes(all.filter(fights)), rest: boxes(all.filter((one) => !fights(one))) };
}

const IDLE = ["", "wait", "watch", "over"]; // a dock that has nothing to press

// On a phone the dice of others lie over a dock that is waited at; what one may do oneself is pressed at once. A
// question has them above the board anyway.
const liesInTheWay = () =>
  !IDLE.includes(table.mode) &&
  !document.body.classList.contains("reacting") &&
  about.length > 0 &&
  !table.mine.includes(about[0][0]);

const EDGE_PX = 8; // between the card and the edge of a phone's board

// At the lower edge of the board; at the upper one, with its tools, where it would lie on the fight.
function offTheDock(card, board) {
  card.classList.add("off-dock");
  const { style } = card;
  style.left = `${board.left + EDGE_PX}px`;
  style.right = `${innerWidth - board.right + EDGE_PX}px`;
  const units = unitsOnBoard();
  const [low, high] = ["middle bottom", "middle top"].map((name) => place(card, name, board, units));
  const goesUp = low.on > high.on;
  style.top = goesUp ? `${board.top + EDGE_PX}px` : "auto";
  style.bottom = goesUp ? "auto" : `${innerHeight - board.bottom + EDGE_PX}px`;
}

// What speaks against one place of the card as it is now.
function place({ offsetWidth: wide, offsetHeight: high }, name, board, { fight, rest }) {
  const across = { left: RIM_PX, middle: (board.width - wide) / 2, right: board.width - RIM_PX - wide };
  const left = board.left + across[name.split(" ")[0]];
  const top = name.endsWith("top") ? board.top + RIM_PX : board.bottom - RIM_PX - high;
  const box = { left, top, right: left + wide, bottom: top + high };
  const nearest = [...fight].sort((a, b) => apart(box, a) - apart(box, b))[0];
  return {
    name,
    left,
    on: sum(fight.map((unit) => covers(box, unit))),
    between: Number(name.startsWith("middle")),
    others: rest.filter((unit) => covers(box, unit) > 0).length,
    flat: 0,
    away: nearest ? apart(box, nearest) + DETOUR_PX * rest.filter((unit) => isCrossed(unit, box, nearest)).length : 0,
  };
}

const STEPS = 16; // along a line that is looked at
const DETOUR_PX = 150; // so much further away it may stand for its line to go over one unit less

// Whether the line from one box to the middle of another goes over a unit.
function isCrossed(unit, from, to) {
  const end = { x: (to.left + to.right) / 2, y: (to.top + to.bottom) / 2 };
  const start = nearestIn(from, end, 0);
  return Array.from({ length: STEPS }, (_, n) => n / STEPS).some((part) => {
    const [x, y] = [start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part];
    return x > unit.left && x < unit.right && y > unit.top && y < unit.bottom;
  });
}

const LEAST_TIE_PX = 14; // nearer than that the card needs no line
const INTO = 4; // pixels that the line ends within a model

// A line from the card's edge to the nearest model of whom the dice are about: of the one that suffers, if any.
function tieToFight(card, board) {
  const from = boxOf(card);
  const inSight = ({ x, y }) => x > board.left && x < board.right && y > board.top && y < board.bottom;
  const models = [...about].reverse().map((unit) =>
    [...document.querySelectorAll(`#unit-${CSS.escape(unit)} [data-model]`)]
      .map(boxOf)
      .filter((box) => inSight(middleOf(box)))
      .sort((a, b) => gapTo(from, a) - gapTo(from, b)),
  );
  const near = models.find((boxes) => boxes.length)?.[0];
  if (!near || gapTo(from, near) < LEAST_TIE_PX) return;
  const end = nearestIn(near, middleOf(from), INTO);
  const start = nearestIn(from, end, 0);
  const tie = line("i", "dice-tie", "");
  tie.style.left = `${start.x - from.left}px`;
  tie.style.top = `${start.y - from.top}px`;
  tie.style.width = `${Math.hypot(end.x - start.x, end.y - start.y)}px`;
  tie.style.transform = `rotate(${Math.atan2(end.y - start.y, end.x - start.x)}rad)`;
  card.append(tie);
}

// The point of a box that is nearest to another, so far within.
function nearestIn({ left, right, top, bottom }, { x, y }, within) {
  const clamp = (low, high, n) => Math.max(low, Math.min(high, n));
  return { x: clamp(left + within, right - within, x), y: clamp(top + within, bottom - within, y) };
}
