"""Finding rules by id and by words."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules import rulebook
from rules.rulebook import Rule
from tabletop.reference.topics import TOPIC_NAMES, topic_of

SHOWN: Final = 50
"""As many results as one page lists."""

_WORD: Final = re.compile(r"[\w+'″-]+")
_BEFORE, _AFTER = 60, 150  # characters of an excerpt either side of the first word found


class Found(NamedTuple):
    """A rule that fits, with the part of its text that does."""

    id: str
    title: SafeString
    topic: str
    status: str
    excerpt: SafeString


class _Indexed(NamedTuple):
    rule: Rule
    id: str
    title: str
    topic: str
    text: str


@cache
def _index() -> tuple[_Indexed, ...]:
    return tuple(_indexed(rule) for rule in rulebook.rules())


def _indexed(rule: Rule) -> _Indexed:
    text = " ".join((rule.text, rule.formula, rule.ruling, " ".join(use.label for use in rule.dice), *rule.switch))
    return _Indexed(rule, rule.id.lower(), rule.title.lower(), TOPIC_NAMES[topic_of(rule.id)].lower(), text.lower())


def found(query: str, ledger: str = "") -> tuple[Found, ...]:
    """The rules in which every word of the query occurs, the best first; of one ledger when it is named."""
    words = _words(query)
    if not words:
        return ()
    ranked = [(rank, at) for at, each in enumerate(_index()) if (rank := _rank(each, words, ledger)) is not None]
    return tuple(_found(_index()[at].rule, words) for _, at in sorted(ranked))


def _words(query: str) -> tuple[str, ...]:
    """The words of a query; "hit 1" and "ARAP HIT 01" mean ids as well."""
    return tuple(_WORD.findall(query.lower()[:200]))[:12]


def _rank(each: _Indexed, words: tuple[str, ...], ledger: str) -> int | None:
    """The smaller the better; None when the rule does not fit."""
    if ledger and each.rule.ledger != ledger:
        return None
    if _names(each.id, words):
        return 0
    places = [_place(each, word) for word in words]
    if any(place is None for place in places):
        return None
    return sum(place for place in places if place is not None)


def _names(rule_id: str, words: tuple[str, ...]) -> bool:
    """Whether the words are this id: "arap-hit-01", "arap hit 1", "hit-1"."""
    asked = [part for word in words for part in word.split("-") if part]
    asked = [part.zfill(2) if part.isdigit() else part for part in asked]
    parts = rule_id.split("-")
    return len(asked) >= 2 and parts[-len(asked) :] == asked


def _place(each: _Indexed, word: str) -> int | None:
    """How prominent a word is in a rule."""
    weights = ((1, each.title), (3, each.id), (4, each.topic), (10, each.text))
    return next((weight for weight, text in weights if word in text), None)


def _found(rule: Rule, words: tuple[str, ...]) -> Found:
    topic = TOPIC_NAMES[topic_of(rule.id)]
    return Found(rule.id, marked(rule.title, words), topic, rule.status, marked(_excerpt(rule.text, words), words))


def _excerpt(text: str, words: Iterable[str]) -> str:
    lowered = text.lower()
    first = min((at for word in words if (at := lowered.find(word)) >= 0), default=0)
    begin = 0 if first <= _BEFORE else text.find(" ", first - _BEFORE) + 1
    end = len(text) if len(text) <= first + _AFTER else text.rfind(" ", 0, first + _AFTER)
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"


def marked(text: str, words: tuple[str, ...]) -> SafeString:
    """Text in which the words that were looked for stand out."""
    pattern = "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))
    parts = re.split(f"({pattern})", text, flags=re.IGNORECASE)
    shown = (format_html("<mark>{}</mark>", part) if at % 2 else escape(part) for at, part in enumerate(parts))
    return mark_safe("".join(shown))  # noqa: S308 -- each part is escaped
