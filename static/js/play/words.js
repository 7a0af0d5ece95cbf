// The table in words: how far and in which direction everything is from the unit in hand.

import { lengthText } from "../board/lengths.js";
import { placeOf } from "../plan/selection.js";
import { byId, hear, table } from "../live/table.js";

const POINTS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

function fillIn() {
  const from = table.unit && placeOf(table.unit);
  for (const row of byId("words").querySelectorAll("[data-x]")) {
    const cell = row.querySelector(".away");
    const [dx, dy] = [Number(row.dataset.x) - (from?.[0] ?? 0), Number(row.dataset.y) - (from?.[1] ?? 0)];
    const length = Math.hypot(dx, dy);
    const away = awayText(row, from, length, [dx, dy]);
    if (cell.textContent !== away) cell.textContent = away; // what is written is laid out again
  }
}

function awayText(row, from, length, [dx, dy]) {
  if (["throw", "lob"].includes(table.kind)) return "to be guessed";
  if (!from || row.dataset.unit === table.unit) return from ? "in hand" : "–";
  return `${lengthText(length)} ${POINTS[Math.round((Math.atan2(dx, -dy) / Math.PI) * 4 + 8) % 8]}`;
}

hear("draft", fillIn);
hear("selected", fillIn);
hear("dock", fillIn);
hear("frame", fillIn);
fillIn();
