"""Dangerous ground: one die slowly, two fast, stuck where it was met."""

from collections import Counter
from fractions import Fraction

import pytest

from rules.arap.events import ModelsMoved
from rules.dice.sources import ScriptedDice, ScriptError
from rules.engine import preview
from rules.forces.gemini import GeminiMarks
from rules.forces.unit import UnitTurn, VehicleState
from rules.progress import Progress
from rules.table.terrain import Terrain
from rules.vehicles.gemini import turn
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.events import GroundTried
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.shared.events import Immobilised, VehicleWrecked
from tests.builders import A, a_battle, play, the
from tests.rules.vehicles.garage import a_vehicle, way

COPSE = Terrain(id="w", name="Copse", points=((20, 10), (40, 10), (40, 20), (20, 20)), going="difficult", look="wood")
MARSH = Terrain(id="m", name="Marsh", points=((20, 0), (40, 0), (40, 20), (20, 20)), going="difficult", look="marsh")


def tank(*, terrain=(COPSE,), flags=None, ap=2, **values):
    return a_battle(a_vehicle("a1", flags=flags, **values), active="a1", ap=ap, terrain=terrain)


def go(y, *, actions=1):
    return Drive(side=A, unit="a1", path=way((30, y, 0)), actions=actions)


@pytest.mark.rule("VEH-TERR-03")
def test_one_die_at_six_inches_or_less():
    events, state = play(tank(), go(20), {"dangerous-terrain": [5]})
    assert the(events, GroundTried).dice == 1
    assert state.units["a1"].models[0].at == (30, 20)
    assert not state.units["a1"].vehicle.immobilised


@pytest.mark.rule("VEH-TERR-03", "VEH-DMG-05")
def test_a_six_immobilises_where_the_ground_was_met():
    """The hull is six inches long: its front meets the wood after one inch."""
    events, state = play(tank(), go(20), {"dangerous-terrain": [6]})
    assert the(events, Immobilised).unit == "a1"
    assert the(events, ModelsMoved).length_in == pytest.approx(1, abs=0.13)
    assert state.units["a1"].models[0].at[1] == pytest.approx(23, abs=0.13)
    assert state.turn.ap == 1


@pytest.mark.rule("VEH-TERR-04", "VEH-JOIN-06")
def test_two_dice_above_six_inches_by_the_length_declared():
    """Battle speed 24: a path of nine inches, the wood on its first few, is tested at nine."""
    fast = {"battle_speed_in": 28}
    events, _ = play(tank(**fast), go(15), {"dangerous-terrain": [5, 5]})
    assert the(events, GroundTried).dice == 2
    events, state = play(tank(**fast), go(15), {"dangerous-terrain": [2, 6]})
    assert state.units["a1"].vehicle.immobilised


@pytest.mark.rule("VEH-TERR-04", "VEH-DMG-06")
def test_a_double_six_destroys_it():
    events, state = play(tank(battle_speed_in=28), go(15), {"dangerous-terrain": [6, 6]})
    assert the(events, VehicleWrecked).how == "destroyed"
    assert state.units["a1"].is_gone
    assert state.turn.active is None


@pytest.mark.rule("VEH-TERR-03")
def test_one_test_for_an_area_and_turn_and_one_more_die_once_it_goes_faster():
    state = tank(battle_speed_in=24, ap=3)
    _, state = play(state, go(20), {"dangerous-terrain": [1]})
    _, state = play(state, go(19), {})
    _, state = play(state, go(16.9), {"dangerous-terrain": [2]})
    assert marks_of(state.units["a1"]).tried_ground == {"w": 2}


FAST = {"battle_speed_in": 28}
POND = Terrain(
    id="p", name="Pond", points=((20, 21), (40, 21), (40, 24), (20, 24)), going="difficult", look="ice", thin_ice=True
)


@pytest.mark.rule("VEH-JOIN-01")
@pytest.mark.parametrize(
    ("values", "terrain", "y"),
    [({}, (COPSE,), 20), (FAST, (COPSE,), 15), ({"dozer": "front"}, (COPSE,), 20), (FAST, (POND, COPSE), 15)],
)
def test_the_chances_of_a_drive_are_those_of_all_dice(values, terrain, y):
    """Each throw that may come is played, with as many dice as it asks for."""
    state, drive = tank(terrain=terrain, **values), go(y)
    chances = {chance.label: Fraction(chance.exact) for chance in preview(state, drive).chances}
    found = Counter()
    for faces, events in thrown(state, drive):
        found[fate(events)] += Fraction(1, 6 ** len(faces))
    assert chances == found


def fate(events):
    wrecked = [e.how for e in events if isinstance(e, VehicleWrecked)]
    if wrecked:
        return "is destroyed there" if wrecked[0] == "destroyed" else "is lost in it"
    return "gets stuck" if any(isinstance(e, Immobilised) for e in events) else "gets through"


def thrown(state, drive, faces=()):
    """Every way in which the dice may fall, die by die, with what comes of it."""
    try:
        events, _ = play(state, drive, {"dangerous-terrain": list(faces)} if faces else {})
    except ScriptError:
        for face in range(1, 7):
            yield from thrown(state, drive, (*faces, face))
    else:
        yield faces, events


def test_the_count_starts_afresh_in_the_next_turn():
    flags = {"vehicle": VehicleState(own=GeminiMarks(tried_ground={"w": 2})), "now": UnitTurn(tried=True)}
    progress = Progress(tank(flags=flags), ScriptedDice({}))
    turn.turn_begins(progress)
    assert marks_of(progress.state.units["a1"]).tried_ground == {}


@pytest.mark.rule("VEH-TERR-06")
def test_a_skimmer_tests_only_where_it_ends_in_dangerous_ground():
    bog = Terrain(id="m", name="Bog", points=((20, 15), (40, 15), (40, 25), (20, 25)), going="difficult", look="marsh")
    state = tank(terrain=(bog,), type="skimmer", battle_speed_in=60, at=(30, 30), length_in=2)
    events, _ = play(state, go(20), {"dangerous-terrain": [3, 3]})
    assert the(events, GroundTried).area == "m"
    events, _ = play(state, go(10), {})
    assert not [e for e in events if isinstance(e, GroundTried)]
    assert not any("is dangerous" in n for n in preview(state, go(10)).notes)


@pytest.mark.rule("VEH-TERR-06", "ARAP-GEN-02", "ARAP-GEN-03")
def test_a_walker_tests_only_where_its_column_says_so():
    play(tank(type="walker"), go(23), {})
    marshy = tank(type="walker", terrain=(MARSH,))
    play(marshy, go(22.5), {"dangerous-terrain": [1]})
    assert any("is dangerous: a 6 immobilises" in n for n in preview(marshy, go(22.5)).notes)


def test_the_preview_warns():
    shown = preview(tank(), go(20))
    assert shown.notes[-1] == "Copse is dangerous: a 6 immobilises"
