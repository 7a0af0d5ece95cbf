"""Run over: who gets out of the way, who is hit and how hard, groups in one path."""

from collections.abc import Mapping, Sequence

import pytest

from rules.core.ids import UnitId
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.events import Rolled
from rules.state import Event, GameState
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.motion.impact import ram_strength
from rules.vehicles.gemini.tank_shock.overrun import groups, in_path, overrun
from rules.vehicles.shared.hull import hull_of
from tests.builders import A, a_battle, a_profile, a_unit, happens
from tests.rules.vehicles.garage import a_vehicle, way


def run_over(
    state: GameState, inches: float, speed: float, dice: Mapping[str, Sequence[int]], *, met: int = 0
) -> tuple[list[Event], GameState]:
    """The tank a1 drives straight on so far at that speed; exactly these dice."""
    script = ScriptedDice(dice)
    hull = hull_of(state, state.units["a1"])
    hulls = (hull, hull.driven(inches))
    found = happens(state, script, lambda p: overrun(p, UnitId("a1"), hulls, speed, met=met))
    script.finish()
    return found


def rolls(events: Sequence[Event], label: str) -> list[Rolled]:
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


def field(*places, profile=None, **values):
    """A tank 6 by 4 in the south, heading up the table, and troopers at those places."""
    return a_battle(a_vehicle("a1", (30, 30), **values), a_unit("b1", places, profile=profile))


@pytest.mark.part_of("VEH-RAM-02", "VEH-RUN-03")
@pytest.mark.parametrize(
    ("armour", "speed", "tank", "strength"),
    [
        (14, 12, True, 9),
        (9, 24, False, 8),
        (10, 2.9, True, 1),
        (13, 6, True, 6),
        (14, 36, True, 10),
        (None, 8, False, 2),
    ],
)
def test_strength_comes_from_armour_speed_and_weight(armour, speed, tank, strength):
    assert ram_strength(armour, speed, tank=tank) == strength


@pytest.mark.rule("VEH-RUN-01")
def test_at_five_inches_they_step_aside_without_a_roll():
    events, state = run_over(field((30, 24), (30, 22)), 8, 5.0, {})
    assert not rolls(events, "agility")
    hull = hull_of(state, state.units["a1"]).driven(8)
    assert all(hull.distance_to_point(m.at) >= 0.49 for m in state.units["b1"].alive)
    assert len(state.units["b1"].alive) == 2


@pytest.mark.rule("VEH-RUN-01", "VEH-RUN-02", "VEH-RUN-03", "VEH-RAM-02")
def test_who_fails_the_save_is_hit_with_ramming_strength():
    """Front 13 at 6 inches: 3 + 2 + 1 = 6, T3 wounded on 2."""
    events, state = run_over(field((30, 24), (30.9, 24)), 8, 6.0, {"agility": [3, 4], "to-wound": [2]})
    (saved,) = rolls(events, "agility")
    assert (saved.goal, saved.made) == (3, (True, False))
    (wounded,) = rolls(events, "to-wound")
    assert wounded.goal == 1
    assert [m.id for m in state.units["b1"].alive] == ["b1.1"]


@pytest.mark.rule("VEH-RUN-02")
@pytest.mark.parametrize(("move", "goal"), [(2, 2), (3, 3), (4, 3), (4.5, 4)])
def test_slow_troops_save_worse(move, goal):
    dice = {"agility": [1]}
    events, _ = run_over(field((30, 24), profile=a_profile(m=move)), 8, 6.0, dice)
    assert rolls(events, "agility")[0].goal == goal


@pytest.mark.rule("VEH-RUN-04")
def test_each_group_after_the_first_saves_one_better():
    column = [(30, 24), (30, 22), (30, 20), (30, 18)]
    events, _ = run_over(field(*column), 14, 12.0, {"agility": [3, 4, 5, 5]})
    assert [(r.goal, r.made) for r in rolls(events, "agility")] == [
        (3, (True,)),
        (4, (True,)),
        (5, (True,)),
        (6, (True,)),
    ]


def test_a_rank_is_one_group_and_an_inch_between_bases_parts_two():
    """Bases of 25 mm: 1.98 inches between centres leave an inch, 1.95 do not."""
    state = field((29, 24), (30.5, 24), (30.5, 22.02), (30.5, 20.07))
    hull = hull_of(state, state.units["a1"])
    found = groups(in_path(state, state.units["a1"], (hull, hull.driven(12))))
    assert [[m.model.id for m in g] for g in found] == [["b1.1", "b1.2"], ["b1.3", "b1.4"]]


@pytest.mark.rule("VEH-OLD-01")
def test_by_the_older_rules_who_is_run_over_is_hit_by_speed_times_armour():
    """12 x 13 / 10 is 16: Strength 10. The hit and the preview say by which rules."""
    state = a_battle(a_vehicle("a1", (30, 30)), a_unit("b1", [(30, 24)]), options={"ram_rules": "old"})
    events, _ = run_over(state, 12, 12, {"agility": [6], "to-wound": [1]})
    assert {"VEH-RUN-03", "VEH-OLD-01"} <= set(rolls(events, "to-wound")[0].rules)
    seen = preview(state.with_turn(active="a1", ap=2), Drive(side=A, unit="a1", path=way((30, 18)), actions=2))
    assert "VEH-OLD-01" in seen.rules
    assert "Strength 10 hit" in " ".join(seen.notes)


@pytest.mark.rule("VEH-RUN-03")
def test_backing_over_them_strikes_with_the_rear():
    """Rear 10 at 6 inches: 0 + 2 + 1 = 3, T3 wounded on 4."""
    events, state = run_over(field((30, 36)), -8, 6.0, {"agility": [6], "to-wound": [3]})
    assert rolls(events, "to-wound")[0].goal == 4
    assert len(state.units["b1"].alive) == 1
