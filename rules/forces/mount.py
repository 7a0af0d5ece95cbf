"""What sits on a hull: weapons, doors, fire points."""

from typing import Literal

from msgspec import Struct

from rules.core.ids import WeaponId


class Mount(Struct, frozen=True, kw_only=True):
    """A weapon on a hull: where it sits (inches forward and to the right of the hull's centre) and what it covers.

    The arc is centred on `arc_centre_deg` (relative to the heading) and reaches `arc_half_deg` to each side.
    """

    weapon: WeaponId
    forward_in: float = 0
    right_in: float = 0
    arc_centre_deg: float = 0
    arc_half_deg: float = 45
    name: str = ""


class Door(Struct, frozen=True, kw_only=True):
    """An access point on the hull, in inches forward and to the right of its centre. (VEH-BRD-04)"""

    forward_in: float
    right_in: float


class FirePoint(Struct, frozen=True, kw_only=True):
    """A hatch or gun slit, in inches forward and to the right of the centre of the hull, for how many. (TRI-PASS-02)"""

    forward_in: float
    right_in: float
    models: int = 1
    looks: Literal["all round", "left", "right", "rear", "front"] = "all round"
    """On which side of the hull what is fired at has to be; a hatch looks all round."""
