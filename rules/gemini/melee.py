"""Rounds of close combat at the end of a player turn. (ARAP-MELEE-05 to -09, ARAP-MORAL-04, ARAP-TURN-06)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option
from rules.gemini import blows, breaking, closing, fighting, krak, machines, morale, ports, pursuit
from rules.gemini.blows import Volley
from rules.gemini.grouping import grouped
from rules.gemini.locking import MeleeSettled
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import Event, GameState, Melee, TaskStruct

ABOVE_ALL = 99


def find(state: GameState, melee: str) -> Melee | None:
    """The melee of that id, if it is still fought."""
    return next((m for m in state.melees if m.id == melee), None)


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
        """Which step."""
        return f"Initiative {self.initiative}"


class MeleeRoundEnded(Event, frozen=True, kw_only=True, tag="MeleeRoundEnded"):
    """A round is over: the wound differences, and who has to test. (ARAP-WDIF-01)"""

    melee: str
    differences: tuple[tuple[UnitId, int], ...]
    losers: tuple[UnitId, ...] = ()

    def evolve(self, state: GameState) -> GameState:
        """The count starts afresh; the bonus of charges is spent."""
        melees = tuple(
            replace(m, inflicted={}, suffered={}, charges=(), bound=(), krak=(), planting=(), fresh=())
            if m.id == self.melee
            else m
            for m in state.melees
        )
        return replace(state, melees=melees)

    def sentence(self, state: GameState) -> str:
        """The balance of each unit."""
        score = ", ".join(f"{state.units[u].name} {wd:+d}" for u, wd in self.differences)
        return f"Wound difference: {score}"


class HeldPointsGranted(Event, frozen=True, kw_only=True, tag="HeldPointsGranted"):
    """A unit that destroyed all its opponents in this round uses the points that it had left. (ARAP-ACT-07)"""

    ap: int

    def evolve(self, state: GameState) -> GameState:
        """It acts at the end of the round, and nobody else."""
        assert self.unit is not None
        state = state.with_unit(replace(state.units[self.unit], held_ap=0))
        return state.with_turn(phase="activation", active=self.unit, ap=self.ap, held=True)

    def sentence(self, state: GameState) -> str:
        """Who acts again."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} has {self.ap} action point{'' if self.ap == 1 else 's'} left to use"


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
        progress.emit(MeleeRoundBegan(melee=melee.id, round=melee.round + 1, rules=("ARAP-TURN-06", "ARAP-MELEE-01")))
        progress.queue(InitiativeStep(melee=melee.id, below=ABOVE_ALL))
        order = sorted(melee.units, key=lambda u: progress.state.units[u].side != progress.state.active_side)
        progress.queue(*(krak.KrakChoice(unit=u) for u in order))
        if melee.round + 1 >= breaking.FIRST_ROUND:
            choices = [breaking.BreakOffChoice(unit=u) for u in order if not progress.state.units[u].is_vehicle]
            progress.queue(*choices, BreaksSettled(melee=melee.id, units=melee.units))


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
        struck = blows.resolve(
            progress,
            volleys,
            label="to-hit",
            what="strike at",
            cause="melee",
            rules=("ARAP-MELEE-03", "ARAP-MELEE-05", *(("ARAP-CHG-07",) if melee.charges else ())),
        )
        krak.resolve(progress, grenades)
        progress.queue(InitiativeStep(melee=melee.id, below=initiative))
        closing.queue(progress, melee.id, below=initiative)
        if initiative == fighting.LAST_STEP:
            self._plant(progress, melee)
        for hits in reversed(struck):
            ports.vehicles(state).be_struck(progress, hits.target, hits.blows, hits.by)

    @staticmethod
    def _plant(progress: Progress, melee: Melee) -> None:
        """Charges go off when everybody has struck. (VEH-PLANT-03, VEH-WS-05)"""
        for unit, target, models in planters(progress.state, melee):
            ports.vehicles(progress.state).plant(progress, unit, target, models)

    def _next(self, state: GameState, melee: Melee) -> tuple[int, list[Volley]] | None:
        """The highest Initiative left at which anybody can strike, and what is struck."""
        steps = sorted({i for i in initiatives(state, melee) if i < self.below}, reverse=True)
        for initiative in steps:
            volleys = volleys_at(state, melee, initiative)
            planted = initiative == fighting.LAST_STEP and bool(planters(state, melee))
            if volleys or planted or krak_at(state, melee, initiative):
                return initiative, volleys
        return None


def planters(state: GameState, melee: Melee) -> list[tuple[UnitId, UnitId, tuple[ModelId, ...]]]:
    """Who plants charges, on which machine: each member on the nearest in reach. (VEH-WS-05)"""
    found = []
    for unit in melee.planting:
        models = [m for m in fighting.members(state, (unit,)) if fighting.plants(state, melee, unit, m)]
        pairs = []
        for model in models:
            near = [e for e in fighting.machines_near(state, melee, unit) if fighting.reaches(state, model, e)]
            nearest = min(near, key=lambda e: distance(model.at, e.at))
            pairs.append((state.find_model(nearest.id)[0].id, model.id))
        found += [(unit, target, tuple(group)) for target, group in grouped(pairs).items()]
    return found


def krak_at(state: GameState, melee: Melee, initiative: int) -> list[krak.Attack]:
    """Krak grenades that are placed in a step. (ARAP-CCG-05)"""
    return [a for u in melee.krak for a in krak.attacks(state, melee, u)] if initiative == fighting.LAST_STEP else []


def initiatives(state: GameState, melee: Melee) -> list[int]:
    """The Initiative of every fighter. (ARAP-MELEE-05)"""
    return [fighting.initiative_of(state, melee, u, m) for u in melee.units for m in fighting.members(state, (u,))]


def volleys_at(state: GameState, melee: Melee, initiative: int) -> list[Volley]:
    """What each unit strikes in a step, the active side's units first."""
    found = []
    for unit in sorted(melee.units, key=lambda u: state.units[u].side != state.active_side):
        strikes = tuple(
            (strike, fighting.aim(state, melee, unit, strike))
            for m in fighting.members(state, (unit,))
            if fighting.initiative_of(state, melee, unit, m) == initiative
            for strike in fighting.strikes_of(state, melee, state.units[unit], m)
        )
        if strikes:
            found.append(Volley(unit, strikes))
    return found


class RoundEnd(TaskStruct, frozen=True, kw_only=True, tag="RoundEnd"):
    """Who lost the round tests morale; then it is settled who fights on. (ARAP-WDIF-01, -02)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """Compare wounds, queue the tests; nothing is left to do in a melee that everybody left."""
        state = progress.state
        melee = find(state, self.melee)
        if melee is None:
            return
        differences = morale.wound_differences(melee)
        losers = tuple(u for u in morale.losers(differences) if state.units[u].on_table)
        several = len(differences) > 2
        progress.emit(
            MeleeRoundEnded(
                melee=melee.id,
                differences=tuple(differences.items()),
                losers=losers,
                rules=("ARAP-WDIF-01", "ARAP-MORAL-04", *(("ARAP-WDIF-02",) if several else ())),
            )
        )
        checks = [
            morale.MoraleCheck(
                unit=u,
                enemies=fighting.enemy_units(state, melee, state.units[u].side),
                lost_by=max(0, -differences[u]),
                charges=melee.charges,
            )
            for u in losers
            if not state.units[u].is_vehicle
            and any(state.units[e].on_table for e in fighting.enemy_units(state, melee, state.units[u].side))
        ]
        contested = pursuit.fought_over(state, melee.units)
        beset = [Beset(unit=u) for u in losers if is_beset(state, melee, u)]
        progress.queue(*checks, *beset, RoundSettled(melee=melee.id, units=melee.units, contested=contested))


def is_beset(state: GameState, melee: Melee, unit: UnitId) -> bool:
    """Whether a machine is outnumbered at least two to one by those engaged. (VEH-WS-06)"""
    if not state.units[unit].is_vehicle:
        return False
    side = state.units[unit].side
    theirs = fighting.enemy_models(state, melee, side)
    ours = fighting.members(state, (u for u in melee.units if state.units[u].side == side))
    engaged = [m for m in theirs if fighting.engaged_with(state, m, ours)]
    friends = [m for m in ours if fighting.engaged_with(state, m, theirs)]
    return machines.places(state, engaged) >= machines.OUTNUMBERED * machines.places(state, friends)


class Beset(TaskStruct, frozen=True, kw_only=True, tag="Beset"):
    """A machine that lost a round against twice its number is hit once more. (VEH-WS-06)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """A glancing hit."""
        if progress.state.units[self.unit].on_table:
            ports.vehicles(progress.state).glance(progress, self.unit)


class Settlement(TaskStruct, frozen=True, kw_only=True):
    """Who is still in a melee, and which victors may pursue."""

    melee: str
    units: tuple[UnitId, ...]
    contested: bool = False

    def _fighting(self, state: GameState) -> tuple[UnitId, ...]:
        melee = find(state, self.melee)
        return tuple(u for u in melee.units if state.units[u].on_table) if melee is not None else ()

    def _settle(self, progress: Progress, units: Sequence[UnitId]) -> None:
        melee = find(progress.state, self.melee)
        if melee is not None and (set(units) != set(melee.units) or _sides(progress.state, units) < 2):
            progress.emit(MeleeSettled(melee=melee.id, units=tuple(units), rules=("ARAP-MORAL-04",)))

    def _choices(self, state: GameState) -> list[pursuit.PursuitChoice]:
        """Each victor that is free, after the nearest unit of this melee that routs."""
        choices = []
        for unit in (state.units[u] for u in self.units):
            routers = [
                q
                for q in self.units
                if state.units[q].side != unit.side and state.units[q].routing and state.units[q].on_table
            ]
            if routers and unit.on_table and not unit.routing and not unit.is_vehicle:
                quarry = min(routers, key=lambda q: pursuit.gap(state, unit, q))
                choices.append(pursuit.PursuitChoice(unit=unit.id, quarry=quarry, contested=self.contested))
        return choices


class BreaksSettled(Settlement, frozen=True, kw_only=True, tag="BreaksSettled"):
    """Some may have broken off, or routed in the attempt. (ARAP-BREAK-01)"""

    def run(self, progress: Progress) -> None:
        """Release who has no opponent left; they may pursue those that rout."""
        left = self._fighting(progress.state)
        if set(left) == set(self.units):
            return
        self._settle(progress, left)
        progress.queue(*self._choices(progress.state))


class RoundSettled(Settlement, frozen=True, kw_only=True, tag="RoundSettled"):
    """After the tests: those still locked move up, victors without an opponent may pursue. (ARAP-MORAL-04)"""

    def run(self, progress: Progress) -> None:
        """Release who is out of it and close up."""
        self._settle(progress, self._fighting(progress.state))
        progress.queue(RoundOver(melee=self.melee, units=self.units, contested=self.contested))
        closing.queue(progress, self.melee, below=None)


class RoundOver(Settlement, frozen=True, kw_only=True, tag="RoundOver"):
    """All have moved up: a melee in which nobody reaches anybody is over. (ARAP-MORAL-04)"""

    def run(self, progress: Progress) -> None:
        """Ask the victors and those that hit and run."""
        melee = find(progress.state, self.melee)
        if melee is not None and not fighting.any_engaged(progress.state, melee):
            self._settle(progress, ())
        progress.queue(*self._choices(progress.state), *self._runs(progress.state), *self._victors(progress.state))

    def _victors(self, state: GameState) -> list[TaskStruct]:
        """Units with points left that have destroyed every opponent. (ARAP-ACT-07)"""
        return [
            HeldPoints(unit=u)
            for u in self.units
            if state.units[u].held_ap
            and state.units[u].on_table
            and all(state.units[e].is_gone for e in self.units if state.units[e].side != state.units[u].side)
        ]

    def _runs(self, state: GameState) -> list[TaskStruct]:
        """Those still fighting may hit and run."""
        melee = find(state, self.melee)
        if melee is None:
            return []
        choices = [breaking.HitAndRunChoice(unit=u) for u in melee.units if not state.units[u].is_vehicle]
        return [*choices, BreaksSettled(melee=melee.id, units=melee.units)]


class HeldPoints(TaskStruct, frozen=True, kw_only=True, tag="HeldPoints"):
    """A victorious unit may act with the points that it kept; the other melees are fought after it. (ARAP-ACT-07)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """It is the active unit until it is finished; that closes the phase once more."""
        unit = progress.state.units[self.unit]
        if unit.side != progress.state.active_side:
            return
        rules = ("ARAP-ACT-07",)
        progress.emit(HeldPointsGranted(side=unit.side, unit=unit.id, ap=unit.held_ap, rules=rules))
        progress.drop()


def _sides(state: GameState, units: Sequence[UnitId]) -> int:
    return len({state.units[u].side for u in units})


def queue_rounds(progress: Progress) -> None:
    """Queue one round of each melee on the table. (ARAP-TURN-06)"""
    progress.queue(MeleeRounds())


EVENTS: tuple[type[Event], ...] = (MeleeRoundBegan, InitiativeStepBegan, MeleeRoundEnded, HeldPointsGranted)
TASKS: tuple[type[TaskStruct], ...] = (
    MeleeRounds,
    MeleeRound,
    InitiativeStep,
    RoundEnd,
    Beset,
    BreaksSettled,
    RoundSettled,
    RoundOver,
    HeldPoints,
)
