"""The Grey Scarp: trial vehicles through `python -m rules resolve`, step by step, every die and every result.

The first turn of the League as far as its tank has fired: a carrier that may not use the road, backs and turns for
nothing, a tank that crosses rubble at 6 inches, may not turn to face then, and shells the Breakers. Who of them falls
is settled as the core settles losses under a marker, where the written-out game goes die by die.
"""

import pytest

from rules.arap.turn.activation import UnitActivated
from rules.table.terrain import Terrain
from tests.builders import a_profile, a_unit, a_weapon
from tests.rules.arenas import box, ground
from tests.rules.cli.replay import Refused, Replay, rolls
from tests.rules.vehicles.trial.park import a_condition, a_transport, a_trial, trial_battle

ROAD = Terrain(id="T1", name="Mill Road", points=((0, 36), (72, 36), (72, 40), (0, 40)), going="road", look="road")
MILL = ground("T7", box(31, 31, 37, 33), going="difficult", look="rubble", height_in=0.5)
HOWITZER = a_weapon("turret howitzer", type="ordnance", range_in=60, shots=1, strength=8, ap=3, marker_in=5)
LANCE = a_weapon("hull lance", type="heavy", range_in=48, shots=1, strength=9, ap=2, traits=("laser",))
CARBINE = a_weapon("pintle carbine", type="rapid-fire", range_in=24, shots=1, strength=4, ap=5)
BREAKERS = [(32.5, 23), (34, 23), (35.5, 23), (33.2, 24.5), (35, 24.5), (34.63, 21.63)]


def field():
    """The carrier with the Fusiliers just aboard, the Mauler, and the Breakers before it."""
    loaded = {"vehicle": a_condition(turn=1, did=("loaded",))}
    carrier = a_transport("a1", (24, 38), heading=90, traits=("tank",), weapons=(CARBINE,), flags=loaded)
    breaker = a_profile("breaker", ws=4, s=4, t=4, i=3, ld=8, sv=4)
    return trial_battle(
        carrier,
        a_trial("a4", (34, 36), heading=0, weapons=(HOWITZER, LANCE)),
        a_unit("b4", BREAKERS, profile=breaker, facing=180, name="Karst Breakers"),
        active=None,
        terrain=(ROAD, MILL),
    )


class Scarp(Replay):
    """The steps in the words of the transcript."""

    def activate(self, unit, *faces):
        """Action points rolled."""
        events = self.act("Activate", side="a", unit=unit, dice=len(faces), throws={"activation": list(faces)})
        return next(e.ap for e in events if isinstance(e, UnitActivated))

    def drive(self, unit, *places, **fields):
        """A Movement step through those places: x, y, then a facing and a gait."""
        path = [dict(zip(("at", "facing", "gait"), ((p[0], p[1]), *p[2:]), strict=False)) for p in places]
        return self.act("MovementStep", side="a", unit=unit, path=path, **fields)

    def pose(self, unit):
        """Where a hull stands and heads."""
        model = self.state.units[unit].models[0]
        return (*model.at, model.facing)


def shot(mount, aim=""):
    return {"mount": mount, "target": "b4", **({"aim": aim} if aim else {})}


@pytest.mark.rule("TRI-ROAD-01", "TRI-MOVE-02", "TRI-MOVE-03", "TRI-FACE-01", "TRI-ORD-04")
def test_the_league_drives_and_fires_its_howitzer(tmp_path):
    game = Scarp(field(), tmp_path)
    assert game.activate("a1", 3, 5) == 1
    with pytest.raises(Refused) as road:
        game.drive("a1", (42, 38), declared=18, road=True)
    assert (road.value.code, road.value.rule) == ("no-road-bonus", "TRI-ROAD-01")
    assert road.value.message == "Troops got in or out in this turn: no bonus, 12″ at most."
    game.drive("a1", (21, 38, None, "back"), (22, 38), (22, 38, 0), (22, 30, 0), declared=12)
    assert (game.pose("a1"), game.state.units["a1"].now.moved_in) == ((22, 30, 0), 12)

    assert game.activate("a4", 2, 4, 6) == 2
    events = game.drive("a4", (34, 30), declared=6)
    assert (rolls(events), game.pose("a4")) == ([], (34, 30, 0))
    with pytest.raises(Refused) as turned:
        game.act("ShootingStep", side="a", unit="a4", shots=[shot(1)], turn_to=30)
    assert (turned.value.code, turned.value.rule) == ("may-not-turn", "TRI-FACE-01")

    throws = {
        "scatter-a": [2],
        "scatter-b": [6],
        "direction": [90],
        "ordnance-scatter-distance": [1, 3],
        "to-wound": [4, 1, 3],
    }
    fired = game.act("ShootingStep", side="a", unit="a4", shots=[shot(0, "b4.2")], throws=throws)
    told = [(label, faces) for label, faces, _, _ in rolls(fired)]
    assert told == list(throws.items())
    throws = {"suppression-test": [4, 3], "casualties-test": [3, 3]}
    stood = game.act("Answer", side="b", choice="stand", throws=throws)
    assert ("suppression-test", [4, 3], 8) in [(label, faces, goal) for label, faces, goal, _ in rolls(stood)]
    fallen = [m.id for m in game.state.units["b4"].models if not m.alive]
    assert fallen == ["b4.3", "b4.5"]  # two wounds on the nearest to the middle, in order
