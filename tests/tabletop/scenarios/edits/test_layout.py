"""Symmetric tables, terrain by chance, templates."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.geometry import layouts
from rules.table.scenario import Zone
from tabletop.scenarios.draft import bounds, checks, shapes
from tabletop.scenarios.edits import generator, layout, templates, tiles
from tests.tabletop.scenarios.drafts import a_draft, edited, piece

STYLES = list(generator.STYLES)


def images(draft, how):
    """The outlines of everything, and those of their images."""
    scenario = draft.scenario
    change = shapes.mirrored(scenario.width_in, scenario.height_in, how)
    own = {frozenset(each.points) for each in scenario.terrain}
    return own, {frozenset(shapes.changed(each.points, change)) for each in scenario.terrain}


@pytest.mark.parametrize("how", layout.WAYS)
def test_one_half_becomes_the_image_of_the_other(how):
    draft = a_draft()
    for kind, at in (("wood", "20,10"), ("wall", "20,15"), ("field", "60,40"), ("building", "36,24")):
        draft = edited(draft, do="add", kind=kind, at=at)
    draft = edited(draft, do="layout", how=how)
    own, image = images(draft, how)
    assert own == image
    assert sorted(each.name for each in draft.scenario.terrain) == ["Building", "Wall", "Wall", "Wood", "Wood"]


def test_zones_change_sides_and_headings_with_their_image():
    zone = Zone(side="a", points=((0, 0), (10, 0), (10, 48), (0, 48)), facing_deg=90)
    draft = edited(a_draft(zones=(zone,)), do="layout", how="across")
    assert draft.scenario.zones[1] == replace(
        zone, side="b", points=((72, 0), (62, 0), (62, 48), (72, 48)), facing_deg=270
    )
    mined = edited(edited(a_draft(), do="add", kind="mines", at="20,10"), do="layout", how="turned")
    assert piece(mined, "mines-2").secret == "b"


def test_a_road_over_the_whole_table_is_not_doubled():
    draft = edited(a_draft(), do="add", kind="road", points="0,20 36,22 72,30")
    assert len(edited(draft, do="layout", how="across").scenario.terrain) == 1


# ------------------------------------------------------------------ by chance


@pytest.mark.parametrize("how", STYLES)
def test_the_same_seed_lays_the_same_table_and_another_one_another(how):
    once, again = (generator.landscape(a_draft(), how, 7) for _ in range(2))
    assert once == again
    assert generator.landscape(a_draft(), how, 8) != once
    assert len(once.scenario.terrain) >= 8


@settings(deadline=None, max_examples=25)
@given(
    st.sampled_from(STYLES),
    st.integers(0, generator.MOST_SEED),
    st.sampled_from(["", *layout.WAYS]),
    st.sampled_from([(72, 48), (48, 48), (96, 48), (36, 60)]),
)
def test_what_is_laid_by_chance_can_always_be_played(how, seed, even, size):
    draft = templates.made(replace_size(templates.TEMPLATES[1], size))
    made = generator.landscape(draft, how, seed, even)
    assert checks.blocking(made.scenario) == ()
    assert list(bounds.faults(made)) == []
    assert made.scenario.zones == draft.scenario.zones


def replace_size(template, size):
    return template._replace(size=size, style="", even="")


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.integers(4, 14), st.integers(4, 9))
@pytest.mark.part_of("BLD-TILE-01", "BLD-TILE-02")
def test_tiles_have_the_shapes_of_the_rules_and_every_one_is_reached(seed, across, down):
    laid = tiles.laid(across, down, random.Random(seed))
    exits = {"I": 2, "L": 2, "T": 3, "+": 4, "dead end": 1}
    assert all(len(tile.exits) == exits[tile.shape] for tile in laid.values())
    assert all(tile.exits in ({"n", "s"}, {"e", "w"}) for tile in laid.values() if tile.shape == "I")
    steps = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
    reached, todo = {(across // 2, down // 2)}, [(across // 2, down // 2)]
    while todo:
        x, y = todo.pop()
        near = [(x + steps[way][0], y + steps[way][1]) for way in laid[(x, y)].exits]
        new = [cell for cell in near if cell in laid and cell not in reached]
        reached.update(new)
        todo += new
    assert reached == set(laid)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000))
@pytest.mark.part_of("BLD-TILE-03")
def test_what_is_beyond_a_closed_exit_lies_behind_it_and_cannot_be_reached_otherwise(seed):
    draft = templates.made(templates.template("streets"))
    open_town = generator.landscape(draft, "town", seed).scenario.terrain
    town = generator.landscape(draft, "town", seed, with_closed=True).scenario.terrain
    exits = [each for each in town if each.closed]
    assert len(exits) <= 3
    assert [each.points for each in town if not each.closed] == [each.points for each in open_town]
    streets = [each for each in town if each.going == "road"]
    for door in exits:
        ends = [each for each in streets if shapes.centre(door.points) in each.points]
        assert door.behind in {each.behind for each in ends} | {None}
    assert {each.behind for each in town} <= {each.id for each in exits} | {None}
    tiled = tiles.laid(9, 9, random.Random(seed))
    ways = tiles.closed(tiled, (4, 4), random.Random(seed))
    near = {cell: tuple(tiles._joined(tiled, cell)) for cell in tiled}
    for way, beyond in ways.items():
        assert way[1] in beyond
        assert way[0] not in beyond
        assert tiles._reached(near, (4, 4), without=way) | beyond == set(tiles._reached(near, (4, 4)))


@pytest.mark.part_of("BLD-TILE-02")
def test_a_dead_end_is_a_room_with_one_door_where_its_way_comes_in():
    (room,) = tiles._tile(tiles.Tile("dead end", frozenset("e")), (10, 10))
    assert room.look == "building"
    (door,) = room.building.openings
    assert (door.kind, door.a[0], door.b[0]) == ("door", 12.2, 12.2)
    streets = list(tiles._tile(tiles.Tile("+", frozenset("nesw")), (10, 10)))
    assert [street.points for street in streets] == [((10, 7.5), (10, 12.5)), ((12.5, 10), (7.5, 10))]


# ------------------------------------------------------------------ templates


@pytest.mark.parametrize("template", templates.TEMPLATES, ids=lambda each: each.id)
def test_every_template_can_be_played(template):
    draft = templates.made(template, "Tonight")
    assert draft.scenario.name == "Tonight"
    assert checks.blocking(draft.scenario) == ()
    assert len(draft.scenario.objectives) == template.objectives
    assert {zone.side for zone in draft.scenario.zones} == {"a", "b"}
    areas = [each.points for each in draft.scenario.terrain if not each.line]
    assert all(layouts.is_simple(ring) for ring in areas)
