// What this page knows of itself, how its parts talk to each other, and how it talks to the server.

const data = document.body.dataset;

export const table = {
  code: data.code,
  as: data.as, // the side, or "host", as which this page looks on
  mine: (data.mine ?? "").split(" ").filter(Boolean), // sides that this device plays
  home: data.play, // address of the play page
  unit: "", // selected
  target: "",
  at: 0, // the event after which an earlier moment is shown; 0 for now
  mode: "", // what the dock is for: act, dice, deploy, ...
};

export const shownSeq = () => Number(document.getElementById("frame")?.dataset.to ?? 0);
export const byId = (id) => document.getElementById(id);
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// ------------------------------------------------------------ news inside the page

const bus = new EventTarget();
export const hear = (name, listener) => bus.addEventListener(name, (event) => listener(event.detail));
export const tell = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));

// ------------------------------------------------------------ the picture first

const LATEST_MS = 100; // a page that is not painted for so long does not keep its work waiting

// What nobody sees at once is done when the page has been painted: the browsers of a table, and often its server, share
// a machine. A picture is on the screen by the time the next one begins. Asked for again before that, it is done once.
export function afterPaint(work) {
  let asked = 0;
  let done = 0;
  return () => {
    asked += 1;
    const number = asked;
    const go = () => {
      if (number <= done) return;
      done = asked;
      work();
    };
    if (document.hidden) return go(); // pages that nobody sees are not painted
    setTimeout(go, LATEST_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go)));
  };
}

// ------------------------------------------------------------ the server

const token = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];

export function newCommand() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
}

const PATIENCE_MS = 20_000; // for an answer

// A line that falls silent never says so: what has not answered by then is given up, and counts as a line that is cut.
export function within(ms) {
  const giving = new AbortController();
  setTimeout(() => giving.abort(), ms);
  return giving.signal;
}

export function ask(path, query = {}) {
  const [headers, signal] = [{ "HX-Request": "true" }, within(PATIENCE_MS)];
  return fetch(`${table.home}${path}?${new URLSearchParams(query)}`, { headers, signal });
}

export function post(path, body) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token(), "HX-Request": "true" };
  return fetch(path.startsWith("/") ? path : table.home + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal: within(PATIENCE_MS),
  });
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// A command: sent again under the same id while the line is bad, so that it acts once. Its refusal is shown here.
export async function command(path, fields = {}) {
  if (document.body.classList.contains("offline")) {
    refuse("<p>The connection is lost. Nothing was sent; it can be sent when the table is live again.</p>");
    return null;
  }
  tell("show-rest"); // it is based on what stands now
  const body = { as: table.as, based_on: shownSeq(), command: newCommand(), ...fields };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await post(path, body);
      refuse(answer.ok ? "" : await refusalOf(answer));
      return answer.ok ? answer : null;
    } catch {
      if (attempt === 3) {
        refuse("<p>No answer from the table. Nothing is known to have happened.</p>");
        return null;
      }
      await pause(400 * 2 ** attempt);
    }
  }
}

async function refusalOf(answer) {
  const html = await answer.text();
  return html.includes("refusal") ? html : "<p>The table could not do that.</p>";
}

// Where a dialog is open the page behind it is out of reach: there the refusal is shown in the dialog.
export function refuse(html) {
  const shown = html.startsWith("<p>") ? `<div class="refusal"><span></span>${html}</div>` : html;
  const dialog = document.querySelector("dialog[open]");
  byId("refusal").innerHTML = dialog ? "" : shown;
  for (const old of document.querySelectorAll(".dialog-refusal")) old.remove();
  if (dialog && shown) dialog.prepend(inDialog(shown));
}

function inDialog(html) {
  const place = document.createElement("div");
  place.className = "dialog-refusal";
  place.setAttribute("role", "alert");
  place.innerHTML = html;
  return place;
}

document.addEventListener("close", ({ target }) => target.querySelector(".dialog-refusal")?.remove(), true);

// ------------------------------------------------------------ presses

// A button that leaves the page while it is held down loses its click, even when it is put back at once.
const HELD_MS = 1000; // no longer than this: a finger may go where the page hears nothing of it
const CLICK_MS = 300; // after a touch the click comes later than the finger goes, most of all where much is to be done
let held = false;
let presses = 0; // what lets go of one press never lets go of the one that has begun since

function press(event) {
  presses += 1;
  held = event.target.closest?.("button, label, a, summary") != null;
}

function letGo() {
  const over = presses;
  setTimeout(() => over === presses && (held = false), CLICK_MS);
}

document.addEventListener("pointerdown", press, true);
document.addEventListener("click", () => (held = false), true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, letGo, true);

// Wait until no button is held down: only then is anything that it may stand in filled again.
export async function unheld() {
  for (let waited = 0; held && waited < HELD_MS; waited += 20) await pause(20);
}

// ------------------------------------------------------------ fragments

// Each element with data-for fills the element of that id; SVG comes in an <svg> so that it is parsed as such.
export function fill(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  const back = focusIn();
  for (const part of [...box.content.children]) {
    const place = byId(part.dataset.for);
    if (!place) continue;
    for (const [name, value] of Object.entries(part.dataset)) if (name !== "for") place.dataset[name] = value;
    place.replaceChildren(...part.childNodes);
    asTouched(place);
    if (window.htmx && !(place instanceof SVGElement)) window.htmx.process(place);
  }
  back();
}

// Where one taps, no text says "click", nor speaks of keys that are not there.
export function asTouched(root) {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const touched = data
      .replace(/\bClick/g, "Tap")
      .replace(/\bclick/g, "tap")
      .replace(/,? or (use the arrow keys|turn it with Alt and the arrows)/, "");
    if (touched !== data) texts.currentNode.data = touched;
  }
}

// Call the answer once parts of the page are there again: whoever was typing in them goes on where they were.
export function focusIn() {
  const { activeElement: field } = document;
  const [from, to] = [field?.selectionStart ?? null, field?.selectionEnd ?? null];
  return () => {
    const again = field?.id ? byId(field.id) : field?.isConnected ? field : null;
    if (!again || again === document.activeElement || again === document.body) return;
    again.focus({ preventScroll: true });
    if (from !== null) again.setSelectionRange(from, to);
  };
}
