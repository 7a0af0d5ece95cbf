// The last act on the club's screen: where there is no room for all its rolls the first go, and the roll that decides
// stays, with its dice; before it goes, what is said beneath the headline does.

import { byId, hear } from "../live/table.js";

// Of its own box, or on a stream of the card round it, or beside one another of the card's width, or what follows it.
function isCut(chain) {
  const act = byId("last");
  if (act.scrollHeight > act.clientHeight + 1) return true;
  const [card, last] = [chain.closest(".lastbox"), chain.lastElementChild].map((one) => one?.getBoundingClientRect());
  if (!card || !last) return false;
  return chain.scrollHeight > chain.clientHeight + 1 || last.bottom > card.bottom - 4 || last.right > card.right;
}

export function leaveOut() {
  const chain = byId("last")?.querySelector(".chain");
  if (!chain) return;
  for (const part of byId("last").querySelectorAll("[data-left-out]")) delete part.dataset.leftOut;
  const rolls = [...chain.children].filter((roll) => roll.querySelector(".die, .drawn-card"));
  const parts = [...rolls.slice(0, -1), byId("last").querySelector(".sub")].filter(Boolean);
  const all = parts.length;
  while (isCut(chain) && parts.length) parts.shift().dataset.leftOut = "1";
  const more = chain.querySelector("[data-more]"); // says of how many rolls nothing is shown
  const left = Math.min(all - parts.length, rolls.length - 1);
  if (more && left > 0) more.querySelector("span").textContent = `and ${Number(more.dataset.more) + left} more rolls`;
}

// What is asked has the room that it needs: first what led to it goes, then what the answers mean, then the last of
// them.
const LEAST_GAP = 0.6; // between two answers, of a line
const STEPS = ["", "led", "meant"];

function fitAnswers() {
  const list = byId("asks")?.querySelector(".tv-asks ul");
  const box = list?.closest(".lastbox"); // on a stream the answers are not shown
  if (!box) return;
  const further = list.querySelector(".further");
  const shown = [...list.children].filter((one) => one !== further);
  let left = Number(further.dataset.further);
  for (const one of shown) one.hidden = false;
  further.hidden = !left;
  for (const step of STEPS) {
    box.dataset.without = step;
    if (hasRoom(list)) return;
  }
  while (!hasRoom(list) && shown.length > 1) {
    shown.pop().hidden = true;
    left += 1;
    further.hidden = false;
    further.textContent = left === 1 ? "or one more" : `or one of ${left} more`;
  }
}

function hasRoom(list) {
  const shown = [...list.children].filter((one) => !one.hidden);
  const line = parseFloat(getComputedStyle(list).fontSize) * LEAST_GAP;
  const high = shown.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
  return high + line * (shown.length - 1) <= list.clientHeight;
}

function fit() {
  const box = byId("last")?.closest(".lastbox");
  if (box) box.dataset.without = "";
  leaveOut();
  fitAnswers();
}

for (const news of ["frame", "stands"]) hear(news, fit);
window.addEventListener("resize", fit);
document.fonts?.ready.then(fit);
