// The time to answer in words: a line that counts, and a word when it begins, runs short and ends. (ARAP-ACT-11)

import { byId, shownSeq, table } from "../live/table.js";
import { left, leftInWords, startTimeToAnswer } from "../live/time_to_answer.js";
import { speak } from "./voice.js";

const SHORT = [30, 10]; // seconds left at which it is said to whoever is asked
const LONGEST_S = 120; // that is said in seconds alone
let question = ""; // which the words below are about
let said = Infinity; // the seconds that were left when it was last said

function show(open) {
  const place = byId("answer-left");
  place.hidden = !open;
  place.textContent = open ? leftInWords(open) : "";
  const is = open ? `${open.side} ${shownSeq()}` : "";
  if (is !== question) [question, said] = [is, Infinity];
  if (!open) return put("");
  const words = wordsAt(open, left());
  if (!words) return;
  put(words);
  if (byId("aloud").checked) speak(words);
}

// What is to be said now; nothing between two such moments.
function wordsAt(open, now) {
  const mine = table.mine.includes(open.side);
  const marks = [open.of_s, ...(mine ? SHORT.filter((mark) => mark < open.of_s) : []), 0];
  const mark = marks.findLast((one) => now <= one);
  if (mark >= said) return "";
  said = mark;
  if (mark === 0) return mine ? "Your time to answer is over. Nothing is chosen: the host is asked." : overFor(open);
  return `${mine ? "You have" : `${open.name} has`} ${inWords(now)} to answer.`;
}

const overFor = (open) =>
  `${open.name} has had ${inWords(open.of_s)} to answer. ` +
  (document.body.dataset.hosts ? "Nothing is chosen for them: ask them." : "Nothing is chosen: the host is asked.");

function inWords(seconds) {
  if (seconds <= LONGEST_S) return `${seconds} seconds`;
  const over = seconds % 60;
  return `${Math.floor(seconds / 60)} minutes${over ? ` and ${over} seconds` : ""}`;
}

function put(words) {
  if (byId("answer-said").textContent !== words) byId("answer-said").textContent = words;
}

startTimeToAnswer(show);
