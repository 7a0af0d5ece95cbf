"""The Grey Scarp from its twelfth step on, through `python -m rules resolve`: every die and every result.

Each test is a part of the written-out battle, built as it stands there.
"""

import pytest
from msgspec.structs import replace

from rules.arap.turn.activation import UnitActivated
from rules.events import Note
from rules.forces.mount import Door, Mount
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from rules.vehicles.shared.events import ChartResult, LeftVehicle, VehicleHit, VehicleWrecked
from tests.builders import a_profile, a_unit, a_weapon
from tests.rules.arenas import box, ground
from tests.rules.cli.replay import Refused, Replay, rolls
from tests.rules.vehicles.trial.park import a_condition, a_transport, a_trial, trial_battle

HOWITZER = a_weapon("turret-howitzer", type="ordnance", range_in=60, shots=1, strength=8, ap=3, marker_in=5)
LANCE = a_weapon("hull-lance", type="heavy", range_in=48, shots=1, strength=9, ap=2, traits=("laser",))
PROW = a_weapon("prow-lance", type="heavy", range_in=36, shots=1, strength=9, ap=2, traits=("laser",))
SHARDS = a_weapon("shard-gun", type="assault", range_in=24, shots=3, strength=6, ap=5, traits=("twin-linked",))
CANNON = a_weapon("turret-cannon", type="heavy", range_in=48, shots=2, strength=7, ap=4, traits=("twin-linked",))
REPEATER = a_weapon("repeater", type="heavy", range_in=36, shots=3, strength=5, ap=5)
CARBINE = a_weapon("pintle-carbine", type="rapid-fire", range_in=24, shots=1, strength=4, ap=5)
TRUCK_GUN = a_weapon("truck-gun", type="assault", range_in=36, shots=3, strength=5, ap=5)
ROTOR = a_weapon("rotor-carbine", type="rapid-fire", range_in=24, shots=1, strength=6, ap=4)
MELTA = a_weapon("melta-cannon", type="heavy", range_in=24, shots=1, strength=8, ap=1, traits=("melta",))
STUB = a_weapon("stub-gun", type="assault", range_in=18, shots=2, strength=4)
MORTAR = a_weapon(
    "hull-mortar",
    type="ordnance",
    range_in=48,
    min_range_in=12,
    strength=8,
    ap=3,
    marker_in=5,
    traits=("guess", "high-trajectory"),
)
PISTOL = a_weapon("slug-pistol", type="pistol", range_in=12, strength=3)
HAMMER = a_weapon("hammer", type="melee", range_in=0, strength=4)
CHARGE = a_weapon("breaching-charge", type="bomb", range_in=0, strength=8, ap=4, traits=("planted",))

DUNES = ground("T3", box(38, 22, 46, 28), going="difficult", look="sand")
KNUCKLE = ground("T4", box(39, 28.5, 45, 29.5), going="impassable", height_in=1)
SCRUB = ground("T2", box(6, 11, 14, 13), going="difficult", look="scrub")
SLAG = ground("T6", box(6, 15, 14, 17), going="difficult", look="rubble", bad_face=4)
CUT_ROAD = Terrain(id="T10", name="Cut Road", points=box(56, 0, 59.4, 32), going="road", look="road")
SCARP = (
    ground("T11a", box(52, 20, 56, 30), going="impassable", height_in=5),
    ground("T11b", box(59.4, 20, 63.4, 30), going="impassable", height_in=5),
)
FENCE = ground("T9", box(24.5, 26.5, 25, 30.3), cover="soft", height_in=1.5)
KILN = ground("T8", box(30.2, 15, 31.2, 16.5), going="impassable", height_in=4, blocks_sight=True)
WOOD = ground("T12", box(64, 1, 71, 7), going="difficult", look="wood")
GRANARY = ground("T5", box(30, 2, 38, 8), going="impassable", look="building", height_in=4)

RAIDER = a_profile("raider", ws=4, bs=2, i=4, ld=7, sv=6)
SCOUT = a_profile("scout", ws=3, bs=4, i=3, ld=8, sv=5)
BREAKER = a_profile("breaker", ws=4, s=4, t=4, i=3, ld=8, sv=4)
GUARD = a_profile("guard", ld=8, sv=5)
LEVY = a_profile("levy", ws=2, bs=2, ld=7, sv=6)
FUSILIER = a_profile("fusilier", i=4, ld=8, sv=5)


def mount(weapon, forward=0.0, right=0.0, *, centre=0.0, half=180.0):
    return Mount(
        weapon=weapon.id,
        forward_in=forward,
        right_in=right,
        arc_centre_deg=centre,
        arc_half_deg=half,
        name=weapon.name,
    )


def gannet(at=(42, 32), **flags):
    fitted = (mount(PROW, half=45), mount(SHARDS))
    armour = {"front": 10, "side": 10, "rear": 10, "bs": 4, "length_in": 4, "width_in": 2}
    traits = {"traits": ("fast", "skimmer"), "locomotion": "antigrav"}
    return a_trial("a5", at, heading=0, weapons=(PROW, SHARDS), mounts=fitted, flags=flags, **armour, **traits)


def basalt(at=(34, 14), **flags):
    fitted = (
        mount(CANNON),
        mount(LANCE, 3, half=45),
        mount(REPEATER, 0, -2, centre=-90, half=90),
        mount(REPEATER, 0, 2, centre=90, half=90),
    )
    return a_trial("b3", at, heading=180, weapons=(CANNON, LANCE, REPEATER), mounts=fitted, flags=flags)


def kite(at=(68, 4), heading=270, **flags):
    armour = {"front": 10, "side": 10, "rear": 10, "length_in": 4, "width_in": 2}
    traits = {"traits": ("fast", "skimmer"), "locomotion": "antigrav"}
    return a_trial("b5", at, heading=heading, weapons=(TRUCK_GUN,), flags=flags, **armour, **traits)


def truck(at=(10, 8), **flags):
    armour = {"front": 10, "side": 10, "rear": 10, "bs": 2, "length_in": 4, "width_in": 2.5, "capacity": 6}
    traits = {"traits": ("fast", "open-topped"), "locomotion": "wheeled"}
    return a_trial("b1", at, heading=180, weapons=(TRUCK_GUN,), arc=45, flags=flags, **armour, **traits)


def hauler(at=(57.7, 8), **flags):
    armour = {"front": 10, "side": 10, "rear": 10, "length_in": 5, "width_in": 3, "capacity": 8}
    rear = (Door(forward_in=-2.5, right_in=0),)
    return a_trial("b7", at, heading=180, traits=(), locomotion="wheeled", doors=rear, flags=flags, **armour)


def mauler(at=(34, 30), **flags):
    fitted = (mount(HOWITZER), mount(LANCE, 3, half=45))
    return a_trial("a4", at, heading=0, weapons=(HOWITZER, LANCE), mounts=fitted, flags=flags)


def people(unit, places, profile, *weapons, **values):
    return a_unit(unit, places, profile=profile, weapons=weapons, **values)


def _fallen(unit, count):
    """The last of them have fallen before."""
    stand = len(unit.models) - count
    return replace(unit, models=tuple(m if n < stand else replace(m, wounds=0) for n, m in enumerate(unit.models)))


def moved(inches, **values):
    return {"now": UnitTurn(tried=True, moved_in=inches), **values}


IDLE = (people("a99", [(70, 46)], GUARD), people("b99", [(2, 46)], GUARD))
"""Somebody of each side who has yet to act, so that no turn ends by itself."""


class Scarp(Replay):
    """The steps in the words of the written-out battle."""

    def activate(self, unit, *faces):
        """Action points rolled."""
        events = self.act("Activate", side=unit[0], unit=unit, dice=len(faces), throws={"activation": list(faces)})
        return next(e.ap for e in events if isinstance(e, UnitActivated))

    def drive(self, unit, *places, throws=None, **fields):
        """A Movement step through those places: x, y, then a facing and a gait."""
        path = [dict(zip(("at", "facing", "gait"), ((p[0], p[1]), *p[2:]), strict=False)) for p in places]
        return self.act("MovementStep", side=unit[0], unit=unit, path=path, throws=throws, **fields)

    def fire(self, unit, target, *mounts, throws=None, **fields):
        """A Shooting step."""
        shots = [{"mount": m, "target": target} for m in mounts]
        return self.act("ShootingStep", side=unit[0], unit=unit, shots=shots, throws=throws, **fields)

    def pose(self, unit):
        """Where a hull stands and heads."""
        model = self.state.units[unit].models[0]
        return (*(round(each, 2) for each in model.at), model.facing)


def refused(act, *args, **fields):
    with pytest.raises(Refused) as caught:
        act(*args, **fields)
    return caught.value.code, caught.value.rule


def hits(events):
    return [(e.weapon, e.face, e.total, e.kind) for e in events if isinstance(e, VehicleHit)]


def results(events):
    return [e.results for e in events if isinstance(e, ChartResult)]


@pytest.mark.rule("TRI-SKIM-01", "TRI-SKIM-02", "TRI-SKIM-03", "TRI-DMG-01", "TRI-FIRE-08")
def test_steps_12_to_14_the_gannet_lands_in_the_dunes_and_fires_from_the_dividing_line(tmp_path):
    game = Scarp(trial_battle(gannet(), basalt(), active=None, terrain=(DUNES, KNUCKLE)), tmp_path)
    assert game.activate("a5", 1, 2) == 2
    game.drive("a5", (42, 26), declared=6, throws={"dangerous-terrain": [1]})
    now = game.state.units["a5"]
    assert (game.pose("a5"), now.vehicle.immobilised, now.is_gone) == ((42, 26, 0), True, False)
    throws = {"to-hit": [2, 5, 1, 6, 4, 5], "armour-penetration": [5, 6, 3], "vehicle-damage": [2]}
    events = game.fire("a5", "b3", 0, 1, throws=throws)
    assert [(label, faces, goal) for label, faces, goal, _ in rolls(events)][:3] == [
        ("to-hit", [2], 4),
        ("to-hit", [5, 1, 6], 4),
        ("to-hit", [4, 5], 4),
    ]
    assert sorted(hits(events)) == [
        ("Prow-Lance", "front", 14, "glancing"),
        ("Shard-Gun", "front", 9, "none"),
        ("Shard-Gun", "front", 12, "none"),
    ]
    assert results(events) == [("no-effect",)]


@pytest.mark.rule("TRI-TERR-04", "TRI-TERR-06", "TRI-TERR-03", "TRI-TRAN-10")
def test_steps_16_to_22_the_truck_goes_through_scrub_and_slag_and_its_raiders_charge_the_scouts(tmp_path):
    raiders = people("b2", [(10, 8)] * 3, RAIDER, PISTOL, aboard="b1", facing=180)
    scouts = people("a9", [(9, 27), (11, 27)], SCOUT, facing=0)
    game = Scarp(trial_battle(truck(), raiders, scouts, *IDLE, active=None, terrain=(SCRUB, SLAG)), tmp_path)
    game.act("EndActivation", side="a")
    assert game.activate("b1", 2) == 1
    events = game.drive("b1", (10, 20), declared=12, throws={"dangerous-terrain": [4, 4]})
    assert [faces for label, faces, _, _ in rolls(events)] == [[4], [4]]
    assert game.pose("b1") == (10, 20, 180)
    assert game.activate("b2", 1, 4, 3) == 3
    events = game.act(
        "Shoot",
        side="b",
        unit="b2",
        target="a9",
        weapons=["slug-pistol"],
        throws={"to-hit": [1, 4, 6], "extended-reroll": [5]},
    )
    assert rolls(events)[0][:3] == ("to-hit", [1, 4, 6], 0)
    assert refused(game.act, "Charge", side="b", unit="b2", target="a9")[0] == "off-table"
    spots = [
        {"model": f"b2.{n}", "at": at, "facing": 180} for n, at in enumerate([(9, 24.4), (10, 24.4), (11, 24.4)], 1)
    ]
    events = game.act("Disembark", side="b", unit="b2", placements=spots)
    left = next(e for e in events if isinstance(e, LeftVehicle))
    assert (left.moved, left.closed, game.state.turn.ap) == (True, False, 1)
    game.act("Charge", side="b", unit="b2", target="a9")
    game.act("Answer", side="a", choice="hold")
    assert (game.state.is_locked("b2"), game.state.is_locked("a9")) == (True, True)


@pytest.mark.rule("TRI-TERR-07", "TRI-ROAD-01", "TRI-MOVE-07")
def test_steps_23_to_27_the_hauler_takes_the_road_and_nobody_gets_out(tmp_path):
    levy = people("b8", [(57.7, 8)] * 4, LEVY, aboard="b7")
    field = trial_battle(hauler(), levy, active=None, terrain=(CUT_ROAD, *SCARP))
    game = Scarp(replace(field, turn=replace(field.turn, place=1)), tmp_path)
    assert game.activate("b7", 3) == 1
    assert refused(game.drive, "b7", (54, 19), declared=12) == ("impassable", "TRI-TERR-07")
    game.drive("b7", (57.7, 26), declared=18, road=True)
    assert (game.pose("b7"), game.state.units["b7"].now.moved_in) == ((57.7, 26, 180), 18)
    assert game.activate("b8", 2) == 1
    assert refused(game.act, "Disembark", side="b", unit="b8") == ("road-bonus", "TRI-ROAD-01")


@pytest.mark.rule("TRI-CC-01", "TRI-FIRE-02", "TRI-PASS-04", "TRI-DMG-06", "TRI-DMG-09")
def test_steps_28_to_34_breakers_charge_the_mauler_while_the_basalt_fires_at_the_carrier(tmp_path):
    laid_open = moved(12, vehicle=a_condition(exposed=1))
    carrier = a_transport("a1", (22, 30), heading=0, traits=("tank",), weapons=(CARBINE,), flags=laid_open)
    breakers = people("b4", [(32.5, 23), (34, 23), (33.2, 24.5), (35, 24.5)], BREAKER, HAMMER, facing=180)
    field = trial_battle(carrier, mauler(**moved(6)), breakers, basalt(), active=None, terrain=(FENCE, KILN))
    game = Scarp(replace(field, turn=replace(field.turn, place=1)), tmp_path)
    assert game.activate("b4", 2) == 1
    game.act("ChargeHull", side="b", unit="b4", target="a4")
    assert game.state.units["b4"].now.storms == "a4"
    assert game.activate("b3", 4) == 1
    throws = {
        "to-hit": [2, 1, 5, 4],
        "armour-penetration": [2, 6],
        "vehicle-damage": [4, 2],
        "hull-down": [3],
    }
    events = game.fire("b3", "a1", 1, 0, throws=throws)
    assert [(faces, goal) for label, faces, goal, _ in rolls(events) if label == "to-hit"] == [
        ([2], 2),
        ([1, 5], 1),
        ([4], 1),
    ]
    now = game.state.units["a1"].vehicle
    assert (now.lost_mounts, now.shaken) == ((0,), True)
    if game.state.prompt is None:
        game.act("EndActivation", side="b")
    throws = {"assault-vehicle-to-hit": [3, 1, 6, 2, 5, 4, 2, 6], "armour-penetration": [4]}
    events = game.act("Answer", side="b", choice="strike", throws=throws)
    assert hits(events) == [("Hammer", "front", 12, "none")]


@pytest.mark.rule("TRI-SKIM-02", "TRI-MOVE-06", "TRI-FIRE-10")
def test_steps_32_and_33_the_kite_flies_flat_out(tmp_path):
    field = trial_battle(kite(), gannet((42, 26)), active=None, terrain=(WOOD,))
    game = Scarp(replace(field, turn=replace(field.turn, place=1)), tmp_path)
    assert game.activate("b5", 1, 2) == 2
    events = game.drive("b5", (51, 4), (51, 4, 180), (51, 11, 180), declared=24, throws={"dangerous-terrain": [2]})
    assert len(rolls(events)) == 1
    assert (game.pose("b5"), game.state.units["b5"].now.moved_in) == ((51, 11, 180), 24)
    assert refused(game.fire, "b5", "a5", 0) == ("over-allowance", "TRI-FIRE-10")


@pytest.mark.rule("TRI-SHOCK-01", "TRI-SHOCK-02", "TRI-SHOCK-03", "TRI-SHOCK-04", "TRI-FIRE-09")
def test_steps_35_to_37_tank_shock_through_two_units(tmp_path):
    breakers = people("b4", [(32.1, 26.4), (34.1, 26.4), (33.1, 26.4), (35.1, 26.4)], BREAKER, HAMMER)
    guard = people("b10", [(35.2, 21), (35.2, 22.2), (34.2, 21), (35.2, 19.8), *[(35, 21)] * 5], GUARD, CHARGE)
    guard = (_fallen(guard[0], 5), *guard[1:])
    options = {"tri_stand_before_tank": True}
    state = trial_battle(mauler(), breakers, guard, basalt(), active=None, turn=2, options=options)
    game = Scarp(state, tmp_path)
    assert game.activate("a4", 3, 2) == 2
    first = {"leadership": [5, 4], "flee": [4, 5]}
    events = game.drive("a4", (34, 18), declared=12, shock=True, throws=first)
    assert [(label, goal) for label, _, goal, _ in rolls(events)] == [("leadership", 8), ("flee", None)]
    assert (game.state.units["b4"].routing, game.state.prompt.kind) == (True, "flee-path")
    events = game.act("Answer", side="b", choice="15", throws={"leadership": [3, 4]})
    assert rolls(events)[0][:3] == ("leadership", [3, 4], 7)
    throws = {"death-or-glory": [6], "vehicle-damage": [3]}
    events = game.act("Answer", side="b", choice="b10.1/breaching-charge", throws=throws)
    assert hits(events) == [("Breaching-Charge", "front", 14, "glancing")]
    assert (game.pose("a4"), game.state.units["a4"].now.moved_in) == ((34, 21, 0), 9)
    assert [m.id for m in game.state.units["b10"].models if not m.alive][:1] == ["b10.1"]
    assert refused(game.fire, "a4", "b3", 1) == ("over-allowance", "TRI-FIRE-09")


@pytest.mark.rule("TRI-ORD-07", "TRI-ORD-06", "TRI-DMG-06", "TRI-DMG-04", "TRI-DMG-07")
def test_steps_42_and_43_a_barrage_throws_the_truck_over(tmp_path):
    traits = {"traits": ("open-topped", "tank"), "front": 12, "side": 10, "length_in": 5, "width_in": 3}
    ballista = a_trial("a7", (17, 44), heading=90, weapons=(MORTAR,), arc=45, **traits)
    raiders = people("b2", [(10, 20)] * 3, RAIDER, PISTOL, aboard="b1")
    game = Scarp(trial_battle(ballista, truck((10, 20)), raiders, *IDLE, active=None, turn=2), tmp_path)
    assert game.activate("a7", 1) == 1
    first = {
        "scatter-a": [2],
        "scatter-b": [3],
        "direction": [20],
        "barrage-scatter-distance": [1, 1],
        "ordnance-penetration": [2, 3],
        "vehicle-damage": [1],
    }
    rest = {"vehicle-damage": [1, 3], "direction": [20, 90], "flip-distance": [3], "to-wound": [4, 2, 5]}
    rest |= {"save": [6, 3], "pinning-test": [2, 3]}
    action = {"side": "a", "unit": "a7", "mount": 0, "bearing": 343.74, "range_in": 24, "turn_to": 0}
    events = game.act("BarrageStep", **action, throws={**first, **rest})
    assert hits(events) == [("Hull-Mortar", "side", 11, "ordnance")]
    assert results(events) == [("armament-destroyed", "crew-stunned"), ("flipped",)]
    wreck = next(e for e in events if isinstance(e, VehicleWrecked))
    assert (wreck.how, game.pose("b1")[:2]) == ("flipped", (13, 20))
    assert len(game.state.units["b2"].alive) == 2
    assert not game.state.units["b2"].is_pinned


@pytest.mark.rule("TRI-WALK-02", "TRI-FIRE-04", "TRI-TRAN-15", "TRI-DMG-02")
def test_steps_46_to_50_the_strider_destroys_the_hauler_and_charges_the_drifter(tmp_path):
    walker = {"traits": ("walker",), "locomotion": "legs", "length_in": 3, "width_in": 3, "side": 12}
    arms = (mount(ROTOR, 0, -1, half=45), mount(MELTA, 0, 1, half=45), mount(STUB, half=45))
    crew = {"ws": 4, "s": 6, "i": 4, "a": 2}
    strider = a_trial(
        "a6", (57, 42), heading=0, weapons=(ROTOR, MELTA, STUB), mounts=arms, profile=crew, bs=4, front=12, **walker
    )
    floats = {**walker, "locomotion": "antigrav", "front": 12, "rear": 12}
    drifter = a_trial("b6", (64, 32.8), heading=270, profile={"ws": 5, "s": 7, "i": 4, "a": 3}, **floats)
    sappers = people("a8", [(57.4, 22.2), (58.5, 22.4), (58.2, 21.3), (57, 21.1)], GUARD)
    levy = people("b8", [(57.7, 26)] * 4, LEVY, aboard="b7")
    bricks = ground("T13", box(54, 40, 60, 45), going="difficult", look="rubble", height_in=0.5)
    fled = hauler((57.7, 26), before=UnitTurn(moved_in=18), **moved(18))
    field = trial_battle(strider, sappers, drifter, fled, levy, active=None, turn=2, terrain=(CUT_ROAD, *SCARP, bricks))
    game = Scarp(field, tmp_path)
    assert game.activate("a6", 1, 2, 4) == 3
    game.drive("a6", (57, 37.5), declared=4.5, throws={"variable-move": [2, 5]})
    assert game.pose("a6") == (57, 37.5, 0)
    assert refused(game.fire, "a6", "b6", 0) == ("out-of-arc", "TRI-FIRE-04")
    throws = {
        "to-hit": [2, 5, 3],
        "armour-penetration": [4],
        "vehicle-damage": [2, 3],
        "melta-penetration": [1, 2],
        "pinning-test": [4, 5],
    }
    events = game.fire("a6", "b7", 0, 1, throws=throws)
    assert sorted(hits(events)) == [
        ("Melta-Cannon", "front", 11, "penetrating"),
        ("Rotor-Carbine", "front", 10, "glancing"),
    ]
    assert game.state.units["b7"].is_gone
    levy_now = game.state.units["b8"]
    assert (len(levy_now.alive), levy_now.is_pinned) == (1, True)
    game.act("Charge", side="a", unit="a6", target="b6")
    if game.state.prompt is not None:
        game.act("Answer", side="b", choice="hold")
    assert game.state.is_locked("b6")


@pytest.mark.rule("TRI-JOIN-04", "TRI-DMG-04")
def test_steps_51_to_53_the_gannet_stuns_the_kite_which_drifts(tmp_path):
    down = gannet((42, 26), vehicle=a_condition(immobilised=True))
    flown = kite((51, 11), 180, **moved(24))
    game = Scarp(trial_battle(down, flown, *IDLE, active=None, turn=2), tmp_path)
    assert game.activate("a5", 4) == 1
    throws = {"to-hit": [4, 6, 3, 2, 5, 6], "armour-penetration": [2, 3], "vehicle-damage": [1]}
    events = game.fire("a5", "b5", 0, 1, throws=throws)
    assert [(faces, goal) for label, faces, goal, _ in rolls(events) if label == "to-hit"] == [
        ([4], 4),
        ([6, 3, 2], 2),
        ([5, 6], 2),
    ]
    assert sorted(hits(events)) == [("Prow-Lance", "side", 11, "penetrating"), ("Shard-Gun", "side", 9, "none")]
    throws = {"stunned-skimmer-drift": [4], "direction": [90]}
    game.act("EndActivation", side="a", throws=throws)
    assert (game.pose("b5"), game.state.units["b5"].vehicle.stunned_now) == ((55, 11, 180), True)


@pytest.mark.rule("TRI-TERR-05", "TRI-TERR-06", "TRI-DMG-04", "TRI-TRAN-14")
def test_steps_54_to_56_the_basalt_is_stuck_at_the_granary_and_blows_up_the_carrier(tmp_path):
    shaken = {"before": UnitTurn(moved_in=12)}
    carrier = a_transport("a1", (22, 30), heading=0, traits=("tank",), weapons=(CARBINE,), flags=shaken)
    fusiliers = people("a2", [(22, 30)] * 4, FUSILIER, aboard="a1")
    captain = people("a3", [(17.5, 30)], a_profile("captain", ws=5, bs=5, s=4, w=2, ld=9, sv=4))
    field = trial_battle(carrier, fusiliers, captain, basalt(), *IDLE, active=None, turn=2, terrain=(GRANARY, FENCE))
    game = Scarp(replace(field, turn=replace(field.turn, place=1)), tmp_path)
    assert game.activate("b3", 2, 4) == 2
    events = game.drive("b3", (34, 6, None, "back"), declared=8, throws={"dangerous-terrain": [3]})
    assert len(rolls(events)) == 1
    now = game.state.units["b3"]
    assert now.vehicle.immobilised
    assert (game.pose("b3"), now.now.moved_in) == ((34, pytest.approx(11, abs=0.011), 180), pytest.approx(3, abs=0.011))
    throws = {
        "to-hit": [2],
        "armour-penetration": [3],
        "hull-down": [4],
        "vehicle-damage": [6],
        "explosion-radius": [3],
        "to-wound": [3, 1, 5, 2, 2],
        "save": [5, 2, 4],
    }
    events = game.fire("b3", "a1", 1, throws=throws)
    assert next(e for e in events if isinstance(e, VehicleWrecked)).how == "exploded"
    left = game.state.units["a2"]
    assert (len(left.alive), left.aboard, left.is_pinned) == (2, None, True)
    assert len(game.state.units["a3"].alive) == 1
    assert [e for e in events if isinstance(e, Note) and "lost" in e.text] == []
