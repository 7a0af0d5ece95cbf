"""Tank shock: who tests, who flinches, who jumps clear, who stands before the tank and what becomes of it."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules import codec
from rules.answers import Answer
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.morale.rout import UnitRouted
from rules.engine import legal_actions, preview
from rules.events import Note, Rolled
from rules.state import Event, GameState
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.tank_shock import death_or_glory, shock
from rules.vehicles.shared.events import VehicleHit
from rules.vehicles.shared.hull import hull_of
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle, way

KRAK = a_weapon("krak", type="grenade", strength=6, ap=4, traits=("krak",))
BOMB = a_weapon("melta-bomb", type="bomb", strength=8, ap=1, traits=("melta", "planted"))
RIFLE = a_weapon("rifle")
LANCE = a_weapon("lance", type="heavy", strength=8, ap=2)


def field(*places, weapons=(RIFLE,), ld=7, ap=2, tank=None, others=(), terrain=(), **flags) -> GameState:
    """A tank 6 by 4 at (30, 30) heading up the table, its front at y 27; a unit at those places."""
    return a_battle(
        a_vehicle("a1", (30, 30), **(tank or {})),
        a_unit("b1", places, weapons=weapons, profile=a_profile(ld=ld), **flags),
        *others,
        active="a1",
        ap=ap,
        terrain=terrain,
    )


def go(*path, actions=1) -> Drive:
    return Drive(side=A, unit="a1", path=way(*path), actions=actions)


def rolls(events: Sequence[Event], label: str) -> list[Rolled]:
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


def answered(state: GameState, choice: str, dice=None):
    return play(state, Answer(side=B, choice=choice), dice or {})


def would_test(state: GameState, action: Drive) -> bool:
    """Whether the unit would take a test."""
    way_of = action.way(state)
    return bool(shock.shocked(state, state.units["a1"], way_of.hulls))


SQUAD = [(30, 24 - 1.2 * n) for n in range(10)]


@pytest.mark.rule("VEH-SHOCK-01")
@pytest.mark.parametrize(("left", "goal"), [(4, 7), (5, 8), (10, 9)])
def test_the_score_needed_counts_losses_and_numbers(left, goal):
    """Ld 8: four of ten left need 7, five need 8, all ten 9."""
    state = field(*SQUAD, ld=8)
    unit = state.units["b1"]
    models = tuple(replace(m, wounds=0) if n >= left else m for n, m in enumerate(unit.models))
    state = state.with_unit(replace(unit, models=models))
    events, _ = play(state, go((30, 26)), {"leadership": [goal - 3, 3]})
    (test,) = rolls(events, "leadership")
    assert (test.goal, test.passed) == (goal, True)


@pytest.mark.rule("VEH-SHOCK-01", "ARAP-MORAL-03", "ARAP-SUPP-03")
def test_suppression_counts_and_a_double_one_always_passes():
    state = field((30, 24), ld=7, s_active=6)
    events, after = play(state, go((30, 26)), {"leadership": [1, 1]})
    (test,) = rolls(events, "leadership")
    assert (test.goal, test.passed) == (1, True)
    assert not after.units["b1"].routing


@pytest.mark.part_of("VEH-SHOCK-01")
@pytest.mark.parametrize(
    ("places", "shocked"),
    [
        ([(30, 24)], True),
        ([(33, 26)], False),
        ([(32.9, 26), (32.9, 24)], True),
        ([(33.1, 26), (33.1, 24)], False),
        ([(27, 25), (33.5, 25)], True),
        ([(32.9, 33), (32.9, 31)], False),
    ],
)
def test_what_counts_as_driving_through(places, shocked):
    """Over one, within an inch of two, or between two; not who stood as near before."""
    assert would_test(field(*places), go((30, 26))) == shocked


def test_who_does_not_test():
    mill = Terrain(id="m", name="Mill", points=((29, 22), (31, 22), (31, 25), (29, 25)), look="building", going="open")
    assert not would_test(field((30, 24), terrain=(mill,)), go((30, 26)))
    assert not would_test(field((30, 24), tank={"civilian": True}), go((30, 26)))
    assert not would_test(field((30, 24), routing=True), go((30, 26)))
    friends = field((50, 10), others=(a_unit("a2", [(30, 24)]),))
    assert not would_test(friends, go((30, 26)))


@pytest.mark.rule("VEH-SHOCK-01", "VEH-SHOCK-02", "ARAP-ROUT-01")
def test_a_unit_that_fails_flinches_at_once_and_steps_aside():
    """Ld 7, eight rolled: it routs; those still in the path are not run over."""
    state = field((30, 24), (30, 22.5))
    events, after = play(state, go((30, 24)), {"leadership": [4, 4], "flinch": [1]})
    assert the(events, UnitRouted).cause == "a1"
    assert (after.prompt.kind, after.prompt.side) == ("flee-path", B)
    events, after = answered(after, after.prompt.decline)
    assert not rolls(events, "agility")
    unit = after.units["b1"]
    assert unit.routing
    assert len(unit.alive) == 2
    hull = hull_of(after, after.units["a1"])
    assert hull.centre == (30, 24)
    assert all(hull.distance_to_point(m.at) >= 0.49 for m in unit.alive)


@pytest.mark.rule("VEH-SHOCK-03", "VEH-RUN-02", "VEH-RUN-03")
def test_a_unit_that_passes_jumps_clear_or_is_run_over():
    """At 6 inches each saves on 3; the second is hit with Strength 6 and dies."""
    state = field((29, 24), (30.2, 24))
    events, after = play(state, go((30, 24)), {"leadership": [3, 4], "agility": [3, 4], "to-wound": [2]})
    assert [m.id for m in after.units["b1"].alive] == ["b1.1"]
    assert the(events, WoundsTaken).cause == "run-over"
    assert not after.units["b1"].routing
    drives = [e for e in events if isinstance(e, ModelsMoved) and e.how == "drive"]
    assert [(d.length_in, d.spent_in) for d in drives] == [(6, 6)]


@pytest.mark.rule("VEH-SHOCK-01", "VEH-RUN-04")
def test_two_units_one_behind_the_other_test_in_turn():
    """The second unit is the second group: it saves one better."""
    state = field((30, 24), others=(a_unit("b2", [(30, 21)]),))
    dice = {"leadership": [3, 4, 4, 3], "agility": [3, 4]}
    events, _ = play(state, go((30, 21), actions=2), dice)
    assert [r.unit for r in rolls(events, "leadership")] == ["b1", "b2"]
    assert [(r.unit, r.goal) for r in rolls(events, "agility")] == [("b1", 3), ("b2", 4)]


def bearing_down(weapons, *, total=(3, 4), **values) -> GameState:
    """The tank drives 6 inches at two who stood their test."""
    _, state = play(field((30, 24), (31.5, 24), weapons=weapons, **values), go((30, 24)), {"leadership": total})
    assert state.prompt is not None
    assert (state.prompt.kind, state.prompt.side) == ("death-or-glory", B)
    return state


@pytest.mark.rule("VEH-SHOCK-04")
def test_those_in_front_are_asked_with_the_odds():
    """Front 12: a krak grenade glances on a 6, and a 4 or a 6 on the chart stops the tank: 1 in 18."""
    state = bearing_down((RIFLE, KRAK), tank={"front": 12})
    options = {o.id: o for o in state.prompt.options}
    assert list(options) == ["clear", "all", "b1.1/krak", "b1.2/krak"]
    assert [o.path[-1] for o in state.prompt.options[2:]] == [(30, 24), (31.5, 24)], "who is who is drawn"
    assert state.prompt.decline == "clear"
    assert "1/18 (5.6%)" in options["b1.1/krak"].detail
    assert options["all"].detail.startswith(f"2 × {KRAK.name}, Strength 6: it is stopped ")
    vehicle = state.units["a1"]
    assert death_or_glory.stops(state, vehicle, [KRAK]) == pytest.approx(1 / 18)


def test_nobody_is_asked_who_could_not_so_much_as_glance():
    state = field((30, 24), weapons=(RIFLE, KRAK))
    _, state = play(state, go((30, 24)), {"leadership": [3, 4], "agility": [3]})
    assert state.prompt is None


@pytest.mark.rule("VEH-SHOCK-03", "VEH-SHOCK-04")
def test_jumping_clear_is_the_default():
    state = bearing_down((KRAK,), tank={"front": 12})
    _, state = answered(state, "clear", {"agility": [3, 3]})
    assert len(state.units["b1"].alive) == 2
    assert hull_of(state, state.units["a1"]).centre == (30, 24)


@pytest.mark.rule("VEH-SHOCK-04")
def test_a_stopped_tank_halts_an_inch_short():
    """A melta-bomb: 8 + 3 + 2 is 13, a glancing hit; a 3 with AP 1 stuns, an inch before them."""
    state = bearing_down((RIFLE, BOMB))
    events, state = answered(state, "all", {"melta-penetration": [3, 2, 1, 1], "vehicle-damage": [3]})
    assert [(e.face, e.kind) for e in events if isinstance(e, VehicleHit)] == [("front", "glancing"), ("front", "none")]
    tank = hull_of(state, state.units["a1"])
    assert tank.centre == pytest.approx((30, 28))
    assert len(state.units["b1"].alive) == 2
    assert state.units["a1"].vehicle.stunned
    assert [e.text for e in events if isinstance(e, Note)][-1] == "A1 is stopped before B1"
    assert state.units["a1"].now.moved_in == pytest.approx(2)


@pytest.mark.rule("VEH-SHOCK-04", "VEH-SHOCK-03")
def test_who_stands_in_vain_is_killed_and_the_tank_drives_on():
    """One stands and fails, without test or save; the other jumps clear."""
    state = bearing_down((RIFLE, KRAK), tank={"front": 12})
    _, state = answered(state, "b1.1/krak")
    assert [o.id for o in state.prompt.options] == ["fire", "all"]
    events, state = answered(state, "fire", {"death-or-glory": [5], "agility": [3]})
    assert rolls(events, "death-or-glory")[0].goal == 6
    assert [m.id for m in state.units["b1"].alive] == ["b1.2"]
    assert hull_of(state, state.units["a1"]).centre == (30, 24)
    now = state.units["a1"].now
    assert (now.moved_in, now.allowance_spent_in) == pytest.approx((6, 6))


@pytest.mark.rule("VEH-SHOCK-04")
def test_shaken_does_not_stop_it():
    """A lance of Strength 8 glances on 5; shaken only: the tank kills him and goes on."""
    state = bearing_down((LANCE,))
    _, state = answered(state, "b1.1/lance")
    _, state = answered(state, "fire", {"death-or-glory": [5], "vehicle-damage": [3], "agility": [3]})
    assert state.units["a1"].vehicle.shaken
    assert [m.id for m in state.units["b1"].alive] == ["b1.2"]


def test_a_drive_that_waits_for_an_answer_survives_a_restart():
    state = bearing_down((BOMB,))
    assert codec.decode_state(codec.encode(state)) == state


@pytest.mark.rule("VEH-SHOCK-01", "VEH-RUN-01")
def test_the_preview_tells_who_is_in_the_way():
    seen = preview(field((29, 24), (30.2, 24)), go((30, 24)))
    assert seen.refusal is None
    assert seen.marked == ("b1.1", "b1.2")
    assert [(c.label, c.exact) for c in seen.chances] == [("B1 routs", "5/12")]
    assert "B1: tank shock, holds on 7 or less" in seen.notes
    assert "2 of B1 in the path: saves on 3 or less, else a Strength 6 hit; each loses a wound 42%" in seen.notes


@pytest.mark.part_of("VEH-SHOCK-01")
def test_tank_shock_is_offered_at_whom_a_straight_drive_would_shock():
    state = field((30, 22), (30, 20), others=(a_unit("b2", [(10, 5)]), a_unit("b3", [(50, 47)])))
    found = [o for o in legal_actions(state, A) if o.kind == "tank-shock"]
    assert [(o.target, o.ap) for o in found] == [("b1", 1)]
    assert found[0].action.path[-1].at == (30, 24)


@pytest.mark.rule("VEH-SHOCK-01", "VEH-RUN-01")
def test_the_ws_that_a_profile_has_by_default_makes_no_tank_a_machine():
    """A tank with a WS still drives through troops; a driven walker with one does too, and is fought by its WS."""
    for kind, machine in (("tracked", False), ("walker", True)):
        state = field((30, 24), tank={"ws": 3, "type": kind})
        assert state.profile(state.units["a1"].models[0]).is_machine == machine
        assert would_test(state, go((30, 26)))
        seen = preview(state, go((30, 26)))
        assert (seen.refusal, seen.marked) == (None, ("b1.1",))
