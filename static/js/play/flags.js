// Flags give way to the lines of what is planned or shot and to the figures round a hull: they stand aside while those
// are drawn, tied to where they stood.

import { along, boxOf, covered, freeStep, shift } from "./clear.js";
import { byId } from "./table.js";

const LINES = ":is(#preview, .shot) :is(.los, .shot-l, .shotline, .path, .path-x)";
const all = (css) => [...(byId("board-svg")?.querySelectorAll(css) ?? [])];

export const linesDrawn = () => all(LINES).flatMap(along);

export function standAside() {
  const scale = byId("board-svg")?.getScreenCTM()?.a;
  if (!scale) return;
  for (const flag of all(".unit .flag[data-at]")) back(flag);
  const marks = [...linesDrawn(), ...all("#facings .avn circle").map(boxOf)];
  if (!marks.length) return;
  const flags = all(".unit .flag").map((flag) => ({ flag, box: boxOf(flag.querySelector(".z")) }));
  const crossed = flags.filter(({ box }) => covered(box, marks) > 0);
  if (!crossed.length) return;
  const things = [...all(".unit [data-model], .obj").map(boxOf), ...marks];
  const sheet = boxOf(byId("sheet") ?? byId("board-svg"));
  for (const one of crossed) {
    const others = flags.filter(({ flag }) => flag !== one.flag).map(({ box }) => box);
    const by = freeStep(one.box, [...things, ...others], sheet);
    one.flag.dataset.at ??= one.flag.getAttribute("transform");
    shift(one.flag, by, scale);
    one.box = boxOf(one.flag.querySelector(".z"));
  }
}

function back(flag) {
  flag.setAttribute("transform", flag.dataset.at);
  flag.querySelector(".tie")?.remove();
}
