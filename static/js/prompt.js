// A choice that is this side's to make: it takes the dock's place until somebody of the side has answered.

import { centre, fit } from "./board.js";
import { isMine, mark, placeOf } from "./selection.js";
import { ask, byId, command, fill, hear, table, tell } from "./table.js";

let shown = "";

function follow() {
  const asks = byId("prompt").querySelector("form.react");
  document.body.classList.toggle("reacting", asks !== null);
  const question = asks ? asks.querySelector("h2").textContent.trim() : "";
  if (question && question !== shown) {
    tell("announce", `${question} ${[...asks.querySelectorAll(".opt h3")].map((o) => o.textContent).join(", ")}.`);
    if (asks.dataset.unit && isMine(asks.dataset.unit)) table.unit = asks.dataset.unit;
    mark();
    lookAt(asks);
    choose();
  }
  if (!question && shown) {
    fit();
  }
  if (asks && !asks.dataset.told) odds(asks);
  shown = question;
}

// What each option would come to takes a moment to work out: it follows the question.
async function odds(asks) {
  asks.dataset.told = "1";
  try {
    const answer = await ask("odds", { as: table.as });
    if (answer.ok && asks.isConnected) fill(await answer.text());
  } catch {
    // The question can be answered without them.
  }
}

function lookAt(asks) {
  const places = [asks.dataset.unit, asks.dataset.about].filter(Boolean).map(placeOf).filter(Boolean);
  if (!places.length) return;
  const [one, other = one] = places;
  const wide = Math.max(26, Math.abs(one[0] - other[0]) * 1.8, Math.abs(one[1] - other[1]) * 2.6);
  requestAnimationFrame(() => centre((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, wide));
}

function choose() {
  const chosen = byId("prompt").querySelector("input:checked");
  const button = byId("answer");
  if (button && chosen) button.querySelector(".what").textContent = chosen.dataset.label;
  for (const way of document.querySelectorAll("#asked [data-option]")) {
    way.classList.toggle("on", way.dataset.option === chosen?.value);
  }
}

byId("prompt").addEventListener("change", choose);

byId("prompt").addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = byId("prompt").querySelector("input:checked");
  const button = byId("answer");
  if (!chosen || button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const answer = await command("act", { action: { type: "Answer", choice: chosen.value } });
  if (answer) tell("led-to", Number(answer.headers.get("Livetable-Seq")));
  else button.removeAttribute("aria-busy");
});

// A way drawn on the board is chosen by tapping it.
hear("tap", ({ target }) => {
  const way = target.closest?.("[data-option]")?.dataset.option;
  const box = way && byId("prompt").querySelector(`input[value="${CSS.escape(way)}"]`);
  if (!box || box.disabled) return;
  box.checked = true;
  choose();
});

// "Decline this from now on" is the seat's own wish, so its number comes from this page.
byId("prompt").addEventListener("click", async (event) => {
  const wish = event.target.closest("[data-decline]");
  if (!wish) return;
  const seat = JSON.parse(document.body.dataset.seats || "{}")[table.as];
  const answer = await command("seat/decline", { seat, kind: wish.dataset.decline, on: true });
  if (answer) await command("act", { action: { type: "Answer", choice: wish.dataset.choice } });
});

hear("frame", follow);
follow();
