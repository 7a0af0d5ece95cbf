// The draft: what has been pointed at so far. The server says what it would come to; nothing is judged here.

import { PHONE } from "../board/camera.js";
import { lengthText } from "../board/lengths.js";
import { isMeasured } from "../board/measured.js";
import { mark, refresh } from "./selection.js";
import { byId, command, fill, focusIn, hear, post, shownSeq, table, tell, unheld } from "../live/table.js";

const empty = () => ({ kind: "", unit: "", target: "", path: [], facing: null, models: {}, ticked: {}, exact: {} });

export let draft = empty();
let waiting = 0; // the timer of a question that is yet to be sent
let asked = 0;
let sent = false; // committed, its frame not here yet
let kept = null; // the plan's nodes while the dock is filled again
let silent = false; // the latest question about the plan was not answered
// The details of a plan are folded away: at first where the board would have no room beside them.
let folded = matchMedia("(max-width: 719px) and (max-height: 699px), (max-height: 499px)").matches;
let unfolded = PHONE.matches; // the list of other targets: in a hand it is the way to them
let done = 0; // the event that this page's last commit led to; the focus goes on once the dock shows it
let mine = false; // what happens next has been committed here
let newsSince = false; // something has happened since the plan was begun, and not by this page
let inDock = false; // where the focus was, on something that may be gone with what the dock showed
let parked = false; // on the board, since the other side was to decide first
let fresh = false; // begun, and not answered yet
let toTry = []; // targets that are looked at one after the other until one can be hurt
let tried = ""; // the one that is looked at so
const MOST_TRIED = 4;
let eager = false; // committed while the answer to the latest change was on its way

// The table suggests a way, a press draws another.
const SCRAMBLES = ["climb", "rappel", "jump-down", "jump", "leap", "swim"];
const PATHS = new Set([
  "move",
  "crawl",
  "tactical",
  "drive",
  "street",
  "deploy",
  "get-out",
  "rule-place",
  ...SCRAMBLES,
]);
export const drawsPath = () => PATHS.has(draft.kind);
// What a press on the ground means to the plan: "point" a template, a "spot" to throw at, a bend of the "way",
// "models".
export const aims = () => (draft.kind ? (byId("plan").dataset.aims ?? "") : "");
const actOf = (kind) => (kind ? byId("dock").querySelector(`[data-kind="${kind}"]`) : null);

// ------------------------------------------------------------ changing it

export function begin(kind, extra = {}) {
  const act = actOf(kind);
  if (act?.getAttribute("aria-disabled") === "true") {
    tell("announce", act.title);
    const hint = byId("hint");
    if (hint) hint.textContent = act.title;
    return false;
  }
  eager = newsSince = false;
  draft = { ...empty(), kind, unit: table.unit, ...extra };
  fresh = true;
  table.kind = kind;
  sent = false;
  const targets = (act?.dataset.targets ?? "").split(" ");
  if (act?.dataset.needs === "target" && targets.includes(table.target)) draft.target = table.target;
  press();
  if (kind !== "deploy") tell("begun"); // nothing of what was thrown before lies on it
  tell("draft");
  request(0);
  return true;
}

export function change(patch, { at = 100 } = {}) {
  eager = false;
  draft = { ...draft, exact: {}, ...patch };
  tell("draft");
  request(at);
}

export function cancel() {
  eager = false;
  clearTimeout(waiting);
  waiting = 0;
  asked += 1;
  draft = empty();
  table.kind = "";
  sent = false;
  press();
  const plan = byId("plan");
  plan.dataset.lit = "";
  plan.dataset.aims = "";
  for (const pip of byId("hand-ap")?.querySelectorAll(".plan") ?? []) pip.className = "pip on";
  for (const layer of ["arcs", "preview", "facings"]) byId(layer)?.replaceChildren();
  mark();
  plan.replaceChildren(); // last: where the focus goes with it, the browser works out every style that has changed
  tell("draft");
  if (table.mode === "deploy" && table.unit) begin("deploy");
}

// Nothing is to come of it.
export function giveUp() {
  cancel();
  tell("given-up");
}

function press() {
  for (const act of document.querySelectorAll("#dock [data-kind]")) {
    if (act.hasAttribute("aria-pressed")) act.setAttribute("aria-pressed", String(act.dataset.kind === draft.kind));
  }
}

// ------------------------------------------------------------ asking what it would come to

function request(delay) {
  clearTimeout(waiting);
  byId("plan").classList.add("busy");
  waiting = setTimeout(send, delay);
}

async function send() {
  waiting = 0;
  asked += 1;
  silent = false;
  const number = asked;
  let html = "";
  try {
    const answer = await post("plan", { as: table.as, draft: guesses() && isMeasured(draft) ? measured() : draft });
    if (!answer.ok) return unanswered(number);
    html = await answer.text();
    await unheld();
  } catch {
    return unanswered(number); // the connection module says why; the last answer stays
  }
  if (number !== asked) return;
  const again = focusInPlan();
  fill(html);
  keepFolded();
  keepTyped();
  again();
  const isLatest = !waiting; // else more has been pointed at since: this shows the way there, and is not committed
  if (isLatest) byId("plan").classList.remove("busy");
  byId("plan")
    .querySelector('.aimed-section[aria-pressed="true"]')
    ?.scrollIntoView({ inline: "nearest", block: "nearest" });
  mark();
  tell("planned");
  const next = nextTarget();
  if (next) return aimAt(next);
  tell("murmur", spoken());
  if (eager && isLatest) commit();
}

// What had the focus is filled again: its like has it again, else the plan, from which Tab leads on.
function focusInPlan() {
  const { activeElement: at } = document;
  if (!at?.closest("#plan")) return () => {};
  const { tick, target } = at.dataset;
  const like = tick ? `[data-tick="${tick}"][value="${CSS.escape(at.value)}"]` : `[data-target="${target}"]`;
  return () => {
    if (document.activeElement !== document.body) return;
    const plan = byId("plan");
    const same = plan.querySelector(like);
    (same?.checkVisibility() ? same : plan).focus({ preventScroll: true });
  };
}

// In a hand the nearest target that can be hurt is looked at first: there is no room for a list beside the board.
// Nothing is sent.
function nextTarget() {
  if (fresh) toTry = firstTargets();
  else if (draft.target !== tried || !byId("plan").querySelector(".vain")) toTry = [];
  fresh = false;
  tried = toTry.shift() ?? "";
  return tried;
}

function firstTargets() {
  if (!PHONE.matches || draft.target || draft.path.length || aims()) return [];
  const open = byId("plan").querySelectorAll('.targets [data-target]:not([aria-disabled="true"])');
  return [...open].slice(0, MOST_TRIED).map((one) => one.dataset.target);
}

function aimAt(unit) {
  table.target = unit;
  tell("aimed", unit);
  mark();
  refresh();
}

// What is shown is not what was pointed at: it stays dimmed, and pressing its button asks again.
function unanswered(number) {
  if (number !== asked) return;
  silent = true;
  if (eager) tell("announce", "No answer from the table: nothing was sent. Press again.");
  eager = false;
}

const guesses = () => ["throw", "lob"].includes(draft.kind);
const measured = () => ({ ...draft, ticked: { ...draft.ticked, measured: "1" } });

// The plan of a shot or charge says how far it is: whoever has looked at it has measured.
// The section of a house that is meant is marked on its front as well.
hear("planned", () => {
  for (const box of document.querySelectorAll(".house .section")) {
    const acts = [...box.querySelectorAll(`[data-kind="${draft.kind}"]`)];
    box.classList.toggle("meant", Boolean(draft.kind) && acts.some((act) => act.dataset.which === draft.ticked.which));
  }
});

hear("planned", () => {
  if (draft.target && !guesses())
    tell("measured", { from: { unit: draft.unit }, to: { unit: draft.target }, looked: true });
});

function keepFolded() {
  const details = byId("plan").querySelector(".details");
  const asks = !byId("commit") && details?.querySelector(".targets"); // what is to be chosen is in there
  if (details) details.open = !folded || Boolean(asks);
  const others = byId("plan").querySelector(".others");
  if (others) others.open = unfolded;
}

document.addEventListener("click", ({ target }) => {
  const details = target.closest("#plan .details > summary")?.parentElement;
  if (details) folded = details.open; // it is about to change
  const others = target.closest("#plan .others > summary")?.parentElement;
  if (others) unfolded = !others.open;
});

// What was typed while the answer was on its way stays typed.
function keepTyped() {
  for (const box of byId("plan").querySelectorAll("input[data-tick]:not([type=checkbox])")) {
    const typed = draft.ticked[box.dataset.tick];
    if (typed !== undefined && box.value !== typed) box.value = typed;
  }
}

function spoken() {
  const plan = byId("plan");
  const part = (css) => plan.querySelector(css)?.textContent.trim().replace(/\s+/g, " ") ?? "";
  return [part(".head"), part(".refusal > span"), part(".sentence"), part(".odds")].filter(Boolean).join(". ");
}

// ------------------------------------------------------------ doing it

// What is committed is what was pointed at last, never what the button was still showing.
export async function commit() {
  eager = draft.kind !== "" && byId("plan").classList.contains("busy");
  if (eager && silent) request(0);
  if (eager) return;
  const button = byId("commit");
  if (!button || sent) return;
  sent = mine = true;
  button.setAttribute("aria-busy", "true");
  const answer = await command(button.dataset.sendsTo, { action: JSON.parse(button.dataset.action) });
  if (answer?.headers.get("Livetable-Proposal")) {
    tell("announce", "The other side is asked to agree.");
    mine = false;
    cancel();
    return;
  }
  if (answer) {
    if (draft.target) tell("did", { unit: draft.unit, target: draft.target });
    done = Number(answer.headers.get("Livetable-Seq"));
    tell("led-to", Number(answer.headers.get("Livetable-Seq")));
    return;
  }
  sent = mine = false;
  byId("commit")?.removeAttribute("aria-busy");
  refresh();
}

export async function direct(action) {
  const answer = await command("act", { action });
  if (answer) tell("led-to", Number(answer.headers.get("Livetable-Seq")));
}

// ------------------------------------------------------------ what happens around it

hear("selected", () => {
  if (draft.kind && draft.kind !== "rule-place") cancel();
});

// Moving a unit by hand, whoever it belongs to: a ruling.
hear("rule-place", ({ unit, reason }) => begin("rule-place", { unit, ticked: reason ? { reason } : {} }));

// Ticks that stay whoever is aimed at: which of its weapons a model fires.
function lasting() {
  const names = [...byId("plan").querySelectorAll("[data-kept] [data-tick]")].map((one) => one.dataset.tick);
  return Object.fromEntries(Object.entries(draft.ticked).filter(([name]) => names.includes(name)));
}

hear("aimed", (unit) => {
  const needs = actOf(draft.kind)?.dataset.needs;
  if (!draft.kind || needs !== "target" || unit === draft.target) return;
  change({ target: unit, path: [], ticked: guesses() ? draft.ticked : lasting() }, { at: 0 }); // what was typed
});

hear("frame", () => {
  // Arrows move units from now on, no longer the choice of dice that has just been rolled.
  if (sent && document.activeElement?.name === "dice") document.activeElement.blur();
  if (sent) cancel();
  newsSince = draft.kind !== "" && !mine;
  mine = false;
});

hear("before-dock", () => {
  const plan = byId("plan");
  inDock = Boolean(document.activeElement?.closest("#dock"));
  kept = draft.kind
    ? {
        nodes: [...plan.childNodes],
        lit: plan.dataset.lit ?? "",
        aims: plan.dataset.aims ?? "",
        points: pointsLeft(),
        back: focusIn(),
      }
    : null;
});

const pointsLeft = () => parseInt(byId("hand")?.querySelector(".ap")?.textContent ?? "", 10) || 0;

hear("dock", () => {
  const plan = byId("plan");
  const acts = ["act", "deploy", "dice", "pick", "other"].includes(table.mode);
  const ruling = draft.kind === "rule-place";
  // On another page of the same seat: what was planned here would be done once more.
  const actedElsewhere = newsSince && kept !== null && pointsLeft() < kept.points;
  const open = acts && !actedElsewhere && draft.unit === table.unit;
  const stillOpen = ruling || (open && (table.mode === "deploy" || drawsSomething()));
  if (draft.kind && stillOpen && kept) {
    plan.replaceChildren(...kept.nodes);
    kept.back();
    plan.dataset.lit = kept.lit;
    plan.dataset.aims = kept.aims;
    mark();
    press();
    for (const dice of document.querySelectorAll('#dock input[name="dice"]'))
      dice.checked = dice.value === draft.ticked.dice;
    request(0);
  } else if (draft.kind) {
    cancel();
  }
  if (table.mode === "deploy" && table.unit && !draft.kind) begin("deploy");
  press();
  kept = null;
  const { activeElement: at } = document;
  const lost = (inDock && at === document.body) || (parked && at === byId("board"));
  if (lost || (done && shownSeq() >= done)) goOn();
});

// After a commit the focus is where the next thing is done, so that the keyboard goes on without looking for it; also
// from the board, where Enter does what the yellow button says.
function goOn() {
  if (shownSeq() >= done) done = 0;
  parked = false;
  const lost = document.activeElement === document.body || document.activeElement?.closest("#dock, #plan, #board");
  if (!lost || document.body.classList.contains("reacting")) return;
  const next = byId("dock").querySelector(
    'input[name="dice"], [data-kind]:not([aria-disabled="true"]):not(.end-phase), [data-unit]',
  );
  (next ?? byId("board")).focus({ preventScroll: true });
  parked = !next;
}

const drawsSomething = () => draft.kind === "activate" || actOf(draft.kind) !== null;

document.addEventListener("click", (event) => {
  const act = event.target.closest("#dock [data-kind], .house [data-kind]");
  if (act) {
    const { which } = act.dataset; // which of several places, as the list in the plan would have it
    const ticked = act.dataset.ticked ? { [act.dataset.ticked]: "1" } : which ? { which } : {};
    if (draft.kind === act.dataset.kind && !act.dataset.ticked && !which) giveUp();
    else begin(act.dataset.kind, { ticked });
    return;
  }
  if (event.target.closest("#commit")) commit();
  else if (event.target.closest("#cancel")) giveUp();
  const straight = event.target.closest("[data-direct]");
  if (straight) direct(JSON.parse(straight.dataset.direct));
  const target = event.target.closest("#plan [data-target]");
  if (target && target.getAttribute("aria-disabled") !== "true") aimAt(target.dataset.target);
  const tick = event.target.closest("#plan button[data-tick]");
  if (tick) change({ ticked: { ...draft.ticked, [tick.dataset.tick]: tick.value } }, { at: 0 });
});

document.addEventListener("change", (event) => {
  const box = event.target.closest("#plan input:is([type=checkbox], [type=range])[data-tick], #plan select[data-tick]");
  if (box) {
    const value = box.type !== "checkbox" || box.checked ? box.value : "";
    change({ ticked: { ...draft.ticked, [box.dataset.tick]: value } }, { at: 0 });
  }
  if (event.target.matches("#plan input[data-tick]:not([type=checkbox])")) return;
  if (event.target.name === "dice" && event.target.closest("#dock"))
    begin("activate", { ticked: { dice: event.target.value } });
});

// A reason is typed: the plan follows once the typing rests. A slider shows its figure while it is dragged.
document.addEventListener("input", (event) => {
  const slider = event.target.closest("#plan input[type=range][data-tick]");
  if (slider) slider.nextElementSibling.value = lengthText(Number(slider.value));
  const box = event.target.closest("#plan input[data-tick]:not([type=checkbox], [type=range])");
  if (!box) return;
  // The dialog has it too: one comes back there.
  if (draft.kind === "rule-place" && box.dataset.tick === "reason") byId("rule-reason").value = box.value;
  change({ ticked: { ...draft.ticked, [box.dataset.tick]: box.value } }, { at: 400 });
});
