"""Odds of choices in a melee, a rout or on bad footing, against every die."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import krak_grenades
from rules.arap.attacks import odds as attacks_odds
from rules.arap.events import WoundsTaken
from rules.arap.melee import hold_back
from rules.arap.melee.halt_pursuit import HaltTest
from rules.arap.melee.pursuit import PursuitEnded
from rules.arap.morale import leadership
from rules.arap.movement.agility import CallAgility, ModelsSprawled
from rules.arap.movement.walk import Move, Waypoint
from rules.dice.odds import chance_2d6_low
from rules.engine import preview
from rules.state import Melee
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon
from tests.rules.arap.fights import BLADE, a_squad, fighter
from tests.rules.every_die import every_die, every_task

KRAK = a_weapon("krak grenades", type="grenade", range_in=6, strength=6, ap=4, traits=("krak",))


def taken(unit):
    """Wounds that a unit has lost."""
    return lambda events: sum(
        w.taken for e in events if isinstance(e, WoundsTaken) and e.unit == unit for w in e.wounds
    )


def mean(found):
    return sum(count * chance for count, chance in found.items())


# -- halting -------------------------------------------------------------------------------------------------------


@pytest.mark.part_of("ARAP-PURS-06")
@pytest.mark.parametrize(("ld", "traits", "exact"), [(7, (), "7/12"), (7, ("hated:b",), "5/12"), (9, (), "5/6")])
def test_pursuers_halt_as_often_as_they_are_told(ld, traits, exact):
    """7 or less on 2D6, one less against a hated enemy."""
    state = a_battle(
        a_unit("a1", [(10, 24)], profile=a_profile("victor", ld=ld, traits=traits), pursuing="b1"),
        a_unit("b1", [(20, 24)], routing=True),
    )
    unit = state.units["a1"]
    goal = leadership.goal(state, unit, hold_back.hatred(state, unit, "b1", "ARAP-PURS-06"))

    def halted(events):
        return any(isinstance(e, PursuitEnded) for e in events)

    found = every_task(state, lambda p: HaltTest(unit="a1").answer(p, "halt"), halted)
    assert found[True] == chance_2d6_low(goal) == Fraction(exact)


# -- krak grenades -------------------------------------------------------------------------------------------------

FOES = {
    "tough": fighter("hulk", t=5, sv=7, w=3),
    "armoured": fighter("knight", sv=3, w=3),
    "with another save": fighter("saint", t=5, sv=5, inv=5, w=3),
    "that cannot fight back": fighter("block", t=6, ws=0, w=3),
}


@pytest.mark.part_of("ARAP-CCG-05")
@pytest.mark.parametrize("foe", FOES.values(), ids=FOES)
@pytest.mark.parametrize("count", [1, 2])
def test_krak_grenades_do_what_the_odds_say(foe, count):
    state = a_battle(
        a_squad("a1", count, 20, profile=fighter("bomber", sv=5), weapons=(BLADE, KRAK), gap=0.9),
        a_squad("b1", 1, 21.5, profile=foe, facing=270),
        melees=(Melee(id="m", units=("a1", "b1"), krak=("a1",)),),
    )
    placed = krak_grenades.attacks(state, state.melees[0], "a1")
    assert len(placed) == count
    shown = krak_grenades.odds(state, placed)

    def read(events):
        faces = next(e.dice for e in events if getattr(e, "label", "") == "krak-attack")
        return 1 in faces, taken("b1")(events), taken("a1")(events)

    found = every_task(state, lambda p: krak_grenades.resolve(p, placed), read)
    assert shown.placed == sum(chance for (placed_, _, _), chance in found.items() if placed_)
    assert shown.wounds == sum(chance for (_, foes, _), chance in found.items() if foes)
    assert shown.wounds_own == sum(chance for (_, _, own), chance in found.items() if own)
    assert shown.mean == sum(foes * chance for (_, foes, _), chance in found.items())
    assert (shown.wounds_own == 0) == (foe.ws == 0)


# -- blows at those who flee past ----------------------------------------------------------------------------------


@pytest.mark.part_of("ARAP-INT-03", "ARAP-PURS-02", "ARAP-MELEE-10")
@pytest.mark.parametrize("weapons", [(BLADE,), ()], ids=["blades", "bare hands"])
def test_blows_at_those_who_flee_past_wound_as_often_as_told(weapons):
    """Two fighters; one router ends in reach of the first, another only came through that of the second."""
    state = a_battle(
        a_unit("a1", [(20, 20), (20, 30)], profile=fighter("guard", ws=4, s=4), weapons=weapons),
        a_unit("b1", [(21, 20), (26, 30)], profile=fighter("router", sv=5, w=2), routing=True),
    )
    paths = {"b1.1": ((12.0, 20.0), (21.0, 20.0)), "b1.2": ((12.0, 30.0), (26.0, 30.0))}
    (hacks_told,) = attacks_odds.of_hacks(state, "a1", "b1", paths)
    line = hacks_told.line
    chances = {c.label: Fraction(c.exact) for c in line.chances}
    assert line.shots == 2
    run = every_task(state, lambda p: attacks_blows.free_hacks(p, "a1", "b1", paths=paths), taken("b1"))
    assert chances["wounds to expect"] == mean(run) > 0
    assert chances["takes a wound or more"] == 1 - run[0]


# -- footing -------------------------------------------------------------------------------------------------------

BOG = Terrain(id="bog", name="Bog", points=((25, 0), (60, 0), (60, 48), (25, 48)), going="difficult")


@pytest.mark.rule("ARAP-AGIL-01", "ARAP-AGIL-02")
@pytest.mark.part_of("ARAP-DICE-07")
@pytest.mark.parametrize(("i", "alone", "both"), [(3, ["1/2", "1/3"], "1/6"), (1, ["1/6", "1/12"], "1/72")])
def test_agility_rolls_are_made_as_often_as_told(i, alone, both):
    """One man on firm ground, one in a bog, who moves 2 inches now: one less, which may call for a second die."""
    made, profiles, weapons = a_unit("a1", [(20, 10), (30, 10)], profile=a_profile("man", i=i))
    state = a_battle((made, profiles, weapons), terrain=(BOG,))
    action = CallAgility(side=A, unit="a1", reason="the plank")
    chances = [(c.label, c.exact) for c in preview(state, action).chances]
    assert chances[:3] == [*(("keeps its footing", exact) for exact in alone), ("all keep their footing", both)]
    assert chances[3] == ("fail, average", str(2 - sum(Fraction(exact) for exact in alone)))

    def sprawled(events):
        return frozenset(m for e in events if isinstance(e, ModelsSprawled) for m in e.models)

    found = every_die(state, action, sprawled)
    for number, exact in enumerate(alone, 1):
        assert sum(chance for down, chance in found.items() if f"a1.{number}" not in down) == Fraction(exact)
    assert found[frozenset()] == Fraction(both)
    assert sum(len(down) * chance for down, chance in found.items()) == Fraction(chances[3][1])


@pytest.mark.rule("ARAP-AGIL-02")
def test_on_ice_only_those_are_told_who_have_to_roll():
    """At 2.5 inches who moves 4 is beyond half his rate, who moves 6 is not."""
    slow, quick = a_profile("slow", m=4), a_profile("quick", m=6, i=5)
    made, _, _ = a_unit("a1", [(20, 10), (21, 10)], profile=slow)
    made = replace(made, models=(made.models[0], replace(made.models[1], profile=quick.id)))
    state = a_battle((made, (slow, quick), ()))
    action = CallAgility(side=A, unit="a1", situation="ice", speed_in=2.5, reason="the pond")
    assert [c.exact for c in preview(state, action).chances] == ["1/2"]


# -- dangerous ground ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-TERR-02")
@pytest.mark.parametrize("strength", [0, 4, 8])
def test_a_walk_over_dangerous_ground_says_how_likely_it_hurts(strength):
    """Two of three go in; the mire bites on 2 or less."""
    mire = Terrain(
        id="mire",
        name="Mire",
        points=((12, 5), (16, 5), (16, 11.2), (12, 11.2)),
        hazard=2,
        hazard_strength=strength,
    )
    made = a_unit("a1", [(10, 9), (10, 10.5), (10, 12)], profile=a_profile("wader", sv=5), n_start=40)
    state = a_battle(made, a_unit("a2", [(10, 40)]), active="a1", ap=1, terrain=(mire,))
    action = Move(side=A, unit="a1", path=(Waypoint(at=(13, 9)),))
    chances = {c.label: Fraction(c.exact) for c in preview(state, action).chances}
    found = every_die(state, action, taken("a1"))
    assert chances["Mire harms somebody"] == 1 - found[0]
    assert chances["wounds by Mire, average"] == mean(found)


@pytest.mark.part_of("ARAP-TERR-02")
@pytest.mark.parametrize(("laid_by", "expected"), [("a", True), ("b", False)])
def test_only_those_who_laid_mines_are_told_what_these_may_cost(laid_by, expected):
    mines = Terrain(id="mines", name="Mines", points=((12, 5), (16, 5), (16, 15), (12, 15)), hazard=2, secret=laid_by)
    state = a_battle(a_unit("a1", [(10, 9)]), active="a1", ap=1, terrain=(mines,))
    action = Move(side=A, unit="a1", path=(Waypoint(at=(13, 9)),))
    assert any("Mines" in c.label for c in preview(state, action).chances) is expected
