"""Which vehicle rules a vehicle is made for, and which of an army's do not fit a table's. (TRI-JOIN-01)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, NamedTuple

from rules.forces.army import Army
from rules.forces.crusade import CrusadeHull
from rules.forces.gemini import GeminiHull, GeminiMarks
from rules.forces.hull import HullStruct, VehicleHull, VehicleMarksStruct
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull, TrialMarks
from rules.rulebook.switches import values_from


class Made(NamedTuple):
    """Vehicle rules that vehicles can be made for: what people call them, their hulls and their marks."""

    name: str
    rule: str
    """The rule that says what a vehicle of theirs is."""
    hull: type[HullStruct]
    marks: type[VehicleMarksStruct] | None = None
    on_core: bool = True
    """Whether they are played on top of the skirmish rules, so that a scenario's switch may say so."""

    @property
    def id(self) -> str:
        """What hulls are tagged with, and what a scenario's switch says."""
        return str(self.hull.__struct_config__.tag)


GEMINI: Final = Made("the Gemini vehicle rules", "VEH-JOIN-01", GeminiHull, GeminiMarks)
TRIAL: Final = Made("the trial vehicle rules", "TRI-JOIN-01", TrialHull, TrialMarks)
CRUSADE: Final = Made("the Rules Crusade", "CRU-VEH-01", CrusadeHull, on_core=False)

SHIPPED: Final = (GEMINI, TRIAL, CRUSADE)
"""Those that an army can be written for, whether or not a table can be played with them."""

_added: ContextVar[tuple[Made, ...]] = ContextVar("added vehicle rules", default=())


def known() -> tuple[Made, ...]:
    """All of them, in the order in which they are offered."""
    return (*SHIPPED, *_added.get())


def made_for(id: str) -> Made | None:
    """The rules of that id."""
    return next((made for made in known() if made.id == id), None)


def shapes(kind: type) -> Mapping[str, type]:
    """What hulls are, or marks, by the id of the rules that they are made for."""
    return _shapes(kind, _added.get())


@lru_cache(maxsize=16)
def _shapes(kind: type, added: tuple[Made, ...]) -> dict[str, type]:
    found = {made.id: made.hull if kind is VehicleHull else made.marks for made in (*SHIPPED, *added)}
    return {key: shape for key, shape in found.items() if shape is not None}


def name_of(id: str) -> str:
    """What people call the rules of that id; the id where nobody knows them."""
    made = made_for(id)
    return made.name if made else id


@contextmanager
def adding(*made: Made) -> Iterator[None]:
    """Vehicles can be made for these rules too while the block runs, in this thread alone."""
    token = _added.set((*_added.get(), *made))
    try:
        yield
    finally:
        _added.reset(token)


def on_core() -> tuple[str, ...]:
    """The ids of those that a scenario may name, in the order in which they are offered. (TRI-JOIN-01)"""
    return tuple(made.id for made in known() if made.on_core)


values_from("vehicle_module", on_core)


class Misfit(NamedTuple):
    """A unit whose vehicle is made for other rules."""

    unit: str
    module: str


def module_of(profile: Profile) -> str:
    """The vehicle rules that say what it is; empty for whoever is no vehicle."""
    return profile.hull.made_for if profile.hull is not None else ""


def misfits(army: Army, module: str) -> tuple[Misfit, ...]:
    """The units of an army that have vehicles for other rules than those of that module."""
    made = {profile.id: module_of(profile) for profile in army.profiles}
    wrong = ((entry.name, made.get(m.profile, "")) for entry in army.entries for m in entry.members)
    found = {name: Misfit(name, other) for name, other in wrong if other and other != module}
    return tuple(found.values())
