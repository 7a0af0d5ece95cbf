// What a player measures or points at beyond the rim of the view is named there, on the side where it is.

import { boxAt, boxOf, middleOf, overlap } from "../board/clear.js";
import { byId, hear } from "../live/table.js";

const AIR = 6; // pixels between the hint and the rim
const sheet = byId("sheet");
const hint = document.createElement("p");
hint.className = "beyond";
hint.hidden = true;
hint.setAttribute("aria-hidden", "true"); // as what is pointed at itself
sheet.after(hint);

function look() {
  const room = boxOf(sheet);
  const drawn = [...document.querySelectorAll("#pointing .pointed")].filter((one) => one.checkVisibility());
  const out = drawn.findLast((one) => overlap(boxOf(one), room) === 0);
  hint.hidden = !out;
  if (!out) return;
  hint.className = `beyond ${[...out.classList].filter((name) => name.startsWith("side-")).join("")}`;
  hint.textContent = out.textContent.trim();
  const [from, to] = [middleOf(room), middleOf(boxOf(out))];
  hint.style.setProperty("--turn", `${Math.atan2(to.y - from.y, to.x - from.x)}rad`);
  const { width, height } = boxOf(hint);
  const place = (at, low, high, length) => Math.max(low + AIR, Math.min(at - length / 2, high - AIR - length));
  const within = boxOf(hint.offsetParent ?? sheet);
  let [x, y] = [place(to.x, room.left, room.right, width), place(to.y, room.top, room.bottom, height)];
  const zooms = document.querySelector(".zooms");
  const buttons = zooms && boxOf(zooms);
  if (buttons && overlap(boxAt(x, y, width, height), buttons) > 0) x = buttons.left - AIR - width;
  hint.style.left = `${x - within.left}px`;
  hint.style.top = `${y - within.top}px`;
}

const asked = () => !hint.hidden || document.querySelector("#pointing .pointed");
new MutationObserver(() => asked() && look()).observe(sheet, { childList: true, subtree: true });
hear("view", () => asked() && look());
