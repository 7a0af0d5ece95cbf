// Names of places keep clear of models and flags: each moves aside a little, or goes until there is room again.

import { byId, hear } from "./table.js";

const STEPS = [[0, 0], [0, -1], [0, 1], [0, -2], [0, 2], [0.6, 0], [-0.6, 0], [0.6, -1], [-0.6, -1], [0.6, 1], [-0.6, 1], [1, 0], [-1, 0]];
const GAP = 3; // pixels between a name and what it keeps clear of
const REST_MS = 180;
let waiting = 0;

function place() {
  const board = byId("board-svg");
  const scale = board?.getScreenCTM()?.a;
  if (!scale) return;
  const names = [...board.querySelectorAll(".places .place")];
  for (const name of names) {
    name.dataset.at ??= name.getAttribute("transform");
    name.setAttribute("transform", name.dataset.at);
    name.classList.remove("gone");
  }
  const taken = [...board.querySelectorAll(".unit [data-model], .unit .flag, .obj")].map(boxOf);
  const boxes = names.map(boxOf);
  names.forEach((name, n) => {
    const others = [...taken, ...boxes.filter((_, m) => m !== n)];
    const best = bestStep(boxes[n], others);
    if (best.covered > 0.15 * boxes[n].width * boxes[n].height) name.classList.add("gone");
    if (!best.dx && !best.dy) return;
    name.setAttribute("transform", `translate(${(best.dx / scale).toFixed(1)} ${(best.dy / scale).toFixed(1)}) ${name.dataset.at}`);
    boxes[n] = moved(boxes[n], best.dx, best.dy);
  });
}

function bestStep(box, others) {
  let best = null;
  for (const [across, down] of STEPS) {
    const [dx, dy] = [across * (box.width + GAP), down * (box.height + GAP)];
    const at = moved(box, dx, dy);
    const covered = others.reduce((sum, other) => sum + overlap(at, other), 0);
    if (!best || covered < best.covered - 1) best = { dx, dy, covered };
    if (covered === 0) break;
  }
  return best;
}

const boxOf = (element) => element.getBoundingClientRect();
const moved = (box, dx, dy) => new DOMRect(box.x + dx, box.y + dy, box.width, box.height);

function overlap(a, b) {
  const wide = Math.min(a.right, b.right + GAP) - Math.max(a.left, b.left - GAP);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(place, REST_MS);
}

hear("frame", soon);
hear("view", soon);
soon();
