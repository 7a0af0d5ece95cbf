"""What is chosen before a round for a section: krak grenades, several weapons at once. (ARAP-CCG-05, ARAP-MELEE-04)

Nobody's place counts there, so whoever fights may use them against whom he faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.attacks import krak_grenades, several_weapons
from rules.arap.attacks.krak_grenades import KrakChoice
from rules.arap.attacks.several_weapons import SeveralChoice
from rules.arap.positions import engagement, melee_weapons
from rules.arap.units import standing_answers
from rules.buildings.sections.assault import fighting
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.forces.unit import Model
from rules.progress import TaskStruct
from rules.state import GameState, Melee


def bearers(state: GameState, models: Sequence[ModelId]) -> list[Model]:
    """Who of them is alive and carries krak grenades."""
    alive = (state.find_model(m)[1] for m in models)
    return [m for m in alive if m.alive and melee_weapons.has_krak(state, m)]


def worthy(state: GameState, models: Sequence[ModelId]) -> list[Model]:
    """Who of them is alive and worth a grenade. (ARAP-CCG-05)"""
    alive = (state.find_model(m)[1] for m in models)
    return [m for m in alive if m.alive and krak_grenades.is_worthy(state, m)]


class SectionKrak(KrakChoice, frozen=True, kw_only=True, tag="SectionKrak"):
    """Before a round for a section a unit may decide to use its krak grenades. (ARAP-CCG-05)"""

    models: tuple[ModelId, ...]
    foes: tuple[ModelId, ...]

    def _options(self, state: GameState, melee: Melee) -> list[Option]:
        fight = Option(id="fight", label="Fight as usual", rule="ARAP-MELEE-05")
        if not bearers(state, self.models) or not worthy(state, self.foes):
            return [fight]
        detail = "one attempt each and no other attack, at Initiative 1: 1 places it, S6 AP4; 6 backfires"
        return [fight, Option(id="krak", label="Krak grenades", detail=detail, rule="ARAP-CCG-05")]

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """That any is placed, what they do to the foe and to their bearers, on average of who may fight.

        Whoever fights before the house counts as well. (ARAP-INT-01)
        """
        melee = seen.melee_of(self.unit)
        if melee is None:
            return {}
        tried = replace(melee, krak=(*melee.krak, self.unit))
        placed = mean = own = Fraction(0)
        without = fighting.krak_at(seen, tried, fighting.before_house(seen, melee), engagement.LAST_STEP)
        for likely, fighters in fighting.lots(seen, melee):
            thrown = [*fighting.krak_at(seen, tried, fighters, engagement.LAST_STEP), *without]
            found = krak_grenades.odds(seen, [one for one in thrown if one.unit == self.unit])
            placed, mean = placed + likely * found.placed, mean + likely * found.mean
            own += likely * found.wounds_own
        return {
            "krak": (
                Promise(placed, "one is placed"),
                Promise(mean, "wounds to expect", "mean"),
                Promise(own, "wounds its own"),
            )
        }


class SectionSeveral(SeveralChoice, frozen=True, kw_only=True, tag="SectionSeveral"):
    """Before such a round a unit may decide to fight with several weapons. (ARAP-MELEE-04)"""

    models: tuple[ModelId, ...]

    def _any(self, state: GameState, melee: Melee) -> bool:
        alive = (state.find_model(m)[1] for m in self.models)
        return any(m.alive and melee_weapons.pair_of(state, m) is not None for m in alive)

    def _promised(self, state: GameState, melee: Melee) -> tuple[Promise, ...]:
        """Of its blows in the round, on average of who may fight, and of those before the house. (ARAP-INT-01)"""
        parts = [*fighting.lots(state, melee), (Fraction(1), fighting.before_house(state, melee))]
        mean = sum(
            float(likely) * float(blow.mean or 0)
            for likely, fighters in parts
            for blow in fighting.expected(state, melee, fighters)
            if blow.unit == self.unit
        )
        return (Promise(mean, "wounds to expect", "mean"),)


def choices(state: GameState, sides: Sequence[tuple[Sequence[ModelId], Sequence[ModelId]]]) -> list[TaskStruct]:
    """Those of each unit that may fight, with its foes."""
    by_unit: dict[UnitId, tuple[list[ModelId], Sequence[ModelId]]] = {}
    for own, foes in sides:
        for model in own:
            by_unit.setdefault(state.find_model(model)[0].id, ([], foes))[0].append(model)
    order = sorted(by_unit, key=lambda u: state.units[u].side != state.active_side)
    several = (u for u in order if standing_answers.concerns(state, state.units[u], several_weapons.ABOUT))
    return [
        *(SectionKrak(unit=u, models=tuple(by_unit[u][0]), foes=tuple(by_unit[u][1])) for u in order),
        *(SectionSeveral(unit=u, models=tuple(by_unit[u][0])) for u in several),
    ]


TASKS: tuple[type[TaskStruct], ...] = (SectionKrak, SectionSeveral)
