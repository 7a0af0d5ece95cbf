"""Krak grenades in close combat. (ARAP-CCG-05)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.damage.wounds_and_saves import unsaved_odds, wound_odds
from rules.arap.positions import engagement, melee_weapons
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, ProfileId, UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.dice.odds import Question, within
from rules.forces.profile import Profile
from rules.forces.unit import Model
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

STRENGTH: Final = 6
AP: Final = 4
PLACED: Final = 1
"""The face that places the grenade, whatever the Weapon Skills."""

BACKFIRES: Final = 6

TOUGH: Final = 5
ARMOURED: Final = 3
"""From this Toughness up, or this save down, a foe is worth a grenade."""


class KrakAttack(NamedTuple):
    """One fighter about to place a grenade on an enemy."""

    unit: UnitId
    attacker: ModelId
    target: ModelId


class KrakChosen(Event, frozen=True, kw_only=True, tag="KrakChosen"):
    """Those of a unit that carry krak grenades use them in this round, and do nothing else. (ARAP-CCG-05)"""

    melee: str
    planted: bool = False
    """They plant charges on a machine. (VEH-WS-05)"""

    def evolve(self, state: GameState) -> GameState:
        """It holds for one round."""
        assert self.unit is not None
        melees = tuple(self._chosen(m, self.unit) if m.id == self.melee else m for m in state.melees)
        return replace(state, melees=melees)

    def _chosen(self, melee: Melee, unit: UnitId) -> Melee:
        if self.planted:
            return replace(melee, planting=(*melee.planting, unit))
        return replace(melee, krak=(*melee.krak, unit))

    def sentence(self, state: GameState) -> str:
        """Who does."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} {'plants charges' if self.planted else 'uses krak grenades'}"


def attacks(state: GameState, melee: Melee, unit: UnitId) -> list[KrakAttack]:
    """Who of a unit could place a grenade, and on whom: the nearest tough or armoured foe in reach and arc."""
    found = []
    for model in engagement.members(state, (unit,)):
        if not melee_weapons.has_krak(state, model):
            continue
        foes = [
            e
            for e in engagement.enemy_models(state, melee, state.units[unit].side)
            if engagement.reaches(state, model, e)
            and engagement.sees_in_arc(model, e, "ordinary")
            and is_worthy(state, e)
        ]
        if foes:
            target = min(foes, key=lambda e: distance(model.at, e.at))
            found.append(KrakAttack(unit, model.id, target.id))
    return found


def is_worthy(state: GameState, enemy: Model) -> bool:
    """Whether it is a tough or well-armoured foe and no vehicle. (ARAP-CCG-05)"""
    profile = state.profile(enemy)
    return profile.hull is None and (profile.t >= TOUGH or profile.sv <= ARMOURED)


class KrakChoice(TaskStruct, frozen=True, kw_only=True, tag="KrakChoice"):
    """Before a round a unit may decide to use its krak grenades. (ARAP-CCG-05)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Ask where there is a foe worth one."""
        state = progress.state
        melee = state.melee_of(self.unit)
        if melee is None:
            return
        options = self._options(state, melee)
        if len(options) < 2:
            return
        unit = state.units[self.unit]
        progress.ask(
            self,
            unit.side,
            "krak",
            f"Does {unit.name} use grenades?",
            options,
            unit=unit.id,
            rule=options[-1].rule,
            decline="fight",
        )

    def _options(self, state: GameState, melee: Melee) -> list[Option]:
        """Fight, place krak grenades on troops, plant charges on machines."""
        options = [Option(id="fight", label="Fight as usual", rule="ARAP-MELEE-05")]
        count = len(attacks(state, melee, self.unit))
        if count:
            detail = f"{count} attack{'s' if count > 1 else ''} at Initiative 1: 1 places it, S6 AP4; 6 backfires"
            options.append(Option(id="krak", label="Krak grenades", detail=detail, rule="ARAP-CCG-05"))
        planting = replace(melee, planting=(self.unit,))
        count = sum(engagement.plants(state, planting, self.unit, m) for m in engagement.members(state, (self.unit,)))
        if count:
            detail = f"{count} attempt{'s' if count > 1 else ''}, one each and no other attack, at Initiative 1"
            options.append(Option(id="plant", label="Plant charges", detail=detail, rule=_planting(state)[0]))
        return options

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """That any is placed, what they do to the foe, that any backfires and wounds."""
        melee = seen.melee_of(self.unit)
        placed = attacks(seen, melee, self.unit) if melee else []
        if not placed:
            return {}
        chances = odds(seen, placed)
        return {
            "krak": (
                Promise(chances.placed, "one is placed"),
                Promise(chances.mean, "wounds to expect", "mean"),
                Promise(chances.wounds_own, "wounds its own"),
            )
        }

    def answer(self, progress: Progress, choice: str) -> None:
        """Note it for the round."""
        melee = progress.state.melee_of(self.unit)
        if choice == "fight" or melee is None:
            return
        side = progress.state.units[self.unit].side
        planted = choice == "plant"
        rules = ("ARAP-CCG-03", *_planting(progress.state)) if planted else ("ARAP-CCG-05",)
        progress.emit(KrakChosen(side=side, unit=self.unit, melee=melee.id, planted=planted, rules=rules))


def _planting(state: GameState) -> tuple[str, ...]:
    """The rules by which charges are planted on machines, or the core's alone."""
    return ask(state, VehicleCrews).cited("planting") or ("ARAP-CCG-03",)


def resolve(progress: Progress, placed: list[KrakAttack]) -> None:
    """A 1 hits the foe, a 6 the attacker if the foe can fight back; both at S6 AP4. (ARAP-CCG-05)"""
    for unit, group in wounds_and_saves.grouped((a.unit, a) for a in placed).items():
        name = progress.state.units[unit].name
        rolled = progress.roll(
            "krak-attack",
            len(group),
            sense="table",
            unit=unit,
            why=f"{name} places krak grenades: 1 succeeds, 6 backfires",
            rules=("ARAP-CCG-05",),
        )
        hits = [a.target for a, die in zip(group, rolled.dice, strict=True) if die == PLACED]
        own = [
            a.attacker
            for a, die in zip(group, rolled.dice, strict=True)
            if die == BACKFIRES and _fights(progress.state, a.target)
        ]
        for victims, by in ((hits, unit), (own, None)):
            wounds_and_saves.strike(
                progress,
                victims,
                STRENGTH,
                ap=AP,
                by=by,
                why="krak grenade",
                rules=("ARAP-CCG-05",),
                cause="melee",
                counts=False,
            )


def _fights(state: GameState, model: ModelId) -> bool:
    return state.profile(state.find_model(model)[1]).ws > 0


class KrakOdds(NamedTuple):
    """What the grenades of a unit may do: that any is placed, any foe wounded, any bearer wounded; wounds to expect."""

    placed: Fraction
    wounds: Fraction
    wounds_own: Fraction
    mean: Fraction


def odds(state: GameState, placed: Sequence[KrakAttack]) -> KrakOdds:
    """Exact chances of those attacks; what befalls the bearers before the last step is left out. (ARAP-CCG-05)"""
    on_foe = [_hurt(state, a.target) for a in placed]
    on_own = [_hurt(state, a.attacker) for a in placed if _fights(state, a.target)]
    return odds_of(on_foe, on_own)


def odds_of(on_foe: Sequence[Fraction], on_own: Sequence[Fraction]) -> KrakOdds:
    """The same from what each grenade would do: to the foe if it is placed, to its bearer if it backfires."""
    face = Fraction(1, 6)
    return KrakOdds(
        placed=1 - (1 - face) ** len(on_foe),
        wounds=1 - prod((1 - face * p for p in on_foe), start=Fraction(1)),
        wounds_own=1 - prod((1 - face * p for p in on_own), start=Fraction(1)),
        mean=sum((face * p for p in on_foe), start=Fraction(0)),
    )


def hurts(profile: Profile, *, grounded: bool = False) -> Fraction:
    """The chance that a grenade which goes off on such a model costs a wound."""
    return wound_odds(profile, STRENGTH, close=True) * unsaved_odds(profile, AP, grounded=grounded)


def _hurt(state: GameState, model: ModelId) -> Fraction:
    """The chance that a grenade which goes off there costs a wound."""
    unit, struck = state.find_model(model)
    return hurts(state.profile(struck), grounded=unit.gone_to_ground)


class KrakQuestion(Question, frozen=True, tag="krak"):
    """Krak grenades in a melee: a 1 places one on the foe, a 6 goes off in the bearer's hand. (ARAP-CCG-05)"""

    example = '{"kind": "krak", "attacks": 3, "toughness": 6, "save": 3, "own_toughness": 3, "own_save": 5}'

    attacks: int
    toughness: int
    save: int = 7
    own_toughness: int = 3
    own_save: int = 7
    fights_back: bool = True

    def __post_init__(self) -> None:
        within("`attacks`", self.attacks, 1)

    def answer(self) -> object:
        foe = hurts(_model(self.toughness, self.save))
        own = hurts(_model(self.own_toughness, self.own_save))
        odds = odds_of([foe] * self.attacks, [own] * self.attacks if self.fights_back else [])
        return odds._asdict()


def _model(toughness: int, save: int) -> Profile:
    return Profile(id=ProfileId("asked"), name="Asked", t=toughness, sv=save)


EVENTS: tuple[type[Event], ...] = (KrakChosen,)
TASKS: tuple[type[TaskStruct], ...] = (KrakChoice,)
QUESTIONS: tuple[type[Question], ...] = (KrakQuestion,)
