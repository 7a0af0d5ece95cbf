"""Mounted weapons fired at the ground, and those that lob."""

import pytest
from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.indirect.guesses import RangeGuessed
from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot_at_spot import SpotShelled
from rules.arap.templates.scatter import ShellBurst
from rules.engine import legal_actions, preview
from rules.table.terrain import Terrain
from rules.vehicles.gemini.shooting.at_spot import FireMountsAt
from rules.vehicles.gemini.shooting.fire import MountShot
from rules.vehicles.gemini.shooting.shell import LobMounts, MountGuess
from rules.vehicles.shared.events import MountsFired, VehicleHit
from tests.builders import A, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.gemini.shooting.test_fire import BOLTER, battle, fire, moved, refused, squad

CANNON = a_weapon("cannon", type="ordnance", range_in=48, strength=8, ap=3, marker_in=5)
MORTAR = a_weapon("mortar", type="heavy", range_in=48, strength=4, marker_in=3, traits=("high-trajectory",))
SIEGE = a_weapon("siege", type="ordnance", range_in=72, strength=9, marker_in=5, traits=("indirect", "direct"))
NEAR = {"scatter-a": [6], "scatter-b": [5], "direction": [180]}
ON_TARGET = {"scatter-a": [3], "scatter-b": [3], "direction": [90]}


def open_field(*weapons, ap=2, b1=None):
    """The hull at (30, 24), its enemies due east of it, too few to be suppressed by one burst."""
    return battle(b1 or squad(x=50, y=24), weapons=weapons, ap=ap)


def at(x, y, *mounts):
    return FireMountsAt(side=A, unit="a1", mounts=mounts or (0,), at=(x, y))


def lob(range_in, *, mount=0, bearing=90.0, target="b1", **values):
    guess = MountGuess(mount=mount, bearing=bearing, range_in=range_in)
    return LobMounts(side=A, unit="a1", guesses=(guess,), target=target, **values)


@pytest.mark.rule("ARAP-AREA-01", "VEH-JOIN-04")
@pytest.mark.part_of("VEH-FROM-01")
def test_a_mounted_cannon_fires_at_the_ground():
    state = open_field(CANNON, BOLTER)
    x, y = state.units["b1"].models[2].at
    spot = (x, y + 2)
    seen = preview(state, at(*spot))
    assert (seen.ap, seen.shots[0].name) == (2, "Cannon")
    events, after = play(state, at(*spot), {**ON_TARGET, "to-wound": [1] * 3, "suppression-test": [1, 1]})
    assert the(events, PointsSpent).points == 2
    assert the(events, MountsFired).mounts == (0,)
    assert the(events, SpotShelled).at == spot
    assert "b1.3" in the(events, ShellBurst).touched
    assert after.units["a1"].vehicle.fired == (0,)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (at(30, 10, 1), "no-area-weapon"),
        (at(70, 60), "off-table"),
        (at(30, -1), "off-table"),
        (at(30, 10, 7), "no-weapon"),
        (at(30, 10, 0, 0), "no-weapon"),
    ],
)
def test_what_is_fired_at_the_ground_must_fit_and_reach(action, code):
    assert refused(battle(weapons=(CANNON, BOLTER)), action).code == code


def test_who_drove_too_fast_does_not_shell_the_ground():
    assert refused(moved(13, weapons=(CANNON,)), at(30, 10)).code == "too-fast"


@pytest.mark.rule("ARAP-AREA-10", "ARAP-AREA-11", "VEH-JOIN-04")
def test_a_mounted_mortar_is_guessed_with_and_not_fired_directly():
    state = open_field(MORTAR, ap=1)
    gone = refused(state, fire((0, "b1")))
    assert (gone.code, gone.rule) == ("guess-first", "ARAP-AREA-10")
    kinds = [(o.kind, o.target) for o in legal_actions(state, A) if o.action is not None and o.kind in ("fire", "lob")]
    assert kinds == [("lob", "b1")]
    seen = preview(state, lob(20))
    assert (seen.ap, seen.shots[0].notes[0]) == (1, "guessed 20″")
    events, after = play(state, lob(20), NEAR)
    assert (the(events, RangeGuessed).range_in, the(events, MountsFired).mounts) == (20, (0,))
    assert after.units["a1"].now.shot_at == "b1"
    assert refused(after, lob(20)).code in ("weapon-spent", "not-active")


def test_ordnance_costs_three_points_lobbed_and_two_when_it_is_aimed():
    state = open_field(SIEGE, ap=3)
    assert preview(state, lob(20)).ap == 3
    assert preview(state, fire((0, "b1"))).ap == 2
    assert refused(open_field(SIEGE), lob(20)).code == "too-few-points"


@pytest.mark.part_of("ARAP-AREA-10")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (lob(None), "no-range"),
        (lob(20, measured=True), "measured-first"),
        (lob(0), "bad-range"),
        (lob(50), "too-far"),
        (lob(20, bearing=30.0), "not-that-way"),
        (lob(20, mount=1), "not-guessed"),
    ],
)
def test_a_guess_is_made_before_anything_is_measured(action, code):
    assert refused(open_field(MORTAR, BOLTER), action).code == code


@pytest.mark.rule("VEH-JOIN-04")
def test_for_the_same_point_the_other_weapons_fire_directly():
    state = open_field(MORTAR, BOLTER, ap=1)
    both = lob(20, shots=(MountShot(mount=1, target="b1"),))
    assert [line.name for line in preview(state, both).shots] == ["Mortar", "Bolter"]
    events, after = play(state, both, {**NEAR, "to-hit": [6, 6, 6]})
    assert the(events, PointsSpent).points == 1
    assert after.units["a1"].vehicle.fired == (0, 1)
    twice = lob(20, shots=(MountShot(mount=0, target="b1"),))
    assert refused(state, twice).code == "no-weapon"
    assert refused(state, LobMounts(side=A, unit="a1")).code == "nobody-named"


def test_a_spot_on_the_ground_is_lobbed_at_too():
    events, _ = play(open_field(MORTAR, ap=1), lob(12, target=None), ON_TARGET)
    assert the(events, ShellBurst).target is None


# -- friends in the way --------------------------------------------------------------------------------------------

FLAT = a_weapon("ballista", type="heavy", range_in=48, strength=5, traits=("guess",))


def with_friends(*places, weapons=(FLAT,)):
    return battle(squad(x=50, y=24), a_unit("a2", places), weapons=weapons, ap=1)


@pytest.mark.rule("ARAP-SHOOT-07")
def test_a_flat_shot_at_a_guess_does_not_go_through_friends():
    """A friend 10 inches off, in the line: a guess beyond him is refused, one short of him is not, nor a lobbed one."""
    error = refused(with_friends((40, 24)), lob(20))
    assert (error.code, error.rule) == ("friends-in-the-way", "ARAP-SHOOT-07")
    assert LobMounts.check(lob(8), with_friends((40, 24))) is None
    assert LobMounts.check(lob(20), with_friends((40, 27))) is None
    assert LobMounts.check(lob(20), with_friends((40, 24), weapons=(MORTAR,))) is None


@pytest.mark.rule("ARAP-SHOOT-08")
def test_the_host_lets_a_flat_shot_at_a_guess_go_over_friends():
    ruling = RuleShot(side=A, unit="a1", target="b1", ruling="over", reason="from the bank")
    _, state = play(with_friends((40, 24)), ruling)
    assert preview(state, lob(20)).refusal is None


@pytest.mark.rule("ARAP-SHOOT-07")
def test_nor_a_flat_shot_at_a_spot_on_the_ground():
    assert refused(with_friends((40, 24)), lob(20, target=None)).code == "friends-in-the-way"
    assert LobMounts.check(lob(20, target=None), with_friends((30, 10))) is None


@pytest.mark.rule("ARAP-AREA-10")
@pytest.mark.part_of("ARAP-SUPP-01")
def test_a_mounted_mortar_tells_what_it_comes_to_before_anything_is_guessed():
    unsaid = preview(open_field(MORTAR), lob(None))
    assert unsaid.refusal.code == "no-range"
    chances = {c.label: c.value for c in unsaid.chances}
    assert chances["casualties if the guess is right"] > 0
    assert chances["suppression test"] > 0
    said = preview(open_field(MORTAR), lob(30))
    assert (said.refusal, said.shots[0].goal_text) == (None, unsaid.shots[0].goal_text)


@pytest.mark.rule("VEH-COV-03")
@pytest.mark.parametrize(("counts", "dice", "kind"), [(False, {}, "ordnance"), (True, {"hull-down": [1]}, "glancing")])
def test_a_shell_comes_down_on_a_half_hidden_hull(counts, dice, kind):
    wall = Terrain(
        id="w", name="Wall", points=((46, 20), (46, 28)), line=True, width_in=0.1, cover="hard", height_in=1.5
    )
    hidden = a_vehicle("b1", (50, 24))
    options = {"hull_down_against_plunging_fire": counts}
    state = battle(hidden, weapons=(replace(SIEGE, ap=3),), ap=3, terrain=(wall,), options=options)
    events, _ = play(state, lob(20), {**ON_TARGET, "ordnance-penetration": [6, 1], "vehicle-damage": [1], **dice})
    assert the(events, VehicleHit).kind == kind
