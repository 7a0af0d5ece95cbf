"""The parts of one unit: how they are named, and what changes when a unit splits or parts of it join. (ARAP-COH-02)"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from string import ascii_lowercase
from typing import Final

from msgspec.structs import replace

from rules.arap import version_1
from rules.arap.events import tallied
from rules.arap.version_1 import JointMarks
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Unit, UnitTurn
from rules.state import Event, GameState


def root_of(unit: Unit) -> UnitId:
    """The unit that a part came from; of a whole unit its own id."""
    return unit.part_of or unit.id


def family(state: GameState, unit: Unit) -> list[Unit]:
    """The other parts of the same unit, the parent among them, in a stable order."""
    return [u for u in state.units.values() if u.id != unit.id and root_of(u) == root_of(unit)]


def new_id(state: GameState, root: UnitId) -> UnitId:
    return next(UnitId(root + letter) for letter in ascii_lowercase[1:] if UnitId(root + letter) not in state.units)


def renamed(models: Iterable[ModelId], to: UnitId) -> dict[ModelId, ModelId]:
    return {m: ModelId(f"{to}.{m.rsplit('.', 1)[1]}") for m in models}


LONGEST_NAME: Final = 40
"""Signs of the name of a part."""


class UnitSplit(Event, frozen=True, kw_only=True, tag="UnitSplit"):
    """Some members of a unit are a unit of their own; `models` gives their new ids."""

    part: UnitId
    name: str
    models: dict[ModelId, ModelId]
    for_good: bool = False
    stay: tuple[int, int] | None = None
    """Points of those who stay, and their strength at the start of the turn. (ARAP-SUPP-01, ARAP-CAS-04)"""
    go: tuple[int, int] = (0, 0)
    """The same of those who go."""

    def evolve(self, state: GameState) -> GameState:
        """The part has what the unit had: its marks, its record of the turn, its share of the points."""
        assert self.unit is not None
        unit = state.units[self.unit]
        left = tuple(m for m in unit.models if m.id not in self.models)
        gone = tuple(replace(m, id=self.models[m.id]) for m in unit.models if m.id in self.models)
        stay, go = version_1.shares(unit, len(gone)) if self.stay is None else (self.stay, self.go)
        part = replace(
            unit,
            id=self.part,
            name=self.name,
            models=gone,
            points=go[0],
            n_start=go[1],
            part_of=None if self.for_good else root_of(unit),
            now=_of_those(_under_new_ids(unit.now, self.models), {*self.models.values()}),
            before=_under_new_ids(unit.before, self.models),
        )
        own = _of_those(unit.now, {m.id for m in left})
        unit = replace(unit, models=left, points=stay[0], n_start=stay[1], now=own)
        return _fired_by(state, self.models).with_units(
            _kept_inside(unit, {m.id: m.id for m in left}), _kept_inside(part, self.models)
        )

    def sentence(self, state: GameState) -> str:
        """Who leaves whom."""
        assert self.unit is not None
        count = f"{len(self.models)} model{'s' if len(self.models) > 1 else ''}"
        if self.for_good:
            return f"{self.name} leaves {state.units[self.unit].name}"
        verb = "act" if len(self.models) > 1 else "acts"
        return f"{count} of {state.units[self.unit].name} {verb} as {self.name}"


class UnitsJoined(Event, frozen=True, kw_only=True, tag="UnitsJoined"):
    """A part is back with its unit, or a character has joined it; `models` gives their new ids."""

    part: UnitId
    models: dict[ModelId, ModelId]
    name: str = ""
    """Of a character, who is not just some more models."""
    marks: JointMarks | None = None
    """What the whole bears of what both did and suffered."""

    def evolve(self, state: GameState) -> GameState:
        """One unit with the marks of both; whatever spoke of the part speaks of the whole."""
        assert self.unit is not None
        part, host = state.units[self.part], state.units[self.unit]
        came = tuple(replace(m, id=self.models[m.id]) for m in part.models)
        marks = self.marks or version_1.marks(host, part)
        part = _kept_inside(part, self.models)
        whole = _merged(host, replace(part, now=_under_new_ids(part.now, self.models)), came, marks)
        units = {u.id: _speaking_of(u, self.part, host.id) for u in state.units.values() if u.id != self.part}
        state = _fired_by(state, self.models)
        return _tallies_moved(replace(state, units={**units, host.id: whole}), self.part, host.id)

    def sentence(self, state: GameState) -> str:
        """Who is together again."""
        assert self.unit is not None
        host = state.units[self.unit].name
        if self.name:
            return f"{self.name} joins {host}"
        return f"{host} is joined by {len(self.models)} model{'s' if len(self.models) > 1 else ''}"


def _kept_inside(unit: Unit, names: dict[ModelId, ModelId]) -> Unit:
    """What a unit notes of its members in houses, for those alone, under their new ids. (BLD-SECT-01)"""
    if not unit.housed:
        return unit
    return replace(
        unit,
        housed={names[m]: place for m, place in unit.housed.items() if m in names},
        shown=tuple(names[m] for m in unit.shown if m in names),
        inner_cover=tuple(names[m] for m in unit.inner_cover if m in names),
        exposed=tuple(names[m] for m in unit.exposed if m in names),
    )


def _under_new_ids(turn: UnitTurn, names: dict[ModelId, ModelId]) -> UnitTurn:
    """A record of the turn with models under new ids."""
    shots = {}
    for key, count in turn.shots.items():
        model, _, weapon = key.partition("/")
        shots[f"{names.get(ModelId(model), ModelId(model))}/{weapon}"] = count
    ladders = tuple((ladder, names.get(model, model)) for ladder, model in turn.ladders)
    passed = tuple((passage, names.get(model, model)) for passage, model in turn.passed)
    fired_out = {names.get(model, model): way for model, way in turn.fired_out.items()}
    return replace(turn, shots=shots, ladders=ladders, passed=passed, fired_out=fired_out)


def _of_those(turn: UnitTurn, models: Collection[ModelId]) -> UnitTurn:
    """A record of the turn without what others did at doors and windows. (BLD-MOUSE-02, BLD-SSHT-01)"""
    passed = tuple((passage, model) for passage, model in turn.passed if model in models)
    fired_out = {model: way for model, way in turn.fired_out.items() if model in models}
    return replace(turn, passed=passed, fired_out=fired_out)


def _fired_by(state: GameState, names: dict[ModelId, ModelId]) -> GameState:
    """The turn with who fired out of sections under their new ids. (BLD-SSHT-01)"""
    fired = state.turn.fired_out
    return state.with_turn(fired_out={names.get(m, m): way for m, way in fired.items()}) if fired else state


def worse(host: Unit, part: Unit) -> JointMarks:
    """Of every mark the worse. (ARAP-COH-02)"""
    return JointMarks(
        tried=host.now.tried or part.now.tried,
        moved_in=max(host.now.moved_in, part.now.moved_in),
        tactical=host.now.tactical or part.now.tactical,
        charges=max(host.now.charges, part.now.charges),
        s_active=max(host.s_active, part.s_active),
        s_pending=max(host.s_pending, part.s_pending),
        pinned=host.pinned or part.pinned,
        pinned_now=host.pinned_now or part.pinned_now,
        gone_to_ground=host.gone_to_ground or part.gone_to_ground,
        ground_fresh=host.ground_fresh or part.ground_fresh,
        prone=host.prone or part.prone,
    )


def _merged(host: Unit, part: Unit, came: tuple[Model, ...], marks: JointMarks) -> Unit:
    """The host with the part's members, records and tags."""
    now = replace(
        host.now,
        tried=marks.tried,
        moved_in=marks.moved_in,
        tactical=marks.tactical,
        charges=marks.charges,
        shots={**host.now.shots, **part.now.shots},
        ladders=(*host.now.ladders, *part.now.ladders),
        passed=(*host.now.passed, *part.now.passed),
        fired_out={**host.now.fired_out, **part.now.fired_out},
    )
    return replace(
        host,
        models=tuple(sorted((*host.models, *came), key=lambda m: int(m.id.rsplit(".", 1)[1]))),
        points=host.points + part.points,
        n_start=host.n_start + part.n_start,
        now=now,
        s_active=marks.s_active,
        s_pending=marks.s_pending,
        pinned=marks.pinned,
        pinned_now=marks.pinned_now,
        gone_to_ground=marks.gone_to_ground,
        ground_fresh=marks.ground_fresh,
        prone=marks.prone,
        tags=tuple(dict.fromkeys((*host.tags, *part.tags))),
        housed={**host.housed, **part.housed},
        shown=(*host.shown, *part.shown),
        inner_cover=(*host.inner_cover, *part.inner_cover),
        exposed=(*host.exposed, *part.exposed),
    )


def _speaking_of(unit: Unit, part: UnitId, host: UnitId) -> Unit:
    """A unit that remembers the host where it remembered the part."""
    known = (unit.fleeing_from, unit.pursuing, unit.avoid, unit.now.shot_at, unit.before.shot_at)
    if part not in (*known, *unit.avoid_too):
        return unit
    return replace(
        unit,
        fleeing_from=host if unit.fleeing_from == part else unit.fleeing_from,
        pursuing=host if unit.pursuing == part else unit.pursuing,
        avoid=host if unit.avoid == part else unit.avoid,
        avoid_too=tuple(dict.fromkeys(host if u == part else u for u in unit.avoid_too)),
        now=_aimed_at(unit.now, part, host),
        before=_aimed_at(unit.before, part, host),
    )


def _aimed_at(turn: UnitTurn, part: UnitId, host: UnitId) -> UnitTurn:
    return replace(turn, shot_at=host) if turn.shot_at == part else turn


def _tallies_moved(state: GameState, part: UnitId, host: UnitId) -> GameState:
    tallies = state.turn.tallies
    state = state.with_turn(tallies=tuple(t for t in tallies if part not in (t.shooter, t.target)))
    for t in tallies:
        if part in (t.shooter, t.target):
            shooter, target = (host if u == part else u for u in (t.shooter, t.target))
            state = tallied(state, shooter, target, hits=t.hits, big=t.big, losses=t.losses)
    return state


EVENTS: tuple[type[Event], ...] = (UnitSplit, UnitsJoined)
