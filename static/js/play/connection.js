// The live connection: opens, watches and renews the socket, and lets a frame in only if it follows what is shown.

import { byId, hear, shownSeq, tell } from "./table.js";

const line = byId("live");
const PATIENCE_MS = 3000; // for an answer to a ping
const PING_MS = 20_000;
const QUIET_MS = 2000; // before a banner says that the line is bad
const LONG_MS = 60_000; // before the page says so in plain words

let wrapper = null; // htmx's hold on the socket
let socket = null;
let tries = 0;
let askedSinceAt = 0;
let pingedAt = 0;
let lostAt = 0;
let again = 0;

// ------------------------------------------------------------ opening, and opening again

window.htmx.createWebSocket = (address) => {
  socket = new WebSocket(`${address}&since=${shownSeq()}`);
  return socket;
};
// This module alone decides when to try again.
window.htmx.config.wsReconnectDelay = () => 0x7fffffff;

line.addEventListener("htmx:wsOpen", (event) => {
  wrapper = event.detail.socketWrapper;
  tries = 0;
  askedSinceAt = 0;
  pingedAt = 0;
  found();
});

line.addEventListener("htmx:wsClose", (event) => {
  wrapper ??= event.detail.socketWrapper;
  if (event.detail.event.target !== socket) return;
  lose();
  const code = event.detail.event.code;
  if (code === 4403 || code === 4404) location.reload(); // rights have changed: the server says where to go
  else renewLater();
});

function renewLater() {
  clearTimeout(again);
  const longest = Math.min(8000, 300 * 2 ** tries);
  again = setTimeout(renew, longest * (0.5 + Math.random() / 2));
}

function renew() {
  clearTimeout(again);
  tries += 1;
  pingedAt = 0;
  if (wrapper) wrapper.reconnect();
}

// Phones sleep and networks change without a word: look at once whenever the page comes back.
function check() {
  if (document.hidden) return;
  if (!socket || socket.readyState > WebSocket.OPEN) {
    tries = 0;
    renew();
  } else if (socket.readyState === WebSocket.OPEN) {
    ping();
  }
}

function ping() {
  if (pingedAt) return;
  pingedAt = Date.now();
  socket.send("ping");
  const asked = socket;
  setTimeout(() => {
    if (!pingedAt || asked !== socket) return;
    lose();
    renew();
  }, PATIENCE_MS);
}

setInterval(() => !document.hidden && socket?.readyState === WebSocket.OPEN && ping(), PING_MS);
document.addEventListener("visibilitychange", check);
for (const name of ["online", "pageshow", "focus"]) window.addEventListener(name, check);
// Without a network the socket may hang for minutes: it is given up at once, and a new one asks for what was missed.
window.addEventListener("offline", () => {
  lose();
  socket?.close();
});

// ------------------------------------------------------------ frames

const STAMP = /^<div id="frame" data-from="(\d+)" data-to="(\d+)"( data-whole)?/;
const BEAT = /^<div id="beat" data-seq="(\d+)"/;

function askForMissed() {
  if (Date.now() - askedSinceAt < PATIENCE_MS) return;
  askedSinceAt = Date.now();
  socket.send(`since ${shownSeq()}`);
}

line.addEventListener("htmx:wsBeforeMessage", (event) => {
  const message = event.detail.message;
  pingedAt = 0;
  const beat = BEAT.exec(message);
  if (beat) {
    event.preventDefault();
    if (Number(beat[1]) > shownSeq()) askForMissed();
    return;
  }
  const stamp = STAMP.exec(message);
  if (!stamp) {
    tell("beside", message);
    return;
  }
  const [from, to, whole] = [Number(stamp[1]), Number(stamp[2]), Boolean(stamp[3])];
  const shown = shownSeq();
  if (!whole && to <= shown) {
    event.preventDefault();
  } else if (!whole && from !== shown + 1) {
    event.preventDefault();
    askForMissed();
  } else if (!byId("board-svg")) {
    event.preventDefault();
    location.reload(); // the battle has begun: this page was made before it
  } else {
    askedSinceAt = 0;
    tell("coming", { from, to, whole, animate: animationIn(message) });
  }
});

function animationIn(message) {
  const found = /<script type="application\/json">(.*?)<\/script>/s.exec(message);
  return found ? (JSON.parse(found[1]).animate ?? []) : [];
}

line.addEventListener("htmx:wsAfterMessage", (event) => {
  const stamp = STAMP.exec(event.detail.message);
  if (!stamp) {
    tell("beside-shown", event.detail.message);
    return;
  }
  const animate = stamp[3] ? [] : animationIn(event.detail.message);
  tell("frame", { from: Number(stamp[1]), to: Number(stamp[2]), whole: Boolean(stamp[3]), animate });
});

// ------------------------------------------------------------ what the page says about it

const WORDS = { live: "Live", wait: "Reconnecting", off: "Offline" };

function say(state) {
  const dot = byId("conn");
  dot.classList.remove("wait", "off");
  if (state !== "live") dot.classList.add(state);
  if (dot.querySelector(".word").textContent !== WORDS[state]) dot.querySelector(".word").textContent = WORDS[state];
}

function found() {
  lostAt = 0;
  clearInterval(telling);
  say("live");
  document.body.classList.remove("offline");
  const banner = byId("lost");
  if (banner && !banner.hidden) {
    banner.hidden = true;
    tell("announce", "The table is live again.");
  }
}

let telling = 0;

function lose() {
  if (lostAt) return;
  lostAt = Date.now();
  clearInterval(telling);
  telling = setInterval(tellLost, 500);
}

function tellLost() {
  const gone = Date.now() - lostAt;
  if (!lostAt || gone < QUIET_MS) return;
  document.body.classList.add("offline");
  say(gone < LONG_MS ? "wait" : "off");
  const banner = byId("lost");
  if (!banner) return;
  const at = new Date(lostAt).toTimeString().slice(0, 5);
  const text =
    gone < LONG_MS
      ? `Reconnecting. The table is as of ${at}, event ${shownSeq()}. Actions wait until you are back.`
      : `No answer for a minute. The table is as of ${at}, event ${shownSeq()}.`;
  const place = banner.querySelector(".lost-text");
  if (place.textContent !== text) place.textContent = text;
  byId("try-now").hidden = gone < LONG_MS;
  if (banner.hidden) tell("announce", "The connection to the table is lost.");
  banner.hidden = false;
}

byId("try-now")?.addEventListener("click", () => {
  tries = 0;
  renew();
});

// A command that led further than what is shown will have its frame any moment; if not, ask.
hear("led-to", (seq) => {
  setTimeout(() => shownSeq() < seq && socket?.readyState === WebSocket.OPEN && askForMissed(), 1500);
});
