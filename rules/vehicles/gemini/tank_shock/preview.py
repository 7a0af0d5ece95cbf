"""What a drive through troops may bring, before it is made. (VEH-SHOCK-01, VEH-RUN-01, VEH-RUN-03)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.arap.damage import wounds_and_saves
from rules.arap.movement import agility
from rules.arap.rolls import grouped
from rules.core.preview import Chance
from rules.dice.goals import goal_text, modified
from rules.dice.odds.chances import chance_high, chance_low
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_beyond
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import is_skimmer
from rules.vehicles.gemini.motion.impact import rule_of
from rules.vehicles.gemini.tank_shock import shock
from rules.vehicles.gemini.tank_shock.overrun import WALK_IN, ModelInPath, groups, in_path, strength_of


class Expected(NamedTuple):
    """What a preview says of the troops in the way."""

    notes: tuple[str, ...] = ()
    chances: tuple[Chance, ...] = ()
    marked: tuple[str, ...] = ()
    """Models in the path."""
    rules: tuple[str, ...] = ()


def expected(state: GameState, vehicle: Unit, hulls: Sequence[Hull], speed_in: float) -> Expected:
    """Who is shocked, with the chance that they rout; who is in the path, their saves and how hard the hit is."""
    if is_skimmer(state, vehicle):
        return Expected()
    shocked = shock.shocked(state, vehicle, hulls)
    path = [m for m in in_path(state, vehicle, hulls) if m.unit.side != vehicle.side]
    hit = (*(("VEH-RUN-03", rule_of(state)) if path and is_beyond(speed_in, WALK_IN) else ()),)
    routs = [1 - shock.holds(state, u) for u in shocked]
    notes = [f"{u.name}: tank shock, holds on {shock.goal(state, u)} or less" for u in shocked]
    return Expected(
        notes=(*notes, *_saves(state, vehicle, path, speed_in)),
        chances=tuple(
            Chance(label=f"{u.name} routs", exact=str(o), value=float(o)) for u, o in zip(shocked, routs, strict=True)
        ),
        marked=tuple(dict.fromkeys(m.model.id for m in path)),
        rules=(*(("VEH-SHOCK-01",) if shocked else ()), *(("VEH-RUN-01", *hit) if path else ())),
    )


def _saves(state: GameState, vehicle: Unit, path: Sequence[ModelInPath], speed_in: float) -> list[str]:
    if not path:
        return []
    if not is_beyond(speed_in, WALK_IN):
        return [f"{_count(path)} in the path get out of the way without a roll"]
    found = []
    for n, group in enumerate(groups(path)):
        for (name, _), met in grouped(((m.unit.name, m.unit.id), m) for m in group).items():
            found.append(f"{len(met)} of {name} in the path: {_risk(state, vehicle, met[0], n, speed_in)}")
    return found


def _count(path: Sequence[ModelInPath]) -> str:
    return ", ".join(f"{len(met)} of {name}" for name, met in grouped((m.unit.name, m) for m in path).items())


def _risk(state: GameState, vehicle: Unit, met: ModelInPath, group: int, speed_in: float) -> str:
    """The roll to get away, the strength of the hit, and the chance that a model loses a wound, its save counted."""
    profile = state.profile(met.model)
    goal = modified(profile.i, agility.modifiers(agility.current_move(state, met.unit, met.model))) + group
    strength = strength_of(state, vehicle, speed_in, met.face)
    hurt = (1 - chance_low(goal)) * chance_high(wounds_and_saves.wound_goal(profile.t, strength))
    save = wounds_and_saves.save_goal(profile, None)
    lost = hurt * (1 - chance_high(save.goal)) if save.possible else hurt
    return f"saves on {goal_text(goal, 'low')}, else a Strength {strength} hit; each loses a wound {float(lost):.0%}"
