"""Armour on the Salt Road: two game turns of vehicles through `python -m rules resolve`, every die and every result.

Two results follow the rules rather than the written-out game from which the steps are taken: the walker that fires a
second turn at a stationary hull, neither having moved, hits one better (ARAP-HIT-05), so that one repeater shot more
strikes; and the guards whom the carrier drove past may plant charges on it in each round of close combat, since they
stand within their melee radius of its hull (VEH-JOIN-09): they are asked, and decline.
"""

import pytest

from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.morale.casualties import CasualtiesTested
from rules.arap.turn.activation import UnitActivated
from rules.forces.unit import VehicleState
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.shared.events import ChartResult, MarksCleared, VehicleHit, WeaponLost
from tests.rules.cli.replay import Refused, Replay, rolls
from tests.rules.cli.salt_road import table


class Game(Replay):
    """The steps in the words of the table."""

    def activate(self, unit, *faces):
        """Action points rolled."""
        events = self.act("Activate", side=unit[0], unit=unit, dice=len(faces), **_dice(activation=faces))
        return next(e.ap for e in events if isinstance(e, UnitActivated))

    def drive(self, unit, *places, dice=None, **fields):
        """Inches driven and inches paid for; a place may name a facing and a gait."""
        path = [dict(zip(("at", "facing", "gait"), ((p[0], p[1]), *p[2:]), strict=False)) for p in places]
        return self.act("Drive", side=unit[0], unit=unit, path=path, throws=dice, **fields)

    def fire(self, unit, *shots, **dice):
        """Mounts at targets."""
        aimed = [{"mount": mount, "target": target} for mount, target in shots]
        return self.act("FireVehicle", side=unit[0], unit=unit, shots=aimed, **_dice(**dice))

    def answer(self, side, choice, **dice):
        """One answer to the open prompt."""
        return self.act("Answer", side=side, choice=choice, **_dice(**dice))

    def refused(self, action, unit, **fields):
        """Code, rule, message and what is allowed; nothing has changed."""
        before = self.plain
        with pytest.raises(Refused) as caught:
            self.act(action, side=unit[0], unit=unit, **fields)
        assert self.plain == before
        return caught.value

    def options(self):
        """What the open prompt offers and does not refuse."""
        return [o.id for o in self.state.prompt.options if not o.refused]

    def pose(self, unit):
        """Where a hull stands and heads."""
        model = self.state.units[unit].models[0]
        return (*model.at, model.facing)

    def places(self, unit):
        """Where the living members stand."""
        return {m.id: m.at for m in self.state.units[unit].alive}


def _dice(**by_label):
    return {"throws": {label.replace("_", "-"): list(faces) for label, faces in by_label.items()}}


def moved(events, unit):
    """Inches of path and of allowance of all moves of a unit."""
    moves = [e for e in events if isinstance(e, ModelsMoved) and e.unit == unit]
    return sum(m.length_in for m in moves), sum(m.spent_in for m in moves)


def hits(events):
    """What struck armour: face, armour, total and kind."""
    return [(e.unit, e.face, e.av, e.total, e.kind) for e in events if isinstance(e, VehicleHit)]


def charted(events):
    """Results of the damage chart: column, row, what they are."""
    return [(e.unit, e.column, e.row, e.results) for e in events if isinstance(e, ChartResult)]


def fallen(events):
    """Models that have lost their last wound."""
    return [w.model for e in events if isinstance(e, WoundsTaken) for w in e.wounds if w.left == 0]


@pytest.fixture
def game(tmp_path):
    """The field before the first step."""
    return Game(table(), tmp_path)


def northmarch_opens(game):
    """Steps 1 to 14."""
    assert game.activate("a1", 1, 4) == 2
    error = game.refused("Drive", "a1", path=[{"at": [21, 40]}])
    assert (error.code, error.rule) == ("too-far", "VEH-JOIN-03")
    assert error.allowed == "up to 9″ with 1 AP, up to 18″ with 2 AP"
    assert moved(game.drive("a1", (19, 40)), "a1") == (9, 9)
    events = game.fire("a1", (0, "b3"), to_hit=[5, 3], to_wound=[2])
    assert rolls(events) == [("to-hit", [5, 3], 4, ""), ("to-wound", [2], 3, "")]

    assert game.activate("a5", 2) == 1
    events = game.act(
        "Board", side="a", unit="a5", vehicle="a1", **_dice(to_wound=[1, 4, 2, 3, 6], casualties_test=[3, 4])
    )
    assert rolls(events) == [("to-wound", [1, 4, 2, 3, 6], 4, ""), ("casualties-test", [3, 4], 8, "")]
    assert fallen(events) == ["a5.2", "a5.5"]
    assert game.state.units["a5"].aboard == "a1"
    assert moved(events, "a5") == (2.9, 2.9)
    error = game.refused("GetOut", "a5")
    assert (error.code, error.rule, error.allowed) == ("boarded-this-turn", "VEH-BRD-01", "staying aboard")

    assert game.activate("a2", 3, 1, 4) == 3
    assert moved(game.drive("a2", (32, 31, 0), (32, 27)), "a2") == (4, 6)
    assert game.pose("a2") == (32, 27, 0)
    shots = {"scatter_a": [4], "scatter_b": [4], "direction": [217], "ordnance_penetration": [2, 5]}
    shots |= {"to_hit": [2, 6, 5], "armour_penetration": [5], "vehicle_damage": [5]}
    events = game.fire("a2", (0, "b1"), (1, "b4"), **shots)
    assert hits(events) == [("b1", "front", 13, 13, "glancing"), ("b4", "side", 10, 10, "glancing")]
    assert [(e.lost, e.left) for e in events if isinstance(e, HullPointsLost)] == [(1, 2)]
    assert charted(events) == [("b4", "glancing", 5, ("armament-destroyed",))]
    assert [o.label for o in game.state.prompt.options] == ["Runner Cannon", "Deck Gun"]
    (lost,) = [e for e in game.answer("a", "0") if isinstance(e, WeaponLost)]
    assert (lost.unit, lost.mount) == ("b4", 0)
    assert game.state.turn.active is None, "one point for the drive, two for the howitzer"

    assert game.activate("a4", 4, 3) == 2
    assert moved(game.drive("a4", (60, 22, 315)), "a4") == (4, 6)
    events = game.fire(
        "a4", (0, "b1"), (1, "b1"), to_hit=[2, 4, 5, 1], armour_penetration=[5, 5, 2], vehicle_damage=[4]
    )
    assert hits(events) == [
        ("b1", "side", 11, 13, "penetrating"),
        ("b1", "side", 11, 11, "glancing"),
        ("b1", "side", 11, 8, "none"),
    ]
    assert [(e.lost, e.left) for e in events if isinstance(e, HullPointsLost)] == [(2, 0)]
    assert charted(events) == [("b1", "glancing", 4, ("crew-stunned",))]
    assert rolls(game.act("EndActivation", side="a")) == []


def saltmere_answers(game):
    """Steps 15 to 22."""
    error = game.refused("Activate", "b1", dice=1)
    assert (error.code, error.rule, error.allowed) == ("stunned", "VEH-JOIN-07", "another unit")
    assert game.activate("b4", 2, 3) == 2
    assert moved(game.drive("b4", (53, 5, 270, "back")), "b4") == (3, 6)
    assert moved(game.drive("b4", (53, 7, 180)), "b4") == (2, 6)
    assert game.pose("b4") == (53, 7, 180)
    assert game.state.units["b4"].now.moved_in == 5
    assert game.activate("b2", 1, 3) == 2
    assert moved(game.drive("b2", (20, 27), actions=2), "b2") == (12, 12)
    assert game.state.units["b5"].aboard == "b2"
    assert game.activate("b3", 5) == 0
    events = game.act("EndActivation", side="b")
    assert [e.unit for e in events if isinstance(e, MarksCleared)] == ["b1"]
    assert not game.state.units["b1"].vehicle.stunned_now
    assert game.state.turn.number == 2


def northmarch_strikes(game):
    """Steps 23 to 37."""
    assert game.activate("a3", 1, 2, 4) == 3
    game.act("Move", side="a", unit="a3", path=[{"at": [41, 6], "facing": 180}])
    assert list(game.places("a3").values()) == [(41, 6), (42.5, 6), (44, 6), (42.5, 4.6), (44, 4.6)]
    events = game.act(
        "Shoot", side="a", unit="a3", target="b1", **_dice(to_hit=[3], melta_penetration=[3, 4], vehicle_damage=[2])
    )
    assert rolls(events)[0] == ("to-hit", [3], 4, "")
    assert rolls(events)[-1] == ("vehicle-damage", [2], None, "+1 AP 1")
    assert hits(events) == [("b1", "rear", 10, 15, "penetrating")]
    assert charted(events) == [("b1", "penetrating", 3, ("immobilised",))]
    game.act("ChargeVehicle", side="a", unit="a3", target="b4")
    assert (game.state.prompt.side, game.options()) == ("b", ["hold", "fire"])
    events = game.answer("b", "fire", to_hit=[4, 1], to_wound=[2])
    assert rolls(events) == [("to-hit", [4, 1], 1, ""), ("to-wound", [2], 3, "")]
    near = [m for m, at in game.places("a3").items() if 51.75 - at[0] <= 2.0 and abs(at[1] - 7) <= 4.1]
    assert sorted(near) == ["a3.2", "a3.3", "a3.4", "a3.5"], "four stand at its side"

    assert game.activate("a4", 3) == 1
    events = game.fire("a4", (0, "b1"), (1, "b1"), to_hit=[4, 1, 5, 6], armour_penetration=[4], vehicle_damage=[2])
    assert rolls(events)[:2] == [
        ("to-hit", [4], 5, "+1 corrective aiming"),
        ("to-hit", [1, 5, 6], 5, "+1 corrective aiming"),
    ]
    assert charted(events) == [("b1", "penetrating", 2, ("armament-destroyed",))]
    assert [o.label for o in game.state.prompt.options] == ["Siege Gun", "Flank Gun"]
    events = game.answer("a", "0", armour_penetration=[3, 1])
    assert hits(events) == [("b1", "side", 11, 9, "none"), ("b1", "side", 11, 7, "none")]
    assert not game.state.units["b1"].is_gone, "immobilised, but a gun still works"

    assert game.activate("a1", 2, 3) == 2
    events = game.drive("a1", (28, 40), dice={"leadership": [4, 2]})
    assert rolls(events) == [("leadership", [4, 2], 7, "")]
    game.answer("b", "b3.1/krak")
    game.answer("b", "b3.4/krak")
    events = game.answer("b", "fire", death_or_glory=[3, 5], vehicle_damage=[3], agility=[3, 5], to_wound=[4], save=[2])
    assert hits(events) == [("a1", "front", 11, 9, "none"), ("a1", "front", 11, 11, "glancing")]
    assert charted(events) == [("a1", "glancing", 3, ("crew-shaken",))]
    assert rolls(events)[-3:] == [("agility", [3, 5], 3, ""), ("to-wound", [4], 2, ""), ("save", [2], 5, "")]
    assert fallen(events) == ["b3.1", "b3.4", "b3.3"]
    assert moved(events, "a1") == (9, 9)
    assert game.pose("a1") == (28, 40, 90)
    assert game.places("b3")["b3.2"] == pytest.approx((27.5, 42), abs=0.1)
    game.act("Finish", side="a", unit="a1")

    assert game.activate("a2", 2, 4, 1) == 3
    blows = {"ram-penetration": [5, 6], "vehicle-damage": [6], "explosion-radius": [4], "to-wound": [3, 1, 5, 2]}
    events = game.drive("a2", (32, 27, 270), (24.5, 27), actions=2, ram=True, dice={**blows, "save": [6, 2, 4]})
    assert moved(events, "a2") == (7.5, 11.5)
    assert hits(events) == [("b2", "side", 10, 11, "penetrating"), ("a2", "front", 13, 9, "none")]
    assert charted(events) == [("b2", "penetrating", 6, ("explodes",))]
    assert rolls(events)[-2:] == [("to-wound", [3, 1, 5, 2], 2, ""), ("save", [6, 2, 4], 6, "")]
    assert fallen(events) == ["b5.3", "b5.4"]
    assert game.state.prompt.kind == "forced-out"
    game.answer("b", "move")
    levy = game.state.units["b5"]
    assert (levy.aboard, levy.pinned, len(levy.alive)) == (None, True, 2)
    error = game.refused("FireVehicle", "a2", shots=[{"mount": 0, "target": "b5"}])
    assert (error.code, error.rule, error.allowed) == ("too-fast", "VEH-VFIRE-02", "its defensive weapons only")
    events = game.fire("a2", (1, "b5"), to_hit=[5, 4, 6])
    assert rolls(events) == [("to-hit", [5, 4, 6], 3, "-1 small group, two models")]

    assert game.act("EndActivation", side="a")
    assert (game.state.prompt.side, game.options()) == ("a", ["leave", "plant"])
    events = game.answer("a", "plant", plant_charge=[2, 4, 1, 6], armour_penetration=[3, 4], vehicle_damage=[6])
    assert rolls(events)[0] == ("plant-charge", [2, 4, 1, 6], 2, "-1 planting a charge")
    assert hits(events) == [("b4", "side", 10, 9, "none"), ("b4", "side", 10, 10, "glancing")]
    assert charted(events) == [("b4", "glancing", 6, ("immobilised",))]
    assert (game.state.prompt.side, game.state.prompt.about) == ("b", "a1")
    events = game.answer("b", "leave", casualties_test=[2, 3, 1, 4])
    assert rolls(events) == [("casualties-test", [2, 3], 7, ""), ("casualties-test", [1, 4], 6, "")]
    assert [e.result for e in events if isinstance(e, CasualtiesTested)] == ["passed", "passed"]


def saltmere_holds(game):
    """Steps 38 to 41."""
    assert game.activate("b1", 3) == 1
    error = game.refused("Drive", "b1", path=[{"at": [40, 16]}])
    assert (error.code, error.rule) == ("immobilised", "VEH-DMG-05")
    assert error.message == "Ironback Assault Gun is immobilised: it may not move or pivot."
    events = game.fire("b1", (1, "a4"), to_hit=[2, 5, 6], armour_penetration=[6], vehicle_damage=[1])
    assert hits(events) == [("a4", "front", 10, 11, "penetrating")]
    assert charted(events) == [("a4", "penetrating", 1, ("crew-stunned",))]
    game.act("EndActivation", side="b")
    game.answer("b", "leave")
    assert (game.state.prompt.side, game.state.prompt.about) == ("a", "b4")
    game.answer("a", "leave")


@pytest.mark.rule("VEH-JOIN-02", "VEH-MOVE-05", "VEH-BRD-05", "VEH-BRD-01", "VEH-JOIN-07")
def test_the_first_turn(game):
    northmarch_opens(game)
    saltmere_answers(game)
    stunned = VehicleState(hull=0, last_result="crew-stunned", last_roll=("glancing", 4), last_die=4)
    assert game.state.units["b1"].vehicle == stunned
    assert game.pose("b2") == (20, 27, 180)


@pytest.mark.rule("VEH-PEN-02", "VEH-SHOCK-04", "VEH-RAM-03", "VEH-PLANT-02", "VEH-DMG-08")
def test_the_second_turn_and_where_it_ends(game):
    northmarch_opens(game)
    saltmere_answers(game)
    northmarch_strikes(game)
    saltmere_holds(game)
    state = game.state
    assert (state.turn.number, state.active_side, state.prompt) == (3, "a", None)
    assert [side.score for side in state.sides] == [0, 0]
    poses = {u: game.pose(u) for u in ("a1", "a2", "a4", "b1", "b4")}
    assert poses == {
        "a1": (28, 40, 90),
        "a2": (24.5, 27, 270),
        "a4": (60, 22, 315),
        "b1": (40, 14, 180),
        "b4": (53, 7, 180),
    }
    marks = {u: state.units[u].vehicle for u in poses}
    assert (marks["a1"].shaken_now, marks["a4"].stunned_now) == (True, True), "in their own turn, which has begun"
    assert (marks["b1"].hull, marks["b1"].lost_mounts, marks["b1"].immobilised) == (0, (0,), True)
    assert (marks["b4"].lost_mounts, marks["b4"].immobilised) == ((0,), True)
    assert state.units["b2"].vehicle.wrecked == "exploded"
    burnt = next(t for t in state.terrain if t.look == "burnt")
    assert (burnt.going, sorted(burnt.points)) == (
        "difficult",
        [(18.5, 24.5), (18.5, 29.5), (21.5, 24.5), (21.5, 29.5)],
    )
    assert {u: [m.id for m in state.units[u].alive] for u in ("a5", "b3", "b5")} == {
        "a5": ["a5.1", "a5.3", "a5.4"],
        "b3": ["b3.2", "b3.5", "b3.6"],
        "b5": ["b5.1", "b5.2"],
    }
    assert state.units["a5"].aboard == "a1"
    assert not state.units["b5"].is_pinned, "its own turn is over"
