"""People aboard: room, forced out, what a wreck does to them. (VEH-BRD-05, -14, VEH-DMG-06 to -10)"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.core.ids import UnitId
from rules.forces import traits
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import doors, profile_of
from rules.vehicles.shared import forced_out
from rules.vehicles.shared.events import LeftVehicle
from rules.vehicles.shared.hull import hull_of


def aboard(state: GameState, vehicle: UnitId) -> tuple[Unit, ...]:
    """Units that ride in a vehicle."""
    return tuple(state.passengers(vehicle))


def places_taken(state: GameState, unit: Unit) -> int:
    """Transport places that a unit takes: bulky models take two and more. (VEH-JOIN-13)"""
    return places_for(state, unit.alive)


def places_for(state: GameState, models: Iterable[Model]) -> int:
    """Transport places that those models take. (VEH-JOIN-13)"""
    return sum(state.profile(m).counts_as for m in models)


def places_free(state: GameState, vehicle: Unit) -> int:
    """Transport places not taken."""
    taken = sum(places_taken(state, u) for u in aboard(state, vehicle.id) if not u.clinging)
    return profile_of(state, vehicle).capacity - taken


CLINGING_PLACES = {3: 4, 4: 8}
"""Places to hold on to a hull of that size. (VEH-BRD-12)"""

ANY_PLACES = 99


def clinging_free(state: GameState, vehicle: Unit) -> int:
    """Places on the outside that are not taken. (VEH-BRD-12)"""
    return _clinging_places(state, vehicle) - sum(
        places_taken(state, u) for u in aboard(state, vehicle.id) if u.clinging
    )


def _clinging_places(state: GameState, vehicle: Unit) -> int:
    """As many as the host has tied to it, such as "clingers:6"; else none on bikes, walkers and mechanoids."""
    ruled = [t.removeprefix(traits.CLINGERS) for t in vehicle.tags if t.startswith(traits.CLINGERS)]
    if ruled and ruled[-1].isdecimal():
        return int(ruled[-1])
    profile = profile_of(state, vehicle)
    if profile.type in ("bike", "walker") or profile.vehicle_class == "mechanoid":
        return 0
    size = min(4, state.profile(vehicle.models[0]).size)
    return {"none": 0, "any": ANY_PLACES}.get(str(state.option("clinging_places")), CLINGING_PLACES.get(size, 0))


class ForcedOut(TaskStruct, frozen=True, kw_only=True, tag="ForcedOut"):
    """After a penetrating hit passengers get out at once and test for pinning. (VEH-BRD-14)"""

    vehicle: UnitId
    by: UnitId | None = None

    def run(self, progress: Progress) -> None:
        """Unless the vehicle is wrecked: then the wreck has dealt with them."""
        vehicle = progress.state.units[self.vehicle]
        if vehicle.is_gone:
            return
        for unit in aboard(progress.state, self.vehicle):
            exits = () if unit.clinging else doors(progress.state, vehicle)
            rules = ("VEH-BRD-14", *(("VEH-BRD-13",) if unit.clinging else ()))
            out = set_down(progress.state, vehicle, unit.id, hull_of(progress.state, vehicle), rules, by=self.by)
            why = f"{unit.name} is thrown {'off' if unit.clinging else 'out of'} {vehicle.name}"
            tested = replace(out, exits=exits, nerve="test", why=why, nerve_rules=rules, spared_by=("fearless",))
            forced_out.put_out(progress, tested)


def set_down(
    state: GameState, vehicle: Unit, unit: UnitId, hull: Hull, rules: tuple[str, ...], *, by: UnitId | None
) -> forced_out.PutOut:
    """How a unit is forced out; those for whom there is no room are lost. (VEH-BRD-10)"""
    return forced_out.PutOut(
        unit=unit,
        vehicle=vehicle.id,
        hull=hull,
        rules=rules,
        lost_by="VEH-BRD-10",
        by=by,
        afloat=profile_of(state, vehicle).type == "boat",
    )


def step_out(
    progress: Progress,
    vehicle: Unit,
    unit: UnitId,
    placements: tuple[Placement, ...],
    rules: tuple[str, ...],
    *,
    forced: bool,
) -> None:
    """A unit is outside, its models at those places."""
    side = progress.state.units[unit].side
    progress.emit(LeftVehicle(side=side, unit=unit, vehicle=vehicle.id, forced=forced, rules=rules))
    progress.emit(
        ModelsMoved(side=side, unit=unit, placements=placements, how="leave", voluntary=not forced, rules=rules)
    )


def hurt(
    progress: Progress, vehicle: UnitId, strength: int, rule: str, by: UnitId | None, *, outside: int | None = None
) -> None:
    """Each passenger takes a hit of that Strength, saves allowed; `outside` is that of those who cling.

    (VEH-DMG-07, VEH-DMG-08, VEH-DMG-10)
    """
    name = progress.state.units[vehicle].name
    for unit in aboard(progress.state, vehicle):
        victims = [m.id for m in unit.alive]
        why = f"{unit.name} {'on' if unit.clinging else 'inside'} {name}"
        s = outside if unit.clinging and outside is not None else strength
        wounds_and_saves.strike(progress, victims, s, by=by, why=why, rules=_of_people(unit, rule), cause="explosion")


def _of_people(unit: Unit, rule: str) -> tuple[str, ...]:
    """The rule of a wreck, and that it holds for those on the outside as well. (VEH-DMG-10)"""
    return (rule, *(("VEH-DMG-10",) if unit.clinging else ()))


def kill(progress: Progress, vehicle: UnitId, by: UnitId | None) -> None:
    """Everybody aboard is lost. (VEH-DMG-09)"""
    for unit in aboard(progress.state, vehicle):
        lost = [m.id for m in unit.alive for _ in range(m.wounds)]
        wounds_and_saves.inflict(progress, lost, by=by, cause="explosion", rules=_of_people(unit, "VEH-DMG-09"))


def out_of_wreck(progress: Progress, vehicle: Unit, hull: Hull, rule: str, by: UnitId | None, *, pinned: bool) -> None:
    """Survivors are placed round the wreck and test for pinning whatever they are made of, or are simply pinned."""
    vehicle = progress.state.units[vehicle.id]
    for unit in aboard(progress.state, vehicle.id):
        out = set_down(progress.state, vehicle, unit.id, hull, _of_people(unit, rule), by=by)
        why = f"{unit.name} out of the wreck of {vehicle.name}"
        shaken = replace(out, nerve="pinned" if pinned else "test", why=why, nerve_rules=(rule,))
        forced_out.put_out(progress, shaken)


TASKS: tuple[type[TaskStruct], ...] = (ForcedOut,)
