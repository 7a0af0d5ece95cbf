"""What pages play of a battle: ways, shots, shells that drift, pods that come down beside their mark."""

from __future__ import annotations

import pytest

from rules.core.ids import UnitId
from rules.core.motion import Burst, Fired, Motion, Walked
from rules.crusade.courses import DriveLeg
from rules.crusade.driving.drive import DriveVehicle
from rules.crusade.events.moves import TroopMoved
from rules.crusade.pods import LandPod
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.troops import MoveTroop
from rules.engine import evolve
from rules.questions import events as questions
from rules.questions.crusade import cards, ways
from rules.state import Event, GameState
from tests.rules.crusade.acts import HOUSE
from tests.rules.crusade.cast import A, act, battle, put

A1, B1 = UnitId("a1"), UnitId("b1")


def played(state: GameState, events: list[Event]) -> list[Motion]:
    """All that a page shows of them, in order."""
    found: list[Motion] = []
    for event in events:
        before, state = state, evolve(state, event)
        found += questions.motions(before, state, event)
    return found


def test_a_drive_is_shown_leg_by_leg_and_a_walk_round_its_bends() -> None:
    state = battle(put("a1", "rhino", (20, 20)), put("a2", "marine", (5, 5)), put("b1", "marine", (40, 5)))
    legs = (DriveLeg(inches=2), DriveLeg(inches=1, turn_deg=45))
    drive = DriveVehicle(side=A, unit=A1, legs=legs)
    after, events = act(state, drive)
    first, turn, last = played(state, events)
    lines = [said for event in events if (said := event.sentence(after))]
    assert lines == ["Rhino A1 drives 2″", "Rhino A1 turns right by 45° at a cost of 2″", "Rhino A1 drives 1″"]
    assert isinstance(first, Walked)
    assert first.path == ((20, 20, 0), (20, 18, 0))
    assert isinstance(turn, Walked)
    assert isinstance(last, Walked)
    assert (turn.path[0], turn.path[1][2], last.path[0]) == ((20, 18, 0), 45, turn.path[1])

    walk = MoveTroop(side=A, unit=UnitId("a2"), path=((5, 8), (7, 8)))
    (way,) = played(state, act(state, walk)[1])
    assert isinstance(way, Walked)
    assert [(x, y) for x, y, _ in way.path] == [(5, 5), (5, 8), (7, 8)]


@pytest.mark.rule("CRU-FIRE-02", "CRU-WEAP-08")
def test_a_shot_is_shown_from_the_tip_of_the_barrel_with_its_blast() -> None:
    state = battle(put("a1", "leman-russ", (20, 25)), put("b1", "marine", (20, 12)), put("b2", "marine", (21, 12)))
    fire = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", target=B1),))
    line, blast = played(state, act(state, fire, attack=[0, 0, 0, 0], defence=[0, 0, 0, 0])[1])
    assert isinstance(line, Fired)
    assert (line.target, line.lines[0][1]) == (B1, (20, 12))
    assert line.lines[0][0][1] < 25
    assert isinstance(blast, Burst)
    assert (blast.at, blast.diameter_in, blast.touched) == ((20, 12), 4, ("b1.1", "b2.1"))


@pytest.mark.rule("CRU-WEAP-09")
def test_a_shell_at_a_spot_out_of_sight_is_told_with_where_it_drifted() -> None:
    state = battle(put("a1", "griffon", (20, 25)), put("b1", "marine", (40, 30)), terrain=(HOUSE,))
    fire = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", at=(20, 5)),))
    after, events = act(state, fire, indirect_deviation=[4], direction=[3], attack=[0] * 4)
    lines = [event.sentence(after) for event in events]
    assert "The shot of the Thunderer comes down 4″ off, at 3 o’clock" in lines
    (burst,) = played(state, events)
    assert isinstance(burst, Burst)
    assert (burst.aim, burst.at) == ((20, 5), (24, 5))


@pytest.mark.rule("CRU-POD-02")
def test_where_a_pod_was_aimed_is_known_until_its_owners_next_turn() -> None:
    state = battle(put("a1", "drop-pod", deployed=False), put("b1", "marine", (40, 5)), number=2)
    before = state
    state, events = act(state, LandPod(side=A, unit=A1, at=(20, 20)), pod_deviation=[3, 4], direction=[5])
    (fell,) = played(before, events)
    assert isinstance(fell, Burst)
    assert (fell.aim, fell.diameter_in) == ((20, 20), 4)
    assert "Drop pod A1 lands 7″ from where it was aimed, at 5 o’clock" in [e.sentence(state) for e in events]
    (found,) = cards.drifts(state)
    assert (found.aim, found.at, found.inches, found.clock) == ((20, 20), (23.5, 26.0622), 7, 5)


@pytest.mark.rule("CRU-POD-02")
def test_a_pod_that_the_edge_of_the_table_stops_is_told_where_it_landed() -> None:
    """Twelve inches to the left of a spot that is five inches from the edge."""
    state = battle(put("a1", "drop-pod", deployed=False), put("b1", "marine", (40, 5)), number=2)
    state, events = act(state, LandPod(side=A, unit=A1, at=(5, 20)), pod_deviation=[6, 6], direction=[9])
    (found,) = cards.drifts(state)
    assert found.inches == pytest.approx(5 - found.at[0], abs=0.01)
    assert found.inches < 5
    said = f"Drop pod A1 lands at the table’s edge, {found.inches:.3g}″ from where it was aimed, at 9 o’clock"
    assert said in [e.sentence(state) for e in events]


def test_a_point_ahead_is_nowhere_to_back_up_to() -> None:
    state = battle(put("a1", "rhino", (20, 20), 0), put("b1", "marine", (40, 5)))
    unit = state.units[UnitId("a1")]
    assert ways.course(state, unit, ((20, 15),), None, back=True).legs == ()
    assert ways.course(state, unit, ((20, 22),), None, back=True).legs == (DriveLeg(inches=2),)


def test_how_far_a_walk_went_is_said_to_the_hundredth() -> None:
    state = battle(put("a1", "marine", (5, 5)), put("b1", "marine", (40, 5)))
    walked = TroopMoved(seq=1, unit=A1, at=(9.9946, 5), facing=90, inches=5.9946, spent_in=5.9946)
    assert walked.sentence(state).endswith(" moves 5.99″")
