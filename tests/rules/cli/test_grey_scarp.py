"""The Grey Scarp: two game turns of trial vehicles through `python -m rules resolve`, one battle to its last step.

Every die is given and every result compared, in chapters that each go on where the one before ended. Where the
written-out game leaves a choice to the rules, they are followed: casualties under a marker fall from its middle
outwards (ARAP-AREA-08), and the table sets people down where there is room. Two of the Guard stand an inch aside, since
the marker of step 11 would reach them; the Raiders carry blades, without which they would strike at -1 (ARAP-MELEE-04);
and the tank that begins its shock with its rear in the rubble tests for it (TRI-TERR-04).
"""

import pytest
from msgspec.structs import replace

from rules.arap.turn.activation import UnitActivated
from rules.events import Note
from rules.forces.mount import Door, Mount
from rules.table.terrain import Terrain
from rules.vehicles.shared.events import BoardedVehicle, ChartResult, LeftVehicle, VehicleHit, VehicleWrecked
from rules.vehicles.trial.events import LaidOpen
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

RIFLE = a_weapon("rifle", range_in=24, shots=1, strength=4)
SABRE = a_weapon("sabre", type="melee", range_in=0, strength=3)

ROAD = Terrain(id="T1", name="Mill Road", points=((0, 36), (72, 36), (72, 40), (0, 40)), going="road", look="road")
MILL = ground("T7", box(31, 31, 37, 33), going="difficult", look="rubble", height_in=0.5)
BRICKS = ground("T13", box(54, 40, 60, 45), going="difficult", look="rubble", height_in=0.5)
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
CAPTAIN = replace(
    a_profile("captain", m=6, ws=5, bs=5, s=4, w=2, i=4, a=3, ld=9, sv=4, base_mm=40),
    name="Captain Orrin",
    bulk="bulky",
    traits=("independent",),
)
FUSILIER = a_profile("fusilier", i=4, ld=8, sv=5)


def mount(weapon, forward=0.0, right=0.0, *, centre=0.0, half=180.0):
    return Mount(
        weapon=weapon.id, forward_in=forward, right_in=right, arc_centre_deg=centre, arc_half_deg=half, name=weapon.name
    )


SKIMMER = {"traits": ("fast", "skimmer"), "locomotion": "antigrav", "length_in": 4, "width_in": 2}
SOFT = {"front": 10, "side": 10, "rear": 10}
TRUCK = {**SOFT, "bs": 2, "length_in": 4, "width_in": 2.5, "capacity": 6, "locomotion": "wheeled"}

WALKER = {"traits": ("walker",), "length_in": 3, "width_in": 3, "front": 12, "side": 12}


def people(unit, places, profile, *weapons, **values):
    return a_unit(unit, places, profile=profile, weapons=weapons, **values)


def fusiliers():
    """Four of them, and the Captain who has joined them."""
    four, _, weapons = people("a2", [(23, 44.2), (24, 44.2), (25, 44.2), (26.35, 44.2)], FUSILIER, RIFLE)
    (captain,) = people("a2", [(21.8, 45.1)], CAPTAIN, SABRE)[0].models
    captain = replace(captain, id="a2.5")
    unit = replace(four, name="League Fusiliers", models=(*four.models, captain), n_start=5)
    return unit, (FUSILIER, CAPTAIN), (*weapons, SABRE)


def guard():
    """Four of nine are left, out of reach of the marker that comes down beside them."""
    unit, *rest = people("b10", [(35, 21), (34.2, 22.2), (33.9, 21), (35, 19.8), *[(35, 21)] * 5], GUARD, CHARGE)
    models = tuple(m if n < 4 else replace(m, wounds=0) for n, m in enumerate(unit.models))
    return (replace(unit, models=models, name="Karst Guard", n_start=4), *rest)


def league():
    """The Fenland League."""
    dedicated = {"vehicle": a_condition(dedicated_to="a2"), "name": "Warden Carrier"}
    sappers = [(60.6, 18.4), (61.6, 18.4), (60.6, 17.2), (61.6, 17.2)]
    arms = (mount(ROTOR, 0, -1, half=45), mount(MELTA, 0, 1, half=45), mount(STUB, half=45))
    howitzer = (mount(HOWITZER), mount(LANCE, 3, half=45))
    crew = {
        "profile": {"ws": 4, "s": 6, "i": 4, "a": 2},
        "locomotion": "legs",
        "bs": 4,
        **WALKER,
    }
    open_tank = {"traits": ("open-topped", "tank"), "front": 12, "side": 10, "length_in": 5, "width_in": 3}
    return (
        a_transport("a1", (24, 38), heading=90, traits=("tank",), weapons=(CARBINE,), flags=dedicated),
        fusiliers(),
        a_trial("a4", (34, 36), heading=0, weapons=(HOWITZER, LANCE), mounts=howitzer),
        a_trial(
            "a5",
            (42, 32),
            heading=0,
            weapons=(PROW, SHARDS),
            mounts=(mount(PROW, half=45), mount(SHARDS)),
            bs=4,
            **SOFT,
            **SKIMMER,
        ),
        a_trial("a6", (57, 42), heading=0, weapons=(ROTOR, MELTA, STUB), mounts=arms, **crew),
        a_trial("a7", (17, 44), heading=90, weapons=(MORTAR,), arc=45, **open_tank),
        people("a8", sappers, GUARD, facing=190, name="League Sappers"),
        people("a9", [(9, 27), (11, 27)], SCOUT, facing=0, name="League Scouts"),
    )


def dominion():
    """The Karst Dominion."""
    guns = (
        mount(CANNON),
        mount(LANCE, 3, half=45),
        mount(REPEATER, 0, -2, centre=-90, half=90),
        mount(REPEATER, 0, 2, centre=90, half=90),
    )
    rear = (Door(forward_in=-2.5, right_in=0),)
    hauler = {**SOFT, "length_in": 5, "width_in": 3, "capacity": 8, "locomotion": "wheeled", "doors": rear}
    crew = {"ws": 5, "s": 7, "i": 4, "a": 3}
    breakers = [(32.5, 23), (34, 23), (35.5, 23), (33.2, 24.5), (35, 24.5), (34.63, 21.63)]
    return (
        a_trial("b1", (10, 8), heading=180, weapons=(TRUCK_GUN,), arc=45, traits=("fast", "open-topped"), **TRUCK),
        people("b2", [(10, 8)] * 3, RAIDER, PISTOL, SABRE, aboard="b1", facing=180, name="Karst Raiders"),
        a_trial("b3", (34, 14), heading=180, weapons=(CANNON, LANCE, REPEATER), mounts=guns),
        people("b4", breakers, BREAKER, HAMMER, facing=180, name="Karst Breakers"),
        a_trial("b5", (68, 4), heading=270, weapons=(TRUCK_GUN,), **SOFT, **SKIMMER),
        a_trial("b6", (64, 32.8), heading=270, profile=crew, locomotion="antigrav", rear=12, **WALKER),
        a_trial("b7", (57.7, 8), heading=180, traits=(), **hauler),
        people("b8", [(57.7, 8)] * 4, LEVY, aboard="b7", name="Karst Levy"),
        guard(),
    )


FIELD = (ROAD, SCRUB, DUNES, KNUCKLE, GRANARY, SLAG, MILL, KILN, FENCE, CUT_ROAD, *SCARP, WOOD, BRICKS)


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

    def fire(self, unit, target, *mounts, throws=None, aim="", **fields):
        """A Shooting step."""
        shots = [{"mount": m, "target": target, **({"aim": aim} if aim else {})} for m in mounts]
        return self.act("ShootingStep", side=unit[0], unit=unit, shots=shots, throws=throws, **fields)

    def placed(self, action, unit, places, facing=0, **fields):
        """An action that puts models at places."""
        placements = [{"model": m, "at": at, "facing": facing} for m, at in places.items()]
        return self.act(action, side=unit[0], unit=unit, placements=placements, **fields)

    def ended(self, side, **throws):
        """The player turn ends."""
        return self.act("EndActivation", side=side, throws={k.replace("_", "-"): v for k, v in throws.items()})

    def answer(self, choice, **throws):
        """What is asked is answered."""
        side = self.state.prompt.side
        return self.act("Answer", side=side, choice=choice, throws={k.replace("_", "-"): v for k, v in throws.items()})

    def pose(self, unit):
        """Where a hull stands and heads."""
        model = self.state.units[unit].models[0]
        return (*(round(each, 2) for each in model.at), model.facing)

    def unit(self, unit):
        """The unit as it is now."""
        return self.state.units[unit]

    def fallen(self, unit):
        """Who of it is out."""
        return [str(m.id) for m in self.unit(unit).models if not m.alive]


def refused(act, *args, **fields):
    with pytest.raises(Refused) as caught:
        act(*args, **fields)
    return caught.value.code, caught.value.rule


def hits(events):
    return [(e.weapon, e.face, e.total, e.kind) for e in events if isinstance(e, VehicleHit)]


def results(events):
    return [e.results for e in events if isinstance(e, ChartResult)]


def goals(events, label):
    return [(faces, goal) for name, faces, goal, _ in rolls(events) if name == label]


class Chapters:
    """The battle, and which chapters of it have been played."""

    def __init__(self, folder):
        self.folder = folder
        self.begin()

    def begin(self):
        options = {"tri_stand_before_tank": True, "tri_sample_data": False}
        self.game = Scarp(
            trial_battle(*league(), *dominion(), active=None, terrain=FIELD, options=options), self.folder
        )
        self.played = 0

    def up_to(self, chapter, chapters):
        """As it stands when that chapter begins, wherever the one before it was played."""
        number = chapters.index(chapter)
        if self.played > number:
            self.begin()
        for each in chapters[self.played : number]:
            each(self.game)
        self.played = number + 1
        return self.game


@pytest.fixture(scope="module")
def battle(tmp_path_factory):
    return Chapters(tmp_path_factory.mktemp("scarp"))


@pytest.fixture
def game(battle, request):
    chapters = [made for name, made in vars(request.module).items() if name.startswith("test_")]
    return battle.up_to(request.function, chapters)


@pytest.mark.rule("TRI-TRAN-02", "TRI-TRAN-08", "TRI-PASS-02", "TRI-PASS-04", "TRI-JOIN-06")
def test_steps_1_to_4_all_aboard_and_two_rifles_from_the_hatch(game):
    assert game.activate("a2", 1, 4) == 2
    stand = {"a2.1": (23, 40.6), "a2.2": (24, 40.6), "a2.3": (25, 40.6), "a2.4": (26.35, 40.6), "a2.5": (21.8, 41.2)}
    with pytest.raises(Refused) as far:
        game.placed("Embark", "a2", stand, vehicle="a1")
    assert (far.value.code, far.value.rule) == ("not-all-in-reach", "TRI-TRAN-02")
    assert far.value.message.startswith("A2.4 would stand 2.10″ from an access point of Warden Carrier.")
    events = game.placed("Embark", "a2", {**stand, "a2.4": (26.24, 40.6)}, vehicle="a1")
    assert (game.unit("a2").aboard, game.state.turn.ap) == ("a1", 1)
    assert "TRI-TRAN-05" in next(e.rules for e in events if isinstance(e, BoardedVehicle))  # 4 and 2 of 6 places
    throws = {"to-hit": [2, 5], "to-wound": [2]}
    events = game.act("Shoot", side="a", unit="a2", target="b10", weapons=["rifle"], throws=throws)
    assert rolls(events)[0][:3] == ("to-hit", [2, 5], 3)
    assert next(e.unit for e in events if isinstance(e, LaidOpen)) == "a1"


@pytest.mark.rule("TRI-ROAD-01", "TRI-MOVE-02", "TRI-MOVE-03")
def test_steps_5_to_7_back_forward_a_free_pivot_and_on(game):
    assert game.activate("a1", 3, 5) == 1
    with pytest.raises(Refused) as road:
        game.drive("a1", (42, 38), declared=18, road=True)
    assert (road.value.code, road.value.rule) == ("no-road-bonus", "TRI-ROAD-01")
    assert road.value.message == "Troops got in or out in this turn: no bonus, 12″ at most."
    game.drive("a1", (21, 38, None, "back"), (22, 38), (22, 38, 0), (22, 30, 0), declared=12)
    assert (game.pose("a1"), game.unit("a1").now.moved_in) == ((22, 30, 0), 12)


@pytest.mark.rule("TRI-TERR-01", "TRI-FACE-01", "TRI-ORD-01", "TRI-ORD-02", "TRI-ORD-04")
def test_steps_8_to_11_through_the_rubble_and_a_howitzer_on_the_move(game):
    assert game.activate("a4", 2, 4, 6) == 2
    events = game.drive("a4", (34, 30), declared=6)
    assert (rolls(events), game.pose("a4")) == ([], (34, 30, 0))
    assert refused(game.fire, "a4", "b4", 1, turn_to=30) == ("may-not-turn", "TRI-FACE-01")
    throws = {
        "scatter-a": [2],
        "scatter-b": [6],
        "direction": [90],
        "ordnance-scatter-distance": [1, 3],
        "to-wound": [4, 1, 3],
    }
    events = game.fire("a4", "b4", 0, aim="b4.2", throws=throws)
    assert [(label, faces) for label, faces, _, _ in rolls(events)] == list(throws.items())
    stood = game.answer("stand", suppression_test=[4, 3])
    assert goals(stood, "suppression-test") == [([4, 3], 8)]
    assert game.fallen("b4") == ["b4.3", "b4.5"]  # two wounds, nearest the middle first


@pytest.mark.rule("TRI-SKIM-01", "TRI-SKIM-02", "TRI-SKIM-03", "TRI-DMG-01", "TRI-FIRE-08")
def test_steps_12_to_15_the_gannet_lands_in_the_dunes_and_fires_from_the_dividing_line(game):
    assert game.activate("a5", 1, 2) == 2
    game.drive("a5", (42, 26), declared=6, throws={"dangerous-terrain": [1]})
    now = game.unit("a5")
    assert (game.pose("a5"), now.vehicle.immobilised, now.is_gone) == ((42, 26, 0), True, False)
    throws = {"to-hit": [2, 5, 1, 6, 4, 5], "armour-penetration": [5, 6, 3], "vehicle-damage": [2]}
    events = game.fire("a5", "b3", 0, 1, throws=throws)
    assert goals(events, "to-hit") == [([2], 4), ([5, 1, 6], 4), ([4, 5], 4)]
    assert sorted(hits(events)) == [
        ("Prow-Lance", "front", 14, "glancing"),
        ("Shard-Gun", "front", 9, "none"),
        ("Shard-Gun", "front", 12, "none"),
    ]
    assert results(events) == [("no-effect",)]
    assert goals(game.ended("a", casualties_test=[3, 3]), "casualties-test") == [([3, 3], 8)]


@pytest.mark.rule("TRI-TERR-02", "TRI-TERR-04", "TRI-TERR-06", "TRI-TERR-03", "TRI-TRAN-10")
def test_steps_16_to_22_the_truck_goes_through_scrub_and_slag_and_its_raiders_charge_the_scouts(game):
    assert game.activate("b1", 2) == 1
    events = game.drive("b1", (10, 20), declared=12, throws={"dangerous-terrain": [4, 4]})
    assert [faces for _, faces, _, _ in rolls(events)] == [[4], [4]]
    assert game.pose("b1") == (10, 20, 180)
    assert game.activate("b2", 1, 4, 3) == 3
    throws = {"to-hit": [1, 4, 6], "extended-reroll": [5]}
    events = game.act("Shoot", side="b", unit="b2", target="a9", weapons=["slug-pistol"], throws=throws)
    assert rolls(events)[0][:3] == ("to-hit", [1, 4, 6], 0)
    assert refused(game.act, "Charge", side="b", unit="b2", target="a9")[0] == "aboard"
    spots = {"b2.1": (9, 24.4), "b2.2": (10, 24.4), "b2.3": (11, 24.4)}
    left = next(e for e in game.placed("Disembark", "b2", spots) if isinstance(e, LeftVehicle))
    assert (left.moved, left.closed, game.state.turn.ap) == (True, False, 1)
    game.placed("Charge", "b2", {"b2.1": (9, 25.2), "b2.2": (10, 25.4), "b2.3": (11, 25.2)}, target="a9")
    game.answer("hold")
    assert (game.state.is_locked("b2"), game.state.is_locked("a9")) == (True, True)


@pytest.mark.rule("TRI-TERR-07", "TRI-ROAD-01", "TRI-MOVE-07")
def test_steps_23_to_27_the_hauler_takes_the_road_and_nobody_gets_out(game):
    assert game.activate("b7", 3) == 1
    assert refused(game.drive, "b7", (54, 19), declared=12) == ("impassable", "TRI-TERR-07")
    game.drive("b7", (57.7, 26), declared=18, road=True)
    assert (game.pose("b7"), game.unit("b7").now.moved_in) == ((57.7, 26, 180), 18)
    assert game.activate("b8", 2) == 1
    assert refused(game.act, "Disembark", side="b", unit="b8") == ("road-bonus", "TRI-ROAD-01")
    game.act("Finish", side="b", unit="b8")


@pytest.mark.rule("TRI-CC-01", "TRI-FIRE-02", "TRI-DMG-06", "TRI-DMG-09")
def test_steps_28_to_31_breakers_charge_the_mauler_while_the_basalt_fires_at_the_carrier(game):
    assert game.activate("b4", 2) == 1
    game.act("ChargeHull", side="b", unit="b4", target="a4")
    assert game.unit("b4").now.storms == "a4"
    assert game.activate("b3", 4) == 1
    throws = {"to-hit": [2, 1, 5, 4], "armour-penetration": [2, 6], "vehicle-damage": [4, 2], "hull-down": [3]}
    events = game.fire("b3", "a1", 1, 0, throws=throws)
    assert goals(events, "to-hit") == [([2], 2), ([1, 5], 1), ([4], 1)]
    now = game.unit("a1").vehicle
    assert (now.lost_mounts, now.shaken) == ((0,), True)


@pytest.mark.rule("TRI-SKIM-02", "TRI-MOVE-06", "TRI-FIRE-10")
def test_steps_32_and_33_the_kite_flies_flat_out(game):
    assert game.activate("b5", 1, 2) == 2  # a second point, to be refused fire
    path = ((51, 4), (51, 4, 180), (51, 11, 180))
    assert len(rolls(game.drive("b5", *path, declared=24, throws={"dangerous-terrain": [2]}))) == 1
    assert (game.pose("b5"), game.unit("b5").now.moved_in) == ((51, 11, 180), 24)
    assert refused(game.fire, "b5", "a5", 0) == ("over-allowance", "TRI-FIRE-10")
    game.act("Finish", side="b", unit="b5")


@pytest.mark.rule("TRI-JOIN-07", "TRI-TRAN-04", "TRI-TRAN-12", "TRI-CC-01")
def test_step_34_two_melees_and_back_on_to_the_truck(game):
    game.ended("b")
    assert game.state.prompt.kind == "several-weapons"
    throws = {"to_hit": [2, 4, 6, 1, 3, 5], "to_wound": [4, 5, 2, 6], "save": [3, 2]}
    events = game.answer(game.state.prompt.decline, **throws)
    assert goals(events, "to-hit") == [([2, 4, 6, 1, 3, 5], 4)]
    assert game.unit("a9").is_gone
    assert game.state.prompt.kind == "consolidate"
    game.answer("aboard:b1")
    assert game.unit("b2").aboard == "b1"
    events = game.answer("strike", assault_vehicle_to_hit=[3, 1, 6, 2, 5, 4, 2, 6], armour_penetration=[4])
    assert hits(events) == [("Hammer", "front", 12, "none")]
    assert (game.state.active_side, game.state.turn.number) == ("a", 2)


@pytest.mark.rule("TRI-SHOCK-01", "TRI-SHOCK-02", "TRI-SHOCK-03", "TRI-SHOCK-04", "TRI-FIRE-09")
def test_steps_35_to_37_tank_shock_through_two_units(game):
    assert game.activate("a4", 3, 2) == 2
    first = {
        "dangerous-terrain": [4],
        "leadership": [5, 4, 3, 4],
        "flee": [4, 5],
    }  # its rear still stands in the rubble
    events = game.drive("a4", (34, 18), declared=12, shock=True, throws=first)
    assert goals(events, "leadership") == [([5, 4], 8), ([3, 4], 7)]
    assert game.unit("b4").routing
    events = game.answer("b10.1/breaching-charge", death_or_glory=[6], vehicle_damage=[3])
    assert hits(events) == [("Breaching-Charge", "front", 14, "glancing")]
    assert (game.pose("a4"), game.unit("a4").now.moved_in) == ((34, 21, 0), 9)
    assert game.fallen("b10")[0] == "b10.1"  # one of four alike
    assert refused(game.fire, "a4", "b3", 1) == ("over-allowance", "TRI-FIRE-09")
    game.act("Finish", side="a", unit="a4")


@pytest.mark.rule("TRI-TRAN-08", "TRI-TRAN-09", "TRI-TRAN-16", "TRI-TRAN-11")
def test_steps_38_to_41_the_captain_gets_out_alone(game):
    assert game.activate("a2", 2, 4, 6) == 2
    squad = {"a2.1": (20, 29.2), "a2.2": (20, 30.4), "a2.3": (18.9, 29.2), "a2.4": (18.9, 30.4)}
    with pytest.raises(Refused) as kept:
        game.placed("Disembark", "a2", squad, models=list(squad))
    assert (kept.value.code, kept.value.rule) == ("character-must-leave-too", "TRI-TRAN-08")
    events = game.placed("Disembark", "a2", {"a2.5": (18.2, 30)}, models=["a2.5"], walk=(17.5, 30))
    left = next(e for e in events if isinstance(e, LeftVehicle))
    assert (left.closed, left.moved, game.state.turn.ap) == (True, False, 1)
    captain = game.unit(left.unit)
    assert (captain.name, captain.models[0].at, captain.aboard) == ("Captain Orrin", (17.5, 30), None)
    assert (game.unit("a2").aboard, len(game.unit("a2").alive)) == ("a1", 4)
    assert captain.now.left_closed
    game.act("Finish", side="a", unit="a2")


@pytest.mark.rule("TRI-ORD-07", "TRI-ORD-06", "TRI-DMG-06", "TRI-DMG-04", "TRI-DMG-07")
def test_steps_42_and_43_a_barrage_throws_the_truck_over(game):
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
    rest |= {"save": [6, 3]}
    action = {"side": "a", "unit": "a7", "mount": 0, "bearing": 343.74, "range_in": 24, "turn_to": 0}
    events = game.act("BarrageStep", **action, throws={**first, **rest})
    assert hits(events) == [("Hull-Mortar", "side", 11, "ordnance")]
    assert results(events) == [("armament-destroyed", "crew-stunned"), ("flipped",)]
    wreck = next(e for e in events if isinstance(e, VehicleWrecked))
    assert (wreck.how, game.pose("b1")[:2]) == ("flipped", (13, 20))
    assert game.state.prompt.kind == "forced-out"
    game.answer("move", pinning_test=[2, 3])
    assert (len(game.unit("b2").alive), game.unit("b2").aboard, game.unit("b2").is_pinned) == (2, None, False)


def test_steps_44_and_45_sappers_shut_the_door(game):
    assert game.activate("a8", 1, 3) == 2
    stand = {"a8.1": (57.4, 22.2), "a8.2": (58.5, 22.4), "a8.3": (58.2, 21.3), "a8.4": (57, 21.1)}
    before_the_rock = {"a8.1": (57.6, 18.9), "a8.2": (58.7, 18.9), "a8.3": (57.6, 17.7), "a8.4": (58.7, 17.7)}
    game.placed("Move", "a8", before_the_rock, facing=190, path=[{"at": (57.6, 18.9)}])
    game.placed("Move", "a8", stand, facing=190, path=[{"at": (57.4, 22.2)}])
    assert {str(m.id): m.at for m in game.unit("a8").models} == stand


@pytest.mark.rule("TRI-WALK-02", "TRI-FIRE-04", "TRI-TRAN-15", "TRI-DMG-02")
def test_steps_46_to_50_the_strider_destroys_the_hauler_and_charges_the_drifter(game):
    assert game.activate("a6", 1, 2, 4) == 3
    game.drive("a6", (57, 37.5), declared=4.5, throws={"variable-move": [2, 5]})
    assert game.pose("a6") == (57, 37.5, 0)
    assert refused(game.fire, "a6", "b6", 0) == ("out-of-arc", "TRI-FIRE-04")
    throws = {
        "to-hit": [2, 5, 3],
        "armour-penetration": [4],
        "vehicle-damage": [2, 3],
        "melta-penetration": [1, 2],
    }
    events = game.fire("a6", "b7", 0, 1, throws=throws)
    assert goals(events, "to-hit") == [([2, 5], 3), ([3], 3)]
    assert sorted(hits(events)) == [
        ("Melta-Cannon", "front", 11, "penetrating"),
        ("Rotor-Carbine", "front", 10, "glancing"),
    ]
    assert game.unit("b7").is_gone
    game.answer("move", pinning_test=[4, 5])
    assert game.state.prompt.kind == "intercept"  # they get out beside the sappers
    game.answer("let-pass")
    assert (len(game.unit("b8").alive), game.unit("b8").is_pinned) == (1, True)
    game.act("Charge", side="a", unit="a6", target="b6")
    if game.state.prompt is not None:
        game.answer("hold")
    assert game.state.is_locked("b6")


@pytest.mark.rule("TRI-JOIN-04", "TRI-DMG-04", "TRI-CC-01")
def test_steps_51_to_53_the_gannet_stuns_the_kite_and_the_walkers_fight(game):
    assert game.activate("a5", 4) == 1
    throws = {"to-hit": [4, 6, 3, 2, 5, 6], "armour-penetration": [2, 3], "vehicle-damage": [1]}
    events = game.fire("a5", "b5", 0, 1, throws=throws)
    assert goals(events, "to-hit") == [([4], 4), ([6, 3, 2], 2), ([5, 6], 2)]
    assert sorted(hits(events)) == [("Prow-Lance", "side", 11, "penetrating"), ("Shard-Gun", "side", 9, "none")]
    fight = {"assault_vehicle_to_hit": [2, 1, 5, 3, 6, 4], "armour_penetration": [6, 3, 5, 4], "vehicle_damage": [4, 1]}
    events = game.ended("a", **fight)
    assert goals(events, "assault-vehicle-to-hit") == [([2, 1, 5], 2), ([3, 6, 4], 4)]
    assert game.state.prompt.unit == "b10"  # beside the Mauler
    after = {"casualties_test": [2, 4, 2, 3, 4, 2], "flee": [3, 4]}
    game.answer("leave", **after, stunned_skimmer_drift=[4], direction=[90])
    assert game.state.prompt.kind == "flee-path"
    game.answer(game.state.prompt.options[0].id, rally=[4, 3])
    assert (game.pose("b5"), game.unit("b5").vehicle.stunned_now) == ((55, 11, 180), True)
    assert (game.unit("b6").vehicle.stunned_now, game.unit("b4").routing) == (True, False)


@pytest.mark.rule("TRI-TERR-05", "TRI-TERR-06", "TRI-DMG-04", "TRI-TRAN-14")
def test_steps_54_to_56_the_basalt_is_stuck_at_the_granary_and_blows_up_the_carrier(game):
    assert game.activate("b3", 2, 4) == 2
    events = game.drive("b3", (34, 6, None, "back"), declared=8, throws={"dangerous-terrain": [3]})
    assert len(rolls(events)) == 1
    now = game.unit("b3")
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
    assert game.state.prompt.kind == "forced-out"
    events = [*events, *game.answer("move")]
    left = game.unit("a2")
    assert (len(left.alive), left.aboard, left.is_pinned) == (2, None, True)
    assert len(game.unit("a2b").alive) == 1
    assert [e for e in events if isinstance(e, Note) and "lost" in e.text] == []


@pytest.mark.rule("TRI-DMG-04", "TRI-CC-01")
def test_step_57_the_end_of_the_second_game_turn(game):
    events = game.ended("b", assault_vehicle_to_hit=[4, 2], armour_penetration=[5])
    assert goals(events, "assault-vehicle-to-hit") == [([4, 2], 2)]
    assert game.state.prompt.unit == "b10"
    game.answer("leave", casualties_test=[3, 4])
    assert (game.state.active_side, game.state.turn.number) == ("a", 3)
    stand = {unit: game.pose(unit)[:2] for unit in ("a4", "a5", "a7", "b1", "b3", "b5", "b7")}
    assert stand == {unit: pytest.approx(at, abs=0.011) for unit, at in STAND.items()}
    assert {u.id: len(u.alive) for u in game.state.units.values() if not u.is_vehicle} == {
        "a2": 2,
        "a2b": 1,
        "a8": 4,
        "a9": 0,
        "b2": 2,
        "b4": 4,
        "b8": 1,
        "b10": 3,
    }
    assert game.unit("a4").vehicle.shaken_now
    assert [u for u in ("a1", "b1", "b7") if not game.unit(u).is_gone] == []


STAND = {
    "a4": (34, 21),
    "a5": (42, 26),
    "a7": (17, 44),
    "b1": (13, 20),
    "b3": (34, 11),
    "b5": (55, 11),
    "b7": (57.7, 26),
}
