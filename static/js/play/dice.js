// Dice in the middle of the table: they tumble, then lie still for a moment. What fell is the server's; the tumbling is ours.

import { byId, calm } from "./table.js";

const HOLD_MS = 1500;
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

let ending = 0;

const COMBAT = 0; // a die of the pools of the Rules Crusade: cut corners, a figure or nothing

function combatDie(face, falls) {
  const figure = face ? `<text x="10" y="13.8">${face}</text>` : "";
  return `<svg class="die combat${face ? "" : " blank"}${falls ? " falls" : ""}" viewBox="0 0 20 20"><path d="M5.5 1H14.5L19 5.5V14.5L14.5 19H5.5L1 14.5V5.5z"/>${figure}</svg>`;
}

function die([face, outcome, own], sides, falls, all) {
  const tone = own || all;
  if (sides === COMBAT) return combatDie(Number(face), falls);
  const marks =
    sides === 6 && PIPS[face]
      ? PIPS[face].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.9"/>`).join("")
      : `<text x="10" y="13.6">${Number(face)}</text>`;
  return `<svg class="die ${CLASS[outcome] ?? ""}${falls ? " falls" : ""}${tone ? ` g${Number(tone)}` : ""}" viewBox="0 0 20 20"><rect x="1" y="1" width="18" height="18" rx="4"/>${marks}</svg>`;
}

// More dice than the club's screen has room for: one of them, and how many fell so.
const MOST_ON_SCREEN = 12;
const inSum = (roll) => document.body.classList.contains("tv") && roll.faces.length > MOST_ON_SCREEN;

function countOf(roll) {
  const made = roll.faces.filter(([, outcome]) => outcome === "made").length;
  return Object.assign(document.createElement("strong"), { textContent: `${made} of ${roll.faces.length}` });
}

export function showDice(roll, delay) {
  if (!roll.faces?.length) return;
  setTimeout(() => {
    const stage = byId("dice-stage");
    const title = document.createElement("b");
    title.textContent = roll.why || "";
    const need = document.createElement("span");
    need.className = "need";
    need.textContent = [roll.need, roll.result].filter(Boolean).join(": ");
    const dice = document.createElement("span");
    dice.className = "dice";
    const shown = inSum(roll) ? [roll.faces.find(([, outcome]) => outcome === "made") ?? roll.faces[0]] : roll.faces;
    dice.innerHTML = shown.map((face) => die(face, roll.sides, !calm(), roll.tone)).join("");
    if (inSum(roll)) dice.append(countOf(roll));
    stage.classList.toggle("many", roll.faces.length > 10);
    stage.replaceChildren(title, dice, need);
    stage.hidden = false;
    clearTimeout(ending);
    ending = setTimeout(() => (stage.hidden = true), HOLD_MS);
  }, delay);
}
