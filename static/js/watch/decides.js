// Who plays and who decides is called by name where one person alone has that side, and for how many minutes all have
// waited.

import { byId, hear } from "../live/table.js";

const MINUTE_MS = 60_000;
let asked = "";
let since = 0;

function call() {
  const decides = byId("asks")?.querySelector("[data-decides]");
  const side = decides?.dataset.decides;
  const one = side && byId("people")?.querySelector(`[data-sits="${side}"]`);
  if (one) decides.textContent = `${one.textContent.trim()} decides`;
  for (const place of document.querySelectorAll("body.tv #tracker .team [data-people]")) {
    const sits = byId("people")?.querySelector(`[data-sits="${place.dataset.people}"]`);
    if (!document.body.classList.contains("stream")) place.textContent = sits?.textContent.trim() ?? "";
  }
  for (const waits of document.querySelectorAll("[data-waits-for]")) {
    const sits = byId("people")?.querySelector(`[data-sits="${waits.dataset.waitsFor}"]`);
    if (sits) waits.textContent = sits.textContent.trim();
  }
  count();
}

function count() {
  const clock = byId("prompt")?.querySelector("[data-waits-since]");
  const question = clock ? byId("prompt").querySelector(".question").textContent : "";
  if (question !== asked) [asked, since] = [question, Date.now()];
  if (!clock) return;
  const minutes = Math.floor((Date.now() - since) / MINUTE_MS);
  clock.hidden = minutes < 1;
  clock.textContent = minutes < 1 ? "" : `${minutes} min`;
}

for (const news of ["frame", "beside-shown"]) hear(news, call);
setInterval(count, MINUTE_MS / 6);
call();
