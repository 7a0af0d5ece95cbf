"""Leaving a fight inside a section: breaking off, hit and run. (ARAP-BREAK-01, ARAP-BREAK-04, BLD-SCC-03)

Who leaves goes into a section beside it that is open and free of enemies, or out of the house and on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.arap.attacks import odds as attacks_odds
from rules.arap.attacks.blows import StepBlows
from rules.arap.events import ModelsMoved
from rules.arap.melee import break_off, join
from rules.arap.melee.results import find
from rules.arap.morale import leadership
from rules.arap.paths import allowance
from rules.arap.positions import melee_to_hit, melee_weapons
from rules.arap.positions.engagement import Strike
from rules.arap.positions.melee_to_hit import BlowGoal
from rules.buildings.sections import enter, graph, leave, occupants
from rules.buildings.sections.assault import outcome, strikes
from rules.buildings.sections.assault.strikes import Fighters, StruckAs
from rules.buildings.sections.graph import HouseSection
from rules.core.ids import UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.dice.odds import chance_low
from rules.forces.unit import Model, Unit
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Melee, Placement

HACKERS: Final = 6
"""A D6 of the enemies inside were engaged with who breaks off: as many strike. (BLD-SCC-03)"""

NO_WAY: Final = "No way out of it is open to all of them."


class WayAway(NamedTuple):
    """A way out of a fight in a section: into the next one, or where they stand outside."""

    id: str
    label: str
    into: HouseSection | None = None
    places: tuple[Placement, ...] = ()
    by: int = 0


def ways_away(state: GameState, unit: Unit) -> list[WayAway]:
    """All that are open to every one of a unit. (BLD-SMOV-02, BLD-SECT-04, BLD-SECT-05)"""
    here = occupants.house_of(state, unit)
    if here is None or any(unit.housed.get(m.id) != here.place for m in unit.alive):
        return []
    return [*_into(state, unit, here), *_out(state, unit, here)]


def _into(state: GameState, unit: Unit, here: HouseSection) -> Iterator[WayAway]:
    for there in graph.joined(here):
        free = not occupants.foes(state, there, unit.side) and occupants.all_get_through(state, unit, there)
        if free and len(occupants.fitting(state, there, unit.alive)) == len(unit.alive):
            yield WayAway(f"into {there.room.letter}", f"Into {there.name}", into=there)


def _out(state: GameState, unit: Unit, here: HouseSection) -> Iterator[WayAway]:
    for n, way in enumerate(leave.exits(here)):
        places = leave.coming_out(state, unit, here, [way], unit.alive, enter.REACH_IN + 1)
        if len(places) == len(unit.alive):
            yield WayAway(f"out {n}", f"Out by {way.name}", places=places, by=n)


def foes_of(state: GameState, melee: Melee, unit: Unit) -> list[Unit]:
    """The enemies that it fights inside."""
    return [e for e in (state.units[u] for u in melee.units) if e.side != unit.side and e.in_play]


def _hacks(state: GameState, unit: Unit, enemy: Unit, most: int) -> StepBlows | None:
    """One blow each of so many of an enemy's members inside at who turns to go. (ARAP-BREAK-01, ARAP-PURS-02)"""
    place = next(iter(unit.housed.values()), "")
    there = [m for m in enemy.alive if enemy.housed.get(m.id) == place and not m.sprawled][:most]
    victims = unit.alive
    struck = tuple(_hack(state, m, victims[n % len(victims)]) for n, m in enumerate(there))
    return StepBlows(enemy.id, struck) if struck else None


def _hack(state: GameState, model: Model, victim: Model) -> tuple[Strike, BlowGoal]:
    weapon = melee_weapons.attack_kinds(state, model)[0][0]
    goal = melee_to_hit.aim_at_back(state, model, victim, weapon)
    return Strike(model.id, weapon, 1, victim.id), goal


class SectionBreakChoice(break_off.BreakOffChoice, frozen=True, kw_only=True, tag="SectionBreakChoice"):
    """At the start of a later round inside a section a unit may try to leave. (ARAP-BREAK-01)"""

    def run(self, progress: Progress) -> None:
        """Ask, unless it is out of the fight, bound to it, or has come in since the last round."""
        state = progress.state
        unit, melee = state.units[self.unit], state.melee_of(self.unit)
        if melee is None or not unit.in_play or unit.id in (*melee.bound, *melee.fresh):
            return
        if not foes_of(state, melee, unit) or not ways_away(state, unit):
            return
        passes = leadership.chance(state, unit, "break-off", leadership.goal(state, unit))
        self.ask_whether(progress, unit, passes, "a D6 of the enemies strike once each")

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The test, and the blows of a D6 of the enemies at those who pass it."""
        unit, melee = seen.units[self.unit], seen.melee_of(self.unit)
        passes = leadership.chance(seen, unit, "break-off", leadership.goal(seen, unit))
        tested = leadership.odds_of(passes, "gets away", "routs")
        means = []
        for enemy in foes_of(seen, melee, unit) if melee is not None else ():
            for face in range(1, HACKERS + 1):
                volley = _hacks(seen, unit, enemy, face)
                blows = attacks_odds.of_volley(seen, volley, "free hacks") if volley is not None else []
                means += [float(blow.mean or 0) / HACKERS for blow in blows]
        hacked = (Promise(sum(means), "wounds to expect on leaving", "mean"),) if means else ()
        return {"break-off": (*tested, *hacked)}

    def answer(self, progress: Progress, choice: str) -> None:
        """Fight on, or test: passed, a D6 of the enemies strike and it leaves; failed, it routs inside."""
        if choice == "fight":
            return
        unit, melee = progress.state.units[self.unit], progress.state.melee_of(self.unit)
        assert melee is not None
        enemies = foes_of(progress.state, melee, unit)
        if not break_off.passes(progress, unit):
            outcome.rout_inside(progress, unit, tuple(e.id for e in enemies))
            return
        for enemy in enemies:
            why = f"how many of {enemy.name} were engaged"
            rules = ("ARAP-BREAK-01", "BLD-SCC-03")
            rolled = progress.roll("section-fighters-attack", sense="sum", unit=enemy.id, why=why, rules=rules)
            volley = _hacks(progress.state, progress.state.units[unit.id], enemy, rolled.dice[0])
            if volley is None or not progress.state.units[unit.id].alive:
                continue
            fighters = Fighters(tuple(volley.attacks), tuple(m.id for m in unit.alive), pairs=False)
            how = StruckAs("free-hack", "strike at the backs of", "free-hack", ("ARAP-BREAK-01", "ARAP-PURS-02"))
            strikes.strike(progress, fighters, [volley], how)
        progress.queue(LeavesFight(unit=unit.id, rule="ARAP-BREAK-01"))


class SectionRunChoice(break_off.HitAndRunChoice, frozen=True, kw_only=True, tag="SectionRunChoice"):
    """After a round inside a section a unit with Hit and Run may try to leave. (ARAP-BREAK-04)"""

    def run(self, progress: Progress) -> None:
        """Ask those that have the rule, are still in the fight and have a way out."""
        state = progress.state
        unit, melee = state.units[self.unit], state.melee_of(self.unit)
        if melee is None or not unit.in_play or not foes_of(state, melee, unit) or not ways_away(state, unit):
            return
        if all(state.profile(m).has("hit-and-run") for m in unit.alive):
            self.ask_whether(progress, unit)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The test of Initiative."""
        return {"leave": (Promise(chance_low(break_off.initiative(seen, seen.units[self.unit])), "gets away"),)}

    def answer(self, progress: Progress, choice: str) -> None:
        """Stay, or test Initiative."""
        unit, melee = progress.state.units[self.unit], progress.state.melee_of(self.unit)
        if choice == "leave" and melee is not None and break_off.slips_away(progress, unit, melee):
            progress.queue(LeavesFight(unit=unit.id, rule="ARAP-BREAK-04"))


class LeavesFight(TaskStruct, frozen=True, kw_only=True, tag="LeavesFight"):
    """A unit leaves a fight inside a section by one of the ways that are open. (ARAP-BREAK-02)"""

    unit: UnitId
    rule: str

    def run(self, progress: Progress) -> None:
        """Go the only way, or ask which."""
        unit = progress.state.units[self.unit]
        ways = ways_away(progress.state, unit) if unit.in_play else []
        if len(ways) == 1:
            self._go(progress, ways[0])
        elif ways:
            progress.ask(
                self,
                unit.side,
                "way-out",
                f"Which way does {unit.name} leave the fight?",
                [Option(id=way.id, label=way.label, rule="ARAP-BREAK-02") for way in ways],
                unit=unit.id,
                rule="ARAP-BREAK-02",
                decline=ways[0].id,
            )

    def answer(self, progress: Progress, choice: str) -> None:
        """That one."""
        ways = ways_away(progress.state, progress.state.units[self.unit])
        self._go(progress, next(way for way in ways if way.id == choice))

    def _go(self, progress: Progress, way: WayAway) -> None:
        """Out of the fight: into the next section, or out of the house and as far as it flees."""
        unit, melee = progress.state.units[self.unit], progress.state.melee_of(self.unit)
        here = occupants.house_of(progress.state, unit)
        assert melee is not None
        assert here is not None
        enemies = [e.id for e in foes_of(progress.state, melee, unit)]
        if way.into is not None:
            break_off.out_of_it(progress, unit.id, enemies, self.rule)
            rules = ("ARAP-BREAK-02", "BLD-SMOV-02", "BLD-SECT-04")
            occupants.note_holes(progress, unit, unit.alive, way.into)
            unit = progress.state.units[unit.id]
            progress.emit(occupants.housed(unit, way.into, unit.alive, "run", rules))
            return
        leave.note(progress, unit, here, [leave.exits(here)[way.by]], [p.model for p in way.places])
        moved = ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=way.places,
            how="leave-house",
            length_in=2.0,
            voluntary=False,
            rules=("ARAP-BREAK-02", "BLD-SECT-05"),
        )
        progress.emit(moved)
        running = self.rule == "ARAP-BREAK-04"
        dice = break_off.HIT_AND_RUN_DICE if running else allowance.flee_dice(progress.state, unit)
        break_off.leave(progress, unit.id, enemies, dice, self.rule)


class SectionLeft(TaskStruct, frozen=True, kw_only=True, tag="SectionLeft"):
    """Some may have left a fight inside a section, or routed in the attempt. (ARAP-BREAK-01, ARAP-MORAL-04)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """It is over where one side alone is left."""
        state, melee = progress.state, find(progress.state, self.melee)
        if melee is None:
            return
        left = [u for u in melee.units if state.units[u].in_play and not state.units[u].routing]
        if set(left) != set(melee.units) or len({state.units[u].side for u in left}) < 2:
            over = len({state.units[u].side for u in left}) < 2
            join.settle(progress, melee.id, () if over else left, "ARAP-MORAL-04")


TASKS: tuple[type[TaskStruct], ...] = (SectionBreakChoice, SectionRunChoice, LeavesFight, SectionLeft)
