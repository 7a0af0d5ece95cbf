"""A bunker ten inches by six, its crew, and a squad with weapons that hurt it."""

from rules.table.armoured import Armoured, BuiltIn
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, a_weapon

RING = ((10.0, 10.0), (20.0, 10.0), (20.0, 16.0), (10.0, 16.0))
LANCE = a_weapon("lance", type="heavy", range_in=48, strength=9, ap=2)
MELTA = a_weapon("melta", type="assault", range_in=12, strength=8, ap=1, traits=("melta",))
RIFLE = a_weapon("rifle")
GUN = BuiltIn(name="Twin stubber", strength=5, ap=4)


def a_bunker(**values: object) -> Terrain:
    """Armour 14 and three hull points, unless it is said otherwise."""
    works = values.pop("armoured", Armoured(ports=3, slots=(2.5,)))
    given = {"going": "impassable", "cover": "hard", "height_in": 2, "blocks_sight": True, "look": "bunker"}
    return Terrain(id="keep", name="Pillbox", points=RING, armoured=works, **{**given, **values})


def attacked(bunker=None, *, weapon=LANCE, count=1, at=(30.0, 13.0), ap=3, garrison=2, options=None, crew=()):
    """Ash beside or before a bunker that Birch holds."""
    x, y = at
    squad = a_unit("a1", [(x, y + n) for n in range(count)], weapons=[weapon], facing=270)
    units = [squad]
    if garrison:
        units.append(a_unit("b1", [(12.0 + n, 13.0) for n in range(garrison)], weapons=crew))
    terrain = [bunker or a_bunker()]
    return a_battle(*units, active="a1", ap=ap, terrain=terrain, options=options)
