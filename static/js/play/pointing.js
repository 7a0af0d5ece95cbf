// What one measures or points at is seen by everybody while it lasts, unless one keeps it to oneself.

import { byId, hear, post, table, tell } from "../live/table.js";

const BY = Array.from(crypto.getRandomValues(new Uint8Array(6)), (n) => n.toString(16).padStart(2, "0")).join("");
const EVERY_MS = 600; // while it is dragged
const PRIVATE = "livetable.ruler-private";
let sentAt = 0;
let showing = false;
let due = 0; // the timer of a line that was dragged on since the last one was shown

const isPrivate = () => localStorage.getItem(PRIVATE) === "1";

function send(fields) {
  if (table.mode === "over") return; // what is measured then is one's own
  sentAt = Date.now();
  return post("point", { by: BY, as: table.as, ...fields }).catch(() => null); // it is no command: nothing is lost
}

function show([start, end]) {
  clearTimeout(due);
  const isPing = start[0] === end[0] && start[1] === end[1];
  if (isPrivate() && !isPing) return;
  showing = !isPing;
  send({ start, end });
}

hear("pointed", show);
hear("pointing", (line) => {
  clearTimeout(due);
  due = setTimeout(show, Math.max(0, sentAt + EVERY_MS - Date.now()), line); // a hand that rests shows its last place
});
hear("pointed-no-more", () => {
  clearTimeout(due);
  if (showing) send({ gone: true });
  showing = false;
});

// One's own ruler is drawn by the page itself; a ping comes back as everybody sees it.
document.adoptedStyleSheets = [...document.adoptedStyleSheets, ownHidden()];
function ownHidden() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.pointed[data-by="${BY}"]:has(.rl) { display: none }`);
  return sheet;
}

const button = byId("ruler-private");
const say = () => button?.setAttribute("aria-pressed", String(isPrivate()));
button?.addEventListener("click", () => {
  localStorage.setItem(PRIVATE, isPrivate() ? "" : "1");
  say();
  tell("announce", isPrivate() ? "Your ruler is yours alone." : "Everybody sees your ruler.");
});
say();
