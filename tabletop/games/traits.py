"""Traits of troops as a card tells them: what each does, in a few words, with the rule that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.forces.unit import Unit
from rules.state import GameState


class Trait(NamedTuple):
    """One trait: its name and effect, and the rule behind it; no rule where only an army's own words name it."""

    words: str
    rule: str = ""


HATED: Final = "hated:"

_KNOWN: Final[Mapping[str, Trait]] = {
    "fearless": Trait("Fearless: takes no suppression points", "ARAP-SUPP-05"),
    "monstrous": Trait("Monstrous: takes no suppression points", "ARAP-SUPP-05"),
    "robot": Trait("Robot: takes no suppression points", "ARAP-SUPP-05"),
    "relentless": Trait("Relentless: heavy weapons for 1 action point", "ARAP-WPN-03"),
    "frenzy": Trait("Frenzy: always pursues", "ARAP-PURS-07"),
    "visage": Trait("Daemonic Visage: enemies add 1 to morale dice, 2 if all have it", "ARAP-MORAL-02"),
    "greater-daemon": Trait("Greater Daemon: enemies add 2 to morale dice", "ARAP-MORAL-02"),
    "know-no-fear": Trait("They shall know no fear: rallies after one flee move", "ARAP-RALLY-03"),
    "flesh-hooks": Trait("Flesh hooks: strikes together with enemies in cover", "ARAP-CCG-04"),
    "hit-and-run": Trait("Hit and run: may leave a melee after a round", "ARAP-BREAK-04"),
    "natural-weapons": Trait("Natural weapons: never unarmed", "ARAP-MELEE-02"),
    "independent": Trait("Independent: climbs by a test of its own", "ARAP-CLIMB-04"),
    "jumper": Trait("Jumper: crosses gaps without a test", "ARAP-JUMP-03"),
    "jump-pack": Trait("Jump pack: leaps up 6″, jumps down without tests", "ARAP-CLIMB-09"),
    "gravity-chute": Trait("Gravity chute: jumps down without tests", "ARAP-FALL-04"),
    "ropes": Trait("Ropes: comes down for 1 action point", "ARAP-CLIMB-11"),
    "no-crawl": Trait("Does not crawl or lie down", "ARAP-PRONE-06"),
    "wary": Trait("Wary: counts for look out, sir", "ARAP-AREA-15"),
    "power-armour": Trait("Power armour: saves in falls off buildings", "BLD-FALL-03"),
    "small": Trait("Small: at −1 to be hit", "ARAP-HIT-03"),
}


def told(state: GameState, unit: Unit) -> tuple[Trait, ...]:
    """The traits of a unit's members, those with an effect of their own first."""
    names = dict.fromkeys(t for m in unit.models for t in state.profile(m).traits)
    found = [_trait(state, name) for name in sorted(names)]
    return tuple(sorted(found, key=lambda trait: not trait.rule))


def _trait(state: GameState, name: str) -> Trait:
    if name.startswith(HATED):
        side = name.removeprefix(HATED)
        hated = next((s.name for s in state.sides if s.id == side), side)
        return Trait(f"Hates {hated}: 1 off its morale dice, at −1 to hold back from pursuit", "ARAP-MORAL-02")
    plain = name.replace("-", " ")
    return _KNOWN.get(name) or Trait(plain[:1].upper() + plain[1:])
