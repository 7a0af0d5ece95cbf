// The sheet of odds follows what is typed. Who types on makes the answer that is under way a thing of the past. A form
// that is drawn again keeps its open parts, and the caret behind the number in hand: a number has no selection to keep.

const sheet = () => document.getElementById("sheet");

document.addEventListener("input", ({ target }) => {
  if (sheet().contains(target)) window.htmx.trigger(sheet(), "htmx:abort");
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
  const typed = document.activeElement;
  if (sheet().contains(typed) && typed.type === "number") [typed.value, typed.value] = ["", typed.value];
});
