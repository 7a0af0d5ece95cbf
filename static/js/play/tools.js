// Ruler, line of sight, layers. Distances are measured here, as the rules count them; sight is the server's to judge.

import { takePointer } from "../board/board.js";
import { lengthText } from "../board/lengths.js";
import { plate } from "../board/length_plate.js";
import { awayFrom, between, hullOf, lengthOf } from "../board/outlines.js";
import { placeOf, tokenOf, unitAt } from "../plan/selection.js";
import { ask, byId, fill, hear, table, tell } from "../live/table.js";

const SNAP_IN = 0.7;
let from = null;
let number = 0;

document.body.dataset.tool = "select";

// While a range is guessed nothing is measured. (ARAP-AREA-10)
const isGuessing = () => ["throw", "lob"].includes(table.kind);

// Nobody is pointed at anything once the battle is over; what one measures then is seen by oneself alone.
const isOver = () => table.mode === "over";
const points = document.querySelector("[data-tool='ping']");
const offer = () => points && (points.hidden = isOver());
hear("dock", offer);
offer();

export function useTool(name) {
  if (name === "ping" && isOver()) {
    tell("announce", "The battle is over: nothing is pointed at. The ruler still measures, for you alone.");
    return;
  }
  if (name !== "select" && isGuessing()) {
    tell("announce", "The ruler rests while a range is guessed.");
    return;
  }
  document.body.dataset.tool = name;
  for (const button of document.querySelectorAll("[data-tool]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tool === name));
  }
  byId("board-svg")?.classList.toggle("drawing", name !== "select");
  clear();
  if (name === "select") return;
  tell(
    "murmur",
    {
      ruler: "Ruler: drag from one place to another",
      sight: "Line of sight: drag from one unit to another",
      ping: "Point: press on the board, and everybody sees where",
    }[name],
  );
  if (name === "ping") return;
  betweenSelected();
}

// With a unit in hand and another pointed at, the tools measure between them at once: no dragging needed.
function betweenSelected() {
  const [one, other] = [table.unit, table.target];
  if (!one || !other || !placeOf(one) || !placeOf(other)) return;
  const pairs = endsOf(tokenOf(one)).flatMap((end) => endsOf(tokenOf(other)).map((far) => [end, far]));
  const nearest = pairs.sort((a, b) => lengthOf(between(...a)) - lengthOf(between(...b)))[0];
  if (nearest) measure(...nearest);
}

function clear() {
  if (byId("ruler")) tell("pointed-no-more");
  byId("ruler")?.remove();
  byId("measure").hidden = true;
  if (!byId("commit")) byId("facings")?.replaceChildren();
  from = null;
}

// ------------------------------------------------------------ measuring

// Every model of a unit as an end to measure from or to.
function endsOf(token) {
  const at = placeOf(token.dataset.unit);
  if (!at) return [];
  const name = (token.querySelector("desc")?.textContent.split(",") ?? []).slice(0, 2).join(",");
  return [...token.querySelectorAll("[data-model]")].map((model) => {
    const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(model.getAttribute("transform"));
    const place = [at[0] + Number(x) / 10, at[1] + Number(y) / 10];
    return { at: place, hull: hullOf(model), unit: token.dataset.unit, model: model.dataset.model, name };
  });
}

// The nearest model within reach of a point, with its unit's number; or the place itself.
function endOf(point) {
  let best = { at: point, hull: null, unit: "", model: "", name: "this place" };
  let least = SNAP_IN;
  for (const token of document.querySelectorAll(".unit[data-unit]")) {
    for (const end of endsOf(token)) {
      const away = awayFrom(end, point);
      if (away < least) [best, least] = [end, away];
    }
  }
  return best;
}

function measure(one, other) {
  const line = between(one, other);
  const length = lengthOf(line);
  show(...line, lengthText(length));
  tell("pointed", line);
  tell("measured", { from: one, to: other });
  const tool = document.body.dataset.tool;
  const text = `${one.name} to ${other.name}: ${lengthText(length)}`;
  const box = byId("measure");
  box.hidden = false;
  if (tool === "sight" && one.unit && other.unit && one.unit !== other.unit) look(one.unit, other.unit);
  else box.textContent = tool === "sight" ? `${text}. Point at two units to see who sees whom.` : text;
}

function show(a, b, text) {
  const board = byId("board-svg");
  byId("ruler")?.remove();
  const p = [a, b].map(([x, y]) => `${(x * 10).toFixed(1)} ${(y * 10).toFixed(1)}`);
  const box = document.createElement("template");
  const line = `<path class="los-c" d="M${p.join("L")}"/><path class="los" d="M${p.join("L")}"/>`;
  const ruler = `<g id="ruler" aria-hidden="true" pointer-events="none">${line}${plate(p[1], text)}</g>`;
  box.innerHTML = `<svg>${ruler}</svg>`;
  board.append(box.content.firstChild.firstChild);
}

async function look(one, other) {
  number += 1;
  const mine = number;
  const box = byId("measure");
  try {
    const answer = await ask("sight", { as: table.as, from: one, to: other });
    if (mine !== number || !answer.ok) return;
    fill(await answer.text());
    box.hidden = false;
  } catch {
    box.textContent = "No answer from the table.";
  }
}

takePointer({
  down(point) {
    if (document.body.dataset.tool === "select") return false;
    from = endOf(point);
    if (document.body.dataset.tool === "ping") ping(point);
    return true;
  },
  move(point) {
    if (document.body.dataset.tool === "ping") return;
    const line = between(from, { at: point, hull: null });
    show(...line, lengthText(lengthOf(line)));
    tell("pointing", line);
  },
  up(point) {
    if (document.body.dataset.tool === "ping") return;
    measure(from, endOf(point));
  },
});

function ping(point) {
  tell("pointed", [point, point]);
}

// Two taps do what a drag does.
let first = null;
hear("tap", ({ point }) => {
  if (document.body.dataset.tool === "ping") return ping(point);
  if (document.body.dataset.tool === "select") return;
  if (first) measure(first, endOf(point));
  first = first ? null : endOf(point);
});

hear("frame", () => byId("ruler") && clear());
hear("draft", () => isGuessing() && document.body.dataset.tool !== "select" && useTool("select"));

// ------------------------------------------------------------ layers

const LAYERS = {
  names: "Names",
  effects: "Effects of terrain",
  grid: "Grid",
  flags: "Flags",
  outlines: "Outlines of units",
};

export function toggleLayers() {
  const open = byId("layers");
  if (open) {
    open.remove();
    return;
  }
  const box = document.createElement("fieldset");
  box.id = "layers";
  box.className = "layers";
  box.innerHTML = '<legend class="sr">Layers of the board</legend>';
  for (const [name, word] of Object.entries(LAYERS)) {
    const label = document.createElement("label");
    const tick = Object.assign(document.createElement("input"), { type: "checkbox", name });
    tick.checked = !byId("board-svg").classList.contains(`no-${name}`);
    tick.addEventListener("change", () => byId("board-svg").classList.toggle(`no-${name}`, !tick.checked));
    label.append(tick, word);
    box.append(label);
  }
  document.body.append(box);
  box.querySelector("input").focus();
}

// A tool that is pressed again is put away: a phone has no room for a button that only does that.
const isOn = (button) => button.getAttribute("aria-pressed") === "true";

document.addEventListener("click", (event) => {
  const tool = event.target.closest("[data-tool]");
  if (tool && tool !== document.body) useTool(isOn(tool) ? "select" : tool.dataset.tool);
  const what = event.target.closest("[data-do]")?.dataset.do;
  if (what === "layers") toggleLayers();
  else if (what) tell("do", what);
  if (!event.target.closest("#layers, [data-do='layers']")) byId("layers")?.remove();
});

export const unitUnder = (event) => unitAt(event.target);
