// The page that stands in place of another while there is no connection looks by itself whether there is one again.

const EVERY_MS = 5000;
const standsIn = location.pathname !== document.body.dataset.own;
let looking = 0;

async function look() {
  clearTimeout(looking);
  try {
    await fetch("/healthz", { cache: "no-store" });
    location.reload();
  } catch {
    looking = setTimeout(look, EVERY_MS);
  }
}

if (standsIn) {
  looking = setTimeout(look, EVERY_MS);
  window.addEventListener("online", look);
}
