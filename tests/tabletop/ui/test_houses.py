"""Buildings on the board: what walls are of, how doors and windows stand, what is broken, what armour a bunker has."""

import pytest
from msgspec.structs import replace

from rules.buildings.tiles import shapes
from rules.core.ids import TerrainId
from rules.table.building import Building, Hole, Opening, OpeningState, RoofSquare, Room, Walls
from rules.table.scenario import Scenario, ScenarioSide
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack
from tabletop.games.panels import table_in_words
from tabletop.scenarios.pages.drawing import ground, piece
from tabletop.ui.board.terrain import piece_svg
from tests.builders import A
from tests.rules.buildings.bunkers.keep import EAST, WEST, a_keep, before
from tests.rules.buildings.bunkers.pillbox import a_bunker, attacked

HOUSE = Terrain(
    id=TerrainId("mill"),
    name="Mill",
    points=((0, 0), (12, 0), (12, 8), (0, 8)),
    look="building",
    height_in=3,
    building=Building(handling="tabletop", openings=(Opening(a=(2, 8), b=(3.4, 8), name="yard door"),)),
)


def with_inside(**values: object) -> Terrain:
    assert HOUSE.building is not None
    return replace(HOUSE, building=replace(HOUSE.building, **values))


@pytest.mark.parametrize(
    ("walls", "css"),
    [("brick", "w-brick"), ("timber", "w-wood"), ("sheet steel", "w-steel"), ("plexi-glass", "w-glass")],
)
def test_walls_show_what_they_are_made_of(walls: Walls, css: str) -> None:
    assert css in piece_svg(piece(with_inside(walls=walls)))


@pytest.mark.parametrize(
    ("state", "shape"),
    [
        ("open", 'class="swung"'),
        ("closed", 'class="bar"'),
        ("locked", 'class="body"'),
        ("bolted", 'class="badge-d"'),
        ("blocked", 'class="cross"'),
        ("broken", 'class="torn"'),
    ],
)
def test_each_state_of_a_door_is_a_shape_of_its_own_and_a_word(state: OpeningState, shape: str) -> None:
    drawn = piece_svg(piece(with_inside(openings=(Opening(a=(2, 8), b=(3.4, 8), name="yard door", state=state),))))
    assert shape in drawn
    assert f"<title>yard door: {state}</title>" in drawn


def test_a_way_on_that_the_host_has_blocked_is_crossed_and_says_so() -> None:
    way = shapes.way_on(shapes.on_grid(TileStack(), (10.0, 10.0)), "way-1", 1)
    assert 'class="cross"' not in piece_svg(piece(way))
    drawn = piece_svg(piece(replace(way, blocked=True)))
    assert 'class="badge-d"' in drawn
    assert "blocked" in drawn.split('aria-label="')[1].split('"')[0]


def test_a_hole_is_torn_with_debris_and_its_section_says_what_is_left() -> None:
    drawn = piece_svg(piece(with_inside(holes=(Hole(wall=0, part=2, dp=3),))))
    assert "debris" in drawn
    assert "4 of 7</text>" in drawn


def test_a_vent_that_was_built_in_has_clean_edges_and_costs_its_wall_nothing() -> None:
    drawn = piece_svg(piece(with_inside(holes=(Hole(wall=0, part=2, dp=1, vent=True),))))
    assert "<title>vent</title>" in drawn
    assert "debris" not in drawn
    assert "w-dp" not in drawn


def test_a_section_that_fell_is_a_gap() -> None:
    assert 'class="breach"' in piece_svg(piece(with_inside(fallen=((0, 1),))))


def test_roof_damage_is_drawn_on_the_top_floor_where_that_is_laid_out() -> None:
    house = with_inside(roof_squares=(RoofSquare(column=4, row=3, dp=2), RoofSquare(column=5, row=3, dp=1)))
    loft = Terrain(
        id=TerrainId("loft"),
        name="Loft",
        points=((20, 10), (32, 10), (32, 18), (20, 18)),
        look="building",
        height_in=3,
        building=Building(handling="tabletop", level=2, of=HOUSE.id),
    )
    scenario = Scenario(name="Mill", sides=(ScenarioSide(id=A, name="Ash"),))
    alone, *_ = ground(scenario, (house,), zones=False).pieces
    assert [(hole.at, hole.gone) for hole in alone.roof_holes] == [((4, 3), True), ((5, 3), False)]
    below, above = ground(scenario, (house, loft), zones=False).pieces
    assert [[hole.at for hole in floor.roof_holes] for floor in (below, above)] == [[], [(24, 13), (25, 13)]]
    assert "<title>hole in the roof</title>" in piece_svg(above)


def test_a_bunker_shows_its_armour_on_each_wall_and_its_hull_points() -> None:
    pillbox = Terrain(
        id=TerrainId("pillbox"),
        name="Pillbox",
        points=((0, 0), (6, 0), (6, 4), (0, 4)),
        look="bunker",
        armour=13,
        points_of_damage=3,
        damage=1,
    )
    drawn = piece_svg(piece(pillbox))
    assert drawn.count(">13</text>") == 4
    assert (drawn.count('class="on"'), drawn.count('class="gone"')) == (2, 1)


@pytest.mark.part_of("BLD-MOVE-02")
def test_a_room_says_what_moving_through_it_is_like() -> None:
    room = Room(letter="A", points=((0, 0), (12, 0), (12, 8), (0, 8)), going="very-difficult")
    drawn = piece_svg(piece(with_inside(sections=(room,))))
    assert '>A<tspan class="go" dx="3">very difficult</tspan>' in drawn
    assert "room A very difficult" in drawn
    assert "tspan" not in piece_svg(piece(with_inside(sections=(replace(room, going="open"),))))


@pytest.mark.part_of("BLD-TUBE-09", "BLD-TUBE-10")
def test_a_walkway_shows_which_way_it_runs_and_how_fast() -> None:
    """Nine inches eastwards: three arrows for a lane, each doubled on the next one."""
    belt = Terrain(id=TerrainId("b"), name="Belt", points=((0, 0), (9, 0), (9, 3), (0, 3)), lane=1, belt_deg=90)
    drawn = piece_svg(piece(belt))
    assert drawn.split('class="belt" d="')[1].count("M") == 3
    assert "M41 20L45 15L41 10" in drawn
    assert piece_svg(piece(replace(belt, lane=2))).split('class="belt" d="')[1].count("M") == 6
    assert 'class="belt"' not in piece_svg(piece(replace(belt, lane=0)))


@pytest.mark.part_of("BLD-BUNK-05")
def test_words_for_the_table_tell_what_is_left_of_each_section_of_a_bunker() -> None:
    keep = a_keep(replace(WEST, damage=1, structural=1), EAST)
    (found,) = [line for line in table_in_words.ground(before(keep), ()) if line.startswith("Keep")]
    assert "A: armour 14, 2 of 3 hull points, breached; B: armour 14, 3 of 3 hull points" in found
    (whole,) = [line for line in table_in_words.ground(attacked(a_bunker(damage=1)), ()) if line.startswith("Pillbox")]
    assert "armour 14, 2 of 3 hull points, " in whole
