// The play page, put together. Each module looks after one thing; table.js carries the news between them.

import "../live/announce.js";
import "./asked.js";
import "../board/board.js";
import { showFirst } from "../live/connection.js";
import "../plan/selection.js";
import "../plan/plan.js";
import "./fold.js";
import "./column.js";
import "../plan/close_up.js";
import "../plan/pencil.js";
import "../plan/typed_leg.js";
import "./tools.js";
import "./pointing.js";
import "../board/floors.js";
import "./keys.js";
import { afterDice } from "../dice/motion.js";
import "./prompt.js";
import "./answer_clock.js";
import "../dice/handdice.js";
import "./sheets.js";
import "../live/logpane.js";
import "../live/menus.js";
import "./hotseat.js";
import "./words.js";
import "../board/names.js";
import "../board/overview.js";
import "../plan/plates.js";
import "../board/where.js";
import "../live/reactions.js";
import "./house.js";
import { startOnPhone } from "../board/camera.js";
import { stayAwake } from "../live/awake.js";
import { asTouched, byId, table, tell } from "../live/table.js";
import { isMine, mark } from "../plan/selection.js";

showFirst(afterDice);

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
