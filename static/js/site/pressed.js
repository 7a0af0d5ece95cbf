// The waiting room is filled again while people come and go. A button that is being pressed there stays until it is
// let go: a press that began on one button and ended on its successor would be none.

const room = document.getElementById("room");
let pressed = false;
let due = false;

document.addEventListener("pointerdown", () => (pressed = true), true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(letGo), true);

room.addEventListener("htmx:beforeSwap", (event) => {
  if (!pressed || !event.detail.shouldSwap || event.detail.target !== room) return;
  event.detail.shouldSwap = false;
  due = true;
});

function letGo() {
  pressed = false;
  if (!due) return;
  due = false;
  document.body.dispatchEvent(new Event("changed")); // what was left out is asked for again
}
