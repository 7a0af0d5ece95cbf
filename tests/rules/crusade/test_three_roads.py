"""Three roads: two rounds of three sides, step by step, with every die and card given; then all of it by `resolve`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules import codec
from rules.answers import Answer
from rules.cli.commands import main
from rules.core.ids import ProfileId, SideId, TerrainId, UnitId, WeaponId
from rules.core.refusal import IllegalAction
from rules.crusade import marks, models
from rules.crusade.courses import DriveLeg
from rules.crusade.driving.drive import DriveVehicle, DriveWipedOut
from rules.crusade.marks import Blip, ModelMarks
from rules.crusade.melee import MeleeAttack
from rules.crusade.pods import LandPod
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.shooting.reloading import ReloadWeapons, UnjamWeapons
from rules.crusade.transport.boarding import BoardEnemy
from rules.crusade.transport.driver import TakeOver
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.crusade.troops import MoveTroop
from rules.crusade.turn.sides import EndTurn, FinishModel
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold
from rules.events import Rolled
from rules.forces.crusade import CrusadeHull, CrusadeTroop
from rules.forces.mount import Mount
from rules.forces.profile import Profile
from rules.forces.unit import Unit
from rules.progress import Action
from rules.state import Event, GameState, Side, Turn
from rules.table.building import Building, Opening
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tests.rules.crusade import cast
from tests.rules.crusade.cast import put

T1, T2, T3 = TerrainId("t1"), TerrainId("t2"), TerrainId("t3")


def rect(x1: float, y1: float, x2: float, y2: float) -> tuple[tuple[float, float], ...]:
    return ((x1, y1), (x2, y1), (x2, y2), (x1, y2))


TERRAIN = (
    Terrain(id=T1, name="Dry Canal", points=rect(18.5, 12, 23, 30), depth_in=6),
    Terrain(id=T2, name="Slate Quarry", points=rect(13, 2, 23, 11.5), depth_in=13),
    Terrain(
        id=T3,
        name="Toll House",
        points=rect(36, 12, 44, 18),
        look="building",
        blocks_sight=True,
        building=Building(openings=(Opening(a=(37, 12), b=(39.5, 12)),)),
    ),
    Terrain(id=TerrainId("t4"), name="Smoke", points=rect(17.6, 16.6, 18.4, 19), look="smoke"),
    Terrain(id=TerrainId("t5"), name="Low Wall", points=rect(16.6, 28.2, 16.7, 30), cover="soft"),
    Terrain(id=TerrainId("t6"), name="Slag Heap", points=rect(10, 26, 11, 27.05), blocks_sight=True, height_in=3),
)
FIXED = {"arc_half_deg": 45.0, "forward_in": 1.5}


def row(kind: str, length: float, width: float, *mounts: Mount) -> Profile:
    """A listed vehicle with the hull and the mounts of this battle."""
    found = cast.PROFILES[ProfileId(kind)]
    hull = found.hull
    assert isinstance(hull, CrusadeHull)
    return replace(found, hull=replace(hull, length_in=length, width_in=width, mounts=mounts or hull.mounts))


def own(name: str, *mounts: Mount, **made: Any) -> Profile:
    return Profile(id=ProfileId(name), name=name, kind="vehicle", hull=CrusadeHull(mounts=mounts, **made))


def mount(weapon: str, half: float = 180, **more: float) -> Mount:
    return Mount(weapon=WeaponId(weapon), arc_half_deg=half, **more)


GUNS = (mount("assault-cannon", 45, forward_in=1.5), mount("multi-melta", 45, forward_in=1.5))
KITE = row("landspeeder", 4, 2.8, *GUNS)
PROFILES = {
    **cast.PROFILES,
    **{
        p.id: p
        for p in (
            row("rhino", 4.5, 3, mount("storm-bolter")),
            row(
                "land-raider",
                6.5,
                4,
                mount("twin-lascannon", 90, right_in=-1.5, arc_centre_deg=-90),
                mount("twin-lascannon", 90, right_in=1.5, arc_centre_deg=90),
                mount("heavy-bolter", 45, forward_in=2),
            ),
            row("griffon", 4.5, 3, mount("thunderer", 45, forward_in=2)),
            KITE,
            row("drop-pod", 4, 4, mount("storm-bolter")),
            own("gunship", *GUNS, dice=2, hits=4, traits=("flyer",), length_in=4, width_in=2.8),
            own("hauler", mount("arc-lance"), dice=2, hits=3, transport=12, length_in=4.5, width_in=3),
            Profile(id=ProfileId("pilot"), name="pilot", m=6, w=2, crusade_troop=CrusadeTroop(melee_bonus=1)),
        )
    },
}
CREW = ("b31", "b32")


def a_model(ident: str, kind: str, name: str, *place: Any, **more: Any) -> Unit:
    return replace(put(ident, "marine", *place, **more), name=name, **_kind(kind, ident, place, more))


def _kind(kind: str, ident: str, place: tuple[Any, ...], more: dict[str, Any]) -> dict[str, Any]:
    made = PROFILES[ProfileId(kind)]
    like = put(ident, kind if kind in cast.PROFILES else "rhino" if made.hull else "marine", *place, **more)
    model = replace(like.models[0], profile=made.id, wounds=more.get("dice", made.w))
    return {"models": (model,), "vehicle": like.vehicle}


def the_battle() -> GameState:
    bolt, krak = "boltgun", "krak-grenades"
    units = (
        a_model("a1", "crawler", "Bastion Crawler", (26.5, 32), points=50),
        a_model("a2", "rhino", "Mule Carrier", (15, 27), points=20),
        a_model("a3", "gunship", "Gadfly Gunship", (7.6, 33.9), points=40),
        a_model("a5", "terminator", "Ashgate Veteran", (15, 27), aboard="a2", points=20),
        a_model("a6", "marine", "Ashgate Trooper", (15, 27), aboard="a2"),
        a_model("a7", "guardsman", "Levy 7", (15, 27), aboard="a2", points=3),
        a_model("a9", "marine", "Ashgate Runner", (17.4, 21.5)),
        a_model("a4", "guardsman", "Levy 4", (17.3, 29.1), points=3),
        a_model("a8", "guardsman", "Levy 8", (38.25, 14.5), hidden=True, points=3),
        a_model("a10", "guardsman", "Levy 10", (38.6, 16.5), points=3),
        a_model("a11", "guardsman", "Levy 11", (23.6, 30.5), points=3),
        a_model("a12", "guardsman", "Levy 12", (22.3, 30.9), points=3),
        a_model("b1", "skiff", "Dune Skiff", (4.5, 19.5), 90, points=25),
        a_model("b2", "land-raider", "Tidewall Carrier", (6, 14), 90, points=60),
        a_model("b3", "griffon", "Siltgun", (4.5, 30.1), 90, points=20),
        a_model("b11", "pilot", "Skiff Pilot", (4.5, 19.5), aboard="b1", points=0),
        a_model("b8", "marine", "Skiff Gunner", (4.5, 19.5), aboard="b1", weapons=(bolt, krak)),
        a_model("b31", "guardsman", "Siltgun, driver", (4.5, 30.1), aboard="b3", points=0),
        a_model("b32", "guardsman", "Siltgun, crew", (4.5, 30.1), aboard="b3", points=0),
        a_model("b5", "dreadnought", "Brine Walker", (6, 14), aboard="b2", points=35),
        a_model("b7", "marine", "Brine Marine", (15.8, 14.5)),
        a_model("b6", "guardsman", "Guard 6", (15.5, 17), points=3),
        a_model("b9", "guardsman", "Guard 9", (7.2, 21.6), points=3),
        a_model("b10", "guardsman", "Guard 10", (5.4, 22), points=3),
        a_model("c1", "drop-pod", "Cinder Lander", (0, 0), deployed=False, points=15),
        a_model("c2", "landspeeder", "Kite Scout", (22, 28.5), 270, points=20),
        a_model("c8", "hauler", "Kiln Hauler", (38.25, 5), 180, points=30),
        a_model("c3", "dreadnought", "Kiln Walker", (28, 12.5), points=35),
        a_model("c4", "marine", "Kiln Marine", (30, 20)),
        a_model("c5", "assault", "Cinder Leaper", (24.5, 14.5), points=13),
        a_model("c6", "marine", "Cinder Marine", (30.5, 22.5)),
        a_model("c7", "terminator", "Cinder Veteran", (0, 0), aboard="c1", points=20),
    )
    state = cast.battle(*units, rounds=2, blips=(Blip(id="k1", at=(12.5, 24.2), content="ammunition crate"),))
    noted = {
        UnitId("b1"): ModelMarks(driver=UnitId("b11"), driven=True),
        UnitId("b3"): ModelMarks(driver=UnitId("b31"), driven=True, crew=tuple(map(UnitId, CREW))),
    }
    order = tuple(map(SideId, "abc"))
    names = ("Ashgate", "Brineholm", "Cinderfall")
    return replace(
        state,
        scenario=Scenario(name="Three roads", width_in=48, height_in=36, turn_limit=2, terrain=TERRAIN),
        terrain=TERRAIN,
        profiles=PROFILES,
        sides=tuple(Side(id=side, name=name) for side, name in zip(order, names, strict=True)),
        turn=Turn(number=1, order=order, phase="activation"),
        own=replace(marks.marks(state), models=noted),
    )


class Played:
    """The battle so far, and the document that `resolve` plays it from."""

    def __init__(self) -> None:
        self.state = the_battle()
        self.start = self.state
        self.events: list[Event] = []
        self.steps: list[dict[str, Any]] = []

    def act(self, action: Action, *answers: str | Action, **dice: Sequence[int | str]) -> list[Event]:
        """One step with the answers to what it asks, all of its dice thrown."""
        named = {f"crusade-{label.replace('_', '-')}": shown for label, shown in dice.items()}
        script = ScriptedDice(cast.faces(self.state, named))
        self.events = []
        for each in (action, *answers):
            if isinstance(each, str):
                assert self.state.prompt
                each = Answer(side=self.state.prompt.side, choice=each)
            events = decide(self.state, each, script)
            self.events += events
            self.state = fold(events, self.state)
            thrown: dict[str, list[int]] = {}
            for event in events:
                if isinstance(event, Rolled):
                    thrown.setdefault(event.label, []).extend(event.dice)
            self.steps.append({"action": json.loads(codec.encode(each)), "dice": thrown})
        script.finish()
        assert self.state.prompt is None
        return self.events

    def refused(self, action: Action) -> str:
        with pytest.raises(IllegalAction) as refused:
            decide(self.state, action, ScriptedDice({}))
        return f"{refused.value.code} {refused.value.rule}"

    def at(self, unit: str) -> tuple[float, float]:
        return models.place(self.state, self.unit(unit))

    def unit(self, unit: str) -> Unit:
        return self.state.units[UnitId(unit)]

    def noted(self, unit: str) -> ModelMarks:
        return marks.of(self.state, UnitId(unit))

    def dice(self, unit: str) -> int:
        return models.dice_of(self.unit(unit))

    def left(self) -> int:
        return sum(marks.deck(self.state).values())


def drive(unit: str, inches: float, turn: float = 0, **more: Any) -> DriveVehicle:
    leg = DriveLeg(inches=inches, turn_deg=turn)
    return DriveVehicle(side=SideId(unit[0]), unit=UnitId(unit), legs=(leg,), **more)


def wiped(by: str, unit: str, inches: float, turn: float = 0) -> DriveWipedOut:
    return DriveWipedOut(side=SideId(by), unit=UnitId(unit), legs=(DriveLeg(inches=inches, turn_deg=turn),))


def fire(unit: str, *aims: tuple[str, str | tuple[float, float]]) -> FireWeapons:
    made = tuple(
        WeaponAim(weapon=key, target=UnitId(to)) if isinstance(to, str) else WeaponAim(weapon=key, at=to)
        for key, to in aims
    )
    return FireWeapons(side=SideId(unit[0]), unit=UnitId(unit), aims=made)


def rush(unit: str, target: str, *path: tuple[float, float]) -> MeleeAttack:
    return MeleeAttack(side=SideId(unit[0]), unit=UnitId(unit), target=UnitId(target), path=path)


def board(unit: str, target: str, *path: tuple[float, float], extra: bool = False) -> BoardEnemy:
    return BoardEnemy(side=SideId(unit[0]), unit=UnitId(unit), vehicle=UnitId(target), path=path, extra=extra)


def end(side: str) -> EndTurn:
    return EndTurn(side=SideId(side))


def close(at: tuple[float, float]) -> Any:
    return pytest.approx(at, abs=0.011)


def ashgate_one(p: Played) -> None:
    p.act(drive("a1", 6))
    assert p.refused(drive("a1", 2, extra=True)) == "heavy-moves-once CRU-MOVE-05"
    p.act(fire("a1", ("0", "b9")), attack=[1, 0, 2, 0, 1], defence=[0, 2], vehicle_defence=[1, 2])
    assert p.unit("b9").is_gone
    assert p.noted("a1").empty == ("0",)
    p.act(drive("a3", 6))
    p.act(drive("a3", 2.3))
    assert (p.at("a3"), p.noted("a3").moves, p.noted("a3").straight) == (close((7.6, 25.6)), 2, True)
    p.act(
        fire("a3", ("0", "b2"), ("1", "b2")),
        "1",
        attack=[3, 3, 0, 2, 1, 3, 0, 1],
        vehicle_defence=[2, 2, 1, 1, 2, 1],
        damage_card=["CREW", "WEAPON", "FIRE"],
        crew_hit=[3],
        defence=[0, 1, 0, 0],
    )
    assert (p.noted("b2").cards, p.noted("b2").lost, p.dice("b5")) == (("CREW", "WEAPON", "FIRE"), ("1",), 2)
    assert (p.noted("a3").jammed, p.noted("a3").empty, p.left()) == (("0",), ("1",), 17)
    p.act(drive("a2", 6))
    p.act(
        drive("a2", 6, extra=True),
        "fight",
        "evade",
        overrun=[2, 0, 1, 1, 1, 0, 3, 0],
        melee_defence=[1, 0, 2, 1],
    )
    assert marks.marks(p.state).blips[0].shown
    assert (p.unit("b6").is_gone, p.dice("b7"), p.at("a2"), p.at("b7")) == (
        True,
        1,
        close((15, 15)),
        close((16.99, 14.5)),
    )
    assert p.refused(fire("a2", ("0", "b7"))) == "action-spent CRU-FIRE-01"
    into = StepIn(side=SideId("a"), unit=UnitId("a9"), vehicle=UnitId("a2"))
    assert p.refused(into) == "vehicle-moved-twice CRU-TRAN-01"
    p.act(end("a"))


def brineholm_one(p: Played) -> None:
    p.act(fire("b8", ("boltgun", "a4")), attack=[3, 2], defence=[1])
    assert p.unit("a4").is_gone
    p.act(drive("b1", 6))
    p.act(drive("b1", 6, jump=True), jump=[2, 5])
    assert p.at("b1") == close((25, 19.5))
    assert p.refused(drive("b1", 3, extra=True)) == "passengers-fired CRU-FIRE-03"
    p.act(fire("b1", ("0", "c6")), attack=[2, 0, 1, 1], defence=[0, 1, 2])
    assert p.dice("c6") == 1
    p.act(
        drive("b2", 6, ram="a2"),
        wiped("b", "a2", 6),
        "right",
        "front",
        ram=[1, 2, 0, 1],
        ram_defence=[2, 1],
        damage_card=["DRIVE", "WEAPON", "HULL"],
        wipeout=[4, 1, 4],
        wreck_occupants=[1, 2, 0, 2, 0, 1, 0, 3, 0],
        defence=[0, 1, 1, 2, 0, 1],
    )
    assert (p.at("b2"), p.at("a2")) == (close((10.25, 14)), close((15, 9)))
    assert (p.noted("a2").cards, p.noted("a2").wreck, p.left()) == (("DRIVE", "WEAPON", "HULL"), True, 14)
    assert (p.dice("a5"), p.dice("a6"), p.unit("a7").is_gone) == (2, 1, True)
    assert (p.at("a5"), p.at("a6")) == (close((17.29, 9)), close((15, 6.26)))
    p.act(StepOut(side=SideId("b"), unit=UnitId("b5"), at=(5.82, 14)))
    p.act(
        fire("b3", ("0", (24.5, 13.8))),
        indirect_deviation=[3],
        direction=[6],
        attack=[2, 1, 0, 2, 1],
        defence=[3, 1],
        vehicle_defence=[2, 0, 2],
        damage_card=["HULL"],
    )
    assert (p.noted("b1").cards, p.noted("b3").empty) == (("HULL",), ("0",))
    p.act(end("b"), vehicle_fire=[2], vehicle_defence=[1, 0, 2])


def cinderfall_one(p: Played) -> None:
    p.act(drive("c2", 6))
    p.act(
        drive("c2", 6, ram="a3"),
        wiped("c", "a3", 2, -90),
        ram=[2, 3, 0],
        ram_defence=[1, 1],
        damage_card=["DRIVE", "DRIVE", "CREW"],
        wipeout=[2, 6, 3, 6, 1],
    )
    assert (p.at("c2"), p.at("a3"), p.unit("a3").models[0].facing) == (close((11, 28.5)), close((4.2, 24.2)), 270)
    p.act(
        fire("c2", ("0", "b31"), ("1", "b3")),
        attack=[1, 0, 0, 3, 0, 3, 0, 1, 2, 0, 1],
        defence=[0, 2],
        wipeout=[1, 3, 6],
        vehicle_defence=[2, 1],
        damage_card=["WEAPON"],
    )
    assert (p.unit("b31").is_gone, p.noted("b3").driver, p.noted("b3").lost) == (True, None, ("0",))
    assert p.refused(drive("c8", 6)) == "does-not-fit CRU-VEH-02"
    assert p.refused(fire("c8", ("0", "a8"))) == "hidden CRU-TROOP-06"
    p.act(drive("c8", 6, ram="t3"), ram=[3, 1, 1], ram_defence=[1, 0])
    assert (p.at("c8"), p.unit("a8").hidden) == (close((38.25, 9.75)), False)
    p.act(fire("c8", ("0", "a8")), attack=[1, 0, 1], defence=[0, 2])
    assert p.unit("a8").is_gone
    p.act(
        rush("c3", "b1", (25, 17.07)),
        "fire",
        "driver",
        snap_fire=[2, 1],
        defence=[1, 0, 0, 1],
        melee_attack=[2, 0, 1, 1, 0],
        melee_defence=[1, 2, 0],
        damage_card=["FIRE"],
    )
    assert (p.dice("c3"), p.noted("b1").cards) == (3, ("HULL", "FIRE"))
    assert p.refused(rush("c4", "b8", (27.9, 19.2))) == "passenger-safe CRU-RUSH-03"
    p.act(board("c4", "b1", (27.9, 19.2), extra=True), board_jump=[5, 2, 5])
    assert p.noted("c4").stunned
    p.act(board("c5", "b1"))
    p.act(rush("c5", "b11"), melee_attack=[2, 1, 2], melee_defence=[1, 0, 1], wipeout=[1, 4, 6, 3])
    assert (p.unit("b11").is_gone, p.noted("b1").driver) == (True, None)
    p.act(board("c6", "b1", (27.8, 21.2), extra=True))
    assert p.unit("c6").aboard == "b1"
    p.act(end("c"))


def round_two(p: Played) -> None:
    assert p.refused(FinishModel(side=SideId("a"), unit=UnitId("a3"))) == "flyer-must-fly CRU-MOVE-07"
    p.act(
        FinishModel(side=SideId("a"), unit=UnitId("a3"), accept_fall=True),
        damage_card=["HULL", "FIRE", "HULL"],
        explosion=[1, 0, 2, 1, 0],
        defence=[1],
        vehicle_defence=[1, 2],
    )
    assert (p.unit("a3").is_gone, p.unit("b10").is_gone, p.noted("b3").cards) == (True, True, ("WEAPON", "HULL"))
    assert (p.left(), sum(marks.marks(p.state).discards.values())) == (5, 5)
    p.act(drive("a1", 6, ram="b1"), ram=[0, 1, 0, 0], ram_defence=[3], damage_card=["DRIVE"], wipeout=[2, 5])
    assert (p.at("a1"), p.noted("a1").cards) == (close((26.5, 24)), ("DRIVE",))
    p.act(ReloadWeapons(side=SideId("a"), unit=UnitId("a1")))
    p.act(end("a"))
    assert p.refused(drive("b1", 2)) == "no-driver CRU-TRAN-06"
    p.act(TakeOver(side=SideId("b"), unit=UnitId("b8")))
    p.act(rush("b8", "a1"), "parry", melee_attack=[1, 0, 2, 0], melee_defence=[1, 1, 0, 1])
    p.act(drive("b1", 2), "evade", overrun=[1, 0, 1], melee_defence=[0, 2, 0])
    assert (p.at("b1"), p.at("c4")) == (close((27, 19.5)), close((27.9, 17.76)))
    p.act(drive("b2", 1, 45, back=True))
    assert (p.at("b2"), p.unit("b2").models[0].facing) == (close((10.96, 13.88)), 135)


def round_two_ends(p: Played) -> None:
    p.act(
        fire("b2", ("0", "a1"), ("2", "c3")),
        "2",
        attack=[0, 0, 3, 1, 2, 0, 0, 1, 0, 3, 3, 3],
        vehicle_defence=[1, 1, 0],
        damage_card=["CREW"],
        defence=[1, 0, 2, 2, 1, 1],
    )
    assert (p.noted("a1").cards, p.unit("c3").is_gone, p.noted("b2").lost) == (("DRIVE", "CREW"), True, ("1", "2"))
    p.act(
        end("b"),
        vehicle_fire=[2, 1],
        vehicle_defence=[1, 2, 0, 1, 0, 1, 2],
        damage_card=["FIRE", "CREW"],
        explosion=[2, 0, 1, 1, 1],
        defence=[1, 1, 2, 1, 2, 2, 1],
    )
    assert (p.unit("b1").is_gone, p.unit("b8").is_gone, p.unit("c6").is_gone) == (True, True, True)
    assert (p.dice("c5"), p.dice("c4"), p.left()) == (1, 1, 1)
    p.act(
        LandPod(side=SideId("c"), unit=UnitId("c1"), at=(28.93, 26.75)),
        pod_deviation=[2, 3],
        direction=[8],
        ram=[3, 2, 0],
        ram_defence=[1, 0, 1],
        damage_card=["WEAPON", "DRIVE"],
        pod_impact=[1, 1, 0],
        defence=[0, 2],
    )
    assert (p.at("c1"), p.at("a12"), p.unit("a11").is_gone) == (close((24.6, 29.25)), close((22.11, 30.9)), True)
    assert (p.noted("a1").wreck, p.left()) == (True, 7)
    p.act(StepOut(side=SideId("c"), unit=UnitId("c7"), at=(27.39, 30)))
    p.act(MoveTroop(side=SideId("c"), unit=UnitId("c7"), path=((30.39, 30),)))
    assert p.refused(MoveTroop(side=SideId("c"), unit=UnitId("c4"), path=((27.9, 14),))) == "knocked-down CRU-TROOP-03"
    p.act(drive("c2", 6))
    p.act(UnjamWeapons(side=SideId("c"), unit=UnitId("c2")), unjam=[4])
    assert (p.at("c2"), p.noted("c2").jammed) == (close((5, 28.5)), ())
    p.act(end("c"))


def test_the_roll_off_goes_on_between_those_who_tie(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The first step, before anybody is placed: 4, 4 and 2, then 5 and 3; Ashgate chooses and goes first."""
    state = replace(the_battle(), turn=Turn(number=0, order=(), phase="deployment"))
    steps = [
        {"action": {"type": "RollForPlacement", "side": "a"}, "dice": {"crusade-placement": [4, 4, 2, 5, 3]}},
        {"action": {"type": "Answer", "side": "a", "choice": "a"}, "dice": {}},
    ]
    paper = tmp_path / "first.json"
    start = json.loads(codec.encode(state))
    paper.write_text(json.dumps({"ruleset": "rules-crusade", "state": start, "steps": steps}))
    assert main(["resolve", str(paper)]) == 0
    found = json.loads(capfd.readouterr().out)
    assert [each["dice"] for each in found["events"][0] if each["type"] == "Rolled"] == [[4, 4, 2], [5, 3]]
    assert codec.convert_state(found["state"]).turn.order == ("a", "b", "c")


@pytest.fixture(scope="module")
def three_roads() -> Played:
    """All of it, played once."""
    played = Played()
    for chapter in (ashgate_one, brineholm_one, cinderfall_one, round_two, round_two_ends):
        chapter(played)
    return played


def test_brineholm_wins_with_125_points(three_roads: Played) -> None:
    outcome = three_roads.state.outcome
    assert outcome
    assert outcome.winner == "b"
    assert outcome.reason == "after 2 rounds: Ashgate 46, Brineholm 125, Cinderfall 108"


def test_resolve_leads_to_the_same_state(
    three_roads: Played, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "three-roads.json"
    state = json.loads(codec.encode(three_roads.start))
    paper.write_text(json.dumps({"ruleset": "rules-crusade", "state": state, "steps": three_roads.steps}))
    assert main(["resolve", str(paper)]) == 0
    found = json.loads(capfd.readouterr().out)
    assert codec.convert_state(found["state"]) == three_roads.state
