"""Scenarios as files: what is exported comes back the same, what is no scenario is refused."""

import json
from typing import get_args

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from rules.geometry import layouts
from rules.geometry.lengths import distance
from rules.table.armoured import Armoured, BuiltIn, Own
from rules.table.building import (
    Building,
    Hole,
    LockSide,
    Opening,
    OpeningState,
    RoofSquare,
    Room,
    RoomGoing,
    SectionWay,
)
from rules.table.carrier import Carrier, CarrierKind
from rules.table.scenario import Gate, Objective, Race, RandomEvent, Scenario, ScenarioSide, Zone
from rules.table.terrain import Driving, Terrain, VehicleGround
from rules.table.tiles import TileStack
from tabletop.scenarios.draft import exchange
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.edits import templates
from tabletop.scenarios.models import ScenarioRecord
from tabletop.ui.refused import Refused
from tests.cast import ALICE, browser

names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=30).map(
    lambda text: " ".join(text.split())
)
keys = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
sides = st.sampled_from(["a", "b"])
inches = st.integers(-5000, 24000).map(lambda n: n / 100)
places = st.tuples(inches, inches)
outlines = st.lists(places, min_size=3, max_size=9).map(tuple)
small = st.integers(0, 20)


def _with_ways_that_lead_somewhere(house: Building) -> Building:
    """Ways between sections that it has."""
    letters = {room.letter for room in house.sections}
    return replace(house, section_ways=tuple(way for way in house.section_ways if {way.a, way.b} <= letters))


buildings = st.builds(
    Building,
    walls=st.sampled_from(["brick", "timber"]),
    storeys=st.integers(1, 9),
    openings=st.lists(
        st.builds(
            Opening,
            a=places,
            b=places,
            kind=st.sampled_from(["door", "window"]),
            storey=st.integers(0, 8),
            name=names,
            state=st.sampled_from(get_args(OpeningState)),
            sill_in=st.integers(0, 30).map(lambda n: n / 10),
            secure=st.booleans(),
            lock_outside=st.sampled_from(get_args(LockSide)),
            lock_inside=st.sampled_from(get_args(LockSide)),
            keys=st.sampled_from([(), ("a",)]),
            strength=st.integers(1, 10),
            fits=st.integers(1, 4),
        ),
        max_size=3,
    ).map(tuple),
    handling=st.sampled_from(["solid", "tabletop"]),
    entered_as_boarding=st.booleans(),
    partitions=st.lists(st.tuples(places, places), max_size=2).map(tuple),
    level=st.integers(1, 3),
    of=st.sampled_from(["", "house"]),
    holes=st.lists(st.builds(Hole, wall=small, part=small, dp=st.integers(1, 9), vent=st.booleans()), max_size=2).map(
        tuple
    ),
    fallen=st.lists(st.tuples(small, small), max_size=1).map(tuple),
    stubborn=st.integers(1, 3),
    roofless=st.booleans(),
    is_roof=st.booleans(),
    roof=st.sampled_from([None, "thatch"]),
    roof_squares=st.lists(st.builds(RoofSquare, column=small, row=small, dp=st.integers(1, 9)), max_size=2).map(tuple),
    thin_walls=st.none() | st.booleans(),
    confined=st.none() | st.booleans(),
    section_ways=st.lists(st.builds(SectionWay, a=st.just("A"), b=st.just("B")), max_size=1).map(tuple),
    by_quadrant=st.none() | st.booleans(),
    assault=st.sampled_from(["", "d6"]),
    collapse=st.sampled_from(["", "collapse", "opening_only"]),
    shift=st.none() | places,
    sections=st.lists(
        st.builds(
            Room,
            letter=st.sampled_from("AB"),
            points=outlines,
            storey=st.integers(0, 8),
            going=st.sampled_from(get_args(RoomGoing)),
            high_ceiling=st.none() | st.booleans(),
            armour=small,
            hull=small,
            damage=small,
            structural=st.integers(0, 3),
        ),
        max_size=2,
    ).map(tuple),
)
prices = st.none() | st.sampled_from(get_args(Driving))
guns = st.builds(
    BuiltIn,
    name=names,
    strength=st.integers(1, 10),
    ap=st.none() | st.integers(1, 6),
    range_in=st.floats(1, 60),
    shots=st.integers(1, 6),
    lost=st.just(False),
    section=st.sampled_from(["", "A"]),
    key=st.just(""),
)
works = st.builds(
    Armoured,
    kind=st.sampled_from(["", "Log cabin"]),
    capacity=st.integers(1, 30),
    ports=st.integers(0, 9),
    slots=st.lists(st.floats(0, 12), max_size=2).map(tuple),
    weapons=st.lists(guns, max_size=2).map(tuple),
    locked=st.sampled_from(get_args(Own)),
    shutters=st.sampled_from(get_args(Own)),
)
carriers = st.builds(
    Carrier,
    kind=st.sampled_from(get_args(CarrierKind)),
    shaft=names,
    level=st.integers(1, 9),
    along_in=small.map(float),
    one_way=st.booleans(),
    capacity=st.integers(1, 30),
    speed=st.sampled_from(["normal", "high", "low"]),
    state=st.sampled_from(["working", "broken"]),
    works_on=st.none() | st.integers(0, 6),
)
pieces = st.builds(
    Terrain,
    id=keys,
    name=names,
    points=outlines,
    line=st.booleans(),
    width_in=st.integers(1, 240).map(lambda n: n / 10),
    going=st.sampled_from(["open", "difficult", "water", "variable"]),
    cover=st.sampled_from(["none", "soft", "hard"]),
    hazard=small,
    height_in=small.map(float),
    blocks_sight=st.booleans(),
    hazard_strength=small,
    hazard_beasts=small,
    hazard_riders=small,
    charge_cover=st.booleans(),
    elevation_in=small.map(float),
    extra_ap=small,
    too_flat=st.booleans(),
    gradient_deg=st.integers(0, 90).map(float),
    depth_in=small.map(float),
    vertical=st.sampled_from(["none", "variable", "impassable"]),
    ladder=st.booleans(),
    ropes=st.booleans(),
    landing=st.booleans(),
    trench=st.booleans(),
    section=st.booleans(),
    toughness=small,
    armour=small,
    points_of_damage=small,
    damage=small,
    structural=st.integers(0, 3),
    bad_face=st.integers(0, 7),
    open_work=st.booleans(),
    narrow=st.booleans(),
    thin_ice=st.booleans(),
    mines=small,
    tracked=prices,
    wheeled=prices,
    bike=prices,
    legs=prices,
    antigrav=prices,
    boat=prices,
    vehicles=st.none() | st.sampled_from(get_args(VehicleGround)),
    breaches=st.lists(outlines, max_size=2).map(tuple),
    closed=st.booleans(),
    blocked=st.booleans(),
    look=st.sampled_from(["wood", "field", "building"]),
    secret=st.none() | sides,
    building=st.none() | buildings.map(_with_ways_that_lead_somewhere),
    armoured=st.none() | works,
    head=st.none() | places,
    lane=st.integers(0, 3),
    belt_deg=st.integers(0, 359).map(float),
    carrier=st.none() | carriers,
    tile=st.sampled_from(["", "T"]),
    leads=st.none() | places,
    rail_in=small.map(float),
    cover_behind_in=small.map(float),
    overhang_in=small.map(float),
    unroofed=st.booleans(),
)
objectives = st.builds(Objective, id=keys, name=names, at=places, value=st.integers(-9, 9), reach_in=small.map(float))
zones = st.builds(
    Zone,
    side=sides,
    points=outlines,
    name=names,
    hidden=st.booleans(),
    facing_deg=st.none() | st.integers(0, 359).map(float),
)
stacks = st.builds(
    TileStack,
    sides=st.sampled_from([4, 6]),
    across_in=st.just(5.0),
    shapes=st.dictionaries(st.sampled_from(["I", "T"]), st.integers(1, 9)),
    hexagons=st.dictionaries(st.sampled_from(["L", "+"]), st.integers(1, 9)),
    under_roof=st.booleans(),
)
scenarios = st.builds(
    Scenario,
    ruleset=st.sampled_from(["gemini-arap", "rules-crusade"]),
    tiles=st.none() | stacks,
    name=names.filter(bool),
    width_in=st.integers(12, 240),
    height_in=st.integers(12, 240),
    sides=st.just((ScenarioSide(id="a", name="Ash", edge="north"), ScenarioSide(id="b", name="Birch"))),
    terrain=st.lists(pieces, max_size=5, unique_by=lambda piece: piece.id).map(tuple),
    zones=st.lists(zones, max_size=3).map(tuple),
    reserve_goal=st.integers(0, 6),
    reserve_depth_in=st.integers(1, 24).map(float),
    jump_step_in=st.integers(1, 24).map(float),
    first_side=st.sampled_from(["", "a", "b"]),
    flight_in=st.integers(1, 48).map(float),
    points=st.integers(0, 9999),
    basic_weapons=st.lists(names.filter(bool), max_size=3).map(tuple),
    scoring=st.sampled_from(["every-turn", "last-turn"]),
    victory=st.sampled_from(["objectives", "losses"]),
    tie=st.sampled_from(["draw", "losses"]),
    score_to_win=st.integers(0, 999),
    objectives=st.lists(objectives, max_size=3, unique_by=lambda o: o.id).map(tuple),
    turn_limit=st.integers(1, 99),
    race=st.none()
    | st.builds(
        Race,
        gates=st.lists(st.builds(Gate, name=names, a=places, b=places), min_size=1, max_size=3).map(tuple),
        laps=st.integers(1, 20),
        racers=st.sampled_from([(), ("a",), ("a", "b")]),
        random_bikes=st.booleans(),
    ),
    chances=st.lists(
        st.builds(
            RandomEvent,
            name=names,
            text=names,
            goal=st.integers(1, 6),
            from_turn=st.integers(1, 99),
            once=st.booleans(),
        ),
        max_size=2,
    ).map(tuple),
    options=st.sampled_from([{}, {"busts_allowed": 2}, {"aiming_allowed": True}]),
    briefing=names,
)


def _with_walls(piece: Terrain) -> Terrain:
    """A house whose openings have a width, and which is damaged where it has walls; of what encloses nothing, none."""
    house = piece.building
    if house is None or not layouts.area_in(piece.points) > 0:
        return replace(piece, building=None)
    partitions = tuple(wall for wall in house.partitions if distance(*wall) >= 1)
    walls = len(piece.points) + len(partitions)
    house = replace(
        house,
        partitions=partitions,
        openings=tuple(o for o in house.openings if distance(o.a, o.b) >= 1),
        holes=tuple(hole for hole in house.holes if hole.wall < walls),
        fallen=tuple(each for each in house.fallen if each[0] < walls),
        of=house.of if house.of != piece.id else "",
    )
    return replace(piece, building=house)


@st.composite
def drafts(draw):
    scenario = draw(scenarios)
    exits = [piece.id for piece in scenario.terrain if piece.closed]
    others = [piece.id for piece in scenario.terrain if not piece.closed]
    behind = dict(zip(others, draw(st.lists(st.sampled_from(exits), max_size=3)) if exits else [], strict=False))
    laid = tuple(replace(_with_walls(piece), behind=behind.get(piece.id)) for piece in scenario.terrain)
    scenario = replace(scenario, terrain=laid)
    ids = tuple(piece.id for piece in scenario.terrain)
    groups = (ids,) if len(ids) > 1 and draw(st.booleans()) else ()
    return Draft(
        scenario=scenario,
        groups=groups,
        snap_in=draw(st.sampled_from([0, 0.5, 1])),
        shown=draw(st.sampled_from(["in", "cm"])),
    )


@settings(deadline=None)
@given(drafts())
def test_any_scenario_comes_back_from_its_file(draft):
    assert exchange.read(exchange.to_json(draft)) == draft


def test_every_field_of_a_scenario_is_among_those_that_are_tried():
    """A new field that no random scenario has would slip through the round trip above."""
    tried = {
        Terrain: pieces,
        Building: buildings,
        Armoured: works,
        Carrier: carriers,
        TileStack: stacks,
        BuiltIn: guns,
        Objective: objectives,
        Zone: zones,
        Scenario: scenarios,
    }
    for kind, strategy in tried.items():
        given_to = set(strategy.wrapped_strategy.kwargs)
        later = {"behind"} if kind is Terrain else set()
        assert {field.name for field in fields(kind)} - later == given_to


def test_the_scenario_alone_is_taken_too():
    draft = templates.made(templates.TEMPLATES[1])
    import msgspec

    assert exchange.read(msgspec.json.encode(draft.scenario)).scenario == draft.scenario


def test_the_schema_describes_what_is_exported():
    described = json.loads(exchange.schema())["$defs"]
    exported = json.loads(exchange.to_json(templates.made(templates.TEMPLATES[1])))
    assert set(described["Draft"]["properties"]) == set(exported)
    assert set(described["Scenario"]["properties"]) == set(exported["scenario"])
    assert set(described["Terrain"]["properties"]) == set(exported["scenario"]["terrain"][0])


def a_file(**changes):
    base = json.loads(exchange.to_json(templates.made(templates.TEMPLATES[0])))
    base["scenario"] |= changes
    return json.dumps(base).encode()


SQUARE = [[0, 0], [4, 0], [4, 4]]


def house(points=SQUARE, **inside):
    piece = {"id": "x", "name": "x", "points": points, "building": {"handling": "tabletop", **inside}}
    return a_file(terrain=[piece])


@pytest.mark.parametrize(
    ("data", "code", "why"),
    [
        (b"", "no-scenario", "It is empty, or its end is missing."),
        (b"\xff\xfe", "no-scenario", "UTF-8"),
        (b"PK\x03\x04", "no-scenario", "no scenario"),
        (b"<scenario/>", "no-scenario", "no scenario"),
        (b"[]", "no-scenario", "The file is an object with fields, not a list."),
        (b'{"scenario": 7}', "no-scenario", "scenario of the file is an object with fields, not a whole number."),
        (b'{"name": "x", "terrain": ' + b"[" * 6000, "no-scenario", "no scenario"),
        (b'{"format": 2, "scenario": {}}', "too-new", "version 2"),
        (b" " * 2_000_001, "too-large", "too large"),
        (a_file(width_in=5), "no-scenario", "12 to 240 inches"),
        (a_file(width_in=1e400), "no-scenario", "no scenario"),
        (a_file(turn_limit=0), "no-scenario", "turn limit"),
        (a_file(sides=[]), "no-scenario", "two to four"),
        (a_file(terrain=[{"id": "<b>", "name": "x", "points": SQUARE}]), "no-scenario", "is no id"),
        (a_file(terrain=[{"id": "x", "name": "x", "points": SQUARE, "look": "a b"}]), "no-scenario", "is no look"),
        (a_file(terrain=[{"id": "x", "name": "x", "points": SQUARE}] * 2), "no-scenario", "same id"),
        (a_file(terrain=[{"id": "x", "name": "x", "points": [[0, 0]]}]), "no-scenario", "outline"),
        (a_file(terrain=[{"id": "x", "name": "x", "points": [[0, 0], [9e9, 0], [1, 1]]}]), "no-scenario", "outline"),
        (a_file(terrain=[{"id": "x", "name": "x", "points": SQUARE, "hazard": 99}]), "no-scenario", "number of"),
        (a_file(terrain=[{"id": "x", "name": "x", "points": SQUARE, "secret": "d"}]), "no-scenario", "secret"),
        (
            a_file(terrain=[{"id": f"x{n}", "name": "", "points": SQUARE} for n in range(401)]),
            "no-scenario",
            "more than 400",
        ),
        (
            a_file(
                terrain=[
                    {"id": key, "name": "", "points": SQUARE, "closed": True, "behind": other}
                    for key, other in ("xy", "yx")
                ]
            ),
            "no-scenario",
            "behind each other",
        ),
        (house(openings=[{"a": [0, 0], "b": [0, 0.05]}]), "no-scenario", "shorter than 0.1 inches"),
        (house(partitions=[[[1, 1], [1, 1]]]), "no-scenario", "shorter than 0.1 inches"),
        (house(fallen=[[7, 0]]), "no-scenario", "a wall that it has not"),
        (house(holes=[{"wall": -1, "part": 0, "dp": 1}]), "no-scenario", "a wall that it has not"),
        (house(sections=[{"letter": "A", "points": []}]), "no-scenario", "encloses nothing"),
        (house(sections=[{"letter": "A", "points": [[0, 0], [4, 4]]}]), "no-scenario", "encloses nothing"),
        (house(sections=[{"letter": "A", "points": [[0, 0], [2, 2], [4, 4]]}]), "no-scenario", "encloses nothing"),
        (house(sections=[{"letter": "", "points": SQUARE}]), "no-scenario", "has no letter"),
        (house(sections=[{"letter": "\u200ba", "points": SQUARE}]), "no-scenario", "has no letter"),
        (house(sections=[{"letter": "A", "points": SQUARE, "storey": -1}]), "no-scenario", "lies on no storey"),
        (house(sections=[{"letter": "A", "points": SQUARE, "hull": -1}]), "no-scenario", "number out of bounds"),
        (house(section_ways=[{"a": "A", "b": "B"}]), "no-scenario", "a section that it has not"),
        (house(of="x", level=2), "no-scenario", "a floor of itself"),
        (house(points=[[1, 1], [1, 1], [1, 1]]), "no-scenario", "enclose nothing"),
        (a_file(zones=[{"side": "d", "points": SQUARE}]), "no-scenario", "side 'd'"),
        (a_file().replace(b'"name"', b'"name": "Ford", "name"', 1), "no-scenario", "says name twice"),
        (a_file(weather="rain"), "unknown-field", "scenario has no field weather"),
        (
            a_file(terrain=[{"id": "x", "name": "x", "points": SQUARE, "smell": 1}]),
            "unknown-field",
            "terrain.0. has no",
        ),
        (a_file(terrain=[{"id": "x", "name": "x", "points": SQUARE, "going": "lava"}]), "no-scenario", "lava"),
        (a_file(options={"make_me_win": True}), "no-scenario", "no switch make_me_win"),
        (a_file(options={"busts_allowed": "many"}), "no-scenario", "busts_allowed"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_reason(data, code, why):
    with pytest.raises(Refused, match=why) as refused:
        exchange.read(data)
    assert refused.value.refusal.code == code
    assert refused.value.refusal.allowed


DOOR = {"a": [1, 0], "b": [2, 0]}


def piece(**values):
    return a_file(terrain=[{"id": "x", "name": "x", "points": SQUARE, **values}])


@pytest.mark.parametrize(
    ("data", "allowed"),
    [
        (house(stubborn=0), "1 to 9 damage points"),
        (house(holes=[{"wall": 0, "part": 0, "dp": -1}]), "0 to 99 damage points"),
        (house(roof_squares=[{"column": 1, "row": 1, "dp": 10**9}]), "0 to 99 damage points"),
        (house(roof_squares=[{"column": n, "row": n, "dp": 1} for n in range(2501)]), "at most 2500"),
        (house(roof_squares=[{"column": 10**9, "row": 0, "dp": 1}]), "far away"),
        (house(holes=[{"wall": 0, "part": 0, "dp": 1}] * 101), "at most 100 places"),
        (house(partitions=[[[1, 1], [2, 2]]] * 10_000), "at most 60"),
        (house(openings=[DOOR] * 10_000), "at most 60"),
        (house(openings=[{**DOOR, "lost": -1}]), "0 to 99 points lost"),
        (house(openings=[{**DOOR, "fits": 10**9}]), "sizes 0 to 9"),
        (house(openings=[{**DOOR, "storey": -1}]), "storeys 0 to 19"),
        (house(openings=[{**DOOR, "sill_in": 99}]), "a sill of 0 to 3 inches"),
        (house(openings=[{**DOOR, "name": "x" * 81}]), "a name of up to 80 signs"),
        (house(level=0), "level 1 to 40"),
        (
            a_file(
                terrain=[
                    {
                        "id": key,
                        "name": "",
                        "points": SQUARE,
                        "building": {"handling": "tabletop", "level": 2, "of": of},
                    }
                    for key, of in ("xy", "yx")
                ]
            ),
            "belongs to the ground floor’s",
        ),
        (piece(line=True, points=[[1, 1], [1, 1]]), "has no length"),
        (piece(armoured={"kind": "Sandcastle"}), "Log cabin"),
        (house(level=2, of="y", shift=[1e300, 0]), "near its house"),
        (house(storeys=10**9), "1 to 20 storeys"),
        (
            house(
                sections=[{"letter": "A", "points": SQUARE}],
                section_ways=[{"a": "A", "b": "A"}],
            ),
            "from a section to itself",
        ),
        (piece(rail_in=-1), "0 to 48 inches"),
        (piece(overhang_in=1e300), "0 to 48 inches"),
        (piece(structural=-1), "0 to 20"),
        (piece(lane=10**9), "lane 0 to 9"),
        (piece(belt_deg=-1), "0 to 360 degrees"),
        (piece(head=[1e300, 0]), "not near the table"),
        (piece(leads=[0, -1e300]), "not near the table"),
        (piece(breaches=[[]]), "3 to 100 points"),
        (piece(breaches=[SQUARE] * 21), "at most 20"),
        (piece(armoured={"capacity": 31}), "1 to 30"),
        (piece(armoured={"slots": [-1]}), "8 slots of 48 inches"),
        (piece(armoured={"weapons": [{"name": "g", "strength": 0}]}), "Strength 1 to 10"),
        (piece(carrier={"level": 0}), "level 1 to 40"),
        (piece(carrier={"capacity": 0}), "holds 1 to 100"),
        (piece(carrier={"works_on": 7}), "works on 0 to 6"),
        (piece(carrier={"along_in": 1e300}), "0 to 240 inches along"),
        (piece(tile="Z"), "I, L, T, \\+, dead end"),
        (a_file(tiles={"shapes": {"Z": 3}}), "I, L, T, \\+, dead end"),
        (a_file(tiles={"shapes": {"I": 61}}), "0 to 60 each"),
    ],
)
def test_a_building_that_cannot_be_is_refused_and_what_may_be_is_said(data, allowed):
    with pytest.raises(Refused, match=allowed) as refused:
        exchange.read(data)
    assert refused.value.refusal.code == "no-scenario"


@pytest.mark.django_db
def test_a_scenario_leaves_as_a_file_and_comes_back():
    client = browser(ALICE)
    client.post("/scenarios/new", {"template": "skirmish", "name": "Fen"})
    record = ScenarioRecord.objects.get()
    file = client.get(f"/scenarios/{record.pk}.json")
    assert file["Content-Disposition"] == 'attachment; filename="fen.json"'
    sent = SimpleUploadedFile("fen.json", file.content)
    assert client.post("/scenarios/import", {"file": sent}).status_code == 302
    again = ScenarioRecord.objects.latest("pk")
    assert again.draft_value == record.draft_value
    refused = client.post("/scenarios/import", {"file": SimpleUploadedFile("x.json", b"<x/>")})
    assert (refused.status_code, "That file is no scenario." in refused.content.decode()) == (422, True)
    assert client.get("/scenarios/scenario.schema.json").json()["$defs"]["Draft"]
