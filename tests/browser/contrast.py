"""How readable the text of a page is: the colours that the browser has computed, by the formula of WCAG 2."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SURVEY = r"""() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const known = new Map();
  // Any CSS colour as red, green, blue (0 to 255) and alpha.
  function parsed(text) {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = "#000";
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return known.get(text);
  }
  const over = (top, under, alpha = top[3]) => [0, 1, 2].map((n) => top[n] * alpha + under[n] * (1 - alpha)).concat(1);
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = (c) => 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
  function ratio(one, other) {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  const GRADIENT = /rgba?\([^)]*\)|#[0-9a-f]+|color\([^)]*\)|oklch\([^)]*\)/gi;

  // Every colour that may lie behind an element of HTML: its ancestors' backgrounds, one on the other.
  function behind(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const drawn = style.backgroundImage.includes("gradient") ? style.backgroundImage.match(GRADIENT) ?? [] : [];
      const plain = parsed(style.backgroundColor);
      if (drawn.length) layers.push(drawn.map(parsed));
      if (plain[3] > 0) layers.push([plain]);
      if (plain[3] === 1 || drawn.some((one) => parsed(one)[3] === 1)) break;
    }
    let found = [parsed(getComputedStyle(document.documentElement).backgroundColor)];
    if (found[0][3] === 0) found = [[255, 255, 255, 1]];
    for (const layer of layers.reverse()) found = layer.flatMap((top) => found.map((under) => over(top, under)));
    return found;
  }

  // What is drawn under a text of a picture: its own halo, else the topmost shape with a plain fill below it.
  function under(text) {
    const style = getComputedStyle(text);
    const haloed = style.stroke !== "none" && style.paintOrder.startsWith("stroke");
    if (haloed) return [over(parsed(style.stroke), [255, 255, 255, 1])];
    const box = text.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const svg = text.ownerSVGElement;
    let last = null;
    for (const shape of svg.querySelectorAll("path, rect, circle, polygon")) {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      if (shape.closest("defs, clipPath, pattern, symbol")) continue;
      const drawn = getComputedStyle(shape);
      const colour = drawn.fill.startsWith("url") || drawn.fill === "none" ? null : parsed(drawn.fill);
      if (!colour || colour[3] * drawn.fillOpacity < 0.5 || drawn.visibility !== "visible") continue;
      const matrix = shape.getScreenCTM();
      if (matrix && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse()))) last = colour;
    }
    return last ? [last] : behind(svg);
  }

  // How much of it shows; nothing of what stands in a part that is not drawn at all.
  function opacity(element) {
    let all = 1;
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      all *= style.display === "none" ? 0 : Number(style.opacity);
    }
    return all;
  }

  const list = [];
  function tell(words, element, style, worst) {
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const css = `${element.tagName.toLowerCase()}.${(element.getAttribute("class") ?? "").trim().replace(/\s+/g, ".")}`;
    const where = element.closest("[id]")?.id ?? "";
    list.push({ words: words.slice(0, 40), css, where, ratio: Math.round(worst * 100) / 100, needed: large ? 3 : 4.5 });
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!words || element.closest("script, style, desc, title, option, template")) continue;
    if (element.closest("[disabled], [aria-disabled=true], [inert], .sr")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== "none" && box.width < 4) continue;
    const drawn = element instanceof SVGElement;
    const ink = parsed(drawn ? style.fill : style.color);
    const faded = ink[3] * opacity(element);
    if (faded === 0) continue;
    const grounds = drawn ? under(element) : behind(element);
    const worst = Math.min(...grounds.map((ground) => ratio(over(ink, ground, faded), ground)));
    tell(words, element, style, worst);
  }
  for (const field of document.querySelectorAll("input[placeholder]")) {
    if (field.value || field.disabled || !field.checkVisibility()) continue;
    const style = getComputedStyle(field, "::placeholder");
    const ink = parsed(style.color);
    const faded = ink[3] * Number(style.opacity) * opacity(field);
    const worst = Math.min(...behind(field).map((ground) => ratio(over(ink, ground, faded), ground)));
    tell(field.placeholder, field, style, worst);
  }
  return list;
}"""
"""Every piece of text that is shown, with its contrast and how much of it is needed: 4.5, for large type 3."""


def texts(page: Page) -> list[dict[str, Any]]:
    """Each text on the page as it stands: its words, where it is, its contrast and what is needed."""
    found: list[dict[str, Any]] = page.evaluate(SURVEY)
    return found


def too_faint(page: Page) -> list[str]:
    """The texts of a page that are hard to read, one line each, the same kind once."""
    lines = {
        (
            text["css"],
            text["where"],
        ): f"{text['ratio']} of {text['needed']}: {text['words']!r} {text['css']} in #{text['where']}"
        for text in texts(page)
        if text["ratio"] < text["needed"]
    }
    return sorted(lines.values())
