// The play page, put together. Each module looks after one thing; table.js carries the news between them.

import "./announce.js";
import "./asked.js";
import "./board.js";
import "./connection.js";
import "./selection.js";
import "./plan.js";
import "./fold.js";
import "./column.js";
import "./close_up.js";
import "./pencil.js";
import "./typed_leg.js";
import "./tools.js";
import "./pointing.js";
import "./floors.js";
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
import "./overview.js";
import "./plates.js";
import "./where.js";
import "../watch/reactions.js";
import "./house.js";
import { startOnPhone } from "./camera.js";
import { stayAwake } from "../watch/awake.js";
import { asTouched, byId, table, tell } from "./table.js";
import { isMine, mark } from "./selection.js";

const first = byId("dock").dataset.unit ?? "";
const driven = byId("dock").dataset.hands ?? ""; // an enemy's vehicle, for one move
table.unit = driven || (first && isMine(first) ? first : "");
table.mode = byId("dock").dataset.mode ?? "";
mark();
tell("dock");

asTouched(byId("dock"));
asTouched(byId("inspector"));
startOnPhone();
if (matchMedia("(pointer: coarse)").matches) stayAwake();
