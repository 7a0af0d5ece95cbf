// The time to answer on the page of who plays: a ring beside the question, a line for who waits; at its end the host is
// asked to see to it. (ARAP-ACT-11)

import { byId, hear, shownSeq, table, tell } from "../live/table.js";
import { drawRing, left, leftInWords, minutes, showTimeLeft, startTimeToAnswer } from "../live/time_to_answer.js";

let late = ""; // the question whose time is known to be over

function show(open) {
  showRing(document.querySelector("form.react .ring"), open);
  for (const place of document.querySelectorAll("[data-answer-left]")) {
    place.hidden = !open;
    place.textContent = open ? leftInWords(open) : "";
  }
  showLate(open);
}

function showRing(ring, open) {
  if (!ring) return;
  ring.toggleAttribute("hidden", !open);
  const words = ring.closest("form").querySelector("[data-with-clock]");
  words.dataset.without ??= words.textContent;
  words.textContent = open ? words.dataset.withClock : words.dataset.without;
  if (!open) return;
  ring.setAttribute("aria-label", `${left()} of ${open.of_s} seconds left to answer`);
  drawRing(ring, open);
}

// Whoever hosts is asked once, unless it is the host who takes so long.
function showLate(open) {
  const over = open && !left() && document.body.dataset.hosts && !table.mine.includes(open.side);
  const question = over ? `${open.side} ${shownSeq()}` : "";
  if (question === late) return;
  late = question;
  byId("late").innerHTML = "";
  if (!over) return;
  const words = `${open.name} has had ${minutes(open.of_s)} to answer. Nothing is chosen for them: ask them.`;
  const note = document.createElement("p");
  note.className = "note warn";
  note.textContent = words;
  byId("late").append(note);
  tell("announce", words);
}

startTimeToAnswer(show);
hear("dock", showTimeLeft);
