"""The lock of a door is shot at: it stays locked, but works no more on that side."""

import pytest
from msgspec.structs import replace

from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.doors.locks import HackLock
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.questions.buildings import at_walls
from tests.builders import play
from tests.rules.buildings.doors.test_doors import a_field, at_door, door_of

LOCK = ShootWall(side="a", unit="a1", terrain="house", opening=0, lock=True)


@pytest.mark.rule("BLD-LOCK-03", "BLD-WALL-02")
def test_a_lock_is_shot_off_at_toughness_two():
    state = a_field((30, 31), ap=2, facing=0, state="locked")
    labels = [o.label for o in legal_actions(state, "a") if o.kind == "shoot-wall"]
    assert labels[:2] == ["Shoot at yard door", "Shoot at the lock of yard door"]
    shown = preview(state, LOCK)
    assert "Strength 3 against Toughness 2" in shown.shots[0].notes
    assert "lock smashed" in {c.label for c in shown.chances}
    events, after = play(state, LOCK, {"to-hit": [1, 6], "to-wound": [3]})
    assert [e.goal for e in events if isinstance(e, Rolled) and e.label == "to-wound"] == [3]
    assert (door_of(after).state, door_of(after).smashed, door_of(after).lost) == ("locked", True, 0)
    assert preview(after, replace(LOCK)).refusal.code == "no-lock"
    assert preview(after, at_door(HackLock)).refusal is not None


@pytest.mark.part_of("BLD-LOCK-03")
def test_a_console_is_shot_at_where_it_hangs_and_no_lock_from_inside():
    state = a_field((33, 31), ap=1, state="locked", console=(33.0, 25.5))
    assert at_walls.place_of(state, LOCK) == ((33.0, 25.5), (33.0, 25.5))
    assert "range 5.50″" in preview(state, LOCK).shots[0].notes
    assert preview(a_field((30, 22), ap=1, facing=180, state="locked"), LOCK).refusal.code == "inside"
    assert preview(a_field((30, 31), ap=1, state="closed"), LOCK).refusal.code == "no-lock"
