"""What lies behind firing ports, as those meet it who fire at it. (VEH-PORT-01, BLD-PORT-01)"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, Literal, NamedTuple

from rules.arap.shooting.plan import Firing
from rules.arap.templates.strip import ModelUnderStrip
from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import distance, is_within
from rules.progress import Progress
from rules.state import GameState

Kind = Literal["port", "window", "hatch"]

CLOSE_IN: Final = 2.0
"""So near anything goes in at a window or hatch, and a stream needs to beat its goal by one alone."""

OUTSIDE_IN: Final = 0.1
"""What bursts at an opening without passing bursts so far before it."""


class Gap(NamedTuple):
    """One opening: what it is, where in the outline, on which face (a hatch is in the roof)."""

    kind: Kind
    at: Point
    face: str = ""
    ends: tuple[Point, Point] | None = None
    """From where to where it reaches in its wall, where that is known."""

    @property
    def name(self) -> str:
        """What it is and where."""
        return f"a {self.kind} on the {self.face}" if self.face else f"a {self.kind}"


class PortRules(NamedTuple):
    """By which entries fire at these ports is resolved, one or more for each matter."""

    shots: tuple[str, ...]
    at_port: str
    """What a direct shot or a throw loses."""
    wider: str
    """What a shell strays further."""
    through: str
    """What a stream must be better by."""
    shells: tuple[str, ...]
    grenade: tuple[str, ...]
    passes: tuple[str, ...]
    burst: tuple[str, ...]
    stream: tuple[str, ...]
    licks: tuple[str, ...]


class Compartment:
    """People behind ports: who they are, where the openings are, what happens to the outside."""

    name: str
    cites: ClassVar[PortRules]
    target: UnitId | None = None
    """The vehicle that it is in, if any."""

    @abstractmethod
    def insides(self, state: GameState) -> tuple[Unit, ...]:
        """Units inside."""

    def people(self, state: GameState) -> list[tuple[UnitId, ModelId]]:
        """Everybody inside: the compartment is one."""
        return [(u.id, m.id) for u in self.insides(state) for m in u.alive]

    def seen(self, state: GameState, firing: Firing, gap: Gap) -> list[tuple[UnitId, ModelId]]:
        """Whom a shot through an opening may strike."""
        return self.people(state)

    @abstractmethod
    def barred(self, state: GameState) -> Refusal | None:
        """Why nobody can shoot at its openings from anywhere."""

    @abstractmethod
    def none_facing(self, state: GameState) -> Refusal:
        """That it has no opening on that side, or none that is not shut."""

    @abstractmethod
    def facing(self, state: GameState, eye: Point, weapon: Weapon) -> tuple[Gap, ...]:
        """The openings at which that weapon can be used from there, the nearest first."""

    @abstractmethod
    def every_open(self, state: GameState) -> tuple[Gap, ...]:
        """All openings in its sides that are not shut."""

    def is_close(self, state: GameState, gap: Gap, eye: Point) -> bool:
        """Whether somebody there is within two inches of the opening."""
        return is_within(distance(eye, gap.at), CLOSE_IN)

    @abstractmethod
    def before(self, state: GameState, gap: Gap, eye: Point) -> Point:
        """The point outside at which something bursts that does not pass."""

    @abstractmethod
    def holds(self, state: GameState, at: Point) -> bool:
        """Whether a place is within its outline."""

    def is_within(self, state: GameState, model: ModelId) -> bool:
        """Whether somebody on the table is inside, so that nothing reaches him from outside."""
        return False

    @abstractmethod
    def beside(self, state: GameState, gap: Gap) -> Sequence[tuple[UnitId, ModelId]]:
        """Those inside within an inch of an opening that a stream licks in at."""

    def under(self, state: GameState, firing: Firing, gap: Gap) -> list[ModelUnderStrip] | None:
        """Those inside whom a stream that goes in may reach, with their cover; None for everybody. (BLD-TMPL-07)"""
        return None

    @abstractmethod
    def burn(self, progress: Progress, unit: UnitId, firing: Firing) -> None:
        """A stream that did not go in strikes the outside."""

    @abstractmethod
    def tell(self, progress: Progress, unit: UnitId, shots: PortShots) -> None:
        """The shots are counted for who fired them."""


class PortShots(NamedTuple):
    """Shots of one group at ports: how many by whom, how many hit, the ends of their lines."""

    group: Sequence[Firing]
    hits: int
    counts: dict[ModelId, int]
    lines: tuple[tuple[Point, Point], ...] = ()


def at_port(cites: PortRules) -> Modifier:
    """What a direct shot and a throw lose."""
    return Modifier(-2, "at a firing port", cites.at_port)


def wider(cites: PortRules) -> Modifier:
    """How much further a shell strays."""
    return Modifier(-2, "at a port: 2″ more scatter", cites.wider)


def through(cites: PortRules, *, near: bool) -> Modifier:
    """By how much a stream must be better than needed."""
    return (
        Modifier(-1, "through a port within 2″", cites.through)
        if near
        else Modifier(-2, "through a port", cites.through)
    )
