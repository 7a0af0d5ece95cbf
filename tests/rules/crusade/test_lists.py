"""The vehicle lists as the document prints them, row by row, against the library. (CRU-LIST-02, CRU-LIST-03)"""

from __future__ import annotations

import msgspec
import pytest

from rules.core.ids import ProfileId
from rules.crusade import models
from rules.engine import preview
from rules.forces.crusade import CrusadeHull
from tests.rules.crusade.acts import A1, shoot
from tests.rules.crusade.cast import LIBRARY, WEAPONS, battle, put, rows

PRINTED: tuple[tuple[str, bool, int, str, tuple[tuple[int, str], ...], tuple[str, ...], int], ...] = (
    ("Centaur", True, 4, "", ((1, "Battle cannon"), (1, "Storm bolter")), (), 20),
    ("Chimera", False, 3, "12/C", ((1, "Autolaser"),), (), 30),
    ("Leman Russ", True, 4, "", ((1, "Battle cannon"),), (), 40),
    ("Basilisk", False, 3, "(2/O crew)", ((1, "Earthshaker"),), (), 25),
    ("Hellhound", True, 3, "", ((1, "Inferno gun"),), (), 20),
    ("Griffon", False, 3, "(2/O crew)", ((1, "Thunderer"),), (), 20),
    (
        "Baneblade",
        True,
        5,
        "4/C",
        ((1, "Battle cannon"), (3, "Lascannon"), (1, "Thunderer"), (3, "Storm bolter")),
        ("heavy",),
        100,
    ),
    ("Rhino", False, 3, "10/C", ((1, "Storm bolter"),), (), 20),
    ("Whirlwind", False, 3, "5/C", ((1, "Multilauncher"),), (), 30),
    ("Vindicator", True, 3, "5/C", ((1, "Thunderer"),), (), 30),
    ("Razorback", False, 3, "5/C", ((1, "Assault cannon"),), (), 30),
    ("Land Raider", True, 4, "10/C*", ((2, "Twin lascannon"), (1, "Heavy bolter")), (), 60),
    ("Landspeeder", False, 2, "", ((1, "Assault cannon"), (1, "Multi-melta")), ("flyer",), 20),
    ("Raptor", False, 2, "", ((1, "Twin heavy bolter"),), ("flyer",), 50),
    ("Thunderhawk", False, 5, "20/C*", ((1, "Battle cannon"), (4, "Twin heavy bolter")), ("flyer",), 90),
)
"""Name, Armored, Hits, transport, weapons, traits (the ledger's ruling makes the Raptor a FLYER), points."""
LETTERS = {
    "Storm bolter": {"P", "Rap", "J/X"},
    "Heavy bolter": {"P", "Rap", "J/X"},
    "Twin heavy bolter": {"P", "Rap", "R", "J/X"},
    "Assault cannon": {"P", "Rap", "J/X"},
    "Multi-melta": {"P", "HFT", "J/X", "Load"},
    "Battle cannon": {"Load"},
    "Thunderer": {"IFC", "Load"},
}
"""Letters of weapons where the document has them; both of the last burst in a 2″ circle."""


def hull_of(name: str) -> CrusadeHull:
    """A vehicle of the library, by its name."""
    hull = next(each for each in rows().profiles if each.name == name).hull
    assert isinstance(hull, CrusadeHull)
    return hull


def cost_of(name: str) -> object:
    """What the army builder asks for one."""
    units = msgspec.json.decode(LIBRARY.read_bytes())["kinds"]
    return next(unit["roles"][0]["cost"] for unit in units if unit["name"] == name)


@pytest.mark.part_of("CRU-LIST-02", "CRU-LIST-03", "CRU-TRAN-07")
@pytest.mark.parametrize("row", PRINTED, ids=[row[0] for row in PRINTED])
def test_every_vehicle_is_as_printed(row: tuple[object, ...]) -> None:
    name, armored, hits, transport, weapons, traits, points = row
    hull = hull_of(str(name))
    assert (hull.armored, hull.hits, hull.traits) == (armored, hits, traits)
    value = f"{hull.transport}/{'O' if hull.open_transport else 'C'}{'*' if hull.takes_big else ''}"
    crewed = f"({hull.open_crew}/O crew)" if hull.open_crew else ""
    assert (crewed or (value if hull.transport else "")) == transport
    carried = [WEAPONS[mount.weapon].name for mount in hull.mounts]
    assert {(carried.count(each), each) for each in carried} == set(weapons)  # type: ignore[call-overload]
    assert cost_of(str(name)) == points
    assert hull.holds == (("rhino",) if name == "Thunderhawk" else ())


@pytest.mark.part_of("CRU-WEAP-13")
@pytest.mark.parametrize("name", LETTERS)
def test_every_weapon_has_the_letters_that_are_printed(name: str) -> None:
    made = next(each for each in rows().weapons if each.name == name).crusade
    assert made
    assert set(made.letters) == LETTERS[name]
    assert made.blast_in == (2 if name in ("Battle cannon", "Thunderer") else 0)
    assert made.basic is (name == "Storm bolter")


@pytest.mark.part_of("CRU-FIRE-01", "CRU-FIRE-02")
@pytest.mark.parametrize("name", [row[0] for row in PRINTED])
def test_every_weapon_of_every_vehicle_fires_at_somebody_before_it(name: str) -> None:
    """Sponsons at whoever stands at their side, all others straight ahead."""
    kind = next(each.id for each in rows().profiles if each.name == name)
    foes = {"b1": (20, 8), "b2": (8, 20), "b3": (32, 20)}
    state = battle(put("a1", ProfileId(kind), (20, 20)), *(put(foe, "marine", at) for foe, at in foes.items()))
    if models.vehicle(state, A1).open_crew:
        crew = put("a2", "guardsman", (20, 20), aboard="a1")
        state = state.with_unit(crew)
    keys = [key for key, _, _ in models.weapons(state, state.units[A1])]
    able = {key for key in keys for foe in foes if preview(state, shoot("a1", foe, key)).refusal is None}
    assert able == set(keys)
