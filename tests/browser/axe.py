"""axe on a page that is open, in both schemes of colours at once.

`vendor/axe.min.js` is axe-core 4.12.1 as its makers ship it. A scheme changes colours alone: what has been laid out and
found visible for one is not worked out again for the other, whose contrasts are measured as one more rule.
"""

from pathlib import Path

from playwright.sync_api import Page, expect

_SHIPPED = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")

_NOTES = """class {
  #mark = Symbol();
  get(one) { return one[this.#mark]; }
  has(one) { return this.#mark in one; }
  delete(one) { return delete one[this.#mark]; }
  set(one, value) { one[this.#mark] = value; return this; }
  add(one) { return this.set(one, true); }
}"""
"""In place of the weak maps in which axe keeps each part of every colour: they take a tenth of its time."""

_AXE = f"(function (WeakMap, WeakSet) {{ {_SHIPPED}\n}})(...Array(2).fill({_NOTES}))"

_READY = """() => {
  const { Color } = axe.commons.color;
  const known = new Map();
  const parse = Color.prototype.parseString;
  // What a colour's name means is worked out once: axe does it for each text again, in a third of its time.
  Color.prototype.parseString = function (text) {
    if (known.has(text)) ({ r: this.r, g: this.g, b: this.b, alpha: this.alpha } = known.get(text));
    else known.set(text, new Color(parse.call(this, text)));
    return this;
  };

  axe.configure({ noHtml: true }); // the markup of what is in order is long and nobody reads it
  const root = document.documentElement;
  const { rules } = axe._audit;
  const shown = rules.find(({ id }) => id === "color-contrast");
  let texts = [];
  const find = shown.gatherAndMatchNodes;
  shown.gatherAndMatchNodes = function (...given) {
    return (texts = find.apply(this, given));
  };
  const laid = () => texts.map(({ actualNode: one }) => Object.values(one.getBoundingClientRect().toJSON())).join(" ");
  const COLOUR = /color|background|shadow|fill|stroke|image|filter|opacity/i;
  const forget = (node) => {
    delete node._stackingContext;
    for (const key in node._cache) if (COLOUR.test(key)) delete node._cache[key];
    for (const child of node.children ?? []) forget(child);
  };
  const other = Object.assign(Object.create(shown), { id: "color-contrast in the other scheme" });
  other.gatherAndMatchNodes = () => texts;
  other.run = (...given) => {
    const before = [laid(), getComputedStyle(root).colorScheme, root.dataset.theme];
    root.dataset.theme = before[1] === "dark" ? "light" : "dark";
    try {
      if (laid() !== before[0]) throw new Error("another scheme of colours has moved something");
      if (getComputedStyle(root).colorScheme === before[1] && document.querySelector("[data-theme-toggle]"))
        throw new Error("the other scheme of colours is the same");
      axe._tree.forEach(forget);
      Object.getPrototypeOf(shown).run.apply(other, given);
    } finally {
      if (before[2] === undefined) delete root.dataset.theme;
      else root.dataset.theme = before[2];
    }
  };
  rules.push(other);
}"""
"""`run` of a rule evaluates all that it has found before it returns: no script of the page sees the other scheme."""

_FOUND = """([within, without]) => {
  const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
  return axe
    .run(within || document, { reporter: "no-passes", selectors: false, elementRef: true, rules })
    .then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ element }) => `${id}: ${element.outerHTML.slice(0, 200)}`)));
}"""
"""Of the page, or of one part of it."""


def violations(page: Page, within: str = "", without: tuple[str, ...] = ()) -> list[str]:
    """What axe finds in the scheme of colours that is shown, and of contrasts in the other one.

    `within` is the part of the page that is looked at, where nothing else can be reached; `without` are rules to skip.
    """
    expect(page.locator("[data-waits][inert]")).to_have_count(0)  # parts that still wait are there for nobody
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
        page.evaluate(_READY)
    found: list[str] = page.evaluate(_FOUND, [within, list(without)])
    return found
