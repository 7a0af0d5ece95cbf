"""From armies and a scenario to the first player turn: roll-off and deployment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface, vehicle_interface
from rules.arap.positions import fronts
from rules.arap.positions.placing import DeploymentRoom, placing, suggested
from rules.arap.rulings.terrain import as_agreed
from rules.arap.turn import hidden_set_up, turn
from rules.arap.turn.building_interface import TurnsOfBuildings
from rules.arap.turn.vehicle_interface import VehiclesMustered
from rules.arap.units.set_down import place_unit
from rules.core.ids import ProfileId, SideId, UnitId, WeaponId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.core.words import does
from rules.events import GameCreated
from rules.forces.army import Army
from rules.forces.modules import SWITCH
from rules.forces.profile import Profile
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.rulebook import default_options
from rules.state import DICE_RULE, RULES_VERSION, Event, GameState, Placement, Side
from rules.table.scenario import OptionValue, Scenario


def new_game(
    scenario: Scenario,
    armies: Mapping[SideId, Army],
    options: Mapping[str, OptionValue] | None = None,
    seal: str = "",
    *,
    game_id: str = "game",
    entropy: Sequence[str] = (),
) -> list[Event]:
    """The first events of a game: forces numbered and ready to deploy. Raises ValueError for a side without army."""
    missing = [s.name for s in scenario.sides if s.id not in armies]
    if missing:
        raise ValueError(f"no army for {', '.join(missing)}")
    profiles: dict[ProfileId, Profile] = {}
    weapons: dict[WeaponId, Weapon] = {}
    units: dict[UnitId, Unit] = {}
    sides = []
    for side in scenario.sides:
        army = armies[side.id]
        mustered = army.muster(side.id)
        profiles |= mustered.profiles
        weapons |= mustered.weapons
        units |= {u.id: u for u in mustered.units}
        sides.append(Side(id=side.id, name=army.name or side.name, edge=side.edge))
    weapons |= building_interface.ask(TurnsOfBuildings).weapons(scenario)
    chosen = {**default_options(), **scenario.options, **(options or {})}
    module = vehicle_interface.named(str(chosen[SWITCH]))
    created = GameCreated(
        version=RULES_VERSION,
        seq=1,
        game_id=game_id,
        scenario=as_agreed(scenario, chosen),
        profiles=profiles,
        weapons=weapons,
        sides=tuple(sides),
        units=units,
        options=chosen,
        seal=seal,
        entropy=tuple(entropy),
        dice_rule=DICE_RULE,
        rules=vehicle_interface.answered(module, VehiclesMustered).rules_of_forces(profiles, weapons, chosen),
    )
    return [created]


def ready_to_deploy(state: GameState, side: SideId) -> list[Unit]:
    """Units of the side that still have to be placed."""
    return [
        u for u in state.units_of(side) if not u.deployed and not u.reserve and u.aboard is None and not u.section_of
    ]


class RollOff(Action, frozen=True, kw_only=True, tag="RollOff"):
    """Roll for the first turn: each side a D6, ties again; the winner chooses. (ARAP-DICE-15)"""

    def check(self, state: GameState) -> Refusal | None:
        """Once, before deployment."""
        if state.turn.order:
            return Refusal("already-rolled", "The roll-off is done.", "ARAP-DICE-15", "deploy")
        return None

    def resolve(self, progress: Progress) -> None:
        """Roll until one side is alone on top, then let it choose."""
        sides = [s.id for s in progress.state.sides]
        rivals = sides
        while len(rivals) > 1:
            names = ", ".join(progress.state.side(s).name for s in rivals)
            why = f"Roll-off for the first turn: {names}"
            rolled = progress.roll("table-roll", len(rivals), why=why, rules=("ARAP-DICE-15",))
            best = max(rolled.dice)
            rivals = [s for s, die in zip(rivals, rolled.dice, strict=True) if die == best]
        winner = rivals[0]
        options = [Option(id="first", label="Take the first turn"), Option(id="last", label="Take the last turn")]
        progress.ask(ChooseOrder(winner=winner), winner, "order", "Who has the first turn?", options)


class ChooseOrder(TaskStruct, frozen=True, kw_only=True, tag="ChooseOrder"):
    """The winner of the roll-off goes first or last."""

    winner: SideId

    def answer(self, progress: Progress, choice: str) -> None:
        """The other sides keep the scenario's order."""
        others = tuple(s.id for s in progress.state.sides if s.id != self.winner)
        order = (self.winner, *others) if choice == "first" else (*others, self.winner)
        progress.emit(OrderSet(order=order, side=self.winner))
        progress.queue(NextToDeploy(begins=True))


class OrderSet(Event, frozen=True, kw_only=True, tag="OrderSet"):
    """The order of player turns; deployment begins with the first of them."""

    order: tuple[SideId, ...]

    def evolve(self, state: GameState) -> GameState:
        """The order stands."""
        return state.with_turn(order=self.order, place=0, phase="deployment")

    def sentence(self, state: GameState) -> str:
        """Who begins."""
        return f"{state.side(self.order[0]).name} will have the first turn"


class DeploymentTurn(Event, frozen=True, kw_only=True, tag="DeploymentTurn"):
    """Whose turn it is to place a unit, as an index into the order."""

    place: int

    def evolve(self, state: GameState) -> GameState:
        """That side places next."""
        return state.with_turn(place=self.place)


class NextToDeploy(TaskStruct, frozen=True, kw_only=True, tag="NextToDeploy"):
    """Pass deployment on to the next side with units to place; when there is none the battle begins."""

    begins: bool = False
    """Nobody has placed yet: the first of the order is asked before the others."""

    def run(self, progress: Progress) -> None:
        """Sides in turn."""
        state = progress.state
        order = state.turn.order
        count = len(order)
        for step in range(0 if self.begins else 1, count + 1):
            place = (state.turn.place + step) % count
            if ready_to_deploy(state, order[place]):
                if place != state.turn.place:
                    progress.emit(DeploymentTurn(place=place, side=order[place]))
                return
        turn.first_turn(progress, order)


def deploying(state: GameState, side: SideId) -> Refusal | None:
    """Refuse placing outside the side's own turn of deployment."""
    if state.turn.number or state.turn.phase != "deployment":
        return Refusal("wrong-phase", "Deployment is over.", "ARAP-TURN-01", "move in your activation phase")
    if not state.turn.order:
        return Refusal("no-order", "Roll off for the first turn before anybody deploys.", "ARAP-DICE-15", "roll off")
    acting = state.turn.order[state.turn.place]
    if acting != side:
        return Refusal(
            "not-your-turn", f"{does(state.side(acting).name, 'places')} the next unit.", "ARAP-TURN-01", "wait"
        )
    return None


class Deploy(Action, frozen=True, kw_only=True, tag="Deploy"):
    """Place one unit in its own zone."""

    unit: UnitId
    placements: tuple[Placement, ...]

    def check(self, state: GameState) -> Refusal | None:
        """In turn, the whole unit, inside the zone, coherent, on nothing impassable and on nobody else."""
        refusal = deploying(state, self.side) or waiting(state, self.side, self.unit)
        return refusal or placing(state, state.units[self.unit], self.placements)

    def resolve(self, progress: Progress) -> None:
        """The unit stands; the next side places."""
        standing = tuple(replace(p, prone=False) for p in self.placements)
        hidden_set_up.hide(progress, progress.state.units[self.unit], standing)
        place_unit(progress, progress.state.units[self.unit], standing)
        progress.queue(NextToDeploy())


class AutoDeploy(Action, frozen=True, kw_only=True, tag="AutoDeploy"):
    """Let the table place the next unit, or with `everything` all that the side still has."""

    unit: UnitId | None = None
    everything: bool = False
    spread: bool = False
    """As a player would: squads abreast with room between them, single models behind, hulls on roads. Without it, and
    in games from before, one after the other from the middle of the front."""
    among: bool = False
    """With `spread`: beside those who stand there already, not before them."""
    near: Point | None = None
    """The unit stands as near to this place as there is room for it."""

    def check(self, state: GameState) -> Refusal | None:
        """In turn, with something left and room for it."""
        refusal = deploying(state, self.side)
        if refusal:
            return refusal
        waiting = self._units(state)
        if not waiting:
            return Refusal("not-to-deploy", "Nobody is waiting to be placed.", "ARAP-TURN-01", "a unit of your side")
        if suggested(state, waiting[0]) is None:
            text = f"There is no room left for {waiting[0].name} in its zone."
            return Refusal("no-room", text, "ARAP-GEN-05", "place it by hand, or hold it back")
        return None

    def _units(self, state: GameState) -> list[Unit]:
        waiting = [u for u in ready_to_deploy(state, self.side) if self.unit in (None, u.id)]
        return waiting if self.everything else waiting[:1]

    def resolve(self, progress: Progress) -> None:
        """Units are placed one after the other, each clear of those before; who finds no room goes on waiting."""
        room = DeploymentRoom(progress.state, self.side)
        units = self._units(progress.state)
        others = progress.state.units_of(self.side) if self.among else ()
        standing = [unit for unit in others if unit.on_table and unit.deployed]
        wanted = fronts.places(progress.state, units, room.zones[0], standing) if self.spread else {}
        for unit in units:
            placements = suggested(progress.state, unit, room, wanted.get(unit.id, self.near))
            if placements is not None:
                hidden_set_up.hide(progress, unit, placements)
                place_unit(progress, progress.state.units[unit.id], placements)
                room.take(room.spots(unit, placements))
        progress.queue(NextToDeploy())


class HoldBack(Action, frozen=True, kw_only=True, tag="HoldBack"):
    """Leave a unit off the table: any with reserves in play, else one that finds no room. (ARAP-TURN-04)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """In turn, a waiting unit; without reserves in play really no room."""
        refusal = deploying(state, self.side) or waiting(state, self.side, self.unit)
        if refusal or state.option("reserves_in_play"):
            return refusal
        if suggested(state, state.units[self.unit]) is not None:
            name = state.units[self.unit].name
            allowed = "place it; reserves are not in play"
            return Refusal("room-left", f"There is room for {name} in its zone.", "ARAP-TURN-04", allowed)
        return None

    def resolve(self, progress: Progress) -> None:
        """It stays in reserve."""
        progress.emit(HeldBack(side=self.side, unit=self.unit, rules=("ARAP-TURN-04",)))
        progress.queue(NextToDeploy())


class HeldBack(Event, frozen=True, kw_only=True, tag="HeldBack"):
    """A unit stays off the table, in reserve or for want of room. (ARAP-TURN-04)"""

    def evolve(self, state: GameState) -> GameState:
        """It is in reserve."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], reserve=True))

    def sentence(self, state: GameState) -> str:
        """Who waits."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} is held back"


def waiting(state: GameState, side: SideId, unit: UnitId) -> Refusal | None:
    """Refuse a unit that is not this side's to place."""
    found = state.units.get(unit)
    if found is None or found not in ready_to_deploy(state, side):
        return Refusal("not-to-deploy", "That unit is not waiting to be placed.", "ARAP-TURN-01", "a unit of your side")
    return None


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """The roll-off, and placing by the table."""
    if state.turn.number:
        return
    if not state.turn.order:
        yield offered(state, RollOff(side=side), kind="roll-off")
        return
    if state.turn.order[state.turn.place] != side:
        return
    for unit in ready_to_deploy(state, side):
        placed = offered(state, AutoDeploy(side=side, unit=unit.id), kind="deploy", unit=unit.id)
        yield placed
        if placed.refusal is None:
            yield from _elsewhere(state, side, unit)
        if placed.refusal is not None or state.option("reserves_in_play"):
            yield offered(state, HoldBack(side=side, unit=unit.id), kind="hold-back", unit=unit.id)
    yield offered(state, AutoDeploy(side=side, everything=True), kind="deploy-all")


def _elsewhere(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    """The unit near places that are worth standing at; that there is room for it has been seen."""
    for label, at in fronts.openings(state, side):
        action = AutoDeploy(side=side, unit=unit.id, near=at)
        yield Offer(kind="deploy", unit=unit.id, action=action, label=label)


OFFERED: Final = ("roll-off", "deploy", "deploy-all", "hold-back")
ACTIONS: tuple[type[Action], ...] = (RollOff, Deploy, AutoDeploy, HoldBack)
EVENTS: tuple[type[Event], ...] = (OrderSet, DeploymentTurn, HeldBack)
TASKS: tuple[type[TaskStruct], ...] = (ChooseOrder, NextToDeploy)
