"""Two turns on the Salt Road, die by die: vehicles drive, fire, are hit, carry."""

import pytest
from msgspec.structs import replace

from rules.core.refusal import IllegalAction
from rules.forces.profile import Door, Mount
from rules.forces.unit import VehicleState
from rules.gemini.activation import Activate, EndActivation, Finish, UnitActivated
from rules.gemini.answers import Answer
from rules.gemini.marching import Waypoint
from rules.gemini.movement import Move
from rules.gemini.shooting import Shoot
from rules.table.terrain import Terrain
from rules.vehicles.gemini.boarding import Board
from rules.vehicles.gemini.driving import Drive
from rules.vehicles.gemini.events import (
    ChartResult,
    HullPointsLost,
    Immobilised,
    MarksBite,
    MarksCleared,
    VehicleHit,
    WeaponLost,
)
from rules.vehicles.gemini.firing import FireVehicle, MountShot
from rules.vehicles.gemini.leaving import GetOut
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle, way

ROAD = Terrain(id="T1", name="Salt Road", points=((0, 38), (72, 38), (72, 42), (0, 42)), going="road", look="road")


def mounts(*arcs):
    return tuple(Mount(weapon=w.id, arc_half_deg=half, name=w.name) for w, half in arcs)


STORM = a_weapon("storm gun", type="assault", range_in=24, shots=2, strength=4, ap=5)
AUTOGUN = a_weapon("hull autogun", type="heavy", range_in=36, shots=3, strength=5, ap=4)
MELTA = a_weapon("melta lance", type="assault", range_in=12, shots=1, strength=8, ap=1, traits=("melta",))
MISSILE = a_weapon("missile rack", type="heavy", range_in=48, shots=1, strength=8, ap=3)
REPEATER = a_weapon("twin repeater", type="heavy", range_in=36, shots=3, strength=6, ap=4)
SIEGE = a_weapon("siege gun", type="heavy", range_in=48, shots=1, strength=9, ap=2)
FLANK = a_weapon("flank gun", type="heavy", range_in=36, shots=3, strength=5, ap=4)
CAB = a_weapon("cab gun", type="assault", range_in=24, shots=2, strength=4, ap=6)
RUNNER = a_weapon("runner cannon", type="heavy", range_in=36, shots=1, strength=7, ap=4)
DECK = a_weapon("deck gun", type="assault", range_in=24, shots=2, strength=4, ap=6)

SAPPER = a_profile("sapper", bs=4, i=4, ld=8, sv=5)
GUARD = a_profile("guard", bs=3, i=3, ld=7, sv=5)
LEVY = a_profile("levy", ws=2, bs=2, i=3, ld=6, sv=6)
DOORS = (Door(forward_in=-2.5, right_in=0), Door(forward_in=0, right_in=1.5), Door(forward_in=0, right_in=-1.5))


def a_driven(unit, at, heading, arcs, name, **values):
    made, profiles, _ = a_vehicle(unit, at, heading=heading, weapons=(), mounts=mounts(*arcs), **values)
    return replace(made, name=name), profiles, tuple(w for w, _ in arcs)


def northmarch():
    sappers = a_unit(
        "a3", [(41, 4), (42.5, 4), (44, 4), (42.5, 2.6), (44, 2.6)], profile=SAPPER, facing=180, name="Sappers"
    )
    unit, profiles, _ = sappers
    lance = replace(unit.models[0], weapons=(MELTA.id,))
    sappers = (unit.with_model(lance), profiles, (MELTA,))
    carrier = {"front": 11, "side": 11, "rear": 10, "length_in": 5, "width_in": 3, "capacity": 10, "doors": DOORS}
    walker = {"type": "walker", "vehicle_class": "fast", "front": 10, "side": 10, "rear": 10}
    return (
        a_driven("a1", (10, 40), 90, [(STORM, 180)], "Bulwark Carrier", **carrier),
        a_driven("a2", (32, 31), 45, [(AUTOGUN, 45)], "Anvil Battle Tank"),
        sappers,
        a_driven("a4", (60, 26), 0, [(MISSILE, 45), (REPEATER, 45)], "Kestrel", length_in=3, width_in=3, **walker),
        a_unit("a5", [(14, 35), (16, 35), (18, 35), (15, 33.6), (17, 33.6)], profile=SAPPER, name="Rangers"),
    )


def saltmere(hull):
    guard = [(26, 40), (27.5, 40.8), (27.5, 39.2), (29, 40), (26, 36.8), (28, 36.8)]
    slow = {"crew_bs": 3, "crew_initiative": 3}
    runner = {"vehicle_class": "fast", "front": 11, "side": 10, "rear": 10, "length_in": 4, "width_in": 2.5}
    hauler = {"front": 10, "side": 10, "rear": 10, "length_in": 5, "width_in": 3, "capacity": 10, "doors": DOORS}
    flags = {"vehicle": VehicleState(hull=hull)}
    return (
        a_driven("b1", (40, 14), 180, [(SIEGE, 45), (FLANK, 180)], "Ironback", side=11, flags=flags, **slow),
        a_driven("b2", (20, 15), 180, [(CAB, 180)], "Hauler", **hauler, **slow),
        a_unit("b3", guard, profile=GUARD, facing=270, name="Compact Guard"),
        a_driven("b4", (50, 5), 270, [(RUNNER, 45), (DECK, 180)], "Marsh Runner", **runner, **slow),
        a_unit("b5", [(20, 15)] * 4, profile=LEVY, name="Levy", aboard="b2"),
    )


def table(hull=3):
    return a_battle(*northmarch(), *saltmere(hull), terrain=(ROAD,))


class Play:
    """The battle so far; each act with its dice."""

    def __init__(self, state):
        self.state = state

    def __call__(self, action, **dice):
        by_label = {label.replace("_", "-"): faces for label, faces in dice.items()}
        events, self.state = play(self.state, action, by_label)
        return events

    def activate(self, unit, *faces):
        events = self(Activate(side=unit[0], unit=unit, dice=len(faces)), activation=faces)
        return the(events, UnitActivated).ap

    def drive(self, unit, *path, actions=1):
        return self(Drive(side=unit[0], unit=unit, path=way(*path), actions=actions))

    def fire(self, unit, *shots, **dice):
        aimed = tuple(MountShot(mount=m, target=t) for m, t in shots)
        return self(FireVehicle(side=unit[0], unit=unit, shots=aimed), **dice)

    def refused(self, action):
        with pytest.raises(IllegalAction) as caught:
            play(self.state, action)
        return caught.value

    def pose(self, unit):
        model = self.state.units[unit].models[0]
        return (*model.at, model.facing)


@pytest.mark.rule("VEH-JOIN-02", "VEH-MOVE-05", "VEH-BRD-05", "VEH-VFIRE-02", "VEH-JOIN-07")
def test_the_first_turn(cites):
    cites("VEH-JOIN-02")
    game = Play(table(hull=2))
    assert game.activate("a1", 1, 4) == 2
    assert game.refused(Drive(side=A, unit="a1", path=way((21, 40, 90)))).code == "too-far"
    game.drive("a1", (19, 40, 90))
    game.fire("a1", (0, "b3"), to_hit=[5, 3], to_wound=[2])
    assert game.activate("a5", 2) == 1
    game(Board(side=A, unit="a5", vehicle="a1"), to_wound=[1, 4, 2, 3, 6], casualties_test=[3, 4])
    assert [m.id for m in game.state.units["a5"].alive] == ["a5.1", "a5.3", "a5.4"]
    assert game.refused(GetOut(side=A, unit="a5")).code in ("boarded-this-turn", "not-active")
    assert game.activate("a2", 3, 1, 4) == 3
    game.drive("a2", (32, 31, 0), (32, 27, 0))
    assert game.pose("a2") == (32, 27, 0)
    events = game.fire("a2", (0, "b4"), to_hit=[2, 6, 5], armour_penetration=[5], vehicle_damage=[5])
    assert [o.label for o in game.state.prompt.options] == ["Runner Cannon", "Deck Gun"]
    events = game(Answer(side=A, choice="0"))
    assert the(events, WeaponLost).mount == 0
    game(Finish(side=A, unit="a2"))
    assert game.activate("a4", 4, 3) == 2
    game.drive("a4", (60, 22, 315))
    assert game.pose("a4") == (60, 22, 315)
    events = game.fire(
        "a4", (0, "b1"), (1, "b1"), to_hit=[2, 4, 5, 1], armour_penetration=[5, 5, 2], vehicle_damage=[4]
    )
    assert (the(events, HullPointsLost).lost, the(events, HullPointsLost).left) == (2, 0)
    assert the(events, ChartResult).results == ("crew-stunned",)
    events = game(EndActivation(side=A))
    assert the([e for e in events if isinstance(e, MarksBite) and e.stunned], MarksBite).unit == "b1"
    error = game.refused(Activate(side=B, unit="b1", dice=1))
    assert (error.code, error.rule) == ("stunned", "VEH-JOIN-07")
    assert game.activate("b4", 2, 3) == 2
    game.drive("b4", (53, 5, 270))
    game.drive("b4", (53, 7, 180))
    assert (game.pose("b4"), game.state.units["b4"].now.moved_in) == ((53, 7, 180), 5)
    assert game.activate("b2", 1, 3) == 2
    game.drive("b2", (20, 27, 180), actions=2)
    assert game.state.units["b2"].now.moved_in == 12
    assert game.state.units["b5"].aboard == "b2"
    events = game(EndActivation(side=B))
    assert the(events, MarksCleared).unit == "b1"
    assert game.state.turn.number == 2


@pytest.mark.rule("VEH-PEN-02", "VEH-DMG-04", "VEH-DMG-05", "VEH-CHART-01")
def test_the_second_turn():
    game = Play(table(hull=0))
    assert game.activate("a3", 1, 2, 4) == 3
    game(Move(side=A, unit="a3", path=(Waypoint(at=(41, 6)),)))
    events = game(Shoot(side=A, unit="a3", target="b1"), to_hit=[3], melta_penetration=[3, 4], vehicle_damage=[2])
    hit = the(events, VehicleHit)
    assert (hit.face, hit.av, hit.total, hit.kind) == ("rear", 10, 15, "penetrating")
    assert (the(events, ChartResult).die, the(events, ChartResult).row) == (2, 3)
    assert the(events, Immobilised).unit == "b1"
    game(Finish(side=A, unit="a3"))
    assert game.activate("a4", 3, 1) == 2
    game.drive("a4", (60, 22, 315))
    events = game.fire("a4", (0, "b1"), (1, "b1"), to_hit=[4, 1, 5, 6], armour_penetration=[4], vehicle_damage=[2])
    assert [(o.id, o.label) for o in game.state.prompt.options] == [("0", "Siege Gun"), ("1", "Flank Gun")]
    events = game(Answer(side=A, choice="0"), armour_penetration=[3])
    assert the(events, VehicleHit).total == 9
    assert game.state.units["b1"].vehicle.lost_mounts == (0,)
    assert not game.state.units["b1"].is_gone
    game(EndActivation(side=A))
    assert game.activate("b1", 3) == 1
    error = game.refused(Drive(side=B, unit="b1", path=way((40, 16, 180))))
    assert (error.code, error.rule) == ("immobilised", "VEH-DMG-05")
    events = game.fire("b1", (1, "a4"), to_hit=[2, 5, 6], armour_penetration=[6], vehicle_damage=[1])
    hit = the(events, VehicleHit)
    assert (hit.face, hit.av, hit.total, hit.kind) == ("front", 10, 11, "penetrating")
    assert game.state.units["a4"].vehicle.stunned
