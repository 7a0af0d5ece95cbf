"""Odds from numbers alone: of any roll by its label, of scatter, control, reactions and grenades."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from rules.arap.attacks.krak_grenades import KrakQuestion
from rules.arap.odds import Group, ScatterDistance, StandAndFireOdds
from rules.arap.odds_of_rolls import MOST_DICE, MOST_SIDES, MOST_SPEED_IN, LossOfControl, RollOdds, asked
from rules.dice.odds import Distribution, Question

__all__ = [
    "MANNERS",
    "MOST_DICE",
    "MOST_SIDES",
    "MOST_SPEED_IN",
    "Lines",
    "asked",
    "control",
    "in_words",
    "krak",
    "left_open",
    "roll",
    "scatter",
    "stand_and_fire",
    "ways",
]

Lines = list[tuple[str, Fraction]]
"""What may come of it, in words, with its chance."""

MANNERS: Final[Mapping[str, str]] = {
    "double": "2D6, a double is on target",
    "reduced": "2D6 less the skill",
    "only": "Two dice, no double counts",
    "short": "Short scatter",
    "short-only": "Short scatter, no double counts",
    "three-dice": "Three dice",
    "veer": "Veering",
}
"""The manners of scatter in words. (ARAP-SCAT-02 to -09)"""


class RollAnswer(NamedTuple):
    """One roll: its dice in words, what it is for, the chance of the goal, and what the dice come to."""

    dice: str
    purpose: str
    sense: str
    made: Fraction
    totals: Lines


def roll(label: str, goal: int, way: int, number: int, sides: int) -> RollAnswer:
    """A roll by its label; ValueError, with what is allowed, for what is none."""
    question = RollOdds(label=label, goal=goal, dice=way, number=number, sides=sides)
    named, kind = _by_name(question), asked()[label]
    return RollAnswer(
        question.ways[way].text, kind.purpose, kind.sense, _chance(named["made"]), _spread(named["totals"])
    )


def ways(label: str) -> tuple[str, ...]:
    """In which ways a roll may be thrown, in words; none for what is no roll."""
    return tuple(way.text for way in RollOdds(label=label).ways) if label in asked() else ()


def left_open(label: str) -> frozenset[str]:
    """What a roll leaves to whoever throws it: how many dice, of how many sides."""
    if label not in asked():
        return frozenset()
    plain = ways(label)
    others = {"number": RollOdds(label=label, number=2), "sides": RollOdds(label=label, sides=8)}
    return frozenset(name for name, other in others.items() if tuple(way.text for way in other.ways) != plain)


def in_words(label: str) -> str:
    """Its dice as a player says them: "2D6 or 3D6", "D6, any number", "dice of any kind"."""
    open_to, said = left_open(label), " or ".join(ways(label))
    if {"number", "sides"} <= open_to:
        return "dice of any kind"
    if "sides" in open_to:
        return "dice of any number of sides"
    if open_to:
        return said.removeprefix("1").strip() + (", any number" if "D" in said else "")
    return "a combat die" if said == "1 combat dice" else said


def scatter(manner: str, skill: int, *, seven_is_hit: bool) -> Lines:
    """How far something scatters or veers, in inches. (ARAP-SCAT-02 to -09)"""
    question = msgspec.convert({"manner": manner, "skill": skill, "seven_is_hit": seven_is_hit}, ScatterDistance)
    return [(f"{n}″", chance) for n, chance in _spread(_by_name(question)["distance_in"])]


def control(speed: int, most: int, goal: int) -> Lines:
    """What becomes of a vehicle that may lose control at that speed. (VEH-BOOT-02, VEH-LOC-02 to -05)"""
    named = _by_name(LossOfControl(speed=speed, most=most, skimmer=True, goal=goal))
    speeds = [(f"Out of control: {inches}″", chance) for inches, chance in _named(named["speeds"])]
    ends = [(f"A skimmer then: {what}", chance) for what, chance in _named(named["skimmer"])]
    ways = [(f"It goes {way}", chance) for way, chance in _named(named["way"])]
    return [("The control roll succeeds", _chance(named["keeps_control"])), *speeds, *ways, *ends]


def stand_and_fire(value: int, models: int, shots: int, to_wound: int, save: int) -> Lines:
    """A charged unit tests, then fires at BS1. (ARAP-STAND-03, ARAP-STAND-04)"""
    ready = Group(count=shots, to_hit=1, to_wound=to_wound, save=save)
    named = _by_name(StandAndFireOdds(value=value, models=models, ready=(ready,)))
    return [("It fires", _chance(named["fires"])), ("At least one charger falls", _chance(named["fells_one"]))]


def krak(attacks: int, toughness: int, save: int, own_toughness: int, own_save: int) -> Lines:
    """Krak grenades in a melee. (ARAP-CCG-05)"""
    found = KrakQuestion(
        attacks=attacks, toughness=toughness, save=save, own_toughness=own_toughness, own_save=own_save
    )
    named = _by_name(found)
    return [
        ("A grenade is placed", _chance(named["placed"])),
        ("The foe takes a wound or more", _chance(named["wounds"])),
        ("A bearer takes a wound or more", _chance(named["wounds_own"])),
    ]


def _by_name(question: Question) -> dict[str, object]:
    """The parts of an answer by name."""
    answer = question.answer()
    assert isinstance(answer, dict)
    return answer


def _chance(found: object) -> Fraction:
    assert isinstance(found, Fraction)
    return found


def _named(found: object) -> Lines:
    assert isinstance(found, dict)
    return list(found.items())


def _spread(found: object) -> Lines:
    assert isinstance(found, Distribution)
    return [(str(n), chance) for n, chance in enumerate(found.chances) if chance]
