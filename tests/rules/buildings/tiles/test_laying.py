"""Tiles laid as the game goes: drawn from the stack, turned to meet the way, sealed where nothing follows."""

import math

import pytest
from msgspec.structs import replace

from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.templates.scatter import ShellBurst
from rules.buildings import confined
from rules.buildings.tiles import room, shapes
from rules.buildings.tiles.lay import LayTile, TileLaid
from rules.buildings.tiles.rulings import RuleTile
from rules.engine import legal_actions, preview
from rules.geometry import tilings
from rules.questions.buildings import tiles
from rules.state import Placement
from rules.table.scenario import Zone
from rules.table.tiles import TileStack
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the

SQUARES = TileStack(shapes={"I": 2, "L": 1, "dead end": 1})
EAST = 1


def square(centre):
    """How a square tile lies about a place."""
    return shapes.on_grid(SQUARES, centre)


def exploring(stack=SQUARES, *, at=(13.6, 20.0), options=None, ap=3):
    """A cross laid about (12, 20), one of Ash at its eastern way on."""
    lie = shapes.on_grid(stack, (12.0, 20.0))
    start = list(shapes.pieces(lie, "start", "I", frozenset((1, 3))))
    ways = [shapes.way_on(lie, f"way-{n}", n) for n in (1, 3)] if stack.sides == 4 else [shapes.way_on(lie, "way-1", 0)]
    units = (a_unit("a1", [at]), a_unit("b1", [(60.0, 40.0)]))
    given = {"terrain_tiles": True} if options is None else options
    state = a_battle(*units, active="a1", ap=ap, terrain=[*start, *ways], options=given)
    return replace(state, scenario=replace(state.scenario, tiles=stack))


OPEN = LayTile(side=A, unit="a1", way="way-1")


def ways(state):
    return sorted(w.leads for w in room.ways_on(state))


@pytest.mark.rule("BLD-TILE-01", "BLD-TILE-02")
def test_a_way_is_opened_and_the_tile_that_is_drawn_lies_behind_it():
    """One I is laid; of I, L, dead end the second, an L, comes, turned to run on to the south."""
    state = exploring()
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "lay-tile"]
    assert (offer.label, offer.ap, offer.action) == ("Way 1: east", 0, OPEN)
    events, after = play(state, OPEN, {"pick": [2, 1]})
    laid = the(events, TileLaid)
    assert (laid.shape, room.left(after)) == ("L", {"I": 1, "dead end": 1})
    assert ways(after) == [(7.0, 20.0), (17.0, 25.0)]
    assert laid.sentence(after) == "A1 opens a way: a bend, 1 way on"
    assert after.turn.ap == 3


@pytest.mark.rule("BLD-TILE-02")
def test_corridors_are_followed_and_rooms_are_free():
    _, after = play(exploring(), OPEN, {"pick": [2, 1]})

    def refusal(*points):
        return preview(after, Move(side=A, unit="a1", path=tuple(Waypoint(at=p) for p in points))).refusal

    assert refusal((16.8, 20.0)) is None
    barred = refusal((16.8, 18.0))
    assert barred.code == "impassable"
    assert "stand on ." not in barred.message
    room = tuple(shapes.pieces(square((17.0, 20.0)), "r", shapes.DEAD_END, frozenset((3,))))
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
    near = next(iter(shapes.pieces(square((18.0, 21.0)), "tile-7", "I", frozenset((0, 2)))))
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
    south = shapes.way_on(square((17.0, 25.0)), "way-9", 0)
    west = shapes.way_on(square((22.0, 20.0)), "way-8", 3)
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
    stack, laid = tiles.tiled(51, 30, 8)
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
    found = the(events, TileLaid)
    assert (found.shape, found.sentence(state)) == (
        "dead end",
        "Host: the next tile is laid (a fallen beam): a room, no way on",
    )
    assert preview(state, rule("reveal", way="way-3", shape="dead end")).refusal.code == "none-left"
    for values, code in (({"way": "x"}, "no-way"), ({"reason": " "}, "no-reason")):
        assert preview(far, rule("block", **values)).refusal.code == code


MIXED = TileStack(shapes={"I": 1, "dead end": 1}, hexagons={"T": 1})


@pytest.mark.rule("BLD-TILE-01", "BLD-TILE-02")
def test_squares_and_hexagons_are_mixed():
    """A hexagon turns one of its sides to the way; its own ways lead off at 60 degrees from there."""
    state = exploring(MIXED)
    assert [c.label for c in preview(state, OPEN).chances] == ["dead end", "hexagon T"]
    events, after = play(state, OPEN, {"pick": [2]})
    laid = the(events, TileLaid)
    assert laid.sentence(after) == "A1 opens a way: a hexagonal junction, 2 ways on"
    assert len(laid.laid[0].points) == 6
    assert tilings.overlap(laid.laid[0].points, state.terrain[0].points) < 0.01
    assert [(round(x, 1), round(y, 1)) for x, y in ways(after)] == [(7.0, 20.0), (19.5, 15.7), (19.5, 24.3)]
    assert room.left(after) == {"dead end": 1}


@pytest.mark.part_of("BLD-TILE-01")
def test_hexagons_begin_between_zones_in_the_north_and_south():
    """Everything is on the lattice of the crossing, and the first hexagons touch the walls."""
    stack, laid = tiles.tiled(48, 36, 8, hexagons=True)
    gates = [p for p in laid if "gate" in p.name]
    assert [p.name for p in gates] == ["North gate 1", "North gate 2", "South gate 1", "South gate 2"]
    assert {p.points[0][1] for p in gates} == {8.0, 28.0}
    for gate in gates:
        x, y = gate.leads
        column = (x - 24) / (5 * math.cos(math.pi / 6))
        assert abs(column - round(column)) < 0.01
        assert (y - 18 - 2.5 * (round(column) % 2)) % 5 in (0, 5)
    assert stack.sides == 6


UNDER_ROOF = replace(SQUARES, under_roof=True)


def burst_at(centre, at):
    state = exploring(UNDER_ROOF)
    room = shapes.pieces(square((17.0, 20.0)), "den", shapes.DEAD_END, frozenset((3,)))
    state = replace(state, terrain=(*(p for p in state.terrain if p.id != "way-1"), *room))
    return confined.fills(state, centre, at), confined.keeps_off(state, centre, at), confined.leaks(state, centre, at)


@pytest.mark.part_of("BLD-CONF-01", "BLD-CONF-02", "BLD-CONF-03", "BLD-CONF-04")
def test_tiles_under_a_roof_are_confined():
    """All through a room; 4 inches along a narrow corridor; out of a room by its way in, within an inch."""
    assert burst_at((17.0, 20.0), (19.0, 22.0)) == (True, False, False)
    assert burst_at((17.0, 20.0), (14.0, 20.0)) == (False, True, True)
    assert burst_at((17.0, 20.0), (13.0, 20.0)) == (False, True, False)
    assert burst_at((10.0, 20.0), (13.9, 20.0)) == (True, False, False)
    assert burst_at((10.0, 20.0), (14.4, 20.0)) == (False, False, False)
    assert burst_at((12.0, 20.0), (12.0, 23.0)) == (False, True, False)
    assert confined.space_at(exploring(), (12.0, 20.0)) is None


@pytest.mark.rule("BLD-CONF-01", "BLD-CONF-04")
def test_a_shell_in_a_tunnel_reaches_four_inches_along_it():
    """A mile of rock shelters; in the open its marker would reach an inch and a half."""
    state = exploring(UNDER_ROOF)
    gun = a_weapon("burster", type="assault", range_in=24, marker_in=3)
    units = (a_unit("a1", [(10.0, 20.0)], weapons=[gun]), a_unit("b1", [(13.6, 20.0), (14.2, 20.0), (12.0, 30.0)]))
    state = a_battle(*units, active="a1", ap=2, terrain=state.terrain, options={"terrain_tiles": True})
    state = replace(state, scenario=replace(state.scenario, tiles=UNDER_ROOF))
    dice = {"scatter-a": [2], "scatter-b": [2], "direction": [0], "to-wound": [1, 1, 1]}
    shot = FireAtSpot(side=A, unit="a1", at=(11.0, 20.0))
    events, _ = play(state, shot, dice)
    assert the(events, ShellBurst).touched == ("a1.1", "b1.1", "b1.2")
    assert "BLD-CONF-04" in the(events, ShellBurst).rules


@pytest.mark.part_of("BLD-TILE-02")
def test_single_models_find_their_own_way_along_a_corridor():
    """One stands beside the way in: its place is round a corner of rock, and it goes there by itself."""
    state = exploring(ap=3)
    units = (a_unit("a1", [(9.0, 20.0), (8.8, 22.0)]), a_unit("b1", [(60.0, 40.0)]))
    terrain = tuple(p for p in state.terrain if p.id != "way-3")
    state = replace(a_battle(*units, active="a1", ap=3, terrain=terrain), scenario=state.scenario)
    inside = Placement(model="a1.2", at=(9.9, 20.0), facing=90)
    move = Move(side=A, unit="a1", path=(Waypoint(at=(11.0, 20.0)),), placements=(inside,))
    assert preview(state, move).refusal is None
    assert preview(state, Move(side=A, unit="a1", path=move.path)).refusal is not None


def behind_the_last_gate(stack):
    """A gate of a zone in the west whose other gate leads into a room: all that is left to those in the zone."""
    lie = shapes.on_grid(stack, (12.0, 20.0))
    gate = replace(shapes.way_on(lie, "way-1", 3), leads=lie.centre)
    units = (a_unit("a1", [(8.5, 20.0)]), a_unit("b1", [(60.0, 40.0)]))
    state = a_battle(*units, active="a1", ap=3, terrain=[gate], options={"terrain_tiles": True})
    zone = Zone(side="a", points=((0.0, 0.0), (9.5, 0.0), (9.5, 48.0), (0.0, 48.0)))
    return replace(state, scenario=replace(state.scenario, tiles=stack, zones=(zone,)))


@pytest.mark.rule("BLD-TILE-02")
def test_nobody_is_shut_in():
    """Behind the last way on no room is drawn; with another way on it is, and the host may lay it by hand."""
    state = behind_the_last_gate(SQUARES)
    seen = preview(state, OPEN)
    assert [(c.label, c.exact) for c in seen.chances] == [("I", "2/3"), ("L", "1/3")]
    assert seen.notes == ("The last way on here: what is laid leads further (BLD-TILE-02).",)
    events, after = play(state, OPEN, {"pick": [3, 1]})
    laid = the(events, TileLaid)
    assert laid.sentence(after) == "A1 opens a way: a bend, 1 way on. The last way on here: what is laid leads further"
    second = replace(shapes.way_on(square((12.0, 30.0)), "way-9", 3), leads=(12.0, 30.0))
    free = replace(state, terrain=(*state.terrain, second))
    assert [c.label for c in preview(free, OPEN).chances] == ["I", "L", "dead end"]
    assert [c.label for c in preview(replace(state, version="7"), OPEN).chances] == ["I", "L", "dead end"]
    _, after = play(state, rule("reveal", shape="dead end"), {"pick": []})
    assert ways(after) == []
    only = replace(SQUARES, shapes={"dead end": 2})
    assert [c.label for c in preview(behind_the_last_gate(only), OPEN).chances] == ["dead end"]


@pytest.mark.part_of("BLD-TILE-02")
def test_a_bend_behind_the_last_way_is_turned_to_where_there_is_room():
    """North of it a tile lies already: only the turn to the south leads further."""
    state = behind_the_last_gate(replace(SQUARES, shapes={"L": 2}))
    north = tuple(shapes.pieces(square((12.0, 15.0)), "tile-n", shapes.DEAD_END, frozenset((0,))))
    state = replace(state, terrain=(*state.terrain, *north))
    _, after = play(state, OPEN, {"pick": [1]})
    assert ways(after) == [(12.0, 25.0)]
