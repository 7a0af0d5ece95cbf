"""Tiles laid as the game goes: drawn from the stack, turned to meet the way, sealed where nothing follows."""

import pytest
from msgspec.structs import replace

from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.buildings.tiles import lay, shapes
from rules.buildings.tiles.lay import LayTile, TileLaid
from rules.buildings.tiles.rulings import RuleTile
from rules.engine import legal_actions, preview
from rules.geometry import tilings
from rules.questions import buildings
from rules.table.tiles import TileStack
from tests.builders import A, a_battle, a_profile, a_unit, play, the

SQUARES = TileStack(shapes={"I": 2, "L": 1, "dead end": 1})
EAST = 1


def exploring(stack=SQUARES, *, at=(13.6, 20.0), options=None, ap=3):
    """A cross laid about (12, 20), one of Ash at its eastern way on."""
    start = list(shapes.pieces(stack, "tile-0", "I", (12.0, 20.0), frozenset((1, 3))))
    ways = (
        [shapes.way_on(stack, f"way-{n}", (12.0, 20.0), n) for n in (1, 3)]
        if stack.sides == 4
        else [shapes.way_on(stack, "way-1", (12.0, 20.0), 0)]
    )
    units = (a_unit("a1", [at]), a_unit("b1", [(60.0, 40.0)]))
    given = {"terrain_tiles": True} if options is None else options
    state = a_battle(*units, active="a1", ap=ap, terrain=[*start, *ways], options=given)
    return replace(state, scenario=replace(state.scenario, tiles=stack))


OPEN = LayTile(side=A, unit="a1", way="way-1")


def ways(state):
    return sorted(w.leads for w in lay.ways_on(state))


@pytest.mark.rule("BLD-TILE-01", "BLD-TILE-02")
def test_a_way_is_opened_and_the_tile_that_is_drawn_lies_behind_it():
    """One I is laid; of I, L, dead end the second, an L, comes, turned to run on to the south."""
    state = exploring()
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "lay-tile"]
    assert (offer.label, offer.ap, offer.action) == ("Way 1: east", 0, OPEN)
    events, after = play(state, OPEN, {"pick": [2, 1]})
    laid = the(events, TileLaid)
    assert (laid.shape, lay.left(after)) == ("L", {"I": 1, "dead end": 1})
    assert ways(after) == [(7.0, 20.0), (17.0, 25.0)]
    assert laid.sentence(after) == "A1 opens a way: a tile like L, 1 way on"
    assert after.turn.ap == 3


@pytest.mark.rule("BLD-TILE-02")
def test_corridors_are_followed_and_rooms_are_free():
    _, after = play(exploring(), OPEN, {"pick": [2, 1]})

    def refusal(*points):
        return preview(after, Move(side=A, unit="a1", path=tuple(Waypoint(at=p) for p in points))).refusal

    assert refusal((16.8, 20.0)) is None
    assert refusal((16.8, 18.0)).code == "impassable"
    room = tuple(shapes.pieces(SQUARES, "r", shapes.DEAD_END, (17.0, 20.0), frozenset((3,))))
    assert len(room) == 2
    assert (room[0].tile, room[1].going) == ("dead end", "impassable")
    assert {side: shapes.printed()[side] for side in ("I", "L", "T", "+", "dead end")} == {
        "I": 2,
        "L": 2,
        "T": 3,
        "+": 4,
        "dead end": 1,
    }


@pytest.mark.rule("BLD-TILE-03")
def test_nothing_is_laid_from_afar_nor_where_no_tiles_are_played():
    far = preview(exploring(at=(11.0, 20.0)), OPEN).refusal
    assert (far.code, far.rule) == ("too-far", "BLD-TILE-03")
    off = preview(exploring(options={}), OPEN).refusal
    assert (off.code, off.rule) == ("no-tiles", "BLD-TILE-01")
    near = next(iter(shapes.pieces(SQUARES, "tile-7", "I", (18.0, 21.0), frozenset((0, 2)))))
    taken = exploring()
    full = preview(replace(taken, terrain=(*taken.terrain, near)), OPEN).refusal
    assert (full.code, full.rule) == ("no-room", "BLD-TILE-01")
    empty = preview(exploring(TileStack(shapes={"I": 1})), OPEN).refusal
    assert (empty.code, empty.rule) == ("none-left", "BLD-TILE-02")


@pytest.mark.part_of("BLD-TILE-02")
def test_the_preview_says_how_likely_each_shape_is():
    seen = preview(exploring(), OPEN)
    assert [(c.label, c.exact) for c in seen.chances] == [("I", "1/3"), ("L", "1/3"), ("dead end", "1/3")]


@pytest.mark.part_of("BLD-TILE-02")
def test_a_way_that_meets_no_way_is_walled_up_and_one_that_does_is_open():
    """Two ways lead to one place: the I that comes runs east and west and shuts the one from the south."""
    state = exploring(TileStack(shapes={"I": 2}))
    south = shapes.way_on(SQUARES, "way-9", (17.0, 25.0), 0)
    west = shapes.way_on(SQUARES, "way-8", (22.0, 20.0), 3)
    state = replace(state, terrain=(*state.terrain, south, west))
    events, after = play(state, OPEN)
    laid = the(events, TileLaid)
    assert ([w.id for w in laid.walled], laid.opened) == (["way-9"], ("way-8",))
    now = {p.id: p for p in after.terrain}
    assert (now["way-9"].look, now["way-9"].going, "way-8" in now) == ("wall", "impassable", False)


@pytest.mark.part_of("BLD-TILE-02")
@pytest.mark.parametrize(("sides", "area"), [(4, 25.0), (6, 21.65)])
def test_tiles_are_five_inches_across(sides, area):
    ring = tilings.outline((10.0, 10.0), sides, 5.0)
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    assert round(abs(twice) / 2, 2) == area


@pytest.mark.rule("BLD-TILE-01")
def test_hexagons_wind():
    """The way up leads to a hexagon that bends."""
    stack = TileStack(sides=6, shapes={"I": 1, "L": 1})
    events, after = play(exploring(stack, at=(12.0, 18.6)), OPEN, {"pick": [1]})
    assert the(events, TileLaid).shape == "L"
    ((x, y),) = ways(after)
    assert (round(x, 2), round(y, 2)) in {(16.33, 17.5), (7.67, 17.5), (16.33, 12.5), (7.67, 12.5)}


@pytest.mark.part_of("BLD-TILE-01")
def test_a_table_of_tiles_begins_with_gates_and_a_crossing():
    """Seven by six squares between zones of eight inches; all that is laid lies on one grid."""
    stack, laid = buildings.tiled(51, 30, 8)
    leads = sorted(p.leads for p in laid if p.leads)
    assert leads[:2] == [(10.5, 7.5), (10.5, 22.5)]
    assert [p.name for p in laid if p.name] == ["West gate 1", "West gate 2", "East gate 1", "East gate 2", "Crossing"]
    assert all((x - 10.5) % 5 == 0 and (y - 2.5) % 5 == 0 for x, y in leads)
    assert stack.shapes["L"] == 7


def rule(ruling, **values):
    return RuleTile(**{"side": A, "way": "way-1", "ruling": ruling, "reason": "a fallen beam", **values})


@pytest.mark.rule("BLD-TILE-03")
def test_the_host_blocks_a_way_and_frees_it_again():
    events, state = play(exploring(), rule("block"))
    assert events[0].sentence(state) == "Host: a way on is blocked: nobody opens it (a fallen beam)"
    refused = preview(state, OPEN).refusal
    assert (refused.code, refused.rule) == ("blocked", "BLD-TILE-03")
    _, state = play(state, rule("free"))
    assert preview(state, OPEN).refusal is None


@pytest.mark.part_of("BLD-TILE-03")
def test_nobody_climbs_over_a_way_on_that_is_shut():
    tall = exploring(at=(13.9, 20.0))
    rider = a_profile("rider", m=8, size=3)
    state = replace(
        tall, profiles={**tall.profiles, **dict.fromkeys((m.profile for m in tall.units["a1"].models), rider)}
    )
    over = Move(side=A, unit="a1", path=(Waypoint(at=(16.0, 20.0)),))
    assert preview(state, over).refusal is not None
    assert not [o for o in legal_actions(state, A) if o.kind == "climb"]
    assert not [o for o in legal_actions(tall, A) if o.kind == "climb"]


@pytest.mark.rule("BLD-TILE-03")
def test_the_host_lays_the_next_tile_by_hand():
    far = exploring(at=(30.0, 40.0))
    events, state = play(far, rule("reveal", shape="dead end"), {"pick": []})
    told = the(events, TileLaid)
    assert (told.shape, told.sentence(state)) == (
        "dead end",
        "Host: the next tile is laid (a fallen beam): a room, no way on",
    )
    assert preview(state, rule("reveal", way="way-3", shape="dead end")).refusal.code == "none-left"
    for values, code in (({"way": "x"}, "no-way"), ({"reason": " "}, "no-reason")):
        assert preview(far, rule("block", **values)).refusal.code == code
