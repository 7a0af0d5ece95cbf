// What of the page is in the focus with a part of its ring cut off: its name, what cuts it, and by how much in pixels.
(within) => {
  const reachable = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const shown = [...document.querySelectorAll(within)]
    .flatMap((part) => [...part.querySelectorAll(reachable)])
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest("[inert]"));
  const found = [];
  for (const one of shown) {
    one.focus({ focusVisible: true });
    const style = getComputedStyle(one);
    if (document.activeElement !== one || style.outlineStyle === "none") continue;
    const ring = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
    const box = one.getBoundingClientRect();
    for (let around = one.parentElement; around; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      const [left, top] = [edge.left + around.clientLeft, edge.top + around.clientTop];
      const beyond = {
        top: overflowY !== "visible" && top - box.top + ring,
        bottom: overflowY !== "visible" && box.bottom + ring - top - around.clientHeight,
        left: overflowX !== "visible" && left - box.left + ring,
        right: overflowX !== "visible" && box.right + ring - left - around.clientWidth,
      };
      for (const [side, much] of Object.entries(beyond)) {
        if (much > 0.6) found.push(`${(one.ariaLabel ?? one.innerText).slice(0, 30)}: ${side} by ${much.toFixed(1)}`);
      }
      if (position === "fixed") break;
    }
  }
  return found;
}
