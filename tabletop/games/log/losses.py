"""What a unit loses in one act, told once: each shot that falls on another of its members is an event of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tabletop.games.log.entries import Sentence
from tabletop.ui.words import count_text

_LOSES: Final = re.compile(r"\bloses (\d+) models?\b")


def in_total(parts: Sequence[Sentence]) -> list[Sentence]:
    """The sentences with all models that a unit loses in the last of those that say so. (ARAP-CAS-02)"""
    found: defaultdict[str, list[Sentence]] = defaultdict(list)
    for part in parts:
        if part.who and _LOSES.search(part.text):
            found[part.who].append(part)
    sums = {who: _summed(of_one) for who, of_one in found.items() if len(of_one) > 1}
    ends = {id(found[who][-1]): whole for who, whole in sums.items()}
    gone = {id(part) for who in sums for part in found[who][:-1]}
    return [ends.get(id(part), part) for part in parts if id(part) not in gone]


def _summed(parts: Sequence[Sentence]) -> Sentence:
    fell = sum(int(found[1]) for part in parts if (found := _LOSES.search(part.text)))
    text = _LOSES.sub(f"loses {count_text(fell, 'model')}", parts[-1].text)
    return replace(parts[-1], text=text, lost=sum(part.lost for part in parts))
