"""Weapons fire, fail and are made ready. (CRU-WEAP, CRU-FIRE)"""

from __future__ import annotations

from rules.core.ids import UnitId, WeaponId
from rules.core.words import listed
from rules.crusade import marks, models
from rules.crusade.events.words import named
from rules.state import Event, GameState


class WeaponFired(Event, frozen=True, kw_only=True, tag="WeaponFired"):
    """A weapon has fired; one that must be loaded is empty. (CRU-WEAP-10)"""

    unit: UnitId
    weapon: str
    name: str
    empty: bool = False
    target: UnitId | None = None
    """At whom; nobody where a spot on the ground is fired at."""
    then: UnitId | None = None
    """At whom the second attack of rapid fire is, if it is another one. (CRU-WEAP-04)"""

    def evolve(self, state: GameState) -> GameState:
        """An empty weapon is noted."""
        if not self.empty:
            return state
        return marks.with_model(state, self.unit, empty=(*marks.of(state, self.unit).empty, self.weapon))

    def sentence(self, state: GameState) -> str:
        """Who fires what at whom."""
        at = f" at {named(state, self.target)}" if self.target else ""
        at += f" and {named(state, self.then)}" if self.then else ""
        empty = f": the {self.name} is empty now" if self.empty else ""
        return f"{named(state, self.unit)} {self._does(state)} its {self.name}{at}{empty}"

    def _does(self, state: GameState) -> str:
        """Grenades are thrown. (CRU-TURN-02)"""
        known = state.weapons.get(WeaponId(self.weapon))
        return "throws" if known is not None and models.is_thrown(known) else "fires"


class ShellFell(Event, frozen=True, kw_only=True, tag="ShellFell"):
    """A blast that was aimed at a spot comes down. Inches. (CRU-WEAP-08, CRU-WEAP-09)"""

    unit: UnitId
    name: str
    aim: tuple[float, float]
    at: tuple[float, float]
    radius_in: float
    inches: float = 0.0
    clock: int = 0
    """Which way it drifted, as on a clock."""

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes before the attack is rolled."""
        return state

    def sentence(self, state: GameState) -> str:
        """How far off, if at all."""
        if not self.clock:
            return f"The shot of the {self.name} comes down where it was aimed"
        return f"The shot of the {self.name} comes down {self.inches:.3g}″ off, at {self.clock} o’clock"


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
        return f"{named(state, self.unit)}: the {self.name} {'is lost' if self.lost else 'jams'}"


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
        return f"{named(state, self.unit)} makes {listed(self.names)} ready"


class MovementBarred(Event, frozen=True, kw_only=True, tag="MovementBarred"):
    """Passengers acted from a vehicle: it takes no extra movement this turn. (CRU-FIRE-03, CRU-FIRE-04)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It is noted until its next turn."""
        return marks.with_model(state, self.unit, locked=True)


EVENTS: tuple[type[Event], ...] = (
    WeaponFired,
    ShellFell,
    WeaponFailed,
    WeaponsReady,
    MovementBarred,
)
