"""Several weapons at once in a fight with people aboard: both sides are asked. (ARAP-MELEE-04, VEH-CC-09)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.attacks import several_weapons
from rules.arap.attacks.several_weapons import SeveralChoice, SeveralChosen
from rules.arap.units import standing_answers
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import OptionOdds
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.close_combat import boarders, over_the_rim
from rules.vehicles.gemini.close_combat.reached import hull_for


class SeveralOverRim(SeveralChoice, frozen=True, kw_only=True, tag="SeveralOverRim"):
    """Before such a round a unit may decide to fight with several weapons, once or always. (ARAP-MELEE-04)"""

    by: UnitId
    """Who attacks those aboard."""
    target: UnitId
    models: tuple[ModelId, ...]
    """Those of the attackers who go for the people."""

    def _may(self, state: GameState) -> bool:
        return True

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The wounds to expect of the unit's blows over the rim, as usual and with several weapons."""
        by, vehicle = seen.units.get(self.by), seen.units.get(self.target)
        if by is None or vehicle is None:
            return {}
        hull, said = hull_for(seen, by, vehicle), seen.turn.several
        tried = [
            over_the_rim.exchange(seen, by, vehicle, hull, self.models, several)
            for several in (said, (*said, self.unit))
        ]
        one, several = (() if found is None else found.expected_of(self.unit) for found in tried)
        return several_weapons.by_choice(one, several)

    def _use(self, progress: Progress, several: bool) -> None:
        if several:
            side = progress.state.units[self.unit].side
            rules = (several_weapons.RULE, "VEH-CC-09")
            progress.emit(SeveralChosen(side=side, unit=self.unit, rules=rules))


def choices(
    state: GameState, unit: Unit, vehicle: Unit, hull: Hull, models: Sequence[ModelId]
) -> tuple[SeveralOverRim, ...]:
    """Of each unit in the fight that can, the active side's first; up to version 19 nobody was asked."""
    if state.is_older_than("20"):
        return ()
    attackers = [m for m in unit.alive if m.id in models]
    fighters = [*attackers, *boarders.defenders(state, vehicle, hull, attackers)]
    able = dict.fromkeys(state.find_model(m.id)[0].id for m in fighters if _is_able(state, m, vehicle))
    order = sorted(able, key=lambda u: state.units[u].side != state.active_side)
    return tuple(SeveralOverRim(unit=u, by=unit.id, target=vehicle.id, models=tuple(models)) for u in order)


def _is_able(state: GameState, model: Model, vehicle: Unit) -> bool:
    unit = state.find_model(model.id)[0]
    return standing_answers.concerns(state, unit, several_weapons.ABOUT) and boarders.uses_several(
        state, model, vehicle
    )


TASKS: tuple[type[TaskStruct], ...] = (SeveralOverRim,)
