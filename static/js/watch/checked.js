// A battle from another server that is still played again: asks how far that is until it is done.

import { within } from "../live/table.js";

const EVERY_MS = 1000;
const PATIENCE_MS = 8000; // for an answer

async function look() {
  const now = document.getElementById("from-afar");
  if (!now?.dataset.checked) return;
  try {
    const answer = await fetch(now.dataset.checked, { signal: within(PATIENCE_MS) });
    const box = document.createElement("template");
    box.innerHTML = answer.ok ? await answer.text() : "";
    const fresh = box.content.querySelector("section");
    if (fresh && fresh.textContent !== now.textContent) now.replaceWith(fresh);
  } catch {
    // It asks again.
  }
  setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
