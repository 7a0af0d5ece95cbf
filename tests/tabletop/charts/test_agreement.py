"""The page and the preview in play say the same of the same shot."""

import pytest
from msgspec.structs import replace

from rules import preview
from rules.arap.shooting.shoot import Shoot
from rules.forces.unit import UnitTurn, VehicleState
from rules.progress import Action
from rules.questions import shots
from rules.questions.charts import calculator
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from tabletop.charts import asked, prefill, present, sources
from tabletop.charts.sheet import NUMBERS, Sheet
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_vehicle
from tests.rules.vehicles.trial.park import HOWITZER, a_condition, a_trial, fire, trial_battle
from tests.rules.vehicles.trial.park import LANCE as TRIAL_LANCE

RIFLE = a_weapon("rifle", type="rapid-fire", range_in=24, strength=4, ap=5)
LANCE = a_weapon("lance", type="heavy", range_in=48, strength=9, ap=1, traits=("laser",))
FLAMER = a_weapon("flamer", type="assault", strength=4, ap=5, template=True)
TWIN = a_weapon("twin", type="heavy", range_in=48, shots=2, strength=7, ap=4, traits=("twin-linked",))
MELTA = a_weapon("melta", type="assault", range_in=12, strength=8, ap=1, traits=("melta",))
PULSE = a_weapon("pulse", type="heavy", range_in=48, shots=2, strength=6, ap=2, traits=("random-strength-d3",))


def sheet_of(state: GameState, action: Action) -> Sheet:
    found = shots.of_action(state, action)
    assert found is not None
    assert found.numbers is not None
    source = sources.at_table(state)
    sheet = Sheet()
    sheet.fill(prefill.target(source.units[found.target], source), over=True)
    lays = calculator.numbers_of(str(state.option("vehicle_module"))).ordnance_lays_marker
    sheet.fill(prefill.shot(state, state.units[found.target], found.numbers, lays_marker=lays), over=True)
    return sheet


def answered(state: GameState, action: Action) -> tuple[asked.Asked, present.Answer]:
    sheet = sheet_of(state, action)
    question = asked.read(sheet)
    assert sheet.faults == []
    return question, present.answer(question)


def chances(state: GameState, action: Action) -> dict[str, str]:
    shown = preview(state, action)
    assert shown.refusal is None
    return {c.label: c.exact for c in shown.chances} | {
        f"{line.weapon}: {c.label}": c.exact for line in shown.shots for c in line.chances
    }


def a_duel(**target: object) -> GameState:
    hull = a_vehicle("b1", (40, 24), weapons=(GUN, AUTOGUN), heading=30, **target)
    return a_battle(a_vehicle("a1", (10, 24), weapons=(GUN, AUTOGUN, LANCE), heading=90), hull, active="a1", ap=2)


FIRE = FireVehicle(side=A, unit="a1", shots=tuple(MountShot(mount=n, target="b1") for n in range(3)))

TARGETS = [
    {},
    {"open_topped": True},
    {"flags": {"vehicle": VehicleState(hull=2)}},
    {"flags": {"vehicle": VehicleState(immobilised=True, lost_mounts=(0,))}},
    {"type": "skimmer", "flags": {"now": UnitTurn(moved_in=13)}},
    {"flags": {"now": UnitTurn(moved_in=25)}},
]


@pytest.mark.parametrize("target", TARGETS)
def test_a_tank_at_a_tank(target: dict[str, object]) -> None:
    state = a_duel(**target)
    shown = chances(state, FIRE)
    question, _ = answered(state, FIRE)
    assert question.hull is not None
    found = calculator.of_hull(question.fires, question.hull)
    assert str(found.destroyed) == shown[f"{state.units['b1'].name} destroyed"]
    for line in found.lines:
        name = line.fire.fire.weapon.name
        weapon = next(w for w in (GUN, AUTOGUN, LANCE) if w.name == name)
        assert str(line.hit) == shown[f"{weapon.id}: to hit"]
        average = calculator.shots_to_destroy(question.hull, line)
        said = shown.get(f"shots of {name} to destroy it, average")
        assert (None if average is None else str(average)) == said


@pytest.mark.parametrize("moved", [0, 13, 25])
def test_the_form_shows_how_far_the_hull_that_is_shot_at_has_moved(moved: float) -> None:
    now = {"now": UnitTurn(moved_in=moved)}
    ours, trial = a_trial_duel(0, flags=now)
    for state, action in ((a_duel(flags=now), FIRE), (ours, trial)):
        assert sheet_of(state, action).number("moved", NUMBERS["moved"]) == moved


def test_a_tank_behind_a_wall() -> None:
    corners = ((30, 10), (34, 10), (34, 38), (30, 38))
    wall = Terrain(id="wall", name="Wall", points=corners, cover="hard", height_in=1.2)
    state = a_duel()
    state = state.add_terrain(wall)
    question, answer = answered(state, FIRE)
    found = calculator.of_hull(question.fires, question.hull)
    assert str(found.destroyed) == chances(state, FIRE)[f"{state.units['b1'].name} destroyed"]
    assert [line.shot.hull_down for line in found.lines] == [3, 3, 3]
    assert "VEH-COV-02" in {reason.rule for receipt in answer.receipts for reason in receipt.then}


def a_firefight(**values: object) -> GameState:
    man = a_profile("man", t=4, sv=5, w=2)
    squad = a_unit("a1", a_row(5, 10, 10), weapons=[RIFLE], facing=90, **values)
    foes = a_unit("b1", a_row(6, 20, 10), profile=man, facing=270)
    return a_battle(squad, foes, active="a1", ap=2)


SHOOT = Shoot(side=A, unit="a1", target="b1")


@pytest.mark.parametrize("flags", [{}, {"s_active": 1}, {"now": UnitTurn(tactical=True)}])
def test_a_squad_at_a_squad(flags: dict[str, object]) -> None:
    state = a_firefight(**flags)
    shown = chances(state, SHOOT)
    question, _ = answered(state, SHOOT)
    assert question.troops is not None
    found = calculator.of_troops([each.fire for each in question.fires], question.troops)
    assert str(found.hits.mean) == shown["hits, average"]
    assert str(found.fallen.mean) == shown["casualties, average"]
    assert str(found.fallen.at_least(1)) == shown["at least one casualty"]
    (line,) = found.lines
    assert str(line.hit) == shown["rifle: to hit"]
    assert str(line.wound) == shown["rifle: to wound"]
    assert str(line.unsaved) == shown["rifle: not saved"]


def test_what_no_switch_says_is_carried_as_other_modifiers() -> None:
    """The wounded among the firers have a kind of their own, and every goal is the plan's."""
    state = a_firefight()
    found = shots.between(state, state.units["a1"], state.units["b1"])
    assert found is not None
    odd = found._replace(kinds=tuple(kind._replace(goal=kind.goal + 1) for kind in found.kinds))
    sheet = Sheet()
    sheet.fill(prefill.shot(state, state.units["b1"], odd, lays_marker=False), over=True)
    sheet.fill({"kind": "troops"}, over=True)
    question = asked.read(sheet)
    assert [asked.goal(question, fire) for fire in question.fires] == [odd.kinds[0].goal]


def test_a_template_counts_who_is_under_it() -> None:
    squad = a_unit("a1", [(10, 10)], weapons=[FLAMER], facing=90)
    foes = a_unit("b1", [(15, 10), (16, 10), (17, 10), (30, 10)], facing=270)
    state = a_battle(squad, foes, active="a1", ap=2)
    question, _ = answered(state, SHOOT)
    assert [each.fire.shots for each in question.fires] == [3]


@pytest.mark.rule("ARAP-GEN-08")
@pytest.mark.parametrize("traits", [("struck-x2",), ("struck-x2", "struck-minus-3"), ("struck-plus-1",)])
def test_what_doubles_the_strength_of_attacks_on_it_is_carried_along(traits: tuple[str, ...]) -> None:
    squad = a_unit("a1", [(10, 10)], weapons=[RIFLE], facing=90)
    frail = a_unit("b1", [(20, 10), (21, 10)], profile=a_profile("frail", t=6, traits=traits), facing=270)
    state = a_battle(squad, frail, active="a1", ap=2)
    question, answer = answered(state, SHOOT)
    assert question.troops is not None
    (line,) = calculator.of_troops([each.fire for each in question.fires], question.troops).lines
    assert str(line.wound) == chances(state, SHOOT)["rifle: to wound"]
    assert "ARAP-GEN-08" in {each.rule for receipt in answer.receipts for each in receipt.then}


def test_melta_within_half_range_rolls_two_dice() -> None:
    squad = a_unit("a1", [(10, 24)], weapons=[MELTA], facing=90)
    state = a_battle(squad, a_vehicle("b1", (16, 24), heading=90), active="a1", ap=2)
    question, _ = answered(state, SHOOT)
    (line,) = calculator.of_hull(question.fires, question.hull).lines
    shown = chances(state, SHOOT)
    assert line.shot.kind == "melta"
    assert str(line.odds.penetrating) == shown["melta: penetrates"]


# ------------------------------------------------------------------ by the trial vehicle rules


def a_trial_duel(*mounts: int, moved: float = 0, **target: object) -> tuple[GameState, Action]:
    """A tank with a lance, a twin-linked cannon and a howitzer before another, 24 inches off."""
    guns = (TRIAL_LANCE, TWIN, HOWITZER)
    ours = a_trial("a1", (10, 24), weapons=guns, flags={"now": UnitTurn(tried=True, moved_in=moved)})
    state = trial_battle(ours, a_trial("b1", (34, 24), heading=270, weapons=guns, **target), active="a1", ap=1)
    return state, fire("a1", "b1", *mounts)


@pytest.mark.rule("TRI-DMG-02", "TRI-DMG-03", "TRI-FIRE-08", "TRI-JOIN-04")
@pytest.mark.parametrize(
    "target",
    [
        {},
        {"traits": ("open-topped",)},
        {"flags": {"vehicle": a_condition(exposed=1)}},
        {"flags": {"vehicle": a_condition(immobilised=True, lost_mounts=(0, 1, 2))}},
        {"traits": ("skimmer",), "locomotion": "antigrav", "front": 10, "flags": {"now": UnitTurn(moved_in=13)}},
    ],
)
def test_trial_vehicles_are_worked_out_by_their_own_rules(target: dict[str, object]) -> None:
    state, action = a_trial_duel(0, 1, **target)
    shown = chances(state, action)
    question, answer = answered(state, action)
    assert question.hull is not None
    assert str(calculator.of_hull(question.fires, question.hull).destroyed) == shown["B1 destroyed"]
    assert {each.rule for receipt in answer.receipts for each in receipt.then} >= {"TRI-DMG-02"}


@pytest.mark.rule("TRI-DMG-05")
def test_the_third_edition_column_is_carried_along() -> None:
    state, action = a_trial_duel(1)
    state = replace(state, options={**state.options, "tri_glancing_column": "third_edition"})
    question, _ = answered(state, action)
    assert question.hull is not None
    assert question.hull.third_edition
    assert str(calculator.of_hull(question.fires, question.hull).destroyed) == chances(state, action)["B1 destroyed"]


@pytest.mark.rule("TRI-ORD-04", "TRI-ORD-06")
@pytest.mark.parametrize("moved", [0, 5])
def test_ordnance_scatters_by_its_own_dice(moved: float) -> None:
    state, action = a_trial_duel(2, moved=moved, front=11)
    question, _ = answered(state, action)
    assert question.hull is not None
    found = calculator.of_hull(question.fires, question.hull)
    assert str(found.destroyed) == chances(state, action)["B1 destroyed"]
    still = calculator.of_hull(question.fires, question.hull._replace(on_the_move=False))
    assert (found.destroyed < still.destroyed) == bool(moved)


@pytest.mark.rule("TRI-FIRE-08")
def test_what_is_twin_linked_throws_misses_at_troops_again() -> None:
    ours = a_trial("a1", (10, 24), weapons=(TWIN,), flags={"now": UnitTurn(tried=True)})
    state = trial_battle(ours, a_unit("b1", a_row(6, 30, 20)), active="a1", ap=1)
    action = fire("a1", "b1", 0)
    shown = chances(state, action)
    assert (shown["twin: to hit"], shown["hits, average"]) == ("3/4", "3/2")
    question, _ = answered(state, action)
    assert question.troops is not None
    found = calculator.of_troops([each.fire for each in question.fires], question.troops)
    assert (str(found.hits.mean), str(found.fallen.mean)) == ("3/2", shown["casualties, average"])


@pytest.mark.rule("TRI-ORD-04", "TRI-ORD-05")
def test_a_shell_at_troops_stays_on_its_aim_as_often_as_at_the_table() -> None:
    ours = a_trial("a1", (10, 24), weapons=(HOWITZER,), flags={"now": UnitTurn(tried=True)})
    state = trial_battle(ours, a_unit("b1", a_row(3, 30, 20)), active="a1", ap=1)
    action = fire("a1", "b1", 0)
    question, answer = answered(state, action)
    assert question.troops is not None
    (line,) = calculator.of_troops([each.fire for each in question.fires], question.troops).lines
    assert (str(line.hit), line.fire.shots) == (chances(state, action)["howitzer: direct hit"], 3)
    assert answer.figures[0].figure == "Double or 7"
    assert answer.receipts[0].rows[0].rule == "TRI-ORD-04"


@pytest.mark.rule("ARAP-AREA-02", "TRI-ORD-06")
def test_a_small_marker_at_a_trial_vehicle_scatters_as_people_fire_it() -> None:
    burster = a_weapon("burster", type="heavy", range_in=36, shots=1, strength=8, ap=3, marker_in=3)
    ours = a_trial("a1", (10, 24), weapons=(burster,), flags={"now": UnitTurn(tried=True)})
    state = trial_battle(ours, a_trial("b1", (34, 24), heading=270, front=10), active="a1", ap=1)
    action = fire("a1", "b1", 0)
    shown = chances(state, action)
    assert shown["burster: on target"] == "2/9"
    question, _ = answered(state, action)
    assert question.hull is not None
    assert str(calculator.of_hull(question.fires, question.hull).destroyed) == shown["B1 destroyed"]


@pytest.mark.part_of("TRI-FIRE-05")
def test_a_weapon_of_random_strength_at_a_squad() -> None:
    foes = a_unit("b1", a_row(6, 20, 10), profile=a_profile("man", t=4, sv=5, w=2), facing=270)
    squad = a_unit("a1", [(10, 10), (10, 11.5)], weapons=[replace(PULSE, strength=2)], facing=90)
    state = a_battle(squad, foes, active="a1", ap=2)
    shown = chances(state, SHOOT)
    question, _ = answered(state, SHOOT)
    assert question.troops is not None
    (line,) = calculator.of_troops([each.fire for each in question.fires], question.troops).lines
    assert str(line.wound) == shown["pulse: to wound"] == "1/2"


@pytest.mark.part_of("TRI-FIRE-05")
@pytest.mark.parametrize("module", ["gemini", "trial"])
def test_a_weapon_of_random_strength_at_a_hull(module: str) -> None:
    if module == "gemini":
        hull = a_vehicle("b1", (40, 24), weapons=(GUN,), heading=30)
        state = a_battle(a_vehicle("a1", (10, 24), weapons=(PULSE,), heading=90), hull, active="a1", ap=2)
        act: Action = FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),))
    else:
        state = trial_battle(a_trial("a1", (10, 24), weapons=(PULSE,)), a_trial("b1", (40, 24)), active="a1", ap=2)
        act = fire("a1", "b1", 0)
    question, _ = answered(state, act)
    assert question.hull is not None
    found = calculator.of_hull(question.fires, question.hull)
    assert str(found.destroyed) == chances(state, act)["B1 destroyed"]
