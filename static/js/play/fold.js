// What is said of a plan in the dock is never cut in half: what has no room there folds into the details beside it, and
// a button says how much that is.

import { PHONE } from "../board/camera.js";
import { byId, hear } from "../live/table.js";

function fold() {
  const plan = byId("plan");
  const says = plan?.querySelector(".deal > .says");
  if (!says) return;
  for (const part of says.querySelectorAll("[data-folded]")) delete part.dataset.folded;
  for (const part of plan.querySelectorAll(".fold, .unfolded")) part.remove();
  const text = says.querySelector(":scope > .sentence");
  const refused = says.querySelector(":scope > .refusal");
  for (const words of [text, refused]) words?.style.removeProperty("max-height");
  const details = plan.querySelector(".details");
  if (PHONE.matches || !details || !isCut(says)) return;
  const figures = [...says.querySelectorAll(":scope > .odds > div")];
  const button = Object.assign(document.createElement("button"), { type: "button", className: "fold" });
  button.setAttribute("aria-controls", "unfolded");
  button.textContent = "9 more"; // as wide as it will be
  if (figures.length) figures.at(-1).after(button);
  else says.querySelector(".head .grow").after(button);
  const [first, ...others] = figures; // the first decides: it goes last
  const folded = [];
  if (text && !text.matches(".warns")) others.push(text); // words below the figures go before them
  while (others.length && isCut(says)) folded.unshift(gone(others.pop()));
  for (const words of [text, refused])
    if (words && !words.dataset.folded && isCut(says)) folded.push(shortened(words, says));
  if (first && isCut(says)) folded.unshift(gone(first));
  if (folded.length) lay(folded, details, button);
  else button.remove();
}

function gone(part) {
  part.dataset.folded = "1";
  return part;
}

const isCut = (says) => says.scrollHeight > says.clientHeight + 1;

// So many whole lines as there is room for, at least one.
function shortened(words, says) {
  const style = getComputedStyle(words);
  const line = Number.parseFloat(style.lineHeight) || 15;
  const round = words.offsetHeight - words.clientHeight + Number.parseFloat(style.paddingTop) * 2;
  const over = says.scrollHeight - says.clientHeight;
  const lines = Math.max(1, Math.floor((words.offsetHeight - round - over) / line));
  words.dataset.folded = "lines";
  words.style.setProperty("max-height", `${lines * line + round}px`);
  return words;
}

function lay(folded, details, button) {
  const figures = folded.filter((part) => part.closest(".odds"));
  const box = document.createElement("section");
  Object.assign(box, { id: "unfolded", className: "unfolded" });
  box.setAttribute("aria-label", "More of the plan");
  const odds = Object.assign(document.createElement("div"), { className: "odds" });
  odds.append(...figures.map((part) => copyOf(part)));
  box.append(...(figures.length ? [odds] : []), ...folded.filter((part) => !figures.includes(part)).map(copyOf));
  details.querySelector(":scope > summary").after(box);
  button.textContent = figures.length === folded.length ? `${figures.length} more` : "More";
}

function copyOf(part) {
  const copy = part.cloneNode(true);
  delete copy.dataset.folded;
  copy.removeAttribute("style");
  return copy;
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#plan .fold")) return;
  const details = byId("plan").querySelector(".details");
  details.open = true;
  details.scrollTop = 0;
  const box = byId("unfolded");
  box.tabIndex = -1;
  box.focus();
});

for (const news of ["planned", "dock"]) hear(news, fold);
window.addEventListener("resize", fold);
document.fonts?.ready.then(fold);
