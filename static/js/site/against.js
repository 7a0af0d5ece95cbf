// The sides bear the names that they have in the battle that is chosen; beside the button stands what one sits down to.

const form = document.getElementById("against");
const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`);
const said = (input, what) => input?.closest("label").querySelector(what)?.textContent ?? "";

function show() {
  const [battle, own] = [chosen("battle"), chosen("side")?.value];
  for (const place of form.querySelectorAll("[data-side]")) {
    place.textContent = battle?.dataset[place.dataset.side] ?? place.textContent;
  }
  for (const place of form.querySelectorAll("[data-sits]")) {
    place.textContent = place.dataset.sits === own ? "you" : `${said(chosen("character"), ".ct b")}, the house`;
  }
  const standing = battle?.dataset.standing;
  for (const part of form.querySelectorAll("[data-under-way]")) part.hidden = !standing;
  form.querySelector("[data-battle]").textContent = said(battle, "b");
  form.querySelector("[data-about]").textContent = standing ?? said(battle, "small");
}

form.addEventListener("change", show);
show();
