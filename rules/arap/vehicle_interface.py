"""Where the skirmish rules meet vehicles: one table of vehicle modules, of which the scenario's switch picks one.

A module brings its own hull and marks, its actions, events, tasks and offers, and it answers what the chapters ask. The
questions of a chapter are a class in its own folder, in `vehicle_interface.py`, whose methods answer "no such thing
here"; a module's answers derive from those that it has something to say to. (TRI-JOIN-01)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Final, Protocol, TypeVar

from rules.core.ids import FIRST_RULESET, SideId
from rules.forces import modules
from rules.forces.modules import SWITCH, Made
from rules.offers import Offer, listed
from rules.progress import Action, TaskStruct
from rules.rulebook import switch
from rules.state import Event, GameState


class VehicleModule(Protocol):
    """One set of vehicle rules, as the game meets it. It is frozen and hashable: decoders are kept by it."""

    @property
    def id(self) -> str:
        """What the scenario's switch says of a game that is played by it."""

    @property
    def made(self) -> Made:
        """What people call it, and the structs of its hulls and marks."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What vehicles, and people beside them, may do."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """What may happen to them."""

    @property
    def tasks(self) -> tuple[type[TaskStruct], ...]:
        """What may stand on the agenda because of them."""

    def offers(self, state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> Iterator[Offer]:
        """What that side may do with them now, in a stable order; `kinds` may name the only ones that are wanted."""

    @property
    def answers(self) -> object:
        """What answers the chapters: it derives from each class of questions that it has something to say to."""


@dataclass(frozen=True, eq=False)
class VehicleRules:
    """A vehicle module made of rule files: what it adds is gathered from their ACTIONS, EVENTS, TASKS and offers."""

    made: Made
    answers: object
    files: tuple[ModuleType, ...]
    """In the order in which their actions are offered."""

    @property
    def id(self) -> str:
        """That of its hulls."""
        return self.made.id

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """Of all its files."""
        return self._gathered("ACTIONS")

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """Of all its files."""
        return self._gathered("EVENTS")

    @cached_property
    def tasks(self) -> tuple[type[TaskStruct], ...]:
        """Of all its files."""
        return self._gathered("TASKS")

    def offers(self, state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> Iterator[Offer]:
        """Of each of its files."""
        yield from listed(self.files, state, side, kinds)

    def _gathered(self, name: str) -> tuple[type, ...]:
        return tuple(kind for file in self.files for kind in getattr(file, name, ()))


class UnknownVehicleRules(ValueError):
    """No game is played by such vehicle rules."""


_shipped: Final[list[VehicleModule]] = []
_added: ContextVar[tuple[VehicleModule, ...]] = ContextVar("added vehicle modules", default=())


def ship(*shipped: VehicleModule) -> None:
    """Enter the modules that come with the project; `rules/vehicles/ruleset.py` does so, and nobody else."""
    _shipped.extend(shipped)


def playable() -> tuple[VehicleModule, ...]:
    """Every set of vehicle rules that a table can be played with now."""
    return (*_shipped, *_added.get())


def named(name: str) -> VehicleModule:
    """The vehicle rules of that id. UnknownVehicleRules if no table is played by such."""
    found = _named(name, playable())
    if found is not None:
        return found
    raise UnknownVehicleRules(f"no table is played by {modules.name_of(name)}: there is {', '.join(played())}")


@lru_cache(maxsize=64)
def _named(name: str, among: tuple[VehicleModule, ...]) -> VehicleModule | None:
    """Asked more often than anything else."""
    return next((module for module in among if module.id == name), None)


def played() -> tuple[str, ...]:
    """The ids of all of them."""
    return tuple(module.id for module in playable())


def of(state: GameState) -> VehicleModule:
    """The vehicle rules of this game."""
    return named(str(state.options.get(SWITCH) or switch(SWITCH).default))


@contextmanager
def adding(*added: VehicleModule) -> Iterator[None]:
    """Tables can be played by these too while the block runs, in this thread alone: for tests, and to try one out."""
    token = _added.set((*_added.get(), *added))
    try:
        with modules.adding(*(module.made for module in added)):
            yield
    finally:
        _added.reset(token)


Questions = TypeVar("Questions")


def ask(state: GameState, questions: type[Questions]) -> Questions:
    """What answers a chapter's questions in this game: its vehicle module, else the chapter's own "no such thing".

    Vehicles of a game that is no skirmish are none of these modules' either.
    """
    return answered(of(state), questions) if state.ruleset == FIRST_RULESET else questions()


def answered(module: VehicleModule, questions: type[Questions]) -> Questions:
    """What answers a chapter's questions by that module: itself, else the chapter's own "no such thing"."""
    return module.answers if isinstance(module.answers, questions) else questions()
