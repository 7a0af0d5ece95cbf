"""What a preview of fire says of the rules behind its numbers."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import EndActivation
from rules.engine import preview
from rules.events import Rolled
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.arap.heights import hanging
from tests.rules.arap.shooting.test_shoot import SHOOT, battle
from tests.rules.vehicles.garage import GUN, a_vehicle


def previewed(state, action=SHOOT):
    """The preview, the rules that it names and its lines' chances by label."""
    seen = preview(state, action)
    assert seen.refusal is None
    return seen, set(seen.rules), {c.label: c.exact for line in seen.shots for c in line.chances}


def stood(state, dice, saves=None):
    """The state after those shots at people who do not go to ground."""
    _, after = play(state, SHOOT, dice)
    if after.prompt is not None:
        _, after = play(after, Answer(side=B, choice="stand"), saves)
    return after


@pytest.mark.rule("ARAP-DICE-01", "ARAP-DICE-02")
@pytest.mark.parametrize(("bs", "chance", "limited"), [(3, "1/2", False), (5, "5/6", False), (8, "5/6", True)])
def test_a_roll_to_hit_is_low_and_never_easier_than_5(bs, chance, limited):
    _, rules, chances = previewed(battle(mine=a_profile("sniper", bs=bs)))
    assert chances["to hit"] == chance
    assert ("ARAP-DICE-02" in rules) is limited
    sure = battle(mine=a_profile("sniper", bs=8), models=1, distance=20)
    previewed(sure)
    events, _ = play(sure, SHOOT, {"to-hit": [6]})
    assert (the(events, Rolled).goal, the(events, Rolled).made) == (7, (False,))


@pytest.mark.rule("ARAP-DICE-03", "ARAP-DICE-04", "ARAP-DMG-03")
@pytest.mark.parametrize(("strength", "sv", "wound", "unsaved"), [(10, 2, "5/6", "1/6"), (3, 7, "1/2", "1")])
def test_a_natural_1_neither_wounds_nor_saves(strength, sv, wound, unsaved):
    gun = a_weapon(strength=strength, ap=None)
    _, _, chances = previewed(battle(gun, profile=a_profile("levy", sv=sv, t=3)))
    assert (chances["to wound"], chances["not saved"]) == (wound, unsaved)
    one = battle(a_weapon(strength=10, ap=None), profile=a_profile("levy", sv=2, t=3), models=1, distance=20)
    _, after = play(one, SHOOT, {"to-hit": [1], "to-wound": [1]})
    assert after.units["b1"].alive, "a natural 1 does not wound"
    _, after = play(one, SHOOT, {"to-hit": [1], "to-wound": [2], "save": [1]})
    assert not after.units["b1"].alive, "nor does it save"


@pytest.mark.rule("ARAP-SHOOT-04", "ARAP-DMG-02")
@pytest.mark.parametrize(
    ("distance", "close"), [pytest.param(11.9, True, marks=pytest.mark.rule("ARAP-DICE-06")), (12.5, False)]
)
def test_what_wounds_on_8_hurts_at_short_range_only(distance, close):
    gun = a_weapon(strength=2, range_in=24)
    state = battle(gun, distance=distance, models=1, profile=a_profile("ogre", t=6, w=3))
    seen = preview(state, SHOOT)
    assert ("ARAP-SHOOT-04" in seen.rules) is close
    assert seen.refusal is None
    assert {c.label: c.exact for c in seen.shots[0].chances}["to wound"] == ("1/18" if close else "0")
    hurt_nobody = "Nobody of B1 can be hurt by this; hits count for suppression all the same. (ARAP-DMG-02)"
    assert (seen.notes[:1] == (hurt_nobody,)) is not close
    preview(battle(gun, distance=5, models=1, profile=a_profile("ogre", t=6, w=3)), SHOOT)
    preview(battle(gun, distance=20, models=1, profile=a_profile("ogre", t=6, w=3)), SHOOT)
    dice = {"to-hit": [1], **({"to-wound": [6], "extended-reroll": [5]} if close else {})}
    alone = replace(gun, type="assault")
    after = stood(battle(alone, distance=distance, models=1, profile=a_profile("ogre", t=6, w=1)), dice)
    assert bool(after.units["b1"].alive) is not close, "an 8 is a 6 and then a 5"


@pytest.mark.rule("ARAP-CLIMB-07")
def test_fire_at_climbers_says_that_the_wounded_fall():
    seen = preview(hanging(battle(models=3), "b1", "cliff", 4.0, "b1.1"), SHOOT)
    falls = "Whoever is wounded on the way up falls, saved or not, from up to 4″. (ARAP-CLIMB-07)"
    assert falls in seen.notes
    assert falls not in preview(battle(models=3), SHOOT).notes


@pytest.mark.rule("ARAP-SHOOT-09")
def test_each_skill_and_weapon_has_a_line_of_its_own():
    rifle, carbine = a_weapon(), a_weapon("carbine", type="assault", shots=2)
    unit, profiles, weapons = a_unit("a1", [(10, 20), (10, 22)], weapons=(rifle, carbine))
    first, second = unit.models
    armed = replace(unit, models=(replace(first, weapons=("rifle",)), replace(second, weapons=("carbine",))))
    state = a_battle((armed, profiles, weapons), a_unit("b1", a_row(5, 20, 20)), active="a1", ap=2)
    seen, _, _ = previewed(state)
    assert sorted(line.weapon for line in seen.shots) == ["carbine", "rifle"]
    assert "ARAP-SHOOT-09" not in preview(battle(), SHOOT).rules
    events, _ = play(state, SHOOT, {"to-hit": [6] * 4})
    assert sorted(len(e.dice) for e in events if isinstance(e, Rolled)) == [2, 2]


@pytest.mark.rule("ARAP-WPN-03")
def test_the_relentless_fire_a_heavy_weapon_for_one_point():
    gun = a_weapon(type="heavy", shots=3)
    seen, _, _ = previewed(battle(gun, mine=a_profile("brute", traits=("relentless",)), ap=2))
    assert seen.ap == 1
    assert preview(battle(gun, ap=2), SHOOT).ap == 2
    _, after = play(battle(gun, mine=a_profile("brute", traits=("relentless",)), ap=2), SHOOT, {"to-hit": [6] * 3})
    assert after.turn.ap == 1


@pytest.mark.rule("ARAP-TMPL-05")
@pytest.mark.parametrize(("distance", "reached"), [(7.8, True), (21, False)])
def test_a_torrent_is_laid_up_to_its_range_away(distance, reached):
    torrent = a_weapon("torrent", type="heavy", template=True, torrent_in=12, range_in=12)
    state = battle(torrent, distance=distance, models=1)
    assert (preview(state, SHOOT).refusal is None) is reached
    near = battle(torrent, distance=7.8, models=1)
    previewed(near)
    assert not stood(near, {"to-hit": [1], "to-wound": [6]}, {"save": [4]}).units["b1"].alive


@pytest.mark.rule("ARAP-SUPP-05")
def test_nothing_suppresses_the_fearless():
    seen, _, _ = previewed(battle(profile=a_profile("zealot", traits=("fearless",))))
    assert [n for n in seen.notes if "suppress" in n]
    assert not [c for c in seen.chances if "suppress" in c.label]
    zealots = battle(profile=a_profile("zealot", traits=("fearless",)), models=2, distance=20)
    _, after = play(zealots, SHOOT, {"to-hit": [1], "to-wound": [1]})
    events, _ = play(after, EndActivation(side=A))
    assert not [e for e in events if isinstance(e, Rolled)]


@pytest.mark.rule("ARAP-SCAT-05", "ARAP-AREA-08")
def test_a_shell_scatters_less_by_the_skill_of_who_fires_it():
    shell = a_weapon("mortar", type="heavy", marker_in=3, range_in=48)
    seen, rules, _ = previewed(battle(shell, mine=a_profile("gunner", bs=4), distance=20))
    assert seen.shots[0].goal_text == "scatters 2D6 less 4, not on a double"
    switched_off = battle(shell, distance=20, options={"area_casualties_from_centre": False})
    assert "ARAP-AREA-08" in rules - set(preview(switched_off, SHOOT).rules)
    dice = {"scatter-a": [3], "scatter-b": [3], "direction": [0], "to-wound": [1], "suppression-test": [1, 1]}
    _, after = play(battle(shell, distance=20, models=1), SHOOT, dice)
    assert after.units["b1"].alive


@pytest.mark.rule("VEH-JOIN-11")
def test_a_vehicle_has_no_nerves_to_be_shaken():
    state = a_battle(
        a_unit("a1", [(30, 40)], weapons=(GUN,), profile=a_profile("gunner", bs=4)), a_vehicle("b1"), active="a1", ap=2
    )
    seen, _, _ = previewed(state, Shoot(side=A, unit="a1", target="b1"))
    assert not [c for c in seen.chances if "suppress" in c.label or "test" in c.label]
    _, after = play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [1], "armour-penetration": [1]})
    events, _ = play(after, EndActivation(side=A))
    assert not [e for e in events if isinstance(e, Rolled)]
