"""Values of the ledgers as people read them: names, figures, formulas, links to rules."""

import re
from typing import Final

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules import rulebook
from tabletop.reference.topics import topic_of

RULE_ID: Final = re.compile(r"\b[A-Z]{3,4}-[A-Z]{2,6}-\d{2}\b")

_SIGNS: Final = (("<=", "≤"), (">=", "≥"), ("->", "→"), (" * ", " × "), (" != ", " ≠ "))
_UNITS: Final = {"in": "″", "deg": "°", "mm": "mm"}
_FIGURE: Final = re.compile(r"[-+−±×]?\d[\d./+×-]*%?(″|°| mm)?")


def rule_address(rule_id: str) -> str:
    """Where a rule is printed: its anchor on the page of its topic."""
    return f"{reverse('rulebook_topic', args=[topic_of(rule_id)])}#{rule_id}"


def linked(text: str) -> SafeString:
    """Text in which each id of a rule leads to it."""
    escaped = str(conditional_escape(text))
    return mark_safe(RULE_ID.sub(_link, escaped))  # noqa: S308 -- escaped above


def _link(found: re.Match[str]) -> str:
    rule_id = found[0]
    if not rulebook.is_rule(rule_id):
        return rule_id
    return format_html('<a class="cite" href="{}">{}</a>', rule_address(rule_id), rule_id)


def signed(text: object) -> str:
    """A formula or a goal with the signs of print."""
    said = str(text)
    for plain, printed in _SIGNS:
        said = said.replace(plain, printed)
    return said


_NO_LENGTHS: Final = {"attackers_in": "attackers who come in"}
"""Names that end as a length does and are none."""


def name(key: object) -> str:
    """The name of a figure in a table or an example: "melee_radius_in" becomes "melee radius ″"."""
    if key in _NO_LENGTHS:
        return _NO_LENGTHS[str(key)]
    words, _, last = str(key).rpartition("_")
    if words and last in _UNITS:
        return f"{words.replace('_', ' ')} {_UNITS[last]}"
    return str(key).replace("_", " ")


def value(said: object) -> str:
    """Any value of a table or an example in words."""
    if said is None:
        return "–"
    if isinstance(said, bool):
        return "yes" if said else "no"
    if isinstance(said, dict):
        return pairs(said)
    if isinstance(said, list | tuple):
        return _listed(said)
    return signed(said)


def _listed(values: list[object] | tuple[object, ...]) -> str:
    if not values:
        return "none"
    point = len(values) == 2 and all(isinstance(each, int | float) for each in values)
    inner = (f"({value(each)})" if isinstance(each, list | dict) else value(each) for each in values)
    return ("; " if point else ", ").join(inner)


def pairs(said: dict[str, object]) -> str:
    """A mapping in a line: "bs 4, distance 3"."""
    return ", ".join(_pair(key, each) for key, each in said.items())


def _pair(key: str, each: object) -> str:
    if isinstance(each, bool):
        return name(key) if each else f"not {name(key)}"
    shown = f"({value(each)})" if isinstance(each, dict | list) else value(each)
    return f"{name(key)} {shown}"


def is_figure(text: str) -> bool:
    """Whether a cell holds a figure, which stands right in its column."""
    return text == "–" or _FIGURE.fullmatch(text) is not None
