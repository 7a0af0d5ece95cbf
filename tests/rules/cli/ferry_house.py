"""The Ferry House, the Causeway Bunker and the Customs House, with all who storm and hold them.

The upper floor and the roof of the Ferry House are laid out beside it: the loft 20 inches to the west and 20 down, the
roof 14 to the east and 18 down.
"""

import pytest
from msgspec.structs import replace

from rules.arap.turn.activation import UnitActivated
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Opening, Room
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, a_weapon
from tests.rules.arenas import box
from tests.rules.buildings.sections.customs import PIONEERS, a_house
from tests.rules.cli.replay import Refused, Replay

CARBINE = a_weapon("carbine", type="assault", range_in=18, shots=2, strength=4, ap=6)
FIELD = a_weapon("field", strength=4, ap=5)
RIFLE = a_weapon("rifle")
FRAG = a_weapon("frag", type="grenade", range_in=6, strength=3, marker_in=3)
FLAMES = a_weapon("flames", type="assault", template=True, range_in=8, strength=4, ap=5)
MORTAR = a_weapon(
    "mortar", type="heavy", range_in=48, shots=1, strength=8, ap=3, marker_in=3, traits=("high-trajectory",)
)
CLAW = a_weapon("claw", type="melee", range_in=0, strength=4, ap=2, traits=("melta",))
RAM_GUN = a_weapon("ram-gun", type="assault", range_in=12, shots=2, strength=8, ap=3, traits=("twin-linked",))
SIDEARM = a_weapon("sidearm", type="pistol", range_in=12, strength=4)
ROCKET = a_weapon("rocket", type="heavy", range_in=48, shots=1, strength=9, ap=2)
LANCE = a_weapon("lance", type="assault", range_in=12, shots=1, strength=8, ap=1, traits=("melta",))
REPEATER = a_weapon("repeater", type="heavy", range_in=36, shots=3, strength=5, ap=4)
KNIFE = a_weapon("knife", type="melee", range_in=0, strength=0)

NORTH = a_profile("north", ws=4, bs=4, i=4, ld=8, sv=5)
BREACHER = a_profile("breacher", ws=4, bs=3, s=4, t=4, i=3, a=2, ld=8, sv=3)
SALT = a_profile("salt", ws=3, bs=3, i=3, ld=7, sv=5)
SWITCHES = {"wall_parts": True, "door_traffic_limit": True, "section_rout": "ejected"}

LOFT_IN = (-20.0, 20.0)
"""How far the plan of the loft is from where it truly is."""
ROOF_IN = (14.0, 18.0)


def up(at, shift=LOFT_IN):
    """A place of the loft as its plan has it."""
    return (at[0] + shift[0], at[1] + shift[1])


def _plan(shift):
    x, y = shift
    return box(20 + x, 12 + y, 30 + x, 20 + y)


def _upstairs(opening):
    return replace(opening, a=up(opening.a), b=up(opening.b))


W3 = Opening(a=(22, 20), b=(23, 20), kind="window", name="W3", sill_in=1)
W4 = Opening(a=(27, 20), b=(28, 20), kind="window", name="W4", sill_in=1)

FERRY_HOUSE = Terrain(
    id="h1",
    name="Ferry House",
    points=((20, 12), (20, 20), (30, 20), (30, 12)),
    look="building",
    height_in=6,
    building=Building(
        handling="tabletop",
        walls="brick",
        roof="sheet steel",
        storeys=2,
        openings=(
            Opening(a=(22, 20), b=(23, 20), name="D1", state="locked", make="light steel", console=(21.5, 12.0)),
            Opening(a=(21, 15), b=(22, 15), name="D2", make="light wooden"),
            Opening(a=(25, 17), b=(25, 18), name="D4", state="closed", make="hive interior"),
            Opening(a=(27, 20), b=(28, 20), kind="window", name="W1", sill_in=1),
        ),
        sections=(
            Room(letter="R1", points=box(20, 15, 25, 20)),
            Room(letter="R2", points=box(25, 15, 30, 20), going="variable"),
            Room(letter="R3", points=box(20, 12, 30, 15)),
        ),
        partitions=(((20, 15), (30, 15)), ((25, 15), (25, 20))),
    ),
)
LOFT = replace(
    FERRY_HOUSE,
    id="h1-2",
    name="Ferry House, level 2",
    points=_plan(LOFT_IN),
    building=Building(
        handling="tabletop",
        walls="brick",
        roof="sheet steel",
        level=2,
        of="h1",
        openings=(_upstairs(W3), _upstairs(W4)),
        partitions=((up((20, 15)), up((30, 15))),),
        sections=(
            Room(letter="R4", points=box(0, 35, 10, 40)),
            Room(letter="R5", points=box(0, 32, 10, 35)),
        ),
    ),
)
ROOF = replace(
    FERRY_HOUSE,
    id="h1-3",
    name="Roof of the Ferry House",
    points=_plan(ROOF_IN),
    building=Building(handling="tabletop", walls="brick", level=3, of="h1", is_roof=True),
)
LADDER = Terrain(id="l1", name="Ladder", points=((29, 13.5), (29, 13.1)), line=True, ladder=True, head=up((29, 13.5)))
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


def customs_house():
    """Three sections; its door is locked."""
    house = a_house()
    inside = house.building
    lock = tuple(replace(o, state="locked") if o.name == "E1" else o for o in inside.openings)
    return replace(house, building=replace(inside, openings=lock))


def people(unit, places, *weapons, profile=None, arms=None, **values):
    """A unit with a knife each; `arms` are weapons model by model."""
    made, profiles, _ = a_unit(unit, places, profile=profile or (NORTH if unit[0] == "a" else SALT), **values)
    each = arms or [weapons] * len(made.models)
    models = tuple(
        replace(m, weapons=(*(w.id for w in mine), "knife")) for m, mine in zip(made.models, each, strict=True)
    )
    known = {w.id: w for mine in each for w in mine} | {"knife": KNIFE}
    return replace(made, models=models), profiles, tuple(known.values())


def northmarch():
    """Who storms."""
    gun = (CARBINE, FRAG)
    breachers, kinds, weapons = people(
        "a2",
        [(17.4, 15.9), (17.4, 17.5), (18, 14.5)],
        profile=BREACHER,
        arms=[(CLAW,), (CLAW,), (RAM_GUN, SIDEARM)],
        facing=90,
        name="Breachers",
    )
    bulky = replace(BREACHER, id="bulky", bulk="bulky", base_mm=40)
    breachers = replace(
        breachers,
        models=tuple(replace(m, profile="bulky") if n < 2 else m for n, m in enumerate(breachers.models)),
    )
    storm = [(22.5, 20.7), (21.6, 20.8), (23.4, 20.8), (22.5, 22.2), (21.2, 22.4), (23.8, 22.4)]
    lances = [(45, 22), (48, 22), (46.5, 21.5), (46, 23.2), (47.5, 23.2)]
    rangers = [(17.3, 24.5), (16, 24.5), (14.7, 24.5), (16.6, 25.8), (15.3, 25.8)]
    return (
        people("a1", storm, arms=[*([gun] * 5), (FLAMES,)], facing=0, name="Storm Section"),
        (breachers, (*kinds, bulky), weapons),
        people("a3", [(26.5, 45.5), (28, 45.5)], arms=[(MORTAR,), ()], facing=0, name="Shell Team"),
        people(
            "a4",
            lances,
            arms=[(ROCKET,), (ROCKET,), (LANCE,), (CARBINE,), (CARBINE,)],
            facing=0,
            name="Lance Team",
        ),
        people("a5", PIONEERS, *gun, facing=0, name="Pioneers"),
        people("a6", rangers, FIELD, facing=45, name="Rangers"),
    )


def saltmere():
    """Who holds."""
    guard = [(27.5, 19.5), (26.9, 17.6), (29.5, 17.5), (21.5, 12.3), (26.5, 13.5)]
    watch = [up((22.5, 19.7)), up((26.2, 17.2)), up((27.4, 14.6), ROOF_IN), up((27.5, 19.4)), up((21.6, 19.2))]
    ported = [(45, 15.6), (46.5, 15.6), (48, 15.6), (46.5, 13)]
    rifle = (RIFLE, FRAG)
    return (
        people("b1", guard, RIFLE, facing=180, name="House Guard"),
        people("b2", watch, arms=[rifle, rifle, rifle, (REPEATER,), rifle], facing=180, name="Loft Watch"),
        people("b3", ported, RIFLE, facing=180, name="Casemate Crew"),
        people(
            "b4",
            [(9, 24)] * 5,
            RIFLE,
            housed={f"b4.{n}": "s1/C1" for n in range(1, 6)},
            facing=180,
            name="Customs Guard",
        ),
        people(
            "b5", [(3, 24)] * 4, *rifle, housed={f"b5.{n}": "s1/C2" for n in range(1, 5)}, facing=180, name="Reserve"
        ),
    )


class Ferry(Replay):
    """The steps in the words of the written-out battle."""

    def activate(self, unit, *faces):
        """Action points rolled."""
        events = self.act("Activate", side=unit[0], unit=unit, dice=len(faces), throws={"activation": list(faces)})
        return next(e.ap for e in events if isinstance(e, UnitActivated))

    def answered(self, side, choice, **throws):
        """An answer to the open question, and what it leads to."""
        return self.act("Answer", side=side, choice=choice, throws=plain(throws))

    def refused(self, action, **fields):
        """Why that may not be; nothing has changed."""
        before = self.plain
        with pytest.raises(Refused) as caught:
            self.act(action, **fields)
        assert self.plain == before
        return caught.value

    def way(self, model, to, places):
        """The fields of a move: one model's way, and where others end with their facings."""
        unit = model.partition(".")[0]
        others = [{"model": m, "at": [x, y], "facing": facing} for m, (x, y, facing) in places.items()]
        path = [{"at": list(to)}]
        return {"side": unit[0], "unit": unit, "model": model, "path": path, "placements": others}

    def piece(self, terrain):
        """A piece of terrain."""
        return next(p for p in self.state.terrain if p.id == terrain)

    def door(self, name):
        """How a door or window of the Ferry House stands."""
        return next(o.state for o in self.piece("h1").building.openings if o.name == name)

    def fallen(self, unit):
        """Who of a unit has fallen."""
        return [m.id for m in self.state.units[unit].models if not m.alive]


def plain(throws):
    """Labels of rolls as the protocol has them."""
    return {label.replace("_", "-"): faces for label, faces in throws.items()}


def ferry(tmp_path):
    """The battle as it is set up."""
    table = [FERRY_HOUSE, LOFT, ROOF, LADDER, BUNKER, customs_house()]
    state = a_battle(*northmarch(), *saltmere(), terrain=table, options=SWITCHES)
    edges = {"a": "south", "b": "north"}
    sides = tuple(replace(side, edge=edges[side.id]) for side in state.sides)
    return Ferry(replace(state, sides=sides), tmp_path)
