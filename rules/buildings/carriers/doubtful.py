"""Tubes that may be dead although they are lit, and trying them. (BLD-TUBE-07, BLD-TUBE-08)

What decides whether a doubtful tube works is thrown when somebody finds out; until then nobody can know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap import rolls
from rules.arap.damage import wounds_and_saves
from rules.arap.events import PointsSpent
from rules.arap.units.permission import may_act
from rules.buildings import inside, storeys
from rules.buildings.carriers import broken_tubes, shafts, troubles
from rules.buildings.carriers.shafts import CarrierDoor
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.events import Note
from rules.forces.unit import Model, Unit, tag
from rules.geometry.lengths import TOLERANCE, distance, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.carrier import CERTAIN, Carrier
from rules.table.terrain import Terrain

RULE: Final = "BLD-TUBE-07"
TRIED: Final = "BLD-TUBE-08"

DROPS: Final = ("drop-shaft", "gravity-shaft", "pole")
"""Kinds in which people fall if they do not work; in a freefall tube there is no gravity."""


# -- does it work? -------------------------------------------------------------------------------------------------


class TubeDoubted(Event, frozen=True, kw_only=True, tag="TubeDoubted"):
    """The host notes on what a tube works, for himself; or it is known. (BLD-TUBE-07)"""

    doors: tuple[TerrainId, ...]
    name: str
    works_on: int | None = None
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """All its doors."""
        return replace(state, terrain=tuple(self._noted(p) if p.id in self.doors else p for p in state.terrain))

    def _noted(self, piece: Terrain) -> Terrain:
        return replace(piece, carrier=replace(piece.carrier or Carrier(), works_on=self.works_on))

    def sentence(self, state: GameState) -> str:
        """For the host's eyes."""
        if self.works_on is None:
            return f"Host: {self.name} is in no doubt ({self.reason})" if self.reason else ""
        return f"Host: {self.name} works on {self.works_on} or less ({self.reason})"


def _doubted(state: GameState, door: CarrierDoor, works_on: int | None, reason: str = "") -> TubeDoubted:
    doors = tuple(d.piece.id for d in shafts.of_shaft(state, door))
    return TubeDoubted(doors=doors, name=door.piece.name, works_on=works_on, reason=reason)


def works(progress: Progress, unit: Unit, door: CarrierDoor) -> bool:
    """Whether it works; of a doubtful one that is thrown now, and known from now on. (BLD-TUBE-07)"""
    chance = shafts.doubt_of(progress.state, door)
    if chance is None:
        return True
    alive = chance == CERTAIN
    if 0 < chance < CERTAIN:
        why = f"{door.piece.name}: does it work"
        alive = progress.roll("tube-state", sense="low", goal=chance, unit=unit.id, why=why, rules=(RULE,)).passed
    progress.emit(replace(_doubted(progress.state, door, None), side=unit.side, rules=(RULE,)))
    change = troubles.changed(progress.state, door, "working" if alive else "broken")
    progress.emit(replace(change, side=unit.side, rules=(RULE,)))
    return alive


def into_dead(
    progress: Progress, unit: Unit, door: CarrierDoor, to: CarrierDoor, models: Sequence[ModelId] = ()
) -> None:
    """Down a dead shaft they fall to its bottom; in a dead tube nothing moves. (BLD-TUBE-07, BLD-FALL-02)"""
    going = [m.id for m in unit.alive if not models or m.id in models]
    bottom = shafts.of_shaft(progress.state, door)[0]
    height = storeys.floor_in(door.carrier.level) - storeys.floor_in(bottom.carrier.level)
    climbs = door.carrier.kind == "travel-tube" and to.carrier.level != door.carrier.level
    landings = {p.model: p.at for p in shafts.places(progress.state, unit, bottom, going)}
    if height <= TOLERANCE or not landings or not (climbs or door.carrier.kind in DROPS):
        text = f"{door.piece.name} is dead: nothing moves"
        progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=(RULE,)))
        return
    wounds_and_saves.fall(progress, unit.id, going, height, landings=landings, off_structure=True, rules=(RULE,))


class TryTube(Action, frozen=True, kw_only=True, tag="TryTube"):
    """A member by the doors of a doubtful tube tosses something in, for 1 AP and an Initiative test. (BLD-TUBE-08)

    Passed, the table is told whether it works; failed, the member goes in all the same, towards the door `to`.
    """

    unit: UnitId
    door: TerrainId
    to: TerrainId
    model: ModelId | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Who may, a tube about which there is doubt, somebody at its doors."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        door, to = self._ends(state)
        if door is None or to is None:
            return Refusal("no-lift", "There are no such doors of one tube.", TRIED, "two doors of one tube")
        if shafts.doubt_of(state, door) is None:
            return Refusal("no-doubt", f"Everybody knows about {door.piece.name}.", TRIED, "a doubtful tube; or ride")
        if self._tester(state, state.units[self.unit], door) is None:
            text = f"Nobody of {state.units[self.unit].name} is at {door.name}."
            return Refusal("out-of-reach", text, TRIED, f"within {shafts.REACH_IN:g}″ of its doors")
        return shafts.no_way(door, to) or (None if state.is_older_than("15") else broken_tubes.damaged(state, door, to))

    def _ends(self, state: GameState) -> tuple[CarrierDoor | None, CarrierDoor | None]:
        door = shafts.find(state, self.door)
        ends = {d.piece.id: d for d in shafts.others(state, door)} if door is not None else {}
        return door, ends.get(self.to)

    def _tester(self, state: GameState, unit: Unit, door: CarrierDoor) -> Model | None:
        """Who tosses: of those at the doors the nearest."""
        near = (m for m in unit.alive if self.model in (None, m.id) and is_at(state, m, door))
        return min(near, key=lambda m: round(distance(m.at, door.at), 4), default=None)

    def preview(self, state: GameState) -> Preview:
        """Who tries it, and the chance that it stays outside."""
        refusal = self.check(state)
        door, _ = self._ends(state)
        model = self._tester(state, state.units[self.unit], door) if refusal is None and door is not None else None
        if refusal is not None or model is None:
            return Preview(ap=1, refusal=refusal)
        stays = rolls.chance(state, [model])
        text = "Passed: you are told whether it works. Failed: it goes in, whatever there is."
        return Preview(
            ap=1,
            chances=(Chance(label=f"{tag(model.id)} stays outside", exact=str(stays), value=float(stays)),),
            notes=(text,),
            rules=(TRIED, RULE),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay, toss, and hear; or go in."""
        state = progress.state
        unit, (door, to) = state.units[self.unit], self._ends(state)
        assert door is not None
        assert to is not None
        model = self._tester(state, unit, door)
        assert model is not None
        rules = ("ARAP-ACT-12", TRIED)
        progress.emit(PointsSpent(side=self.side, unit=unit.id, points=1, action="try-tube", rules=rules))
        passed = rolls.test(progress, unit.id, [model], why=f"{tag(model.id)} tries {door.piece.name}", rules=(TRIED,))
        alive = works(progress, unit, door)
        if passed:
            return
        if not alive:
            into_dead(progress, unit, door, to, (model.id,))
        elif not troubles.deliver(progress, unit.id, to, (shafts.rule_of(door), TRIED), (model.id,)):
            text = f"{tag(model.id)} finds no room beyond {door.piece.name}"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=(TRIED,)))


def is_at(state: GameState, model: Model, door: CarrierDoor) -> bool:
    """Whether a model is within 2 inches of those doors, on this side of every wall."""
    near = is_within(distance(model.at, door.at), shafts.REACH_IN)
    return near and not inside.is_parted(state, model.at, door.at)


class RuleTube(Action, frozen=True, kw_only=True, tag="RuleTube"):
    """The host notes whether a tube works: on so many sixths, surely, never; or that there is no doubt. (BLD-TUBE-07)

    Nobody else is told. `works_on` -1 takes the doubt away.
    """

    door: TerrainId
    works_on: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A tube of this table, a chance in sixths, a reason."""
        found = shafts.find(state, self.door)
        if found is None or found.carrier.is_lift:
            return Refusal("no-tube", "There is no such tube.", RULE, "a shaft or tube of this table")
        if not -1 <= self.works_on <= CERTAIN:
            text = "It works on 0, never, to 6, surely; -1 for no doubt."
            return Refusal("bad-chance", text, RULE, "-1 to 6")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", RULE, "why it is so")
        return None

    def resolve(self, progress: Progress) -> None:
        """The host alone knows."""
        door = shafts.find(progress.state, self.door)
        assert door is not None
        noted = _doubted(progress.state, door, self.works_on if self.works_on >= 0 else None, self.reason)
        progress.emit(replace(noted, side=self.side, seen_by=(), rules=(RULE,)))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: doubtful tubes at whose doors somebody stands; of those a move away, why not yet."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table:
        return
    for door in shafts.doors(state):
        if shafts.doubt_of(state, door) is None or not any(_is_near(state, unit, m, door) for m in unit.alive):
            continue
        for to in shafts.others(state, door):
            act = TryTube(side=side, unit=unit.id, door=door.piece.id, to=to.piece.id)
            label = f"try {door.piece.name} to {to.name}"
            yield offered(state, act, kind="try-tube", unit=unit.id, ap=1, label=label)


def _is_near(state: GameState, unit: Unit, model: Model, door: CarrierDoor) -> bool:
    """Whether a model is at those doors, or would be after a move."""
    return is_at(state, model, door) or shafts.walk_to(state, unit, model, door) is not None


OFFERED: Final = ("try-tube",)
ACTIONS: tuple[type[Action], ...] = (TryTube, RuleTube)
EVENTS: tuple[type[Event], ...] = (TubeDoubted,)
