// The button prints the page by the browser's own dialog, which makes a PDF as well.

document.querySelector("[data-print]").addEventListener("click", () => window.print());
