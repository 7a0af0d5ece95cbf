"""The Shooting step at houses and bunkers: by the allowance, turned to face, shells by their own dice."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.breaking.damage import WallHoled
from rules.buildings.bunkers.hits import BunkerHit
from rules.buildings.sections.burst import SectionShelled
from rules.core.ids import WeaponId
from rules.engine import legal_actions, preview
from rules.forces.mount import Mount
from rules.forces.unit import UnitTurn
from rules.questions.buildings import at_walls
from rules.vehicles.trial.shooting.at_structures import StepAtBuilding, StepAtPorts, StepAtWall, StepIntoSection
from tests.builders import A, a_unit, a_weapon, play, the
from tests.rules.buildings.breaking.test_walls import SOUTH, a_house
from tests.rules.buildings.bunkers.keep import a_keep, inside
from tests.rules.buildings.bunkers.pillbox import a_bunker
from tests.rules.buildings.sections import customs
from tests.rules.vehicles.trial.park import CANNON, HOWITZER, LANCE, a_trial, trial_battle

TWINS = a_weapon("twins", type="heavy", range_in=36, shots=3, strength=7, ap=5, traits=("twin-linked",))
DUD = replace(HOWITZER, id=WeaponId("dud"), marker_in=0.0)
FIT = (
    Mount(weapon=WeaponId(CANNON.id), arc_half_deg=45, name="Hull cannon"),
    Mount(weapon=WeaponId(LANCE.id), arc_half_deg=45, name="Hull lance"),
    Mount(weapon=WeaponId(TWINS.id), arc_half_deg=180, name="Turret twins"),
    Mount(weapon=WeaponId(DUD.id), arc_half_deg=180, name="Turret howitzer"),
)


def before(*, heading=0, moved=0.0, terrain=None):
    tank = a_trial(
        "a1",
        (26.5, 34),
        heading=heading,
        weapons=(CANNON, LANCE, TWINS, DUD),
        mounts=FIT,
        flags={"now": UnitTurn(tried=True, moved_in=moved)},
    )
    return trial_battle(tank, a_unit("b1", [(27, 18)]), active="a1", ap=1, terrain=[terrain or a_house()])


def at_wall(*mounts, **values):
    return StepAtWall(side=A, unit="a1", terrain="house", wall=SOUTH, part=5, mounts=mounts, **values)


def offered(state, kind):
    return [(o.label, o.action.mounts, o.action.turn_to) for o in legal_actions(state, A) if o.kind == kind]


@pytest.mark.rule("TRI-JOIN-02", "TRI-FACE-01", "TRI-ORD-02")
def test_all_that_may_fire_together_is_offered_at_a_wall_the_shell_by_itself_and_the_turn_that_brings_more():
    door, shell_at_door, wall, shell_at_wall = offered(before(), "shoot-wall")
    assert door == ("Fire at back door", (1, 0, 2), None)
    assert shell_at_door == ("Fire Howitzer at back door", (3,), None)
    assert (wall[:2], shell_at_wall[1]) == (("Fire at the wall of House", (1, 0, 2)), (3,))
    stands, turns = [o for o in offered(before(heading=180), "shoot-wall") if "Howitzer" not in o[0]][:2]
    assert stands == ("Fire at back door", (2,), None)  # its turret alone bears as it stands
    assert turns[:2] == ("Turn and fire at back door", (1, 0, 2))
    assert "Strength 8 against Toughness 8" in preview(before(), at_wall(3)).shots[0].notes
    shown = preview(before(heading=180), at_wall(1, turn_to=0))
    assert (shown.refusal, shown.ap) == (None, 1)
    _, state = play(before(heading=180), at_wall(1, turn_to=0), {"to-hit": [1], "to-wound": [6]})
    assert state.units["a1"].models[0].facing == 0


@pytest.mark.rule("BLD-WALL-01", "TRI-FIRE-08", "TRI-FIRE-09")
def test_guns_break_into_a_house_by_the_allowance_of_its_move_and_twins_throw_misses_again():
    refused = preview(before(moved=4), at_wall(0, 1)).refusal
    assert (refused.code, refused.rule) == ("over-allowance", "TRI-FIRE-09")
    dice = {"to-hit": [1, 6, 6, 2, 6], "to-wound": [6, 6]}
    events, state = play(before(moved=4), at_wall(2), dice)
    assert the(events, WallHoled).left == 5
    assert state.units["a1"].vehicle.fired == (2,)


@pytest.mark.rule("TRI-ORD-04", "BLD-AREA-01")
@pytest.mark.parametrize(("moved", "dice", "far"), [(0.0, [2], 2), (4.0, [2, 1], 2)])
def test_a_shell_at_a_wall_scatters_as_ordnance_does_under_a_large_marker(moved, dice, far):
    state = before(moved=moved)
    line = preview(state, at_wall(3)).shots[0]
    assert line.goal_text == f"double or 7, else it scatters {'the higher of 2D6' if moved else 'D6'} inches"
    assert line.chances[0].exact == "1/3"
    faces = {"scatter-a": [2], "scatter-b": [4], "direction": [90], "ordnance-scatter-distance": dice}
    events, _ = play(state, at_wall(3), {**faces, "to-wound": [6] * 5})
    burst = next(e for e in events if isinstance(e, ShellBurst))
    assert (burst.diameter_in, burst.scatter_in) == (5.0, far)


@pytest.mark.rule("BLD-BUNK-06", "TRI-FIRE-12")
def test_a_bunker_is_fired_at_by_what_can_hurt_it():
    state = before(terrain=a_bunker())
    found = offered(state, "shoot-building")
    assert next(o[:2] for o in found) == ("Fire at Pillbox", (1,))
    shot = StepAtBuilding(side=A, unit="a1", terrain="keep", mounts=(3,), turn_to=found[-1][2])
    dice = {"scatter-a": [3], "scatter-b": [4], "ordnance-penetration": [2, 6]}
    events, state = play(state, shot, dice)
    assert the(events, BunkerHit).kind == "glancing"
    refused = preview(before(terrain=a_bunker()), replace(shot, mounts=(2,))).refusal
    assert (refused.code, refused.rule) == ("cannot-hurt", "BLD-BUNK-06")


def test_a_press_on_another_inch_of_wall_is_fired_at_by_all_that_bear():
    state = before(heading=180)
    turns = at_wall(1, 0, 2, turn_to=0)
    pressed = at_walls.meant(state, turns, (22.5, 22.3))
    assert (pressed.part, pressed.mounts, pressed.turn_to is None) == (9, (1, 0, 2), False)
    stands = at_walls.meant(state, at_wall(2), (22.5, 22.3))
    assert (stands.mounts, stands.turn_to) == ((2,), None)


def at_customs(*weapons, **house):
    """Before the windows of the Customs House, four guards behind them."""
    hull = a_trial("a1", (9, 40), heading=0, weapons=weapons)
    return trial_battle(hull, customs.guard("b1", 4), active="a1", ap=1, terrain=[customs.a_house(**house)])


@pytest.mark.rule("BLD-SSHT-08", "BLD-SSHT-10", "TRI-ORD-04")
def test_a_shell_goes_into_a_section_by_its_own_dice():
    """A double: it bursts among four behind the window; else it scatters and does not get in."""
    state = at_customs(HOWITZER)
    (first, *_) = [o for o in legal_actions(state, A) if o.kind == "blast-section"]
    assert (first.label, first.action) == (
        "Fire Howitzer into C1 of Customs House by V1",
        StepIntoSection(side=A, unit="a1", terrain="s1", section="C1", way=0, mounts=(0,)),
    )
    shown = preview(state, first.action)
    assert (shown.shots[0].chances[0].label, shown.shots[0].chances[0].exact) == ("lands in it", "1/3")
    assert shown.notes[0] == "4 inside: everybody is hit. (BLD-SSHT-08)"
    dice = {"scatter-a": [3], "scatter-b": [3], "to-wound": [6, 6, 6, 6]}
    events, after = play(state, first.action, dice)
    assert the(events, SectionShelled).burst == "C1 of Customs House"
    assert the(events, ShotsFired).hits == 4
    wide = {"scatter-a": [1], "scatter-b": [2], "direction": [90], "ordnance-scatter-distance": [4]}
    events, after = play(state, first.action, wide)
    assert (the(events, SectionShelled).burst, len(after.units["b1"].alive)) == ("", 4)


@pytest.mark.rule("BLD-PORT-01", "BLD-PORT-03")
def test_the_ports_of_a_section_are_fired_at():
    """Two hits at the ports of the eastern section: one goes in."""
    hull = a_trial("a1", (32, 12.5), heading=270, weapons=(TWINS,))
    state = trial_battle(hull, inside("b2", 2, "B", (17.5, 12.5)), active="a1", ap=1, terrain=[a_keep()])
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "building-ports"]
    assert (offer.label, offer.action) == (
        "Fire at the ports of B of Keep",
        StepAtPorts(side=A, unit="a1", terrain="keep", part="B", mounts=(0,)),
    )
    events, after = play(state, offer.action, {"to-hit": [1, 1, 6], "pick": [1], "to-wound": [6]})
    assert "1 of 2 hits goes in" in " ".join(e.sentence(after) for e in events)


@pytest.mark.rule("BLD-PORT-04", "BLD-PORT-02", "TRI-ORD-04")
def test_a_shell_is_laid_on_a_port_by_its_own_dice():
    """A 7 is on it and a 3 lets it in; one that scatters 4 goes 6, and bursts outside."""
    mount = Mount(weapon=WeaponId(HOWITZER.id), arc_half_deg=45, name="Hull howitzer")
    hull = a_trial("a1", (32, 12.5), heading=0, weapons=(HOWITZER,), mounts=(mount,))
    state = trial_battle(hull, inside("b2", 2, "B", (17.5, 12.5)), active="a1", ap=1, terrain=[a_keep()])
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "building-ports"]
    assert (offer.label, offer.action.turn_to) == ("Turn and fire Howitzer at the ports of B of Keep", 270)
    shown = preview(state, offer.action)
    assert shown.shots[0].goal_text == "double or 7, else it scatters D6 inches"
    assert (shown.shots[0].chances[0].label, shown.shots[0].chances[0].exact) == ("goes in", "1/6")
    on_it = {"scatter-a": [3], "scatter-b": [4]}
    events, after = play(state, offer.action, {**on_it, "port-pass": [3], "to-wound": [6, 6]})
    assert "Howitzer goes off inside B of Keep: 2 hits inside" in [e.sentence(after) for e in events]
    assert after.prompt.question == "B2: 2 wounds to save. Go to ground?"
    assert after.units["a1"].models[0].facing == 270
    wide = {"scatter-a": [1], "scatter-b": [2], "direction": [90], "ordnance-scatter-distance": [4]}
    events, after = play(state, offer.action, wide)
    burst = next(e for e in events if isinstance(e, ShellBurst))
    assert (burst.scatter_in, burst.at[0] > 20, len(after.units["b2"].alive)) == (6, True, 2)


@pytest.mark.rule("BLD-BUNK-05", "TRI-JOIN-02")
def test_each_section_of_a_bunker_is_picked():
    hull = a_trial("a1", (32, 12.5), heading=270, weapons=(LANCE,))
    state = trial_battle(hull, inside("b2", 2, "B", (17.5, 12.5)), active="a1", ap=1, terrain=[a_keep()])
    found = [o for o in legal_actions(state, A) if o.kind == "shoot-building"]
    assert [o.label for o in found] == ["Fire at B of Keep", "Fire at C of Keep"]
    events, _ = play(state, found[1].action, {"to-hit": [1], "armour-penetration": [1]})
    assert the(events, BunkerHit).section == "C"
