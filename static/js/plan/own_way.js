// A way of one's own for a unit that flees: pressed on the board bend by bend, or typed as bearings and lengths.

import { fromTable, onTable } from "../board/lengths.js";
import { byId, hear, post, table } from "../live/table.js";

// A bearing in degrees, a length if need be, each with its sign or without.
const LEG = /^(\d+(?:\.\d+)?)\s*°?(?:\s+(\d+(?:\.\d+)?)\s*(?:″|"|in|cm)?)?$/;
const SVG = "http://www.w3.org/2000/svg";
const form = () => byId("prompt").querySelector("form[data-way-from]");
const box = () => byId("own-way");
let points = [];
let asked = 0;

export const wayOfOnesOwn = () => ({ type: "FleeAlong", path: points });

const start = () => form().dataset.wayFrom.split(" ").map(Number);
const round = (n) => Math.round(n * 100) / 100;

// "90 4, 60" is so many of the table's unit to the east, then on that bearing as far as it goes; null if unreadable.
function readOff(text) {
  let [x, y] = start();
  const found = [];
  for (const leg of text.split(",").filter((one) => one.trim())) {
    const [, bearing, length] = LEG.exec(leg.trim())?.map((number) => number && Number(number)) ?? [];
    if (bearing === undefined) return null;
    const inches = length === undefined ? 1 : fromTable(length);
    const angle = (bearing * Math.PI) / 180;
    [x, y] = [round(x + Math.sin(angle) * inches), round(y - Math.cos(angle) * inches)];
    found.push([x, y]);
  }
  return found;
}

function written() {
  let [x, y] = start();
  return points
    .map(([toX, toY]) => {
      const bearing = (Math.round((Math.atan2(toX - x, y - toY) * 180) / Math.PI) + 360) % 360;
      const leg = `${bearing} ${round(onTable(Math.hypot(toX - x, toY - y)))}`;
      [x, y] = [toX, toY];
      return leg;
    })
    .join(", ");
}

function draw(path, barred) {
  byId("own-line")?.remove();
  if (path.length < 2) return;
  const group = document.createElementNS(SVG, "g");
  group.id = "own-line";
  const line = path.map(([x, y]) => `${(x * 10).toFixed(1)} ${(y * 10).toFixed(1)}`).join("L");
  group.innerHTML = `<path class="${barred ? "path-x" : "path"}" d="M${line}"/>`;
  byId("asked").append(group);
}

// The server says how far it leads and whether the rules leave it open.
async function judge() {
  asked += 1;
  const number = asked;
  draw([start(), ...points], false);
  if (!points.length) {
    byId("own-answer").replaceChildren();
    return;
  }
  const answer = await post("preview", { as: table.as, action: { ...wayOfOnesOwn(), side: table.as } });
  if (!answer.ok || number !== asked || !form()) return;
  byId("own-answer").innerHTML = await answer.text();
  byId("own-answer").scrollIntoView({ block: "nearest" }); // below the ways that are offered
  draw([start(), ...points], byId("own-answer").querySelector(".refusal") !== null);
}

function take(found) {
  points = found;
  box().checked = true;
  box().dispatchEvent(new Event("change", { bubbles: true }));
  judge();
}

hear("tap", ({ point, target }) => {
  if (!form() || target.closest?.("[data-option]")) return;
  take([...points, point.map(round)]);
  byId("own-typed").value = written();
});

byId("prompt").addEventListener("input", (event) => {
  if (event.target.id !== "own-typed") return;
  const found = readOff(event.target.value);
  take(found ?? []);
  if (!found) byId("own-answer").textContent = event.target.dataset.unread; // no figures of the way before stay
});

byId("prompt").addEventListener("click", (event) => {
  if (!event.target.closest("[data-own-drop]")) return;
  event.preventDefault();
  take(points.slice(0, -1));
  byId("own-typed").value = written();
});

hear("frame", () => {
  if (!form()) points = [];
});
