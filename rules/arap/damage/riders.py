"""Hits on bikes and their riders where they are two targets. (VEH-BIKE-04 to -06)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.damage.allocation import Lot
from rules.core.ids import ModelId, UnitId
from rules.dice.odds import chance_low
from rules.events import Note
from rules.forces import riding
from rules.forces.unit import Model, Unit
from rules.geometry.lengths import ceil_tolerant, is_beyond
from rules.progress import Progress
from rules.state import Event, GameState

SAFE_IN: Final = 6.0
GREATEST_STRENGTH: Final = 10
LAST_RIDER_FACE: Final = 3
"""1 to 3 is the rider, 4 to 6 the bike. (VEH-BIKE-05)"""


def is_separate(state: GameState, model: Model) -> bool:
    """Whether the rider and what he rides are two targets."""
    return riding.is_separate(state.profiles[model.profile], model, str(state.option("bike_and_rider")))


def any_separate(state: GameState, unit: Unit) -> bool:
    """Whether anybody in a unit is two targets."""
    return any(is_separate(state, m) for m in unit.alive)


def share(close: bool) -> Fraction:
    """How many hits fall on riders who are targets of their own: all if they are chosen, from afar half of them."""
    return Fraction(1) if close else chance_low(LAST_RIDER_FACE)


def note(state: GameState, unit: Unit, *, close: bool, area: bool) -> str:
    """On whom hits fall where riders and what they ride are two targets, for a preview. (VEH-BIKE-05)"""
    if not any_separate(state, unit):
        return ""
    if area:
        return "rider and mount are both hit (VEH-BIKE-05)"
    if close:
        return "at short range: on the riders, or on what they ride, as is chosen then (VEH-BIKE-05)"
    return f"from afar: on {LAST_RIDER_FACE} or less the rider is hit, else what he rides (VEH-BIKE-05)"


def mount_of(model: ModelId) -> ModelId:
    """The id by which the bike of a model is struck."""
    return ModelId(f"{model}@{riding.MOUNT}")


def rider_of(model: ModelId) -> ModelId:
    """The id of the model, whichever part of it was struck."""
    return ModelId(model.partition("@")[0])


def parted(progress: Progress, unit: Unit, lot: Lot, by: UnitId, part: str = "") -> Lot:
    """The hits of a lot on rider or bike: both under an area weapon, as chosen at short range, else by a die.

    (VEH-BIKE-05)
    """
    state = progress.state
    weapon = state.weapons[lot.weapon]
    two = [v for v in lot.victims if "@" not in v and is_separate(state, state.find_model(v)[1])]
    if not two:
        return lot
    if weapon.template or weapon.marker_in:
        more = tuple(mount_of(v) for v in two)
        return replace(lot, victims=(*lot.victims, *more), in_order=False)
    if part:
        chosen = {v: mount_of(v) if part == riding.MOUNT else v for v in two}
        return replace(lot, victims=tuple(chosen.get(v, v) for v in lot.victims))
    rolled = progress.roll(
        "randomise-target",
        len(two),
        sense="table",
        unit=by,
        target=unit.id,
        why=f"{weapon.name}: 1 to 3 the rider, 4 to 6 the mount",
        rules=("VEH-BIKE-05",),
    )
    faces = iter(rolled.dice)
    return replace(
        lot,
        victims=tuple((mount_of(v) if next(faces) > LAST_RIDER_FACE else v) if v in two else v for v in lot.victims),
    )


class MountLost(Event, frozen=True, kw_only=True, tag="MountLost"):
    """A bike is put out, and its rider is thrown off. (VEH-BIKE-06)"""

    model: ModelId

    def evolve(self, state: GameState) -> GameState:
        """He goes on foot from now."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(unit.with_model(replace(unit.model(self.model), on_foot=True)))

    def sentence(self, state: GameState) -> str:
        """Whose."""
        assert self.unit is not None
        unit = state.units[self.unit]
        bike = state.profiles[unit.model(self.model).profile].bike
        return f"{bike.name if bike else 'A mount'} of {unit.name} is put out, its rider thrown"


def lose_mounts(progress: Progress, struck: Sequence[ModelId], by: UnitId | None) -> list[tuple[ModelId, int]]:
    """Put those bikes out; the riders who are thrown, with the Strength of the hit that each takes. (VEH-BIKE-06)"""
    thrown: list[tuple[ModelId, int]] = []
    for model_id in dict.fromkeys(rider_of(m) for m in struck):
        unit, model = progress.state.find_model(model_id)
        if not model.alive or model.on_foot:
            continue
        rules = ("VEH-BIKE-05", "VEH-BIKE-06")
        progress.emit(MountLost(side=unit.side, unit=unit.id, model=model_id, rules=rules))
        strength = fall_strength(unit.now.moved_in)
        if strength:
            thrown.append((model_id, strength))
    return thrown


def fall_strength(speed_in: float) -> int:
    """Speed less 6, rounded up; 0 for no hit. (VEH-BIKE-06)"""
    return min(GREATEST_STRENGTH, ceil_tolerant(speed_in - SAFE_IN)) if is_beyond(speed_in, SAFE_IN) else 0


def tell_parts(progress: Progress, fallen: Sequence[ModelId], by: UnitId | None) -> None:
    """Of characters who were one target with their bikes: an even roll decides which was struck. (VEH-BIKE-04)"""
    for model_id in fallen:
        unit, model = progress.state.find_model(model_id)
        profile = progress.state.profiles[model.profile]
        if (
            profile.bike is None
            or model.on_foot
            or not riding.is_character(profile)
            or is_separate(progress.state, model)
        ):
            continue
        why, rules = f"{unit.name}: 1 to 3 the rider was struck, 4 to 6 the mount", ("VEH-BIKE-04",)
        die = progress.roll("randomise-target", sense="table", unit=by, target=unit.id, why=why, rules=rules).dice[0]
        part = profile.name if die <= LAST_RIDER_FACE else profile.bike.name
        progress.emit(Note(side=unit.side, unit=unit.id, text=f"It was {part} that was struck", rules=rules))


EVENTS: tuple[type[Event], ...] = (MountLost,)
