// The sides bear the names that they have in the battle that is chosen.

const form = document.getElementById("against");

function name() {
  const battle = form.querySelector('input[name="battle"]:checked');
  for (const place of form.querySelectorAll("[data-side]")) {
    place.textContent = battle?.dataset[place.dataset.side] ?? place.textContent;
  }
}

form.addEventListener("change", name);
name();
