"""Rapid fire that is declined, one launcher, roofs, lines without end. (CRU-WEAP, CRU-TROOP-05)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.ids import TerrainId, UnitId, WeaponId
from rules.crusade.marks import ModelMarks
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.shooting.reloading import ReloadWeapons
from rules.engine import preview
from rules.questions import prompts
from rules.questions.crusade import guns
from rules.questions.units import states
from rules.state import GameState
from rules.table.terrain import Terrain
from tests.rules.crusade import cast
from tests.rules.crusade.acts import A1, B1, B2, answered, melee, named, refused, shoot
from tests.rules.crusade.cast import A, act, battle, put


@pytest.mark.rule("CRU-WEAP-04")
def test_rapid_fire_may_be_declined():
    state = battle(put("a1", "rhino", (20, 25)), put("b1", "dreadnought", (20, 15)))
    once = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", target=B1, once=True),))
    assert [(line.shots, line.goal_text) for line in preview(state, once).shots] == [(1, "2R")]
    _, events = act(state, once, attack=[0, 0], defence=[0, 0, 0, 0])
    assert len(named(events, "NoHitTaken")) == 1
    twice = shoot("a1", "b1")
    assert [line.shots for line in preview(state, twice).shots] == [2]
    _, events = act(state, twice, attack=[0] * 4, defence=[0] * 8)
    assert len(named(events, "NoHitTaken")) == 2


@pytest.mark.rule("CRU-WEAP-10")
def test_one_launcher_fires_either_missile_and_is_empty_then():
    krak, frag = "missile-krak", "missile-frag"
    state = battle(
        put("a1", "missile-crewman", (20, 25), weapons=(krak, frag)),
        put("b1", "dreadnought", (20, 15)),
        noting={"a1": ModelMarks(empty=(krak,))},
    )
    assert refused(state, shoot("a1", "b1", frag)) == "CRU-WEAP-10"
    assert [gun.state for gun in guns.guns(state, state.units[A1])] == ["empty", "empty"]
    assert [each.words for each in states(state, state.units[A1])][-1] == "Missile launcher frag empty"
    loaded, _ = act(state, ReloadWeapons(side=A, unit=A1))
    assert [gun.state for gun in guns.guns(loaded, loaded.units[A1])] == ["", ""]
    apart = {key: replace(w, crusade=replace(w.crusade, launcher="")) for key, w in state.weapons.items() if w.crusade}
    assert shoot("a1", "b1", frag).check(replace(state, weapons={**state.weapons, **apart})) is None


HOUSE = Terrain(
    id=TerrainId("house"), name="House", points=((16, 8), (24, 8), (24, 14), (16, 14)), look="building", cover="hard"
)
ROOFS = [("leman-russ", "bunker"), ("landspeeder", "building")]


@pytest.mark.rule("CRU-TROOP-05")
@pytest.mark.parametrize(("kind", "look"), ROOFS)
def test_under_a_roof_cover_counts_against_blasts_and_from_above(kind: str, look: str):
    def rules_of_cover(state: GameState) -> list[str]:
        return [m.rule for m in preview(state, shoot("a1", "b1")).shots[0].modifiers if m.reason == "cover"]

    house, units = replace(HOUSE, look=look), (put("a1", kind, (20, 26)), put("b1", "marine", (20, 11)))
    state = battle(*units, terrain=(house,))
    assert rules_of_cover(state) == ["CRU-TROOP-05"]
    assert rules_of_cover(replace(state, version="13")) == []
    assert rules_of_cover(battle(*units, terrain=(replace(house, look="rubble"),))) == []
    assert rules_of_cover(battle(*units, terrain=(replace(house, unroofed=True),))) == []
    penalty = [0, 0, 0, 1] if kind == "leman-russ" else [0, 0, 1]
    _, events = act(state, shoot("a1", "b1"), attack=penalty, defence=[0, 0])
    assert len(named(events, "NoHitTaken")) == 1


@pytest.mark.rule("CRU-WEAP-11")
def test_a_line_without_greatest_range_runs_over_the_table():
    lance = cast.WEAPONS[WeaponId("arc-lance")]
    assert lance.crusade
    endless = replace(lance, crusade=replace(lance.crusade, max_range_in=0))
    state = battle(put("a1", "lancer", (20, 30)), put("b1", "marine", (20, 20)), put("b2", "marine", (20, 5)))
    state = replace(state, weapons={**state.weapons, lance.id: endless})
    struck, _ = act(state, shoot("a1", "b1"), attack=[3, 0, 0], defence=[0, 0, 0, 0])
    assert (struck.units[B1].is_gone, struck.units[B2].is_gone) == (True, True)
    assert len(preview(replace(state, version="13"), shoot("a1", "b1")).shots) == 1


def tagged() -> GameState:
    """A scenario says that a multi-melta may snap fire."""
    state = battle(
        put("a1", "marine", (20, 17.2)),
        put("b1", "landspeeder", (20, 15), 180),
        noting={"b1": ModelMarks(grounded=True)},
    )
    return replace(state, scenario=replace(state.scenario, basic_weapons=("Multi-melta",)))


@pytest.mark.rule("CRU-SNAP-01", "CRU-WEAP-10", "CRU-WEAP-12")
def test_snap_fire_empties_what_has_to_be_loaded():
    state, _ = act(tagged(), melee("a1", "b1"))
    state = answered(state, "fire", snap_fire=[3, 0, 0, 0], defence=[0, 0])
    assert [gun.state for gun in guns.guns(state, state.units[UnitId("b1")])] == ["", "empty"]
    older, _ = act(replace(tagged(), version="13"), melee("a1", "b1"))
    older = answered(older, "fire", snap_fire=[3, 0, 0, 0], defence=[0, 0])
    assert [gun.state for gun in guns.guns(older, older.units[UnitId("b1")])] == ["", ""]


@pytest.mark.rule("CRU-SNAP-01", "CRU-WEAP-06")
def test_dice_of_a_re_roll_weapon_are_picked_up_in_snap_fire():
    """Up to version 14 that was not asked."""
    state = battle(
        put("a1", "marine", (20, 17.2)),
        put("b1", "raptor", (20, 15), 180),
        noting={"b1": ModelMarks(grounded=True)},
    )
    state = replace(state, scenario=replace(state.scenario, basic_weapons=("Twin heavy bolter",)))
    attacked, _ = act(state, melee("a1", "b1"))
    asked = answered(attacked, "fire", snap_fire=[0, 1, 0])
    assert asked.prompt
    assert (asked.prompt.kind, [option.label for option in asked.prompt.options]) == (
        "re-roll",
        ["Keep them all", "Pick up 0", "Pick up 0, 0", "Pick up 0, 0, 1"],
    )
    chances = prompts.odds(asked, asked)
    assert chances["2"][0].value > chances["0"][0].value
    after = answered(asked, "2", snap_fire=[3, 2], defence=[0, 0])
    assert after.units[A1].is_gone
    older, _ = act(replace(state, version="14"), melee("a1", "b1"))
    assert answered(older, "fire", snap_fire=[0, 1, 0], defence=[0, 0]).prompt.kind == "parry"


@pytest.mark.rule("CRU-SNAP-01")
def test_any_of_the_basic_weapons_may_snap_fire():
    """Those of a Baneblade that face the attacker; up to version 14 all or none did."""
    state = battle(put("a1", "marine", (16.2, 17)), put("b1", "baneblade", (20, 17)))
    asked, _ = act(state, melee("a1", "b1"))
    assert asked.prompt
    assert [(option.id, option.label) for option in asked.prompt.options] == [
        ("fire", "Snap fire: all"),
        ("5", "Only the Storm bolter (turret)"),
        ("6", "Only the Storm bolter (left sponson)"),
        ("none", "Hold fire"),
    ]
    chances = prompts.odds(asked, asked)
    assert chances["fire"][0].value > chances["5"][0].value == chances["6"][0].value
    one = answered(asked, "6", snap_fire=[3, 0], defence=[0, 1])
    assert one.units[A1].is_gone
    both = answered(asked, "fire", snap_fire=[0, 0, 1, 0], defence=[0, 0, 0, 0])
    assert both.prompt
    assert both.prompt.kind == "parry"
    older, _ = act(replace(state, version="14"), melee("a1", "b1"))
    assert older.prompt
    assert [option.label for option in older.prompt.options] == ["Snap fire: Storm bolter, Storm bolter", "Hold fire"]


def at_two(target: str, then: str, weapon: str = "0") -> FireWeapons:
    """Rapid fire, an attack at each of two."""
    aims = (WeaponAim(weapon=weapon, target=UnitId(target), then=UnitId(then)),)
    return FireWeapons(side=A, unit=A1, aims=aims)


@pytest.mark.rule("CRU-WEAP-04")
def test_the_two_attacks_of_rapid_fire_go_at_two_targets():
    """Both within 12 inches of the weapon; each has full dice and its own failure check."""
    near, far = put("b1", "marine", (17, 15)), put("b2", "marine", (23, 15))
    state = battle(put("a1", "rhino", (20, 25)), near, far, put("b3", "marine", (20, 8)))
    assert [(line.name, line.shots) for line in preview(state, at_two("b1", "b2")).shots] == [
        ("Storm bolter at marine B1", 1),
        ("Storm bolter at marine B2", 1),
    ]
    after, events = act(state, at_two("b1", "b2"), attack=[3, 1, 2, 1], defence=[0, 0, 0, 0])
    assert [after.units[each].is_gone for each in (B1, B2)] == [True, True]
    assert events[2].sentence(state) == "Rhino A1 fires its Storm bolter at marine B1 and marine B2"
    jams, _ = act(state, at_two("b1", "b2"), attack=[3, 3], defence=[0, 0])
    assert not jams.units[B2].is_gone
    assert preview(state, at_two("b1", "b3")).refusal.code == "out-of-range"
    assert preview(state, at_two("b3", "b1")).refusal.code == "out-of-range"
    single = battle(put("a1", "land-raider", (20, 25), 90), near, far)
    assert refused(single, at_two("b1", "b2")) == "CRU-WEAP-04"
    assert preview(single, at_two("b1", "b2")).refusal.code == "one-attack"
