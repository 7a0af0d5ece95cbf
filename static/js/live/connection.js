// The live connection: opens, watches and renews the socket, and lets a frame in only if it follows what is shown.

import { byId, hear, shownSeq, tell } from "./table.js";

const line = byId("live");
const PATIENCE_MS = 3000; // for an answer to a ping
const PING_MS = 20_000;
const OPENS_MS = 8000; // by then a socket is open, or it is given up
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
  const opening = new WebSocket(`${address}&since=${wantsWhole ? 0 : heardSeq()}`);
  setTimeout(() => giveUp(opening), OPENS_MS);
  socket = opening;
  return opening;
};

// Where nobody answers, as while a router starts again, a browser waits for minutes, also once the line is there again.
function giveUp(opening) {
  if (opening !== socket || opening.readyState !== WebSocket.CONNECTING) return;
  tries = 0;
  opening.close();
}

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
  if (code === 4403 || code === 4404) goWhereAllowed();
  else renewLater();
});

// Rights have changed: the server says where to go, unless the address names a view that may be lost.
function goWhereAllowed() {
  const address = new URL(location.href);
  if (!address.searchParams.has("as")) return location.reload();
  for (const name of ["as", "turned"]) address.searchParams.delete(name);
  location.replace(address);
}

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

// Frames that came while the dice of an earlier one fall, or whose own dice fall; they are shown in order.
const MOST_WAITING = 3;
const waiting = [];
let shown = ""; // the one that is being shown
let held = null; // called for each frame while the page shows an earlier moment
let heldTo = 0;
let wantsWhole = false;
const heardSeq = () => waiting.at(-1)?.to ?? shownSeq();

let first = (animate, show) => show();

// What a page does before a frame is shown, as to let its dice fall: `way` gets the frame's steps and shows it.
export const showFirst = (way) => {
  first = way;
};

function showInTurn() {
  const [next] = waiting;
  if (!next) return;
  if (waiting.length > MOST_WAITING) next.animate = [];
  first(next.animate, () => {
    if (waiting[0] !== next) return; // the whole page has come since
    waiting.shift();
    shown = next.message;
    socket.dispatchEvent(new MessageEvent("message", { data: shown }));
    shown = "";
    showInTurn();
  });
}

// While somebody looks back no frame is shown; `each` is called with how many acts it would have brought.
export function holdFrames(each) {
  tell("show-rest");
  heldTo = heardSeq();
  held = each;
}

export function releaseFrames() {
  held = null;
  wantsWhole = true;
  if (socket?.readyState === WebSocket.OPEN) socket.send("since 0");
}

function hold(message, to) {
  if (to <= heldTo) return;
  heldTo = to;
  held((message.match(/class="entry/g) ?? []).length);
}

function askForMissed() {
  if (held) return;
  if (Date.now() - askedSinceAt < PATIENCE_MS) return;
  askedSinceAt = Date.now();
  socket.send(`since ${heardSeq()}`);
}

line.addEventListener("htmx:wsBeforeMessage", (event) => {
  const message = event.detail.message;
  const stamp = STAMP.exec(message);
  if (message === shown) return tell("coming", frameOf(stamp, message));
  pingedAt = 0;
  const beat = BEAT.exec(message);
  if (beat) {
    event.preventDefault();
    if (Number(beat[1]) > heardSeq()) askForMissed();
  } else if (stamp) {
    receive(event, frameOf(stamp, message));
  } else {
    tell("beside", message);
  }
});

function receive(event, frame) {
  const { from, to, whole, animate } = frame;
  if (held || (wantsWhole && !whole)) {
    event.preventDefault();
    if (held) hold(event.detail.message, to);
    return;
  }
  if (!whole) {
    event.preventDefault();
    if (to <= heardSeq()) return;
    if (from !== heardSeq() + 1) return askForMissed();
  }
  if (!byId("board-svg")) {
    event.preventDefault();
    location.reload(); // the battle has begun: this page was made before it
    return;
  }
  askedSinceAt = 0;
  if (whole) {
    wantsWhole = false;
    waiting.length = 0;
    tell("show-rest");
    tell("coming", frame);
  } else {
    waiting.push({ message: event.detail.message, to, animate });
    if (waiting.length === 1) showInTurn();
  }
}

function frameOf([, from, to, whole], message) {
  return { from: Number(from), to: Number(to), whole: Boolean(whole), animate: animationIn(message) };
}

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
  const frame = frameOf(stamp, event.detail.message);
  tell("frame", frame.whole ? { ...frame, animate: [] } : frame);
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
  if (banner) banner.hidden = true;
  if (saidLost) tell("announce", "The table is live again.");
  saidLost = false;
}

let telling = 0;
let saidLost = false;

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
  const state = gone < LONG_MS ? "wait" : "off";
  say(state);
  if (!saidLost) tell("announce", "The connection to the table is lost.");
  saidLost = true;
  const banner = byId("lost");
  if (!banner) return;
  const at = new Date(lostAt).toTimeString().slice(0, 5);
  const known = `The table is as of ${at}, event ${shownSeq()}.`;
  const sentence = {
    wait: `Reconnecting. ${known} Actions wait until you are back.`,
    off: `No answer for a minute. ${known}`,
  };
  const text = banner.dataset.brief === undefined ? sentence[state] : `${WORDS[state]}, as of ${at}`;
  const place = banner.querySelector(".lost-text");
  if (place.textContent !== text) place.textContent = text;
  const again = byId("try-now");
  if (again) again.hidden = state === "wait";
  banner.hidden = false;
}

byId("try-now")?.addEventListener("click", () => {
  tries = 0;
  renew();
});

// A command that led further than what is shown will have its frame any moment; if not, ask.
hear("led-to", (seq) => {
  setTimeout(() => heardSeq() < seq && socket?.readyState === WebSocket.OPEN && askForMissed(), 1500);
});
