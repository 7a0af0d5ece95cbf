// A stream's head: who plays, and how long each side has taken. The bar is drawn again with each act; this fills it in.

import { ask, hear } from "../live/table.js";

// Where the address names no shape, it is that of the picture that is broadcast.
if (!new URLSearchParams(location.search).has("shape") && innerHeight > innerWidth) {
  location.replace(`${location.pathname}?shape=tall`);
}

let clocks = [];
let asked = 0; // when the clocks were asked for

async function look() {
  const answer = await ask("clocks", {}).catch(() => null);
  if (!answer?.ok) return;
  clocks = await answer.json();
  asked = Date.now();
  fill();
}

function fill() {
  for (const { side, people, taken_s: taken, runs } of clocks) {
    const team = document.querySelector(`#tracker .team.side-${side}`);
    if (!team) continue;
    const who = team.querySelector("[data-people]");
    const isNew = who.textContent !== people;
    put(who, people);
    const clock = team.querySelector("[data-clock]");
    put(clock, inWords(taken + (runs ? Math.floor((Date.now() - asked) / 1000) : 0)));
    clock.classList.toggle("runs", runs);
    if (isNew) fit(who, ALONE); // beside its clock, or above it
    const army = team.querySelector(".grow b");
    if (army && army.dataset.fit === undefined) fit(army);
  }
}

const SMALLER = ["", "smaller", "lines"];
const ALONE = [...SMALLER, "alone"];

// Long names are written smaller, then in several lines, until all of them is read.
function fit(place, ways = SMALLER) {
  for (const how of ways) {
    place.dataset.fit = how;
    if (place.scrollWidth <= place.clientWidth && place.scrollHeight <= place.clientHeight + 1) return;
  }
}

function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function inWords(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${String(minutes).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

// Of a caption that is too long for its line nothing is lost either.
function fitCaption() {
  for (const words of caption?.querySelectorAll(".tv-ask > span, .tv-acts > span, .tv-tried > span") ?? []) {
    if (!words.classList.contains("sg")) fit(words);
  }
}

const caption = document.querySelector(".caption");
if (caption) new MutationObserver(fitCaption).observe(caption, { childList: true, subtree: true });
fitCaption();

hear("frame", () => {
  fill();
  look();
});
look();
setInterval(fill, 1000);
