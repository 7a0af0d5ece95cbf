"""Every trait of weapons that are fired: what the plan says and what the dice bring, at men and at a hull."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.shooting.shoot import Shoot
from rules.core.preview import ShotLine
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, preview
from rules.events import Rolled
from rules.forces.traits import TRAITS
from rules.state import RULES_VERSION, GameState
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon
from tests.rules.vehicles.garage import a_vehicle

ELSEWHERE = {
    "assault-grenade",
    "built-in",
    "defensive-grenade",
    "direct",
    "far-scatter",
    "guess",
    "high-trajectory",
    "improvised",
    "indirect",
    "krak",
    "launched-grenade",
    "long",
    "low-velocity",
    "one-handed",
    "planted",
    "smoke",
    "twin-linked",
    "two-handed",
}
"""Those of grenades, blows, shells, climbers, riders, shots up and down, trial vehicles: each has tests of its own."""


class Told(NamedTuple):
    """Of the plan: chances to hit, to wound (or to glance and to go through a hull), to pin. The dice thrown then."""

    hit: str = "1/2"
    hurt: tuple[str, ...] = ()
    pinned: str = ""
    dice: str = ""


MAN = Told(hurt=("1/3",), dice="to-hit to-wound pick")
HULL = Told(hurt=("1/6", "1/3"), dice="to-hit armour-penetration")
CHANGES: dict[str, tuple[Told, Told]] = {
    "": (MAN, HULL),
    "auto-pin": (MAN._replace(pinned="1/2"), HULL),
    "laser": (MAN, HULL),
    "melta": (MAN, HULL._replace(hurt=("1/12", "5/6"), dice="to-hit melta-penetration")),
    "pinning": (MAN._replace(pinned="5/72", dice="to-hit to-wound pick pinning-test"), HULL),
    "random-strength-d3": (
        MAN._replace(hurt=("2/3",), dice="to-hit pick to-wound pick"),
        HULL._replace(hurt=("1/6", "2/3"), dice="to-hit pick armour-penetration"),
    ),
    "random-strength-d6": (
        MAN._replace(hurt=("3/4",), dice="to-hit pick to-wound pick"),
        HULL._replace(hurt=("1/12", "5/6"), dice="to-hit pick armour-penetration"),
    ),
    "relentless": (MAN, HULL),
    "shotgun": (MAN._replace(hit="2/3"), HULL._replace(hit="2/3")),
}
"""With each trait, and without any: one shot of Strength 2 at a man 7 inches off, of 9 at front armour 13."""


class Sixes:
    """Hits are made, all else shows the highest face."""

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        return (1 if label == "to-hit" else sides,) * count


def fired(trait: str, *foes: object, strength: int) -> Told:
    gun = a_weapon("ray", type="assault", range_in=24, strength=strength, ap=5, traits=(trait,) if trait else ())
    state: GameState = a_battle(
        a_unit("a1", [(10, 10)], profile=a_profile("r", bs=3), weapons=(gun,)), *foes, active="a1", ap=2
    )
    shot = Shoot(side=A, unit="a1", target="b1")
    seen = preview(state, shot)
    events = decide(state, shot, Sixes())
    after = fold(events, state)
    if after.prompt is not None:
        events += decide(after, Answer(side=after.prompt.side, choice=after.prompt.decline), Sixes())
    lines: tuple[ShotLine, ...] = seen.shots
    hurt = [c.exact for line in lines for c in line.chances if c.label in ("to wound", "glances", "penetrates")]
    pinned = next((c.exact for c in seen.chances if c.label == "pinned"), "")
    dice = " ".join(e.label for e in events if isinstance(e, Rolled))
    return Told(lines[0].chances[0].exact, tuple(hurt), pinned, dice)


@pytest.mark.parametrize("trait", CHANGES)
def test_what_a_trait_changes_of_a_shot(trait: str) -> None:
    at_men = fired(trait, a_unit("b1", a_row(3, 17, 10, 1.2), profile=a_profile("t", sv=7)), strength=2)
    at_hull = fired(trait, a_vehicle("b1", (18, 10), heading=270), strength=9)
    known, _, _ = at_hull.dice.partition(" vehicle-damage")
    assert (at_men, at_hull._replace(dice=known)) == CHANGES[trait]


@pytest.mark.parametrize(("version", "asked"), [(RULES_VERSION, "B1: 2 wounds to save. Go to ground?"), ("16", "")])
def test_a_shell_of_random_strength_has_a_die_for_each_whom_it_hits(version: str, asked: str) -> None:
    """Strength 2, 4 and 4 against Toughness 3: a 3 wounds twice. Up to version 16 all were of Strength 1."""
    shell = a_weapon("shell", range_in=24, type="assault", strength=1, marker_in=3, traits=("random-strength-d3",))
    firer = a_unit("a1", [(10, 10)], profile=a_profile("r", bs=3), weapons=(shell,))
    men = a_unit("b1", a_row(3, 20, 10, 1.2), profile=a_profile("t", sv=7))
    state = replace(a_battle(firer, men, active="a1", ap=2), version=version)
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [0], "to-wound": [3, 3, 3]}
    random = {"pick": [1, 3, 3]} if version == RULES_VERSION else {}
    events = decide(state, Shoot(side=A, unit="a1", target="b1"), ScriptedDice({**dice, **random}))
    after = fold(events, state)
    assert (after.prompt.question if after.prompt else "") == asked


def test_no_trait_is_left_out() -> None:
    assert {name for name, trait in TRAITS.items() if "weapon" in trait.of} == {*CHANGES, *ELSEWHERE} - {""}
