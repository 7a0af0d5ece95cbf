// Dice thrown by hand: their faces are tapped, one after another, and sent together.

import { byId, command, hear, table, tell } from "../live/table.js";

const form = () => byId("prompt").querySelector("form.throw");
const isDone = () => entered.length === Number(form().dataset.count);

let shown = ""; // the throw that is asked for
let entered = [];

// What has been tapped stays on the device, whatever happens to the line or the page.
const keptAs = () => `dice ${table.code} ${table.as} ${form().dataset.seq}`;

function follow() {
  const asks = form();
  const now = asks ? keptAs() : "";
  if (shown && now !== shown) sessionStorage.removeItem(shown);
  if (asks && now !== shown) entered = JSON.parse(sessionStorage.getItem(now) ?? "[]");
  shown = now;
  if (asks) draw();
}

function put(faces) {
  entered = faces.slice(0, Number(form().dataset.count));
  sessionStorage.setItem(shown, JSON.stringify(entered));
  draw();
}

function draw() {
  const asks = form();
  const { count, word } = asks.dataset;
  const made = entered.filter((face) => outcome(face) === "made").length;
  for (const button of asks.querySelectorAll(".face")) {
    const times = entered.filter((face) => face === Number(button.dataset.face)).length;
    button.querySelector("b").textContent = times;
    button.classList.toggle("some", times > 0);
    button.disabled = isDone();
  }
  const slots = asks.querySelector(".slots");
  slots?.replaceChildren(...Array.from({ length: Number(count) }, (_, n) => slot(n)));
  const soFar = asks.querySelector("[data-so-far]");
  if (soFar) soFar.textContent = entered.length;
  const verdict = asks.querySelector("[data-verdict]");
  if (verdict) verdict.textContent = word && entered.length ? `${made} ${word} so far` : "";
  asks.querySelector("[data-take-out]").disabled = !entered.length;
  const button = byId("answer");
  button.disabled = !isDone();
  const dice = Number(count) === 1 ? "it" : `${count} dice`;
  const ready = `Enter ${dice}${word ? `, ${made} ${word}` : ""}`;
  button.querySelector(".what").textContent = isDone() ? ready : `${count - entered.length} to go`;
}

const outcome = (face) => form().querySelector(`.face[data-face="${face}"]`)?.dataset.outcome ?? "";

// What a face is called: a combat die has blanks.
const named = (face) => form().querySelector(`.face[data-face="${face}"] svg`)?.getAttribute("aria-label") ?? face;

function slot(n) {
  const place = document.createElement("button");
  place.type = "button";
  place.className = "slot";
  if (n >= entered.length) {
    place.disabled = true;
    place.setAttribute("aria-label", "Still to come");
    return place;
  }
  place.dataset.slot = n;
  const drawn = form().querySelector(`.face[data-face="${entered[n]}"] svg`);
  place.setAttribute("aria-label", `${drawn ? named(entered[n]) : entered[n]}: take it out`);
  place.append(drawn ? drawn.cloneNode(true) : String(entered[n]));
  return place;
}

function add(face) {
  if (isDone()) return;
  put([...entered, face]);
  const { count, word } = form().dataset;
  const made = entered.filter((one) => outcome(one) === "made").length;
  tell("murmur", `${named(face)}. ${entered.length} of ${count}${word ? `, ${made} ${word}` : ""}`);
}

async function enter() {
  const button = byId("answer");
  if (!isDone() || button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const thrown = line() ?? { faces: entered };
  const answer = await command("act", { action: { type: "EnterDice", ...thrown } });
  if (answer) tell("led-to", Number(answer.headers.get("Livetable-Seq")));
  else button.removeAttribute("aria-busy");
}

byId("prompt").addEventListener("submit", (event) => {
  if (!event.target.matches(".throw")) return;
  event.preventDefault();
  enter();
});

byId("prompt").addEventListener("click", ({ target }) => {
  if (!form()) return;
  const face = target.closest(".face");
  if (face) add(Number(face.dataset.face));
  const taken = target.closest("[data-slot]");
  if (taken) put(entered.filter((_, n) => n !== Number(taken.dataset.slot)));
  if (target.closest("[data-take-out]")) put(entered.slice(0, -1));
  if (target.closest("[data-leave]")) command("act", { action: { type: "LeaveDice" } });
  if (target.closest("[data-withdraw]")) command("undo");
});

// Faces of large dice are typed; a direction is typed or pointed at.
byId("prompt").addEventListener("input", ({ target }) => {
  if (target.matches("[data-typed]")) put((target.value.match(/\d+/g) ?? []).map(Number));
  if (target.matches("[data-place]")) pointAlong(line());
  if (target.matches("[data-bearing]")) point(target.value === "" ? null : Number(target.value));
});

// The places of both dice, where all four numbers are there and the dice lie apart.
function line() {
  const places = [...form().querySelectorAll("[data-place]")];
  if (!places.length || places.some((field) => field.value === "")) return null;
  const [x, y, baseX, baseY] = places.map((field) => Number(field.value));
  return x === baseX && y === baseY ? null : { pointer_at: [x, y], base_at: [baseX, baseY] };
}

function pointAlong(places) {
  const bearing = form().querySelector("[data-bearing]");
  bearing.value = "";
  if (!places) return void point(null);
  const [x, y] = [0, 1].map((n) => places.pointer_at[n] - places.base_at[n]);
  point(((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360);
}

function point(degrees) {
  const asks = form();
  asks.querySelector(".arrow").setAttribute("transform", `rotate(${degrees ?? 0})`);
  put(degrees === null || degrees < 0 || degrees > 360 ? [] : [Math.round(degrees) || 360]);
}

function pointFrom(event) {
  const box = event.target.closest(".dial").getBoundingClientRect();
  const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  const degrees = (Math.round((Math.atan2(x, -y) * 180) / Math.PI) + 360) % 360;
  for (const field of form().querySelectorAll("[data-place]")) field.value = "";
  form().querySelector("[data-bearing]").value = degrees;
  point(degrees);
}

byId("prompt").addEventListener("pointerdown", (event) => {
  const dial = event.target.closest(".dial");
  if (!dial) return;
  event.preventDefault();
  dial.setPointerCapture(event.pointerId);
  pointFrom(event);
});
byId("prompt").addEventListener("pointermove", (event) => {
  if (event.buttons && event.target.closest(".dial")) pointFrom(event);
});

function onKey(event) {
  const asks = form();
  if (!asks || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select"))
    return;
  if (document.querySelector("dialog[open]") || localStorage.getItem("keys-off") === "1") return;
  const face = asks.querySelector(`.face[data-key="${CSS.escape(event.key)}"]`);
  if (face) add(Number(face.dataset.face));
  else if (event.key === "Backspace") put(entered.slice(0, -1));
  else return;
  event.preventDefault();
}

document.addEventListener("keydown", onKey, true);

hear("frame", follow);
follow();
