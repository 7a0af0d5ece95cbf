// What those who look on think of an act: counts beside it, and buttons for the act that is read. Nothing is announced.

import { byId, command, hear } from "./table.js";

const bar = document.querySelector("[data-reacts]"); // those who look on alone; questions look alike
const mine = new Set(JSON.parse(byId("my-reactions")?.textContent ?? "[]"));
let head = 0; // the act that the buttons are about

const counts = () =>
  new Map(
    [...byId("reactions").children].map(({ dataset: { head: act, kind, count } }) => [`${act} ${kind}`, Number(count)]),
  );

function show() {
  const all = counts();
  for (const button of bar?.children ?? []) {
    const key = `${head} ${button.dataset.kind}`;
    button.querySelector("b").textContent = all.get(key) ?? "";
    button.setAttribute("aria-pressed", String(mine.has(key)));
    button.disabled = !head;
  }
  const sums = new Map();
  for (const [key, count] of all) {
    const [act, kind] = key.split(" ");
    sums.set(act, [...(sums.get(act) ?? []), [kind, count]]);
  }
  for (const old of document.querySelectorAll(".reacted")) old.remove();
  for (const [act, kinds] of sums) beside(byId(`line-${act}`), kinds);
}

function beside(line, kinds) {
  if (!line) return;
  const place = document.createElement("span");
  place.className = "reacted";
  place.setAttribute("aria-hidden", "true");
  for (const [kind, count] of kinds) {
    const one = byId(`react-${kind}`).content.cloneNode(true);
    place.append(one, `${count} `);
  }
  line.querySelector(".who").append(place);
}

hear("act-shown", (line) => {
  head = Number(line?.id.slice(5) ?? 0);
  show();
});
hear("beside-shown", (message) => message.includes("#reactions") && show());
hear("frame", show);

bar?.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-kind]");
  if (!button || !head) return;
  const key = `${head} ${button.dataset.kind}`;
  const on = !mine.has(key);
  if (!(await command("react", { head, kind: button.dataset.kind, on }))) return;
  if (on) mine.add(key);
  else mine.delete(key);
  show();
});

// Players may do without.
const HIDDEN = "livetable.no-reactions";
function hide(is) {
  document.body.classList.toggle("no-reactions", is);
  const button = byId("hide-reactions");
  if (button) button.setAttribute("aria-pressed", String(is));
}
byId("hide-reactions")?.addEventListener("click", () => {
  const is = !document.body.classList.contains("no-reactions");
  localStorage.setItem(HIDDEN, is ? "1" : "");
  hide(is);
});
hide(localStorage.getItem(HIDDEN) === "1");
show();
