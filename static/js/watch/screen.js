// The club's screen: nothing to click. It keeps itself awake and current, and says when somebody busts.

import { showFirst } from "../live/connection.js";
import { leaveOut } from "../dice/last_act.js";
import { afterDice } from "../dice/motion.js";
import "../board/names.js";
import "../board/overview.js";
import { sideOf } from "../board/sides.js";
import { stayAwake } from "../live/awake.js";
import "./asked_time.js";
import "./decides.js";
import { startOnScreen } from "../board/camera.js";
import { startRings } from "../dice/ladder.js";
import { byId, hear } from "../live/table.js";

const BUST_MS = 4000;
showFirst(afterDice);
startOnScreen();
startRings();
let ending = 0;

hear("frame", ({ animate }) => {
  const bust = byId("bust");
  if (!bust) return;
  bust.hidden = !animate.some((step) => step.what === "Bust"); // it says nothing about what comes next
  clearTimeout(ending);
  ending = setTimeout(() => (bust.hidden = true), BUST_MS);
});

// What is tried stands there before its dice fall.
hear("leading", ({ animate }) => {
  const roll = animate.find((step) => step.type === "roll" && step.why);
  const shot = animate.find((step) => step.type === "shot");
  if (!roll || !byId("tried")) return;
  const side = sideOf(roll.unit);
  const line = Object.assign(document.createElement("p"), { className: `tv-tried side-${side}` });
  const badge = Object.assign(document.createElement("span"), { className: "sg", textContent: side.toUpperCase() });
  badge.ariaHidden = "true";
  const words = document.createElement("span");
  words.textContent = [roll.why, shot?.away].filter(Boolean).join(", ");
  line.append(...(side ? [badge] : []), words);
  byId("tried").replaceChildren(line);
});

stayAwake();

// The code is large while nothing goes on: before the first turn, after the last, and when nobody has done anything for
// a while and nobody is asked.
const REST_MS = 20_000;
let resting = 0;

function rest() {
  const busy = document.body.classList.contains("rolling") || byId("asks")?.firstElementChild;
  if (busy) return wake();
  document.body.classList.add("at-rest");
  leaveOut();
}

function wake() {
  clearTimeout(resting);
  const quiet = document.querySelector("#tracker [data-quiet]") && !byId("asks")?.firstElementChild;
  if (!quiet) document.body.classList.remove("at-rest");
  resting = setTimeout(rest, quiet ? 0 : REST_MS);
}

if (document.querySelector(".joinbox")) {
  for (const news of ["leading", "frame"]) hear(news, wake);
  wake();
}

// On a stream the card of the last act goes six seconds after its dice and comes back with the next.
const CARD_MS = 6000;
if (document.body.classList.contains("stream")) {
  let leaving = 0;
  const show = () => {
    document.body.classList.remove("rested");
    clearTimeout(leaving);
    leaving = setTimeout(() => document.body.classList.add("rested"), CARD_MS);
  };
  for (const news of ["leading", "frame"]) hear(news, show);
  show();
}
