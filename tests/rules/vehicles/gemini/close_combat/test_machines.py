"""Machines with WS: charged and charging, struck on their front, losing attacks, beset by many, mined."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.positions import engagement, melee_weapons
from rules.arap.turn.activation import EndActivation
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.forces.gemini import GeminiHull
from rules.forces.profile import Profile
from rules.forces.unit import VehicleState
from rules.state import RULES_VERSION, Event, GameState, Melee
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.shared.events import ChartResult, VehicleHit
from rules.vehicles.shared.machines import attacks_of
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle, way

FIST = a_weapon("fist", type="melee", strength=2)
SAW = a_weapon("saw", type="melee", strength=1)
BLADE = a_weapon("blade", type="melee", strength=0)
KRAK = a_weapon("krak", type="grenade", strength=6, ap=4, traits=("krak",))
END = EndActivation(side=A)


def a_machine(
    unit="a1", at=(20, 10), *, weapons=(FIST,), facing=90, flags=None, traits=("dreadnought",), hull=0, **own
):
    """A dreadnought on a base of 60 mm: armour 12, 12, 10; WS4 S6 I4 A3."""
    vehicle = GeminiHull(
        type="walker",
        vehicle_class="mechanoid",
        front=12,
        side=12,
        rear=10,
        length_in=2.4,
        width_in=2.4,
        battle_speed_in=6,
        hull_points=hull,
        crew_bs=4,
    )
    given = {"ws": 4, "s": 6, "i": 4, "a": 3, "m": 6, "size": 3, "base_mm": 60, "kind": "machine"}
    profile = Profile(id=f"machine-{unit}", name="Dreadnought", hull=vehicle, traits=traits, **{**given, **own})
    return a_unit(unit, [at], profile=profile, facing=facing, weapons=weapons, **(flags or {}))


def mob(*places, unit="b1", weapons=(BLADE,), facing=270, **values):
    """Troopers WS3 S4 I3."""
    profile = a_profile("mob", **{"s": 4, "ld": 9, **values})
    return a_unit(unit, places, profile=profile, facing=facing, weapons=weapons)


def locked(*units) -> GameState:
    """A melee of all those units in the turn of A."""
    state = a_battle(*units)
    return replace(state, melees=(Melee(id="m", units=tuple(u.id for u, _, _ in units)),))


def rolls(events: Sequence[Event], label: str) -> list[Rolled]:
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


@pytest.mark.rule("VEH-WS-01", "VEH-WS-02", "VEH-WS-06")
def test_it_is_fought_by_ws_and_hit_on_its_front_armour():
    """It misses; he hits on 2 (WS 3 against 4), from the side, against front 12."""
    state = locked(a_machine(), mob((20, 12), facing=0, s=6))
    dice = {"to-hit": [5, 5, 5], "assault-vehicle-to-hit": [2], "armour-penetration": [6], "vehicle-damage": [3]}
    events, after = play(state, END, dice)
    (struck,) = rolls(events, "assault-vehicle-to-hit")
    assert (struck.goal, struck.made) == (2, (True,))
    hit = the(events, VehicleHit)
    assert (hit.face, hit.av, hit.total, hit.kind) == ("front", 12, 12, "glancing")
    assert the(events, ChartResult).counts
    assert dict(the(events, MeleeRoundEnded).differences) == {"a1": -1, "b1": 1}
    assert the(events, MeleeRoundEnded).losers == ("a1",)
    assert not rolls(events, "morale")
    assert after.units["a1"].vehicle.shaken
    assert after.is_locked("a1")


@pytest.mark.part_of("VEH-WS-01")
def test_its_own_blows_wound_as_those_of_a_creature():
    state = locked(a_machine(), mob((22, 10), (22, 11)))
    dice = {"to-hit": [4, 4, 5], "to-wound": [2, 2]}
    events, after = play(state, END, dice)
    assert rolls(events, "to-hit")[0].goal == 4
    assert after.units["b1"].is_gone
    assert not after.melees


@pytest.mark.part_of("VEH-WS-03")
@pytest.mark.parametrize(
    ("condition", "attacks"),
    [
        (VehicleState(), 3),
        (VehicleState(immobilised=True), 2),
        (VehicleState(immobilised=True, shaken=True), 1),
        (VehicleState(immobilised=True, shaken_now=True, stunned=True), 1),
        (VehicleState(stunned=True), 2),
        (VehicleState(stunned_now=True), 0),
    ],
)
def test_damage_takes_attacks(condition, attacks):
    unit = replace(a_machine()[0], vehicle=condition)
    assert attacks_of(unit, 3) == attacks


@pytest.mark.part_of("VEH-WS-03")
def test_a_stunned_machine_does_not_strike():
    state = locked(a_machine(flags={"vehicle": VehicleState(stunned_now=True)}), mob((22, 10)))
    events, _ = play(state, END, {"assault-vehicle-to-hit": [6]})
    assert not rolls(events, "to-hit")


@pytest.mark.part_of("VEH-WS-04")
@pytest.mark.parametrize(
    ("weapons", "traits", "arc", "behind", "beside"),
    [
        ((FIST,), ("dreadnought",), "claw", False, True),
        ((FIST, SAW), ("dreadnought",), "stomp", True, True),
        ((FIST,), ("robot",), "ordinary", False, False),
    ],
)
def test_arcs_of_attack(weapons, traits, arc, behind, beside):
    """Front and sides, all round, front: an enemy straight behind, and one 100 degrees off."""
    state = locked(a_machine(weapons=weapons, traits=traits), mob((18, 10), (19.7, 11.9)))
    machine, foes = state.units["a1"].models[0], state.units["b1"].models
    ((_, kind, count),) = melee_weapons.attack_kinds(state, machine)
    assert (kind, count) == (arc, 3)
    assert [engagement.sees_in_arc(machine, f, kind) for f in foes] == [behind, beside]


@pytest.mark.rule("VEH-WS-05", "ARAP-CCG-03")
def test_charges_are_planted_on_the_one_face_with_one_attempt_each():
    """0 or less: a 1, then 3 or less. Krak 6 + 6 glances off 12."""
    state = locked(a_machine(), mob((22, 10), (21.5, 11.1), weapons=(BLADE, KRAK)))
    events, state = play(state, END)
    assert [o.id for o in state.prompt.options] == ["fight", "plant"]
    dice = {
        "to-hit": [5, 5, 5],
        "plant-charge": [1, 2],
        "extended-reroll": [3],
        "armour-penetration": [6],
        "vehicle-damage": [1, 1],
    }
    events, _ = play(state, Answer(side=B, choice="plant"), dice)
    (planted,) = rolls(events, "plant-charge")
    assert (planted.goal, planted.dice) == (0, (1, 2))
    assert not rolls(events, "assault-vehicle-to-hit")
    assert the(events, VehicleHit).face == "front"


@pytest.mark.rule("VEH-WS-05", "ARAP-CCG-03")
@pytest.mark.parametrize(("minus_one", "helpless", "goal"), [(True, True, 2), (False, True, 3), (False, False, 1)])
def test_on_a_helpless_machine_the_odds_are_even(minus_one, helpless, goal):
    condition = VehicleState(immobilised=helpless)
    state = locked(a_machine(flags={"vehicle": condition}), mob((22, 10), weapons=(BLADE, KRAK)))
    state = replace(state, options={**state.options, "planting_minus_one": minus_one})
    _, state = play(state, END)
    blows = {"to-hit": [5] * (2 if helpless else 3)}
    events, _ = play(state, Answer(side=B, choice="plant"), {**blows, "plant-charge": [6]})
    assert rolls(events, "plant-charge")[0].goal == goal


def around(count: int) -> list[tuple[float, float]]:
    return [(22, 10), (20, 12), (20, 8), (18, 10), (21.6, 11.6)][:count]


@pytest.mark.rule("VEH-WS-06")
@pytest.mark.parametrize(("enemies", "extra"), [(2, True), (1, False)])
def test_who_loses_against_twice_its_number_is_hit_once_more(enemies, extra):
    state = locked(a_machine(), mob(*around(enemies), s=6))
    dice = {
        "to-hit": [5, 5, 5],
        "assault-vehicle-to-hit": [1, *[6] * (enemies - 1)],
        "armour-penetration": [6],
        "vehicle-damage": [1, 1] if extra else [1],
    }
    events, _ = play(state, END, dice)
    assert len([e for e in events if isinstance(e, ChartResult)]) == (2 if extra else 1)


@pytest.mark.rule("VEH-WS-06")
def test_bulky_models_count_by_their_places_and_hull_points_count_as_wounds():
    state = locked(a_machine(hull=4), mob((22, 10), s=6, bulk="bulky"))
    dice = {"to-hit": [5, 5, 5], "assault-vehicle-to-hit": [1], "armour-penetration": [6]}
    events, after = play(state, END, dice)
    lost = [e for e in events if isinstance(e, HullPointsLost)]
    assert [(e.left, e.counts) for e in lost] == [(3, True), (2, False)]
    assert dict(the(events, MeleeRoundEnded).differences)["b1"] == 1
    assert after.units["a1"].vehicle.hull == 2


# -- charges -------------------------------------------------------------------------------------------------------


@pytest.mark.part_of("VEH-WS-01")
def test_troops_charge_it_and_both_are_locked():
    state = a_battle(a_machine("b1"), mob((26, 10), unit="a1"), mob((60, 40), unit="a2"), active="a1", ap=2)
    assert [o.target for o in legal_actions(state, A) if o.kind == "charge"] == ["b1"]
    seen = preview(state, Charge(side=A, unit="a1", target="b1"))
    assert seen.refusal is None
    assert [line.goal for line in seen.shots] == [4, 2]
    _, after = play(state, Charge(side=A, unit="a1", target="b1"))
    assert after.is_locked("b1")
    assert after.melees[0].units == ("a1", "b1")


@pytest.mark.part_of("VEH-MECH-01")
def test_a_machine_charges_twice_its_basic_move():
    spare = mob((60, 40), unit="a2")
    state = a_battle(a_machine(m=0), mob((33.5, 10)), spare, active="a1", ap=2)
    _, after = play(state, Charge(side=A, unit="a1", target="b1"))
    _, after = play(after, Answer(side=B, choice="hold"))
    assert after.is_locked("a1")
    assert after.units["a1"].models[0].at[0] > 29
    far = a_battle(a_machine(m=0), mob((38, 10)), spare, active="a1", ap=2)
    _, after = play(far, Charge(side=A, unit="a1", target="b1"))
    _, after = play(after, Answer(side=B, choice="hold"))
    assert not after.melees
    assert after.units["a1"].models[0].at == (32, 10)


@pytest.mark.rule("VEH-MECH-01")
def test_a_mechanoid_moves_its_basic_move_an_action_and_turns_freely():
    state = a_battle(a_machine(), mob((60, 40)), active="a1", ap=3)
    seen = preview(state, Drive(side=A, unit="a1", path=way((20, 16, 180)), actions=1))
    assert seen.refusal is None
    assert (seen.spent_in, seen.allowance_in) == (6, 6)
    seen = preview(state, Drive(side=A, unit="a1", path=way((20, 28, 180)), actions=3))
    assert (seen.refusal, seen.allowance_in) == (None, 18)
    _, after = play(state, Drive(side=A, unit="a1", path=way((20, 28, 180)), actions=3))
    assert (after.units["a1"].models[0].at, after.units["a1"].models[0].facing) == ((20, 28), 180)


def test_one_that_cannot_move_does_not_charge_and_one_in_melee_does_not_drive():
    stuck = a_machine(flags={"vehicle": VehicleState(immobilised=True)})
    state = a_battle(stuck, mob((25, 10)), active="a1", ap=2)
    with pytest.raises(IllegalAction) as caught:
        play(state, Charge(side=A, unit="a1", target="b1"))
    assert (caught.value.code, caught.value.rule) == ("immobilised", "VEH-DMG-05")
    state = a_battle(a_machine(), mob((22, 10)), active="a1", ap=2)
    state = replace(state, melees=(Melee(id="m", units=("a1", "b1")),))
    with pytest.raises(IllegalAction) as caught:
        play(state, Drive(side=A, unit="a1", path=way((20, 12)), actions=1))
    assert (caught.value.code, caught.value.rule) == ("locked", "ARAP-ACT-10")


@pytest.mark.part_of("VEH-WS-01")
def test_a_machine_with_a_hull_beside_it_turns_no_further_than_there_is_room():
    beside = a_vehicle("a2", (22.9, 10), heading=0, length_in=5, width_in=3.4)
    state = a_battle(a_machine(), beside, mob((21, 12.2)), active="a1", ap=1)
    _, state = play(state, Charge(side=A, unit="a1", target="b1"))
    _, state = play(state, Answer(side=B, choice="hold"))
    model = state.units["a1"].models[0]
    assert (model.at, model.facing) == ((20, 10), 90)
    assert state.melees


@pytest.mark.part_of("ARAP-GEN-05")
def test_in_a_melee_a_machine_turns_to_an_enemy_behind_it_no_further_than_the_hull_beside_it_lets_it():
    beside = a_vehicle("a2", (22.9, 10), heading=0, length_in=5, width_in=3.4)
    behind = mob((19.2476, 12.0673), facing=0)
    state = locked(a_machine(facing=0), behind)
    free = play(state, END)[1]
    assert round(free.units["a1"].models[0].facing) == 200
    state = replace(locked(a_machine(facing=0), behind, beside), melees=state.melees)
    hemmed_in = play(state, END)[1]
    assert round(hemmed_in.units["a1"].models[0].facing) == 180


@pytest.mark.part_of("VEH-CC-03")
@pytest.mark.parametrize(
    ("gap", "expected"),
    [(3, "The charge comes from no further than 4″."), (6, "has nothing that it could fire at them.")],
)
def test_who_charges_a_machine_without_guns_is_told_that_it_does_not_fire(gap, expected):
    machine = a_machine("b1", (20, 10), facing=270)
    state = a_battle(mob((20 - 1.2 - gap, 10), unit="a1", facing=90), machine, active="a1", ap=1)
    notes = preview(state, Charge(side=A, unit="a1", target="b1")).notes
    assert [note for note in notes if note.endswith(expected)]
    assert not [note for note in notes if "fire at them first" in note]


@pytest.mark.rule("ARAP-PURS-01")
@pytest.mark.parametrize(("version", "ends"), [(RULES_VERSION, 16.0), ("16", 16.5)])
def test_a_machine_pursues_no_further_than_its_hull_has_room(version, ends):
    """A tank stands from 18 inches on, two beside its way; its hull is five inches wide."""
    unit, (profile,), arms = a_machine(at=(13, 10), flags={"pursuing": "b1"})
    broad = replace(profile, hull=replace(profile.hull, length_in=4, width_in=5))
    foe = a_unit("b1", [(36, 10)], profile=a_profile("router"), facing=90, routing=True)
    state = a_battle((unit, (broad,), arms), foe, a_vehicle("a2", (21, 14), heading=90))
    state = replace(state, version=version)
    _, state = play(state, EndActivation(side=A), {"flee": [1, 1]})
    while state.prompt is not None and state.prompt.kind == "flee-path":
        _, state = play(state, Answer(side=B, choice=state.prompt.options[0].id), {"pursuit": [6, 5], "rally": [6, 6]})
    assert state.units["a1"].models[0].at == (pytest.approx(ends), 10)
