"""No style sheet makes a browser style the whole page again whenever anything on it changes."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[3] / "static" / "css"
SHEETS = sorted(CSS.glob("*.css"))


def selectors(text: str) -> Iterator[str]:
    """Each selector, whole: what stands nested in a rule goes on from the rule's own."""
    opened: list[str] = []
    for words, end in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        if end == "}":
            opened.pop()
        elif end == "{":
            outer = [one for one in opened if not one.startswith("@")]
            opened.append(words.strip().replace("&", f":is({outer[-1]})" if outer else "&"))
            if not opened[-1].startswith("@"):
                yield from parted(opened[-1], ",")


def parted(text: str, at: str) -> list[str]:
    """The parts of a selector, split at such signs outside of all brackets."""
    depth, parts = 0, [""]
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign in at and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def without(text: str, *names: str) -> str:
    """A selector without those functions and what stands in them."""
    for name in names:
        while (start := text.find(f":{name}(")) >= 0:
            depth, end = 1, start + len(name) + 2
            while depth:
                depth += (text[end] == "(") - (text[end] == ")")
                end += 1
            text = text[:start] + text[end:]
    return text


COMMON = {"b", "div", "p", "section", "span", "ul", ".btn", ".icon", ".row"}
"""Tags and classes that are everywhere on a page: to name them is to name nothing."""


def is_wide(selector: str) -> bool:
    """Whether it styles whatever is in, or beside, an element that has something, or what is common anyway."""
    *before, last = parted(selector, " >+~\n")
    said = re.sub(r"\[[^]]*\]", "[]", without(last, "not", "has", "nth-child"))
    named = set(re.findall(r"[.#][\w-]+|\[\]|(?<![\w:.#-])[a-z][\w-]*", said))
    either = re.search(r":(is|where)\(", said)  # each of them is looked for, or any that is rare is enough
    wide = bool(named & COMMON) if either else named <= COMMON
    return ":has(" in " ".join(before) and wide


@pytest.mark.parametrize(
    ("selector", "wide"),
    [
        (".says:has(> .odds) > *", True),
        (":is(.plan .says:has(> .odds)) > *", True),
        (".figs:has(.shares) > :not(.shares)", True),
        (".switch:has(select) > :last-child", True),
        (".says:has(> .odds) > :is(div, .sentence)", True),
        (".says:has(> .odds) > :is(.head, .sentence)", False),
        (".opt:has(.shares) > div > p", True),
        (".chr:has(:checked) .ck .icon", True),
        (".lobby:has(> .opening) .btn.primary", False),
        (".form:has(:checked) [data-way]", False),
        (".says > *", False),
        (".form:has(:checked) text.front", False),
        (".seat:has(:checked)", False),
    ],
)
def test_what_is_wide(selector: str, wide: bool) -> None:
    assert is_wide(selector) is wide


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_who_has_something_names_what_of_it_is_styled(sheet: Path) -> None:
    """One such selector, and the browser styles all of a page again for each thing that comes, goes or is hidden."""
    assert [one for one in selectors(sheet.read_text()) if is_wide(one)] == []
