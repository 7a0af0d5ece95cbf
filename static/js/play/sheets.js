// What a phone keeps out of the way: actions behind "More", drawers and bottom sheets. A button with data-opens="ID"
// opens and closes the element with that id (and its side column on narrow desks); Escape, the scrim, a pull down and
// a second press close it and give the focus back.

let opener = null;

function setOpen(sheet, open) {
  sheet.classList.toggle("open", open);
  const column = sheet.closest(".side-col");
  if (column) column.classList.toggle("open", column.querySelector(".open") !== null);
  for (const button of document.querySelectorAll(`[data-opens="${sheet.id}"]`)) {
    button.setAttribute("aria-expanded", String(open));
  }
}

function closeAll() {
  for (const sheet of document.querySelectorAll(".insp.open, .logcol.open, .bsheet.open")) setOpen(sheet, false);
  if (opener?.isConnected) opener.focus();
  opener = null;
}

document.addEventListener("click", (event) => {
  const more = event.target.closest("[data-more]");
  if (more) return showAll(more);
  const button = event.target.closest("[data-opens]");
  if (!button) {
    if (event.target.closest(".scrim, [data-closes]")) closeAll();
    return;
  }
  const sheet = document.getElementById(button.dataset.opens);
  if (!sheet) return;
  const wasOpen = sheet.classList.contains("open");
  closeAll();
  if (wasOpen) return;
  opener = button;
  setOpen(sheet, true);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && opener) closeAll();
});

function showAll(more) {
  const acts = more.closest(".acts");
  acts.classList.add("all");
  more.setAttribute("aria-expanded", "true");
  acts.querySelector(".tucked")?.focus();
}

// A sheet is pulled down by its upper rim.
const PULL_PX = 60;
let pulled = null;

document.addEventListener("pointerdown", ({ target, clientY, pointerType }) => {
  const sheet = target.closest(".insp.open, .logcol.open, .bsheet.open");
  const held = sheet && pointerType === "touch" && clientY - sheet.getBoundingClientRect().top < PULL_PX;
  pulled = held ? { sheet, from: clientY, by: 0 } : null;
});

document.addEventListener("pointermove", ({ clientY }) => {
  if (!pulled) return;
  pulled.by = Math.max(0, clientY - pulled.from);
  pulled.sheet.style.transform = `translateY(${pulled.by}px)`;
});

function letGo() {
  if (!pulled) return;
  const { sheet, by } = pulled;
  pulled = null;
  sheet.style.transform = "";
  if (by > PULL_PX) closeAll();
}

document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);
