// Parts that need the page's scripts are inert until those listen (data-waits): before, a click would be lost. All
// modules of a page have run, and htmx has looked at it, when the document says that it is loaded.

document.addEventListener("DOMContentLoaded", () => {
  for (const waiting of document.querySelectorAll("[data-waits]")) waiting.inert = false;
});
