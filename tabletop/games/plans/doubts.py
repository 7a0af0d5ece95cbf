"""What is doubtful about a planned shot: in words, on the board, and the rulings that may be asked for.

(ARAP-SHOOT-03, ARAP-SHOOT-07, ARAP-TMPL-06)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.core.ids import ModelId, UnitId
from rules.core.preview import Doubtful, Preview
from rules.forces.unit import Unit
from rules.geometry.lengths import between
from rules.state import GameState
from tabletop.ui.board.overlay import doubt_line, doubtful, label
from tabletop.ui.words import count_text


class AskedRuling(NamedTuple):
    """A ruling that may be asked for: the words on its button, and what the button sends."""

    word: str
    fields: str


class DoubtNote(NamedTuple):
    """What is doubtful in one respect, how it counts, and the rulings that would change it."""

    text: str
    rule: str
    rulings: tuple[AskedRuling, ...]


_SAID: Final = {
    "seen": ("may see {target} or not", "⅛″ decides", "sees", "does not see"),
    "clear": ("may have friends in the way", "⅛″ decides", "has a free line", "has none"),
    "under": ("may be under the template or marker or not", "¼″ decides", "counts", "does not count"),
}
"""Of each matter: what is open, how narrowly, and how it counts one way and the other."""

_ASKS: Final = {
    "seen": (("seen", "it is seen"), ("not-seen", "it is not seen")),
    "clear": (("clear", "the line is free"), ("not-clear", "friends are in it")),
    "under": (("under", "they are under it"), ("not-under", "they are not")),
}


def notes(state: GameState, unit: Unit, target: Unit | None, seen: Preview) -> tuple[DoubtNote, ...]:
    """A note for each unit and respect in which something is doubtful and nothing was ruled yet."""
    groups: dict[tuple[str, str], list[Doubtful]] = {}
    for doubt in sorted(seen.doubts, key=lambda d: list(_SAID).index(d.matter)):
        if not doubt.settled:
            groups.setdefault((doubt.matter, _whose(state, target, doubt)), []).append(doubt)
    return tuple(_note(state, unit, target, doubts) for doubts in groups.values())


def _note(state: GameState, unit: Unit, target: Unit | None, doubts: Sequence[Doubtful]) -> DoubtNote:
    matter = doubts[0].matter
    what, how, yes, no = _SAID[matter]
    counts = sum(d.counts for d in doubts)
    one = f"{'It' if len(doubts) == 1 else 'Each'} {yes if counts else no}"
    now = one if counts in (0, len(doubts)) else f"{counts} of {len(doubts)} {yes}"
    who = unit.name if matter != "under" else state.units[UnitId(_whose(state, target, doubts[0]))].name
    at = what.format(target=target.name if target is not None else "it")
    text = f"{count_text(len(doubts), 'model')} of {who} {at}. {how}. {now}, as measured."
    if state.options.get("doubtful_shots_asked"):
        text += " The other side judges before dice fall."
    rulings = tuple(_rulings(unit, _whose(state, target, doubts[0]), doubts))
    return DoubtNote(text, doubts[0].rule, rulings)


def _whose(state: GameState, target: Unit | None, doubt: Doubtful) -> str:
    """The unit that a ruling names beside the shooter: the target, or whose figure is at the edge."""
    if target is None or doubt.matter == "under":
        return str(state.find_model(ModelId(doubt.model))[0].id)
    return str(target.id)


def _rulings(unit: Unit, target: str, doubts: Sequence[Doubtful]) -> Iterator[AskedRuling]:
    """The rulings that would change how anything counts."""
    for (ruling, word), counts in zip(_ASKS[doubts[0].matter], (True, False), strict=True):
        if any(d.counts is not counts for d in doubts):
            action = {"type": "RuleShot", "unit": unit.id, "target": target, "ruling": ruling, "reason": "in doubt"}
            yield AskedRuling(word, json.dumps({"action": action}))


def drawn(state: GameState, doubts: Sequence[Doubtful]) -> str:
    """Doubtful lines dotted, doubtful figures ringed, each with a question mark until it is ruled on."""
    here = [_drawn(state, doubt) for doubt in doubts if not doubt.settled]
    return "".join(shape for shape, _ in here) + "".join(mark for _, mark in here)


def _drawn(state: GameState, doubt: Doubtful) -> tuple[str, str]:
    if doubt.to is not None:
        return doubt_line(doubt.at, doubt.to), label(between(doubt.at, doubt.to, 0.25), "?", marked=True)
    radius = state.profile(state.find_model(ModelId(doubt.model))[1]).base_radius_in
    return doubtful(doubt.at, radius), label((doubt.at[0], doubt.at[1] - radius - 0.5), "?", marked=True)
