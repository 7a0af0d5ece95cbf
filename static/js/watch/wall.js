// The club's wall asks every second whether anything has changed, and changes only the parts that differ.

import { boxOf, isWithin, overlap } from "../board/clear.js";
import { standAside } from "../board/flags.js";
import { soon as placeNames } from "../board/names.js";
import { within } from "../live/table.js";
import { stayAwake } from "../live/awake.js";

const EVERY_MS = 1000; // nothing is sent while nothing has changed
const PATIENCE_MS = 8000; // for an answer
const STAYS_MS = 45_000; // that a table is large at least
const FLAG_AT = 1.22 / 1920; // pixels a drawing unit, of the window's width, at which flags have their own size
const LEAST_WIDE = 800; // pixels of a window below which they shrink no more: on a phone they are still read
const LEAST = 0.4;
const main = document.querySelector("main");
let large = "";
let largeSince = 0;
let seen = ""; // the stamp of what is shown
let asking = false;

function note() {
  const code = main.querySelector(".big")?.dataset.code ?? "";
  if (code !== large) largeSince = Date.now();
  large = code;
}

async function look() {
  if (asking) return;
  asking = true;
  const query = new URLSearchParams(location.search);
  if (large && Date.now() - largeSince < STAYS_MS) query.set("large", large);
  if (seen) query.set("seen", seen);
  try {
    const answer = await fetch(`${document.body.dataset.now}?${query}`, { signal: within(PATIENCE_MS) });
    if (!answer.ok) throw new Error(String(answer.status));
    if (answer.status === 200) {
      show(await answer.text());
      seen = answer.headers.get("Livetable-Stamp") ?? "";
    }
    clock();
    document.body.classList.remove("offline");
  } catch {
    offline(); // it stays as it was and asks again
  }
  asking = false;
}

function show(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  const fresh = [...box.content.querySelectorAll("[data-part]")];
  const names = new Set(fresh.map((part) => part.dataset.part));
  for (const part of [...main.querySelectorAll("[data-part]")]) if (!names.has(part.dataset.part)) part.remove();
  for (const part of fresh) {
    const old = main.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!old) main.append(part);
    else if (source.get(part.dataset.part) !== part.outerHTML) old.replaceWith(part.cloneNode(true));
    source.set(part.dataset.part, part.outerHTML);
  }
  note();
  size();
}

const MAPS = [19, 17, 15, 12.5]; // widths of the picture in a small tile, in rem

// The picture has all the room that no word needs; beside the least of it names may have a second line.
function maps() {
  for (const tile of main.querySelectorAll(".small")) {
    tile.style.removeProperty("--map");
    if (getComputedStyle(tile).gridTemplateColumns.split(" ").length < 2) continue; // the words stand below it
    const wide = MAPS.find((rem) => {
      tile.style.setProperty("--map", `${rem}rem`);
      return ![...tile.querySelectorAll("h2, .wp li span:not(.sg, .sr), .code span, .what, .what b")].some(isShort);
    });
    if (!wide) tile.style.removeProperty("--map");
  }
}

const isShort = (words) => words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight + 2;

// Names that are cut in one line get a second, where there are two sides.
function lines() {
  for (const side of main.querySelectorAll(".wp li")) {
    const name = side.querySelector("span:not(.sg, .sr)");
    const roomy = side.parentElement.children.length < 3;
    side.classList.toggle("long", roomy && name.scrollWidth > name.clientWidth);
  }
}

// The server frames a fight for a picture of the usual shape; its place may be wider or higher. More of the table is
// shown beside the fight then, and nothing beyond the table's edge as long as it is large enough.
function fill(board) {
  const place = board.parentElement.getBoundingClientRect();
  const table = board.querySelector("clipPath rect");
  if (!place.height || !table) return;
  if (board.getAttribute("viewBox") !== board.dataset.filled) board.dataset.framed = board.getAttribute("viewBox");
  const [x, y, wide, high] = board.dataset.framed.split(" ").map(Number);
  const shape = place.width / place.height;
  const width = Math.max(wide, high * shape);
  const height = Math.max(high, wide / shape);
  const left = onTable(x + (wide - width) / 2, width, table.width.baseVal.value);
  const top = onTable(y + (high - height) / 2, height, table.height.baseVal.value);
  board.dataset.filled = [left, top, width, height].map((n) => n.toFixed(1)).join(" ");
  board.setAttribute("viewBox", board.dataset.filled);
}

const onTable = (start, shown, length) =>
  shown >= length ? (length - shown) / 2 : Math.min(Math.max(start, 0), length - shown);

// Flags and names keep their size however much of the table is framed. They are never larger than they were placed, but
// on a phone, where they make room for one another.
function size() {
  for (const side of main.querySelectorAll(".wp li")) side.classList.remove("long");
  maps();
  lines();
  const board = main.querySelector(".big .board");
  if (board) fill(board);
  const scale = board?.getScreenCTM()?.a;
  if (!scale) return;
  const least = innerWidth < LEAST_WIDE ? LEAST : 1;
  const zoom = scale / (FLAG_AT * Math.max(LEAST_WIDE, innerWidth));
  board.style.setProperty("--zoom", Math.max(least, Math.min(4, zoom)).toFixed(3));
  standAside();
  for (const flag of board.querySelectorAll(".unit .flag")) flag.classList.toggle("cut", isCut(flag, boxOf(board)));
  placeNames();
}

// Its unit is not in the picture, and only a part of the flag is.
function isCut(flag, room) {
  const box = boxOf(flag.querySelector(".z"));
  if (isWithin(box, room) || !overlap(box, room)) return false;
  return ![...flag.closest(".unit").querySelectorAll("[data-model]")].some((model) => overlap(boxOf(model), room));
}

const source = new Map(); // what each part was made of
for (const part of main.querySelectorAll("[data-part]")) source.set(part.dataset.part, "");

function offline() {
  if (document.body.classList.contains("offline")) return;
  document.body.classList.add("offline");
  const place = main.querySelector(".wl-head .soft");
  if (place) place.dataset.asOf = `as of ${new Date().toTimeString().slice(0, 5)}`;
}

function clock() {
  const place = main.querySelector("[data-clock]");
  const now = new Date().toTimeString().slice(0, 5);
  if (place && place.textContent !== now) place.textContent = now;
}

note();
size();
clock();
window.addEventListener("resize", size);
setInterval(look, EVERY_MS);
for (const name of ["online", "pageshow"]) window.addEventListener(name, look);
stayAwake();
