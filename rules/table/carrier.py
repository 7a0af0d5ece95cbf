"""What carries people from floor to floor, or along: lifts, shafts and tubes. (BLD-LIFT-01, BLD-TUBE-01 to -05)"""

from typing import Final, Literal

from msgspec import Struct

CarrierKind = Literal[
    "lift", "drop-shaft", "freefall-tube", "travel-tube", "gravity-shaft", "pole", "escalator", "powered-ladder"
]
"""A drop shaft carries down alone, a freefall tube up and down and along, a travel tube only so far.

The others go by the nearest of these: a fireman's pole down alone, the rest up and down like a tube. (BLD-LIFT-09)
"""

LiftSpeed = Literal["normal", "high", "low"]
CarrierState = Literal["working", "broken", "beyond-repair"]

CERTAIN: Final = 6
"""A tube that works on this or less works surely. (BLD-TUBE-07)"""

UNTOLD: Final = -1
"""What others than the host know of a doubtful tube."""

TUBE_IN: Final = 16.0
TUBE_LEVELS: Final = 4
"""How far a travel tube takes somebody at once: inches along it, or levels. (BLD-TUBE-03)"""


class Carrier(Struct, frozen=True, kw_only=True, cache_hash=True):
    """One door of a lift or tube. Doors of one `shaft` belong together; each is at a `level`, 1 being the ground.

    `along_in` is how far along a tube the door is, in inches; a `one_way` tube leads only to doors further along it or
    higher. A lift holds `capacity` ordinary models in a turn (BLD-LIFT-02); its `speed` says which die of the call
    counts (BLD-LIFT-03). Of a doubtful tube the host alone knows on how many sixths it `works_on` (BLD-TUBE-07).
    """

    kind: CarrierKind = "lift"
    shaft: str = "shaft"
    level: int = 1
    along_in: float = 0
    one_way: bool = False
    capacity: int = 12
    speed: LiftSpeed = "normal"
    state: CarrierState = "working"
    works_on: int | None = None

    @property
    def is_lift(self) -> bool:
        """Whether it has a car, and so the troubles of lifts. (BLD-TUBE-05)"""
        return self.kind == "lift"
