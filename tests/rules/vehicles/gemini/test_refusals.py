"""Refusals about vehicles that no other test looks at."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.core.refusal import Refusal
from rules.engine import legal_actions
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.driving.limber import KnockLoose, Limber, Unlimber
from rules.vehicles.gemini.ramming.unarmoured import Crash
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.gemini.street.manoeuvres import SlowManoeuvre, SlowStep, WalkBack
from rules.vehicles.gemini.transport.board import Board
from rules.vehicles.gemini.transport.leave import GetOut
from tests.builders import A, a_battle, a_unit, a_weapon
from tests.rules.test_refusals import refusal
from tests.rules.vehicles.garage import GUN, a_carrier, a_vehicle, way


def a_yard(*more: object, active: str = "a1", **hull: object) -> GameState:
    """A1, a hull with two points, and A2 on foot behind it face B1."""
    return a_battle(
        a_vehicle("a1", (20, 20), heading=90, **hull),  # type: ignore[arg-type]
        a_unit("a2", [(12, 20), (12, 22)], weapons=[a_weapon()], name="Ash Guard"),
        a_unit("b1", [(40, 20)], facing=270, name="Birch Guard"),
        *more,  # type: ignore[arg-type]
        active=active,
        ap=2,
    )


def named(state: GameState) -> GameState:
    """The hull is called the Anvil."""
    return state.with_unit(replace(state.units["a1"], name="Anvil"))  # type: ignore[index]


def a_gun(unit: str, at: tuple[float, float], **flags: object) -> object:
    """A towed gun."""
    return a_vehicle(
        unit, at, weapons=(GUN,), towed=True, length_in=2, width_in=2, flags={"name": "Field Gun", **flags}
    )


def without_gun(state: GameState) -> GameState:
    """The hull's first weapon is lost."""
    unit = state.units["a1"]  # type: ignore[index]
    assert unit.vehicle is not None
    return state.with_unit(replace(unit, vehicle=replace(unit.vehicle, lost_mounts=(0,))))


LIMBER = Limber(side=A, unit="a1", load="a3")
SLOW = SlowManoeuvre(side=A, unit="a1", steps=(SlowStep(back=True), SlowStep(), SlowStep()))
FIRE = FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),))

CASES: tuple[tuple[str, GameState, Action, str, str, str], ...] = (
    # code, state, action, rule, message, what would be allowed
    (
        "mounted-weapons",
        named(a_yard()),
        Shoot(side=A, unit="a1", target="b1"),
        "VEH-VFIRE-02",
        "Anvil fires its mounted weapons.",
        "the vehicle’s own shooting action",
    ),
    (
        "no-vehicle",
        a_yard(active="a2"),
        Board(side=A, unit="a2", vehicle="b1"),
        "VEH-BRD-04",
        "There is no vehicle of yours to board.",
        "a carrier",
    ),
    (
        "no-load",
        named(a_yard()),
        Limber(side=A, unit="a1", load="a2"),
        "VEH-TOW-01",
        "Anvil cannot tow that.",
        "a towed weapon or trailer",
    ),
    (
        "no-load",
        named(a_yard()),
        Unlimber(side=A, unit="a1"),
        "VEH-TOW-03",
        "Anvil tows nothing.",
        "a vehicle with a load",
    ),
    (
        "no-load",
        named(a_yard(ork=True)),
        KnockLoose(side=A, unit="a1"),
        "VEH-TOW-04",
        "Anvil tows nothing.",
        "a vehicle with a load",
    ),
    (
        "not-free",
        named(a_yard(a_gun("a3", (15.5, 20), towed_by="a1"))),
        LIMBER,
        "VEH-TOW-02",
        "Field Gun is not free, or Anvil tows something already.",
        "a load of one’s own that nobody tows",
    ),
    (
        "towed",
        a_yard(a_gun("a3", (15.5, 20)), active="a3"),
        Drive(side=A, unit="a3", path=way((15.5, 24))),
        "VEH-TOW-01",
        "Field Gun goes nowhere by itself.",
        "a vehicle that tows it",
    ),
    (
        "no-path",
        a_yard(),
        Drive(side=A, unit="a1", path=()),
        "VEH-JOIN-03",
        "The path has no end.",
        "at least one place to drive to",
    ),
    ("weapon-lost", without_gun(a_yard()), FIRE, "VEH-DMG-04", "Gun is destroyed.", "a working weapon"),
    (
        "not-aboard",
        a_yard(active="a2"),
        GetOut(side=A, unit="a2"),
        "VEH-BRD-10",
        "Ash Guard is not aboard a vehicle.",
        "a unit aboard",
    ),
    (
        "no-reverse",
        named(a_yard(street=True, type="bike", civilian=True)),
        SLOW,
        "VEH-REV-02",
        "Anvil does not reverse.",
        "steps forward",
    ),
    (
        "not-a-bike",
        named(a_yard(street=True)),
        WalkBack(side=A, unit="a1", inches=2),
        "VEH-REV-02",
        "Anvil is no bike.",
        "reversing by driving",
    ),
    (
        "not-single",
        a_yard(active="a2"),
        Crash(side=A, unit="a2", target="b1"),
        "VEH-RAM-05",
        "Only a single bike or creature strikes like that.",
        "one model",
    ),
    (
        "no-hull",
        a_yard(a_unit("a4", [(30, 20)], name="Hound"), active="a4"),
        Crash(side=A, unit="a4", target="b1"),
        "VEH-RAM-05",
        "Hound has no enemy hull to strike there.",
        "an enemy vehicle",
    ),
)


@pytest.mark.parametrize(
    ("code", "state", "action", "rule", "message", "allowed"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)]
)
def test_what_is_refused_says_why_by_which_rule_and_what_would_be_allowed(code, state, action, rule, message, allowed):
    assert refusal(state, action) == Refusal(code, message, rule, allowed)


def offer(state: GameState, kind: str) -> Refusal | None:
    """Why nothing of that kind can be done."""
    (found,) = [o for o in legal_actions(state, A) if o.kind == kind]
    return found.refusal


def test_without_any_enemy_there_is_nobody_to_shoot_at():
    allowed = "driving, or finishing"
    state = a_battle(a_vehicle("a1", (20, 20)), a_unit("b1", [(40, 20)], deployed=False), active="a1", ap=2)
    assert offer(state, "fire") == Refusal("no-target", "There is no enemy to shoot at.", "ARAP-SHOOT-02", allowed)
    foot = a_unit("a1", [(20, 20)], weapons=[a_weapon()])
    state = a_battle(foot, a_unit("b1", [(40, 20)], deployed=False), active="a1", ap=2)
    refused = Refusal("no-target", "There is no enemy to shoot at.", "ARAP-SHOOT-02", "move or finish")
    assert offer(state, "shoot") == refused


def test_who_finds_no_room_to_shoot_from_a_carrier_is_told_how_many_do():
    carrier = a_carrier("a1", (20, 20), heading=90, ports=(0, 0, 0), hatches=0, flags={"name": "Bulwark"})
    squad = a_unit("a2", [(20, 20), (20, 20)], weapons=[a_weapon()], aboard="a1")
    state = a_battle(carrier, squad, a_unit("b1", [(40, 20)], facing=270), active="a2", ap=1)
    found = refusal(state, Shoot(side=A, unit="a2", target="b1"))
    assert (found.code, found.rule, found.allowed) == ("no-port", "VEH-FROM-07", "another side")
    assert found.message == "Bulwark has room for 0 to shoot that way, 2 in all."
