// The last act on the club's screen: where there is no room for all its rolls the first go, and the roll that decides
// stays, with its dice; before it goes, what is said beneath the headline does.

import { byId, hear } from "./table.js";

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

for (const news of ["frame", "stands"]) hear(news, leaveOut);
window.addEventListener("resize", leaveOut);
document.fonts?.ready.then(leaveOut);
