"""What the chapters ask of buildings: here a toy system of rooms with doors and windows, plugged in and taken out."""

import threading

import pytest
from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.movement.walk import Move
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.paths.turns import Waypoint
from rules.arap.positions import engagement
from rules.arap.positions.building_interface import Rooms
from rules.arap.shooting.shoot import Shoot
from rules.arap.sight.building_interface import CoverOfBuildings
from rules.arap.sight.lines import visible
from rules.arap.templates import marker as templates_marker
from rules.arap.templates.building_interface import BurstsInBuildings, BurstsOutside
from rules.arap.terrain.building_interface import BuildingWalls, LaddersOfBuildings
from rules.arap.terrain.ladder_room import counts_for
from rules.buildings.structures import Structures
from rules.core.refusal import Refusal
from rules.engine import preview
from rules.geometry import rings
from rules.geometry.areas import line_area
from rules.geometry.templates import Marker
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, a_weapon, play
from tests.rules.interfaces import methods, questions_of

QUESTIONS = questions_of("building")
ANSWERED_AT_ONE_PLACE = (
    BuildingWalls,
    LaddersOfBuildings,
    WaysThroughBuildings,
    CoverOfBuildings,
    Rooms,
    BurstsInBuildings,
    BurstsOutside,
)

RING = ((25.0, 15.0), (35.0, 15.0), (35.0, 25.0), (25.0, 25.0))
DOOR = Opening(a=(29.0, 25.0), b=(31.0, 25.0))
WINDOW = Opening(a=(25.0, 19.0), b=(25.0, 21.0), kind="window")
LODGE = Terrain(
    id="lodge",
    name="Lodge",
    points=RING,
    going="impassable",
    look="building",
    cover="soft",
    height_in=3,
    blocks_sight=True,
    building=Building(openings=(DOOR, WINDOW)),
)


class Lodges(BuildingWalls, WaysThroughBuildings, CoverOfBuildings, Rooms, BurstsInBuildings, BurstsOutside):
    """Houses of one room: in by the door, out of the window only with eyes and bullets, and a burst fills the room."""

    def parts(self, piece, areas):
        floor = replace(piece, going="open", blocks_sight=False)
        (north, east, south, west) = rings.edges(piece.points)
        stands = [north, east, (south[0], (31.0, 25.0)), ((29.0, 25.0), south[1])]
        stands += [(west[0], (25.0, 21.0)), ((25.0, 19.0), west[1])]
        walls = [line_area(f"{piece.id}~w{n}", edge, height=3.0, thickness=0.2) for n, edge in enumerate(stands)]
        sill = line_area(f"{piece.id}~s", ((25.0, 21.0), (25.0, 19.0)), height=0.0, thickness=0.2)
        return [*((floor, a._replace(height=0.0)) for a in areas), *((piece, wall) for wall in (*walls, sill))]

    def barred(self, model, piece):
        return Refusal("impassable", "A wall.", "BLD-WALL-07", "the door")

    def cover(self, piece, eye, target):
        return "hard" if self._inside(target) else None

    def in_one_room(self, state, a, b):
        return self._inside(a.at) == self._inside(b.at)

    def fills_room(self, state, centre, at):
        return self._inside(centre) and self._inside(at)

    def is_kept_off(self, state, centre, at):
        return self._inside(centre) != self._inside(at)

    @staticmethod
    def _inside(at):
        return rings.encloses(RING, at)


@pytest.fixture
def lodges():
    with building_interface.adding(Lodges()):
        yield


class OpenGround(
    BuildingWalls,
    LaddersOfBuildings,
    WaysThroughBuildings,
    CoverOfBuildings,
    Rooms,
    BurstsInBuildings,
    BurstsOutside,
):
    """What the chapters answer themselves."""


@pytest.fixture
def nothing():
    with building_interface.adding(OpenGround()):
        yield


RIFLE = a_weapon("rifle")


def a_field(*mine, theirs=((44, 40),), facing=0):
    squad = a_unit("a1", list(mine), weapons=[RIFLE], facing=facing)
    return a_battle(squad, a_unit("b1", list(theirs)), active="a1", ap=3, terrain=(LODGE,))


def go(*points):
    return Move(side="a", unit="a1", path=tuple(Waypoint(at=p) for p in points))


@pytest.mark.parametrize("questions", QUESTIONS, ids=lambda c: c.__name__)
def test_each_chapter_asks_a_few_things(questions):
    assert 1 <= len(methods(questions)) <= 8


def test_no_two_chapters_ask_by_the_same_name():
    asked = [name for questions in QUESTIONS for name in methods(questions)]
    assert sorted(asked) == sorted(set(asked))


def test_the_shipped_rules_for_buildings_answer_what_bars_hides_and_covers():
    for questions in ANSWERED_AT_ONE_PLACE:
        assert questions in QUESTIONS
        assert isinstance(building_interface.ask(questions), Structures)


def test_what_is_plugged_in_last_answers_first_and_in_its_own_thread_alone(lodges):
    found = [building_interface.ask(Rooms)]
    other = threading.Thread(target=lambda: found.append(building_interface.ask(Rooms)))
    other.start()
    other.join()
    assert [type(answers) for answers in found] == [Lodges, Structures]


def test_a_door_opens_the_way_that_a_wall_or_window_bars(lodges):
    _, state = play(a_field((30, 26)), go((30, 23)), {})
    assert state.units["a1"].models[0].at == (30, 23)
    refusal = preview(a_field((27, 26)), go((27, 23))).refusal
    assert (refusal.code, refusal.allowed) == ("impassable", "the door")
    assert preview(a_field((24, 20), facing=90), go((27, 20))).refusal.code == "impassable"


def test_without_rules_for_buildings_a_house_is_one_solid_block(nothing):
    refusal = preview(a_field((30, 26)), go((30, 23))).refusal
    assert (refusal.code, refusal.rule) == ("impassable", "ARAP-TERR-01")


def test_one_sees_in_by_the_window_and_not_through_the_wall(lodges):
    seen = {}
    for y in (20, 17):
        state = a_field((20, y), theirs=((28, y),), facing=90)
        seen[y] = visible(state, state.units["a1"].models[0], state.units["b1"].models[0])
    assert seen == {20: True, 17: False}


def test_the_cover_of_whoever_is_inside_is_what_the_rules_for_buildings_say(lodges):
    state = a_field((20, 20), theirs=((28, 20),), facing=90)
    shot = preview(state, Shoot(side="a", unit="a1", target="b1")).shots[0]
    assert [m.value for m in shot.modifiers if "Lodge" in m.reason] == [-2]


def test_a_wall_keeps_two_models_from_fighting(lodges):
    apart = a_field((27, 24.5), theirs=((27, 25.5),))
    together = a_field((27, 23.5), theirs=((27, 24.5),))
    for state, reached in ((apart, False), (together, True)):
        a, b = (state.units[u].models[0] for u in ("a1", "b1"))
        assert engagement.reaches(state, a, b) is reached


def test_a_burst_inside_fills_the_room_and_stays_in_it(lodges):
    state = a_field((27, 25.6), theirs=((27, 24.4), (34, 16)))
    burst = Marker((27.0, 24.9), 1.5)
    assert [u.model for u in templates_marker.under(state, burst, state.units["a1"].models[0])] == ["b1.1", "b1.2"]


def test_on_the_ladder_of_a_structure_nobody_counts_for_more_than_two():
    state = a_field((30, 26))
    ogre = state.units["a1"].models[0]
    state = replace(state, profiles={p.id: replace(p, bulk="extremely-bulky") for p in state.profiles.values()})
    found = [counts_for(state, LODGE, ogre)]
    with building_interface.adding(OpenGround()):
        found.append(counts_for(state, LODGE, ogre))
    assert found == [2, 5]
