// Keys of the board and the dock. They rest while something is typed, and can be switched off in the help.

import { aims, commit, draft, drawsPath, giveUp } from "../plan/plan.js";
import { advise, goOn } from "./house.js";
import { storey } from "../board/floors.js";
import { sideOf } from "../board/sides.js";
import { addBend, dropBend, nudge, turnBy, turnStep } from "../plan/pencil.js";
import { mark, placeOf, pointAt, refresh, select, tokenOf } from "../plan/selection.js";
import { byId, table, tell } from "../live/table.js";
import { toggleLayers, useTool } from "./tools.js";

const OFF = "keys-off";

const areOff = () => localStorage.getItem(OFF) === "1";

function isTyping(target) {
  const kind = target.closest?.("input, textarea, select")?.type;
  return kind !== undefined && kind !== "radio" && kind !== "checkbox";
}

// Beside the board keys scroll and press what is there; letters mean the same everywhere but in a menu.
const isAside = ({ target, key }) =>
  target.closest(/^[a-z]$/i.test(key) ? ".menu" : ".side-col, .menu, .appbar") !== null;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  if (document.querySelector("dialog[open]") || !byId("curtain").hidden) return;
  if (event.key === "?") return void (event.preventDefault(), tell("open", "help-dialog"));
  if (areOff()) return;
  if (isAside(event) && event.key !== "Escape" && !(event.key === "Enter" && byId("commit"))) return;
  if (arrow(event) || number(event) || plain(event)) event.preventDefault();
}

function arrow(event) {
  const way = ARROWS[event.key];
  if (!way || event.target.closest('[role="tablist"], [role="radiogroup"], fieldset')) return false;
  if (event.altKey) return way[0] !== 0 && turnBy(way[0] * turnStep());
  const step = event.shiftKey ? 0.25 : 1;
  if (drawsPath() || aims() || event.shiftKey) return nudge(way[0] * step, way[1] * step);
  return event.target.closest(".unit") ? neighbour(way) : nudge(way[0] * step, way[1] * step);
}

// From one unit to the nearest one in that direction: the board is a single stop for Tab.
function neighbour([dx, dy]) {
  const here = document.activeElement.closest(".unit");
  const from = placeOf(here.dataset.unit);
  let best = null;
  let least = Infinity;
  for (const token of document.querySelectorAll(".unit[data-unit]")) {
    const at = placeOf(token.dataset.unit);
    if (token === here || !at) continue;
    const along = (at[0] - from[0]) * dx + (at[1] - from[1]) * dy;
    const aside = Math.abs((at[0] - from[0]) * dy) + Math.abs((at[1] - from[1]) * dx);
    if (along > 0.1 && along + aside * 2 < least) [best, least] = [token, along + aside * 2];
  }
  if (best) rove(best);
  return true;
}

function rove(token) {
  for (const other of document.querySelectorAll('.unit[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  token.setAttribute("tabindex", "0");
  token.focus();
}

function number(event) {
  if (!["1", "2", "3"].includes(event.key)) return false;
  const option = byId(`choice-${event.key}`);
  const dice = byId(`dice-${event.key}`);
  const wanted = option ?? dice;
  if (!wanted || wanted.disabled) return false;
  wanted.click();
  wanted.focus();
  return true;
}

const PLAIN = {
  Enter: enter,
  Escape: escape,
  v: () => useTool("select"),
  r: () => useTool("ruler"),
  l: () => useTool("sight"),
  p: () => useTool("ping"),
  y: toggleLayers,
  "+": () => tell("do", "zoom-in"),
  "=": () => tell("do", "zoom-in"),
  "-": () => tell("do", "zoom-out"),
  0: () => tell("do", "fit"),
  u: () => byId("take-back").click(),
  g: () => byId("log").focus(),
  "[": () => step(-1, false),
  "]": () => step(1, false),
  "{": () => step(-1, true),
  "}": () => step(1, true),
  " ": () => (drawsPath() ? addBend() : goOn()),
  h: advise,
  PageUp: () => storey("PageUp"),
  PageDown: () => storey("PageDown"),
  Home: () => storey("Home"),
  End: () => storey("End"),
  Backspace: () => (drawsPath() || aims() !== "") && dropBend(),
};

function plain(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = key.length === 1 && byId("dock").querySelector(`[aria-keyshortcuts="${key.toUpperCase()}"]`);
  if (act && !event.shiftKey) {
    act.click();
    if (event.target.closest(".side-col, .appbar")) act.focus({ preventScroll: true }); // arrows are for the plan now
    return true;
  }
  const does = PLAIN[key];
  return does ? does(event) !== false : false;
}

function enter(event) {
  const token = event.target.closest?.(".unit[data-unit]");
  if (token && token.dataset.unit !== table.unit && !byId("commit")) {
    pointAt(token.dataset.unit);
    return true;
  }
  const answer = byId("answer");
  if (answer && document.body.classList.contains("reacting")) {
    answer.click();
    return true;
  }
  const isComing = draft.kind && byId("plan").classList.contains("busy"); // the yellow button is on its way
  if (!(byId("commit") || isComing) || pressesItself(event.target)) return false;
  commit();
  return true;
}

// Enter does what the yellow button says, wherever the focus is left by a click; links, menus, and what was reached
// inside the plan or beside the board by the keyboard keep it. Space presses any button.
function pressesItself(target) {
  const button = target.closest?.("button, a, summary");
  if (!button || button.id === "commit") return false;
  if (button.id === "cancel" || button.matches("a, summary") || button.closest(".menu")) return true;
  return button === reached && button.closest("#plan, .side-col, .appbar, #prompt") !== null;
}

// What the keyboard has put the focus on. A button that was clicked looks the same to the style sheet as soon as a key
// is pressed, so this is noted when the focus comes.
let reached = null;
document.addEventListener("focusin", ({ target }) => (reached = target.matches(":focus-visible") ? target : null));

function escape() {
  if (document.body.dataset.tool !== "select") useTool("select");
  else if (draft.kind) giveUp();
  else if (byId("back")) byId("back").click();
  else if (table.target) {
    table.target = "";
    mark();
    refresh();
  } else return false;
  return true;
}

// Own units in the order of the rail; those of others in the order of the board.
function step(by, others) {
  const all = [...document.querySelectorAll(others ? ".unit[data-unit]" : "#rail-units [data-unit]")];
  const units = all.map((one) => one.dataset.unit).filter((unit) => (sideOf(unit) !== table.as) === others);
  if (!units.length) return;
  const at = units.indexOf(others ? table.target : table.unit);
  const next = units[(at + by + units.length + (at < 0 && by < 0 ? 1 : 0)) % units.length];
  select(next, { look: true });
  const token = tokenOf(next);
  if (token) rove(token);
}

document.addEventListener("keydown", onKey);

byId("keys-on")?.addEventListener("change", (event) => localStorage.setItem(OFF, event.target.checked ? "0" : "1"));
if (byId("keys-on")) byId("keys-on").checked = !areOff();
