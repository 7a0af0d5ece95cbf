"""The shape of a player turn: compulsory phase, activation, melee rounds, end. (ARAP-TURN-01 to -06)

Each step is a task; a step that asks a player something waits on the agenda.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap import building_interface, version_1
from rules.arap.melee import halt_pursuit, pursuit, rounds
from rules.arap.morale import casualties, rout
from rules.arap.morale import suppression as morale_suppression
from rules.arap.turn import random_events, reserves, victory
from rules.arap.turn.building_interface import TurnsOfBuildings
from rules.arap.turn.vehicle_interface import VehicleTurns
from rules.arap.units import split_and_join
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit, UnitTurn
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Phase


class PlayerTurnBegan(Event, frozen=True, kw_only=True, tag="PlayerTurnBegan"):
    """A side's player turn begins; its pending suppression comes into force first. (ARAP-TURN-01, ARAP-SUPP-03)"""

    number: int
    place: int
    strengths: dict[UnitId, int] | None = None
    """Members of every unit now. (ARAP-SUPP-01, ARAP-CAS-04)"""
    suppression: dict[UnitId, int] = {}
    """Points in force now, of the side's units that have any. (ARAP-SUPP-03)"""
    pinned: tuple[UnitId, ...] = ()
    """Units whose turn pinning spoils. (ARAP-PIN-01)"""

    def evolve(self, state: GameState) -> GameState:
        """Counters start afresh; strengths are noted."""
        if self.strengths is None:
            return self._decided(state).evolve(state)
        units = {u.id: self._fresh(u, self.strengths) for u in state.units.values()}
        state = replace(state, units=units)
        return state.with_turn(
            number=self.number,
            place=self.place,
            phase="compulsory",
            busts=0,
            active=None,
            ap=0,
            tallies=(),
            fought=(),
            fired_out={},
        )

    def _fresh(self, unit: Unit, strengths: dict[UnitId, int]) -> Unit:
        unit = replace(unit, n_start=strengths.get(unit.id, unit.n_start))
        if unit.side != self.side:
            return replace(unit, now=replace(unit.now, passed=())) if unit.now.passed else unit
        return replace(
            unit,
            before=unit.now,
            now=UnitTurn(start=unit.alive[0].at if unit.alive else None),
            s_active=self.suppression.get(unit.id, 0),
            s_pending=0,
            pinned_now=unit.id in self.pinned,
            pinned=False,
        )

    def _decided(self, state: GameState) -> PlayerTurnBegan:
        """The event of a log of version 1 with what it leaves unsaid."""
        return replace(
            self,
            strengths=version_1.strengths(state),
            suppression=version_1.suppression(state, self.side),
            pinned=version_1.pinned(state, self.side),
        )

    def for_viewers(self) -> PlayerTurnBegan:
        """Without what may speak of hidden units."""
        return replace(self, strengths=None, suppression={}, pinned=())

    def sentence(self, state: GameState) -> str:
        """Whose turn."""
        return f"Turn {self.number}: {state.side(self.side).name}" if self.side else ""


class PhaseBegan(Event, frozen=True, kw_only=True, tag="PhaseBegan"):
    """The next phase of the player turn."""

    phase: Phase

    def evolve(self, state: GameState) -> GameState:
        """The phase changes; nobody is active."""
        return state.with_turn(phase=self.phase, active=None, ap=0, follow=(), script=None, lead=False)

    def sentence(self, state: GameState) -> str:
        """Which phase."""
        words = {"activation": "Activation phase", "melee": "Melee rounds"}
        return words.get(self.phase, "")


class PlayerTurnEnded(Event, frozen=True, kw_only=True, tag="PlayerTurnEnded"):
    """States that last one own turn end. (ARAP-TURN-01, ARAP-PIN-01, ARAP-GTG-03)"""

    up_again: tuple[UnitId, ...] | None = None
    """Those who went to ground before this turn. (ARAP-GTG-03)"""
    shun_no_more: tuple[UnitId, ...] = ()
    """Those who need not avoid the unit any more that they broke off from. (ARAP-BREAK-03)"""

    def evolve(self, state: GameState) -> GameState:
        """Pinning that bit in this turn is over; those who went to ground before it may act again."""
        if self.up_again is None:  # a log of version 1
            up, free = version_1.up_again(state, self.side), version_1.shun_no_more(state, self.side)
            return replace(self, up_again=up, shun_no_more=free).evolve(state)
        up = self.up_again
        state = state.with_units(*(self._ended(u, up) for u in state.units.values() if u.side == self.side))
        sprawled = [u for u in state.units.values() if any(m.sprawled for m in u.models)]
        return state.with_units(
            *(replace(u, models=tuple(replace(m, sprawled=False) for m in u.models)) for u in sprawled)
        )

    def _ended(self, unit: Unit, up: tuple[UnitId, ...]) -> Unit:
        return replace(
            unit,
            pinned_now=False,
            gone_to_ground=unit.gone_to_ground and unit.id not in up,
            held_ap=0,
            ground_fresh=False,
            rallied=False,
            avoid=None if unit.id in self.shun_no_more else unit.avoid,
            avoid_too=() if unit.id in self.shun_no_more else unit.avoid_too,
        )

    def for_viewers(self) -> PlayerTurnEnded:
        """Without what may speak of hidden units."""
        return replace(self, up_again=None, shun_no_more=())


class GameTurnEnded(Event, frozen=True, kw_only=True, tag="GameTurnEnded"):
    """Every side has had its player turn; each unit with suppression points loses one. (ARAP-SUPP-04)"""

    number: int
    suppression: dict[UnitId, tuple[int, int]] | None = None
    """Points left in force and pending, of each unit that had any."""

    def evolve(self, state: GameState) -> GameState:
        """So many points are left."""
        left = version_1.eased(state) if self.suppression is None else self.suppression
        return state.with_units(
            *(replace(state.units[u], s_active=now, s_pending=later) for u, (now, later) in left.items())
        )

    def for_viewers(self) -> GameTurnEnded:
        """Without what may speak of hidden units."""
        return replace(self, suppression=None)

    def sentence(self, state: GameState) -> str:
        """Which turn is over."""
        return f"End of turn {self.number}"


class BeginPlayerTurn(TaskStruct, frozen=True, kw_only=True, tag="BeginPlayerTurn"):
    """Start a player turn and run its compulsory phase in order. (ARAP-TURN-02, -03)"""

    number: int
    place: int

    def run(self, progress: Progress) -> None:
        """Suppression first, then routers, pursuers, rallies and halts, then activation."""
        state = progress.state
        side = state.turn.order[self.place]
        progress.emit(
            PlayerTurnBegan(
                side=side,
                number=self.number,
                place=self.place,
                strengths={u.id: len(u.alive) for u in state.units.values()},
                suppression=morale_suppression.in_force(state, side),
                pinned=tuple(u.id for u in state.units_of(side) if u.pinned),
                rules=("ARAP-TURN-01", "ARAP-TURN-02", "ARAP-SUPP-03"),
            )
        )
        ask(progress.state, VehicleTurns).turn_begins(progress)
        building_interface.ask(TurnsOfBuildings).turn_begins(progress)
        rout.queue_moves(progress)
        pursuit.queue_moves(progress)
        rout.queue_rallies(progress)
        halt_pursuit.queue_halts(progress)
        random_events.queue_rolls(progress, self.place)
        progress.queue(RollReserves())
        split_and_join.queue_rejoins(progress, side)
        progress.queue(BeginActivation())


class RollReserves(TaskStruct, frozen=True, kw_only=True, tag="RollReserves"):
    """The last step of the compulsory phase. (ARAP-TURN-04)"""

    def run(self, progress: Progress) -> None:
        """Each unit in reserve rolls."""
        reserves.queue_rolls(progress)


class BeginActivation(TaskStruct, frozen=True, kw_only=True, tag="BeginActivation"):
    """The compulsory phase is done; units may be activated. (ARAP-TURN-05)"""

    def run(self, progress: Progress) -> None:
        """Open the phase, unless a side is already gone."""
        if victory.wiped_out(progress):
            return
        progress.emit(PhaseBegan(phase="activation", side=progress.state.active_side, rules=("ARAP-TURN-05",)))


class CloseActivation(TaskStruct, frozen=True, kw_only=True, tag="CloseActivation"):
    """The activation phase is over; `ended_by` bust, all-attempted or stopped. (ARAP-TURN-05, -06)"""

    ended_by: str

    def run(self, progress: Progress) -> None:
        """One round of every melee, then the end of the player turn."""
        if victory.wiped_out(progress):
            return
        progress.emit(PhaseBegan(phase="melee", side=progress.state.active_side, rules=("ARAP-TURN-06",)))
        ask(progress.state, VehicleTurns).queue_driverless_moves(progress)
        rounds.queue_rounds(progress)
        ask(progress.state, VehicleTurns).queue_close_combat(progress)
        building_interface.ask(TurnsOfBuildings).queue_close_combat(progress)
        progress.queue(EndPlayerTurn())


class EndPlayerTurn(TaskStruct, frozen=True, kw_only=True, tag="EndPlayerTurn"):
    """Casualty tests of units shot at; then what lasted this turn ends. (ARAP-TURN-01, ARAP-CAS-04)"""

    def run(self, progress: Progress) -> None:
        """Tests first, since they still use this turn's strengths."""
        progress.emit(PhaseBegan(phase="end", side=progress.state.active_side, rules=("ARAP-TURN-01",)))
        casualties.queue_end_of_turn_tests(progress)
        progress.queue(PassTurn())


class PassTurn(TaskStruct, frozen=True, kw_only=True, tag="PassTurn"):
    """Hand over to the next side; after the last one the game turn ends. (ARAP-TURN-01)"""

    def run(self, progress: Progress) -> None:
        """End marks, score at the end of a game turn, end the game at its limit, or begin the next player turn."""
        turn = progress.state.turn
        side = progress.state.active_side
        ask(progress.state, VehicleTurns).turn_ends(progress)
        building_interface.ask(TurnsOfBuildings).turn_ends(progress)
        progress.emit(_player_turn_ended(progress.state, side))
        if victory.wiped_out(progress):
            return
        last = turn.place + 1 >= len(turn.order)
        if last:
            left = morale_suppression.eased(progress.state)
            rules = ("ARAP-TURN-01", "ARAP-SUPP-04")
            progress.emit(GameTurnEnded(number=turn.number, suppression=left, rules=rules))
            if victory.score_turn(progress):
                return
        number = turn.number + 1 if last else turn.number
        progress.queue(BeginPlayerTurn(number=number, place=0 if last else turn.place + 1))


def _player_turn_ended(state: GameState, side: SideId | None) -> PlayerTurnEnded:
    """Who went to ground before this turn gets up; who broke off may go near those again. (ARAP-GTG-03, -BREAK-03)"""
    own = [u for u in state.units.values() if u.side == side]
    return PlayerTurnEnded(
        side=side,
        up_again=tuple(u.id for u in own if u.gone_to_ground and not u.ground_fresh),
        shun_no_more=tuple(u.id for u in own if u.avoid is not None and state.turn.number >= u.avoid_turn),
        rules=("ARAP-TURN-01",),
    )


def first_turn(progress: Progress, order: tuple[SideId, ...]) -> None:
    """Begin the battle with that order of player turns."""
    assert progress.state.turn.order == order
    progress.queue(BeginPlayerTurn(number=1, place=0))


EVENTS: tuple[type[Event], ...] = (PlayerTurnBegan, PhaseBegan, PlayerTurnEnded, GameTurnEnded)
TASKS: tuple[type[TaskStruct], ...] = (
    BeginPlayerTurn,
    RollReserves,
    BeginActivation,
    CloseActivation,
    EndPlayerTurn,
    PassTurn,
)
