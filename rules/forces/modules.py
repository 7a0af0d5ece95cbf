"""Which vehicle rules a vehicle is made for, and which of an army's do not fit a table's. (TRI-JOIN-01)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, NamedTuple

from rules.core.ids import FIRST_RULESET
from rules.forces.army import Army
from rules.forces.crusade import CrusadeHull
from rules.forces.gemini import GeminiHull, GeminiMarks
from rules.forces.hull import HullStruct, VehicleHull, VehicleMarksStruct
from rules.forces.libraries import trial_samples
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull, TrialMarks
from rules.forces.weapon import Weapon
from rules.rulebook.switches import default_options, values_from


class WayToPlay(NamedTuple):
    """A way to play that a table chooses among: some vehicle rules, with switches that make it what it is."""

    id: str
    module: str
    """The id of its vehicle rules."""
    title: str
    about: str
    ruleset: str
    options: tuple[tuple[str, bool | int | str], ...] = ()
    races: bool = False
    """Whether it is how a scenario with a race is played."""

    @property
    def on_core(self) -> bool:
        """Whether it is played on top of the skirmish rules."""
        return self.ruleset == FIRST_RULESET


class Samples(NamedTuple):
    """Vehicles and weapons that come with some vehicle rules, and the switch by which a table does without them."""

    switch: str
    rule: str
    """The rule that lists the vehicles."""
    weapons_rule: str
    has: Callable[[Profile], bool]
    """Whether a profile is one of those vehicles."""
    has_weapon: Callable[[Weapon], bool]


class Made(NamedTuple):
    """Vehicle rules that vehicles can be made for: what people call them, their hulls and their marks."""

    name: str
    rule: str
    """The rule that says what a vehicle of theirs is."""
    hull: type[HullStruct]
    marks: type[VehicleMarksStruct] | None = None
    ruleset: str = FIRST_RULESET
    """The game that they belong to."""
    knows: Callable[[Profile], bool] = lambda profile: profile.crusade_troop is None
    """Whether somebody on foot has the numbers that this game asks for."""
    title: str = ""
    """What they are called where one of them is chosen."""
    about: str = ""
    """What is theirs, in a sentence."""
    topics: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Switches that no other vehicle rules look at, by what they are about."""
    further: tuple[WayToPlay, ...] = ()
    """Ways to play by them beside the plain one."""
    samples: Samples | None = None
    """What comes ready-made with them and may be left out."""

    @property
    def ways(self) -> tuple[WayToPlay, ...]:
        """The ways to play by them, the plain one first."""
        plain = WayToPlay(self.id, self.id, self.title or self.id.capitalize(), self.about, self.ruleset)
        return (plain, *self.further)

    @property
    def on_core(self) -> bool:
        """Whether they are played on top of the skirmish rules, so that a scenario's switch may say so."""
        return self.ruleset == FIRST_RULESET

    @property
    def id(self) -> str:
        """What hulls are tagged with, and what a scenario's switch says."""
        return str(self.hull.__struct_config__.tag)


def _fights_crusade(profile: Profile) -> bool:
    return profile.crusade_troop is not None


GEMINI: Final = Made(
    "the Gemini vehicle rules",
    "VEH-JOIN-01",
    GeminiHull,
    GeminiMarks,
    title="Skirmish vehicles",
    about="They turn at a cost in inches, ram, collide, and are boarded on the move.",
    topics=(
        (
            "Skirmish vehicles",
            (
                "hull_down_roll",
                "armament_pick",
                "defensive_strength_max",
                "shoot_after_boarding",
                "passengers_hit_at_long_range",
                "passengers_hard_cover",
                "clinging_places",
                "door_limit_civilian",
                "bike_and_rider",
                "size_one_minus_one",
                "ram_rules",
                "relative_speed",
            ),
        ),
        (
            "Street Race",
            (
                "street_race",
                "driver_extra_minus_one",
                "driver_half_ws",
                "bikes_reverse",
                "pillion_raises_trr",
            ),
        ),
    ),
    further=(
        WayToPlay(
            "street-race",
            "gemini",
            "Street Race",
            "Drivers keep their speed from turn to turn; the faster one goes, the wider it turns.",
            FIRST_RULESET,
            options=(("street_race", "all"),),
            races=True,
        ),
    ),
)
TRIAL: Final = Made(
    "the trial vehicle rules",
    "TRI-JOIN-01",
    TrialHull,
    TrialMarks,
    title="Trial vehicles",
    about="They turn freely; how far one drove decides what it may fire. No ramming.",
    topics=(("Trial vehicles", ("tri_glancing_column", "tri_sample_data", "tri_stand_before_tank")),),
    samples=Samples(
        "tri_sample_data",
        "TRI-CHAR-05",
        "TRI-CHAR-06",
        trial_samples.is_sample,
        trial_samples.is_sample_weapon,
    ),
)
CRUSADE: Final = Made(
    "the Rules Crusade",
    "CRU-VEH-01",
    CrusadeHull,
    ruleset="rules-crusade",
    knows=_fights_crusade,
    title="Rules Crusade",
    about="Two or more sides, dice in pools, and a damage card for every hit on a vehicle.",
)

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


SWITCH: Final = "vehicle_module"
"""The switch by which a scenario says which vehicle rules it is played by. (TRI-JOIN-01)"""

values_from(SWITCH, on_core)


def of_game(ruleset: str) -> Made | None:
    """The vehicle rules of a game that has its own; None for the skirmish rules, where a switch says which."""
    return next((made for made in known() if made.ruleset == ruleset and not made.on_core), None)


Options = Mapping[str, bool | int | str]


def ways() -> tuple[WayToPlay, ...]:
    """Every way to play, as they are offered: by vehicle rules, what is beside these, other games. (TRI-JOIN-01)"""
    found = [(n > 0, way) for made in known() for n, way in enumerate(made.ways)]
    return tuple(way for _, way in sorted(found, key=lambda each: (not each[1].on_core, each[0])))


def way_of(ruleset: str, options: Options, *, race: bool = False) -> WayToPlay | None:
    """The way that a scenario of that game is played with those switches. (VEH-RACE-01)"""
    own = of_game(ruleset)
    made = own or made_for(str(options.get(SWITCH, GEMINI.id)))
    if made is None:
        return None
    plain, *further = made.ways
    return next((w for w in further if (race and w.races) or _is_so(w, options)), plain)


def _is_so(way: WayToPlay, options: Options) -> bool:
    return all(options.get(key) == value for key, value in way.options)


def switched_to(way: WayToPlay, options: Options, *, race: bool = False) -> dict[str, bool | int | str]:
    """Those switches as they have to be for that way to play; the rest as they are. (TRI-JOIN-01)"""
    if not way.on_core:
        return dict(options)
    others = {(key, value) for each in ways() if each != way for key, value in each.options}
    usual = default_options()
    kept = {key: usual[key] if (key, value) in others else value for key, value in options.items()}
    own = {} if race and way.races else dict(way.options)
    return {**kept, SWITCH: way.module, **own}


class Misfit(NamedTuple):
    """A unit whose vehicle is made for other rules."""

    unit: str
    module: str


def module_of(profile: Profile) -> str:
    """The vehicle rules that say what it is; empty for whoever is no vehicle."""
    return profile.hull.made_for if profile.hull is not None else ""


def misfits(army: Army, module: str) -> tuple[Misfit, ...]:
    """The units of an army that have vehicles for other rules than those of that module."""
    return misfits_among(members(army), module)


def misfits_among(units: Iterable[tuple[str, Profile]], module: str) -> tuple[Misfit, ...]:
    """The same of units by their names, each with what one of its models is."""
    made = ((name, module_of(profile)) for name, profile in units)
    found = {name: Misfit(name, other) for name, other in made if other and other != module}
    return tuple(found.values())


def strangers_among(units: Iterable[tuple[str, Profile]], module: str) -> tuple[str, ...]:
    """The units on foot that have no numbers for those rules. (CRU-TROOP-01)"""
    made = made_for(module)
    if made is None:
        return ()
    found = (name for name, profile in units if profile.hull is None and not made.knows(profile))
    return tuple(dict.fromkeys(found))


def modules_of(army: Army) -> tuple[str, ...]:
    """The ids of the vehicle rules that somebody of an army is made for; none where all walk by the skirmish rules."""
    people = list(members(army))
    asked = {module_of(profile) for _, profile in people} | {
        made.id
        for _, profile in people
        for made in known()
        if profile.hull is None and not made.on_core and made.knows(profile)
    }
    return tuple(made.id for made in known() if made.id in asked)


def members(army: Army) -> Iterator[tuple[str, Profile]]:
    """Its units by their names, each with what some of its models are."""
    by_id = {profile.id: profile for profile in army.profiles}
    for entry in army.entries:
        yield from ((entry.name, by_id[m.profile]) for m in entry.members if m.profile in by_id)
