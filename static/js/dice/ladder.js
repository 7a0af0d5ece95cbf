// A melee on the club's screen: the steps of its round while their dice fall, and where models fell in it.

import { byId, hear } from "../live/table.js";

const part = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });

// Who has struck, who strikes, who comes later, from the highest Initiative down.
export function ladder(rungs) {
  const list = part("ol", "ladder", "");
  for (const { initiative, who, outcome, state } of rungs) {
    const words = part("div", "", "");
    words.append(part("b", "", who), part("span", "", outcome));
    const rung = part("li", state, "");
    rung.append(part("span", "i", initiative), words);
    list.append(rung);
  }
  return list;
}

// Crossed rings until something else is done than the same round. Those who stand there now stand on them.
function cross([x, y, r]) {
  const [size, arm] = [r * 10, r * 4.5];
  const arms = `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
  return `<g transform="translate(${x * 10} ${y * 10})"><circle r="${size}"/><path d="${arms}"/></g>`;
}

let marks = null;

let fell = [];

// A question parts a round: what comes after it begins with a step that is done.
const goesOn = (animate) => animate.find((step) => step.rungs)?.rungs[0].state === "done";

export function startRings() {
  hear("leading", ({ animate }) => !goesOn(animate) && marks?.remove());
  hear("frame", ({ animate }) => {
    if (!goesOn(animate)) fell = [];
    fell = [...fell, ...animate.flatMap((step) => step.fell ?? [])];
    marks?.remove();
    if (!fell.length) return;
    const box = document.createElement("template");
    box.innerHTML = `<svg><g aria-hidden="true" class="fell">${fell.map(cross).join("")}</g></svg>`;
    marks = box.content.firstChild.firstChild;
    byId("units")?.before(marks);
  });
}
