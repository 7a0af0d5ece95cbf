"""Rulings, doubts about dice and standing answers by words: said first, then sent by the ways of the board's forms."""

from __future__ import annotations

import re
from typing import Any, Final

from rules.forces.unit import Unit
from rules.questions.rulings import FLAGS_BY_RULING, NUMBERS_BY_RULING
from rules.state import GameState
from tabletop.games.panels import prompt
from tabletop.games.text_table import places, rulings_on_houses
from tabletop.games.text_table.answers import Answer, Asker, Choice, as_json, kept
from tabletop.games.text_table.reading import Line
from tabletop.games.words import standing_text

_NOT: Final = ("not", "no", "off", "without")
_WAYS: Final = (
    "rule a1 pinned: why. rule a1 not pinned: why. rule a1 action points 2: why.",
    "rule a1 at square d4: why, moves it there as it stands.",
    "rule a1 model 2 wounds 1: why. Models are counted among the living, the leader first.",
    "rule a1 aboard a4: why. rule a1 on the outside of a4: why. At a square it is put out again.",
    "rule a1 weapon 2 lost: why. rule a1 weapon 2 works: why. Weapons of a vehicle count as its card lists them.",
    f"Flags: {', '.join(FLAGS_BY_RULING.values())}.",
    f"Numbers: {', '.join(f'{word} {low} to {high}' for word, low, high in NUMBERS_BY_RULING.values())}.",
    "The host rules at once; what a player says the other side is asked to agree to.",
)


def ruled(state: GameState, asker: Asker, line: Line, text: str) -> Answer:
    """A ruling about one unit: a flag, a number, or where it stands; or about a wall, a door or a room."""
    said, _, reason = _parted(text)
    house = rulings_on_houses.of_house(state, said)
    if house is not None:
        return _asked(house.action, f"Ruling for {house.name}:{_after(said, house.name)}", reason, text, asker)
    unit = state.units[line.units[0]] if line.units else None
    if unit is None:
        return Answer("Say whom, what and why.", (*_WAYS, *rulings_on_houses.ways(state)), unit=kept(asker))
    action = (
        _of_place(unit, line)
        if line.place is not None
        else _of_seat(unit, line, said) or _of_model(unit, said) or _of_mount(unit, said) or _of_value(unit, line, said)
    )
    if action is None:
        return Answer(f"Say what is ruled of {unit.name}.", _WAYS, unit=kept(asker))
    words = f"Ruling for {unit.id.upper()} {unit.name}: {said.partition(' ')[2]}"
    return _asked(action, words, reason, text, asker)


def _asked(action: dict[str, Any], words: str, reason: str, text: str, asker: Asker) -> Answer:
    """What would be ruled, to be said yes to; its reason has to be said."""
    if not reason:
        return Answer("Say why, after a colon.", (f"{text.strip()}: and the reason",), unit=kept(asker))
    return Answer(
        words, (f"Since {reason}",), commit="Rule it", sends="ruling", action=as_json({**action, "reason": reason})
    )


def _after(said: str, name: str) -> str:
    """What is said behind a name."""
    return said[said.lower().find(name.lower()) + len(name) :].rstrip()


def _parted(text: str) -> tuple[str, str, str]:
    said, sign, reason = text.partition(":")
    return (said, sign, reason.strip()) if sign else text.partition(" because ")


def _of_value(unit: Unit, line: Line, said: str) -> dict[str, Any] | None:
    plain = said.lower()
    named: dict[str, str] = dict(FLAGS_BY_RULING)
    for what, words in sorted(named.items(), key=lambda pair: -len(pair[1])):
        if words in plain or what.replace("_", " ") in plain:
            value = 0 if any(word in plain.split() for word in _NOT) else 1
            return {"type": "RuleUnit", "unit": unit.id, "what": what, "value": value}
    for what, (words, _, _) in sorted(NUMBERS_BY_RULING.items(), key=lambda pair: -len(pair[1][0])):
        if words.split(",", maxsplit=1)[0] in plain and line.numbers:
            return {"type": "RuleUnit", "unit": unit.id, "what": what, "value": int(line.numbers[0])}
    return None


_MODEL: Final = re.compile(r"\bmodel (\d{1,2}) (?:has )?(?:wounds? (\d{1,2})|(\d{1,2}) wounds?)\b")


def _of_model(unit: Unit, said: str) -> dict[str, Any] | None:
    """The wounds that one model has left; 0 takes it off."""
    found = _MODEL.search(said.lower())
    if found is None or not 1 <= int(found[1]) <= len(unit.alive):
        return None
    model = unit.alive[int(found[1]) - 1]
    return {"type": "RuleWounds", "model": model.id, "wounds": int(found[2] or found[3])}


_MOUNT: Final = re.compile(r"\bweapon (\d{1,2}) (?:is )?(lost|works)\b")


def _of_mount(unit: Unit, said: str) -> dict[str, Any] | None:
    """Whether a weapon of a vehicle works; the first is 1. (VEH-DMG-04)"""
    found = _MOUNT.search(said.lower())
    if found is None or not unit.is_vehicle or not int(found[1]):
        return None
    return {"type": "RuleMount", "mount": f"{unit.id}/{int(found[1]) - 1}", "condition": found[2]}


def _of_seat(unit: Unit, line: Line, said: str) -> dict[str, Any] | None:
    """Into which vehicle it is put, or on to the outside of which. (VEH-BRD-04, VEH-BRD-12)"""
    plain = said.lower()
    outside = "outside" in plain
    if len(line.units) != 2 or not (outside or "aboard" in plain or "into" in plain.split()):
        return None
    return {"type": "RulePassengers", "unit": unit.id, "vehicle": line.units[1], "cling": outside}


def _of_place(unit: Unit, line: Line) -> dict[str, Any]:
    """All its models moved alike, so that its leader stands there."""
    assert line.place is not None
    start = places.at_of(unit)
    by = (line.place[0] - start[0], line.place[1] - start[1])
    placements = [
        {"model": m.id, "at": [round(m.at[0] + by[0], 3), round(m.at[1] + by[1], 3)], "facing": m.facing}
        for m in unit.alive
    ]
    return {"type": "RulePlace", "unit": unit.id, "placements": placements}


def doubted(asker: Asker, text: str) -> Answer:
    """The dice that the other side threw by hand last are doubted."""
    reason = _parted(text)[2] or re.sub(r"^\s*(?:dispute|doubt)\s*", "", text)
    said = (f"Since {reason}",) if reason else ("A reason may follow: dispute: the die fell off the table.",)
    title = "Doubt the dice that the other side entered last."
    return Answer(
        title, said, commit="Doubt them", sends="dispute", action=as_json({"reason": reason}), unit=kept(asker)
    )


def from_now_on(state: GameState, asker: Asker, text: str) -> Answer:
    """The question that is asked is answered alike from now on: `always` and a choice, or `never`."""
    question = prompt.question(state)
    if question is None or question.side != asker.side:
        return Answer("Nothing is asked of you now.", ("When something is: always and the choice, or never.",))
    said = text.lower().strip().removeprefix("always").removeprefix("never").strip()
    open_to = [choice for choice in question.choices if not choice.refused]
    if text.lower().strip().startswith("never"):
        chosen = next((choice for choice in open_to if choice.id == question.decline), None)
        kind = question.kind
    else:
        fits = [choice for choice in open_to if said and (said == choice.id.lower() or said in choice.label.lower())]
        chosen = fits[0] if len(fits) == 1 and question.always else None
        kind = f"{question.kind}={chosen.id}" if chosen else ""
    if chosen is None:
        ways = tuple(Choice(f"Always: {c.label}", f"always {c.id}") for c in open_to) if question.always else ()
        never = (Choice("Never, from now on", "never"),) if question.decline else ()
        title = "Which from now on?" if ways or never else "This is asked each time."
        return Answer(title, choices=(*ways, *never))
    wish = as_json({"kind": kind, "choice": chosen.id})
    return Answer(f"From now on: {chosen.label}.", commit=chosen.label, sends="seat/decline", action=wish)


def asked_again(asker: Asker, text: str) -> Answer:
    """What this seat has said once and for all, and an end to it."""
    said = text.lower().removeprefix("ask").replace("again", " ").replace(" me ", " ").strip()
    fits = [entry for entry in asker.standing if said and said in standing_text(entry).lower()]
    if len(fits) == 1:
        wish = as_json({"kind": fits[0], "on": False})
        return Answer(
            f"Ask me again. So far: {standing_text(fits[0])}.", commit="Ask again", sends="seat/decline", action=wish
        )
    choices = tuple(
        Choice(f"Ask again. So far: {standing_text(entry)}", f"ask again {standing_text(entry)}")
        for entry in asker.standing
    )
    return Answer(
        "What you have said once and for all" if choices else "Nothing is answered for you: you are asked each time.",
        choices=choices,
    )
