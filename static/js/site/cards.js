// The cards: what is too much for its card is drawn smaller, so that nothing is cut off; the button prints them by the
// browser's own dialog, which makes a PDF as well.

const SMALLEST = 0.5;

function isCut(part) {
  return part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
}

function fit(card) {
  const body = card.lastElementChild;
  const parts = [card, ...card.querySelectorAll(".uc-main, .halves, .one")];
  for (let size = 0.95; size >= SMALLEST && parts.some(isCut); size -= 0.05) body.style.zoom = size;
}

document.fonts.ready.then(() => document.querySelectorAll(".uc").forEach(fit));
document.querySelector("[data-print]").addEventListener("click", () => window.print());
