// Light or dark by choice. The choice is a cookie, so that the server writes data-theme into the next page
// and no page shows the wrong colours first.

const YEAR_S = 365 * 24 * 3600;

function shownTheme() {
  return getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
}

function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-theme-toggle]")) chooseTheme(shownTheme() === "dark" ? "light" : "dark");
});
