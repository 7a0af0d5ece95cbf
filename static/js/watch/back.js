// Looking back: the board stands where the log is read. The game goes on; nothing moves until one jumps to live.

import { holdFrames, releaseFrames } from "../live/connection.js";
import { swapIn } from "../live/swaps.js";
import { ask, byId, hear, shownSeq, table, tell } from "../live/table.js";

const REST_MS = 80; // after scrolling
const AT_TOP = 8; // pixels
const pane = document.querySelector("#log-pane .scroll");
let drawn = 0; // the event after which the board stands; 0 while it is live
let wanted = 0; // where it should stand, while an answer is on its way
let acts = 0; // that have happened since
let resting = 0;
let ours = false; // this scrolling is not the reader's

const lines = () => [...pane.querySelectorAll(".entry")];
const current = () => pane.querySelector(".entry.cur");

// The act in the middle; near the top the newest, so that each can be reached by scrolling.
function inSight() {
  const from = pane.getBoundingClientRect().top + Math.min(pane.clientHeight / 2, pane.scrollTop);
  const all = lines();
  return all.findLast((line) => line.getBoundingClientRect().top <= from) ?? all[0];
}

pane.addEventListener("scroll", () => {
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (ours) ours = false;
    else if (pane.scrollTop > AT_TOP) go(inSight());
    else if (wanted && !acts) toLive();
    else if (wanted) go(lines()[0]);
  }, REST_MS);
});

async function go(line) {
  const upto = Number(line?.dataset.seq ?? 0);
  if (!upto || upto === wanted || !byId("board-svg")) return;
  if (!wanted) leave();
  wanted = upto;
  mark(line);
  const since = drawn;
  const answer = await ask("moment", { as: table.as, since, upto }).catch(() => null);
  if (wanted !== upto || since !== drawn) return; // somewhere else is wanted by now
  if (!answer?.ok) return tell("announce", "No answer from the table.");
  const box = document.createElement("template");
  box.innerHTML = await answer.text();
  if (wanted !== upto) return;
  drawn = table.at = upto;
  swapIn(box.content.children);
  tell("frame", { animate: [] });
}

function leave() {
  drawn = shownSeq();
  acts = 0;
  holdFrames((more) => {
    acts += more;
    say();
  });
  document.body.classList.add("looking-back");
  byId("to-live").hidden = false;
}

function toLive() {
  if (!wanted) return;
  wanted = drawn = table.at = 0;
  document.body.classList.remove("looking-back");
  for (const line of lines()) line.classList.remove("cur", "since");
  byId("to-live").hidden = true;
  byId("behind").textContent = "";
  ours = pane.scrollTop > 0;
  pane.scrollTop = 0;
  releaseFrames();
  tell("act-shown", newest());
}

function mark(line) {
  let since = true;
  for (const one of lines()) {
    if (one === line) since = false;
    one.classList.toggle("cur", one === line);
    one.classList.toggle("since", since);
  }
  say();
  tell("act-shown", line);
}

function say() {
  const behind = lines().indexOf(current()) + acts;
  byId("behind").innerHTML = `<b>${behind === 1 ? "1 act" : `${behind} acts`} behind.</b> The game goes on.`;
}

// One act earlier or later, which is brought into sight.
function step(by) {
  const all = lines();
  const now = wanted ? all.indexOf(current()) : 0;
  const next = all[now + by];
  if (!next) return by < 0 ? toLive() : byId("log-more").querySelector("button")?.click();
  go(next);
  ours = true;
  next.scrollIntoView({ block: "center" });
}

const newest = () => lines()[0];

document.addEventListener("click", (event) => {
  if (event.target.closest("#to-live")) toLive();
  const by = event.target.closest("[data-step]");
  if (by) step(Number(by.dataset.step));
  const line = event.target.closest("#log-pane .entry");
  if (line && !event.target.closest("button, a, summary, .menu")) go(line);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const does = { ",": () => step(1), ".": () => wanted && step(-1), l: toLive, L: toLive, End: toLive }[event.key];
  if (!does || (event.key === "End" && event.target.closest(".scroll"))) return;
  does();
  event.preventDefault();
});

hear("frame", () => wanted || tell("act-shown", newest()));
setTimeout(() => tell("act-shown", newest()));
