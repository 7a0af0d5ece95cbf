// The sheet of odds follows what is typed. An answer to what has been typed over is left out: the next is on its way.
// A form that is drawn again keeps its open parts, and the caret behind the number in hand: a number has no selection
// to keep.

const sheet = () => document.getElementById("sheet");
let typed = 0; // times
let asked = 0; // what the question under way knows of them

document.addEventListener("input", ({ target }) => {
  if (sheet().contains(target)) typed += 1;
});

document.addEventListener("htmx:beforeRequest", () => (asked = typed));

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (typed !== asked) detail.shouldSwap = false;
});

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target !== sheet()) return;
  for (const part of sheet().querySelectorAll("details[open]")) {
    detail.fragment.querySelector(`#${part.id}`)?.setAttribute("open", "");
  }
});

document.addEventListener("htmx:afterSettle", () => {
  for (const field of sheet().querySelectorAll("input")) {
    const fault = `fault-${field.name}`;
    const wrong = document.getElementById(fault) !== null;
    for (const [name, value] of [
      ["aria-invalid", "true"],
      ["aria-describedby", fault],
    ]) {
      if (wrong) field.setAttribute(name, value);
      else field.removeAttribute(name);
    }
  }
  const field = document.activeElement;
  if (sheet().contains(field) && field.type === "number") [field.value, field.value] = ["", field.value];
});
