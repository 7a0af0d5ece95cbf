// Over HTTPS a phone can install the site, and has a page for no connection. Over plain HTTP this says what is missing.

const note = document.getElementById("plain-http");
const onPhone = matchMedia("(pointer: coarse)").matches;

if (!window.isSecureContext) {
  if (note) note.hidden = false;
} else if (onPhone) {
  navigator.serviceWorker?.register("/worker.js").catch(() => {}); // without it all works but that page
}
