// Swaps as the socket sends them, in an answer to a question: of an element's inside, or of the element itself.

import { byId } from "./table.js";

export function swapIn(parts) {
  for (const part of [...parts]) {
    const swap = part.getAttribute("hx-swap-oob");
    if (swap === "true") {
      part.removeAttribute("hx-swap-oob");
      byId(part.id)?.replaceWith(part);
    } else if (swap) {
      byId(swap.slice(swap.indexOf("#") + 1))?.replaceChildren(...part.childNodes);
    }
  }
}
