// Words for those who listen: what interrupts goes to #announce, what may wait to #murmur.

import { byId, hear } from "./table.js";

let waiting = 0;

function speak(place, text) {
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

hear("announce", (text) => speak(byId("announce"), text));

// Previews change quickly: only what has rested for a moment is said.
hear("murmur", (text) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => speak(byId("murmur"), text), 400);
});
