() => {
  // What nobody gets at on a page that is zoomed in, as sentences: it is scrolled to, and still covered or outside.
  const found = new Set();
  const lies = (a, b) => a === b || a.contains(b) || b.contains(a);
  for (const one of document.querySelectorAll("button, a[href], input, select, summary, textarea")) {
    const shown = one.checkVisibility({ visibilityProperty: true }) && !one.closest("svg, [inert]");
    if (!shown || one.matches('[href^="#"]') || one.getBoundingClientRect().width < 2) continue;
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const name = (one.getAttribute("aria-label") || one.innerText || one.name || one.id).trim().slice(0, 40);
    const top = document.elementFromPoint(x, y);
    if (!top) found.add(`${name} is outside`);
    else if (!lies(one, top) && ![...(one.labels ?? [])].some((label) => lies(label, top))) found.add(`${name} is covered`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.add(`the page is ${document.documentElement.scrollWidth} wide`);
  return [...found];
}
