"""Every trait that the rules read, of models, weapons and units: its id, what it does, and the rule. (ARAP-GEN-07)

What is not in this list changes nothing, so that libraries which name it are not sound. `hated:NAME` names the enemy
that is hated: an army, a kind of model or a tag; changes of Strength go by any number (`strength-plus-3`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

Bearer = Literal["model", "weapon", "unit"]


class Trait(NamedTuple):
    """One trait: its name and effect, the rule behind it, and what may have it; a unit has it as a tag."""

    words: str
    rule: str = ""
    of: tuple[Bearer, ...] = ("model",)


HATED: Final = "hated:"
"""How the trait of hating somebody begins. (ARAP-MORAL-02)"""

WEAPON: Final[tuple[Bearer, ...]] = ("weapon",)

TRAITS: Final[Mapping[str, Trait]] = {
    "fearless": Trait("Fearless: takes no suppression points", "ARAP-SUPP-05", ("model", "unit")),
    "monstrous": Trait("Monstrous: takes no suppression points", "ARAP-SUPP-05", ("model", "unit")),
    "robot": Trait("Robot: takes no suppression points", "ARAP-SUPP-05", ("model", "unit")),
    "relentless": Trait("Relentless: heavy weapons for 1 action point", "ARAP-WPN-03", ("model", "weapon")),
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
    "climbing-gear": Trait("Climbing gear: climbs past overhangs", "BLD-MOVE-06"),
    "ropes": Trait("Ropes: comes down for 1 action point", "ARAP-CLIMB-11"),
    "no-crawl": Trait("Does not crawl or lie down", "ARAP-PRONE-06"),
    "wary": Trait("Wary: counts for look out, sir", "ARAP-AREA-15"),
    "power-armour": Trait("Power armour: saves in falls off buildings", "BLD-FALL-03", ("model", "unit")),
    "new-to-tubes": Trait("New to tubes: tests Leadership before it steps into one", "BLD-TUBE-06", ("model", "unit")),
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
    "gargantuan": Trait("Gargantuan: takes no suppression points", "ARAP-SUPP-05", ("model", "unit")),
    "dreadnought": Trait("Dreadnought: no suppression; its attacks follow its arms", "ARAP-SUPP-05", ("model", "unit")),
    "no-suppression": Trait("Takes no suppression points", "ARAP-SUPP-05", ("model", "unit")),
    "leader": Trait("Leader: on a bike a target of his own", "VEH-BIKE-04"),
    "character": Trait("Character: on a bike a target of his own", "VEH-BIKE-04"),
    "carrying": Trait("Burdened: no tactical movement", "ARAP-TACT-03", ("model", "unit")),
    "slow-and-purposeful": Trait("Slow and purposeful: no tactical movement", "ARAP-TACT-03", ("model", "unit")),
    "no-tactical": Trait("No tactical movement", "ARAP-TACT-03", ("model", "unit")),
    "airborne": Trait("Airborne: no ground slows, drowns or harms it", "ARAP-TERR-01"),
    "swims": Trait("At home in water", "ARAP-SWIM-01"),
    "underwater": Trait("Goes under water, and may hide there", "ARAP-SWIM-03"),
    "amphibious": Trait("Amphibious: water is no obstacle, and no place for a double move", "VEH-BOAT-03"),
    "shield": Trait("Its other save is a shield: none while it climbs", "ARAP-CLIMB-08"),
    "banner": Trait("Banner: shows where the unit is", "ARAP-SHOOT-03"),
    "driver": Trait("Driver: does not fire while he drives, and fights with half his WS", "VEH-FROM-05"),
    "auto-drive": Trait("Auto-drive: what it rides steers itself, its hands are free", "VEH-FROM-05"),
    "firearm-wise": Trait("A beast that knows firearms: may move tactically", "ARAP-TACT-03"),
    "laser": Trait("Laser: loses Strength in smoke", "ARAP-HIT-09", WEAPON),
    "melta": Trait("Melta: two dice against armour under half range", "VEH-PEN-02", WEAPON),
    "twin-linked": Trait(
        "Twin-linked: each miss is rolled once more, by the trial vehicle rules", "TRI-FIRE-08", WEAPON
    ),
    "random-strength-d3": Trait("Strength a D3 more, rolled for each hit", "TRI-FIRE-05", WEAPON),
    "random-strength-d6": Trait("Strength a D6 more, rolled for each hit", "TRI-FIRE-05", WEAPON),
    "shotgun": Trait("Shotgun: +1 to hit at short range", "ARAP-HIT-02", WEAPON),
    "pinning": Trait("Pinning: a loss calls for a pinning test", "ARAP-PIN-03", WEAPON),
    "auto-pin": Trait("Stunning: pins whoever it hits, without a test", "ARAP-PIN-03", WEAPON),
    "two-handed": Trait("Needs both hands", "ARAP-CLIMB-08", WEAPON),
    "one-handed": Trait("Fired from one hand", "ARAP-CLIMB-08", WEAPON),
    "high-trajectory": Trait("Lobbed over obstacles, at a guessed range", "ARAP-AREA-11", WEAPON),
    "indirect": Trait("Fired at what it cannot see, at a guessed range", "ARAP-AREA-12", WEAPON),
    "guess": Trait("Fired at a guessed range", "ARAP-AREA-10", WEAPON),
    "direct": Trait("Fired directly as well, with nothing to guess", "ARAP-AREA-11", WEAPON),
    "built-in": Trait("Built into what is ridden: fires as if that stood still", "VEH-FROM-01", WEAPON),
    "launched-grenade": Trait("Launched grenades: at short range no limit to the scatter", "ARAP-GREN-04", WEAPON),
    "improvised": Trait("Improvised: −1 in melee; thrown a rock that must hit", "ARAP-MELEE-04", WEAPON),
    "assault-grenade": Trait("Cancels cover in a charge", "ARAP-CCG-01", WEAPON),
    "defensive-grenade": Trait("Takes the bonus of a charge", "ARAP-CCG-02", WEAPON),
    "krak": Trait("Placed on the tough and armoured in melee", "ARAP-CCG-05", WEAPON),
    "planted": Trait("Planted on machines, never thrown", "ARAP-CCG-03", WEAPON),
    "smoke": Trait("Smoke: harms nobody that the page of odds could show", "ARAP-HIT-09", WEAPON),
    "low-velocity": Trait("Slow missile (bow, sling, musket): 3″ of range for each level up", "BLD-HIGH-06", WEAPON),
    "long": Trait("Reaches further in melee, by its range", "ARAP-MELEE-01", WEAPON),
    "far-scatter": Trait("Shells scatter beyond half their range", "ARAP-AREA-03", ("weapon", "unit")),
    "sheltering": Trait("Sheltering: who is exposed aboard is in hard cover", "VEH-OPEN-02", ("model", "unit")),
    "bare": Trait("Bare: who is exposed aboard has no cover", "VEH-OPEN-02", ("model", "unit")),
    "shutters": Trait("Shutters at its ports: shut until fired through", "VEH-PORT-04", ("model", "unit")),
    "no-shutters": Trait("No shutters at its ports", "VEH-PORT-04", ("model", "unit")),
    "tall": Trait("Tall: hands do not reach those aboard", "VEH-CC-10", ("unit",)),
    "not-tall": Trait("Not tall: hands reach those aboard, whatever its size", "VEH-CC-10", ("unit",)),
}

ANY_NUMBER: Final = re.compile(r"(strength|struck)-(x[2-9]|(plus|minus)-[1-9])|hated:[a-z0-9-]+")
"""Traits with a number or a name in them."""


JUMP_MAX: Final = "jump-max:"
"""How the term begins that sets the widest gap that a unit jumps, in inches. (ARAP-JUMP-03)"""

BURDEN: Final = "encumbered:"
"""How the term begins that takes inches off a unit's basic move. (ARAP-MOVE-01)"""

CLINGERS: Final = "clingers:"
"""How the term begins that sets how many places the outside of a vehicle has. (VEH-BRD-12)"""

_MEASURED: Final = {
    CLINGERS: Trait("Holds {} who cling to its outside", "VEH-BRD-12", ("unit",)),
    JUMP_MAX: Trait("Jumps gaps of up to {}″", "ARAP-JUMP-03", ("unit",)),
    BURDEN: Trait("Encumbered: moves {}″ less", "ARAP-MOVE-01", ("unit",)),
}

_TERMS: Final[Mapping[str, Trait]] = {
    **{name: trait for name, trait in TRAITS.items() if "unit" in trait.of},
    "jumper": Trait("Jumper: exempt from the rules of jumps", "ARAP-JUMP-03", ("unit",)),
    "ropes": TRAITS["ropes"],
    "crawls": Trait("Crawls and lies down", "ARAP-PRONE-06", ("unit",)),
    "no-crawl": TRAITS["no-crawl"],
}


def terms() -> dict[str, str]:
    """Terms of a unit that the rules read, in words; any other is a note for people. (ARAP-GEN-09)"""
    known = {f"{JUMP_MAX}6", f"{BURDEN}1", f"{CLINGERS}6", *_TERMS}
    return {name: trait.words for name in sorted(known) if (trait := term(name)) is not None}


def term(tag: str) -> Trait | None:
    """What the rules read in a term of a unit; None for a note for people. (ARAP-GEN-09)"""
    start, colon, number = tag.partition(":")
    if (measured := _MEASURED.get(start + colon)) is not None:
        return measured._replace(words=measured.words.format(number))
    return _TERMS.get(tag)


def is_hatred(trait: str) -> bool:
    """Whether a trait names a hated enemy."""
    return trait.startswith(HATED)


def plain(name: str) -> str:
    """A name as a trait holds it: "The Old Guard" is the-old-guard."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def of(bearer: Bearer) -> dict[str, Trait]:
    """What a model, a weapon or a unit may have."""
    return {name: trait for name, trait in TRAITS.items() if bearer in trait.of}


def unknown(names: Iterable[str], bearer: Bearer) -> list[str]:
    """Those that nothing reads there."""
    known = of(bearer)
    return [n for n in names if n not in known and not (bearer == "model" and ANY_NUMBER.fullmatch(n))]
