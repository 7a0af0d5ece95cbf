"""How bikes are written: what they withstand instead of armour, and what riders sit on. (VEH-BIKE-01 to -04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.forces.gemini import GeminiHull
from rules.forces.profile import NO_SAVE, Profile
from rules.forces.riding import as_one

Heads = tuple[tuple[str, object], ...]

STATES: Final = ("Pinned", "Routing")
"""What may be ticked about one that drives by itself: it has morale like cavalry."""


def drives_itself(profile: Profile) -> bool:
    """Whether it is a vehicle that is wounded like a creature."""
    return profile.hull is not None and profile.bike is not None


def heads(profile: Profile) -> Heads:
    """Toughness, wounds and save of bike and rider as one target; nothing for anything else."""
    if not drives_itself(profile):
        return ()
    one = as_one(profile)
    rolled = isinstance(profile.hull, GeminiHull) and profile.hull.random_toughness
    return (("T", "rolled" if rolled else one.t), ("W", one.w), ("Sv", _save(one.sv)))


def notes(profile: Profile) -> Iterator[str]:
    """What a rider sits on, and what its bodywork does for him."""
    bike = profile.bike
    if bike is None or profile.hull is not None:
        return
    yield f"on {bike.name} (T {bike.t}, {f'save {bike.sv}+' if bike.sv < NO_SAVE else 'no save'})"
    if bike.bodywork:
        yield "T 1 higher behind its bodywork"


def _save(save: int) -> str:
    return f"{save}+" if save < NO_SAVE else "–"
