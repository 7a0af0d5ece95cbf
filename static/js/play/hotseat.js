// One device for several seats shows the side that must act. A page that has something to hide comes up covered: the
// server draws the curtain, so that nobody sees behind it while the device changes hands.

import { restsIn } from "./motion.js";
import { byId, hear, table } from "./table.js";

let turning = 0;

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
  document.body.inert = true;
  location.replace(`${table.home}?as=${side}&turned=1`);
}

byId("curtain-open").addEventListener("click", () => {
  byId("curtain").hidden = true;
  history.replaceState(null, "", `${table.home}?as=${table.as}`);
});

if (!byId("curtain").hidden) byId("curtain-open").focus();
hear("frame", look);
look();
