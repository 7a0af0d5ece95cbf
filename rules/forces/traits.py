"""Traits of models that change a rule: what they do, in words, and the rule. (ARAP-GEN-07)

Further ones are an army's own words, which stand on its cards; `hated:SIDE` names the enemy that is hated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Trait(NamedTuple):
    """One trait: its name and effect, and the rule behind it; no rule where only an army's own words name it."""

    words: str
    rule: str = ""


HATED: Final = "hated:"
"""How the trait of hating a side begins. (ARAP-MORAL-02)"""

TRAITS: Final[Mapping[str, Trait]] = {
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
    "strength-x2": Trait("Strength doubled, before what its weapon adds", "ARAP-GEN-08"),
    "strength-plus-1": Trait("Strength 1 more", "ARAP-GEN-08"),
    "strength-plus-2": Trait("Strength 2 more", "ARAP-GEN-08"),
    "strength-minus-1": Trait("Strength 1 less", "ARAP-GEN-08"),
    "struck-x2": Trait("Brittle: doubles the Strength of attacks made on it", "ARAP-GEN-08"),
    "struck-plus-1": Trait("Frail: attacks made on it have 1 more Strength", "ARAP-GEN-08"),
    "struck-minus-1": Trait("Yielding: attacks made on it have 1 less Strength", "ARAP-GEN-08"),
    "passes-suppression": Trait("Cool: passes suppression tests without dice, other tests as usual", "ARAP-DICE-05"),
    "passes-casualties": Trait("Hardened: passes 25 % tests without dice, other tests as usual", "ARAP-DICE-05"),
    "passes-break-off": Trait("Slippery: breaks off without a test, other tests as usual", "ARAP-DICE-05"),
    "passes-restraint": Trait("Disciplined: holds back from a pursuit without dice", "ARAP-DICE-05"),
    "passes-halt": Trait("Obedient: halts a pursuit without dice, other tests as usual", "ARAP-DICE-05"),
    "passes-morale": Trait("Unshaken: passes morale checks without dice, other tests as usual", "ARAP-DICE-05"),
    "passes-pinning": Trait("Undaunted: passes pinning tests without dice, other tests as usual", "ARAP-DICE-05"),
    "passes-rally": Trait("Steady: rallies without dice, other tests as usual", "ARAP-DICE-05"),
}
