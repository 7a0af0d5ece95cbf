// The set-up form. It is gone through in steps. A scenario brings the names of its sides, armies that suit it, its
// rules and switches, unless somebody has chosen others; rules that the ground is not made for bring ground that is.
// The points of the armies are compared, with each other and with what is agreed.

const form = document.getElementById("plan");
// An army that was brought along stays, and so does what was chosen before this script ran.
const touched = new Set(
  [...(form?.querySelectorAll("[data-kept], [data-own-name], [data-army]") ?? [])].filter(isChosen),
);

function isChosen(field) {
  if ("kept" in field.dataset) return true;
  return field.options
    ? !field.selectedOptions[0]?.defaultSelected && field.selectedIndex > 0
    : field.value !== field.defaultValue;
}

const ground = () => form.querySelector('[name="scenario"]:checked');
const way = () => form.querySelector('[name="way"]:checked');
const isSkirmish = () => "skirmish" in (ground()?.dataset ?? {});
const fieldsOf = (key) => [...form.querySelectorAll(`[name="option.${key}"]:not([type="hidden"])`)];

// ------------------------------------------------------------------ scenario and sides

function follow(scenario) {
  form.elements.name.placeholder = scenario.dataset.name;
  for (const place of form.querySelectorAll("[data-side-name]")) {
    place.textContent = scenario.getAttribute(`data-side-${place.dataset.sideName}`) ?? place.textContent;
  }
  for (const field of form.querySelectorAll("[data-own-name]")) {
    if (!touched.has(field)) field.value = scenario.getAttribute(`data-side-${field.dataset.ownName}`) ?? field.value;
  }
  for (const select of form.querySelectorAll("[data-army]")) {
    if (!touched.has(select)) select.value = scenario.getAttribute(`data-army-${select.dataset.army}`) ?? "";
  }
  switchOver(scenario);
}

// The scenario's own switches, but for those that somebody has set.
function switchOver(scenario) {
  for (const [key, value] of Object.entries(JSON.parse(scenario.dataset.options))) {
    const row = form.querySelector(`[data-switch="${key}"]`);
    if (!row) continue;
    row.dataset.usual = value;
    if (!fieldsOf(key).some((field) => touched.has(field))) set(key, value);
  }
}

function comparePoints() {
  const sides = [...form.querySelectorAll("[data-army]")].map((select) => ({
    letter: select.dataset.army.toUpperCase(),
    points: select.selectedOptions[0]?.dataset.points ?? "",
  }));
  const known = sides.some((side) => side.points === "") ? "" : balance(sides);
  document.getElementById("balance").textContent = [known, agreed(sides)].filter(Boolean).join("; ");
}

// What each side brings at most where a scenario or its game says so, and who brings more.
function agreed(sides) {
  const most = Number(ground()?.dataset.agreed ?? 0);
  if (!most) return "";
  const over = sides.filter((side) => side.points > most).map((side) => side.letter);
  return `${most} a side are agreed${over.length ? `, ${over.join(" and ")} is over` : ""}`;
}

function balance(sides) {
  const ordered = [...sides].sort((one, other) => other.points - one.points);
  const more = ordered[0].points - ordered.at(-1).points;
  const list = sides.map((side) => side.points).join(" to ");
  return more ? `${list} points, ${ordered[0].letter} has ${more} more` : `${list} points, even`;
}

// ------------------------------------------------------------------ rules

const cards = () => [...form.querySelectorAll('[name="way"]')];
const sets = (card) => Object.entries(JSON.parse(card.dataset.sets));

// What they set on that ground: a race is run as one without them.
const setsHere = (card) => ("race" in ground().dataset && "races" in card.dataset ? [] : sets(card));

// Whether that ground is played by these rules: of the same game, and a race by the rules of one.
function suits(card, scenario) {
  const sameGame = "skirmish" in card.dataset === "skirmish" in scenario.dataset;
  const module = cards().filter((each) => each.dataset.module === card.dataset.module);
  const race = "race" in scenario.dataset && module.some((each) => "races" in each.dataset);
  return sameGame && (!race || "races" in card.dataset);
}

// Rules that the ground is not made for bring the first ground that is.
function playBy(card) {
  const scenarios = [...form.querySelectorAll('[name="scenario"]')];
  if (!suits(card, ground())) {
    const other = scenarios.find((each) => each.dataset.way === card.value) ?? scenarios.find((s) => suits(card, s));
    if (other) {
      other.checked = true;
      follow(other);
    }
    if (!other) chosenBy(ground()).checked = true;
  }
  settle(way());
}

// The switches that make rules what they are: set for these, as usual where they are those of others.
function settle(card) {
  for (const [key, value] of cards()
    .filter((each) => each !== card)
    .flatMap(sets)) {
    if (valueOf(key) === value) set(key, usualOf(key) === value ? fallback(key, value) : usualOf(key));
  }
  for (const [key, value] of setsHere(card)) set(key, value);
}

const fallback = (key, not) =>
  [...(fieldsOf(key)[0]?.options ?? [])].map((option) => option.value).find((value) => value !== not) ?? not;

// The card that a scenario and the switches as they stand amount to.
function chosenBy(scenario) {
  const kept = way();
  if (kept && touched.has(kept) && suits(kept, scenario)) return kept;
  return cards().find((card) => card.value === scenario.dataset.way) ?? cards()[0];
}

// A switch that makes rules what they are was set by hand.
function byHand(key) {
  const here = cards().filter((card) => card.dataset.module === way().dataset.module);
  if (!here.some((card) => sets(card).some(([each]) => each === key))) return;
  const fits = (card) => sets(card).length && sets(card).every(([each, value]) => valueOf(each) === value);
  const race = here.find((card) => "races" in card.dataset && "race" in ground().dataset);
  (race ?? here.find(fits) ?? here.find((card) => !sets(card).length)).checked = true;
}

// ------------------------------------------------------------------ switches

const rowOf = (key) => form.querySelector(`[data-switch="${key}"]`);
const usualOf = (key) => rowOf(key)?.dataset.usual;

function valueOf(key) {
  const [field, ...others] = fieldsOf(key);
  if (!field) return undefined;
  if (field.type === "checkbox") return String(field.checked);
  return field.type === "radio" ? [field, ...others].find((each) => each.checked)?.value : field.value;
}

function set(key, value) {
  for (const field of fieldsOf(key)) {
    if (field.type === "checkbox") field.checked = value === "true";
    else if (field.type === "radio") field.checked = field.value === value;
    else field.value = value;
  }
}

// Whether a switch is otherwise than usual with the rules that are chosen.
const isChanged = (key) => valueOf(key) !== (Object.fromEntries(setsHere(way()))[key] ?? usualOf(key));

function said(row) {
  const key = row.dataset.switch;
  const value = valueOf(key);
  if (fieldsOf(key)[0]?.type === "checkbox") return `${value === "true" ? "" : "no "}${row.dataset.called}`;
  const chosen = fieldsOf(key).find((field) => field.type !== "radio" || field.checked);
  const word = chosen?.selectedOptions?.[0]?.textContent ?? chosen?.nextElementSibling?.textContent ?? value;
  return `${row.dataset.called}: ${word.trim().toLowerCase()}`;
}

// Topics of other vehicle rules than those that are chosen stay away, and in another game what the skirmish rules have.
function showTopics() {
  for (const part of form.querySelectorAll("[data-skirmish-only]")) part.hidden = !isSkirmish();
  for (const topic of form.querySelectorAll("[data-only-for]")) {
    topic.hidden = !isSkirmish() || topic.dataset.onlyFor !== way().dataset.module;
  }
  let all = 0;
  let changed = 0;
  for (const topic of form.querySelectorAll(".topic:not([hidden])")) {
    const rows = [...topic.querySelectorAll("[data-switch]:not([hidden])")];
    const others = rows.filter((row) => isChanged(row.dataset.switch)).length;
    topic.querySelector("[data-about]").textContent = rows.map(said).join(", ");
    const size = topic.querySelector("[data-size]");
    size.textContent = others ? `${others} changed` : rows.length;
    size.classList.toggle("changed", others > 0);
    all += rows.length;
    changed += others;
  }
  document.getElementById("fine-summary").textContent =
    `${all} ${all === 1 ? "switch" : "switches"}, ${changed ? `${changed} changed` : "all as usual"}`;
  document.getElementById("as-usual").disabled = !changed;
}

function asUsual() {
  for (const row of form.querySelectorAll("[data-switch]")) {
    set(row.dataset.switch, row.dataset.usual);
    for (const field of fieldsOf(row.dataset.switch)) touched.delete(field);
  }
  settle(way());
  afterChange();
}

function afterChange() {
  showTopics();
  comparePoints();
  form.dispatchEvent(new CustomEvent("changed"));
}

// ------------------------------------------------------------------ steps

const steps = [...(form?.querySelectorAll("[data-step]") ?? [])];
const named = (name) => steps.find((step) => step.dataset.step === name);

function show(step, focus = true) {
  const at = steps.indexOf(step);
  for (const each of steps) each.classList.toggle("now", each === step);
  for (const [n, link] of [...form.querySelectorAll(".crumbs a")].entries()) {
    if (n === at) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    link.classList.toggle("done", n < at);
  }
  for (const button of form.querySelectorAll("[data-to]"))
    button.hidden = steps[at + 1]?.dataset.step !== button.dataset.to;
  form.querySelector("[data-back]").hidden = at === 0;
  form.querySelector('[type="submit"]').classList.toggle("primary", at === steps.length - 1);
  if (!focus) return;
  scrollTo(0, 0);
  step.querySelector("h1").focus({ preventScroll: true });
}

function byAddress() {
  const step = named(location.hash.slice(1));
  if (step) show(step);
}

if (form) {
  form.addEventListener("change", (event) => {
    const { name } = event.target;
    touched.add(event.target);
    if (name === "scenario") {
      follow(event.target);
      chosenBy(event.target).checked = true;
      settle(way());
    } else if (name === "way") playBy(event.target);
    else if (name.startsWith("option.")) byHand(name.slice("option.".length));
    afterChange();
  });
  // What is missing is shown before the browser points at it.
  form.addEventListener(
    "invalid",
    (event) => {
      const step = event.target.closest("[data-step]");
      if (step && !step.classList.contains("now")) show(step, false);
    },
    true,
  );
  for (const button of form.querySelectorAll("[data-to]")) {
    button.addEventListener("click", () => {
      location.hash = button.dataset.to;
    });
  }
  form.querySelector("[data-back]").addEventListener("click", () => {
    location.hash = steps[steps.findIndex((step) => step.classList.contains("now")) - 1].dataset.step;
  });
  document.getElementById("as-usual").addEventListener("click", asUsual);
  addEventListener("hashchange", byAddress);
  // Somebody was quicker than this script, or came back to the page.
  const chosen = ground();
  if (chosen && !chosen.defaultChecked) {
    follow(chosen);
    chosenBy(chosen).checked = true;
    afterChange();
  }
  show(form.querySelector("[data-step].now") ?? steps[0], false);
  byAddress();
  if (chosen) showTopics();
  comparePoints();
}
