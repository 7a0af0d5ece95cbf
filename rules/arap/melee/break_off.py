"""Breaking off from a melee; Hit and Run. (ARAP-BREAK-01 to -04)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap import version_1
from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import odds as attacks_odds
from rules.arap.events import ModelsMoved
from rules.arap.morale import (
    casualties,
    dangerous_ground,
    flight_paths,
    flight_restrictions,
    leadership,
    melee_morale,
    rout,
)
from rules.arap.morale.flight_paths import FlightPath
from rules.arap.morale.own_way import WayAsked, WayToChoose
from rules.arap.paths import allowance
from rules.arap.positions import engagement
from rules.core.ids import UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.core.refusal import Refusal
from rules.dice.odds import chance_low
from rules.forces.unit import Point, Unit
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

FIRST_ROUND = 2
"""The first round of a melee at whose start a unit may break off, if it has fought one itself. (ARAP-BREAK-01)"""

HIT_AND_RUN_DICE = 3


class BrokeOff(Event, frozen=True, kw_only=True, tag="BrokeOff"):
    """A unit has left a melee; neither it nor those it left may seek the other in their next turn. (ARAP-BREAK-03)"""

    left: tuple[UnitId, ...]

    until: dict[UnitId, int] | None = None
    """The game turn in which each of them shuns the other. (ARAP-BREAK-03)"""

    def evolve(self, state: GameState) -> GameState:
        """It is out of the fight."""
        assert self.unit is not None
        unit = state.units[self.unit]
        others = self.left[:1] if state.is_older_than("13") else self.left
        for other in others:
            state = state.with_unit(self._shunning(state, state.units[unit.id], other))
        state = state.with_units(*(self._shunning(state, state.units[u], self.unit) for u in self.left))
        return replace(state, melees=rout.without(state.melees, self.unit))

    def sentence(self, state: GameState) -> str:
        """Who breaks off."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} breaks off"

    def _shunning(self, state: GameState, unit: Unit, other: UnitId) -> Unit:
        until = version_1.shunned_until(state, unit) if self.until is None else self.until[unit.id]
        if unit.avoid in (None, other) or unit.avoid_turn != until or state.is_older_than("13"):
            return replace(unit, avoid=other, avoid_turn=until, avoid_too=())
        return replace(unit, avoid_too=tuple(dict.fromkeys((*unit.avoid_too, other))))


def next_turn(state: GameState, unit: Unit) -> int:
    """The game turn of a unit's next own player turn, in which it shuns whom it broke off from. (ARAP-BREAK-03)"""
    turn = state.turn
    later = turn.order.index(unit.side) > turn.place if unit.side in turn.order else False
    return turn.number + (0 if later else 1)


class HeldInMelee(Event, frozen=True, kw_only=True, tag="HeldInMelee"):
    """A Hit and Run failed: the unit may not break off when the next round begins. (ARAP-BREAK-04)"""

    melee: str

    def evolve(self, state: GameState) -> GameState:
        """It is bound to fight."""
        assert self.unit is not None
        bound = self.unit
        melees = tuple(replace(m, bound=(*m.bound, bound)) if m.id == self.melee else m for m in state.melees)
        return replace(state, melees=melees)


def _melee(state: GameState, unit: UnitId) -> Melee | None:
    """The melee of a unit that still has an enemy in it."""
    melee = state.melee_of(unit)
    if melee is None or not engagement.enemy_models(state, melee, state.units[unit].side):
        return None
    return melee


class BreakOffChoice(TaskStruct, frozen=True, kw_only=True, tag="BreakOffChoice"):
    """At the start of a later round a unit that has fought one may try to leave. (ARAP-BREAK-01)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Ask, unless it is out of the melee, bound to it, or has come in since the last round."""
        state = progress.state
        unit, melee = state.units[self.unit], _melee(state, self.unit)
        if melee is None or not unit.on_table or unit.id in (*melee.bound, *melee.fresh):
            return
        passes = leadership.chance(state, unit, "break-off", leadership.goal(state, unit))
        self.ask_whether(progress, unit, passes, "each enemy in reach strikes once")

    def ask_whether(self, progress: Progress, unit: Unit, likely: Fraction, who_strikes: str) -> None:
        """Fight on, or break off: what is rolled, who strikes at those who pass."""
        goal = leadership.goal(progress.state, unit)
        need = f"{goal} or less on 2D6 ({likely})" if likely < 1 else leadership.SURE
        options = (
            Option(id="fight", label="Fight on", rule="ARAP-MELEE-05"),
            Option(
                id="break-off",
                label="Break off",
                detail=f"{need}; {who_strikes}; failed, it routs",
                rule="ARAP-BREAK-01",
            ),
        )
        progress.ask(
            self,
            unit.side,
            "break-off",
            f"Does {unit.name} fight on or break off?",
            options,
            unit=unit.id,
            rule="ARAP-BREAK-01",
            decline="fight",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The test, and the blows that each enemy in reach has at those who pass it."""
        unit, melee = seen.units[self.unit], seen.melee_of(self.unit)
        passes = leadership.chance(seen, unit, "break-off", leadership.goal(seen, unit))
        tested = leadership.odds_of(passes, "gets away", "routs")
        enemies = [u for u in melee.units if u in seen.units and seen.units[u].side != unit.side] if melee else []
        hacked = [blow for enemy in enemies for blow in attacks_odds.of_hacks(seen, enemy, unit.id)]
        return {"break-off": (*tested, *attacks_odds.promised(hacked, "wounds to expect on leaving"))}

    def answer(self, progress: Progress, choice: str) -> None:
        """Fight on, or test: passed, the enemy strikes and it leaves; failed, it routs."""
        if choice == "fight":
            return
        state = progress.state
        unit, melee = state.units[self.unit], _melee(state, self.unit)
        assert melee is not None
        enemies = engagement.enemy_units(state, melee, unit.side)
        if not passes(progress, unit):
            rout.flinch(progress, unit.id, melee_morale.nearest_enemy(state, unit, enemies))
            return
        for enemy in enemies:
            attacks_blows.free_hacks(progress, enemy, unit.id, rules=("ARAP-BREAK-01", "ARAP-PURS-02"))
        if progress.state.units[unit.id].on_table:
            leave(progress, unit.id, enemies, allowance.flee_dice(progress.state, unit), "ARAP-BREAK-01")


def passes(progress: Progress, unit: Unit) -> bool:
    """Whether the unit keeps together as it turns to go. (ARAP-BREAK-01)"""
    if leadership.passes_without_dice(progress, unit.id, "break-off"):
        return True
    why = f"{unit.name} breaks off"
    rolled = leadership.test(progress, unit.id, "break-off", rules=("ARAP-BREAK-01",), why=why)
    return rolled.passed is True


class HitAndRunChoice(TaskStruct, frozen=True, kw_only=True, tag="HitAndRunChoice"):
    """After a round a unit with Hit and Run may try to leave. (ARAP-BREAK-04)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Ask those that have the rule and are still in the fight."""
        state = progress.state
        unit = state.units[self.unit]
        if _melee(state, unit.id) is None or not all(state.profile(m).has("hit-and-run") for m in unit.alive):
            return
        self.ask_whether(progress, unit)

    def ask_whether(self, progress: Progress, unit: Unit) -> None:
        """Stay, or test Initiative."""
        state = progress.state
        options = (
            Option(id="stay", label="Stay", rule="ARAP-BREAK-04"),
            Option(
                id="leave",
                label="Hit and run",
                detail=f"{min(5, initiative(state, unit))} or less on a die, then 3D6″ any way",
                rule="ARAP-BREAK-04",
            ),
        )
        progress.ask(
            self,
            unit.side,
            "hit-and-run",
            f"Does {unit.name} hit and run?",
            options,
            unit=unit.id,
            rule="ARAP-BREAK-04",
            decline="stay",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The test of Initiative."""
        return {"leave": (Promise(chance_low(initiative(seen, seen.units[self.unit])), "gets away"),)}

    def answer(self, progress: Progress, choice: str) -> None:
        """Stay, or test Initiative."""
        if choice == "stay":
            return
        state = progress.state
        unit, melee = state.units[self.unit], _melee(state, self.unit)
        assert melee is not None
        if slips_away(progress, unit, melee):
            enemies = engagement.enemy_units(state, melee, unit.side)
            leave(progress, unit.id, enemies, HIT_AND_RUN_DICE, "ARAP-BREAK-04")


def slips_away(progress: Progress, unit: Unit, melee: Melee) -> bool:
    """The test of Initiative; who fails it is bound to fight the next round. (ARAP-BREAK-04)"""
    rolled = progress.roll(
        "initiative-test",
        1,
        sense="low",
        goal=initiative(progress.state, unit),
        unit=unit.id,
        why=f"{unit.name} hits and runs",
        rules=("ARAP-BREAK-04",),
    )
    if not rolled.passed:
        progress.emit(HeldInMelee(side=unit.side, unit=unit.id, melee=melee.id, rules=("ARAP-BREAK-04",)))
    return rolled.passed is True


def initiative(state: GameState, unit: Unit) -> int:
    """The lowest among them: what a Hit and Run is tested against. (ARAP-BREAK-04)"""
    return min(state.profile(m).i for m in unit.alive)


def leave(progress: Progress, unit: UnitId, enemies: Sequence[UnitId], dice: int, rule: str) -> None:
    """Roll the distance and go, in a direction of the player's choice. (ARAP-BREAK-01, -02)"""
    name = progress.state.units[unit].name
    rolled = progress.roll_sum("flee", dice, unit=unit, why=f"{name} leaves the melee", rules=(rule, "ARAP-BREAK-02"))
    out_of_it(progress, unit, enemies, rule)
    progress.queue(BreakOffMove(unit=unit, inches=rolled.total or 0))


def out_of_it(progress: Progress, unit: UnitId, enemies: Sequence[UnitId], rule: str) -> None:
    """It is out of the fight, and both shun each other in their next turns. (ARAP-BREAK-03)"""
    side = progress.state.units[unit].side
    left = tuple(e for e in enemies if progress.state.units[e].in_play)
    until = {u: next_turn(progress.state, progress.state.units[u]) for u in (unit, *left)}
    progress.emit(BrokeOff(side=side, unit=unit, left=left, until=until, rules=(rule, "ARAP-BREAK-03")))


class BreakOffMove(WayToChoose, frozen=True, kw_only=True, tag="BreakOffMove"):
    """The move of a unit that broke off. (ARAP-BREAK-02)"""

    def ways(self, state: GameState) -> list[FlightPath]:
        """In any direction, clear of every enemy. (ARAP-BREAK-02)"""
        return flight_restrictions.free_ways(state, state.units[self.unit], self.inches)

    def question(self, unit: Unit) -> WayAsked:
        """From nobody in particular. (ARAP-BREAK-02)"""
        return WayAsked(f"Which way does {unit.name} go", "ARAP-BREAK-02")

    def own_way(self, state: GameState, path: Sequence[Point]) -> FlightPath | Refusal:
        """In any direction, ending clear of every enemy. (ARAP-BREAK-02)"""
        return flight_paths.followed(state, state.units[self.unit], self.inches, path, clear=True)

    def go(self, progress: Progress, way: FlightPath | None) -> None:
        """The models go."""
        unit = progress.state.units[self.unit]
        if way is not None:
            progress.emit(
                ModelsMoved(
                    side=unit.side,
                    unit=self.unit,
                    placements=way.placements,
                    how="break-off",
                    path=tuple((x, y, way.bearing_deg) for x, y in way.path),
                    length_in=way.length_in,
                    spent_in=way.spent_in,
                    voluntary=False,
                    fled_in=flight_paths.fast_in(progress.state, unit, way.length_in),
                    rules=("ARAP-BREAK-02",),
                )
            )
            moved = dangerous_ground.ways(unit.alive, way)
            if progress.state.active_side == unit.side:
                casualties.brave(progress, unit.id, moved)
            else:
                dangerous_ground.brave(progress, unit.id, moved, counts=True)


EVENTS: tuple[type[Event], ...] = (BrokeOff, HeldInMelee)
TASKS: tuple[type[TaskStruct], ...] = (BreakOffChoice, HitAndRunChoice, BreakOffMove)
