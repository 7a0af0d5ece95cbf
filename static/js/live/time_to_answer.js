// The time that the table gives to whoever is asked in another's turn, as the server counts it. It only shows: at its
// end nothing is chosen. (ARAP-ACT-11)

import { ask, hear, table } from "./table.js";

let open = null; // the question's side, and the seconds that were left when it was looked at
let looked = 0;
let asked = 0; // how often it was looked: an answer that comes late counts no more
let ticking = 0;
let shows = () => {}; // called with the question each second, with null when there is none

export const left = () => Math.max(0, open.left_s - Math.floor((Date.now() - looked) / 1000));

async function look() {
  const number = ++asked;
  const keeps = document.querySelector("[data-answer-s]") !== null;
  const answer = keeps ? await ask("answering", { as: table.as }).catch(() => null) : null;
  const found = answer?.ok ? await answer.json() : null;
  if (number !== asked) return;
  open = found;
  looked = Date.now();
  clearInterval(ticking);
  if (open) ticking = setInterval(showTimeLeft, 1000);
  showTimeLeft();
}

export function showTimeLeft() {
  if (open && !left()) clearInterval(ticking);
  shows(open);
}

export function startTimeToAnswer(show) {
  shows = show;
  for (const news of ["frame", "beside-shown"]) hear(news, look);
  look();
}

export function drawRing(ring, question) {
  ring.querySelector("text").textContent = minutes(left());
  ring.querySelector(".v").setAttribute("stroke-dasharray", `${(100 * left()) / question.of_s} 100`);
}

export const leftInWords = (question) =>
  left()
    ? `${minutes(left())} of ${minutes(question.of_s)} left to answer`
    : `${minutes(question.of_s)} to answer are over: nothing is chosen, the host is asked.`;

export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
