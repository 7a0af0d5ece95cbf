// The house at the table: go on when it waits, ask what it would do, and load a plan that a link or its advice gives.

import { begin } from "../plan/plan.js";
import { isMine, select } from "../plan/selection.js";
import { byId, calm, hear, post, refuse, shownSeq, table, tell } from "../live/table.js";

const terms = () => byId("house-terms")?.dataset ?? {};

// ------------------------------------------------------------ going on

// It waits only after an act of its own; whoever has the move is not asked to press anything.
function showNext() {
  const next = byId("house-next");
  if (next) next.hidden = terms().pace !== "wait" || !terms().sides?.includes(acting());
}

const acting = () => byId("tracker")?.querySelector("[data-acts]")?.dataset.acts ?? "";

export function goOn() {
  const next = byId("house-next");
  if (!next || next.hidden) return false;
  post("house/nod", { seq: shownSeq() });
  return true;
}

document.addEventListener("click", (event) => event.target.closest("#house-next") && goOn());
document.body.addEventListener("htmx:oobAfterSwap", settle);
hear("dock", showNext);
hear("frame", () => closeAdvice());

// What else stands in its column begins below its panel.
const panel = byId("house");
const PADDING = 8; // above it in its column
function measure() {
  const high = panel.offsetHeight;
  document.body.style.setProperty("--house", `${high && high + PADDING}px`);
}
if (panel) new ResizeObserver(measure).observe(panel);

function settle() {
  document.body.dataset.advice = terms().advice ?? "";
  showNext();
}

// ------------------------------------------------------------ advice

export function advise() {
  if (document.body.dataset.advice !== "1") return false;
  const place = byId("advice");
  if (!place.hidden) return closeAdvice();
  ask(place);
  return true;
}

async function ask(place) {
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await post("house/advice", { as: table.as });
    const html = await answer.text();
    if (!answer.ok) return refuse(html.includes("refusal") ? html : "<p>The house has nothing to say.</p>");
    refuse("");
    place.innerHTML = html;
    place.hidden = false;
    tell("advised");
    tell("murmur", place.querySelector(".option b")?.textContent ?? place.textContent);
    place.querySelector("[data-advice-plan], [data-advice-answer]")?.focus({ preventScroll: calm() });
  } catch {
    // the connection module says why
  } finally {
    place.removeAttribute("aria-busy");
  }
}

function closeAdvice() {
  const place = byId("advice");
  if (!place || place.hidden) return false;
  place.hidden = true;
  place.replaceChildren();
  tell("advised");
  return true;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-ask-advice]")) advise();
  if (event.target.closest("[data-advice-close]")) closeAdvice();
  const plan = event.target.closest("[data-advice-plan]");
  if (plan) take(JSON.parse(plan.dataset.advicePlan));
  const answer = event.target.closest("[data-advice-answer]");
  if (answer) choose(answer.dataset.adviceAnswer);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || byId("advice")?.hidden !== false) return;
  event.preventDefault();
  closeAdvice();
});

function choose(answer) {
  const option = document.querySelector(`#prompt input[name="choice"][value="${CSS.escape(answer)}"]`);
  option?.click();
  closeAdvice();
  byId("answer")?.focus();
}

// A plan as the server gives it: the unit is taken in hand, and once its dock is there the draft is drawn.
let coming = null;

function take(draft) {
  closeAdvice();
  coming = draft;
  if (draft.unit && draft.unit !== table.unit && isMine(draft.unit)) select(draft.unit, { look: true });
  else planned();
}

function planned() {
  if (!coming) return;
  const { kind, unit, target, ...rest } = coming;
  if (unit && table.unit !== unit) return;
  coming = null;
  if (target) table.target = target;
  begin(kind, { unit, target, ...rest });
}

hear("dock", planned);

// A link may bring a plan along, as the first act against the house does.
const address = new URL(location.href);
const brought = address.searchParams.get("plan");
if (brought) {
  address.searchParams.delete("plan");
  history.replaceState(null, "", address);
  try {
    coming = JSON.parse(brought);
  } catch {
    coming = null;
  }
}
settle();
