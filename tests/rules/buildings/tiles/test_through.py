"""Nobody is shut in: where no tile leads further, a wall opens. (BLD-TILE-02)"""

import pytest
from msgspec.structs import replace

from rules.buildings.tiles import room, shapes, shut_in
from rules.buildings.tiles.lay import TileLaid
from rules.engine import preview
from rules.table.tiles import TileStack
from tests.builders import play, the
from tests.rules.buildings.tiles.test_laying import OPEN, exploring


def cornered(left, *beside):
    """One way on, to the east, of a corridor; the other is blocked. Two squares on lies what is given."""
    stack = TileStack(shapes={"I": 2 if beside else 1, "dead end": left})
    state = exploring(stack)
    terrain = (replace(p, blocked=True) if p.id == "way-3" else p for p in state.terrain)
    return replace(state, terrain=(*terrain, *beside))


def is_shut_in(state):
    return shut_in.is_shut_in(state, shut_in.part_of(state, (12.0, 20.0)))


@pytest.mark.rule("BLD-TILE-02")
def test_a_wall_opens_behind_which_there_is_room_for_what_is_left():
    """A room is all that comes. Two walls of the corridor and three of the room may open: the second does."""
    state = cornered(2)
    assert preview(state, OPEN).refusal is None
    events, after = play(state, OPEN, {"pick": [1, 2]})
    laid = the(events, TileLaid)
    assert laid.shape == "dead end"
    assert [w.leads for w in room.ways_on(after) if not w.blocked] == [(12.0, 15.0)]
    assert laid.sentence(after) == "A1 opens a way: a room, no way on. Nobody is shut in: a way through a wall is found"
    assert not is_shut_in(after)
    _, on = play(
        replace(after, turn=replace(after.turn, active="a1")).with_unit(beside(after, (12.0, 17.0))), again(after)
    )
    assert not room.left(on)


def beside(state, at):
    unit = state.units["a1"]
    return replace(unit, models=(replace(unit.models[0], at=at),))


def again(state):
    return replace(OPEN, way=next(w.id for w in room.ways_on(state) if not w.blocked))


@pytest.mark.rule("BLD-TILE-02")
def test_once_all_tiles_are_laid_a_wall_opens_to_others():
    """Behind the room lies a corridor of others, which has a way to the open."""
    lie = shapes.on_grid(TileStack(), (22.0, 20.0))
    state = cornered(1, *shapes.pieces(lie, "far", "I", frozenset((0, 2))))
    events, after = play(state, OPEN, {})
    assert not [w for w in room.ways_on(after) if not w.blocked]
    assert the(events, TileLaid).through
    far = next(p.points for p in after.terrain if p.id == "far")
    assert far in shut_in.part_of(after, (12.0, 20.0))
    assert not is_shut_in(after)


@pytest.mark.rule("BLD-TILE-02")
def test_where_nothing_is_left_and_nobody_is_near_all_stays_as_it_is():
    events, after = play(cornered(1), OPEN)
    assert not the(events, TileLaid).through
    assert is_shut_in(after)


@pytest.mark.rule("BLD-TILE-02")
def test_battles_that_began_before_leave_a_side_shut_in():
    """Up to version 8 the room is laid and no wall opens."""
    events, after = play(replace(cornered(2), version="8"), OPEN, {"pick": [1]})
    laid = the(events, TileLaid)
    assert (laid.broken, laid.through) == ((), ())
    assert is_shut_in(after)
