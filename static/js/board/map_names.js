// The map of a scenario to be read: its names have one size however large it is drawn, and make room for one another.

import { soon } from "./names.js";

const OWN_SIZE = 1.22; // pixels a drawing unit at which names are as large as they are drawn
const LEAST = 0.62;
const RIM = 3; // pixels between words and the table's edge
const board = document.getElementById("board-svg");

function size() {
  const scale = board.getScreenCTM()?.a ?? OWN_SIZE;
  board.style.setProperty("--zoom", Math.max(LEAST, scale / OWN_SIZE).toFixed(3));
  for (const label of board.querySelectorAll(".zlab")) keepOn(label, scale);
  soon();
}

// What is said of a zone at the edge is not cut there.
function keepOn(label, scale) {
  label.dataset.at ??= label.getAttribute("transform");
  label.setAttribute("transform", label.dataset.at);
  const [box, table] = [label, board.querySelector(".ground")].map((one) => one.getBoundingClientRect());
  const inward = Math.max(0, table.left + RIM - box.left) - Math.max(0, box.right + RIM - table.right);
  if (inward) label.setAttribute("transform", `translate(${(inward / scale).toFixed(1)} 0) ${label.dataset.at}`);
}

size();
window.addEventListener("resize", size);
