// The table in words: how far and in which direction everything is from the unit in hand.

import { lengthText } from "./lengths.js";
import { placeOf } from "./selection.js";
import { byId, hear, table } from "./table.js";

const POINTS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

function fillIn() {
  const from = table.unit && placeOf(table.unit);
  for (const row of byId("words").querySelectorAll("[data-x]")) {
    const cell = row.querySelector(".away");
    const [dx, dy] = [Number(row.dataset.x) - (from?.[0] ?? 0), Number(row.dataset.y) - (from?.[1] ?? 0)];
    const length = Math.hypot(dx, dy);
    if (["throw", "lob"].includes(table.kind)) cell.textContent = "to be guessed";
    else if (!from || row.dataset.unit === table.unit) cell.textContent = from ? "in hand" : "–";
    else cell.textContent = `${lengthText(length)} ${POINTS[Math.round((Math.atan2(dx, -dy) / Math.PI) * 4 + 8) % 8]}`;
  }
}

hear("draft", fillIn);
hear("selected", fillIn);
hear("dock", fillIn);
hear("frame", fillIn);
fillIn();
