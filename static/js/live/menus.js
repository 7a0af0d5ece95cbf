// Dialogs and the commands of the table's menu: forms and buttons that post and say only when something is refused.

import { ask, byId, command, fill, hear, post, table, tell } from "./table.js";

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) tell("open", opener.dataset.dialog);
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  const button = event.target.closest("button[data-post]");
  if (button) run(button);
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    const chosen = event.target.closest(".menu > div button:not([data-asked]), .menu > div a");
    if (!menu.contains(event.target) || chosen) menu.open = false; // one that asks back stays in sight
  }
});

const SOON_MS = 400; // for so long a dialog waits for what is new in it

hear("open", async (id) => {
  const dialog = byId(id);
  if (!dialog || dialog.open) return;
  if (dialog.dataset.fresh) await Promise.race([refill(dialog), new Promise((shown) => setTimeout(shown, SOON_MS))]);
  if (dialog.open) return;
  startAtUnit(dialog);
  dialog.showModal();
});

// What is asked of a unit begins with the one that is looked at.
function startAtUnit(dialog) {
  const unit = table.unit || table.target;
  for (const list of unit ? dialog.querySelectorAll('select[name="unit"]') : []) {
    if ([...list.options].some((option) => option.value === unit)) list.value = unit;
  }
  for (const list of unit ? dialog.querySelectorAll("select[data-by-unit]") : []) {
    const own = [...list.options].find((option) => option.value.startsWith(`${unit}/`));
    if (own) list.value = own.value;
  }
}

// Once somebody has begun to fill in what stood there, it stays.
async function refill(dialog) {
  let begun = false;
  for (const act of ["click", "input"]) dialog.addEventListener(act, () => (begun = true), { once: true });
  const answer = await ask(dialog.dataset.fresh, { as: table.as }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (!html || begun) return;
  fill(html);
  startAtUnit(dialog);
}

// What has been typed or chosen in a card that is drawn again stays.
let typed = [];
const cardFields = () => [...(byId("proposals")?.querySelectorAll("input") ?? [])];
const keyOf = ({ id, name, value, type }) => id || `${name} ${type === "radio" ? value : ""}`;

hear("beside", () => {
  typed = cardFields().filter((one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked);
});
hear("beside-shown", () => {
  for (const field of cardFields()) {
    const before = typed.find((one) => keyOf(one) === keyOf(field));
    if (before && before !== field) [field.value, field.checked] = [before.value, before.checked];
  }
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-rule-place]")) return;
  event.target.closest("dialog").close();
  tell("rule-place", { unit: byId("rule-unit").value, reason: byId("rule-reason").value.trim() });
});

// A list of the menu is sent as soon as something is chosen.
document.addEventListener("change", ({ target }) => {
  if (target.matches("select[data-posts]")) command(target.dataset.posts, { [target.name]: Number(target.value) });
});

async function run(button) {
  if (button.dataset.sure && !button.dataset.asked) {
    button.dataset.asked = "1";
    button.dataset.word = button.textContent;
    button.textContent = button.dataset.sure;
    button.dataset.spoken = button.getAttribute("aria-label") ?? "";
    button.removeAttribute("aria-label");
    setTimeout(() => {
      if (!button.isConnected || !button.dataset.asked) return;
      delete button.dataset.asked;
      button.textContent = button.dataset.word;
      if (button.dataset.spoken) button.setAttribute("aria-label", button.dataset.spoken);
    }, 4000);
    return;
  }
  delete button.dataset.asked;
  const answer = await command(button.dataset.post, JSON.parse(button.dataset.fields ?? "{}"));
  if (!answer) return;
  button.closest("dialog")?.close();
  if (button.dataset.reloads) location.reload();
}

// A form of the menu is sent as JSON; `data-action` makes it an action of the game or a ruling.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-sends]");
  if (!form) return;
  event.preventDefault();
  const body = bodyOf(form);
  const answer = await command(form.dataset.sends, body);
  if (!answer) return;
  form.reset();
  form.closest("dialog")?.close();
  if (form.dataset.reloads) location.reload();
  if (answer.headers.get("Livetable-Proposal")) tell("announce", "The other side is asked to agree.");
});

function bodyOf(form) {
  const fields = Object.fromEntries(new FormData(form));
  for (const number of form.querySelectorAll('input[type="number"], select[data-number]')) {
    if (number.name in fields) fields[number.name] = Number(fields[number.name]);
  }
  for (const truth of form.querySelectorAll("select[data-truth]")) fields[truth.name] = fields[truth.name] === "true";
  for (const open of form.querySelectorAll("select[data-optional]")) if (!fields[open.name]) delete fields[open.name];
  const { type, ...rest } = fields;
  for (const name of Object.keys(rest)) if (name.endsWith("[]")) delete rest[name];
  for (const name of new Set([...form.querySelectorAll('[name$="[]"]')].map((one) => one.name))) {
    const given = new FormData(form).getAll(name);
    const isNumbers = form.querySelector(`[name="${name}"]`).type === "number";
    const filled = given.filter((one) => one !== "");
    if (!isNumbers) rest[name.slice(0, -2)] = filled;
    else if (filled.length) rest[name.slice(0, -2)] = filled.map(Number);
  }
  return type ? { action: { type, ...rest } } : rest;
}

// Words at hand for a field, and a button that folds its card so that the board is seen.
document.addEventListener("click", (event) => {
  const words = event.target.closest("[data-fills]");
  if (words) document.getElementById(words.dataset.fills).value = words.textContent.trim();
  const card = event.target.closest("[data-folds]")?.closest(".asked-card");
  if (!card) return;
  card.open = false;
  card.querySelector("summary").focus();
});

// Esc closes the menu before it means anything else.
document.addEventListener(
  "keydown",
  (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!menu) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary").focus();
  },
  true,
);

// Esc folds the card of somebody who asks for something; it answers nothing.
document.addEventListener("keydown", (event) => {
  const card = event.key === "Escape" && event.target.closest(".asked-card[open]");
  if (!card) return;
  event.stopPropagation();
  card.open = false;
  card.querySelector("summary").focus();
});

// What a test would be likely to come to is shown while its form is filled in.
async function foretell(form) {
  const place = form.querySelector("[data-odds]");
  if (!place) return;
  const mine = (place.dataset.odds = String(Number(place.dataset.odds) + 1));
  try {
    const answer = await post("preview", { as: table.as, ...bodyOf(form) });
    if (mine === place.dataset.odds) place.innerHTML = answer.ok ? await answer.text() : "";
  } catch {
    // It can be rolled without its odds.
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-sends]");
  if (form && event.target.name !== "reason") foretell(form);
});

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches("details[open]")) for (const form of target.querySelectorAll("form[data-sends]")) foretell(form);
  },
  true,
);

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  const done = await navigator.clipboard?.writeText(copy.dataset.copy).then(
    () => true,
    () => false,
  );
  if (done || copiedByHand(copy.dataset.copy, copy)) copy.textContent = "Copied";
  else prompt("Copy this link", copy.dataset.copy);
});

// Plain HTTP, as in most clubs, has no clipboard, and a browser may refuse it.
function copiedByHand(text, beside) {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "sr", readOnly: true });
  beside.after(field); // an open dialog keeps the focus inside
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  beside.focus();
  return done;
}
