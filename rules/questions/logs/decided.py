"""What decided a battle: how the score grew, what each side lost, and the moments on which it turned.

Moments choose themselves: what was worth most, and, whatever they were worth, the biggest swing, the least likely roll,
the decisive charge, the longest shot and the end. Each of these says why it was chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.any_game import Conceded
from rules.arap.charge.events import ChargeDeclared
from rules.arap.events import PointsSpent, WoundsTaken
from rules.arap.morale.rout import UnitRouted
from rules.arap.turn.activation import Bust
from rules.arap.turn.race import GatePassed
from rules.arap.turn.victory import ObjectivesScored
from rules.buildings.bunkers.collapse import SectionsFallen
from rules.core.ids import SideId, UnitId
from rules.core.words import does
from rules.events import Rolled
from rules.forces.unit import Unit
from rules.questions.logs.chances import at_least, of_chart
from rules.questions.logs.luck import account, trials
from rules.questions.units import score
from rules.state import Event, GameState
from rules.vehicles.shared.events import ChartResult

MOST_MOMENTS = 7
_THE_END = 1e9
_WORTH_A_WORD = 20.0
"""Points."""
_A_POINT = 60.0
"""Points of the army lists that a point of the score is worth."""
_A_SECTION = 80.0
"""Points that a section of an armoured building is worth; nobody paid for it."""
_A_WALL = 30.0
"""Points that a stretch of wall, or a building without armour, is worth."""
_RARE = 1 / 8
_LONG = 1 / 6
_HARMLESS = frozenset({"crew-shaken", "no-effect"})


class Moment(NamedTuple):
    """Something on which the battle turned; `swing` is about what it was worth in points.

    `side` is whoever took ground, threw the dice or brought it about, as far as events alone tell; `is_own` where that
    is certain. Otherwise `timeline.as_done` names the side whose act it was.
    """

    seq: int
    turn: int
    side: SideId
    title: str
    text: str
    swing: float
    why: str = ""
    """Why it was chosen, where that is not its worth alone."""
    is_own: bool = False


class SideTally(NamedTuple):
    """What one side lost and failed, and its points at the end of each game turn."""

    side: SideId
    name: str
    scored: tuple[int, ...]
    score: int
    units_lost: int
    models_lost: int
    busts: int
    routs: int
    points_left: int


class Story(NamedTuple):
    """The battle, looked back on."""

    turns: tuple[int, ...]
    tallies: tuple[SideTally, ...]
    moments: tuple[Moment, ...]


def story(steps: Iterable[tuple[Event, GameState]]) -> Story:
    """Look back on a log: each event that counts, with the state after it."""
    teller = _Teller()
    for event, state in steps:
        teller.hear(event, state)
    return teller.story()


class _Charge:
    """One charge, and what the charged lost to it in the same game turn."""

    def __init__(self, event: ChargeDeclared, state: GameState) -> None:
        self._event = event
        self._state = state
        self.worth = 0.0

    def hear(self, by: UnitId | None, unit: UnitId, lost: float, turn: int) -> None:
        """Somebody fell."""
        if by == self._event.unit and unit == self._event.target and turn == self._state.turn.number:
            self.worth += lost

    def routed(self, unit: Unit, turn: int) -> None:
        """The charged run."""
        if unit.id == self._event.target and turn == self._state.turn.number:
            self.worth += _worth(unit) * 0.6

    def moment(self) -> Moment:
        """The charge as a moment."""
        assert self._event.unit is not None
        charger, target = self._state.units[self._event.unit], self._state.units[self._event.target]
        title = f"{charger.name} charges {target.name}"
        text = f"It cost them about {self.worth:.0f} points"
        turn = self._state.turn.number
        return Moment(self._event.seq, turn, charger.side, title, text, self.worth, "Decisive charge", is_own=True)


class _Teller:
    """Goes through a log once."""

    def __init__(self) -> None:
        self._before = GameState()
        self._strength: dict[SideId, int] = {}
        self._roll: Rolled | None = None
        self._held: dict[str, SideId] = {}
        self._scores: list[tuple[int, dict[SideId, int]]] = []
        self._busts: list[SideId] = []
        self._routs: list[SideId] = []
        self._found: list[Moment] = []
        self._rare: tuple[float, Moment] | None = None
        self._charges: list[_Charge] = []
        self._shot: list[float] = []
        self._long: tuple[float, Moment] | None = None

    def hear(self, event: Event, state: GameState) -> None:
        """One event more."""
        if isinstance(event, Rolled):
            self._rolled(event, state)
        elif isinstance(event, ChargeDeclared):
            self._charges.append(_Charge(event, state))
        elif isinstance(event, PointsSpent):
            self._shot = []
        elif isinstance(event, WoundsTaken):
            self._struck(event, state)
        elif isinstance(event, ObjectivesScored):
            self._scored(event, state)
        elif isinstance(event, GatePassed):
            self._passed(event, state)
        elif isinstance(event, Bust | UnitRouted | ChartResult | Conceded):
            self._befell(event, state)
        if isinstance(event, SectionsFallen) or state.terrain is not self._before.terrain:
            self._collapsed(event, state)
        if not self._before.units:
            self._strength = {s.id: _models(state, s.id) for s in state.sides}
        elif state.units is not self._before.units:
            self._losses(event, state)
        self._before = state

    def story(self) -> Story:
        """Everything, the moments in the order of the battle."""
        best = self._best()
        state = self._before
        tallies = tuple(self._tally(state, side.id) for side in state.sides)
        return Story(tuple(turn for turn, _ in self._scores), tallies, tuple(sorted(best, key=lambda m: m.seq)))

    def _tally(self, state: GameState, side: SideId) -> SideTally:
        units = tuple(state.units_of(side))
        return SideTally(
            side=side,
            name=state.side(side).name,
            scored=tuple(gained.get(side, 0) for _, gained in self._scores),
            score=score(state, side),
            units_lost=sum(map(_is_lost, units)),
            models_lost=self._strength[side] - _models(state, side),
            busts=self._busts.count(side),
            routs=self._routs.count(side),
            points_left=sum(u.points for u in units if not _is_lost(u)),
        )

    # -------------------------------------------------------------- moments

    def _best(self) -> list[Moment]:
        """Those that say why they were chosen first, then by worth."""
        plain = sorted(self._found, key=lambda m: (-m.swing, m.seq))
        found: dict[int, Moment] = {}
        for moment in self._chosen(plain):
            known = found.get(moment.seq)
            why = f"{known.why}, {moment.why.lower()}" if known else moment.why
            found[moment.seq] = (known or moment)._replace(why=why)
        rest = [moment for moment in plain if moment.seq not in found]
        return [*found.values(), *rest][:MOST_MOMENTS]

    def _chosen(self, plain: list[Moment]) -> Iterable[Moment]:
        end = [moment for moment in plain if moment.swing >= _THE_END]
        if end:
            yield end[0]._replace(why="The end")
        swings = [moment for moment in plain if moment.swing < _THE_END]
        if swings and swings[0].swing >= _WORTH_A_WORD:
            yield swings[0]._replace(why="Biggest swing")
        if self._long is not None:
            yield self._long[1]
        if (charge := max(self._charges, key=lambda each: each.worth, default=None)) and charge.worth:
            yield charge.moment()
        if self._rare is not None:
            yield self._rare[1]

    def _rolled(self, event: Rolled, state: GameState) -> None:
        """The least likely of all rolls; and how likely what has come of this attack so far was."""
        self._roll = event
        if (damage := of_chart(event)) is not None:
            self._shot.append(damage)
        own = [trial for trial in trials(event) if not trial.by_hand]
        if not own:
            return
        found = account(own)
        self._shot.append(at_least(own))
        if found.rare < min(_RARE, self._rare[0] if self._rare else 1.0):
            unit = state.units.get(event.unit) if event.unit else None
            kind = own[0].kind.lower()
            title = f"{unit.name if unit else 'The table'}: {kind}, {found.made} of {found.rolls} made"
            side = SideId(event.side or "")
            text = f"{found.due:.1f} were due, 1 in {round(1 / found.rare)}"
            moment = Moment(event.seq, state.turn.number, side, title, text, 0, "Least likely", is_own=True)
            self._rare = (found.rare, moment)

    def _struck(self, event: WoundsTaken, state: GameState) -> None:
        """Models that fall to a charger in the turn of its charge make the charge."""
        unit = self._unit(event, state)
        if unit is None or not unit.models:
            return
        lost = sum(wound.left == 0 for wound in event.wounds) * _worth(unit) / len(unit.models)
        for charge in self._charges:
            charge.hear(event.by, unit.id, lost, state.turn.number)

    def _by_a_long_shot(self, event: Event, state: GameState, side: SideId, title: str) -> None:
        chance = 1.0
        for each in self._shot:
            chance *= each
        if self._shot and chance < min(_LONG, self._long[0] if self._long else 1.0):
            text = f"Such dice fall once in {round(1 / chance)} times"
            moment = Moment(event.seq, state.turn.number, side, title, text, 0, "Long shot", is_own=True)
            self._long = (chance, moment)

    def _add(
        self, event: Event, state: GameState, side: SideId, title: str, text: str, swing: float, *, is_own: bool = False
    ) -> None:
        self._found.append(Moment(event.seq, state.turn.number, side, title, text, swing, is_own=is_own))

    def _scored(self, event: ObjectivesScored, state: GameState) -> None:
        before = {s.id: s.score for s in self._before.sides}
        self._scores.append((state.turn.number, {side: score - before[side] for side, score in event.scores}))
        names = {o.id: o for o in state.scenario.objectives}
        for place, side in event.held:
            last = self._held.get(place)
            if last != side:
                text = f"Taken from {state.side(last).name}" if last else "The first to hold it"
                title = f"{does(state.side(side).name, 'takes')} {names[place].name}"
                worth = _A_POINT * names[place].value * (2 if last else 1)
                self._add(event, state, side, title, text, worth, is_own=True)
        self._held |= dict(event.held)

    def _passed(self, event: GatePassed, state: GameState) -> None:
        """The foremost racer of a side is through its next gate. (VEH-RACE-01)"""
        unit = self._unit(event, state)
        if unit is None:
            return
        before = {s.id: s.score for s in self._before.sides}.get(unit.side, 0)
        gained = state.side(unit.side).score - before
        if gained > 0:
            title = event.sentence(state)
            self._add(event, state, unit.side, title, "The first of its side", _A_POINT * gained, is_own=True)

    def _befell(self, event: Bust | UnitRouted | ChartResult | Conceded, state: GameState) -> None:
        unit = self._unit(event, state)
        if isinstance(event, Conceded) and event.side is not None:
            title = does(state.side(event.side).name, "concedes")
            self._add(event, state, event.side, title, "", _THE_END, is_own=True)
        elif unit is None:
            return
        elif isinstance(event, Bust):
            self._bust(event, state, unit)
        elif isinstance(event, UnitRouted):
            self._routs.append(unit.side)
            for charge in self._charges:
                charge.routed(unit, state.turn.number)
            self._add(event, state, _other(state, unit.side), f"{unit.name} routs", self._throw(), _worth(unit) * 0.6)
        elif isinstance(event, ChartResult) and not _HARMLESS.issuperset(event.results):
            result = " and ".join(each.replace("-", " ") for each in event.results)
            by, gains = self._by(state, unit), self._gains(state, unit)
            self._add(event, state, gains, f"{unit.name}: {result}", by, _worth(unit) / 3, is_own=bool(by))

    def _collapsed(self, event: Event, state: GameState) -> None:
        """A building, sections of it or a wall come down. (BLD-BUNK-15, BLD-WALL-09)"""
        active = state.units.get(state.turn.active) if state.turn.active else None
        side = active.side if active is not None else SideId(event.side or "")
        text = f"By {active.name}" if active is not None else ""
        if isinstance(event, SectionsFallen):
            title = event.sentence(state).partition(";")[0]
            self._add(event, state, side, title, text, _A_SECTION * len(event.sections))
            return
        before = {p.id: p for p in self._before.terrain}
        for piece in state.terrain:
            was = before.get(piece.id)
            if piece.look == "rubble" and before and (was is None or was.look != "rubble"):
                title = (
                    f"{was.called[:1].upper()}{was.called[1:]} collapses" if was is not None else event.sentence(state)
                )
                self._add(event, state, side, title, text, _A_SECTION if was is not None and was.armour else _A_WALL)
                return

    def _bust(self, event: Bust, state: GameState, unit: Unit) -> None:
        self._busts.append(unit.side)
        idle = [u for u in state.units_of(unit.side) if u.on_table and not u.now.tried]
        if event.ends and idle:
            title = f"{does(state.side(unit.side).name, 'busts')} with {unit.name}"
            text = f"{_idle(len(idle))} not act in turn {state.turn.number}"
            self._add(event, state, unit.side, title, text, sum(map(_worth, idle)) / 5, is_own=True)

    def _losses(self, event: Event, state: GameState) -> None:
        """Units of which nobody is left since the event before."""
        for key, unit in state.units.items():
            before = self._before.units.get(key)
            if before is unit or before is None or _is_lost(before) or not _is_lost(unit):
                continue
            self._found = [
                m for m in self._found if not (m.title.startswith(f"{unit.name}: ") and m.seq > event.seq - 9)
            ]
            by, gains = self._by(state, unit), self._gains(state, unit)
            title = f"{unit.name} {_end_of(unit)}"
            if by:
                self._by_a_long_shot(event, state, gains, title)
            self._add(event, state, gains, title, by, _worth(before), is_own=bool(by))

    def _unit(self, event: Event, state: GameState) -> Unit | None:
        return state.units.get(event.unit) if event.unit is not None else None

    def _gains(self, state: GameState, victim: Unit) -> SideId:
        """For whose better it was: of several enemies, whose unit acts."""
        active = state.units.get(state.turn.active) if state.turn.active else None
        return active.side if active is not None and active.side != victim.side else _other(state, victim.side)

    def _by(self, state: GameState, victim: Unit) -> str:
        active = state.units.get(state.turn.active) if state.turn.active else None
        return f"By {active.name}" if active is not None and active.side != victim.side else ""

    def _throw(self) -> str:
        """What the dice said, where a test was thrown just before."""
        roll = self._roll
        if roll is None or roll.goal is None or roll.total is None:
            return ""
        return f"Threw {roll.total}, needed {roll.goal} or {'less' if roll.sense == 'low' else 'more'}"


def _idle(units: int) -> str:
    return f"{units} more of its units {'does' if units == 1 else 'do'}"


def _is_lost(unit: Unit) -> bool:
    """Whether it is out of the battle against its will: nobody is left, or they ran."""
    return unit.is_out or (unit.left_table and unit.routing)


def _end_of(unit: Unit) -> str:
    if not unit.is_out:
        return "flees from the table"
    if unit.is_vehicle:
        return "is destroyed"
    return "falls" if len(unit.models) == 1 else "is wiped out"


def _models(state: GameState, side: SideId) -> int:
    return sum(len(unit.alive) for unit in state.units_of(side) if not unit.is_out)


def _worth(unit: Unit) -> float:
    return unit.points or 10.0 * len(unit.models)


def _other(state: GameState, side: SideId) -> SideId:
    return next((s.id for s in state.sides if s.id != side), side)
