// The details of a plan, or the advice of the house in their place, stand on top of the column of cards and log, below
// the panel of the house: what else is in it begins below them, and where no room for a card is left only the log does.

import { afterPaint, byId, hear } from "../live/table.js";

const UNDER_BAR = matchMedia("(min-width: 1100px) and (min-height: 500px)"); // else they lie beside the dock
const LEAST_CARD = 130; // pixels that a card needs, and the log below it
const LEAST_LOG = 170;
const MOST_CARD = 0.62; // of the window's height that cards take, the panel of the house and these details with them

let lastHigh = 0;

function make() {
  const advice = byId("advice");
  const details = advice?.hidden === false ? advice : byId("plan")?.querySelector(":scope > .details");
  const stands = UNDER_BAR.matches && !document.body.classList.contains("reacting");
  const high = stands ? (details?.offsetHeight ?? 0) : 0;
  if (high === lastHigh) return;
  const { classList } = document.body;
  const [column, card] = [byId("logcol").parentElement, byId("inspector-body")];
  const panel = byId("house")?.offsetHeight ?? 0;
  if (!lastHigh) card.parentElement.scrollTop = 0;
  lastHigh = high;
  column.style.paddingTop = panel || !high ? "" : `${high}px`;
  card.style.paddingTop = panel && high ? `${high}px` : "";
  classList.toggle("housed", panel > 0);
  const room = panel ? innerHeight * MOST_CARD - panel - high : column.clientHeight - high - LEAST_LOG;
  classList.toggle("no-card", high > 0 && room < LEAST_CARD);
}

for (const news of ["planned", "dock", "advised"]) hear(news, make);
hear("draft", afterPaint(make)); // of what has just been done the picture is waited for
document.addEventListener("toggle", ({ target }) => target.closest?.("#plan .details") && make(), true);
window.addEventListener("resize", make);
