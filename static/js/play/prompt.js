// A choice that is this side's to make: it takes the dock's place until somebody of the side has answered.

import { centre, fit, frame, takePointer } from "../board/board.js";
import { around, askedAbout, boxOf } from "../board/camera.js";
import { wayOfOnesOwn } from "../plan/own_way.js";
import { isMine, mark, placeOf } from "../plan/selection.js";
import { ask, byId, command, fill, hear, table, tell, unheld } from "../live/table.js";

let shown = "";

function follow() {
  const asks = byId("prompt").querySelector("form.react");
  document.body.classList.toggle("reacting", asks !== null);
  const question = asks ? asks.querySelector("h2").textContent.trim() : "";
  if (question !== shown) [moved, picked] = [new Map(), ""];
  if (question && question !== shown) {
    tell("announce", `${question} ${[...asks.querySelectorAll(".opt h3")].map((o) => o.textContent).join(", ")}.`);
    if (asks.dataset.unit && isMine(asks.dataset.unit)) table.unit = asks.dataset.unit;
    mark();
    lookAt(asks);
    choose();
  }
  if (!question && shown) {
    fit();
  }
  if (asks && !asks.dataset.hasOdds && !asks.matches(".throw")) odds(asks);
  shown = question;
  makeRoom();
}

// Who is asked answers first: the card of what was taken back folds to its line, from which it opens again.
function makeRoom() {
  if (!document.body.classList.contains("reacting")) return;
  for (const card of document.querySelectorAll(".asked-card[data-rewound][open]")) card.open = false;
}

// What each option would come to takes a moment to work out: it follows the question.
async function odds(asks) {
  asks.dataset.hasOdds = "1";
  try {
    const answer = await ask("odds", { as: table.as });
    const html = await answer.text();
    await unheld();
    if (answer.ok && asks.isConnected) fill(html);
  } catch {
    // The question can be answered without them.
  }
}

const WAYS_IN = 26; // so much of the table is seen at least

function lookAt(asks) {
  const places = [asks.dataset.unit, asks.dataset.about].filter(Boolean).map(placeOf).filter(Boolean);
  if (byId("asked").querySelector("[data-option]")) {
    const units = [asks.dataset.unit, asks.dataset.about].filter(Boolean).map((unit) => boxOf(unit));
    return requestAnimationFrame(() => frame(around([askedAbout(), ...units]), { least: WAYS_IN }));
  }
  const drawn = byId("asked").querySelector(".legal, .blast"); // where people may stand, or what lies over them
  const ground = drawn?.getBBox();
  if (ground) places.splice(0, 2, [(ground.x + ground.width / 2) / 10, (ground.y + ground.height / 2) / 10]);
  if (!places.length) return;
  const [one, other = one] = places;
  const least = drawn?.matches(".blast") ? 12 : 26;
  const wide = Math.max(least, Math.abs(one[0] - other[0]) * 1.8, Math.abs(one[1] - other[1]) * 2.6);
  requestAnimationFrame(() => centre((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, wide));
}

function choose() {
  const chosen = byId("prompt").querySelector("input[name=choice]:checked");
  const button = byId("answer");
  if (button && chosen) button.querySelector(".what").textContent = chosen.dataset.label;
  for (const way of document.querySelectorAll("#asked [data-option]")) {
    way.classList.toggle("on", way.dataset.option === chosen?.value);
  }
}

byId("prompt").addEventListener("change", choose);

byId("prompt").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (event.target.matches(".throw")) return;
  const chosen = byId("prompt").querySelector("input[name=choice]:checked");
  const button = byId("answer");
  if (!chosen || button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const own = chosen.id === "own-way";
  const fires = firers(chosen.value);
  if (fires.models?.length === 0) {
    button.removeAttribute("aria-busy");
    tell("announce", "At least one model has to fire.");
    return;
  }
  const action = own ? wayOfOnesOwn() : { type: "Answer", choice: chosen.value, ...places(chosen.value), ...fires };
  const answer = await command("act", { action });
  if (answer) tell("led-to", Number(answer.headers.get("Livetable-Seq")));
  else button.removeAttribute("aria-busy");
});

// Those who fire by an option are named only where somebody is left out.
function firers(choice) {
  const chips = [...document.querySelectorAll(`#firers-${CSS.escape(choice)} input`)];
  const models = chips.filter((chip) => chip.checked).map((chip) => chip.value);
  return models.length === chips.length ? {} : { models };
}

// ------------------------------------------------------------ models that the answer puts in their places

const REACH_IN = 0.8; // how near a press counts as on a model
const SET = /translate\(([-\d.]+) ([-\d.]+)\) rotate\(([-\d.]+)\)/;
let moved = new Map(); // models that were dragged, with the transforms they had
let held = null;
let picked = ""; // the model that was pressed last: the next press on free ground puts it there

function ghosts() {
  return [...byId("asked").querySelectorAll(".ghost [data-model]")].map((one) => {
    const [, x, y, facing] = SET.exec(one.getAttribute("transform"));
    return { one, id: one.dataset.model, at: [Number(x) / 10, Number(y) / 10], facing: Number(facing) };
  });
}

// Only what was dragged makes it another answer than the proposed one.
function places(choice) {
  if (!moved.size || choice !== "move") return {};
  const placed = ghosts().filter(({ one, id, at }) => (moved.has(id) || !one.closest("[data-still]")) && mayStand(at));
  return { placements: placed.map(({ id, at, facing }) => ({ model: id, at, facing })) };
}

// Where the board marks the ground on which they may stand, whoever is put outside of it is given no place.
function mayStand(at) {
  const ground = byId("asked").querySelector(".legal");
  return !ground || ground.isPointInFill(new DOMPoint(at[0] * 10, at[1] * 10));
}

function put(one, x, y) {
  const [tenX, tenY] = [(x * 10).toFixed(2), (y * 10).toFixed(2)];
  one.setAttribute(
    "transform",
    one.getAttribute("transform").replace(/translate\([^)]*\)/, `translate(${tenX} ${tenY})`),
  );
  const ring = one.closest(".ghost").querySelector(".ghost-r");
  ring.setAttribute("cx", tenX);
  ring.setAttribute("cy", tenY);
  one.closest(".ghost").classList.toggle("off", !mayStand([x, y]));
}

function moveTo({ one, id, at }, point) {
  if (!moved.has(id)) moved.set(id, at);
  put(one, point[0], point[1]);
  placing(true);
}

function pick(id) {
  picked = id;
  for (const one of ghosts()) one.one.closest(".ghost").classList.toggle("picked", one.id === id);
}

// Without dragging: press a model, then the ground where it shall stand.
function putPicked(point) {
  const one = ghosts().find(({ id }) => id === picked);
  if (!one || !byId("asked").querySelector(".legal") || !mayStand(point)) return false;
  moveTo(one, point);
  held = one;
  return true;
}

function placing(on) {
  const back = byId("prompt").querySelector("[data-as-proposed]");
  if (back) back.hidden = !on;
  const as = byId("prompt").querySelector("input[value=move]");
  if (on && as) as.checked = true;
  choose();
  if (!byId("prompt").querySelector("form[data-within]")) return;
  if (on) byId("answer").querySelector(".what").textContent = "As placed";
}

takePointer({
  down(point) {
    if (!byId("prompt").querySelector("form[data-places]")) return false;
    const away = ({ at }) => Math.hypot(at[0] - point[0], at[1] - point[1]);
    const near = ghosts().sort((a, b) => away(a) - away(b))[0];
    held = near && away(near) <= REACH_IN ? near : null;
    if (held === null) return putPicked(point);
    pick(held.id);
    return true;
  },
  move(point) {
    moveTo(held, point);
  },
  up() {
    held = null;
  },
  cancel() {
    held = null;
  },
});

byId("prompt").addEventListener("click", (event) => {
  if (!event.target.closest("[data-as-proposed]")) return;
  for (const { one, id } of ghosts()) if (moved.has(id)) put(one, ...moved.get(id));
  moved = new Map();
  placing(false);
});

// A way drawn on the board is chosen by tapping it.
hear("tap", ({ target }) => {
  const way = target.closest?.("[data-option]")?.dataset.option;
  const box = way && byId("prompt").querySelector(`input[value="${CSS.escape(way)}"]`);
  if (!box || box.disabled) return;
  box.checked = true;
  choose();
});

// "Decline this from now on" and "Choose this from now on" are the seat's own wish, so its number comes from this page.
byId("prompt").addEventListener("click", async (event) => {
  const wish = event.target.closest("[data-decline], [data-always]");
  if (!wish) return;
  const seat = JSON.parse(document.body.dataset.seats || "{}")[table.as];
  const chosen = byId("prompt").querySelector("input:checked:not(:disabled)")?.value;
  const choice = wish.dataset.choice ?? chosen;
  if (!choice) return;
  const kind = wish.dataset.decline ?? `${wish.dataset.always}=${choice}`;
  const answer = await command("seat/decline", { seat, kind, on: true });
  if (answer) await command("act", { action: { type: "Answer", choice } });
});

hear("frame", follow);
hear("beside-shown", makeRoom);
follow();
