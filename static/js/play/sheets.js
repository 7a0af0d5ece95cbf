// Drawers and bottom sheets: a button with data-opens="ID" opens and closes the element with that id (and its
// side column on narrow desks); Escape, the scrim and a second press close it and give the focus back.

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
  const button = event.target.closest("[data-opens]");
  if (!button) {
    if (event.target.closest(".scrim")) closeAll();
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
