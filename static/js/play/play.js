// The play page, put together. Each module looks after one thing; table.js carries the news between them.

import "./announce.js";
import "./board.js";
import "./connection.js";
import "./selection.js";
import "./plan.js";
import "./pencil.js";
import "./tools.js";
import "./keys.js";
import "./motion.js";
import "./prompt.js";
import "./handdice.js";
import "./sheets.js";
import "./logpane.js";
import "./menus.js";
import "./hotseat.js";
import "./words.js";
import "./names.js";
import { centre } from "./board.js";
import { byId, table, tell } from "./table.js";
import { isMine, mark, placeOf } from "./selection.js";

const first = byId("dock").dataset.unit ?? "";
table.unit = first && isMine(first) ? first : "";
table.mode = byId("dock").dataset.mode ?? "";
mark();
tell("dock");

// On a small screen the whole table is too small to play on: begin where one's own units are.
const near = [...document.querySelectorAll(".unit[data-unit]")].map((one) => one.dataset.unit).filter(isMine);
const places = (table.unit && placeOf(table.unit) ? [table.unit] : near).map(placeOf).filter(Boolean);
if (matchMedia("(max-width: 719px)").matches && places.length) {
  const middle = (n) => places.reduce((sum, at) => sum + at[n], 0) / places.length;
  requestAnimationFrame(() => centre(middle(0), middle(1), 30));
}
