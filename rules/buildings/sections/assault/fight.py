"""A round of a fight for a section. (BLD-SCC-03, BLD-SCC-04, BLD-SCC-06, BLD-SCC-07, BLD-SCC-09)

Who came through openings fights one to one; else both sides throw for how many of them fight. Nobody's place counts.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import krak_grenades
from rules.arap.melee import break_off, rounds
from rules.arap.melee.results import find, work_out
from rules.arap.melee.rounds import InitiativeStepBegan, MeleeRoundBegan
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.assault import choices, fighting, outcome, strikes
from rules.buildings.sections.assault.break_away import SectionBreakChoice, SectionLeft, SectionRunChoice
from rules.buildings.sections.assault.strikes import Fighters, StruckAs
from rules.core.ids import ModelId
from rules.core.words import listed
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

ABOVE_ALL: Final = 99


class SectionFightBegan(Event, frozen=True, kw_only=True, tag="SectionFightBegan"):
    """Units are locked in a fight for a section; suppression is forgotten. (BLD-SCC-01, BLD-SCC-03, BLD-SCC-06)"""

    name: str
    """The section."""
    melee: Melee

    def evolve(self, state: GameState) -> GameState:
        """They fight one melee, and are in the open."""
        calm = (replace(state.units[u], s_active=0, s_pending=0, pursuing=None, hidden=False) for u in self.melee.units)
        return replace(state.with_units(*calm), melees=(*state.melees, self.melee))

    def sentence(self, state: GameState) -> str:
        """Who fights for what."""
        names = listed(state.units[u].name for u in self.melee.units if u not in self.melee.met)
        charge = self.melee.charges[0] if self.melee.charges else None
        text = ", against cover: they strike as if at Initiative 1" if charge is not None and charge.slowed else ""
        if charge is not None and "ARAP-CCG-04" in self.rules:
            text = ", against cover: flesh hooks let them strike as their enemies do"
        thrown = " to defensive grenades" if "ARAP-CCG-02" in self.rules else ""
        lost = f", the charge bonus lost{thrown}" if charge is not None and not charge.bonus else ""
        met = listed(state.units[u].name for u in self.melee.met)
        outside = f"; {met} fight{'' if len(self.melee.met) > 1 else 's'} some of them before the house" if met else ""
        return f"{names} fight for {self.name}{text}{lost}{outside}"


# -- the round -------------------------------------------------------------------------------------------------------


class SectionRound(TaskStruct, frozen=True, kw_only=True, tag="SectionRound"):
    """One round of a fight for a section. (BLD-SCC-03, BLD-SCC-06)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """Who fights; then step by step."""
        state = progress.state
        melee = find(state, self.melee)
        if melee is None:
            return
        rules = ("ARAP-TURN-06", "BLD-SCC-06" if melee.storming else "BLD-SCC-03")
        progress.emit(MeleeRoundBegan(melee=melee.id, round=melee.round + 1, rules=rules))
        if state.is_older_than("16"):
            _begin(progress, progress.state, melee)
            return
        attack, defend = fighting.both_sides(state, melee)
        held, met, _ = fighting.before_house(state, melee)
        sides = ((attack, (*defend, *met)), (defend, attack), (held, met), (met, held))
        asked = choices.choices(state, sides)
        progress.queue(*self._breaks(state, melee), *asked, SectionFighters(melee=self.melee))

    @staticmethod
    def _breaks(state: GameState, melee: Melee) -> list[TaskStruct]:
        """Who has fought a round inside may break off before the next. (ARAP-BREAK-01)"""
        if melee.round + 1 < break_off.FIRST_ROUND or state.is_older_than("17"):
            return []
        order = sorted(melee.units, key=lambda u: state.units[u].side != state.active_side)
        return [*(SectionBreakChoice(unit=u) for u in order), SectionLeft(melee=melee.id)]


class SectionFighters(TaskStruct, frozen=True, kw_only=True, tag="SectionFighters"):
    """All have said what they use: who fights, then step by step. (BLD-SCC-03, BLD-SCC-06)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """As the house has it."""
        melee = find(progress.state, self.melee)
        if melee is not None:
            _begin(progress, progress.state, melee)


def _begin(progress: Progress, state: GameState, melee: Melee) -> None:
    """Who fights, then step by step."""
    attack, defend = fighting.both_sides(state, melee)
    if not melee.storming:
        rule = "BLD-SCC-07" if melee.charges and _from_outside(state, melee) else "BLD-SCC-03"
        attack = _thrown(progress, melee, attack, "section-fighters-attack", "attack", rule)
        defend = _thrown(progress, melee, defend, "section-fighters-defend", "defend", rule)
    else:
        defend = defend[: len(attack)]
    held, met, _ = fighting.before_house(progress.state, melee)
    progress.queue(
        SectionStep(
            melee=melee.id,
            attack=tuple(attack),
            defend=tuple(defend),
            pairs=bool(melee.storming),
            below=ABOVE_ALL,
            held=held,
            met=met,
        )
    )


def _from_outside(state: GameState, melee: Melee) -> bool:
    return not state.units[melee.charges[0].charger].is_housed


def _thrown(progress: Progress, melee: Melee, models: list[ModelId], label: str, does: str, rule: str) -> list[ModelId]:
    """A D6 of them fight, no more than are alive. (BLD-SCC-03, BLD-SCC-07)"""
    unit = progress.state.find_model(models[0])[0].id if models else None
    rolled = progress.roll(label, sense="sum", unit=unit, why=f"how many {does}", rules=(rule,))
    return models[: rolled.dice[0]]


class SectionStep(TaskStruct, frozen=True, kw_only=True, tag="SectionStep"):
    """The next Initiative step of such a round. (ARAP-MELEE-05)"""

    melee: str
    attack: tuple[ModelId, ...]
    defend: tuple[ModelId, ...]
    pairs: bool
    below: int
    held: tuple[ModelId, ...] = ()
    """Attackers whom interceptors stopped before the house. (ARAP-INT-01)"""
    met: tuple[ModelId, ...] = ()
    """Those interceptors."""

    def run(self, progress: Progress) -> None:
        """All dice of the step, then its wounds; then the next."""
        state = progress.state
        melee = find(state, self.melee)
        fighters = Fighters(self.attack, self.defend, self.pairs)
        outside = Fighters(self.held, self.met, pairs=False)
        both = (fighters, outside) if self.held else (fighters,)
        left = sorted({s for each in both for s in fighting.steps(state, melee, each)}) if melee is not None else []
        step = next((s for s in reversed(left) if s < self.below), None)
        if melee is None or step is None:
            progress.queue(SectionRoundEnd(melee=self.melee))
            return
        slowed = any(c.slowed for c in melee.charges)
        rules = ("ARAP-MELEE-05", *(("BLD-SCC-04",) if slowed else ()))
        progress.emit(InitiativeStepBegan(melee=melee.id, initiative=step, rules=rules))
        grenades = [one for each in both for one in fighting.krak_at(state, melee, each, step)]
        blows = [fighting.blows_at(state, melee, each, step) for each in both]
        for each, struck in zip(both, blows, strict=True):
            where = "ARAP-INT-01" if each is outside else "BLD-SCC-06" if self.pairs else "BLD-SCC-03"
            how = StruckAs("to-hit", "strike at", "melee", ("ARAP-MELEE-03", where))
            strikes.strike(progress, each, struck, how)
        krak_grenades.resolve(progress, grenades)
        progress.queue(replace(self, below=step))


class SectionRoundEnd(TaskStruct, frozen=True, kw_only=True, tag="SectionRoundEnd"):
    """Who lost the round tests; then the section is taken, or the assault repelled. (BLD-SCC-05, BLD-SCC-08, -09)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """Compare wounds; losers with enemies left test morale."""
        state = progress.state
        melee = find(state, self.melee)
        if melee is None:
            return
        attacking = fighting.attacking_side(state, melee)
        losers = work_out(progress, melee, lambda unit: unit.in_play)
        checks = [
            outcome.SectionMorale(unit=u, enemies=enemies, lost_by=lost_by, charges=melee.charges)
            for u, enemies, lost_by in losers
            if any(state.units[e].in_play for e in enemies)
        ]
        settled = outcome.SectionSettled(
            melee=melee.id,
            place=melee.section,
            attackers=tuple(u for u in melee.units if state.units[u].side == attacking),
            defenders=tuple(u for u in melee.units if state.units[u].side != attacking),
            storming=melee.storming,
            shared=not melee.charges,
            met=melee.met,
            held=melee.held,
        )
        progress.queue(*checks, settled)
        if not (melee.charges or state.is_older_than("17")):
            runs = (SectionRunChoice(unit=u) for u in melee.units)
            progress.queue(*runs, SectionLeft(melee=melee.id))


# -- enemies in one section ------------------------------------------------------------------------------------------


def queue_shared(progress: Progress) -> None:
    """Enemies who are in one section fight. (BLD-SCC-03)"""
    joined = False
    for piece in graph.houses(progress.state):
        for here in graph.sections(piece):
            units = [u for u, _ in occupants.inside(progress.state, here)]
            if len({u.side for u in units}) < 2 or any(progress.state.is_locked(u.id) for u in units):
                continue
            joined = True
            names = tuple(u.id for u in units)
            melee = Melee(id=f"{names[0]}-{names[1]}", units=names, section=here.place)
            rules = ("BLD-SCC-03", "ARAP-SUPP-04")
            began = SectionFightBegan(side=units[0].side, unit=names[0], name=here.name, melee=melee, rules=rules)
            progress.emit(began)
    if joined:
        progress.queue(rounds.MeleeRounds())


def begin(progress: Progress, melee: Melee) -> bool:
    """Queue the round of a fight for a section."""
    if melee.section:
        progress.queue(SectionRound(melee=melee.id))
    return bool(melee.section)


EVENTS: tuple[type[Event], ...] = (SectionFightBegan,)
TASKS: tuple[type[TaskStruct], ...] = (SectionRound, SectionFighters, SectionStep, SectionRoundEnd)
