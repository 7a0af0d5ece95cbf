"""The states that a model may be in, as its card and its token tell them. (CRU-TURN-02, CRU-TROOP, CRU-DMG)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.unit_state import UnitState
from rules.crusade import hand, marks, models
from rules.crusade.marks import ModelMarks
from rules.forces.unit import Unit
from rules.state import GameState

MARKED: Final = (
    "wreck",
    "burning",
    "immobilised",
    "weapon_lost",
    "jammed",
    "stunned",
    "shaken",
    "prone",
    "hidden",
    "wounded",
    "activated",
)
"""Names of the states that a token shows, the most telling first."""


def states(state: GameState, unit: Unit) -> tuple[UnitState, ...]:
    """What holds of a model now, in the rules' words, each with its rule."""
    if unit.is_gone:
        return (_gone(state, unit),)
    if models.is_wreck(state, unit.id):
        return (UnitState("wreck", "Wreck", "CRU-DEST-01"),)
    noted = marks.of(state, unit.id)
    own = _of_vehicle(state, unit, noted) if unit.is_vehicle else _of_troop(state, unit, noted)
    return (*_of_turn(state, unit, noted), *own, *_of_weapons(state, unit))


def _gone(state: GameState, unit: Unit) -> UnitState:
    """How it left the table."""
    if unit.vehicle is not None and unit.vehicle.wrecked == "exploded":
        return UnitState("out_of_action", "Exploded", "CRU-EXPL-01")
    if models.is_wreck(state, unit.id):
        return UnitState("out_of_action", "Wreck, pushed to pieces", "CRU-DEST-01")
    return UnitState("out_of_action", "Out of play", "CRU-DICE-02")


def marked(state: GameState, unit: Unit) -> tuple[str, ...]:
    """The names of the states that its token shows, the most telling first."""
    held = {each.name for each in states(state, unit)}
    return tuple(name for name in MARKED if name in held)


def _of_turn(state: GameState, unit: Unit, noted: ModelMarks) -> Iterator[UnitState]:
    if state.active_side != unit.side:
        return
    if noted.done:
        yield UnitState("activated", "Done for this turn", "CRU-TURN-01")
    elif noted.stunned_now:
        yield UnitState("stunned", "Stunned: no action in this turn", "CRU-TROOP-04")
    elif noted.acted:
        bought = "Its action bought a move" if noted.extra else "Its action is spent"
        yield UnitState("fired", bought, "CRU-TURN-02")
    if noted.knocked_now:
        yield UnitState("prone", "Knocked down: no normal move in this turn", "CRU-TROOP-03")


def _of_vehicle(state: GameState, unit: Unit, noted: ModelMarks) -> Iterator[UnitState]:
    if came_with := _came_with(state, unit):
        yield UnitState("tagged", f"Taken from {came_with}, and still numbered so", "CRU-TRAN-06")
    if noted.moves:
        count = f"{noted.moves} move action{'s' if noted.moves > 1 else ''}"
        yield UnitState("moved", f"{count} in its latest turn", "CRU-SHOT-01")
    if noted.left_in:
        yield UnitState("moved", f"{noted.left_in:.3g}″ left of a move action broken off", "CRU-WIPE-02")
    if noted.crew_hit:
        yield UnitState("shaken", "Crew hit: no action in its next turn", "CRU-DMG-04")
    if drives := noted.cards.count("DRIVE"):
        yield UnitState("moved", f"{drives} move action{'s' if drives > 1 else ''} fewer", "CRU-DMG-05")
    if held := models.hull_cards(state, unit.id):
        yield UnitState("wounded", f"{held} {'dice' if held > 1 else 'die'} fewer when it defends", "CRU-DMG-06")
    if fires := noted.cards.count("FIRE"):
        lit = f"{fires} fires: each" if fires > 1 else "Burning: it"
        yield UnitState("burning", f"{lit} is rolled for at the end of its turn", "CRU-DMG-08")
    if not models.has_driver(state, unit.id):
        yield UnitState("immobilised", "Nobody drives it", "CRU-TRAN-06")
    elif models.vehicle(state, unit.id).move_actions and not models.move_actions(state, unit.id):
        yield UnitState("immobilised", "No move action left to it", "CRU-DMG-05")
    if hand.crewless(state, unit):
        yield UnitState("out_of_action", "Nobody serves it", "CRU-TRAN-07")
    if noted.grounded:
        yield UnitState("moved", "On the ground: it takes off with a move action", "CRU-FALL-01")
    elif hand.must_fly(state, unit.id):
        yield UnitState("moved", "Owes 6″ straight on in each of its turns", "CRU-MOVE-07")
    if noted.locked:
        yield UnitState("fired", "Somebody fought from it: no extra movement", "CRU-FIRE-03")


def _came_with(state: GameState, unit: Unit) -> str:
    """The name of the side whose number a vehicle bears that another drives now. (CRU-TRAN-06)"""
    return next((side.name for side in state.sides if unit.id.startswith(side.id) and side.id != unit.side), "")


def _of_troop(state: GameState, unit: Unit, noted: ModelMarks) -> Iterator[UnitState]:
    full, left = models.profile(state, unit).w, models.dice_of(unit)
    if left < full:
        yield UnitState("wounded", f"{left} of {full} dice left", "CRU-DICE-02")
    if noted.stunned:
        yield UnitState("stunned", "Stunned: no action in its next turn", "CRU-TROOP-04")
    if noted.knocked:
        yield UnitState("prone", "Knocked down: loses its next normal move", "CRU-TROOP-03")
    for blip in marks.marks(state).blips:
        if blip.taken_by == unit.id:
            yield UnitState("tagged", f"Carries {blip.content or 'nothing of use'}", "CRU-TURN-02")
    if unit.hidden:
        yield UnitState("hidden", "Hidden", "CRU-TROOP-06")
    if unit.aboard is not None and unit.aboard in state.units:
        yield _aboard(state, unit)


def _aboard(state: GameState, unit: Unit) -> UnitState:
    assert unit.aboard
    name = state.units[unit.aboard].name
    if marks.of(state, unit.aboard).driver == unit.id:
        return UnitState("embarked", f"Drives {name}", "CRU-TRAN-06")
    if models.is_boarder(state, unit) and models.is_crew(state, unit):
        return UnitState("embarked", f"Still aboard {name}, which an enemy drives", "CRU-TRAN-07")
    if models.is_boarder(state, unit):
        return UnitState("embarked", f"Has boarded {name}", "CRU-BOARD-05")
    return UnitState("embarked", f"Aboard {name}", "CRU-TRAN-04" if models.is_exposed(state, unit) else "CRU-TRAN-05")


def _of_weapons(state: GameState, unit: Unit) -> Iterator[UnitState]:
    for key, name, _ in models.weapons(state, unit):
        match models.trouble(state, unit, key):
            case "lost":
                yield UnitState("weapon_lost", f"{name} lost", "CRU-DMG-07")
            case "jammed":
                yield UnitState("jammed", f"{name} jammed", "CRU-WEAP-02")
            case "empty":
                yield UnitState("fired", f"{name} empty", "CRU-WEAP-10")


def figures(state: GameState, unit: Unit) -> tuple[tuple[str, str], ...]:
    """Its numbers in a row, for comparing two models. (CRU-DICE-02, CRU-DICE-03)"""
    if not unit.is_vehicle:
        dice, bonus = models.dice_of(unit), models.traits_of_troop(state, unit).melee_bonus
        return (("Dice", f"{dice}R"), ("Melee", f"{dice + bonus}R"))
    hull = models.vehicle(state, unit.id)
    cards = len(marks.of(state, unit.id).cards)
    return (("Dice", f"{models.defence_dice(state, unit.id)}R"), ("Hits", f"{cards} of {hull.hits}"))
