"""What happens in the Rules Crusade, beside what happens in every game."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import SideId, TerrainId, UnitId
from rules.crusade import marks
from rules.crusade.marks import Blip, Card
from rules.state import Event, GameState


def _named(state: GameState, unit: UnitId | None) -> str:
    return state.units[unit].name if unit in state.units else "Somebody"


def _put(state: GameState, unit: UnitId, at: tuple[float, float], facing: float) -> GameState:
    """The model stands there; who is aboard of it comes along."""
    found = state.units[unit]
    moved = replace(found.models[0], at=at, facing=facing)
    state = state.with_unit(replace(found, models=(moved,), deployed=True, moves=found.moves + 1))
    riding = tuple(replace(u, models=(replace(u.models[0], at=at),)) for u in state.passengers(unit))
    return state.with_units(*riding)


def _plural(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


class SidesOrdered(Event, frozen=True, kw_only=True, tag="SidesOrdered"):
    """Turns pass clockwise from the side that begins. (CRU-TURN-01)"""

    order: tuple[SideId, ...]

    def evolve(self, state: GameState) -> GameState:
        """The first of them sets up first."""
        return state.with_turn(order=self.order, place=0, phase="deployment")

    def sentence(self, state: GameState) -> str:
        """Who begins."""
        return "Turns pass " + ", then ".join(state.side(s).name for s in self.order)


class SettingUp(Event, frozen=True, kw_only=True, tag="SettingUp"):
    """The next side sets up a model, as an index into the order."""

    place: int

    def evolve(self, state: GameState) -> GameState:
        """That side is next."""
        return state.with_turn(place=self.place)


class ModelPlaced(Event, frozen=True, kw_only=True, tag="ModelPlaced"):
    """A model stands where it was put: set up, shifted aside, left beside a wreck. Inches, degrees."""

    unit: UnitId
    at: tuple[float, float]
    facing: float = 0.0
    why: str = ""

    def evolve(self, state: GameState) -> GameState:
        """It stands there, aboard of nothing."""
        state = _put(state, self.unit, self.at, self.facing)
        return state.with_unit(replace(state.units[self.unit], aboard=None))

    def sentence(self, state: GameState) -> str:
        """Who stands where and why."""
        return f"{_named(state, self.unit)} {self.why or 'is set up'}"


class SideBegins(Event, frozen=True, kw_only=True, tag="SideBegins"):
    """A side's turn: its models are ready again, what they lose this turn is noted. (CRU-TURN-01, CRU-SHOT-01)"""

    place: int
    number: int

    def evolve(self, state: GameState) -> GameState:
        """Marks of the last turn go; knockdowns, stuns and CREW cards bite."""
        state = state.with_turn(place=self.place, number=self.number, phase="activation", active=None)
        for unit in state.units_of(state.turn.order[self.place]):
            noted = marks.of(state, unit.id)
            state = marks.with_model(
                state,
                unit.id,
                done=False,
                acted=noted.crew_hit or noted.stunned,
                extra=False,
                moves=0,
                spent_in=0.0,
                straight=False,
                rammed=False,
                locked=False,
                knocked=False,
                knocked_now=noted.knocked,
                stunned=False,
                stunned_now=noted.stunned,
                crew_hit=False,
            )
        return state

    def sentence(self, state: GameState) -> str:
        """Whose turn of which round."""
        return f"Round {self.number}: {state.side(state.turn.order[self.place]).name}"


class SideFinished(Event, frozen=True, kw_only=True, tag="SideFinished"):
    """A side's turn is over: who was down or stunned in it is so no more. (CRU-TROOP-03, CRU-TROOP-04)"""

    def evolve(self, state: GameState) -> GameState:
        """Their marks go."""
        assert self.side
        for unit in state.units_of(self.side):
            noted = marks.of(state, unit.id)
            if noted.knocked_now or noted.stunned_now:
                state = marks.with_model(state, unit.id, knocked_now=False, stunned_now=False)
        return state.with_turn(active=None)


class TakenInHand(Event, frozen=True, kw_only=True, tag="TakenInHand"):
    """A model is the one that acts; the one before it is done. (CRU-TURN-01)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It alone may act until it is done."""
        before = state.turn.active
        if before is not None and before != self.unit:
            state = marks.with_model(state, before, done=True)
        return state.with_turn(active=self.unit)


class ModelDone(Event, frozen=True, kw_only=True, tag="ModelDone"):
    """A model is done for this turn. (CRU-TURN-01)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It does nothing more this turn."""
        state = marks.with_model(state, self.unit, done=True)
        return state.with_turn(active=None) if state.turn.active == self.unit else state


class ActionSpent(Event, frozen=True, kw_only=True, tag="ActionSpent"):
    """A model spends its action: on an extra move, or on something else. (CRU-TURN-02)"""

    unit: UnitId
    extra: bool = False

    def evolve(self, state: GameState) -> GameState:
        """A troop that bought a move has its inches anew."""
        fresh = {"spent_in": 0.0} if self.extra and state.units[self.unit].vehicle is None else {}
        return marks.with_model(state, self.unit, acted=True, extra=self.extra, **fresh)


class MoveActionSpent(Event, frozen=True, kw_only=True, tag="MoveActionSpent"):
    """A vehicle begins a move action. (CRU-MOVE-01, CRU-TURN-03)"""

    unit: UnitId
    extra: bool = False
    count: int = 1
    """How many it has begun this turn; it stays marked until its next turn. (CRU-SHOT-01)"""

    def evolve(self, state: GameState) -> GameState:
        """One arrow more."""
        spent = {"acted": True, "extra": True} if self.extra else {}
        return marks.with_model(state, self.unit, moves=self.count, fallen=False, **spent)


class VehicleDriven(Event, frozen=True, kw_only=True, tag="VehicleDriven"):
    """A vehicle goes straight on, back, or turns about the middle of a side. Inches, degrees. (CRU-MOVE-02 to -04)"""

    unit: UnitId
    at: tuple[float, float]
    facing: float
    inches: float = 0.0
    turn_deg: float = 0.0
    back: bool = False
    how: str = ""
    """"flies", "jumps", "falls" where it does not just drive."""

    def evolve(self, state: GameState) -> GameState:
        """It stands at the end, and so does whoever rides in it."""
        return _put(state, self.unit, self.at, self.facing)

    def sentence(self, state: GameState) -> str:
        """How far and which way."""
        name = _named(state, self.unit)
        if self.turn_deg:
            return f"{name} turns {'right' if self.turn_deg > 0 else 'left'} by {abs(self.turn_deg):g}°"
        return f"{name} {self.how or ('backs' if self.back else 'drives')} {self.inches:g}″"


class StraightFlown(Event, frozen=True, kw_only=True, tag="StraightFlown"):
    """A FLYER has gone its 6 inches straight forward. (CRU-MOVE-07)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It will not fall this turn."""
        return marks.with_model(state, self.unit, straight=True)


class HasRammed(Event, frozen=True, kw_only=True, tag="HasRammed"):
    """A vehicle that rammed does not move again this turn. (CRU-RAM-02)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It stays where it is."""
        return marks.with_model(state, self.unit, rammed=True)


class CameDown(Event, frozen=True, kw_only=True, tag="CameDown"):
    """A FLYER stands on the ground, or takes off again. (CRU-FALL-01)"""

    unit: UnitId
    grounded: bool = True

    def evolve(self, state: GameState) -> GameState:
        """As long as it stays there it is like any other vehicle."""
        return marks.with_model(state, self.unit, grounded=self.grounded)

    def sentence(self, state: GameState) -> str:
        """Whether up or down."""
        return f"{_named(state, self.unit)} {'comes down' if self.grounded else 'takes off'}"


class Fell(Event, frozen=True, kw_only=True, tag="Fell"):
    """A vehicle fell so many inches. (CRU-FALL-01)"""

    unit: UnitId
    inches: float
    cards: int

    def evolve(self, state: GameState) -> GameState:
        """The cards follow one by one."""
        return marks.with_model(state, self.unit, fallen=True)

    def sentence(self, state: GameState) -> str:
        """How far, and what it costs."""
        return f"{_named(state, self.unit)} falls {self.inches:g}″: {_plural(self.cards, 'card')}"


class DiceLost(Event, frozen=True, kw_only=True, tag="DiceLost"):
    """A troop loses dice to hits; without any it is out of play. (CRU-DICE-02, CRU-TROOP-03)"""

    unit: UnitId
    hits: int
    left: int
    knocked: bool = False

    def evolve(self, state: GameState) -> GameState:
        """It is weaker, knocked down, or gone."""
        unit = state.units[self.unit]
        unit = replace(unit, models=(replace(unit.models[0], wounds=self.left),))
        state = state.with_unit(replace(unit, aboard=unit.aboard if self.left else None, hidden=False))
        return marks.with_model(state, self.unit, knocked=True) if self.knocked else state

    def sentence(self, state: GameState) -> str:
        """What is left of it."""
        name, hits = _named(state, self.unit), _plural(self.hits, "hit")
        if not self.left:
            return f"{name} takes {hits} and is out of play"
        down = " and is knocked down" if self.knocked else ""
        return f"{name} takes {hits}: {_plural(self.left, 'die').replace('dies', 'dice')} left{down}"


class CardDrawn(Event, frozen=True, kw_only=True, tag="CardDrawn"):
    """A vehicle takes a damage card, for everybody to see. (CRU-DMG-01, CRU-DMG-03)"""

    unit: UnitId
    card: Card
    of: int
    """Its Hits."""
    held: int
    """Cards it holds with this one."""
    effect: str = ""
    from_die: bool = False
    """No card was left anywhere: a die decided. (CRU-DMG-03)"""

    def evolve(self, state: GameState) -> GameState:
        """The card lies at the vehicle."""
        cards = marks.of(state, self.unit).cards
        state = marks.with_model(state, self.unit, cards=(*cards, self.card))
        if self.from_die:
            return state
        left = dict(marks.deck(state))
        left[self.card] -= 1
        return replace(state, own=replace(marks.marks(state), deck=left))

    def sentence(self, state: GameState) -> str:
        """Which card, which of how many, what it does."""
        return f"{_named(state, self.unit)} draws {self.card}, {self.held} of {self.of}" + (
            f": {self.effect}" if self.effect else ""
        )


class CardsShuffled(Event, frozen=True, kw_only=True, tag="CardsShuffled"):
    """The draw pile was empty: the discards are shuffled into a new one. (CRU-DMG-03)"""

    count: int

    def evolve(self, state: GameState) -> GameState:
        """Discards become the pile."""
        noted = marks.marks(state)
        return replace(state, own=replace(noted, deck=dict(noted.discards), discards={}))

    def sentence(self, state: GameState) -> str:
        """How many cards."""
        return f"The damage deck is shuffled anew: {_plural(self.count, 'card')}"


class CrewStruck(Event, frozen=True, kw_only=True, tag="CrewStruck"):
    """A CREW card: no action in its next turn. (CRU-DMG-04)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It is noted until then."""
        return marks.with_model(state, self.unit, crew_hit=True)


class WeaponFired(Event, frozen=True, kw_only=True, tag="WeaponFired"):
    """A weapon has fired; one that must be loaded is empty. (CRU-WEAP-10)"""

    unit: UnitId
    weapon: str
    name: str
    empty: bool = False

    def evolve(self, state: GameState) -> GameState:
        """An empty weapon is noted."""
        if not self.empty:
            return state
        return marks.with_model(state, self.unit, empty=(*marks.of(state, self.unit).empty, self.weapon))

    def sentence(self, state: GameState) -> str:
        """Who fires what."""
        return f"{_named(state, self.unit)} fires its {self.name}" + (", which is empty now" if self.empty else "")


class WeaponFailed(Event, frozen=True, kw_only=True, tag="WeaponFailed"):
    """A weapon jams, explodes, or is lost to a card. (CRU-WEAP-02, CRU-DMG-07)"""

    unit: UnitId
    weapon: str
    name: str
    lost: bool

    def evolve(self, state: GameState) -> GameState:
        """It does not fire."""
        noted = marks.of(state, self.unit)
        if not self.lost:
            return marks.with_model(state, self.unit, jammed=(*noted.jammed, self.weapon))
        jammed = tuple(w for w in noted.jammed if w != self.weapon)
        return marks.with_model(state, self.unit, lost=(*noted.lost, self.weapon), jammed=jammed)

    def sentence(self, state: GameState) -> str:
        """Which weapon."""
        return f"{_named(state, self.unit)}: the {self.name} {'is lost' if self.lost else 'jams'}"


class WeaponsReady(Event, frozen=True, kw_only=True, tag="WeaponsReady"):
    """Weapons are loaded or cleared. (CRU-WEAP-03, CRU-WEAP-10)"""

    unit: UnitId
    weapons: tuple[str, ...]
    names: tuple[str, ...] = ()

    def evolve(self, state: GameState) -> GameState:
        """They may fire."""
        noted = marks.of(state, self.unit)
        jammed = tuple(w for w in noted.jammed if w not in self.weapons)
        empty = tuple(w for w in noted.empty if w not in self.weapons)
        return marks.with_model(state, self.unit, jammed=jammed, empty=empty)

    def sentence(self, state: GameState) -> str:
        """Which ones."""
        return f"{_named(state, self.unit)} makes ready: {', '.join(self.names)}"


class MovementBarred(Event, frozen=True, kw_only=True, tag="MovementBarred"):
    """Passengers acted from a vehicle: it takes no extra movement this turn. (CRU-FIRE-03, CRU-FIRE-04)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It is noted until its next turn."""
        return marks.with_model(state, self.unit, locked=True)


class BecameWreck(Event, frozen=True, kw_only=True, tag="BecameWreck"):
    """A vehicle is destroyed and stays as a wreck. (CRU-DEST-01)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It stands there and does nothing more."""
        unit = state.units[self.unit]
        told = replace(unit.vehicle, wrecked="destroyed") if unit.vehicle else None
        return marks.with_model(state.with_unit(replace(unit, vehicle=told)), self.unit, wreck=True, done=True)

    def sentence(self, state: GameState) -> str:
        """Whose end it is."""
        return f"{_named(state, self.unit)} is destroyed"


def _removed(state: GameState, unit_id: UnitId, wrecked: str = "") -> GameState:
    """A vehicle is taken off the table, its cards to the discards. (CRU-DMG-03)"""
    noted, unit = marks.marks(state), state.units[unit_id]
    told = replace(unit.vehicle, wrecked=wrecked or unit.vehicle.wrecked) if unit.vehicle else None
    gone = replace(unit, vehicle=told, models=(replace(unit.models[0], wounds=0),))
    discards = dict(noted.discards)
    for card in marks.of(state, unit_id).cards:
        discards[card] = discards.get(card, 0) + 1
    state = replace(state.with_unit(gone), own=replace(noted, discards=discards))
    return marks.with_model(state, unit_id, cards=(), done=True)


class BlewUp(Event, frozen=True, kw_only=True, tag="BlewUp"):
    """A burning vehicle explodes: it is removed and its cards go to the discards. (CRU-EXPL-01, CRU-DMG-03)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """Nothing of it is left."""
        return _removed(state, self.unit, "exploded")

    def sentence(self, state: GameState) -> str:
        """Whose end it is."""
        return f"{_named(state, self.unit)} explodes"


class WreckCleared(Event, frozen=True, kw_only=True, tag="WreckCleared"):
    """A wreck is rammed to pieces: its cards go to the discards. (CRU-DEST-01, CRU-DMG-03)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """Nothing of it is left."""
        return _removed(state, self.unit)

    def sentence(self, state: GameState) -> str:
        """Whose wreck."""
        return f"The wreck of {_named(state, self.unit)} is pushed to pieces"


class WipedOut(Event, frozen=True, kw_only=True, tag="WipedOut"):
    """A vehicle is out of hand: an enemy may drive it once. (CRU-WIPE-01, CRU-WIPE-02)"""

    unit: UnitId
    by: SideId

    def evolve(self, state: GameState) -> GameState:
        """The enemy is asked next."""
        return marks.with_model(state, self.unit, fallen=False)

    def sentence(self, state: GameState) -> str:
        """Who drives it."""
        return f"{_named(state, self.unit)} wipes out: {state.side(self.by).name} drives it"


class StructureStruck(Event, frozen=True, kw_only=True, tag="StructureStruck"):
    """A structure takes hits, and is broken open at its own number. (CRU-RAM-03)"""

    terrain: TerrainId
    """Or the wreck, which is rammed as a house wall. (CRU-DEST-01)"""
    name: str
    hits: int
    broken: bool

    def evolve(self, state: GameState) -> GameState:
        """What is broken open hides nothing and bars nobody any more."""
        noted = marks.marks(state)
        hits = {**noted.structures, self.terrain: noted.structures.get(self.terrain, 0) + self.hits}
        state = replace(state, own=replace(noted, structures=hits))
        if not self.broken:
            return state
        opened = (
            replace(p, look="rubble", blocks_sight=False, going="open") if p.id == self.terrain else p
            for p in state.terrain
        )
        return replace(state, terrain=tuple(opened))

    def sentence(self, state: GameState) -> str:
        """How it fares."""
        return f"{self.name} takes {_plural(self.hits, 'hit')}" + (" and is broken open" if self.broken else "")


class BlipLaid(Event, frozen=True, kw_only=True, tag="BlipLaid"):
    """The host lays a covered marker. (CRU-BLIP-01)"""

    blip: Blip

    def evolve(self, state: GameState) -> GameState:
        """It lies there."""
        noted = marks.marks(state)
        return replace(state, own=replace(noted, blips=(*noted.blips, self.blip)))

    def sentence(self, state: GameState) -> str:
        """That there is one."""
        return "A blip is laid"


class BlipShown(Event, frozen=True, kw_only=True, tag="BlipShown"):
    """A vehicle drove past a blip. (CRU-BLIP-01)"""

    blip: str
    content: str

    def evolve(self, state: GameState) -> GameState:
        """Everybody knows what it is."""
        noted = marks.marks(state)
        shown = (replace(b, shown=True, content=self.content) if b.id == self.blip else b for b in noted.blips)
        return replace(state, own=replace(noted, blips=tuple(shown)))

    def sentence(self, state: GameState) -> str:
        """What lies there."""
        return f"{_named(state, self.unit)} reveals a blip: {self.content or 'nothing'}"


class BlipTaken(Event, frozen=True, kw_only=True, tag="BlipTaken"):
    """A troop picks a blip up; everybody sees what it is. (CRU-TURN-02, CRU-BLIP-01)"""

    unit: UnitId
    blip: str
    content: str

    def evolve(self, state: GameState) -> GameState:
        """It is carried, and lies on the table no more."""
        noted = marks.marks(state)
        taken = {"shown": True, "content": self.content, "taken_by": self.unit}
        blips = tuple(replace(b, **taken) if b.id == self.blip else b for b in noted.blips)
        return replace(state, own=replace(noted, blips=blips))

    def sentence(self, state: GameState) -> str:
        """Who has what now."""
        return f"{_named(state, self.unit)} picks up a blip: {self.content or 'nothing'}"


class TroopMoved(Event, frozen=True, kw_only=True, tag="TroopMoved"):
    """A troop walks; inches of its move that it has used so far. (CRU-TURN-02)"""

    unit: UnitId
    at: tuple[float, float]
    facing: float
    inches: float
    spent_in: float

    def evolve(self, state: GameState) -> GameState:
        """It stands there and is hidden no more."""
        state = _put(state, self.unit, self.at, self.facing)
        return marks.with_model(state, self.unit, spent_in=self.spent_in)

    def sentence(self, state: GameState) -> str:
        """How far."""
        return f"{_named(state, self.unit)} moves {self.inches:g}″"


class TroopHid(Event, frozen=True, kw_only=True, tag="TroopHid"):
    """A troop hides, or is hidden no more. (CRU-TROOP-06)"""

    unit: UnitId
    hidden: bool

    def evolve(self, state: GameState) -> GameState:
        """Enemies know of it or not."""
        return state.with_unit(replace(state.units[self.unit], hidden=self.hidden))

    def sentence(self, state: GameState) -> str:
        """Whether seen."""
        return f"{_named(state, self.unit)} {'hides' if self.hidden else 'is seen'}"


class GotAboard(Event, frozen=True, kw_only=True, tag="GotAboard"):
    """A troop gets into a vehicle, its own side's or an enemy's. (CRU-TRAN-01, CRU-BOARD-05)"""

    unit: UnitId
    vehicle: UnitId
    spent_in: float

    def evolve(self, state: GameState) -> GameState:
        """It rides along."""
        at = state.units[self.vehicle].models[0].at
        state = _put(state, self.unit, at, state.units[self.unit].models[0].facing)
        state = state.with_unit(replace(state.units[self.unit], aboard=self.vehicle, hidden=False))
        return marks.with_model(state, self.unit, spent_in=self.spent_in)

    def sentence(self, state: GameState) -> str:
        """Into what."""
        return f"{_named(state, self.unit)} gets aboard {_named(state, self.vehicle)}"


class GotOut(Event, frozen=True, kw_only=True, tag="GotOut"):
    """A troop gets out of a vehicle. (CRU-TRAN-04, CRU-TRAN-05)"""

    unit: UnitId
    at: tuple[float, float]
    spent_in: float

    def evolve(self, state: GameState) -> GameState:
        """It stands beside it."""
        left = state.units[self.unit].aboard
        state = _put(state, self.unit, self.at, state.units[self.unit].models[0].facing)
        state = state.with_unit(replace(state.units[self.unit], aboard=None))
        if left is not None and marks.of(state, left).driver == self.unit:
            state = marks.with_model(state, left, driver=None)
        return marks.with_model(state, self.unit, spent_in=self.spent_in)

    def sentence(self, state: GameState) -> str:
        """That it is out."""
        return f"{_named(state, self.unit)} gets out"


class Stunned(Event, frozen=True, kw_only=True, tag="Stunned"):
    """A troop loses its next action. (CRU-TROOP-04)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It is noted until the end of its next turn."""
        return marks.with_model(state, self.unit, stunned=True)

    def sentence(self, state: GameState) -> str:
        """Who."""
        return f"{_named(state, self.unit)} is stunned"


class DriverChanged(Event, frozen=True, kw_only=True, tag="DriverChanged"):
    """Somebody takes over as driver, or there is nobody any more. (CRU-TRAN-06)"""

    unit: UnitId
    driver: UnitId | None = None
    spent_in: float = 0.0

    def evolve(self, state: GameState) -> GameState:
        """It is noted at the vehicle, which is of its driver's side; what it took, at the driver."""
        state = marks.with_model(state, self.unit, driver=self.driver, driven=True)
        if self.driver is not None:
            state = state.with_unit(replace(state.units[self.unit], side=state.units[self.driver].side))
        return marks.with_model(state, self.driver, spent_in=self.spent_in) if self.driver else state

    def sentence(self, state: GameState) -> str:
        """Who drives."""
        if self.driver is None:
            return f"Nobody drives {_named(state, self.unit)}"
        return f"{_named(state, self.driver)} takes over as driver of {_named(state, self.unit)}"


EVENTS: tuple[type[Event], ...] = (
    SidesOrdered,
    SettingUp,
    ModelPlaced,
    SideBegins,
    SideFinished,
    TakenInHand,
    ModelDone,
    ActionSpent,
    MoveActionSpent,
    VehicleDriven,
    StraightFlown,
    HasRammed,
    CameDown,
    Fell,
    DiceLost,
    CardDrawn,
    CardsShuffled,
    CrewStruck,
    WeaponFired,
    WeaponFailed,
    WeaponsReady,
    MovementBarred,
    BecameWreck,
    BlewUp,
    WreckCleared,
    WipedOut,
    StructureStruck,
    BlipLaid,
    BlipShown,
    BlipTaken,
    TroopMoved,
    TroopHid,
    GotAboard,
    GotOut,
    Stunned,
    DriverChanged,
)
