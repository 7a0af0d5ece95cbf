"""Into a house that is set out by the boarding rule: with a move that ends within two inches of a way in.

(BLD-DOOR-11, VEH-BRD-04)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.arap.attacks import interception
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.paths import allowance, end_of_move, legality
from rules.arap.terrain import ground
from rules.arap.units import coherency
from rules.arap.units.permission import may_act
from rules.buildings.boarding import room
from rules.buildings.doors.openings import WORDS
from rules.buildings.sections import enter, graph
from rules.buildings.sections.enter import MOST_ACTIONS, REACH_IN, WayInside
from rules.buildings.sections.graph import WayIn
from rules.buildings.walls import passages
from rules.buildings.walls.passages import Gone
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import distance, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

RULE: Final = "BLD-DOOR-11"

NEARBY_IN: Final = 8.0
"""Ways in within this, and two inches, are offered, even if only to say why not."""


class EntryByDoor(NamedTuple):
    """One member that goes in, how it gets near enough, and where it stands then."""

    walk: WayInside
    place: Placement

    @property
    def steps(self) -> tuple[Point, ...]:
        """From where it stands to near the way in, and inside."""
        return (*self.walk.walk, self.place.at)


class EnterHouse(Action, frozen=True, kw_only=True, tag="EnterHouse"):
    """Go into a house that is entered by the boarding rule, with a movement action or several. (BLD-DOOR-11)

    A member is in when it comes within two inches of the way in, which is not locked: it stands in the room behind it,
    as near to it as there is room. `way` is the place of the way in the list of those of the house; `models` are those
    who go, none named: as many as get there and find room; the others stay.
    """

    unit: UnitId
    terrain: TerrainId
    way: int = 0
    models: tuple[ModelId, ...] = ()
    actions: int = 1

    def check(self, state: GameState) -> Refusal | None:
        """Points, on foot and free, the house, a way in that is not locked and within reach, room behind it."""
        known = state.units.get(self.unit)
        refusal = may_act(state, self.side, self.unit, self.ap(state) if known is not None else self.actions)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = _unfit(state, unit) or legality.may_go(state, unit, "move") or enter.chosen(unit, self.models)
        if refusal:
            return refusal
        if not 1 <= self.actions <= MOST_ACTIONS:
            return Refusal("bad-actions", "One to three movement actions.", RULE, "1, 2 or 3")
        found = self.way_in(state)
        if found is None:
            known_houses = ", ".join(p.name for p in room.boarded(state)) or "none on this table"
            return Refusal("no-way-in", "There is no such way into a house that is entered so.", RULE, known_houses)
        return _shut(*found) or self._kept_out(state, unit, *found)

    def ap(self, state: GameState) -> int:
        """Its actions, the first of which may have been paid at a door. (BLD-DOOR-01)"""
        return self.actions - (1 if enter.is_begun(state, state.units[self.unit]) else 0)

    def way_in(self, state: GameState) -> tuple[Terrain, WayIn] | None:
        """The house, and by what they go in."""
        piece = next((p for p in room.boarded(state) if p.id == self.terrain), None)
        ways = graph.ways_into(piece) if piece is not None else ()
        return (piece, ways[self.way]) if piece is not None and 0 <= self.way < len(ways) else None

    def _kept_out(self, state: GameState, unit: Unit, piece: Terrain, way: WayIn) -> Refusal | None:
        """Too far for them, too narrow, or no room inside: for all of them, or for one who was named."""
        near = self.near(state)
        close = {walk.model.id for walk in near}
        missing = [m for m in self.models if m not in close]
        if missing or not near:
            return _too_far(
                state, [unit.model(m) for m in missing] or self._wanted(state, unit), piece, way, self.actions
            )
        through = self._through(state, near, piece, way)
        kept = [refusal for _, refusal in through if refusal is not None]
        if kept and (self.models or len(kept) == len(through)):
            return kept[0]
        entries = self.entries(state)
        if not entries or (self.models and len(entries) < len(self.models)):
            of = f" for more than {len(entries)}" if entries else ""
            text = f"There is no room{of} behind {way.name} of {piece.name}."
            return Refusal("no-room", text, RULE, "another way in; who finds no room stays outside")
        return end_of_move.comes_nearer_inside(state, unit, [(e.walk.model.at, e.place.at) for e in entries])

    def _wanted(self, state: GameState, unit: Unit) -> list[Model]:
        """Who is to go, those left out who are down."""
        return [m for m in unit.alive if (not self.models or m.id in self.models) and enter.is_up(state, m)]

    def near(self, state: GameState) -> list[WayInside]:
        """Who comes within two inches of the way in, those with the least way first."""
        unit, found = state.units[self.unit], self.way_in(state)
        if found is None or not found[1].is_passable:
            return []
        piece, way = found
        walks: list[WayInside] = []
        for model in self._wanted(state, unit):
            if not room.is_cut_off(state, piece, way, model.at):
                walks += enter.ways_near(state, unit, model, [way], self.actions)
        return sorted(walks, key=lambda walk: round(walk.cost_in, 2))

    def _through(
        self, state: GameState, near: list[WayInside], piece: Terrain, way: WayIn
    ) -> list[tuple[WayInside, Refusal | None]]:
        """Each with why the way in lets him not through: too large, or enough have gone. (BLD-DOOR-06, BLD-MOUSE-02)"""
        passage = graph.passage_into(state, piece, way)
        gone: list[Gone] = []
        found: list[tuple[WayInside, Refusal | None]] = []
        for walk in near:
            step = [Gone(passage, walk.model)] if passage is not None else []
            refusal = passages.refused(state, [*gone, *step]) if step else None
            gone += step if refusal is None else []
            found.append((walk, refusal))
        return found

    def entries(self, state: GameState) -> list[EntryByDoor]:
        """Who goes in and where each stands then, those with the least way first."""
        found = self.way_in(state)
        if found is None:
            return []
        walks = [walk for walk, refusal in self._through(state, self.near(state), *found) if refusal is None]
        free = room.RoomBehindDoors(state, state.units[self.unit], found[0], [w.model.id for w in walks])
        placed = ((walk, free.place(walk.model, found[1])) for walk in walks)
        return [EntryByDoor(walk, place) for walk, place in placed if place is not None]

    def for_ground(self, state: GameState) -> int:
        """What the host laid on the ground before the house. (ARAP-ACT-08)"""
        unit = state.units.get(self.unit)
        if unit is None or not unit.on_table:
            return 0
        return max((e.walk.extra_ap for e in self.entries(state)), default=0)

    def preview(self, state: GameState) -> Preview:
        """Who goes in, where they stand then, who stays."""
        refusal = self.check(state)
        found = self.way_in(state) if refusal is None else None
        if found is None:
            return Preview(refusal=refusal)
        unit, entries = state.units[self.unit], self.entries(state)
        steps = {e.walk.model.id: e.steps for e in entries}
        stay = len(unit.alive) - len(entries)
        who = f"{len(entries)} of {unit.name} go in" if len(unit.alive) > 1 else f"{unit.name} goes in"
        begun = allowance.paid_already(unit) if enter.is_begun(state, unit) else ("", ())
        stopped = interception.notes_of_move(state, unit, {e.walk.model.id: (e.place.at,) for e in entries})
        after = {e.place.model: e.place.at for e in entries}
        ends = [after.get(m.id, m.at) for m in unit.alive]
        staying = f"{stay} {'stays' if stay == 1 else 'stay'} outside"
        parted = len(coherency.chains(state, ends)) > 1
        whole = "and would be cut off from the rest." if parted else "and the unit stands together."
        notes = [
            f"{who} by {found[1].name}: within {REACH_IN:g}″ of it is inside.",
            *([f"{staying}, {whole}"] if stay else []),
            *([begun[0]] if begun[0] else []),
            *stopped,
        ]
        return Preview(
            ap=self.ap(state),
            spent_in=round(max(e.walk.cost_in for e in entries), 2),
            allowance_in=min(enter.most_in(state, unit, e.walk.model, self.actions) for e in entries),
            chances=dangerous_ground.harms(state, unit, steps),
            ghosts=tuple((str(e.place.model), *e.place.at, e.place.facing) for e in entries),
            notes=tuple(notes),
            rules=(
                RULE,
                "VEH-BRD-04",
                *coherency.cited(state, ends),
                *begun[1],
                *(("ARAP-INT-03",) if stopped else ()),
            ),
        )

    def resolve(self, progress: Progress) -> None:
        """They walk up and stand inside; the others stand where they stood."""
        state = progress.state
        unit, found, entries = state.units[self.unit], self.way_in(state), self.entries(state)
        assert found is not None
        rules = (RULE, "VEH-BRD-04")
        paid = PointsSpent(side=unit.side, unit=unit.id, points=self.ap(state), action="move", rules=rules)
        progress.emit(paid)
        go_on = casualties.brave(progress, unit.id, {e.walk.model.id: e.steps for e in entries})
        unit = progress.state.units[self.unit]
        left = {m.id for m in unit.alive}
        inside = [e for e in entries if e.place.model in left]
        if not go_on or not inside:
            return
        passage = graph.passage_into(state, *found)
        gone = [Gone(passage, e.walk.model) for e in inside] if passage is not None else []
        passages.note_through(progress, unit, gone)
        walked = max(distance(e.walk.model.at, e.place.at) for e in inside)
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=tuple(e.place for e in inside),
                how="enter-house",
                length_in=round(walked, 4),
                spent_in=round(max(e.walk.cost_in for e in inside), 4),
                rules=rules,
            )
        )


def _unfit(state: GameState, unit: Unit) -> Refusal | None:
    if unit.is_vehicle or not unit.on_table:
        return Refusal("not-on-foot", f"{unit.name} is not on its feet on the table.", RULE, "a unit on foot")
    if state.is_locked(unit.id):
        return Refusal("locked-in-melee", f"{unit.name} is locked in melee.", RULE, "breaking off first")
    return None


def _shut(piece: Terrain, way: WayIn) -> Refusal | None:
    """Refuse what is locked, bolted or blocked: whoever is before it is outside."""
    if way.is_passable:
        return None
    text = f"{way.name[:1].upper()}{way.name[1:]} of {piece.name} {WORDS[way.state]}: who is before it is outside."
    return Refusal("locked", text, RULE, "unlocking, hacking, forcing or breaking it; or another way in")


def _too_far(state: GameState, models: list[Model], piece: Terrain, way: WayIn, actions: int) -> Refusal:
    """Who comes nearest, and how near: more than two inches from the way in is outside."""
    able = [m for m in models if not room.is_cut_off(state, piece, way, m.at)]
    if not able:
        text = f"Nobody of them is before {way.name} of {piece.name}."
        return Refusal("out-of-reach", text, RULE, "from outside, with no wall between")
    gap, nearest = min((_gap(state, m, way, actions), m.id) for m in able)
    named = f"{way.name} of {piece.name}"
    if is_within(gap, REACH_IN):
        text = f"{tag(nearest)} does not get to {named} over that ground."
    else:
        text = f"{tag(nearest)} comes to {gap:.3g}″ of {named}: who is further than {REACH_IN:g}″ is outside."
    return Refusal("out-of-reach", text, RULE, "moving nearer first, or more action points")


def _gap(state: GameState, model: Model, way: WayIn, actions: int) -> float:
    """How near it comes, going straight."""
    unit = state.units[state.find_model(model.id)[0].id]
    leg = ground.cost_of_leg(state, model, model.at, way.at)
    return max(0.0, distance(model.at, way.at) - leg.length_for(enter.most_in(state, unit, model, actions)))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand on foot: each way into such a house near by, the nearest first."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit, houses = state.units[active], room.boarded(state)
    if not houses or unit.is_vehicle or not unit.on_table or not unit.alive:
        return
    most = max(1, min(state.turn.ap + (1 if enter.is_begun(state, unit) else 0), MOST_ACTIONS))
    for piece in houses:
        if all(rings.holds(piece.points, m.at) for m in unit.alive):
            continue
        ways = list(enumerate(graph.ways_into(piece)))
        for n, way in sorted(ways, key=lambda pair: round(_nearest(unit, pair[1]), 3)):
            if is_within(_nearest(unit, way), NEARBY_IN + REACH_IN):
                yield _offer(state, unit, piece, n, way, most)


def ends_of(state: GameState, action: EnterHouse) -> tuple[Point, Point] | None:
    """From where to where the way in is, for the board; a breach is a place alone."""
    found = action.way_in(state)
    if found is None:
        return None
    passage = graph.passage_into(state, *found)
    return (passage.a, passage.b) if passage is not None else (found[1].at, found[1].at)


def _nearest(unit: Unit, way: WayIn) -> float:
    return min(distance(m.at, way.at) for m in unit.alive)


def _offer(state: GameState, unit: Unit, piece: Terrain, number: int, way: WayIn, most: int) -> Offer:
    """With as few actions as bring anybody in."""
    found = []
    for actions in range(1, most + 1):
        action = EnterHouse(side=unit.side, unit=unit.id, terrain=piece.id, way=number, actions=actions)
        label = f"Into {piece.name} by {way.name}"
        found.append(offered(state, action, kind="enter-house", unit=unit.id, ap=action.ap(state), label=label))
        if found[-1].action is not None or not way.is_passable:
            break
    return found[-1]


OFFERED: Final = ("enter-house",)
ACTIONS: tuple[type[Action], ...] = (EnterHouse,)
