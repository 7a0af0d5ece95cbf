// The time to answer for those who look on: a quiet ring and a line beside whom all wait for. (ARAP-ACT-11)

import { drawRing, left, leftInWords, minutes, startTimeToAnswer } from "../live/time_to_answer.js";

function show(open) {
  for (const place of document.querySelectorAll("[data-answer-left]")) {
    place.hidden = !open;
    if (!open) continue;
    const ring = place.querySelector(".ring");
    if (ring) drawRing(ring, open);
    const words = ring && left() ? `of ${minutes(open.of_s)} to answer` : leftInWords(open);
    (place.querySelector("span") ?? place).textContent = words;
  }
}

startTimeToAnswer(show);
