"""From a state, as one audience may know it, to the plain values that the board draws."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.questions import board
from rules.questions.buildings import sections
from rules.questions.units import arrows, marks, strength
from rules.state import GameState
from rules.table.scenario import Objective
from tabletop.games.board import melees
from tabletop.scenarios.pages.drawing import ground
from tabletop.ui.board import BoardGround, Gun, ObjectiveMark, TokenModel, TokenUnit
from tabletop.ui.words import count_text


class _Grounds:
    """Grounds drawn lately, by identity of scenario and terrain: hashing a whole table for each frame costs more.

    Both count: tables without any terrain share one empty tuple.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: dict[tuple[int, int, bool], tuple[object, object, BoardGround]] = {}

    def of(self, state: GameState, zones: bool) -> BoardGround:
        key = (id(state.scenario), id(state.terrain), zones)
        found = self._kept.get(key)
        if found is not None and found[0] is state.scenario and found[1] is state.terrain:
            return found[2]
        drawn = ground(state.scenario, state.terrain, zones=zones, ruleset=state.ruleset)
        if len(self._kept) >= self._most:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = (state.scenario, state.terrain, drawn)
        return drawn


_grounds = _Grounds()


def ground_of(state: GameState) -> BoardGround:
    """The table under the units; deployment zones show until the battle begins."""
    return _grounds.of(state, zones=state.turn.number == 0)


def objectives(state: GameState) -> tuple[ObjectiveMark, ...]:
    """The objectives and who holds them now."""
    return tuple(_objective(state, n, o) for n, o in enumerate(state.scenario.objectives, 1))


def _objective(state: GameState, number: int, objective: Objective) -> ObjectiveMark:
    owner = board.holder(state, objective)
    return ObjectiveMark(
        id=objective.id,
        label=str(number),
        name=objective.name,
        at=objective.at,
        owner=owner or "",
        note=f"held by {state.side(owner).name}" if owner else "not held",
        value=objective.value,
    )


def units(state: GameState) -> tuple[TokenUnit, ...]:
    """Every unit that stands on the table; those in houses played by sections in ranks on their floor."""
    found = (drawn(state, u) for u in state.units.values() if u.in_play)
    return tuple(token(state, unit) for unit in found if unit.models)


def drawn(state: GameState, unit: Unit) -> Unit:
    """A unit as it stands; of one in a house those whom the board has room for. (BLD-SECT-01)"""
    if not unit.housed:
        return unit
    places = sections.drawn_at(state, unit)
    models = (replace(m, at=places[m.id]) if m.id in places else m for m in unit.alive)
    return replace(unit, models=tuple(m for m in models if m.id in places or m.id not in unit.housed))


def token(state: GameState, unit: Unit) -> TokenUnit:
    """One unit as the board draws it."""
    vehicle = unit.vehicle
    remark = ""
    if vehicle is not None:
        full = _vehicle_profile(state, unit).hull_points
        moved = count_text(count, "move action") if (count := arrows(state, unit)) else ""
        remark = f"{vehicle.hull} of {full} hull points" if full else moved
    if unit.housed:
        remark = sections.lettered(state, unit)
    floors = board.parted(state, unit)
    return TokenUnit(
        id=unit.id,
        number=unit.id.upper(),
        side=unit.side,
        name=unit.name,
        side_name=state.side(unit.side).name,
        models=tuple(token_model(state, unit, m)._replace(floor=floors.get(m.id, "")) for m in unit.alive),
        statuses=statuses(state, unit),
        remark=remark,
        strength=strength(state, unit) if not unit.housed else 0,
        vehicle=vehicle is not None,
        wrecked=bool(vehicle and vehicle.wrecked),
        away=melees.rim(state, unit),
        acts=unit.id == state.turn.active,
    )


def token_model(state: GameState, unit: Unit, model: Model) -> TokenModel:
    """One model at its place."""
    profile = state.profile(model)
    vehicle = profile.hull
    if vehicle is None:
        return TokenModel(
            id=model.id,
            x=model.at[0],
            y=model.at[1],
            facing=model.facing,
            base_in=profile.base_radius_in * 2,
            leader=model.leader and len(unit.models) > 1,
            prone=model.prone or unit.prone,
            hangs_in=model.level_in if model.on_face else 0,
            leans_to=unit.leans_to(model),
        )
    return TokenModel(
        id=model.id,
        x=model.at[0],
        y=model.at[1],
        facing=model.facing,
        shape=vehicle.shape,
        length_in=vehicle.length_in,
        width_in=vehicle.width_in,
        guns=_guns(state, profile, unit),
        arrows=arrows(state, unit),
    )


def _guns(state: GameState, profile: Profile, unit: Unit) -> tuple[Gun, ...]:
    assert profile.hull is not None
    lost = unit.vehicle.lost_mounts if unit.vehicle else ()
    return tuple(
        Gun(
            forward_in=mount.forward_in,
            right_in=mount.right_in,
            deg=mount.arc_centre_deg,
            big=state.weapons[mount.weapon].strength >= 7,
        )
        for n, mount in enumerate(profile.hull.mounts)
        if n not in lost
    )


def _vehicle_profile(state: GameState, unit: Unit) -> VehicleHull:
    vehicle = state.profile(unit.models[0]).hull
    assert vehicle is not None
    return vehicle


def statuses(state: GameState, unit: Unit) -> tuple[str, ...]:
    """The unit's states by the names of their glyphs, the most telling first."""
    return marks(state, unit)


def kind_icon(state: GameState, unit: Unit) -> str:
    """The icon of a unit's kind in lists and on the rail."""
    profile = state.profile(unit.models[0])
    if profile.hull is not None:
        return {"walker": "walker", "skimmer": "vault", "flying-skimmer": "vault"}.get(profile.hull.shape, "tank")
    if len(unit.models) == 1:
        return "crew"
    heavy = any(state.weapons[w].type == "heavy" for m in unit.models for w in m.weapons)
    return "mortar" if heavy and len(unit.models) <= 3 else "squad"


def find(state: GameState, unit: str) -> Unit | None:
    """A unit by its id as it comes from a page."""
    return state.units.get(UnitId(unit))


def side_name(state: GameState, side: SideId | None) -> str:
    """A side's name, or nothing."""
    return state.side(side).name if side else ""
