// The set-up form: a scenario brings the names of its sides and armies that suit it, unless somebody has chosen
// others; the points of both armies are compared, with each other and with what is agreed.

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
}

// The scenario's own switches, but for those that somebody has set.
function switchOver(scenario) {
  for (const [key, value] of Object.entries(JSON.parse(scenario.dataset.options))) {
    const field = form.querySelector(`[name="option.${key}"]:not([type="hidden"])`);
    if (!field || touched.has(field)) continue;
    if (field.type === "checkbox") field.checked = value === "true";
    else if (field.type === "radio") form.elements[field.name].value = value;
    else field.value = value;
  }
  document.getElementById("vehicle-rules").hidden = !isSkirmish();
  showTopics();
}

const isSkirmish = () => "skirmish" in (form.querySelector('[name="scenario"]:checked')?.dataset ?? {});

// Topics of other vehicle rules than those that are chosen stay away, and in another game what the skirmish rules have.
function showTopics() {
  for (const part of form.querySelectorAll("[data-skirmish-only]")) part.hidden = !isSkirmish();
  if (!isSkirmish()) return;
  const module = form.elements["option.vehicle_module"].value;
  for (const topic of form.querySelectorAll("[data-only-for]")) topic.hidden = topic.dataset.onlyFor !== module;
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
  const most = Number(form.querySelector('[name="scenario"]:checked')?.dataset.agreed ?? 0);
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

if (form) {
  form.addEventListener("change", (event) => {
    if (event.target.name === "scenario") {
      follow(event.target);
      switchOver(event.target);
    } else touched.add(event.target);
    if (event.target.name === "option.vehicle_module") {
      for (const radio of form.elements["option.vehicle_module"]) touched.add(radio);
      showTopics();
    }
    comparePoints();
  });
  // Somebody was quicker than this script, or came back to the page.
  const chosen = form.querySelector('[name="scenario"]:checked');
  if (chosen && !chosen.defaultChecked) {
    follow(chosen);
    switchOver(chosen);
  }
  comparePoints();
}
