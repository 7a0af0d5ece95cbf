// The storeys of a house, laid out side by side: a click shows one, and so do Page Up and Page Down, Home the ground
// and End the roof. The storey of the unit in hand is marked until another is looked at.

import { centre } from "./board.js";
import { byId, hear, table, tell } from "../live/table.js";

const WIDE = 24; // inches of table that are shown
let looked = ""; // the plan that was asked for last
let held = ""; // the unit that was in hand then

const buttons = (within = "") => [...document.querySelectorAll(`${within} [data-floor]`)];

// On a phone the cards are a sheet: the storeys of the house that the unit in hand is in, or of the first, lie under
// the board as well.
function lay() {
  const tabs = byId("storeys");
  if (!tabs) return;
  const houses = [...document.querySelectorAll(".storeys-card .cut")];
  const own = houses.find((one) => table.unit && one.querySelector(`[data-on="${table.unit}"]`));
  const shown = houses.find((one) => looked && one.querySelector(`[data-floor="${looked}"]`)) ?? own ?? houses[0];
  tabs.replaceChildren(...[...(shown?.children ?? [])].reverse().map((one) => one.cloneNode(true)));
}

function mark() {
  if (held !== table.unit) [held, looked] = [table.unit, ""];
  lay();
  for (const button of buttons()) {
    const own = table.unit && button.querySelector(`[data-on="${table.unit}"]`);
    button.setAttribute("aria-pressed", String(looked ? button.dataset.floor === looked : Boolean(own)));
  }
}

function show(button) {
  const [x, y] = button.dataset.at.split(" ").map(Number);
  looked = button.dataset.floor;
  centre(x, y, WIDE);
  mark();
  const who = [...button.querySelectorAll(".uid")].map((one) => one.textContent.trim());
  tell("murmur", `${button.dataset.said}. ${who.join(", ") || "nobody"}`);
}

// Keys change the storey of the house that was looked at last, or of the first; the top one comes first in the list.
export function storey(key) {
  const all = buttons(".storeys-card");
  const now = all.find((one) => one.getAttribute("aria-pressed") === "true") ?? all.at(-1);
  if (!now) return false;
  const house = [...now.parentElement.children];
  const at = house.indexOf(now);
  const wanted = { PageUp: at - 1, PageDown: at + 1, Home: house.length - 1, End: 0 }[key];
  show(house[Math.max(0, Math.min(house.length - 1, wanted))]);
  return true;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-floor]");
  if (button) show(button);
});

hear("frame", mark);
hear("dock", mark);
mark();
