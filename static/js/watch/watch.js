// Watching: the board to look round, cards of units to read, the log to scroll back. Nothing here changes the game.

import "../live/announce.js";
import { fit, hold, isHeld, isWhole, letGo, zoom } from "../board/board.js";
import { lookRound, PHONE } from "../board/camera.js";
import { showFirst } from "../live/connection.js";
import { startWatching } from "../board/flags.js";
import "../board/floors.js";
import "../live/logpane.js";
import { afterDice } from "../dice/motion.js";
import "../board/names.js";
import "../board/where.js";
import "./asked_time.js";
import "./beyond.js";
import "./decides.js";
import { stayAwake } from "../live/awake.js";
import { ask, byId, hear, table, tell } from "../live/table.js";

showFirst(afterDice);

let open = ""; // the unit whose card is shown

const unitOf = (element) => element?.closest?.("[data-unit]")?.dataset.unit ?? "";

// Whoever asks for a card sees how it stands: dice that still fall are not waited for.
function show(unit) {
  tell("show-rest");
  return fetchCard(unit);
}

async function fetchCard(unit) {
  const answer = await ask(`units/${unit}`, { as: "public", at: table.at }).catch(() => null);
  if (!answer?.ok) return;
  open = unit;
  byId("card-body").innerHTML = await answer.text();
  byId("card").hidden = false;
  mark();
}

function close() {
  open = "";
  byId("card").hidden = true;
  mark();
}

function mark() {
  for (const token of document.querySelectorAll(".board .unit"))
    token.classList.toggle("sel", token.dataset.unit === open);
}

hear("tap", ({ target }) => (unitOf(target) ? show(unitOf(target)) : close()));
hear("frame", () => (open ? fetchCard(open) : undefined));

document.addEventListener("click", (event) => {
  const how = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (how === "fit") wholeOrAct();
  else if (how) zoom(how === "in" ? 1.4 : 1 / 1.4);
  if (event.target.closest("#close-card")) close();
  if (event.target.closest("#words")) show(unitOf(event.target));
});

// ------------------------------------------------------------ a phone

// The board follows the act that is read, until a hand moves it; its button shows the whole table, and follows again.
let acting = [];

function follow(units) {
  acting = units.length ? units : acting;
  if (PHONE.matches && !isHeld()) lookRound(acting);
}

function wholeOrAct() {
  if (!PHONE.matches || !isWhole()) {
    hold();
    return fit();
  }
  letGo();
  follow(acting);
}

const named = (line) => (line?.dataset.units ?? "").split(" ").filter(Boolean);

hear("act-shown", (line) => {
  const units = named(line);
  follow(units.every((unit) => acting.includes(unit)) ? acting : units);
});
// A frame as well: without motion nothing leads to it.
for (const news of ["leading", "frame"])
  hear(news, ({ animate }) => {
    const [last] = animate.filter((step) => step.unit && step.target).slice(-1);
    if (last) setTimeout(() => follow([last.unit, last.target]));
  });

// ------------------------------------------------------------ keys

const KEYS = { "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), 0: fit, Escape: close };

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (KEYS[event.key]) KEYS[event.key]();
  const token = event.target.closest(".board .unit");
  if (!token) return;
  if (event.key === "Enter" || event.key === " ") show(token.dataset.unit);
  else if (event.key.startsWith("Arrow")) step(token, event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1);
  else return;
  event.preventDefault();
});

// One stop for the whole board; arrows go from unit to unit.
function step(token, by) {
  const all = [...document.querySelectorAll(".board .unit")];
  const next = all[(all.indexOf(token) + by + all.length) % all.length];
  token.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

startWatching();
if (matchMedia("(pointer: coarse)").matches) stayAwake();
