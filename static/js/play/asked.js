// A taking back that somebody asks for: while its card is open, what would come back is ringed on the board, which goes
// there as for a plan; its entries are shown in the log.

import { showAsked } from "../plan/close_up.js";
import { standAside } from "../board/flags.js";
import { draft } from "../plan/plan.js";
import { byId, hear } from "../live/table.js";

const PER_INCH = 10; // drawing units
let drawn = ""; // what is ringed now
let marks = null;

const openCard = () => document.querySelector(".asked-card[data-proposal][open]:has(.asked-lost)");

function follow() {
  const ghosts = openCard()?.querySelector(".asked-map .returning");
  const shown = ghosts?.innerHTML ?? "";
  if (shown === drawn && (!shown || marks?.isConnected)) return;
  const isNew = shown !== drawn;
  drawn = shown;
  marks?.remove();
  marks = null;
  if (!shown) return showAsked(null);
  marks = ghosts.cloneNode(true);
  marks.ariaHidden = "true"; // the card's picture says it
  byId("units")?.after(marks);
  standAside();
  if (!isNew || draft.kind) return;
  const { x, y, width, height } = marks.getBBox();
  showAsked({
    left: x / PER_INCH,
    top: y / PER_INCH,
    right: (x + width) / PER_INCH,
    bottom: (y + height) / PER_INCH,
  });
}

const soon = () => requestAnimationFrame(follow);
for (const news of ["beside-shown", "frame"]) hear(news, soon);
document.addEventListener("toggle", (event) => event.target.matches?.(".asked-card") && soon(), true);
soon();

// The entries that would no longer count: the card folds, and they stand out in the log until it is open again.
function showEntries(card, to) {
  card.open = false;
  const opener = document.querySelector('[data-opens="logcol"]');
  if (opener?.checkVisibility() && opener.getAttribute("aria-expanded") !== "true") opener.click();
  byId("tab-log")?.click();
  document.querySelector('.filter [data-show="all"]')?.click();
  const entries = [...document.querySelectorAll("#log .entry:not(.struck, .undo)")].filter(
    ({ id }) => Number(id.slice(5)) > to,
  );
  for (const entry of entries) entry.classList.add("asked-about");
  entries.at(-1)?.scrollIntoView({ block: "nearest" });
  byId("log")?.focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-entries-after]");
  if (button) showEntries(button.closest(".asked-card"), Number(button.dataset.entriesAfter));
});
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches?.(".asked-card[open]")) return;
    for (const entry of document.querySelectorAll(".asked-about")) entry.classList.remove("asked-about");
  },
  true,
);
