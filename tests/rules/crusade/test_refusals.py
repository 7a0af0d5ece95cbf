"""Every refusal of the Rules Crusade, by its code and its rule, each with what would be allowed instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.ids import TerrainId, UnitId
from rules.core.refusal import IllegalAction
from rules.crusade.courses import DriveLeg
from rules.crusade.driving.drive import DriveVehicle, DriveWipedOut, TakeOff
from rules.crusade.marks import Blip, ModelMarks
from rules.crusade.melee import MeleeAttack
from rules.crusade.pods import LandPod
from rules.crusade.rulings.blips import LayBlip
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.shooting.reloading import ReloadWeapons, UnjamWeapons
from rules.crusade.transport.boarding import BoardEnemy
from rules.crusade.transport.driver import TakeOver
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.crusade.troops import HideTroop, MoveTroop, PickUp
from rules.crusade.turn.setting_up import RollForPlacement, SetUpModel
from rules.crusade.turn.sides import EndTurn, FinishModel
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, new_game, preview
from rules.progress import Action
from rules.questions.crusade import order
from rules.state import GameState
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.rules.crusade import cast
from tests.rules.crusade.cast import A, B, battle, drive, held, put

A1, A2, B1 = UnitId("a1"), UnitId("a2"), UnitId("b1")
Point = tuple[float, float]
DITCH = Terrain(id=TerrainId("ditch"), name="Ditch", points=((10, 8), (30, 8), (30, 12), (10, 12)), depth_in=6)
HOUSE = Terrain(
    id=TerrainId("house"),
    name="House",
    points=((16, 8), (24, 8), (24, 12), (16, 12)),
    look="building",
    blocks_sight=True,
)
GATE = replace(HOUSE, building=Building(openings=(Opening(a=(19, 12), b=(21.5, 12)),)))
POOL = Terrain(id=TerrainId("pool"), name="Pool", points=((16, 8), (24, 8), (24, 12), (16, 12)), going="impassable")


def tank(
    *units: Any, kind: str = "rhino", facing: float = 0, at: Point = (20, 20), noted: Any = None, **more: Any
) -> GameState:
    """a1 is a vehicle in the middle of the table, b1 an enemy far away unless another one is given."""
    others = units or (put("b1", "marine", (40, 5)),)
    noting = {"a1": noted} if noted else {}
    return battle(put("a1", kind, at, facing), *others, noting={**noting, **more.pop("noting", {})}, **more)


def trooper(
    *units: Any, kind: str = "marine", at: Point = (20, 20), weapons: Sequence[str] = ("boltgun",), **more: Any
) -> GameState:
    """a1 is a troop in the middle of the table."""
    others = units or (put("b1", "marine", (40, 5)),)
    noting = {"a1": more.pop("noted")} if "noted" in more else {}
    made = put("a1", kind, at, weapons=weapons, aboard=more.pop("aboard", ""))
    return battle(made, *others, noting={**noting, **more.pop("noting", {})}, **more)


def shot(*aims: WeaponAim) -> FireWeapons:
    return FireWeapons(side=A, unit=A1, aims=aims)


def at_b1(key: str = "0") -> WeaponAim:
    return WeaponAim(weapon=key, target=B1)


def walk(*path: Point, extra: bool = False) -> MoveTroop:
    return MoveTroop(side=A, unit=A1, path=path, extra=extra)


def fight(path: tuple[Point, ...] = ()) -> MeleeAttack:
    return MeleeAttack(side=A, unit=A1, target=B1, path=path)


def board(path: tuple[Point, ...] = (), *, extra: bool = False) -> BoardEnemy:
    return BoardEnemy(side=A, unit=A1, vehicle=B1, path=path, extra=extra)


def into(path: tuple[Point, ...] = ()) -> StepIn:
    return StepIn(side=A, unit=A1, vehicle=A2, path=path)


def out(at: Point = (20, 23)) -> StepOut:
    return StepOut(side=A, unit=A1, at=at)


def back(inches: float = 3) -> DriveVehicle:
    return drive("a1", inches, back=True)


def steps(inches: float, *, count: int, back: bool = False) -> DriveVehicle:
    """Straight on in so many legs."""
    return DriveVehicle(side=A, unit=A1, legs=(DriveLeg(inches=inches),) * count, back=back)


SKIFF_NEXT = put("b1", "skiff", (23, 20))
DRIVEN = {"b1": ModelMarks(driver=UnitId("b9"), driven=True)}
SPENT = ModelMarks(acted=True)
FRESH = fold(new_game(cast.TABLE, {A: cast.NORTH, B: cast.SOUTH}, ruleset="rules-crusade"))
ROLLED = FRESH.with_turn(order=(A, B))

Case = tuple[str, str, GameState, Action]


def refused(*cases: Case) -> tuple[Case, ...]:
    """Code, rule, state and action of each refusal that is looked at below."""
    return cases


DRIVES = refused(
    ("no-way", "CRU-MOVE-01", tank(), drive("a1", 0)),
    ("bad-way", "CRU-MOVE-01", tank(), steps(0.1, count=13)),
    ("bad-way", "CRU-MOVE-03", tank(), steps(0.1, count=13, back=True)),
    ("too-far", "CRU-MOVE-02", tank(), drive("a1", 3, 90)),
    ("too-far", "CRU-MOVE-01", tank(), drive("a1", 6.5)),
    ("too-far", "CRU-MOVE-03", tank(), back(3.5)),
    ("off-table", "CRU-MOVE-01", tank(at=(20, 5)), drive("a1", 6)),
    ("flyer-backward", "CRU-MOVE-07", tank(kind="landspeeder"), back()),
    ("immobile", "CRU-POD-01", tank(kind="drop-pod"), drive("a1")),
    ("has-rammed", "CRU-RAM-02", tank(noted=ModelMarks(moves=1, rammed=True)), drive("a1", extra=True)),
    ("heavy-moves-once", "CRU-MOVE-05", tank(kind="crawler"), drive("a1", extra=True)),
    ("needs-action", "CRU-TURN-03", tank(noted=ModelMarks(moves=1)), drive("a1")),
    ("no-move-left", "CRU-DMG-05", tank(noted=held("DRIVE", "DRIVE")), drive("a1")),
    ("no-move-left", "CRU-DMG-05", tank(noted=held("DRIVE", moves=1)), drive("a1", extra=True)),
    ("no-move-left", "CRU-TURN-03", tank(noted=ModelMarks(moves=2, acted=True, extra=True)), drive("a1")),
    ("passengers-fired", "CRU-FIRE-03", tank(noted=ModelMarks(locked=True)), drive("a1", extra=True)),
    ("no-driver", "CRU-TRAN-06", tank(kind="skiff", noted=ModelMarks(driven=True)), drive("a1")),
    ("no-crew", "CRU-TRAN-07", tank(put("a2", "guardsman", dice=0), noted=ModelMarks(crew=(A2,))), drive("a1")),
    ("wreck", "CRU-DEST-01", tank(noted=ModelMarks(wreck=True)), drive("a1")),
    ("no-vehicle", "CRU-VEH-01", trooper(), drive("a1")),
    ("own-troop", "CRU-OVER-01", tank(put("a2", "marine", (20, 15))), drive("a1")),
    ("vehicle-ahead", "CRU-RAM-01", tank(put("b1", "rhino", (20, 14))), drive("a1")),
    ("barred", "CRU-RAM-03", tank(terrain=(HOUSE,)), drive("a1")),
    ("does-not-fit", "CRU-VEH-02", tank(terrain=(GATE,)), drive("a1")),
    ("barred", "CRU-VEH-02", tank(terrain=(POOL,)), drive("a1")),
    ("gap-ahead", "CRU-JUMP-01", tank(terrain=(DITCH,)), drive("a1")),
    (
        "no-room-beyond",
        "CRU-JUMP-01",
        tank(put("b1", "rhino", (20, 5)), terrain=(DITCH,)),
        drive("a1", jump=True),
    ),
    ("not-reached", "CRU-RAM-01", tank(put("b1", "rhino", (20, 5))), drive("a1", ram="b1")),
    ("no-target", "CRU-RAM-01", tank(put("b1", "marine", (20, 15))), drive("a1", ram="b1")),
    ("no-target", "CRU-RAM-03", tank(terrain=(POOL,)), drive("a1", ram="pool")),
    ("flyer-only", "CRU-RAM-04", tank(put("b1", "landspeeder", (20, 15))), drive("a1", ram="b1")),
    (
        "flyer-only",
        "CRU-MOVE-08",
        tank(put("b1", "rhino", (20, 15)), kind="landspeeder"),
        drive("a1", ram="b1"),
    ),
    ("not-grounded", "CRU-FALL-01", tank(kind="landspeeder"), TakeOff(side=A, unit=A1)),
    ("no-wipeout", "CRU-WIPE-02", tank(), DriveWipedOut(side=A, unit=A1, legs=())),
)
TURNS = refused(
    ("wrong-phase", "CRU-TURN-01", FRESH, EndTurn(side=A)),
    ("already-rolled", "CRU-TURN-01", ROLLED, RollForPlacement(side=A)),
    ("not-your-turn", "CRU-TURN-01", ROLLED, SetUpModel(side=B, unit=B1, at=(5, 25))),
    ("wrong-phase", "CRU-TURN-01", FRESH, SetUpModel(side=A, unit=A1, at=(5, 5))),
    ("not-waiting", "CRU-TURN-04", ROLLED, SetUpModel(side=A, unit=A2, at=(5, 5))),
    ("not-in-zone", "CRU-TURN-04", ROLLED, SetUpModel(side=A, unit=A1, at=(5, 15))),
    ("not-your-turn", "CRU-TURN-01", tank(), drive("b1")),
    ("unknown-unit", "CRU-TURN-01", tank(), drive("a7")),
    ("not-on-table", "CRU-TURN-01", tank(put("a2", "rhino", deployed=False)), drive("a2")),
    ("model-done", "CRU-TURN-01", tank(noted=ModelMarks(done=True)), drive("a1")),
    ("flyer-must-fly", "CRU-MOVE-07", tank(kind="landspeeder"), FinishModel(side=A, unit=A1)),
    ("flyer-must-fly", "CRU-MOVE-07", tank(kind="landspeeder"), EndTurn(side=A)),
    ("pod-lands", "CRU-POD-01", tank(put("a2", "drop-pod", deployed=False), number=2), EndTurn(side=A)),
    ("blip-known", "CRU-BLIP-01", tank(blips=(Blip(id="k", at=(1, 1)),)), LayBlip(side=A, id="k", at=(2, 2))),
    ("off-table", "CRU-BLIP-01", tank(), LayBlip(side=A, id="k", at=(2, 99))),
    ("no-pod", "CRU-POD-01", tank(number=2), LandPod(side=A, unit=A1, at=(9, 9))),
    ("not-yet", "CRU-POD-01", tank(put("a2", "drop-pod", deployed=False)), LandPod(side=A, unit=A2, at=(9, 9))),
    (
        "off-table",
        "CRU-POD-02",
        tank(put("a2", "drop-pod", deployed=False), number=2),
        LandPod(side=A, unit=A2, at=(9, 99)),
    ),
)
SHOTS = refused(
    ("no-shot", "CRU-FIRE-01", tank(), shot()),
    ("twice-aimed", "CRU-FIRE-01", tank(), shot(at_b1(), at_b1())),
    ("one-weapon", "CRU-TURN-02", trooper(weapons=("boltgun", "lasgun")), shot(at_b1("boltgun"), at_b1("lasgun"))),
    ("no-weapon", "CRU-FIRE-01", tank(), shot(at_b1("7"))),
    ("weapon-lost", "CRU-DMG-07", tank(noted=ModelMarks(lost=("0",))), shot(at_b1())),
    ("jammed", "CRU-WEAP-02", tank(noted=ModelMarks(jammed=("0",))), shot(at_b1())),
    ("empty", "CRU-WEAP-10", tank(noted=ModelMarks(empty=("0",))), shot(at_b1())),
    ("action-spent", "CRU-TURN-02", trooper(noted=SPENT), shot(at_b1("boltgun"))),
    ("action-spent", "CRU-DMG-04", tank(noted=held("CREW", acted=True)), shot(at_b1())),
    ("action-spent", "CRU-FIRE-01", tank(noted=ModelMarks(acted=True, extra=True)), shot(at_b1())),
    ("stunned", "CRU-TROOP-04", trooper(noted=ModelMarks(acted=True, stunned_now=True)), shot(at_b1("boltgun"))),
    ("no-target", "CRU-TROOP-06", tank(), shot(WeaponAim(weapon="0", target=A1))),
    ("outside-arc", "CRU-FIRE-02", tank(kind="griffon", facing=180), shot(at_b1())),
    ("not-seen", "CRU-TROOP-06", tank(put("b1", "marine", (20, 5)), terrain=(HOUSE,)), shot(at_b1())),
    ("hidden", "CRU-TROOP-06", tank(put("b1", "marine", (30, 5), hidden=True)), shot(at_b1())),
    ("out-of-range", "CRU-WEAP-13", trooper(weapons=("bolt-pistol",)), shot(at_b1("bolt-pistol"))),
    ("own-hull", "CRU-FIRE-02", tank(put("b1", "marine", (20, 20), aboard="a1"), kind="skiff"), shot(at_b1())),
    ("off-table", "CRU-WEAP-08", tank(kind="whirlwind"), shot(WeaponAim(weapon="0", at=(9, -1)))),
    ("pod-lands", "CRU-POD-01", tank(put("a2", "drop-pod", deployed=False), number=2), drive("a1")),
    ("two-aims", "CRU-WEAP-05", tank(), shot(WeaponAim(weapon="0", target=B1, at=(9, 9)))),
    ("needs-model", "CRU-WEAP-05", tank(), shot(WeaponAim(weapon="0", at=(9, 9)))),
    (
        "not-seen",
        "CRU-WEAP-08",
        tank(kind="leman-russ", terrain=(HOUSE,)),
        shot(WeaponAim(weapon="0", at=(20, 5))),
    ),
    (
        "inside",
        "CRU-TRAN-05",
        tank(put("b1", "marine", aboard="b2"), put("b2", "rhino", (30, 5))),
        shot(at_b1()),
    ),
    (
        "inside",
        "CRU-TRAN-05",
        trooper(put("a2", "rhino", (20, 20)), put("b1", "marine", (30, 5)), aboard="a2"),
        shot(at_b1("boltgun")),
    ),
    (
        "extra-movement",
        "CRU-FIRE-03",
        trooper(
            put("a2", "skiff", (20, 20)),
            put("b1", "marine", (30, 5)),
            aboard="a2",
            noting={"a2": ModelMarks(extra=True)},
        ),
        shot(at_b1("boltgun")),
    ),
    ("nothing-empty", "CRU-WEAP-10", tank(), ReloadWeapons(side=A, unit=A1)),
    ("not-burning", "CRU-DMG-08", tank(), EndTurn(side=A, fires=(A1,))),
    ("nothing-jammed", "CRU-WEAP-03", tank(), UnjamWeapons(side=A, unit=A1)),
)
ON_FOOT = refused(
    ("vehicle", "CRU-VEH-01", tank(), walk((20, 18))),
    ("aboard", "CRU-TRAN-04", trooper(put("a2", "rhino", (20, 20)), aboard="a2"), walk((20, 18))),
    ("knocked-down", "CRU-TROOP-03", trooper(noted=ModelMarks(knocked_now=True)), walk((20, 18))),
    ("no-way", "CRU-TROOP-01", trooper(), walk()),
    ("bad-path", "CRU-TROOP-01", trooper(), walk(*((20, 20 - n / 10) for n in range(41)))),
    ("too-far", "CRU-TROOP-01", trooper(), walk((20, 10))),
    ("blocked", "CRU-TROOP-01", trooper(put("b1", "marine", (20, 18))), walk((20, 15))),
    ("no-room", "CRU-TROOP-01", trooper(at=(20, 2)), walk((20, 0.1))),
    ("vehicle", "CRU-SHOT-02", tank(), HideTroop(side=A, unit=A1)),
    ("no-picking-up", "CRU-BLIP-01", tank(), PickUp(side=A, unit=A1, blip="k")),
    ("no-hiding", "CRU-TROOP-06", trooper(put("a2", "rhino", (20, 20)), aboard="a2"), HideTroop(side=A, unit=A1)),
    ("in-sight", "CRU-TROOP-06", trooper(), HideTroop(side=A, unit=A1)),
)
MELEES = refused(
    ("vehicle", "CRU-TURN-02", tank(), fight()),
    ("no-target", "CRU-RUSH-01", trooper(put("b1", "marine", (21, 20), dice=0)), fight()),
    ("not-adjacent", "CRU-RUSH-01", trooper(), fight()),
    ("flyer", "CRU-RUSH-03", trooper(put("b1", "landspeeder", (20, 17))), fight()),
    (
        "passenger-safe",
        "CRU-RUSH-03",
        trooper(put("b2", "skiff", (23, 20)), put("b1", "marine", (23, 20), aboard="b2")),
        fight(),
    ),
    (
        "passenger-safe",
        "CRU-TRAN-03",
        trooper(
            put("a2", "skiff", (20, 20)),
            put("b2", "skiff", (23, 20)),
            put("b1", "marine", (23, 20), aboard="b2"),
            aboard="a2",
        ),
        fight(),
    ),
    (
        "out-of-reach",
        "CRU-FIRE-04",
        trooper(put("a2", "skiff", (20, 20)), put("b1", "marine", (22, 20)), aboard="a2"),
        fight(),
    ),
    (
        "not-adjacent",
        "CRU-FIRE-04",
        trooper(put("a2", "skiff", (20, 20)), put("b1", "rhino", (32, 20)), aboard="a2"),
        fight(),
    ),
    (
        "extra-movement",
        "CRU-FIRE-04",
        trooper(
            put("a2", "skiff", (20, 20)),
            put("b1", "rhino", (23, 20)),
            aboard="a2",
            noting={"a2": ModelMarks(extra=True)},
        ),
        fight(),
    ),
    (
        "inside",
        "CRU-TRAN-05",
        trooper(put("a2", "rhino", (20, 20)), put("b1", "rhino", (23, 20)), aboard="a2"),
        fight(),
    ),
)
TRANSPORT = refused(
    ("no-vehicle", "CRU-TRAN-01", trooper(put("a2", "marine", (22, 20))), into()),
    ("wreck", "CRU-DEST-01", trooper(put("a2", "rhino", (22, 20)), noting={"a2": ModelMarks(wreck=True)}), into()),
    (
        "vehicle-moved-twice",
        "CRU-TRAN-01",
        trooper(put("a2", "rhino", (22, 20)), noting={"a2": ModelMarks(moves=2)}),
        into(),
    ),
    ("too-big", "CRU-TRAN-05", trooper(put("a2", "rhino", (23, 20)), kind="dreadnought"), into()),
    ("no-space", "CRU-TRAN-02", trooper(put("a2", "leman-russ", (22, 20))), into()),
    ("not-adjacent", "CRU-TRAN-01", trooper(put("a2", "rhino", (26, 20))), into()),
    ("no-move-left", "CRU-TRAN-05", trooper(put("a2", "rhino", (22, 20)), noted=ModelMarks(spent_in=1)), into()),
    ("no-move-left", "CRU-TRAN-04", trooper(put("a2", "skiff", (22, 20)), noted=ModelMarks(spent_in=4)), into()),
    ("not-aboard", "CRU-TRAN-01", trooper(), out()),
    (
        "carried",
        "CRU-LIST-03",
        trooper(put("a2", "rhino", (20, 20), aboard="a3"), put("a3", "thunderhawk", (20, 20)), aboard="a2"),
        out(),
    ),
    ("no-place", "CRU-TRAN-01", trooper(put("a2", "rhino", (20, 20)), aboard="a2"), out((20, 30))),
    ("no-vehicle", "CRU-BOARD-01", trooper(), board()),
    ("closed", "CRU-BOARD-01", trooper(put("b1", "rhino", (22, 20))), board()),
    (
        "boarders-full",
        "CRU-BOARD-05",
        trooper(SKIFF_NEXT, *(put(f"a{n}", "marine", (23, 20), aboard="b1") for n in (2, 3, 4, 5)), noting=DRIVEN),
        board(),
    ),
    ("needs-full-move", "CRU-BOARD-01", trooper(SKIFF_NEXT, noted=ModelMarks(spent_in=1)), board()),
    ("needs-full-move", "CRU-BOARD-01", trooper(SKIFF_NEXT), board(((20.5, 20),))),
    ("not-adjacent", "CRU-BOARD-01", trooper(put("b1", "skiff", (28, 20))), board()),
    ("no-wheel", "CRU-TRAN-06", trooper(), TakeOver(side=A, unit=A1)),
    (
        "no-move-left",
        "CRU-TRAN-06",
        trooper(
            put("a2", "skiff", (20, 20)),
            aboard="a2",
            noted=ModelMarks(spent_in=4),
            noting={"a2": ModelMarks(driven=True)},
        ),
        TakeOver(side=A, unit=A1),
    ),
)
CASES = (*DRIVES, *TURNS, *SHOTS, *ON_FOOT, *MELEES, *TRANSPORT)


@pytest.mark.parametrize(
    ("code", "rule", "state", "action"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)]
)
def test_what_is_not_allowed_is_refused_with_its_rule(code: str, rule: str, state: GameState, action: Action) -> None:
    with pytest.raises(IllegalAction) as expected:
        decide(state, action, ScriptedDice({}))
    assert (expected.value.code, expected.value.rule) == (code, rule)
    assert expected.value.message
    assert expected.value.allowed


def test_a_model_with_nobody_in_reach_of_its_weapons_is_told_so() -> None:
    state = trooper(weapons=("melta-gun",))
    (found,) = [offer for offer in order.offers_of(state, A, state.units[A1]) if offer.kind == "fire"]
    assert found.refusal is not None
    assert (found.refusal.code, found.refusal.rule) == ("nobody-in-sight", "CRU-FIRE-01")


@pytest.mark.parametrize("inches", [7, 9999])
def test_a_way_that_no_move_action_pays_for_meets_nobody_and_is_told_at_once(inches: float) -> None:
    state = tank(put("b1", "marine", (20, 15)), blips=(Blip(id="k", at=(40, 3)),))
    shown = preview(state, drive("a1", inches))
    assert shown.refusal is not None
    assert (shown.refusal.code, shown.chances, shown.notes, shown.marked) == ("too-far", (), (), ())


def test_a_way_of_too_many_legs_is_not_worked_out() -> None:
    shown = preview(tank(), steps(0.1, count=13))
    assert shown.refusal is not None
    assert (shown.refusal.code, shown.legs) == ("bad-way", ())
