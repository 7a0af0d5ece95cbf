"""Into a house that is played by sections, from section to section, and out again. (BLD-SECT-05, BLD-SMOV-01 to -03)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.paths import allowance, legality
from rules.arap.positions.placing import zones_of
from rules.arap.terrain import ground
from rules.arap.turn import setup
from rules.arap.units.permission import may_act
from rules.buildings.doors.openings import WORDS, OpeningChanged
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.graph import HouseSection, Link, WayIn
from rules.buildings.sections.outside import Yard
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import distance, is_within, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.table.building import OpeningState
from rules.table.terrain import Terrain

REACH_IN: Final = 2.0
"""How near a way in one must come to count as having gone in. (BLD-DOOR-11, BLD-SECT-05)"""

NEARBY_IN: Final = 8.0
"""Houses within this are offered beyond a move, even if only to say why not."""

FAR_IN: Final = 6
"""From this basic move or charge on one goes two open sections at a time. (BLD-SMOV-03)"""

MOST_ACTIONS: Final = 3


def known_section(state: GameState, terrain: TerrainId, letter: str) -> HouseSection | Refusal:
    """A section by its house and letter."""
    piece = graph.house(state, terrain)
    if piece is None:
        known = ", ".join(p.name for p in graph.houses(state)) or "none on this table"
        return Refusal("no-sections", "There is no such house played by sections.", "BLD-SECT-01", known)
    found = graph.section(piece, letter)
    if found is None:
        return _unknown(piece, letter)
    return found


def _unknown(piece: Terrain, letter: str) -> Refusal:
    letters = ", ".join(s.room.letter for s in graph.sections(piece)) or "a house with sections"
    return Refusal("no-section", f"{piece.name} has no section {letter!r}.", "BLD-SECT-01", letters)


def chosen(unit: Unit, models: Sequence[ModelId]) -> Refusal | None:
    """Only its own living members are named, each once."""
    if len(set(models)) == len(models) and {m.id for m in unit.alive}.issuperset(models):
        return None
    text = "Only living members of the unit are named, each once."
    return Refusal("unknown-model", text, "BLD-SECT-04", unit.name)


def held(state: GameState, here: HouseSection, side: SideId) -> Refusal | None:
    """Refuse a section that enemies are in: it is stormed. (BLD-SCC-03)"""
    if not occupants.foes(state, here, side):
        return None
    return Refusal("enemy-held", f"Enemies are in {here.name}.", "BLD-SCC-03", "storming it")


def full(state: GameState, here: HouseSection, wanted: Sequence[Model], *, named: bool) -> Refusal | None:
    """Refuse more than it holds; unless they were `named`, as many as fit may go. (BLD-SECT-04)"""
    fit = occupants.fitting(state, here, wanted)
    if len(fit) == len(wanted) or (fit and not named):
        return None
    taken = occupants.taken(state, here)
    room = f"there is room for {len(fit)} of {len(wanted)}"
    text = f"{here.name} holds {occupants.CAPACITY}; {taken} places are taken: {room}."
    allowed = f"{len(fit)} of the owner's choice; the others stay where they are"
    return Refusal("section-full", text, "BLD-SECT-04", allowed)


# -- from the table --------------------------------------------------------------------------------------------------


class WayInside(NamedTuple):
    """One member that can go in: by which way, and what the way there costs it in inches."""

    model: Model
    way: WayIn
    cost_in: float


class EnterSection(Action, frozen=True, kw_only=True, tag="EnterSection"):
    """Go into a section from the table, with a movement action or several. (BLD-SECT-05, BLD-DOOR-11)

    A member is in when it comes within two inches of a way in that is not locked. `models` are those who go, none
    named: as many as get there and find room; the others stay, but for those whose place `placements` names.
    """

    unit: UnitId
    terrain: TerrainId
    section: str
    models: tuple[ModelId, ...] = ()
    actions: int = 1
    placements: tuple[Placement, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, on foot and free, the section, who holds it, a way in within reach, room."""
        refusal = may_act(state, self.side, self.unit, self.actions)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "move") or chosen(unit, self.models)
        found = known_section(state, self.terrain, self.section)
        if refusal or isinstance(found, Refusal):
            return refusal or (found if isinstance(found, Refusal) else None)
        if not 1 <= self.actions <= MOST_ACTIONS:
            return Refusal("bad-actions", "One to three movement actions.", "BLD-SECT-05", "1, 2 or 3")
        return held(state, found, self.side) or self._shut(found) or self._too_far(state, unit, found)

    def _shut(self, here: HouseSection) -> Refusal | None:
        ways = [w for w in graph.ways_in(here) if w.storey == 0]
        if any(w.is_passable for w in ways):
            return None
        text = (
            f"No way into {here.name} from the table is unlocked."
            if ways
            else f"{here.name} has no way in from the table."
        )
        allowed = "hacking, forcing or breaking one" if ways else "through another section"
        return Refusal("no-way-in", text, "BLD-SECT-05", allowed)

    def _too_far(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        able = self.entries(state, unit, here)
        missing = [m for m in self.models if m not in {e.model.id for e in able}]
        if not able or missing:
            who = tag(missing[0]) if missing else f"Nobody of {unit.name}"
            text = f"{who} does not come within {REACH_IN:g}″ of an unlocked way into {here.name}."
            return Refusal("out-of-reach", text, "BLD-DOOR-11", "moving nearer first, or more action points")
        refusal = full(state, here, [e.model for e in able], named=bool(self.models))
        return refusal or self._misplaced(state, unit, here)

    def _misplaced(self, state: GameState, unit: Unit, here: HouseSection) -> Refusal | None:
        going = {m.id for m in self.going(state)}
        for place in self.placements:
            if place.model in going or place.model not in {m.id for m in unit.alive}:
                return Refusal("unknown-model", "Those who stay outside are placed.", "BLD-SECT-04", unit.name)
            model = unit.model(place.model)
            leg = ground.cost_of_leg(state, model, model.at, place.at)
            most = self.actions * allowance.basic_move(state, unit, model)
            if leg.barred is not None or not is_within(leg.cost_in, most):
                text = f"{tag(place.model)} does not get there."
                return Refusal("too-far", text, "ARAP-MOVE-01", f"{most:g}″ of open way")
        return None

    def entries(self, state: GameState, unit: Unit, here: HouseSection) -> list[WayInside]:
        """Who gets in, those with the least way first."""
        ways = [w for w in graph.ways_in(here) if w.is_passable]
        found = [
            best
            for m in unit.alive
            if (not self.models or m.id in self.models) and m.id not in unit.housed
            if (best := _entry(state, unit, m, ways, self.actions)) is not None
        ]
        return sorted(found, key=lambda e: round(e.cost_in, 2))

    def going(self, state: GameState) -> tuple[Model, ...]:
        """Who goes in, in the unit's order."""
        unit, here = state.units[self.unit], known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        fit = {m.id for m in occupants.fitting(state, here, [e.model for e in self.entries(state, unit, here)])}
        return tuple(m for m in unit.alive if m.id in fit)

    def preview(self, state: GameState) -> Preview:
        """Who goes in, how far it is, and what room is left."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        unit, here = state.units[self.unit], known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        going = self.going(state)
        ways = {e.model.id: e for e in self.entries(state, unit, here)}
        most = max(ways[m.id].cost_in for m in going)
        stay = len(unit.alive) - len(going)
        notes = [f"{len(going)} of {unit.name} go in by {_named(ways[m.id].way for m in going)}."]
        notes += [f"{stay} stay outside; they are one unit still."] if stay else []
        left = occupants.room_left(state, here) - occupants.counts_as(state, going)
        notes.append(f"{left} of {occupants.CAPACITY} places left then.")
        return Preview(
            ap=self.actions,
            spent_in=round(most, 2),
            allowance_in=self.actions * min(allowance.basic_move(state, unit, m) for m in going),
            notes=tuple(notes),
            rules=("BLD-SECT-05", "BLD-DOOR-11", "BLD-SECT-04", "BLD-SECT-01"),
        )

    def resolve(self, progress: Progress) -> None:
        """They are inside; the others stand where they stood, or where they were put."""
        state = progress.state
        unit, here = state.units[self.unit], known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        going = self.going(state)
        rules = ("BLD-SECT-05", "BLD-DOOR-11", "BLD-SECT-04")
        paid = PointsSpent(side=unit.side, unit=unit.id, points=self.actions, action="move", rules=rules)
        progress.emit(paid)
        if self.placements:
            length = max(distance(unit.model(p.model).at, p.at) for p in self.placements)
            moved = ModelsMoved(side=unit.side, unit=unit.id, placements=self.placements, length_in=round(length, 4))
            progress.emit(moved)
        progress.emit(occupants.housed(unit, here, going, "enter", rules))


def _entry(state: GameState, unit: Unit, model: Model, ways: Sequence[WayIn], actions: int) -> WayInside | None:
    """The nearest way in that a member comes within two inches of."""
    most = actions * allowance.basic_move(state, unit, model)
    found: WayInside | None = None
    for way in ways:
        gap = distance(model.at, way.at)
        if not is_within(gap, most + REACH_IN):
            continue
        to = model.at if is_within(gap, REACH_IN) else toward(model.at, way.at, gap - REACH_IN)
        leg = ground.cost_of_leg(state, model, model.at, to)
        if leg.barred is None and is_within(leg.cost_in, most) and (found is None or leg.cost_in < found.cost_in):
            found = WayInside(model, way, leg.cost_in)
    return found


def _named(ways: Iterator[WayIn]) -> str:
    return " and ".join(dict.fromkeys(w.name for w in ways))


# -- from section to section -----------------------------------------------------------------------------------------


class GoToSection(Action, frozen=True, kw_only=True, tag="GoToSection"):
    """Go to another section of the same house: one a move, two through open space. (BLD-SMOV-01, BLD-SMOV-03)

    `models` are those who go, none named: as many as find room.
    """

    unit: UnitId
    section: str
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, in a house, once a turn where the table has it so, a way that is open, who is there, room."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = _fit(state, unit) or chosen(unit, self.models)
        here = occupants.house_of(state, unit)
        if refusal or here is None:
            return refusal
        if state.options.get("section_moves_per") == "turn" and unit.now.sections_gone:
            text = f"{unit.name} has gone to another section in this turn."
            return Refusal("moved-section", text, "BLD-SMOV-01", "the next turn")
        there = graph.section(here.piece, self.section)
        if there is None:
            return _unknown(here.piece, self.section)
        return held(state, there, self.side) or self._cut_off(state, unit, there)

    def _cut_off(self, state: GameState, unit: Unit, there: HouseSection) -> Refusal | None:
        able = self.able(state, unit, there)
        if not able or any(m not in {each.id for each in able} for m in self.models):
            return _no_way(state, unit, there)
        return full(state, there, able, named=bool(self.models))

    def able(self, state: GameState, unit: Unit, there: HouseSection) -> tuple[Model, ...]:
        """Who gets there."""
        return tuple(
            m
            for m in unit.alive
            if (not self.models or m.id in self.models)
            if (here := graph.at_place(state, unit.housed.get(m.id, ""))) is not None and here.place != there.place
            if graph.steps(state, here, there, 2 if allowance.basic_move(state, unit, m) >= FAR_IN else 1)
        )

    def _going(self, state: GameState) -> tuple[HouseSection, tuple[Model, ...]]:
        unit = state.units[self.unit]
        here = occupants.house_of(state, unit)
        there = graph.section(here.piece, self.section) if here is not None else None
        assert there is not None
        return there, occupants.fitting(state, there, self.able(state, unit, there))

    def preview(self, state: GameState) -> Preview:
        """Who goes, and what room is left."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        there, going = self._going(state)
        stay = len(unit.alive) - len(going)
        notes = (f"{len(going)} of {unit.name} go to {there.name}.", *((f"{stay} stay behind.",) if stay else ()))
        left = occupants.room_left(state, there) - occupants.counts_as(state, going)
        return Preview(ap=1, notes=(*notes, f"{left} of {occupants.CAPACITY} places left then."), rules=_gone(there))

    def resolve(self, progress: Progress) -> None:
        """They are there."""
        unit = progress.state.units[self.unit]
        there, going = self._going(progress.state)
        paid = PointsSpent(side=unit.side, unit=unit.id, points=1, action="move", rules=("BLD-SMOV-01",))
        progress.emit(paid)
        far = any(
            graph.way_to(h, there) is None for m in going if (h := graph.at_place(progress.state, unit.housed[m.id]))
        )
        rules = (*_gone(there), *(("BLD-SMOV-03",) if far else ()))
        progress.emit(occupants.housed(unit, there, going, "go", rules))


def _gone(there: HouseSection) -> tuple[str, ...]:
    return ("BLD-SMOV-01", "BLD-SMOV-02", "BLD-SECT-04")


def _fit(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit does not go about in a house."""
    if not unit.housed:
        return Refusal("not-inside", f"{unit.name} is in no section of a house.", "BLD-SECT-01", "entering one")
    return legality.may_go(occupants.outdoors(state, unit), occupants.outdoors(state, unit).units[unit.id], "move")


def _no_way(state: GameState, unit: Unit, there: HouseSection) -> Refusal:
    here = occupants.house_of(state, unit)
    shut = [w for w in graph.links_of(here) if w.other(here.room.letter) == there.room.letter] if here else []
    if shut:
        text = f"The way to {there.name} is a {graph.told(shut[0])}."
        return Refusal("shut", text, "BLD-SMOV-02", "opening it first")
    text = f"{there.name} does not adjoin: one section a move."
    return Refusal("too-far", text, "BLD-SMOV-01", "a section joined by an open door, stairs, a ramp or a ladder")


class LeaveSection(Action, frozen=True, kw_only=True, tag="LeaveSection"):
    """Come out of a house by a way out, and stand within two inches of it: a movement action. (BLD-SECT-05)

    `way` is the place of the way in the list of those of the section; `models` who goes, none named: all in there.
    """

    unit: UnitId
    way: int = 0
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, in a house, a way out of a section on the ground that is not locked, room outside."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = _fit(state, unit) or chosen(unit, self.models)
        if refusal:
            return refusal
        found = self.exit_of(state, unit)
        if found is None:
            text = f"{unit.name} has no such way out to the table."
            return Refusal("no-way-out", text, "BLD-SECT-05", "an unlocked door or window of its section at the ground")
        if not self.placements(state, unit):
            return Refusal("no-room", f"There is no room before {found[1].name}.", "BLD-SECT-05", "another way out")
        return None

    def exit_of(self, state: GameState, unit: Unit) -> tuple[HouseSection, WayIn] | None:
        """The section they leave, and by what."""
        here = occupants.house_of(state, unit)
        ways = exits(here) if here is not None else ()
        return (here, ways[self.way]) if here is not None and 0 <= self.way < len(ways) else None

    def placements(self, state: GameState, unit: Unit) -> tuple[Placement, ...]:
        """Where they stand then, those who find room within two inches and a base."""
        found = self.exit_of(state, unit)
        if found is None:
            return ()
        here, way = found
        going = [
            m for m in unit.alive if unit.housed.get(m.id) == here.place and (not self.models or m.id in self.models)
        ]
        return coming_out(state, unit, here, [way], going, REACH_IN + 1)

    def preview(self, state: GameState) -> Preview:
        """Where they would stand."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        places = self.placements(state, state.units[self.unit])
        stay = len(state.units[self.unit].alive) - len(places)
        notes = (f"{stay} stay inside.",) if stay else ()
        ghosts = tuple((str(p.model), *p.at, p.facing) for p in places)
        return Preview(ap=1, ghosts=ghosts, notes=notes, rules=("BLD-SECT-05", "BLD-SMOV-01"))

    def resolve(self, progress: Progress) -> None:
        """They stand outside."""
        unit = progress.state.units[self.unit]
        places = self.placements(progress.state, unit)
        rules = ("BLD-SECT-05", "BLD-SMOV-01")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="move", rules=rules))
        progress.emit(
            ModelsMoved(side=unit.side, unit=unit.id, placements=places, how="leave-house", length_in=2.0, rules=rules)
        )


def exits(here: HouseSection) -> tuple[WayIn, ...]:
    """The ways by which one gets out of a section to the ground. (BLD-SECT-05)"""
    return tuple(w for w in graph.ways_in(here) if w.is_passable)


def coming_out(
    state: GameState, unit: Unit, here: HouseSection, ways: Sequence[WayIn], going: Sequence[Model], most_in: float
) -> tuple[Placement, ...]:
    """Where members stand who come out by those ways, shared out evenly among them."""
    out = [m for m in unit.alive if m.id not in unit.housed]
    yard = Yard(state, unit, here.piece, out)
    found: list[Placement] = []
    for n, model in enumerate(going):
        way = ways[n % len(ways)]
        place = yard.beside(model, way.at, most_in)
        if place is not None:
            found.append(place)
    return tuple(found)


# -- doors between sections ------------------------------------------------------------------------------------------

Does = Literal["open", "close", "lock"]

_FROM: Final[dict[Does, tuple[OpeningState, ...]]] = {
    "open": ("closed", "bolted", "locked"),
    "close": ("open",),
    "lock": ("open", "closed"),
}
_TO: Final[dict[Does, OpeningState]] = {"open": "open", "close": "closed", "lock": "locked"}


class WorkSectionDoor(Action, frozen=True, kw_only=True, tag="WorkSectionDoor"):
    """Open or close a door or window of one's own section, from inside: a movement action. (BLD-SMOV-02, BLD-DOOR-01)

    `opening` is its place in the house's list. From inside bolts are drawn and locks unlocked.
    """

    unit: UnitId
    opening: int
    does: Does = "open"

    def check(self, state: GameState) -> Refusal | None:
        """Points, in a house, an opening of its section in the right state."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = _fit(state, unit)
        here = occupants.house_of(state, unit)
        if refusal or here is None:
            return refusal
        if self.opening not in doors_of(here):
            text = f"{here.name} has no door or window of that number."
            return Refusal("no-opening", text, "BLD-SMOV-02", "one in its own walls")
        now = _opening_state(here.piece, self.opening)
        fits = _FROM[self.does]
        if now not in fits:
            text = f"It {WORDS[now]}: nobody can {self.does} it."
            return Refusal("wrong-state", text, "BLD-DOOR-01", f"one that is {' or '.join(fits)}")
        return None

    def preview(self, state: GameState) -> Preview:
        """One point."""
        return Preview(ap=1, refusal=self.check(state), rules=("BLD-SMOV-02", "BLD-DOOR-01"))

    def resolve(self, progress: Progress) -> None:
        """It stands so from now on."""
        unit = progress.state.units[self.unit]
        here = occupants.house_of(progress.state, unit)
        assert here is not None
        assert here.piece.building is not None
        rules = ("BLD-SMOV-02", "BLD-DOOR-01")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="move", rules=rules))
        opening = here.piece.building.openings[self.opening]
        progress.emit(
            OpeningChanged(
                side=unit.side,
                unit=unit.id,
                terrain=here.piece.id,
                opening=self.opening,
                name=door_name(here, self.opening),
                state=_TO[self.does],
                smashed=opening.smashed,
                hacking=opening.hacking,
                unhackable=opening.unhackable,
                rules=rules,
            )
        )


def doors_of(here: HouseSection) -> tuple[int, ...]:
    """The openings in its walls, by their place in the house's list."""
    inner = (link.opening for link in graph.links_of(here))
    outer = (way.opening for way in graph.ways_in(here))
    return tuple(n for n in (*inner, *outer) if n is not None)


def door_name(here: HouseSection, number: int) -> str:
    """What a door of a section is called."""
    assert here.piece.building is not None
    opening = here.piece.building.openings[number]
    if opening.name:
        return opening.name
    link: Link | None = next((w for w in graph.links_of(here) if w.opening == number), None)
    return f"{opening.kind} to {link.other(here.room.letter)}" if link else f"{opening.kind} {number + 1}"


def _opening_state(piece: Terrain, number: int) -> OpeningState:
    assert piece.building is not None
    return piece.building.openings[number].state


# -- set up inside ---------------------------------------------------------------------------------------------------


class DeployInSection(Action, frozen=True, kw_only=True, tag="DeployInSection"):
    """Set a unit up in a section whose middle is in its own zone. (BLD-SECT-01, BLD-SECT-04)"""

    unit: UnitId
    terrain: TerrainId
    section: str

    def check(self, state: GameState) -> Refusal | None:
        """In turn, people on foot, the section, in the zone, nobody of the other side there, room for all."""
        refusal = setup.deploying(state, self.side) or setup.waiting(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, found = state.units[self.unit], known_section(state, self.terrain, self.section)
        if isinstance(found, Refusal):
            return found
        if unit.is_vehicle:
            return Refusal("vehicle", f"{unit.name} is a vehicle.", "BLD-SECT-04", "people on foot")
        if not any(rings.encloses(zone, found.middle) for zone in zones_of(state, self.side)):
            return Refusal("outside-zone", f"{found.name} is outside its zone.", "", "a section in the marked zone")
        return held(state, found, self.side) or full(state, found, unit.alive, named=True)

    def resolve(self, progress: Progress) -> None:
        """It is inside; the next side places."""
        unit, here = progress.state.units[self.unit], known_section(progress.state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        rules = ("BLD-SECT-01", "BLD-SECT-04")
        progress.emit(occupants.housed(unit, here, unit.alive, "deploy", rules))
        progress.queue(setup.NextToDeploy())


# -- offers ----------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Before the battle sections to be set up in; then, for the unit in hand, ways in, on and out."""
    if not any(p.has_sections for p in state.terrain):
        return
    if not state.turn.number:
        yield from _set_up(state, side)
        return
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.in_play:
        return
    if not unit.is_housed:
        yield from _ways_in(state, unit)
    if unit.housed:
        yield from _inside(state, unit)


def _set_up(state: GameState, side: SideId) -> Iterator[Offer]:
    if not state.turn.order or state.turn.order[state.turn.place] != side:
        return
    for unit in setup.ready_to_deploy(state, side):
        for piece in graph.houses(state):
            for here in graph.sections(piece):
                action = DeployInSection(side=side, unit=unit.id, terrain=piece.id, section=here.room.letter)
                if action.check(state) is None:
                    yield offered(state, action, kind="deploy-section", unit=unit.id, label=f"In {here.name}")


def _ways_in(state: GameState, unit: Unit) -> Iterator[Offer]:
    reach = NEARBY_IN + REACH_IN
    for piece in graph.houses(state):
        if not any(is_within(rings.distance_to_ring(piece.points, m.at), reach) for m in unit.alive):
            continue
        for here in graph.sections(piece):
            if not any(w.storey == 0 for w in graph.ways_in(here)) or occupants.foes(state, here, unit.side):
                continue
            for actions in range(1, max(1, min(state.turn.ap, MOST_ACTIONS)) + 1):
                action = EnterSection(
                    side=unit.side, unit=unit.id, terrain=piece.id, section=here.room.letter, actions=actions
                )
                label = f"Into {here.name}"
                offer = offered(state, action, kind="enter-section", unit=unit.id, ap=actions, label=label)
                if offer.action is not None or actions == max(1, min(state.turn.ap, MOST_ACTIONS)):
                    yield offer
                    break


def _inside(state: GameState, unit: Unit) -> Iterator[Offer]:
    here = occupants.house_of(state, unit)
    if here is None:
        return
    for there in graph.sections(here.piece):
        near = graph.steps(state, here, there, 2) or any(
            w.other(here.room.letter) == there.room.letter for w in graph.links_of(here)
        )
        split = any(place != there.place for place in occupants.sections_of(state, unit))
        own = there.place != here.place and there.place in occupants.sections_of(state, unit)
        if split and (near or own) and not occupants.foes(state, there, unit.side):
            go = GoToSection(side=unit.side, unit=unit.id, section=there.room.letter)
            yield offered(state, go, kind="go-section", unit=unit.id, ap=1, label=f"To {there.name}")
    for n, way in enumerate(exits(here)):
        leave = LeaveSection(side=unit.side, unit=unit.id, way=n)
        yield offered(state, leave, kind="leave-section", unit=unit.id, ap=1, label=f"Out by {way.name}")
    for n in doors_of(here):
        for does in _FROM:
            work = WorkSectionDoor(side=unit.side, unit=unit.id, opening=n, does=does)
            if work.check(state) is None:
                label = f"{does} {door_name(here, n)}"
                yield offered(state, work, kind="work-section-door", unit=unit.id, ap=1, label=label)


ACTIONS: tuple[type[Action], ...] = (EnterSection, GoToSection, LeaveSection, WorkSectionDoor, DeployInSection)
