// Over HTTPS a phone can install the site. Over plain HTTP this says what is missing.

const note = document.getElementById("plain-http");

if (window.isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // without it all works but the page for no connection
} else if (note && !window.isSecureContext) {
  note.hidden = false;
}
