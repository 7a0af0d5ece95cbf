// One device for several seats shows the side that must act. A page that has something to hide comes up covered: the
// server draws the curtain, so that nobody sees behind it while the device changes hands.

import { restsIn } from "../dice/motion.js";
import { byId, hear, table } from "../live/table.js";

let turning = 0;

// The house gives its seat to the host where it cannot go on, and takes one when it is asked to: which sides this
// device plays follows. A page that shows a side which is its own no longer goes to one that is.
function follow() {
  const given = byId("notice").querySelector("[data-handed]")?.dataset.handed ?? "";
  const lost = (byId("house-terms")?.dataset.sides ?? "").split(" ");
  const kept = table.mine.filter((side) => !lost.includes(side));
  if (document.body.dataset.hosts === "1" && given && !kept.includes(given)) kept.push(given);
  if (kept.join() === table.mine.join()) return;
  table.mine = kept;
  if (kept.includes(table.as)) look();
  else go(table.home);
}

function go(address) {
  document.body.inert = true;
  location.replace(address);
}

function look() {
  clearTimeout(turning);
  const side = byId("tracker").querySelector("[data-acts]")?.dataset.acts ?? "";
  if (table.mine.length < 2 || !side || side === table.as || !table.mine.includes(side)) return;
  turning = setTimeout(turn, restsIn() + 900, side);
}

// Whoever has a menu or a dialog open is about to say something: the device changes hands when that is done. Once it
// does, nothing more can be pressed on this page, because it would be lost with it.
function turn(side) {
  if (document.querySelector("dialog[open], details.menu[open]")) {
    turning = setTimeout(turn, 300, side);
    return;
  }
  go(`${table.home}?as=${side}&turned=1`);
}

byId("curtain-open").addEventListener("click", () => {
  byId("curtain").hidden = true;
  history.replaceState(null, "", `${table.home}?as=${table.as}`);
});

if (!byId("curtain").hidden) byId("curtain-open").focus();
hear("frame", look);
document.body.addEventListener("htmx:oobAfterSwap", follow);
look();
