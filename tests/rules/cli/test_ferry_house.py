"""Storming the Ferry House: a house, a bunker and a customs house through `python -m rules resolve`, part by part.

Every die is given and every result compared. Where the written-out game leaves something open, the document decides:
shots at a bunker and at its ports are two shooting actions; blows at a wall are struck at once for their point and what
they do beyond the inch that they strike is lost; who is wounded in an assault by openings is the one he faces.
"""

import pytest
from msgspec.structs import replace

from rules.arap.ports.told import PortsHit
from rules.arap.turn.activation import UnitActivated
from rules.buildings.bunkers.hits import ArmamentLost, BunkerHit
from rules.buildings.sections.burst import SectionShelled
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, the
from tests.rules.arenas import box
from tests.rules.buildings.sections.customs import PIONEERS, a_house
from tests.rules.cli.replay import Refused, Replay, rolls

CARBINE = a_weapon("carbine", type="assault", range_in=18, shots=2, strength=4, ap=6)
FIELD = a_weapon("field", strength=4, ap=5)
RIFLE = a_weapon("rifle")
FRAG = a_weapon("frag", type="grenade", range_in=6, strength=3, marker_in=3)
FLAMES = a_weapon("flames", type="assault", template=True, range_in=8, strength=4, ap=5)
CLAW = a_weapon("claw", type="melee", range_in=0, strength=8, ap=2, traits=("melta",))
RAM_GUN = a_weapon("ram-gun", type="assault", range_in=12, shots=2, strength=8, ap=3, traits=("twin-linked",))
ROCKET = a_weapon("rocket", type="heavy", range_in=48, shots=1, strength=9, ap=2)
LANCE = a_weapon("lance", type="assault", range_in=12, shots=1, strength=8, ap=1, traits=("melta",))
KNIFE = a_weapon("knife", type="melee", range_in=0, strength=0)

NORTH = a_profile("north", ws=4, bs=4, i=4, ld=8, sv=5)
SALT = a_profile("salt", ws=3, bs=3, i=3, ld=7, sv=5)
SHUTTERS = {"wall_parts": True, "door_traffic_limit": True, "section_rout": "ejected"}


def people(unit, places, *weapons, profile=None, arms=None, **values):
    """A unit with a knife each; `arms` are weapons model by model."""
    made, profiles, _ = a_unit(unit, places, profile=profile or (NORTH if unit[0] == "a" else SALT), **values)
    each = arms or [weapons] * len(made.models)
    models = tuple(
        replace(m, weapons=(*(w.id for w in mine), "knife")) for m, mine in zip(made.models, each, strict=True)
    )
    known = {w.id: w for mine in each for w in mine} | {"knife": KNIFE}
    return replace(made, models=models), profiles, tuple(known.values())


class Ferry(Replay):
    """The steps in the words of the written-out battle."""

    def activate(self, unit, *faces):
        """Action points rolled."""
        events = self.act("Activate", side=unit[0], unit=unit, dice=len(faces), throws={"activation": list(faces)})
        return next(e.ap for e in events if isinstance(e, UnitActivated))

    def answered(self, side, choice, **throws):
        """An answer to the open question, and what it leads to."""
        return self.act("Answer", side=side, choice=choice, throws=plain(throws))

    def fallen(self, unit):
        """Who of a unit has fallen."""
        return [m.id for m in self.state.units[unit].models if not m.alive]


def plain(throws):
    return {label.replace("_", "-"): faces for label, faces in throws.items()}


def ferry(tmp_path, *units, terrain=(), **values):
    spare = [people(name, [at], RIFLE) for name, at in (("a9", (58, 46)), ("b9", (58, 2)))]
    state = a_battle(*units, *spare, terrain=terrain, options=SHUTTERS, **values)
    return Ferry(state, tmp_path)


# -- the bunker: steps 14 to 16, 38 and 39, 58 and 59 ------------------------------------------------------------------

PORTS = tuple(Opening(a=(x - 0.25, 16), b=(x + 0.25, 16), kind="port") for x in (45.0, 46.5, 48.0))
BUNKER = Terrain(
    id="k1",
    name="Causeway Bunker",
    points=box(44, 12, 49, 16),
    going="impassable",
    cover="hard",
    height_in=2,
    blocks_sight=True,
    look="bunker",
    armour=14,
    points_of_damage=3,
    armoured=Armoured(capacity=10, weapons=(BuiltIn(name="casemate gun"),)),
    building=Building(openings=PORTS),
)


@pytest.fixture
def causeway(tmp_path):
    team = people(
        "a4",
        [(45, 22), (48, 22), (46.5, 21.5), (46, 23.2), (47.5, 23.2)],
        arms=[(ROCKET,), (ROCKET,), (LANCE,), (CARBINE,), (CARBINE,)],
        facing=0,
        name="Lance Team",
    )
    crew = people("b3", [(45, 15.6), (46.5, 15.6), (48, 15.6), (46.5, 13)], RIFLE, facing=180, name="Casemate Crew")
    return ferry(tmp_path, team, crew, terrain=[BUNKER])


def test_the_causeway_bunker(causeway):
    """Rockets, a lance and carbines; the crew answer from their ports; then it comes down."""
    assert causeway.activate("a4", 3, 2, 1) == 3
    with pytest.raises(Refused) as refused:
        causeway.act("Charge", side=A, unit="a4", target="b3")
    assert (refused.value.code, refused.value.rule) == ("bunker-whole", "BLD-BUNK-04")
    throws = {"to-hit": [2, 6, 4], "armour-penetration": [6], "bunker-damage": [3], "melta-penetration": [2, 4]}
    at_it = {"side": A, "unit": "a4", "terrain": "k1", "weapons": ["rocket", "lance"]}
    events = causeway.act("ShootBuilding", **at_it, throws=throws)
    assert [(e.total, e.kind, e.result) for e in events if isinstance(e, BunkerHit)] == [
        (15, "penetrating", "structural damage"),
        (14, "glancing", ""),
    ]
    keep = causeway.state.terrain[0]
    assert (keep.damage, keep.structural, len(keep.breaches)) == (2, 1, 1)
    events = causeway.act(
        "ShootBuildingPorts",
        side=A,
        unit="a4",
        terrain="k1",
        weapons=["carbine"],
        throws={"to-hit": [1, 4, 2, 6], "to-wound": [2]},
    )
    told = the(events, PortsHit)
    assert (told.hits, told.passed, told.struck) == (2, 1, {"b3": 1})
    assert rolls(events)[0] == ("to-hit", [1, 4, 2, 6], 2, "-2 at a firing port")
    assert (causeway.state.turn.ap, causeway.fallen("b3")) == (0, [])
    causeway.act("EndActivation", side=A)
    assert causeway.activate("b3", 3) == 1
    events = causeway.act(
        "Shoot", side=B, unit="b3", target="a4", throws={"to-hit": [4, 2, 6, 5, 4, 6], "to-wound": [3]}
    )
    assert rolls(events)[0] == ("to-hit", [4, 2, 6, 5, 4, 6], 3, "")
    assert len(causeway.state.units["b3"].now.shots) == 3
    causeway.act("EndActivation", side=B)
    assert causeway.activate("a4", 4, 1) == 2
    events = causeway.act(
        "ShootBuilding",
        **at_it,
        throws={
            "to-hit": [1, 5, 2],
            "armour-penetration": [6, 5],
            "bunker-damage": [1, 3, 3],
            "melta-penetration": [3, 5],
            "collapse-wound": [2, 5, 3, 6],
            "save": [4, 6],
        },
    )
    assert rolls(events)[0] == ("to-hit", [1, 5], 5, "+1 corrective aiming")
    assert [(e.total, e.kind, e.result) for e in events if isinstance(e, BunkerHit)] == [
        (15, "penetrating", "armament destroyed"),
        (14, "glancing", "occupants stunned"),
        (16, "penetrating", "collapse"),
    ]
    assert the(events, ArmamentLost).name == "casemate gun"
    assert causeway.fallen("b3") == ["b3.1"]
    assert causeway.state.terrain[0].going == "very-difficult"
    assert all(m.at[1] < 12 or m.at[1] > 16 or not 44 < m.at[0] < 49 for m in causeway.state.units["b3"].alive)


# -- the customs house: steps 18, 20 to 25, 40 to 45, 61 and 62 --------------------------------------------------------


@pytest.fixture
def customs(tmp_path):
    house = a_house()
    inside = house.building
    lock = tuple(replace(o, state="locked") if o.name == "E1" else o for o in inside.openings)
    house = replace(house, building=replace(inside, openings=lock))
    guard = {f"b4.{n}": "s1/C1" for n in range(1, 6)}
    reserve = {f"b5.{n}": "s1/C2" for n in range(1, 5)}
    rangers = [(17.3, 24.5), (16, 24.5), (14.7, 24.5), (16.6, 25.8), (15.3, 25.8)]
    return ferry(
        tmp_path,
        people("a5", PIONEERS, CARBINE, FRAG, facing=0, name="Pioneers"),
        people("a6", rangers, FIELD, facing=270, name="Rangers"),
        people("b4", [(9, 24)] * 5, RIFLE, housed=guard, facing=180, name="Customs Guard"),
        people("b5", [(3, 24)] * 4, RIFLE, FRAG, housed=reserve, facing=180, name="Customs Reserve"),
        terrain=[house],
    )


def test_the_customs_house(customs):
    """Hacked, blasted, stormed by its openings, and held against an assault from the next section."""
    assert customs.activate("a6", 4, 5) == 1
    with pytest.raises(Refused) as refused:
        customs.act("Shoot", side=A, unit="a6", target="b4")
    assert refused.value.rule == "BLD-SSHT-04"
    customs.act("Finish", side=A, unit="a6")
    assert customs.activate("a5", 2, 1, 4) == 3
    events = customs.act(
        "HackLock", side=A, unit="a5", terrain="s1", opening=2, model="a5.1", throws={"hack-lock": [3, 3]}
    )
    assert [(label, goal) for label, _, goal, _ in rolls(events)] == [("hack-lock", 6)]
    events = customs.act(
        "BlastSection",
        side=A,
        unit="a5",
        weapon="frag",
        terrain="s1",
        section="C1",
        way=0,
        models=["a5.2"],
        throws={"to-hit": [3], "to-wound": [5, 2, 4, 1, 3]},
    )
    assert rolls(events)[:2] == [
        ("to-hit", [3], 3, "-1 thrown by hand"),
        ("to-wound", [5, 2, 4, 1, 3], 4, ""),
    ]
    assert the(events, SectionShelled).burst == "C1 of Customs House"
    customs.answered(B, "stand", save=[3, 6])
    assert customs.fallen("b4") == ["b4.1"]
    customs.act("StormSection", side=A, unit="a5", terrain="s1", section="C1")
    customs.answered(B, "hold")
    (melee,) = customs.state.melees
    assert melee.storming == ("a5.1", "a5.2", "a5.3", "a5.4", "a5.5", "a5.6")
    customs.act(
        "EndActivation",
        side=A,
        throws={
            "to-hit": [2, 5, 1, 6, 1, 6, 6, 5, 3, 5, 2, 6, 4, 2],
            "to-wound": [3, 4, 5, 2, 6, 4, 1],
            "save": [2, 3, 4, 6],
            "morale": [4, 4],
            "flinch": [2],
        },
    )
    assert customs.fallen("a5") == ["a5.3"]
    assert customs.fallen("b4") == ["b4.1", "b4.2", "b4.3"]
    assert all(m.at[1] < 22 for m in customs.state.units["b4"].alive)
    customs.answered(B, customs.state.prompt.options[-1].id)
    customs.answered(A, "occupy", flee=[4, 3])
    customs.answered(B, customs.state.prompt.options[-1].id, rally=[5, 3])
    assert set(customs.state.units["a5"].housed.values()) == {"s1/C1"}
    assert len(customs.state.units["a5"].housed) == 9
    assert customs.state.active_side == B
    assert customs.activate("b5", 2, 1, 3) == 3
    events = customs.act(
        "Shoot",
        side=B,
        unit="b5",
        target="a5",
        throws={"to-hit": [4, 1, 6, 2, 5, 3, 1, 4], "to-wound": [5, 2], "pick": [6]},
    )
    assert rolls(events)[0] == ("to-hit", [4, 1, 6, 2, 5, 3, 1, 4], 1, "-2 section to section")
    customs.answered(A, "stand", save=[3])
    assert customs.fallen("a5") == ["a5.3", "a5.7"]
    events = customs.act(
        "BlastSection",
        side=B,
        unit="b5",
        weapon="frag",
        terrain="s1",
        section="C1",
        models=["b5.1"],
        throws={"to-hit": [5], "section-drift": [5], "pick": [2]},
    )
    assert the(events, SectionShelled).burst == "C3 of Customs House"
    customs.act("StormSection", side=B, unit="b5", terrain="s1", section="C1")
    customs.answered(A, "hold")
    assert [m.section for m in customs.state.melees] == ["s1/C1"]
    customs.act(
        "EndActivation",
        side=B,
        throws={
            "section-fighters-attack": [5],
            "section-fighters-defend": [3],
            "to-hit": [2, 5, 4, 1, 6, 3, 2, 5, 4],
            "to-wound": [6, 3, 3, 4],
            "pick": [1, 3],
            "save": [4, 6],
            "morale": [3, 2],
        },
    )
    assert customs.fallen("b5") == ["b5.1"]
    assert (customs.fallen("a5"), customs.state.melees) == (["a5.3", "a5.7"], ())
    assert {customs.state.units["b5"].housed[m.id] for m in customs.state.units["b5"].alive} == {"s1/C2"}


# -- the flamer at the store window: steps 48 and 50 -------------------------------------------------------------------

HOUSE = Terrain(
    id="h1",
    name="Ferry House",
    points=box(20, 12, 30, 20),
    look="building",
    height_in=3,
    building=Building(
        handling="tabletop",
        walls="brick",
        openings=(
            Opening(a=(22, 20), b=(23, 20), name="D1", state="locked", make="light steel"),
            Opening(a=(21, 15), b=(22, 15), name="D2"),
            Opening(a=(25, 17), b=(25, 18), name="D4", state="closed"),
            Opening(a=(27, 20), b=(28, 20), kind="window", name="W1", sill_in=1),
        ),
        partitions=(((20, 15), (30, 15)), ((25, 15), (25, 20))),
    ),
)


def test_flame_through_the_window_of_the_store(tmp_path):
    """One under it in line with the window, one beside it behind the wall, one not under it at all."""
    flamer = people("a7", [(26.9, 21.2)], FLAMES, facing=0, name="Flamer")
    guard = [(27.5, 19.5), (26.9, 17.6), (29.5, 17.5), (21.5, 12.3), (26.5, 13.5)]
    game = ferry(tmp_path, flamer, people("b1", guard, RIFLE, facing=180, name="House Guard"), terrain=[HOUSE])
    assert game.activate("a7", 1, 4) == 2
    events = game.act(
        "Shoot",
        side=A,
        unit="a7",
        target="b1",
        aim=[27.6, 19.0],
        throws={"to-hit": [4], "template-cover": [3], "to-wound": [2, 5]},
    )
    assert [(label, faces, goal) for label, faces, goal, _ in rolls(events)] == [
        ("to-hit", [4], 4),
        ("template-cover", [3], 3),
        ("to-wound", [2, 5], 3),
    ]
    game.answered(B, "stand")
    assert len(game.fallen("b1")) == 1
    assert game.state.prompt is None or game.state.prompt.kind == "wall-splashed"


def test_the_front_door_is_forced_with_two_helpers(tmp_path):
    """Strength 3 and two for each helper against 5; who stands too far off is no helper."""
    storm = [(22.5, 20.7), (21.6, 20.8), (23.4, 20.8), (22.5, 22.2), (21.2, 22.4), (23.8, 22.4)]
    game = ferry(
        tmp_path,
        people("a1", storm, CARBINE, FRAG, facing=0, name="Storm Section"),
        people("b1", [(21.5, 12.3)], RIFLE, facing=180, name="House Guard"),
        terrain=[HOUSE],
    )
    assert game.activate("a1", 1, 3, 4) == 3
    events = game.act("ForceDoor", side=A, unit="a1", terrain="h1", opening=0, throws={"to-wound": [2]})
    assert [(label, faces, goal) for label, faces, goal, _ in rolls(events)] == [("to-wound", [2], 2)]
    assert game.state.terrain[0].building.openings[0].state in ("open", "broken")
    assert game.state.turn.ap == 2
