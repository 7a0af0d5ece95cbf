// The log's filter, taking back to one of its lines, the tabs beside it, the chat.

import { byId, command, hear, tell } from "./table.js";

async function takeBack(fields) {
  const answer = await command("undo", fields);
  if (!answer) return;
  const proposed = answer.headers.get("Livetable-Proposal");
  if (proposed) tell("announce", "The other side is asked to agree.");
  else tell("led-to", Number(answer.headers.get("Livetable-Seq")));
}

// A scatter that has fallen is ruled otherwise: the act is played again, its dice stay. (BLD-SCAT-02)
async function endOtherwise({ ends, of, afresh }) {
  const action = { type: "RuleScatter", unit: of, ruling: ends, reason: "as it fell" };
  const answer = await command("ruling", { action, afresh: Number(afresh) });
  if (answer?.headers.get("Livetable-Proposal")) tell("announce", "The other side is asked to agree.");
}

document.addEventListener("click", (event) => {
  const fell = event.target.closest("[data-ends]");
  if (fell) endOtherwise(fell.dataset);
  const line = event.target.closest("[data-undo-to]");
  if (line) takeBack({ to: Number(line.dataset.undoTo) });
  if (event.target.closest("#take-back, [data-take-back]")) takeBack({});
  const show = event.target.closest("[data-show]");
  if (show && show.closest(".filter")) filter(show);
  const tab = event.target.closest("[data-pane]");
  if (tab) open(tab);
});

function filter(button) {
  byId("log-pane").dataset.show = button.dataset.show;
  for (const one of button.parentElement.children) one.setAttribute("aria-pressed", String(one === button));
}

function open(tab) {
  for (const one of tab.parentElement.children) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", String(chosen));
    one.tabIndex = chosen ? 0 : -1;
    byId(one.dataset.pane).hidden = !chosen;
  }
  if (tab.id === "tab-chat") {
    unread(false);
    byId("chat").scrollTop = byId("chat").scrollHeight;
  }
}

for (const list of document.querySelectorAll('[role="tablist"]')) {
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = [...list.querySelectorAll('[role="tab"]')];
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.click();
    next.focus();
    event.preventDefault();
  });
}

// ------------------------------------------------------------ chat

let waiting = 0; // messages that nobody has seen here

function unread(is) {
  waiting = is ? waiting + 1 : 0;
  const opener = document.querySelector('[data-opens="logcol"]');
  for (const mark of [byId("tab-chat").querySelector(".unread"), opener?.querySelector(".unread")]) {
    if (!mark) continue;
    mark.hidden = !is;
    mark.textContent = waiting || "";
  }
  opener?.setAttribute("aria-label", waiting ? `Log and chat, ${waiting} unread` : "Log and chat");
}

byId("say")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const box = byId("say-text");
  const text = box.value.trim();
  if (!text) return;
  const answer = await command("chat", { text });
  if (answer) box.value = "";
});

const lastSaid = () => byId("chat").querySelector("li:last-child")?.id ?? "";
let said = lastSaid();

hear("beside-shown", (message) => {
  if (!message.includes("#chat") || lastSaid() === said) return;
  said = lastSaid();
  if (!byId("chat-pane").checkVisibility()) {
    unread(true);
    showSaid();
  } else byId("chat").scrollTop = byId("chat").scrollHeight;
});

document.addEventListener("click", ({ target }) => {
  if (target.closest('[data-opens="logcol"]'))
    requestAnimationFrame(() => byId("chat-pane").checkVisibility() && unread(false));
});

// On a phone what was said stands under the head for a while, where nothing is pressed; the log itself speaks it.
const SAID_MS = 4000;
let leaving = 0;

function showSaid() {
  const words = byId("chat").querySelector("li:last-child");
  if (!words) return;
  document.querySelector(".just-said")?.remove();
  const shown = Object.assign(document.createElement("p"), { className: "just-said", ariaHidden: "true" });
  shown.append(...[...words.cloneNode(true).childNodes].filter((part) => part.nodeName !== "TIME"));
  byId("board").append(shown);
  clearTimeout(leaving);
  leaving = setTimeout(() => shown.remove(), SAID_MS);
}
