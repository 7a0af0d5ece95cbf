// Every die of a battle, worked out again by this browser from the seed and the log. Works over plain HTTP: no
// crypto.subtle is asked for. Forty dice a frame, so that the page stays in hand meanwhile.

import { hmac } from "../../vendor/noble-hashes/hmac.js";
import { sha256 } from "../../vendor/noble-hashes/sha2.js";

const EACH_FRAME = 40;
const WORDS = 2 ** 32;
const byId = (id) => document.getElementById(id);
const utf8 = new TextEncoder();
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

const { rolls: address, replay, word: roundWord } = document.body.dataset;
let log;
let seed;
const dice = []; // { roll, face, k, cell, state }

// ------------------------------------------------------------ one die

function message({ roll, k }) {
  const asked = roll.asked < 0 ? "" : `|${log.asked[roll.asked]}`;
  return `${[log.game, ...log.words].map((part) => `${part}|`).join("")}${k}${asked}`;
}

// The first word of the digest that favours no face; where none does, the digest is the next message.
function drawn(die) {
  const { sides } = die.roll;
  const limit = WORDS - (WORDS % sides);
  let digest = utf8.encode(message(die));
  for (let again = 0; ; again += 1) {
    digest = hmac(sha256, seed, digest);
    for (let at = 0; at < digest.length; at += 4) {
      const word = new DataView(digest.buffer, digest.byteOffset + at, 4).getUint32(0);
      if (word < limit) return { digest, word, at, again, face: (word % sides) + 1 };
    }
  }
}

function check(die) {
  if (die.roll.byHand) die.state = "hand";
  else if (!seed.length) die.state = "unknown";
  else if (!(die.roll.sides > 0 && die.roll.sides <= 1000)) die.state = "unknown";
  else if (die.roll.asked < 0 && log.byAction) die.state = "unknown";
  else die.state = drawn(die).face === die.face ? "match" : "differs";
  die.cell.classList.remove("wait");
  if (die.state !== "match") die.cell.classList.add(die.state);
  die.cell.setAttribute("aria-label", `Die ${die.k}: ${die.face} of D${die.roll.sides}, ${SAYS[die.state]}`);
}

const SAYS = { match: "as sealed", differs: "not as sealed", hand: "thrown by hand", unknown: "cannot be checked" };

// ------------------------------------------------------------ the grid

function lay() {
  let turn = null;
  let cells = null;
  for (const roll of log.rolls) {
    if (roll.turn !== turn) {
      turn = roll.turn;
      const row = document.createElement("div");
      const name = document.createElement("span");
      name.textContent = turn ? `${roundWord} ${turn}` : "Set-up";
      cells = document.createElement("div");
      cells.className = "dcells";
      row.append(name, cells);
      byId("grid").append(row);
    }
    roll.faces.forEach((face, n) => {
      const cell = document.createElement("button");
      cell.type = "button";
      cell.className = `dc wait${roll.sides === 6 ? "" : " o"}${n === roll.faces.length - 1 ? " gap" : ""}`;
      cell.textContent = face;
      cell.tabIndex = -1;
      cell.setAttribute("aria-pressed", "false");
      cell.setAttribute("aria-label", `Die ${roll.first + n}: ${face} of D${roll.sides}, not yet checked`);
      cell.dataset.n = dice.length;
      cells.append(cell);
      dice.push({ roll, face, k: roll.first + n, cell, state: "" });
    });
  }
  if (dice.length) dice[0].cell.tabIndex = 0;
}

// ------------------------------------------------------------ all of them

function tell(done) {
  const count = (state) => dice.filter((die) => die.state === state).length;
  byId("count").textContent = `${done.toLocaleString("en")} of ${plural(dice.length, "die").replace("dies", "dice")}`;
  byId("bar").setAttribute("aria-valuenow", done);
  byId("bar").setAttribute("aria-valuemax", dice.length);
  byId("bar").firstElementChild.style.width = `${dice.length ? (done / dice.length) * 100 : 100}%`;
  byId("bar").classList.toggle("none", !count("match"));
  byId("bar").classList.toggle("wrong", count("differs") > 0);
  byId("match").textContent = `${count("match").toLocaleString("en")} match`;
  byId("differ").textContent = `${count("differs").toLocaleString("en")} differ`;
  byId("hand").textContent = `${count("hand").toLocaleString("en")} by hand`;
}

function run(from, began, said) {
  const upto = Math.min(from + EACH_FRAME, dice.length);
  for (let n = from; n < upto; n += 1) check(dice[n]);
  tell(upto);
  byId("time").textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const quarter = Math.floor((upto / dice.length) * 4);
  if (quarter > said && upto < dice.length) byId("said").textContent = `${quarter * 25} % of the dice are checked.`;
  if (upto < dice.length) requestAnimationFrame(() => run(upto, began, Math.max(said, quarter)));
  else finish();
}

function finish() {
  const wrong = dice.filter((die) => die.state === "differs");
  const unknown = dice.filter((die) => die.state === "unknown").length;
  const sealed = hex(sha256(seed)) === log.seal;
  const heading = byId("verdict");
  const counted = plural(wrong.length, "die").replace("dies", "dice");
  if (wrong.length) heading.textContent = `${counted} ${wrong.length === 1 ? "is" : "are"} not as sealed`;
  else if (!sealed) heading.textContent = "The seed is not the one that was sealed";
  else if (unknown) heading.textContent = "Not every die could be checked";
  else heading.textContent = "Every die is as it was sealed";
  byId("how").textContent = "Checked by this browser, from the log alone. The server was not asked.";
  byId("seed-says").textContent = sealed ? "its SHA-256 is the seal above" : "its SHA-256 is not the seal above";
  byId("seed-proof").classList.toggle("bad", !sealed);
  byId("said").textContent =
    `${heading.textContent}. ${byId("match").textContent}, ${byId("differ").textContent}, ${byId("hand").textContent}.`;
  cannot(unknown);
  show(wrong.length ? Number(wrong[0].cell.dataset.n) : shown);
}

// A log that came without its seed: each die is shown as it was logged.
function unproved() {
  for (const die of dice) check(die);
  cannot(0);
  if (dice.length) show(0);
}

function cannot(unknown) {
  const add = (count, ...words) => {
    const item = document.createElement("li");
    const number = document.createElement("b");
    number.textContent = count;
    const text = document.createElement("span");
    text.append(...words);
    item.append(number, text);
    byId("cannot").prepend(item);
  };
  add(log.taken_back, `${log.taken_back === 1 ? "roll was" : "rolls were"} taken back after the dice were seen`);
  const linked = log.rulings.slice(0, 6).flatMap((seq) => [" ", moment(seq)]);
  add(log.rulings.length, log.rulings.length === 1 ? "ruling by the host:" : "rulings by the host", ...linked);
  const hand = dice.filter((die) => die.state === "hand").length;
  add(hand, "dice thrown by hand: no seal speaks for them");
  if (unknown) add(unknown, "dice whose words or commands are missing: these could not be checked");
}

function moment(seq) {
  const link = document.createElement("a");
  link.className = "link";
  link.href = `${replay}?at=${seq}`;
  link.textContent = `event ${seq}`;
  return link;
}

// ------------------------------------------------------------ one of them, step by step

let shown = 0;

function show(n, { focus = false } = {}) {
  dice[shown].cell.setAttribute("aria-pressed", "false");
  dice[shown].cell.tabIndex = -1;
  shown = Math.max(0, Math.min(dice.length - 1, n));
  const die = dice[shown];
  die.cell.setAttribute("aria-pressed", "true");
  die.cell.tabIndex = 0;
  if (focus) die.cell.focus();
  byId("die").replaceChildren(head(die), ...(die.state === "hand" || die.state === "unknown" ? [] : [steps(die)]));
  const pair = byId("pair");
  pair.hidden = false;
  for (const button of pair.children) {
    const other = dice[shown + Number(button.dataset.die)];
    button.hidden = !other;
    button.querySelector("span").textContent = other ? `Die ${other.k}` : "";
  }
}

function made(tag, css, ...inside) {
  const element = document.createElement(tag);
  if (css) element.className = css;
  element.append(...inside);
  return element;
}

function head(die) {
  const of = made("div", "row soft");
  if (die.roll.unit) of.append(made("span", `uid side-${die.roll.unit[0]}`, die.roll.unit.toUpperCase()));
  of.append(made("span", "", die.roll.why || die.roll.label), made("span", "grow"), moment(die.roll.seq));
  const words = made(
    "div",
    "",
    made("h2", "big", `Die ${die.k} is a ${die.face}`),
    made("p", "soft", SAYS[die.state] ?? "not yet checked"),
  );
  return made("div", "", of, made("div", "row", made("span", "face", String(die.face)), words));
}

function steps(die) {
  const { digest, word, at, again, face } = drawn(die);
  const text = hex(digest);
  const taken = made("mark", "", text.slice(at * 2, at * 2 + 8));
  const result = made("mark", "", String(face));
  const number = word.toLocaleString("en");
  const which = again || at ? "The first word that favours no face, as a number" : "The first word as a number";
  const step = (words, ...code) => made("li", "", made("div", "", words, made("code", "hex", ...code)));
  return made(
    "ol",
    "steps4",
    step("The battle, the words, the number of the die and what was asked", message(die)),
    step(
      again ? `HMAC-SHA-256 of that, under the seed, ${again + 1} times` : "HMAC-SHA-256 of that, under the seed",
      text.slice(0, at * 2),
      taken,
      text.slice(at * 2 + 8),
    ),
    step(which, `${text.slice(at * 2, at * 2 + 8)} = ${number}`),
    step(`Remainder by ${die.roll.sides}, plus 1`, `${number} mod ${die.roll.sides} + 1 = `, result),
  );
}

byId("grid").addEventListener("click", (event) => {
  const cell = event.target.closest(".dc");
  if (cell) show(Number(cell.dataset.n));
});
byId("pair").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) show(shown + Number(button.dataset.die));
});
byId("grid").addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const to = event.key === "Home" ? 0 : event.key === "End" ? dice.length - 1 : by && shown + by;
  if (to === undefined) return;
  event.preventDefault();
  show(to, { focus: true });
});

byId("noted").addEventListener("input", () => {
  const noted = byId("noted").value.replaceAll(/\s/g, "").toLowerCase();
  const says = byId("noted-says");
  if (noted.length < 8) {
    says.textContent = "";
    return;
  }
  const same = log.seal.startsWith(noted);
  says.className = `chip ${same ? "ok" : "bad"}`;
  says.textContent = same ? "the same" : "another seal";
});

// ------------------------------------------------------------ begin

const NAMES = ["seq", "turn", "side", "unit", "target", "label", "why", "sides", "faces", "first", "asked", "byHand"];

async function begin() {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  log = await answer.json();
  log.rolls = log.rolls.map((row) => Object.fromEntries(row.map((value, n) => [NAMES[n], value])));
  log.byAction = log.asked.length > 0 || log.missing > 0;
  seed = unhex(log.seed);
  lay();
  if (!seed.length) return unproved();
  tell(0);
  if (!dice.length) return finish();
  show(0);
  requestAnimationFrame(() => run(0, performance.now(), 0));
}

begin().catch(() => {
  byId("verdict").textContent = "The dice could not be read";
  byId("how").textContent = "The table gave no answer. Load the page again.";
});
