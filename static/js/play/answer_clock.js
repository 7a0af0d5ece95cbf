// The time that the table gives to whoever is asked in another's turn. It only shows: at its end nothing is chosen, the
// host is asked to see to it. (ARAP-ACT-11)

import { ask, byId, hear, shownSeq, table, tell } from "../live/table.js";

let open = null; // the question's side, and the seconds that were left when it was looked at
let looked = 0;
let asked = 0; // how often it was looked: an answer that comes late counts no more
let ticking = 0;
let late = ""; // the question whose time is known to be over

async function look() {
  const number = ++asked;
  const keeps = document.querySelector("[data-answer-s]") !== null;
  const answer = keeps ? await ask("answering", { as: table.as }).catch(() => null) : null;
  const found = answer?.ok ? await answer.json() : null;
  if (number !== asked) return;
  open = found;
  looked = Date.now();
  clearInterval(ticking);
  if (open) ticking = setInterval(show, 1000);
  show();
}

function left() {
  return Math.max(0, open.left_s - Math.floor((Date.now() - looked) / 1000));
}

function show() {
  if (open && !left()) clearInterval(ticking);
  showRing(document.querySelector("form.react .ring"));
  for (const place of document.querySelectorAll("[data-answer-left]")) {
    place.hidden = !open;
    place.textContent = open ? inWords() : "";
  }
  showLate();
}

function inWords() {
  if (left()) return `${minutes(left())} of ${minutes(open.of_s)} left to answer`;
  return `${minutes(open.of_s)} to answer are over: nothing is chosen, the host is asked.`;
}

function showRing(ring) {
  if (!ring) return;
  ring.toggleAttribute("hidden", !open);
  const words = ring.closest("form").querySelector("[data-with-clock]");
  words.dataset.without ??= words.textContent;
  words.textContent = open ? words.dataset.withClock : words.dataset.without;
  if (!open) return;
  ring.setAttribute("aria-label", `${left()} of ${open.of_s} seconds left to answer`);
  ring.querySelector("text").textContent = minutes(left());
  ring.querySelector(".v").setAttribute("stroke-dasharray", `${(100 * left()) / open.of_s} 100`);
}

// Whoever hosts is asked once, unless it is the host who takes so long.
function showLate() {
  const over = open && !left() && document.body.dataset.hosts && !table.mine.includes(open.side);
  const question = over ? `${open.side} ${shownSeq()}` : "";
  if (question === late) return;
  late = question;
  const told = over
    ? `${open.name} has had ${minutes(open.of_s)} to answer. Nothing is chosen for them: ask them.`
    : "";
  byId("late").innerHTML = "";
  if (!over) return;
  const note = document.createElement("p");
  note.className = "note warn";
  note.textContent = told;
  byId("late").append(note);
  tell("announce", told);
}

function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

for (const news of ["frame", "beside-shown"]) hear(news, look);
hear("dock", show);
look();
