"""What a recorded battle turned on, told from its log."""

import pytest

from rules.arap.turn.activation import Bust
from rules.arap.turn.race import GatePassed
from rules.buildings.bunkers.collapse import SectionsFallen
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.core.ids import SideId, TerrainId, UnitId
from rules.crusade.events.losses import BecameWreck
from rules.dice.sources import ScriptedDice
from rules.engine import decide, evolve
from rules.events import Rolled
from rules.progress import Action
from rules.questions.logs.chances import chances
from rules.questions.logs.decided import Story, story
from rules.state import GameState
from tests.builders import A
from tests.games.recording import FOLDER, load
from tests.rules.buildings.bunkers.keep import before as keep
from tests.rules.crusade.cast import B, battle, put
from tests.rules.vehicles.gemini.ramming.test_ram import ram
from tests.rules.vehicles.gemini.ramming.test_walls_and_blades import a_wall
from tests.rules.vehicles.gemini.ramming.test_walls_and_blades import before as before_a_wall


def story_of(name: str) -> Story:
    state, found = GameState(), []
    for event in load(FOLDER / f"{name}.json.gz").log:
        state = evolve(state, event)
        found.append((event, state))
    return story(found)


@pytest.fixture(scope="module")
def brawl() -> Story:
    return story_of("00-brawl")


def test_the_score_is_told_turn_by_turn(brawl: Story) -> None:
    assert brawl.turns == (1, 2, 3, 4, 5, 6)
    assert [(t.scored, t.score) for t in brawl.tallies] == [((0, 0, 0, 0, 0, 0), 0), ((1, 0, 0, 1, 1, 1), 4)]


def test_losses_are_counted_for_each_side(brawl: Story) -> None:
    ours, theirs = brawl.tallies
    assert (ours.units_lost, ours.models_lost, ours.busts, ours.routs) == (3, 18, 1, 2)
    assert (theirs.units_lost, theirs.models_lost, theirs.busts, theirs.routs) == (0, 11, 3, 1)


def test_the_points_of_those_who_are_left_are_counted() -> None:
    assert all(0 < tally.points_left <= 640 for tally in story_of("15-harrow-ford").tallies)


def test_a_wreck_that_stays_on_the_table_is_lost() -> None:
    before = battle(put("a1", "rhino", (20, 30)), put("b1", "rhino", (40, 5)))
    event = BecameWreck(side=B, unit=UnitId("b1"))
    found = story([(event, before), (event, event.evolve(before))])
    assert [(t.units_lost, t.models_lost, t.points_left) for t in found.tallies] == [(0, 0, 10), (1, 1, 0)]
    assert [m.title for m in found.moments] == ["Rhino B1 is destroyed"]


def moments(state: GameState, action: Action, dice: dict[str, list[int]]) -> list[tuple[str, str]]:
    """What one action in the middle of a battle brings to its story."""
    before = Bust(side=A, unit=UnitId("a1"), ends=False)
    found = [(before, state)]
    for event in decide(state, action, ScriptedDice(dice)):
        state = evolve(state, event)
        found.append((event, state))
    return [(m.title, m.text) for m in story(found).moments]


def test_what_collapses_is_one_by_whoever_brought_it_down() -> None:
    dice = {"to-hit": [1], "armour-penetration": [6], "bunker-damage": [5], "collapse-wound": [4, 4, 3]}
    fell = ("B of Keep collapses and takes C with it", "By A1")
    assert fell in moments(
        keep(), ShootBuilding(side=A, unit=UnitId("a1"), terrain=TerrainId("keep"), section="B"), dice
    )
    wall = a_wall(damage=6)
    dice = {"to-wound": [6], "structure-dp": [1], "ram-penetration": [1], "armour-penetration": [1]}
    assert ("Wall collapses", "By A1") in moments(before_a_wall(wall), ram((30, 16)), dice)


def test_moments_are_those_that_weighed_most_in_the_order_of_the_battle(brawl: Story) -> None:
    assert [(m.turn, m.side, m.title, m.why) for m in brawl.moments] == [
        (1, "b", "Saltmere Compact takes The Middle", ""),
        (5, "b", "Cleavers charges Blades", "Decisive charge"),
        (5, "b", "Blades routs", ""),
        (5, "b", "Torches is wiped out", ""),
        (6, "b", "Blades is wiped out", "Biggest swing"),
        (6, "a", "Axes: to hit, 1 of 6 made", "Least likely"),
        (6, "b", "Axes is wiped out", ""),
    ]
    assert next(m.text for m in brawl.moments if m.title == "Blades routs") == "Threw 11, needed 8 or less"


def test_what_changes_hands_says_whom_it_was_taken_from() -> None:
    lines = [(m.turn, m.side, m.title, m.text) for m in story_of("33-armour").moments]
    assert (3, "a", "Northmarch Rangers take The Middle", "Taken from Saltmere Compact") in lines


def test_a_bust_that_idles_a_whole_side_is_one_of_them() -> None:
    ford = story_of("15-harrow-ford")
    assert ("Northmarch Rangers bust with Second Section", "5 more of its units do not act in turn 2") in [
        (m.title, m.text) for m in ford.moments
    ]


def test_a_long_shot_is_one_however_little_it_was_worth() -> None:
    armour = story_of("05-armour")
    assert [(m.title, m.text) for m in armour.moments if m.why == "Long shot"] == [
        ("Gunners is wiped out", "Such dice fall once in 6 times")
    ]


def rolled(label: str, dice: tuple[int, ...], goal: int, sense: str, made: tuple[bool, ...]) -> Rolled:
    return Rolled(label=label, dice=dice, goal=goal, sense=sense, made=made, side=SideId("a"))


def test_chances_of_an_attack_multiply_step_by_step() -> None:
    hit = rolled("to-hit", (2,), 4, "low", (True,))
    through = Rolled(label="armour-penetration", dice=(5,), goal=5, sense="high", made=(True,), total=None)
    chart = Rolled(label="vehicle-damage", dice=(6,), sense="table")
    assert [(s.name, round(s.chance, 3)) for s in chances([hit, through, chart])] == [
        ("hit", 0.667),
        ("through", 0.222),
        ("damage", 0.037),
    ]
    assert chances([through]) == ()
    saved = rolled("save", (1, 6), 4, "high", (False, True))
    assert [round(s.chance, 3) for s in chances([hit, saved])] == [0.667, 0.5]


def test_a_gate_that_the_foremost_racer_passes_is_one_of_them() -> None:
    before = battle(put("a1", "rhino", (20, 30)), put("b1", "rhino", (40, 5)))
    first = GatePassed(unit=UnitId("b1"), gate="North bend", gates=1, lap=1, laps=1, score=1)
    again = GatePassed(unit=UnitId("b1"), gate="North bend", gates=1, lap=1, laps=1, score=1)
    after = first.evolve(before)
    found = story([(first, before), (first, after), (again, again.evolve(after))])
    assert [(m.side, m.title, m.text) for m in found.moments] == [
        ("b", "Rhino B1 passes North bend", "The first of its side")
    ]


def test_a_section_of_a_building_that_collapses_is_one_of_them() -> None:
    before = battle(put("a1", "rhino", (20, 30)), put("b1", "rhino", (40, 5)))
    fell = SectionsFallen(
        side=SideId("a"), terrain=TerrainId("battery"), name="Shore Battery", sections=("B", "C"), left=()
    )
    found = story([(fell, before), (fell, fell.evolve(before))])
    assert [(m.side, m.title, m.why) for m in found.moments] == [
        ("a", "B of Shore Battery collapses and takes C with it", "Biggest swing")
    ]
