"""The battle in plain sentences, as it is followed by ear.

In full: what was done, with what dice, what came of it. In brief: what was done and the weightiest of what came of it,
in one or two sentences, without dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from tabletop.games.log.entries import Entry, Sentence
from tabletop.games.log.throws import Roll
from tabletop.games.log.weight import weight

_STAGES: Final = ("PhaseBegan", "InitiativeStepBegan", "MeleeRoundBegan", "GameTurnEnded", "StandingAnswerGiven")
"""Where the battle has come to, and what nobody needs to hear in brief."""
_PHASES: Final = ("PhaseBegan",)
"""What is not said at all: a turn begins with phases, and what is done in them says enough."""
_DRAWN: Final = ("pick",)
"""Dice that only say which model it is."""
_MOST_DICE: Final = 4
"""More dice than so many are given by what came of them, not face by face."""
_IN_BRIEF: Final = 3
"""So much of what came of an act is said in brief."""
_CLAUSE: Final = 40
"""Signs of the longest part of a sentence that is joined to another with a comma."""


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
    parts = [part for part in entry.parts if isinstance(part, Sentence)]
    begins = any(part.begins_turn for part in parts)
    matters = entry.turns_back or any(weight(part.kind) >= 0 for part in parts)
    return Told(
        entry.head, entry.end, entry.unit_side or entry.side, _full(entry), _brief(entry, parts), matters, begins
    )


# ------------------------------------------------------------------ in full


def _full(entry: Entry) -> str:
    """All of it: what was done first, though its dice may have fallen before it was written down."""
    parts = [part for part in _heard(entry.parts) if isinstance(part, Sentence) or part.label not in _DRAWN]
    act = next((part for part in parts if isinstance(part, Sentence)), None)
    said = ["Taken back:"] if entry.struck else []
    said.append(_opening(entry, act))
    said += [_part(part) for part in parts if part is not act or said[-1] != _sentence(part.text)]
    return " ".join(dict.fromkeys(words for words in said if words))


def _opening(entry: Entry, act: Sentence | None) -> str:
    """What an act begins with: its own sentence, or what its first dice are for where these say who acts."""
    first = entry.parts[0]
    if isinstance(first, Roll) and (act is None or not act.who or first.why.startswith(act.who)):
        return _sentence(entry.headline)
    return _sentence(_with_way(act)) if act is not None else ""


def _heard(parts: Sequence[Sentence | Roll]) -> list[Sentence | Roll]:
    """Those parts without phases and what stands beneath a line, and without an answer whose outcome comes next."""
    found = [part for part in parts if isinstance(part, Roll) or not (part.kind in _PHASES or part.beneath)]
    return [part for part, after in zip_longest(found, found[1:]) if not _says_it_again(part, after)]


def _says_it_again(part: Sentence | Roll, after: Sentence | Roll | None) -> bool:
    """Whether the next sentence tells what this answer chose: "Go to ground", then "goes to ground"."""
    if not isinstance(part, Sentence) or not isinstance(after, Sentence) or part.kind != "Answered":
        return False
    return bool(after.who) and part.text.startswith(f"{after.who}: ")


def _part(part: Sentence | Roll) -> str:
    if isinstance(part, Sentence):
        return _sentence(_with_way(part))
    faces = [str(face) for face, _ in part.faces]
    dice = " and ".join([", ".join(faces[:-1]), faces[-1]] if len(faces) > 1 else faces)
    thrown = dice if len(faces) <= _MOST_DICE else f"{len(faces)} dice"
    named = f"{part.need_text.removesuffix(':').capitalize()}: {thrown}" if part.need_text else thrown
    what = f"{thrown}, to {part.need_text}" if part.need and part.need == part.shown_need else named
    return _sentence(f"{what}{f': {part.result}' if part.result else ''}")


# ------------------------------------------------------------------ in brief


def _brief(entry: Entry, parts: Sequence[Sentence]) -> str:
    """What was done and what came of it, without dice: a hand or two of words that an ear keeps."""
    said = ["Taken back:"] if entry.struck else []
    heard = _chosen_or_done([part for part in _heard(parts) if isinstance(part, Sentence) and part.kind not in _STAGES])
    if not heard:
        return " ".join([*said, *_of_dice(entry)])
    first = entry.parts[0]
    if isinstance(first, Roll) and heard[0].who and first.why.startswith(heard[0].who):
        heard.insert(0, replace(heard[0], text=first.why, kind="", towards=""))
    act, after = heard[0], heard[1:]
    weightiest = sorted(after, key=lambda part: -weight(part.kind))[:_IN_BRIEF]
    return " ".join([*said, *_joined([act, *(part for part in after if part in weightiest)])])


def _chosen_or_done(parts: Sequence[Sentence]) -> list[Sentence]:
    """Without answers where anything came of them: what was done says what was chosen."""
    return [part for part in parts if part.kind != "Answered"] or list(parts)


def _of_dice(entry: Entry) -> list[str]:
    """An act of which there are only dice: what they were for, and what they came to."""
    thrown = [part for part in entry.parts if isinstance(part, Roll) and part.result]
    last = thrown[-1].result if thrown else ""
    return [_sentence(words) for words in (entry.headline, last[:1].upper() + last[1:]) if words]


def _joined(parts: Sequence[Sentence]) -> list[str]:
    """Sentences, those in a row about the same unit as one: "Lane Nest goes to ground, loses 1 model and routs"."""
    said = []
    for who, group in groupby(parts, key=lambda part: part.who if part.text.startswith(f"{part.who} ") else ""):
        texts = [_with_way(part) for part in group]
        if not who:
            said += texts
            continue
        verbs = list(dict.fromkeys(text.removeprefix(who).strip() for text in texts))
        said.append(f"{who} {_listed(verbs)}")
    return [_sentence(text) for text in said]


def _listed(verbs: Sequence[str]) -> str:
    """What one unit does, one after the other: with commas, or with semicolons where its parts are long."""
    if any(sign in verb for verb in verbs for sign in ",:;") or max(map(len, verbs)) > _CLAUSE:
        return "; ".join(verbs)
    return ", ".join(verbs[:-1]) + f" and {verbs[-1]}" if len(verbs) > 1 else verbs[0]


def _with_way(part: Sentence) -> str:
    return f"{part.text} {part.towards}" if part.towards else part.text


def _sentence(words: str) -> str:
    words = words.strip()
    return words if not words or words[-1] in ".!?:" else f"{words}."
