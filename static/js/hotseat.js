// One device for several seats shows the side that must act; with anything hidden on the table, behind a curtain.

import { restsIn } from "./motion.js";
import { byId, hear, table } from "./table.js";

let turning = 0;

function look() {
  clearTimeout(turning);
  const acts = byId("tracker").querySelector("[data-acts]");
  const side = acts?.dataset.acts ?? "";
  if (table.mine.length < 2 || !side || side === table.as || !table.mine.includes(side)) return;
  const name = acts.dataset.name;
  turning = setTimeout(() => (acts.dataset.hidden ? draw(side, name) : turn(side)), restsIn() + 900);
}

function draw(side, name) {
  byId("curtain-title").textContent = `${name} is next`;
  byId("curtain-glyph").className = `sg side-${side}`;
  byId("curtain-glyph").textContent = side.toUpperCase();
  byId("curtain").hidden = false;
  byId("curtain-open").onclick = () => turn(side);
  byId("curtain-open").focus();
}

function turn(side) {
  location.replace(`${table.home}?as=${side}`);
}

hear("frame", look);
look();
