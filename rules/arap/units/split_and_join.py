"""Units that split and rejoin, and characters that join a unit. (ARAP-COH-02, ARAP-ACT-05, ARAP-ACT-09)

A part is a unit of its own until it is back within 3 inches of the rest. Members keep their numbers: model "a2.5" is
"a2b.5" while it is with part "a2b".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface, version_1
from rules.arap.events import tallied
from rules.arap.units import coherency
from rules.arap.units.building_interface import HousedMembers
from rules.arap.units.permission import own_unit, whose_turn
from rules.arap.version_1 import JointMarks
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit, UnitTurn
from rules.geometry.lengths import is_within
from rules.geometry.measure import gap_between
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState

LINK_IN = 3.0
"""A part this near to the rest belongs to it again. (ARAP-COH-01)"""


def root_of(unit: Unit) -> UnitId:
    """The unit that a part came from; of a whole unit its own id."""
    return unit.part_of or unit.id


def family(state: GameState, unit: Unit) -> list[Unit]:
    """The other parts of the same unit, the parent among them, in a stable order."""
    return [u for u in state.units.values() if u.id != unit.id and root_of(u) == root_of(unit)]


def _new_id(state: GameState, root: UnitId) -> UnitId:
    return next(UnitId(root + letter) for letter in ascii_lowercase[1:] if UnitId(root + letter) not in state.units)


def _renamed(models: Iterable[ModelId], to: UnitId) -> dict[ModelId, ModelId]:
    return {m: ModelId(f"{to}.{m.rsplit('.', 1)[1]}") for m in models}


LONGEST_NAME: Final = 40
"""Signs of the name of a part."""


class SplitOff(Action, frozen=True, kw_only=True, tag="SplitOff"):
    """Make some members a unit of their own, before the unit's activation roll. (ARAP-COH-02, ARAP-ACT-09)

    A single independent character leaves the unit for good; any other part rejoins when it is near again.
    """

    unit: UnitId
    models: tuple[ModelId, ...]
    name: str = ""
    """What the part is called; without one the table calls it after its unit. (ARAP-COH-02)"""

    def check(self, state: GameState) -> Refusal | None:
        """In turn, before the roll, some but not all of the unit's living members."""
        if len(self.name) > LONGEST_NAME:
            why = f"A name of {len(self.name)} signs does not fit."
            return Refusal("bad-name", why, "ARAP-COH-02", f"up to {LONGEST_NAME} signs, or none")
        refusal = _before_rolling(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        named, alive = set(self.models), {m.id for m in unit.alive}
        if not named or len(named) != len(self.models) or not named < alive:
            text = f"A part of {unit.name} is some of its living members, not none and not all."
            return Refusal("wrong-models", text, "ARAP-COH-02", f"1 to {len(alive) - 1} of its models")
        return None

    def preview(self, state: GameState) -> Preview:
        """It is free."""
        return Preview(refusal=self.check(state), rules=("ARAP-COH-02", "ARAP-ACT-09"))

    def resolve(self, progress: Progress) -> None:
        """Two units where there was one."""
        leaves = _is_character(progress.state, progress.state.units[self.unit], self.models)
        rules = ("ARAP-COH-02", "ARAP-ACT-09")
        split(progress, self.unit, self.models, for_good=leaves, name=self.name.strip(), rules=rules)


class JoinUnit(Action, frozen=True, kw_only=True, tag="JoinUnit"):
    """An independent character joins a unit within 3 inches, before either has rolled. (ARAP-ACT-05)"""

    unit: UnitId
    host: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """In turn, a lone character, a unit on foot that is near, neither of them with a roll made."""
        refusal = _before_rolling(state, self.side, self.unit) or _before_rolling(state, self.side, self.host)
        if refusal:
            return refusal
        unit, host = state.units[self.unit], state.units[self.host]
        if unit.id == host.id or not _is_character(state, unit, [m.id for m in unit.alive]):
            text = f"{unit.name} is no independent character on its own."
            return Refusal("not-a-character", text, "ARAP-ACT-05", "a one-model unit with the trait independent")
        if not _is_near(state, unit, host):
            return Refusal("too-far", f"{host.name} is more than 3″ away.", "ARAP-COH-01", "a unit within 3″")
        return None

    def preview(self, state: GameState) -> Preview:
        """It is free."""
        return Preview(refusal=self.check(state), rules=("ARAP-ACT-05",))

    def resolve(self, progress: Progress) -> None:
        """They are one unit now."""
        join(progress, self.unit, self.host, ("ARAP-ACT-05",))


def _before_rolling(state: GameState, side: SideId, unit_id: UnitId) -> Refusal | None:
    refusal = whose_turn(state, side) or own_unit(state, side, unit_id)
    if refusal:
        return refusal
    unit = state.units[unit_id]
    if state.turn.active is not None:
        name = state.units[state.turn.active].name
        return Refusal("unit-in-hand", f"{name} is still acting.", "ARAP-ACT-07", f"finish {name} first")
    if unit.now.tried:
        text = f"{unit.name} has made its activation roll."
        return Refusal("already-tried", text, "ARAP-COH-02", "split or join before rolling")
    if unit.is_vehicle or not unit.on_table or unit.routing or unit.pursuing or state.is_locked(unit_id):
        text = f"{unit.name} cannot be regrouped now."
        return Refusal("not-in-hand", text, "ARAP-COH-02", "a unit on foot, neither fighting, fleeing nor pursuing")
    return None


def _is_character(state: GameState, unit: Unit, models: Sequence[ModelId]) -> bool:
    return len(models) == 1 and state.profile(unit.model(models[0])).has("independent")


def _is_near(state: GameState, one: Unit, other: Unit) -> bool:
    ours, theirs = (tuple(m.at for m in u.alive) for u in (one, other))
    return is_within(gap_between(ours, theirs), LINK_IN) or coherency.are_near(state, ours, theirs)


def split(
    progress: Progress,
    unit_id: UnitId,
    models: Sequence[ModelId],
    *,
    for_good: bool = False,
    name: str = "",
    rules: Sequence[str],
) -> UnitId:
    """Make those members a unit of their own, by that name or one after their unit; its id."""
    state = progress.state
    unit = state.units[unit_id]
    part = _new_id(state, root_of(unit))
    letter = part.removeprefix(root_of(unit)).upper()
    usual = state.profile(unit.model(models[0])).name if for_good else f"{state.units[root_of(unit)].name} {letter}"
    worth = unit.points * len(models) // len(unit.models)
    progress.emit(
        UnitSplit(
            side=unit.side,
            unit=unit_id,
            part=part,
            name=name or usual,
            models=_renamed(models, part),
            for_good=for_good,
            stay=(unit.points - worth, max(1, unit.n_start - len(models))),
            go=(worth, len(models)),
            rules=tuple(rules),
        )
    )
    return part


def join(progress: Progress, part: UnitId, host: UnitId, rules: Sequence[str]) -> None:
    """All members of one unit go over to another."""
    state = progress.state
    unit, onto = state.units[part], state.units[host]
    related = root_of(unit) == root_of(onto)
    models = _renamed((m.id for m in unit.models), host) if related else _numbered_on(state, unit, onto)
    name = "" if related else unit.name
    marks = worse(onto, unit)
    progress.emit(
        UnitsJoined(side=unit.side, unit=host, part=part, models=models, name=name, marks=marks, rules=tuple(rules))
    )


def _numbered_on(state: GameState, unit: Unit, onto: Unit) -> dict[ModelId, ModelId]:
    """Numbers that no member of the unit joined has, in any of its parts."""
    kin = [onto, *family(state, onto)]
    last = max(int(m.id.rsplit(".", 1)[1]) for u in kin for m in u.models)
    return {m.id: ModelId(f"{onto.id}.{last + n}") for n, m in enumerate(unit.models, 1)}


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
            now=_retold(unit.now, self.models),
            before=_retold(unit.before, self.models),
        )
        unit = replace(unit, models=left, points=stay[0], n_start=stay[1])
        return state.with_units(_kept_inside(unit, {m.id: m.id for m in left}), _kept_inside(part, self.models))

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
        whole = _merged(host, replace(part, now=_retold(part.now, self.models)), came, marks)
        units = {u.id: _speaking_of(u, self.part, host.id) for u in state.units.values() if u.id != self.part}
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


def _retold(turn: UnitTurn, names: dict[ModelId, ModelId]) -> UnitTurn:
    """A record of the turn with models under new ids."""
    shots = {}
    for key, count in turn.shots.items():
        model, _, weapon = key.partition("/")
        shots[f"{names.get(ModelId(model), ModelId(model))}/{weapon}"] = count
    ladders = tuple((ladder, names.get(model, model)) for ladder, model in turn.ladders)
    return replace(turn, shots=shots, ladders=ladders)


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
    if part not in (unit.fleeing_from, unit.pursuing, unit.avoid, unit.now.shot_at, unit.before.shot_at):
        return unit
    return replace(
        unit,
        fleeing_from=host if unit.fleeing_from == part else unit.fleeing_from,
        pursuing=host if unit.pursuing == part else unit.pursuing,
        avoid=host if unit.avoid == part else unit.avoid,
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


class CountParts(TaskStruct, frozen=True, kw_only=True, tag="CountParts"):
    """A unit's activation has ended: who is out of coherency is a unit of its own, who is near again is none."""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Rejoin first, then part."""
        if self.unit in progress.state.units:
            regroup(progress, self.unit)


def regroup(progress: Progress, unit_id: UnitId) -> None:
    """Work out group membership again after an activation, reaction or compulsory move. (ARAP-COH-02)

    Units in melee, in flight or off the table stay as they are; parts rejoin once both have had their roll.
    """
    unit = progress.state.units[unit_id]
    if not _is_free(progress.state, unit):
        return
    for kin in family(progress.state, unit):
        if _is_free(progress.state, kin) and kin.now.tried == unit.now.tried and _belong(progress.state, unit, kin):
            host, part = (unit.id, kin.id) if unit.part_of is None else (kin.id, unit.id)
            join(progress, part, host, ("ARAP-COH-01", "ARAP-COH-02"))
            unit = progress.state.units[host]
    if unit.on_table:
        _part(progress, unit)


def _belong(state: GameState, unit: Unit, kin: Unit) -> bool:
    """Whether two parts stand together; of those in houses the rules for buildings say it. (BLD-SECT-04)"""
    housed = building_interface.ask(HousedMembers).are_near(state, unit, kin)
    return _is_near(state, unit, kin) if housed is None else housed


def _part(progress: Progress, unit: Unit) -> None:
    """Every chain but one becomes a part: the leader's stays the unit, else the longest, else the first."""
    alive = unit.alive
    places = building_interface.ask(HousedMembers).chain(progress.state, unit)
    found = coherency.chains(progress.state, places)
    rules = coherency.cited(progress.state, places)
    if len(found) < 2:
        return
    kept = max(found, key=lambda chain: (any(alive[n].leader for n in chain), len(chain), -chain[0]))
    for chain in found:
        if chain != kept:
            split(progress, unit.id, [alive[n].id for n in chain], rules=rules)


def _is_free(state: GameState, unit: Unit) -> bool:
    held = unit.routing or unit.pursuing is not None or state.is_locked(unit.id)
    return unit.in_play and not unit.is_vehicle and not held


def queue_rejoins(progress: Progress, side: SideId) -> None:
    """At the start of a player turn parts that stand together are one unit again."""
    parts = [u.id for u in progress.state.units_of(side) if u.part_of is not None]
    progress.queue(*(CountParts(unit=u) for u in parts))


def offers(state: GameState, side: SideId) -> list[Offer]:
    """Characters joining a unit that is near."""
    if state.active_side != side or state.turn.phase != "activation" or state.turn.active is not None:
        return []
    mine = [u for u in state.units_of(side) if u.on_table and not u.is_vehicle and not u.now.tried]
    characters = [u for u in mine if _is_character(state, u, [m.id for m in u.alive])]
    return [
        offered(state, JoinUnit(side=side, unit=u.id, host=h.id), kind="join", unit=u.id, target=h.id)
        for u in characters
        for h in mine
        if h.id != u.id and _is_near(state, u, h)
    ]


ACTIONS: tuple[type[Action], ...] = (SplitOff, JoinUnit)
EVENTS: tuple[type[Event], ...] = (UnitSplit, UnitsJoined)
TASKS: tuple[type[TaskStruct], ...] = (CountParts,)
