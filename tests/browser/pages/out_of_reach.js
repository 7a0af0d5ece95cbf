() => {
  // What nobody gets at, as sentences: it is scrolled to as a person may scroll, and still covered or outside.
  const found = new Set();
  const lies = (a, b) => a === b || a.contains(b) || b.contains(a);
  const hides = (one, axis) => /hidden|clip/.test(getComputedStyle(one)[axis]);
  const held = (one) => ({
    ...(hides(one, "overflowY") && { top: 0 }),
    ...(hides(one, "overflowX") && { left: 0 }),
    behavior: "instant",
  });
  const page = document.documentElement;
  // Scripts scroll what hides its overflow too: nobody else does.
  function scrollTo(one, block) {
    one.scrollIntoView({ block, inline: block, behavior: "instant" });
    for (let box = one.parentElement; box; box = box.parentElement) box.scrollTo(held(box));
    for (const box of [page, document.body]) window.scrollTo(held(box));
  }
  function wrong(one, block) {
    scrollTo(one, block);
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!top) return "outside";
    return [one, ...(one.labels ?? [])].some((part) => lies(part, top)) ? "" : "covered";
  }
  for (const one of document.querySelectorAll("button, a[href], input, select, summary, textarea")) {
    const shown = one.checkVisibility({ visibilityProperty: true }) && !one.closest("svg, [inert]");
    if (!shown || one.matches('[href^="#"]') || one.getBoundingClientRect().width < 2) continue;
    const how = wrong(one, "center") && wrong(one, "nearest");
    const name = (one.getAttribute("aria-label") || one.innerText || one.name || one.id).trim().slice(0, 40);
    if (how) found.add(`${name} is ${how}`);
  }
  if (page.scrollWidth > innerWidth + 1 && !hides(document.body, "overflowX")) found.add(`the page is ${page.scrollWidth} wide`);
  return [...found];
}
