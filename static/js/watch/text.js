// The table as text: a line of words is answered by the server, a yes commits. Nothing is judged or worded here.

import { fit } from "../board/board.js";
import "../live/connection.js";
import "../live/menus.js";
import "../board/names.js";
import { byId, command, fill, focusIn, hear, ask, post, shownSeq, table, tell } from "../live/table.js";
import "./text_time.js";
import { speak, hush } from "./voice.js";

const line = byId("say");
const place = byId("ans");
let unit = byId("text-hand").dataset.unit;
let draft = "";
let last = ""; // the answer that an empty line repeats
const said = [];

function kept(name) {
  try {
    return localStorage.getItem(`in-words-${name}`) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}
function keep(name, value) {
  try {
    localStorage.setItem(`in-words-${name}`, value);
  } catch {
    // It is said so until the page is left.
  }
}
let recalled = 0;

const answerNow = () => place.querySelector(".of");
const choices = () => [...place.querySelectorAll("[data-says]")];

// ------------------------------------------------------------ saying something

let answering = Promise.resolve(); // a yes waits for what it is about

const say = (text) => (answering = answered(text));

async function answered(text) {
  refuseNothing();
  let answer = null;
  try {
    answer = await post("text/say", {
      as: table.as,
      text,
      unit,
      bearings: kept("bearings"),
      draft: draft ? JSON.parse(draft) : {},
    });
  } catch {
    return show("<p>No answer from the table.</p>");
  }
  if (answer.status >= 500) return show("<p>The table cannot answer that. Nothing was done.</p>");
  show(await answer.text());
  const of = answerNow();
  if (!of) return;
  draft = of.dataset.draft;
  if (of.dataset.unit && of.dataset.unit !== unit) {
    unit = of.dataset.unit;
    refresh();
  }
}

function show(html) {
  last = html;
  place.innerHTML = html;
}

function refuseNothing() {
  byId("refusal").replaceChildren();
  byId("line-answer").textContent = "";
}

function hearLine(text) {
  if (!text) return show(last || "<p>Nothing has been said yet. Say help.</p>");
  const number = /^\d+$/.test(text) ? choices()[Number(text) - 1] : null;
  if (/^(yes|y|ja|ok)$/i.test(text)) return yes();
  if (/^(no|n|cancel)$/i.test(text)) return no();
  if (/^again$/i.test(text)) return say(said.findLast((one) => !/^(again|yes|no)$/i.test(one)) ?? "help");
  return say(number ? number.dataset.says : text);
}

byId("text-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = line.value.trim();
  if (text) said.push(text);
  recalled = said.length;
  line.value = "";
  hearLine(text);
});

line.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  recalled = Math.max(0, Math.min(said.length, recalled + (event.key === "ArrowUp" ? -1 : 1)));
  line.value = said[recalled] ?? "";
  event.preventDefault();
});

// One place speaks beside the log: what comes into it with a part of its own would be read out twice.
const speaks = byId("speaks");
function asOne() {
  for (const part of speaks.querySelectorAll("[role=status], [role=alert]")) part.removeAttribute("role");
}
new MutationObserver(asOne).observe(speaks, { childList: true, subtree: true });
asOne();

// ------------------------------------------------------------ doing it

let sent = false;

async function yes() {
  await answering;
  const of = answerNow();
  if (!of?.dataset.action) return show("<p>There is nothing to say yes to.</p>");
  if (sent) return;
  sent = true;
  const path = of.dataset.sends;
  const action = JSON.parse(of.dataset.action);
  const answer = path === "seat/decline" ? await fromNowOn(action) : await command(path, bodyOf(path, action));
  sent = false;
  if (!answer) return;
  draft = "";
  show(answer.headers.get("Livetable-Proposal") ? "<p>The other side is asked to agree.</p>" : "<p>Done.</p>");
  tell("led-to", Number(answer.headers.get("Livetable-Seq")));
}

const bodyOf = (path, action) => ({ undo: {}, dispute: action })[path] ?? { action };

// The question is answered, and alike from now on; or it is asked again from now on.
async function fromNowOn({ kind, choice, on = true }) {
  const seat = JSON.parse(document.body.dataset.seats || "{}")[table.as];
  const wished = await command("seat/decline", { seat, kind, on });
  return on ? wished && command("act", { action: { type: "Answer", choice } }) : wished;
}

function no() {
  draft = "";
  show("<p>Dropped. Nothing was done.</p>");
  line.focus();
}

document.addEventListener("click", (event) => {
  const says = event.target.closest("[data-says]");
  if (says) {
    say(says.dataset.says);
    line.focus();
  }
  const takes = event.target.closest("[data-takes]");
  if (takes) {
    const isMine = table.mine.includes(takes.dataset.takes[0]);
    if (isMine || !table.mine.length) unit = takes.dataset.takes;
    say(`${isMine ? "take" : "where"} ${takes.dataset.takes}`);
    refresh();
  }
  if (event.target.closest("#text-yes")) yes().then(() => line.focus());
  if (event.target.closest("#text-no")) no();
});

// ------------------------------------------------------------ what happens meanwhile

let asking = 0;

async function refresh() {
  const mine = ++asking;
  const list = byId("log-lines");
  const answer = await ask("text/now", {
    as: table.as,
    unit,
    bearings: kept("bearings"),
    since: list.dataset.seq,
  }).catch(() => null);
  if (mine !== asking || !answer?.ok) return;
  const box = document.createElement("template");
  box.innerHTML = await answer.text();
  const news = box.content.querySelector(".new");
  const back = focusIn();
  fill(box.innerHTML);
  back();
  if (Number(news.dataset.seq) < Number(list.dataset.seq)) return location.reload();
  list.dataset.seq = news.dataset.seq;
  unit = byId("text-hand").dataset.unit || unit;
  const fresh = [...news.children].filter((one) => !list.querySelector(`[data-end="${one.dataset.end}"]`));
  list.append(...fresh);
  while (list.children.length > MOST) list.firstElementChild.remove();
  toNewest();
  if (byId("aloud").checked) aloud(fresh);
  if (asked()) say("what");
}

const MOST = 200; // sentences that stay
function toNewest() {
  const box = byId("log-lines").parentElement;
  box.scrollTop = box.scrollHeight;
}
toNewest();

// A question to this side comes as numbered answers in the same place.
let question = "";
function asked() {
  const now = byId("text-now").querySelector("h1").textContent;
  const is = now.startsWith("You are asked") && now !== question;
  question = now;
  return is && table.mine.length > 0;
}

hear("frame", refresh);
hear("announce", (text) => (byId("line-answer").textContent = text)); // the answer to a command stays
if (asked()) say("what");

// ------------------------------------------------------------ reading aloud, keys, the board

// An ear keeps no list of dice: what is heard is brief, whatever the log shows.
function aloud(items) {
  const onlyLoud = byId("log-lines").dataset.detail === "loud";
  for (const item of items) {
    if (onlyLoud && !("loud" in item.dataset)) continue;
    speak(item.querySelector(".brief").textContent.trim());
  }
}
byId("aloud").addEventListener("change", ({ target }) =>
  target.checked ? aloud([...byId("log-lines").children].slice(-1)) : hush(),
);

// How it is read out is this device's own affair.
for (const name of ["bearings", "detail"]) {
  byId(name).value = kept(name) || byId(name).options[0].value;
  byId(name).addEventListener("change", ({ target }) => {
    keep(name, target.value);
    if (name === "bearings") refresh();
    else tellAs();
  });
}
function tellAs() {
  byId("log-lines").dataset.detail = byId("detail").value;
  toNewest();
}
tellAs();
if (kept("bearings")) refresh();

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    hush();
    if (draft) no();
    return;
  }
  if (event.target.closest("input, textarea, select")) return;
  const part = document.querySelectorAll(".parts a")[Number(event.key) - 1];
  if (event.key === "/") line.focus();
  else if (/^[1-7]$/.test(event.key) && part) byId(part.hash.slice(1)).focus();
  else return;
  event.preventDefault();
});

document.querySelector(".parts").addEventListener("click", (event) => {
  const part = event.target.closest("a");
  if (!part) return;
  event.preventDefault();
  byId(part.hash.slice(1)).focus();
});

byId("show-board").addEventListener("click", ({ currentTarget }) => {
  const board = byId("board");
  board.hidden = !board.hidden;
  currentTarget.setAttribute("aria-expanded", String(!board.hidden));
  if (!board.hidden) fit();
});

byId("say-chat")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const box = byId("chat-text");
  if (box.value.trim() && (await command("chat", { text: box.value.trim() }))) box.value = "";
});

if (byId("log-lines").dataset.seq < shownSeq()) refresh();
line.focus();
