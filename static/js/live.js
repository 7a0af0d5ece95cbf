// The live connection. A frame is swapped only if it follows what the page shows; otherwise the page asks for what
// it lacks. Commands go by POST: anything with data-action sends that action.

const live = document.getElementById("live");
const PATIENCE_MS = 3000;
const PING_MS = 20000;
let socket = null;
let askedAt = 0;

const shown = () => Number(document.getElementById("frame")?.dataset.to ?? 0);

function setState(state, word) {
  const dot = document.getElementById("conn");
  if (!dot) return;
  dot.classList.remove("live", "wait", "off");
  dot.classList.add(state);
  dot.querySelector(".word").textContent = word;
}

function say(text) {
  socket?.sendImmediately(text);
}

function askForMissed() {
  if (Date.now() - askedAt < PATIENCE_MS) return;
  askedAt = Date.now();
  say(`since ${shown()}`);
}

// Every connection names what the page shows, so that the server sends just the rest.
htmx.createWebSocket = (url) => new WebSocket(`${url}&since=${shown()}`);

// ------------------------------------------------------------ frames

const STAMP = /^<div id="frame" data-from="(\d+)" data-to="(\d+)"( data-whole)?/;
const BEAT = /^<div id="beat" data-seq="(\d+)"/;

live?.addEventListener("htmx:wsBeforeMessage", (event) => {
  const beat = BEAT.exec(event.detail.message);
  if (beat) {
    event.preventDefault();
    awaited = 0;
    if (Number(beat[1]) !== shown()) askForMissed();
    return;
  }
  const stamp = STAMP.exec(event.detail.message);
  if (!stamp) return;
  const [from, to, whole] = [Number(stamp[1]), Number(stamp[2]), Boolean(stamp[3])];
  if (!whole && to <= shown()) {
    event.preventDefault();
  } else if (!whole && from !== shown() + 1) {
    event.preventDefault();
    askForMissed();
  } else if (!document.getElementById("board-svg")) {
    event.preventDefault();
    location.reload(); // the battle has begun: this page was made before it
  } else {
    askedAt = 0;
  }
});

live?.addEventListener("htmx:wsAfterMessage", (event) => {
  if (!STAMP.test(event.detail.message)) return;
  const data = document.querySelector("#frame script")?.textContent;
  document.body.dispatchEvent(new CustomEvent("frame", { detail: data ? JSON.parse(data) : {} }));
});

// ------------------------------------------------------------ connection

let awaited = 0;

live?.addEventListener("htmx:wsConnecting", () => setState("wait", "Connecting"));
live?.addEventListener("htmx:wsOpen", (event) => {
  socket = event.detail.socketWrapper;
  askedAt = 0;
  setState("live", "Live");
});
live?.addEventListener("htmx:wsClose", (event) => {
  socket = null;
  if (event.detail.event.code === 4403) location.reload(); // rights have changed: the server says where to go
  setState("off", "Reconnecting");
});

function check() {
  if (!socket || document.hidden) return;
  if (awaited && Date.now() - awaited > PATIENCE_MS) {
    awaited = 0;
    socket.reconnect();
    return;
  }
  awaited ||= Date.now();
  say("ping");
  setTimeout(() => awaited && Date.now() - awaited >= PATIENCE_MS && check(), PATIENCE_MS + 100);
}

setInterval(check, PING_MS);
document.addEventListener("visibilitychange", check);
window.addEventListener("online", check);

// ------------------------------------------------------------ commands

function newCommand() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

export async function act(action, { retries = 2 } = {}) {
  const body = JSON.stringify({ action, as: live.dataset.as, based_on: shown(), command: newCommand() });
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token, "HX-Request": "true" };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(`/tables/${live.dataset.table}/act`, { method: "POST", headers, body });
      const place = document.getElementById("refusal");
      if (place) place.innerHTML = answer.status === 204 ? "" : await answer.text();
      return answer.status === 204;
    } catch (error) {
      if (attempt >= retries) throw error; // the same command id: sent twice it acts once
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-action]");
  if (button && button.getAttribute("aria-disabled") !== "true") act(JSON.parse(button.dataset.action));
});
