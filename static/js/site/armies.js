// The builder: opens its dialogs, takes back by Ctrl+Z, and on a narrow screen brings the unit in hand into sight.

import "./fresh.js";
import { keepFields } from "./queued.js";

keepFields(document.getElementById("builder"), ["ros-head", "ros-edit"]);

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog).showModal();
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  const narrow = window.matchMedia("(max-width: 719px)").matches;
  if (narrow && event.target.closest("[data-unit], #library .ros-offer, #bringing [type=submit]")) wanted = true;
});

const find = document.getElementById("find-kind");
find?.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = [...document.querySelectorAll(".ros-kind")];
  for (const kind of kinds) kind.hidden = !words.every((word) => kind.dataset.words.includes(word));
  for (const list of document.querySelectorAll("#library ul"))
    list.previousElementSibling.hidden = ![...list.children].some((kind) => !kind.hidden);
  document.getElementById("find-none").hidden = kinds.some((kind) => !kind.hidden);
});

// Units of another army: so many are chosen, one by one or all at once.
document.addEventListener("change", ({ target }) => {
  const form = target.closest("[data-brings]");
  if (!form) return;
  const boxes = [...form.querySelectorAll("[name=u]:enabled")];
  const all = form.querySelector("[data-all]");
  if (target === all) for (const box of boxes) box.checked = all.checked;
  const chosen = boxes.filter((box) => box.checked).length;
  all.checked = chosen === boxes.length;
  const copy = form.querySelector("[type=submit]");
  copy.disabled = !chosen;
  copy.textContent = chosen ? `Copy ${chosen} unit${chosen === 1 ? "" : "s"}` : "Copy units";
});

let wanted = false;
document.addEventListener("htmx:afterRequest", () => {
  const refusal = document.getElementById("ros-refusal");
  if (wanted) (refusal.hasChildNodes() ? refusal : document.getElementById("ros-edit")).scrollIntoView();
  wanted = false;
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input:not([type=radio], [type=checkbox]), textarea"))
    return;
  const key = event.key.toLowerCase();
  const button = document.getElementById(
    key === "y" || (key === "z" && event.shiftKey) ? "ros-on" : key === "z" ? "ros-back" : "",
  );
  if (!button) return;
  event.preventDefault();
  button.click();
});
