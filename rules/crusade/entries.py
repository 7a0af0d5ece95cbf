"""Troops force an entry into a structure, or close one that was forced. (CRU-TURN-02, CRU-RAM-03)

The ledger names both actions and gives no numbers: a troop breaks a structure open as a ram does, with its melee dice
and without harm to itself; closing takes the action alone.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.crusade import courses, grounds, hand, marks, models, sight, troops
from rules.crusade.dice import odds, pools
from rules.crusade.driving.way import hits_on
from rules.crusade.events.moves import StructureStruck
from rules.crusade.events.words import named
from rules.forces.unit import Unit
from rules.geometry.lengths import is_within
from rules.geometry.rings import distance_to_ring
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState
from rules.table.terrain import Terrain

_RULE = "CRU-TURN-02"


def dice_at_wall(state: GameState, unit: Unit) -> int:
    """Melee dice of a troop, and those of its grenades. (CRU-TROOP-01, CRU-WEAP-13)"""
    return models.melee_dice(state, unit) + models.krak_dice(state, unit)


def beside(state: GameState, unit: Unit) -> tuple[Terrain, ...]:
    """Pieces that a troop on foot stands next to. (CRU-BOARD-01)"""
    if unit.is_vehicle or not unit.on_table:
        return ()
    ring = models.base(state, unit)
    gaps = ((piece, distance_to_ring(sight.ring_of(piece), ring.centre) - ring.radius) for piece in state.terrain)
    return tuple(piece for piece, gap in gaps if is_within(gap, models.ADJACENT_IN))


def to_force(state: GameState, unit: Unit) -> tuple[Terrain, ...]:
    """Structures beside it that stand shut."""
    return tuple(piece for piece in beside(state, unit) if grounds.structure(piece))


def to_close(state: GameState, unit: Unit) -> tuple[Terrain, ...]:
    """Forced entries beside it that nobody stands in."""
    forced = marks.marks(state).forced
    return tuple(piece for piece in beside(state, unit) if piece.id in forced)


def _cannot(state: GameState, action: ForceEntry | CloseEntry, what: str) -> Refusal | None:
    refusal = hand.not_ready(state, action.side, action.unit)
    if refusal:
        return refusal
    unit = state.units[action.unit]
    if unit.is_vehicle:
        return Refusal("vehicle", f"{unit.name} is a vehicle.", _RULE, "ram it")
    return troops.on_foot(state, action.side, action.unit) or hand.no_action(state, unit, what)


class ForceEntry(Action, frozen=True, kw_only=True, tag="ForceEntry"):
    """A troop breaks open a structure that it stands next to. (CRU-TURN-02, CRU-RAM-03)"""

    unit: UnitId
    terrain: TerrainId

    def check(self, state: GameState) -> Refusal | None:
        """A troop on foot with its action, within an inch of a structure that stands shut."""
        if refusal := _cannot(state, self, "forcing an entry"):
            return refusal
        unit = state.units[self.unit]
        if any(piece.id == self.terrain for piece in to_force(state, unit)):
            return None
        text = f"{unit.name} stands next to no such structure."
        return Refusal("not-adjacent", text, _RULE, "walk to within an inch of a wall, door, house or bunker")

    def preview(self, state: GameState) -> Preview:
        """Whether it is open then."""
        if refusal := self.check(state):
            return Preview(refusal=refusal)
        piece = courses.structure_named(state, self.terrain)
        made = grounds.structure(piece) if piece else None
        assert piece
        assert made
        struck = odds.hits(dice_at_wall(state, state.units[self.unit]), odds.WALL_DICE, made[0])
        opened = odds.chance(f"{piece.name} broken open", struck.at_least(max(1, made[1] - hits_on(state, piece.id))))
        return Preview(chances=(opened,), rules=(_RULE, "CRU-RAM-03"))

    def resolve(self, progress: Progress) -> None:
        """Its melee dice against the wall's."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        progress.queue(BreakIn(unit=self.unit, terrain=self.terrain))


class BreakIn(TaskStruct, frozen=True, kw_only=True, tag="BreakIn"):
    """Melee dice against 2R and armour; hits add up to what the structure withstands. (CRU-RAM-03)"""

    unit: UnitId
    terrain: TerrainId

    def run(self, progress: Progress) -> None:
        """The difference is hits."""
        state = progress.state
        unit, piece = state.units[self.unit], courses.structure_named(state, self.terrain)
        made = grounds.structure(piece) if piece else None
        if piece is None or made is None:
            return
        armour, holds = made
        dice = dice_at_wall(state, unit)
        why = f"{unit.name} forces an entry into {piece.name}: {dice}R"
        rules = (_RULE, "CRU-RAM-03", "CRU-TROOP-01")
        ours = pools.sum_of(progress, "crusade-melee-attack", dice, unit=unit.id, why=why, rules=rules)
        why = f"{piece.name}: {odds.WALL_DICE}R and armour {armour}"
        held = progress.roll_combat("crusade-ram-defence", odds.WALL_DICE, why=why, rules=("CRU-DICE-01", "CRU-RAM-03"))
        hits = max(0, ours - pools.total(held) - armour)
        broken = hits_on(state, piece.id) + hits >= holds
        cited = ("CRU-RAM-03", *((_RULE,) if broken else ()))
        progress.emit(
            StructureStruck(
                side=unit.side,
                terrain=piece.id,
                name=piece.name,
                hits=hits,
                broken=broken,
                forced=broken,
                rules=cited,
            )
        )


class CloseEntry(Action, frozen=True, kw_only=True, tag="CloseEntry"):
    """A troop closes a forced entry that it stands next to. (CRU-TURN-02)"""

    unit: UnitId
    terrain: TerrainId

    def check(self, state: GameState) -> Refusal | None:
        """A troop on foot with its action, within an inch of one that no vehicle stands in."""
        if refusal := _cannot(state, self, "closing an entry"):
            return refusal
        unit = state.units[self.unit]
        piece = next((piece for piece in to_close(state, unit) if piece.id == self.terrain), None)
        if piece is None:
            text = f"{unit.name} stands next to no entry that was forced."
            return Refusal("not-adjacent", text, _RULE, "walk to within an inch of one")
        ring = sight.ring_of(piece)
        hulls = (u for u in models.standing(state) if u.is_vehicle and not models.in_air(state, u))
        inside = next((u.name for u in hulls if models.pose(state, u).overlaps(ring)), None)
        if inside:
            return Refusal("held-open", f"{inside} stands in {piece.name}.", _RULE, "wait until it has left")
        return None

    def resolve(self, progress: Progress) -> None:
        """It stands as it stood."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        piece = marks.marks(progress.state).forced[self.terrain]
        closed = EntryClosed(side=self.side, unit=self.unit, terrain=piece.id, name=piece.name, rules=(_RULE,))
        progress.emit(closed)


class EntryClosed(Event, frozen=True, kw_only=True, tag="EntryClosed"):
    """A forced entry is closed: the structure bars and hides as before. (CRU-TURN-02)"""

    unit: UnitId
    terrain: TerrainId
    name: str

    def evolve(self, state: GameState) -> GameState:
        """The piece is as it was, without its hits."""
        noted = marks.marks(state)
        whole = replace(noted.forced[self.terrain], damage=0)
        forced = {key: piece for key, piece in noted.forced.items() if key != self.terrain}
        hits = {key: count for key, count in noted.structures.items() if key != self.terrain}
        pieces = tuple(whole if piece.id == self.terrain else piece for piece in state.terrain)
        return replace(state, terrain=pieces, own=replace(noted, forced=forced, structures=hits))

    def sentence(self, state: GameState) -> str:
        """Who closes what."""
        return f"{named(state, self.unit)} closes the entry into {self.name}"


ACTIONS: tuple[type[Action], ...] = (ForceEntry, CloseEntry)
EVENTS: tuple[type[Event], ...] = (EntryClosed,)
TASKS: tuple[type[TaskStruct], ...] = (BreakIn,)
