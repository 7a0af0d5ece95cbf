"""The battle in plain sentences, as it is followed by ear.

In full: what was done, with what dice, what came of it. In brief: what was done and the weightiest of what came of it,
in one or two sentences, without dice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from rules.core.words import does, listed
from tabletop.games.log.entries import Entry, Sentence
from tabletop.games.log.losses import in_total
from tabletop.games.log.throws import Roll
from tabletop.games.log.weight import weight
from tabletop.ui.lengths import MARK

_STAGES: Final = ("PhaseBegan", "InitiativeStepBegan", "MeleeRoundBegan", "GameTurnEnded", "StandingAnswerGiven")
"""Where the battle has come to, and what nobody needs to hear in brief."""
_PHASES: Final = ("PhaseBegan",)
"""What is not said at all: a turn begins with phases, and what is done in them says enough."""
_MELEE: Final = "MeleeRoundBegan"
"""What is heard in brief where it ends with a question about that melee."""
_STRIKES: Final = ("CardDrawn", "DiceLost")
"""What an attack of the Rules Crusade does to a vehicle, and to a troop."""
_BY_GROUND: Final = ("Immobilised", "VehicleWrecked")
_BY_FIRE: Final = ("VehicleHit", "ChartResult")
"""What befalls vehicles, and what shows that it was not the ground."""
_PRICES: Final = ("DoorWorked",)
"""What something cost that is said itself."""
_DRAWN: Final = ("pick",)
"""Dice that only say which model it is."""
_MOST_DICE: Final = 4
"""More dice than so many are given by what came of them, not face by face."""
_IN_BRIEF: Final = 3
"""So much of what came of an act is said in brief."""
_CLAUSE: Final = 40
"""Signs of the longest part of a sentence that is joined to another with a comma."""
_BY_EAR: Final = (
    (re.compile(r"^Melee rounds$"), "The melees are fought"),
    (re.compile(r"^Activation phase$"), "Units may act now"),
    (re.compile(r" against (front|side|rear) (\d+)"), r" against \1 armour \2"),
    (re.compile(r", (glancing|penetrating|ordnance) (\d+): "), r", \1 hit, \2 on the chart: "),
    (re.compile(r"\b1R\b"), "1 die"),
    (re.compile(r"\b(\d+)R\b"), r"\1 dice"),
    (re.compile(r"^(.+), (\d+ strong), (after \d+ hits? by )"), r"\1, \2, tests its nerve \3"),
    (re.compile(r" draws ([A-Z]+), (\d+) of (\d+)"), r" draws \1, card \2 for \3 Hits"),
    (re.compile(r" moves$"), " forms up where it stands"),
    (re.compile(r"\bonly [A-D]\d+[A-Z]?\.\d+ may fire"), "only one of them may fire"),
    (re.compile(r" stands beside (.+)\. What does it do\?$"), r" stands beside \1. Attack it?"),
)
"""What is short for the eye, in words for the ear."""
_IDLE: Final = ("nothing more, the Hits are reached", "a second one does nothing")
"""Cards that change nothing: not worth a sentence in brief. (CRU-DMG-01)"""
_OUT: Final = re.compile(r" takes \d+ hits? and is out of play$")
_DEED: Final = "Deed"
"""The kind of a sentence that is made of such dice."""
_DEEDS: Final = (
    "crusade-ram",
    "crusade-overrun",
    "crusade-melee-attack",
    "crusade-board-jump",
    "crusade-snap-fire",
)
"""Dice of which nothing but their own words say who does what to whom: "Wagon rams Carrier: 4R"."""
_DOES: Final = re.compile(r"(.+?) (drives over|rams|attacks|forces|tries|snap fires) ")
"""Who does it, by those words."""
_AFTER_WAY: Final = (" at a cost of ", " after turning ", " and ")
"""What follows the length of a way and does not lead anywhere: its price, the turn before it, who lies down there."""
_ON_ARMOUR: Final = re.compile(r"(.+ hits .+): (\d+) against (.+)")
"""A hit on a vehicle: whose, its total, which armour and what came of it."""
_STRIKES_AT: Final = re.compile(r"((.+) strikes at (.+)): \d+ blows?")
"""What dice for blows are about: who strikes at whom."""
_DOES_TO: Final = "What {} does to {}"
"""What the dice are about that say how many of those blows wound."""
_FALLS: Final = "WoundsTaken"
_DIFFERENCE: Final = "MeleeRoundEnded"
_ASSAULT: Final = "AssaultSettled"
"""A strike at a vehicle or a building, of which nothing more is said where it misses. (VEH-JOIN-09)"""
_VOLLEY: Final = re.compile(r"(.+), (\d+) shots?: (\d+) hits?")
"""What a weapon fired at somebody and how often it hit."""


class SpokenAct(NamedTuple):
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


def sentences(entries: Iterable[Entry]) -> list[SpokenAct]:
    """Those entries as sentences, in their order."""
    return [_in_words(entry) for entry in entries]


def _in_words(entry: Entry) -> SpokenAct:
    parts = [part for part in entry.parts if isinstance(part, Sentence)]
    begins = any(part.begins_turn for part in parts)
    matters = entry.turns_back or any(weight(part.kind) >= 0 for part in parts)
    full, brief = _full(entry), _brief(entry, list(_as_sentences(entry.parts)))
    side = entry.unit_side or entry.side
    return SpokenAct(entry.head, entry.end, side, _asking(full, entry), _asking(brief, entry), matters, begins)


def _asking(words: str, entry: Entry) -> str:
    """An act that waits for an answer ends with the question, without what has just been said: who charges."""
    if entry.struck or not entry.asks:
        return words
    known, _, question = entry.asks.partition(". ")
    return f"{words} {_sentence(question if question and known in words else entry.asks)}"


def _deed(part: Sentence | Roll) -> str:
    """Who does what to whom, where the words of dice alone say so: "Wagon rams Carrier"."""
    return part.why.partition(": ")[0] if isinstance(part, Roll) and part.label in _DEEDS else ""


def _as_sentences(parts: Iterable[Sentence | Roll]) -> Iterator[Sentence]:
    """Those parts without dice, but for such as tell a deed: they are a sentence about whoever does it."""
    for part in parts:
        if isinstance(part, Sentence):
            yield part
        elif deed := _deed(part):
            who = does_it[1] if (does_it := _DOES.match(deed)) else ""
            yield Sentence(seq=part.seq, text=deed, rules=part.rules, unit=part.unit, who=who, kind=_DEED)


# ------------------------------------------------------------------ in full


def _full(entry: Entry) -> str:
    """All of it: what was done first, though its dice may have fallen before it was written down."""
    parts = [part for part in _heard(entry.parts) if isinstance(part, Sentence) or part.label not in _DRAWN]
    parts = [_caught_there(part, entry.parts) if isinstance(part, Sentence) else part for part in parts]
    act = next((part for part in parts if isinstance(part, Sentence)), None)
    said = ["Taken back:"] if entry.struck else []
    said.append(_opening(entry, act))
    for part in parts:
        words = _part(part)
        if part is not entry.parts[0]:
            said.append(_sentence(_deed(part)))
        if words and (isinstance(part, Roll) or words not in said):
            said.append(words)
    return " ".join(words for words in said if words)


def _opening(entry: Entry, act: Sentence | None) -> str:
    """What an act begins with: its own sentence, or what its first dice are for where these say who acts."""
    first = entry.parts[0]
    if deed := _deed(first):
        return _sentence(deed)
    if isinstance(first, Roll) and (act is None or not act.who or _says_who(first, act.who)):
        return _sentence(entry.headline)
    return _sentence(_with_way(act)) if act is not None else ""


def _says_who(roll: Roll, who: str) -> bool:
    """Whether the words of those dice begin with that unit, and not with a weapon that is called after it."""
    return roll.why.startswith(who) and roll.about in ("", roll.why)


def _heard(parts: Sequence[Sentence | Roll]) -> list[Sentence | Roll]:
    """Those parts without phases and what stands beneath a line, and without an answer whose outcome comes next."""
    found = [part for part in parts if isinstance(part, Roll) or not (part.kind in _PHASES or part.beneath)]
    return [part for part, after in zip_longest(found, found[1:]) if not _says_it_again(part, after)]


def _says_it_again(part: Sentence | Roll, after: Sentence | Roll | None) -> bool:
    """Whether the next sentence tells what this answer chose, "Go to ground", then "goes to ground"; or this card."""
    if isinstance(part, Roll):
        return part.card is not None and isinstance(after, Sentence) and after.kind == "CardDrawn"
    if not isinstance(after, Sentence) or part.kind != "Answered":
        return False
    return bool(after.who) and part.text.startswith(f"{after.who}: ")


def _part(part: Sentence | Roll) -> str:
    if isinstance(part, Sentence):
        return _sentence(_with_way(part))
    faces = [str(face) for face, _ in part.faces]
    dice = " and ".join([", ".join(faces[:-1]), faces[-1]] if len(faces) > 1 else faces)
    thrown = (dice or "no dice") if len(faces) <= _MOST_DICE else f"{len(faces)} dice"
    came = "" if part.result == dice or not faces else part.result
    named = f"{part.need_text.capitalize()}: {thrown}" if part.need_text else thrown
    what = f"{thrown}, to {part.need_text}" if part.need and part.need == part.shown_need else named
    return _sentence(f"{what}{f': {came}' if came else ''}")


# ------------------------------------------------------------------ in brief


def _brief(entry: Entry, parts: Sequence[Sentence]) -> str:
    """What was done and what came of it, without dice: a hand or two of words that an ear keeps."""
    said = ["Taken back:"] if entry.struck else []
    unsaid = {*_STAGES, *_PRICES} - ({_MELEE} if entry.asks else set())
    sentences = [part for part in _heard(parts) if isinstance(part, Sentence) and part.kind not in unsaid]
    heard = [_caught_there(part, entry.parts) for part in _hits_alike(_chosen_or_done(in_total(sentences)))]
    heard = [_missed(part, entry.parts) for part in _blow_by_blow(entry.parts, heard)]
    if not heard:
        return " ".join([*said, *_of_dice(entry)])
    first = entry.parts[0]
    if isinstance(first, Roll) and _is_news(first, heard[0]):
        heard.insert(0, replace(heard[0], text=first.why, kind="", towards=""))
    act, after = heard[0], _lost(_without_misses([part for part in heard[1:] if not part.text.endswith(_IDLE)]))
    weightiest = sorted(after, key=lambda part: -weight(part.kind))[:_IN_BRIEF]
    return " ".join([*said, *_joined([act, *(part for part in after if part in weightiest or part.kind == _DEED)])])


def _blow_by_blow(parts: Sequence[Sentence | Roll], heard: Sequence[Sentence]) -> list[Sentence]:
    """With a sentence for who strikes at whom in close combat: hits, wounds, and who falls, if by their blows alone."""
    blows = [(part, m) for part in parts if isinstance(part, Roll) and (m := _STRIKES_AT.fullmatch(part.about))]
    if not blows:
        return list(heard)
    struck = [m[3] for _, m in blows]
    falls = {part.who: part for part in heard if part.kind == _FALLS and struck.count(part.who) == 1}
    said = []
    for blow, m in blows:
        came = [blow.result if blow.result != "0 hits" else "no hit"]
        wounds = _DOES_TO.format(m[2], m[3])
        came += [part.result for part in parts if isinstance(part, Roll) and part.about == wounds]
        if m[3] in falls:
            came.append(_falling(falls[m[3]].lost))
        text = f"{m[1]}: {', '.join(came)}"
        said.append(Sentence(seq=blow.seq, text=text, rules=blow.rules, unit=blow.unit, who=m[2], kind=_DEED))
    rest = [_without_even(part) for part in heard if part.kind != "Answered" and part not in falls.values()]
    before = [part for part in rest if part.seq < said[0].seq]
    return [*before, *said, *rest[len(before) :]]


def _falling(lost: int) -> str:
    return f"{lost} fall{'s' * (lost == 1)}" if lost else "none falls"


def _without_even(part: Sentence) -> Sentence:
    """How a round of close combat ended, without those who are level, where others are not."""
    head, colon, sides = part.text.partition(": ")
    uneven = [side for side in sides.split(", ") if not side.endswith(" 0")]
    return replace(part, text=f"{head}{colon}{', '.join(uneven)}") if part.kind == _DIFFERENCE and uneven else part


def _missed(part: Sentence, parts: Sequence[Sentence | Roll]) -> Sentence:
    """A strike at a vehicle says that it missed."""
    blows = [each for each in parts if isinstance(each, Roll) and each.label.endswith("to-hit")]
    missed = part.kind == _ASSAULT and blows and all(each.came_to_nothing for each in blows)
    return replace(part, text=f"{part.text}: no hit") if missed else part


def _is_news(first: Roll, act: Sentence) -> bool:
    """Whether what the first dice are for has to be said beside what was done: not of a jump that comes next."""
    if act.kind == _DEED or not act.who or not _says_who(first, act.who):
        return False
    return not (first.label == "initiative-test" and act.kind == "ModelsMoved")


def _caught_there(part: Sentence, parts: Sequence[Sentence | Roll]) -> Sentence:
    """A vehicle that ground holds fast or wrecks, with that ground: its dice alone name it. (VEH-TERR-03, -04)"""
    if part.kind not in _BY_GROUND or any(isinstance(p, Sentence) and p.kind in _BY_FIRE for p in parts):
        return part
    dice = [p.why for p in parts if isinstance(p, Roll) and p.label == "dangerous-terrain" and p.unit == part.unit]
    where = dice[-1].removeprefix(part.who) if dice else ""
    return replace(part, text=f"{part.text}{where}") if where.startswith((" in ", " on ")) else part


def _hits_alike(parts: Sequence[Sentence]) -> list[Sentence]:
    """Hits in a row that strike the same armour with the same outcome as one sentence, with the total of each."""
    found: list[Sentence] = []
    for alike, group in groupby(
        parts, key=lambda part: m.group(1, 3) if (m := _ON_ARMOUR.fullmatch(part.text)) else None
    ):
        hits = list(group)
        if alike is None or len(hits) == 1:
            found += hits
            continue
        totals = listed([m[2] for part in hits if (m := _ON_ARMOUR.fullmatch(part.text))])
        found.append(replace(hits[0], text=f"{alike[0]}: {totals} against {alike[1]}"))
    return found


def _without_misses(parts: Sequence[Sentence]) -> list[Sentence]:
    """Attacks on one model: that some of them missed is heard where none hit. (CRU-DICE-04)"""
    struck = {part.who for part in parts if part.kind in _STRIKES}
    return [part for part in parts if not (part.kind == "NoHitTaken" and part.who in struck)]


def _lost(parts: Sequence[Sentence]) -> list[Sentence]:
    """Those with all models that one act put out of play in one sentence, which outweighs cards. (CRU-TROOP-03)"""
    out = [part for part in parts if _OUT.search(part.text)]
    if not out:
        return list(parts)
    names = [_OUT.sub("", part.text) for part in out]
    text = f"{listed(names)} are out of play" if len(out) > 1 else out[0].text
    loss = replace(out[0], text=text, who=out[0].who if len(out) == 1 else "", kind="WipedOut")
    return [loss if part is out[0] else part for part in parts if part is out[0] or part not in out]


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
    for who, group in groupby(parts, key=_does_alone):
        texts = [_with_way(part) for part in group]
        if not who:
            said += texts
            continue
        verbs = list(dict.fromkeys(text.removeprefix(who).strip() for text in texts))
        said.append(f"{who} {_listed(_volleys(_at_length(verbs)))}")
    return [_sentence(text) for text in said]


def _does_alone(part: Sentence) -> str:
    """The unit that a sentence is about, where it is about no other: "Axes and Crane are locked" is about both."""
    return part.who if re.match(rf"{re.escape(part.who)} (?!and )", part.text) else ""


def _at_length(verbs: Sequence[str]) -> list[str]:
    """Without what another says more of: "charges" beside "charges 5″ west"."""
    return [verb for verb in verbs if not any(other.startswith(f"{verb} ") for other in verbs)]


def _volleys(verbs: Sequence[str]) -> list[str]:
    """The groups of one weapon's shots at one target as one volley."""
    found: list[str] = []
    for head, group in groupby(verbs, key=lambda verb: m[1] if (m := _VOLLEY.fullmatch(verb)) else None):
        if head is None:
            found += group
            continue
        counts = [(int(m[2]), int(m[3])) for verb in group if (m := _VOLLEY.fullmatch(verb))]
        shots, hits = map(sum, zip(*counts, strict=True))
        found.append(f"{head}, {shots} shot{'' if shots == 1 else 's'}: {hits} hit{'' if hits == 1 else 's'}")
    return found


def _listed(verbs: Sequence[str]) -> str:
    """What one unit does, one after the other: with commas, or with semicolons where its parts are long."""
    if any(sign in verb for verb in verbs for sign in ",:;") or max(map(len, verbs)) > _CLAUSE:
        return "; ".join(verbs)
    if any(" and " in verb for verb in verbs[:-1]):
        return ", ".join(verbs)
    *others, last = verbs
    return f"{', '.join(others)}{',' if ' and ' in last else ' and'} {last}" if others else last


def _with_way(part: Sentence) -> str:
    if part.kind == "Answered":
        return _chosen(part)
    if not part.towards:
        return part.text
    far, mark, more = part.text.partition(MARK)
    return f"{far}{mark} {part.towards}{more}" if more.startswith(_AFTER_WAY) else f"{part.text} {part.towards}"


def _chosen(part: Sentence) -> str:
    """Who chose what: "Ash chooses: Take the first turn"."""
    who, colon, what = part.text.partition(": ")
    chooses = f"{who} chooses" if part.who else does(who, "chooses")
    return f"{chooses}: {what}" if colon else part.text


def _sentence(words: str) -> str:
    """Those words as a sentence that can be followed by ear."""
    words = words.strip()
    if " · " in words:
        head, colon, names = words.rpartition(": ")
        words = f"{head}{colon}{listed(names.split(' · '))}"
    for short, said in _BY_EAR:
        words = short.sub(said, words)
    return words if not words or words[-1] in ".!?:" else f"{words}."
