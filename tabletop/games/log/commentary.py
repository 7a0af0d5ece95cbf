"""The battle in plain sentences, as it is followed by ear.

In full: what was done, with what dice, what came of it. In brief: what was done and the weightiest of what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tabletop.games.log.entries import Entry, Sentence
from tabletop.games.log.throws import Roll

_LOUD: Final = frozenset(
    {
        "Bust",
        "ChargeDeclared",
        "GameEnded",
        "MeleeJoined",
        "ModelsFell",
        "MountLost",
        "Immobilised",
        "PlayerTurnBegan",
        "UnitPinned",
        "UnitRouted",
        "VehicleWrecked",
        "WipedOut",
        "BecameWreck",
        "BlewUp",
        "ChartResult",
        "WallFallen",
    }
)
"""Kinds of events that matter to whoever only listens for what matters."""
_MOST_DICE: Final = 4
"""More dice than so many are told by what came of them, not face by face."""


_OUTCOMES: Final = (
    "WoundsTaken",
    "DamageTaken",
    "HullPointsLost",
    "WeaponLost",
    "ChargeEnded",
    "ObjectiveTaken",
    "UnitRallied",
    "UnitSuppressed",
)
"""What is told in brief besides what matters much, where nothing heavier came of an act."""
_IN_BRIEF: Final = 3
"""Sentences of one act in brief."""


class Told(NamedTuple):
    """One act in words."""

    head: int
    end: int
    side: str
    text: str
    brief: str
    loud: bool
    """Whether it matters much: a loss, a charge, a bust, a turn that begins."""
    begins: bool
    """Whether a player turn begins with it."""


def told(entries: Iterable[Entry]) -> list[Told]:
    """Those entries as sentences, in their order."""
    return [_told(entry) for entry in entries]


def _told(entry: Entry) -> Told:
    said = [_sentence(entry.headline)]
    if entry.struck:
        said.insert(0, "Taken back:")
    parts = entry.parts if isinstance(entry.parts[0], Roll) else entry.rest
    said += [words for part in parts if (words := _part(part))]
    loud = [part for part in entry.parts if isinstance(part, Sentence) and part.kind in _LOUD]
    begins = any(isinstance(part, Sentence) and part.begins_turn for part in entry.parts)
    text = " ".join(dict.fromkeys(said))
    matters = bool(loud) or entry.turns_back
    return Told(entry.head, entry.end, entry.unit_side or entry.side, text, _brief(entry, loud), matters, begins)


def _brief(entry: Entry, loud: Sequence[Sentence]) -> str:
    """What was done and what came of it, without dice: a hand or two of words that an ear keeps."""
    said = ["Taken back:"] if entry.struck else []
    said.append(_sentence(entry.headline))
    after = [part for part in entry.parts[1:] if isinstance(part, Sentence)]
    came = [part for part in loud if part is not entry.parts[0]] or [p for p in after if p.kind in _OUTCOMES]
    said += [_sentence(part.text) for part in (came or after[-1:])[-_IN_BRIEF:]]
    thrown = [part for part in entry.parts if isinstance(part, Roll) and part.result]
    if not after and thrown:
        said.append(_sentence(thrown[-1].result[:1].upper() + thrown[-1].result[1:]))
    return " ".join(dict.fromkeys(said))


def _part(part: Sentence | Roll) -> str:
    if isinstance(part, Sentence):
        return _sentence(part.text)
    faces = [str(face) for face, _ in part.faces]
    dice = " and ".join([", ".join(faces[:-1]), faces[-1]] if len(faces) > 1 else faces)
    thrown = dice if len(faces) <= _MOST_DICE else f"{len(faces)} dice"
    named = f"{part.need_text.capitalize()}: {thrown}" if part.need_text else thrown
    what = f"{thrown}, to {part.need_text}" if part.need else named
    return _sentence(f"{what}{f': {part.result}' if part.result else ''}")


def _sentence(words: str) -> str:
    words = words.strip()
    return words if not words or words[-1] in ".!?:" else f"{words}."
