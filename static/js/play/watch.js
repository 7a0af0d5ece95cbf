// Watching: the board to look round, cards of units to read, the log to scroll back. Nothing here changes the game.

import "./announce.js";
import { fit, zoom } from "./board.js";
import "./connection.js";
import { startWatching } from "./flags.js";
import "./floors.js";
import "./logpane.js";
import "./motion.js";
import "./names.js";
import "./where.js";
import { ask, byId, hear, table, tell } from "./table.js";

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
  if (how === "fit") fit();
  else if (how) zoom(how === "in" ? 1.4 : 1 / 1.4);
  if (event.target.closest("#close-card")) close();
  if (event.target.closest("#words")) show(unitOf(event.target));
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
