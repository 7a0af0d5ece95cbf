"""How many people a civilian vehicle's doors let through in a player turn. (VEH-BRD-08)"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import distance
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import doors, marks_of, profile_of
from rules.vehicles.shared.events import VehicleEvent

WIDTH: Final = 12
"""A door's width in parts, so that a half, a third and a quarter of it are whole numbers."""


class DoorsUsed(VehicleEvent, frozen=True, kw_only=True, tag="DoorsUsed"):
    """People went through the doors of a civilian vehicle. (VEH-BRD-08)"""

    parts: dict[str, int]

    def evolve(self, state: GameState) -> GameState:
        """So much less goes through them in this player turn."""
        used = marks_of(self.of(state)).doors_used
        return self.marked(state, doors_used={**used, **{d: used.get(d, 0) + n for d, n in self.parts.items()}})


def through(profile: Profile) -> int:
    """Models like that which one door lets through in a turn, by basic move: four, three, two or one."""
    return min(4, max(1, math.floor(profile.m + 0.5)))


def parts_of(profile: Profile) -> int:
    """How much of a door's width one such model uses up; bulky ones more."""
    return min(WIDTH, profile.counts_as * WIDTH // through(profile))


def is_limited(state: GameState, vehicle: Unit) -> bool:
    """Whether its doors let through only so many."""
    profile = profile_of(state, vehicle)
    return bool(profile.civilian and doors(state, vehicle) and state.option("door_limit_civilian"))


def shares(state: GameState, vehicle: Unit, people: Sequence[tuple[Model, Point]]) -> dict[str, int] | None:
    """What each door is used by people at those places, each by the nearest that has room; None if it has none left.

    Wide people choose first.
    """
    exits = doors(state, vehicle)
    used = dict(marks_of(vehicle).doors_used)
    added: dict[str, int] = {}
    for model, at in sorted(people, key=lambda p: -parts_of(state.profile(p[0]))):
        need = parts_of(state.profile(model))
        open_ = [n for n in range(len(exits)) if used.get(str(n), 0) + need <= WIDTH]
        if not open_:
            return None
        door = str(min(open_, key=lambda n: distance(at, exits[n])))
        used[door] = used.get(door, 0) + need
        added[door] = added.get(door, 0) + need
    return added


def barred(state: GameState, vehicle: Unit, people: Sequence[tuple[Model, Point]]) -> Refusal | None:
    """Why so many cannot go through its doors now, if so."""
    if not is_limited(state, vehicle) or shares(state, vehicle, people) is not None:
        return None
    count = len(doors(state, vehicle))
    text = f"The doors of {vehicle.name} do not let {len(people)} through in one turn: four people of normal gait each."
    allowed = f"at most {4 * count} people in a turn, fewer if they are slow or bulky"
    return Refusal("door-limit", text, "VEH-BRD-08", allowed)


def used(state: GameState, vehicle: Unit, people: Sequence[tuple[Model, Point]]) -> DoorsUsed | None:
    """The event of those people going through, if the doors are limited."""
    if not is_limited(state, vehicle):
        return None
    parts = shares(state, vehicle, people)
    return DoorsUsed(side=vehicle.side, unit=vehicle.id, parts=parts or {}, rules=("VEH-BRD-08",))


EVENTS: tuple[type[VehicleEvent], ...] = (DoorsUsed,)
