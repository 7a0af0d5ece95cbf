"""Rounds of close combat at the end of a player turn. (ARAP-MELEE-05 to -09, ARAP-TURN-06)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import krak_grenades, several_weapons, struck_at
from rules.arap.attacks.blows import StepBlows
from rules.arap.melee import break_off, close_up
from rules.arap.melee.building_interface import MeleesInBuildings
from rules.arap.melee.results import BreaksSettled, RoundEnd, find
from rules.arap.melee.vehicle_interface import MachinesInMelee
from rules.arap.positions import engagement
from rules.arap.rolls import grouped
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option
from rules.core.words import listed
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

ABOVE_ALL = 99


def title(state: GameState, melee: Melee) -> str:
    """The units of a melee by name."""
    return " · ".join(state.units[u].name for u in melee.units)


# -- events --------------------------------------------------------------------------------------------------------


class MeleeRoundBegan(Event, frozen=True, kw_only=True, tag="MeleeRoundBegan"):
    """One more round of a melee. (ARAP-TURN-06)"""

    melee: str
    round: int

    def evolve(self, state: GameState) -> GameState:
        """It is fought once in this player turn."""
        melees = tuple(replace(m, round=self.round) if m.id == self.melee else m for m in state.melees)
        return replace(state, melees=melees).with_turn(fought=(*state.turn.fought, self.melee))

    def sentence(self, state: GameState) -> str:
        """Which melee, which round."""
        melee = find(state, self.melee)
        return f"Melee round {self.round}: {title(state, melee)}" if melee else ""


class InitiativeStepBegan(Event, frozen=True, kw_only=True, tag="InitiativeStepBegan"):
    """All fighters of one Initiative strike together. (ARAP-MELEE-05)"""

    melee: str
    initiative: int

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes by itself."""
        return state

    def sentence(self, state: GameState) -> str:
        """Which step, and whose blows fall in it."""
        melee = find(state, self.melee)
        blows = attacks_blows.volleys_at(state, melee, self.initiative) if melee and not melee.section else []
        names = [state.units[one.unit].name for one in blows]
        strike = f": {listed(names)} strike{'s' * (len(names) == 1)}" if names else ""
        return f"Initiative {self.initiative}{strike}"


# -- tasks ---------------------------------------------------------------------------------------------------------


class MeleeRounds(TaskStruct, frozen=True, kw_only=True, tag="MeleeRounds"):
    """One round of each melee; the active player chooses the order. (ARAP-MELEE-05, ARAP-TURN-06)"""

    def run(self, progress: Progress) -> None:
        """Fight the next melee, or ask which is next."""
        waiting = self._waiting(progress.state)
        if len(waiting) <= 1:
            if waiting:
                progress.queue(MeleeRound(melee=waiting[0].id), self)
            return
        side = progress.state.active_side
        assert side is not None
        progress.ask(
            self,
            side,
            "melee-order",
            "Which melee is fought next?",
            [Option(id=m.id, label=title(progress.state, m), rule="ARAP-MELEE-05") for m in waiting],
            rule="ARAP-MELEE-05",
            decline=waiting[0].id,
        )

    @staticmethod
    def _waiting(state: GameState) -> list[Melee]:
        return [m for m in state.melees if m.id not in state.turn.fought]

    def answer(self, progress: Progress, choice: str) -> None:
        """That one first, then the rest."""
        progress.queue(MeleeRound(melee=choice), self)


class MeleeRound(TaskStruct, frozen=True, kw_only=True, tag="MeleeRound"):
    """One round of one melee."""

    melee: str

    def run(self, progress: Progress) -> None:
        """Announce it, then the steps from the highest Initiative down."""
        melee = find(progress.state, self.melee)
        assert melee is not None
        if melee.section and building_interface.ask(MeleesInBuildings).fight(progress, melee):
            return
        progress.emit(MeleeRoundBegan(melee=melee.id, round=melee.round + 1, rules=("ARAP-TURN-06", "ARAP-MELEE-01")))
        order = sorted(melee.units, key=lambda u: progress.state.units[u].side != progress.state.active_side)
        if melee.round + 1 >= break_off.FIRST_ROUND:
            choices = [break_off.BreakOffChoice(unit=u) for u in order if not progress.state.units[u].is_vehicle]
            progress.queue(*choices, BreaksSettled(melee=melee.id, units=melee.units))
        progress.queue(
            *(krak_grenades.KrakChoice(unit=u) for u in order),
            *several_weapons.choices(progress.state, order),
            *struck_at.choices(progress.state, order),
            InitiativeStep(melee=melee.id, below=ABOVE_ALL),
        )


class InitiativeStep(TaskStruct, frozen=True, kw_only=True, tag="InitiativeStep"):
    """The next initiative step below the one given. (ARAP-MELEE-05)"""

    melee: str
    below: int

    def run(self, progress: Progress) -> None:
        """Those engaged at its beginning strike; then models close up and the next step follows."""
        state = progress.state
        melee = find(state, self.melee)
        step = self._next(state, melee) if melee is not None else None
        if melee is None or step is None:
            progress.queue(RoundEnd(melee=self.melee))
            return
        initiative, volleys = step
        slowed = any(c.slowed for c in melee.charges)
        grenades = krak_at(state, melee, initiative)
        rules = (
            "ARAP-MELEE-05",
            "ARAP-MELEE-02",
            "ARAP-MELEE-09",
            *(("ARAP-COVR-01", "ARAP-CCG-04") if slowed else ()),
        )
        progress.emit(InitiativeStepBegan(melee=melee.id, initiative=initiative, rules=rules))
        struck = attacks_blows.resolve(
            progress,
            volleys,
            label="to-hit",
            what="strike at",
            cause="melee",
            rules=("ARAP-MELEE-03", "ARAP-MELEE-05", *(("ARAP-CHG-07",) if melee.charges else ())),
        )
        krak_grenades.resolve(progress, grenades)
        for hits in struck:
            ask(state, MachinesInMelee).take_blows(progress, hits.target, hits.blows, hits.by)
        if initiative == engagement.LAST_STEP:
            self._plant(progress, melee)
        close_up.queue(progress, melee.id, below=initiative)
        progress.queue(InitiativeStep(melee=melee.id, below=initiative))

    @staticmethod
    def _plant(progress: Progress, melee: Melee) -> None:
        """Charges go off when everybody has struck. (VEH-PLANT-03, VEH-WS-05)"""
        for unit, target, models in planters(progress.state, melee):
            ask(progress.state, MachinesInMelee).plant_charges(progress, unit, target, models)

    def _next(self, state: GameState, melee: Melee) -> tuple[int, list[StepBlows]] | None:
        """The highest Initiative left at which anybody can strike, and what is struck."""
        steps = sorted({i for i in attacks_blows.initiatives(state, melee) if i < self.below}, reverse=True)
        for initiative in steps:
            volleys = attacks_blows.volleys_at(state, melee, initiative)
            planted = initiative == engagement.LAST_STEP and bool(planters(state, melee))
            if volleys or planted or krak_at(state, melee, initiative):
                return initiative, volleys
        return None


def strikers_at(state: GameState, melee: Melee, initiative: int) -> tuple[UnitId, ...]:
    """Whose blows or explosives come in a step; nobody of a fight for a section, whose fighters are drawn by lot."""
    if melee.section:
        return ()
    found = [blows.unit for blows in attacks_blows.volleys_at(state, melee, initiative)]
    if initiative == engagement.LAST_STEP:
        found += [*melee.krak, *melee.planting]
    return tuple(dict.fromkeys(found))


def strikers_after(state: GameState, melee: Melee, initiative: int) -> tuple[tuple[int, tuple[UnitId, ...]], ...]:
    """The steps below that one as they stand now, each with its strikers. (ARAP-MELEE-05)"""
    below = sorted({i for i in attacks_blows.initiatives(state, melee) if i < initiative}, reverse=True)
    found = ((i, strikers_at(state, melee, i)) for i in below)
    return tuple((i, units) for i, units in found if units)


def planters(state: GameState, melee: Melee) -> list[tuple[UnitId, UnitId, tuple[ModelId, ...]]]:
    """Who plants charges, on which machine: each member on the nearest in reach. (VEH-WS-05)"""
    found = []
    for unit in melee.planting:
        models = [m for m in engagement.members(state, (unit,)) if engagement.plants(state, melee, unit, m)]
        pairs = []
        for model in models:
            near = [e for e in engagement.machines_near(state, melee, unit) if engagement.reaches(state, model, e)]
            nearest = min(near, key=lambda e: distance(model.at, e.at))
            pairs.append((state.find_model(nearest.id)[0].id, model.id))
        found += [(unit, target, tuple(group)) for target, group in grouped(pairs).items()]
    return found


def krak_at(state: GameState, melee: Melee, initiative: int) -> list[krak_grenades.KrakAttack]:
    """Krak grenades that are placed in a step. (ARAP-CCG-05)"""
    return (
        [a for u in melee.krak for a in krak_grenades.attacks(state, melee, u)]
        if initiative == engagement.LAST_STEP
        else []
    )


def queue_rounds(progress: Progress) -> None:
    """Queue one round of each melee on the table. (ARAP-TURN-06)"""
    progress.queue(MeleeRounds())


EVENTS: tuple[type[Event], ...] = (MeleeRoundBegan, InitiativeStepBegan)
TASKS: tuple[type[TaskStruct], ...] = (MeleeRounds, MeleeRound, InitiativeStep)
