"""What harm that lasts means, in words for cards: for the crew, for those aboard, for a machine's blows.

(VEH-DMG-01 to -03, VEH-DMG-05, VEH-WS-03, TRI-DMG-04)
"""

from __future__ import annotations

from collections.abc import Callable

from rules.arap.units.states import Row
from rules.forces.unit import Unit, VehicleState
from rules.state import GameState
from rules.vehicles.shared import machines
from rules.vehicles.shared.damage.suffering import is_shaken, is_stunned
from rules.vehicles.shared.hull import condition

Asked = Callable[[GameState, Unit], bool]
"""What holds of a vehicle by the rules that it is made for."""


def _never(state: GameState, unit: Unit) -> bool:
    return False


def stunned(hovers: Asked, runs_on: Asked = _never) -> Callable[[GameState, Unit], str]:
    """The words for a stunned crew; a skimmer in the air still has its drift before it. (VEH-DMG-02, VEH-DMG-03)

    One that `runs_on` loses control instead of standing still, which its card says by itself. (VEH-LOC-01)
    """

    def words(state: GameState, unit: Unit) -> str:
        now, rolls = condition(unit), runs_on(state, unit)
        drifts = now.stunned and not now.immobilised and not rolls and hovers(state, unit)
        barred = ("no shot",) if rolls else ("no move", "no shot")
        said = [f"Crew stunned: {', '.join((*barred, *(('no blow',) if machines.is_machine(state, unit) else ())))}"]
        said += ["those aboard neither shoot nor get out"] * _carries(state, unit)
        said += ["it drifts D6″ when its turn begins"] * drifts
        return "; ".join(said)

    return words


def shaken(state: GameState, unit: Unit) -> str:
    """The words for a shaken crew. (VEH-DMG-01)"""
    said = ["Crew shaken: no shot"]
    said += ["those aboard do not shoot either"] * _carries(state, unit)
    return "; ".join(said) + _weaker(state, unit)


def immobilised(state: GameState, unit: Unit) -> str:
    """The words for a vehicle that does not move any more. (VEH-DMG-05)"""
    return "Immobilised" + _weaker(state, unit)


def _weaker(state: GameState, unit: Unit) -> str:
    """A machine strikes once less for it. (VEH-WS-03)"""
    return "; one attack fewer" if machines.is_machine(state, unit) else ""


def _carries(state: GameState, unit: Unit) -> bool:
    return any(u.alive and not u.clinging for u in state.passengers(unit.id))


def aboard(stunned_by: str, shaken_by: str) -> tuple[Row, ...]:
    """What the state of its crew means to those who ride in a vehicle, by the rules given."""

    def riding(suffers: Callable[[VehicleState], bool]) -> Callable[[GameState, Unit], bool]:
        return lambda state, unit: (
            unit.aboard is not None
            and not (unit.is_gone or unit.clinging)
            and suffers(condition(state.units[unit.aboard]))
        )

    return (
        Row("stunned", riding(is_stunned), _of_crew("stunned: they neither shoot nor get out"), stunned_by),
        Row(
            "shaken",
            riding(lambda now: is_shaken(now) and not is_stunned(now)),
            _of_crew("shaken: they do not shoot"),
            shaken_by,
        ),
    )


def _of_crew(words: str) -> Callable[[GameState, Unit], str]:
    return lambda state, unit: f"Crew of {state.units[unit.aboard].name} {words}" if unit.aboard else ""
