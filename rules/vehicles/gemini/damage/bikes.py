"""Hits on a bike that drives by itself: Toughness, wounds and a save, never the damage chart. (VEH-BIKE-01, -04)"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.core.ids import UnitId
from rules.core.preview import CANNOT_HURT, Chance, HitLine, ShotLine
from rules.dice.odds import chance_high
from rules.events import Note
from rules.forces.profile import Profile
from rules.forces.riding import as_one
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import marks_of

RULES: Final = ("VEH-BIKE-01", "VEH-BIKE-04")


def is_bike(state: GameState, unit: Unit) -> bool:
    """Whether a vehicle is a bike with Toughness instead of armour."""
    return unit.is_vehicle and state.profiles[unit.models[0].profile].bike is not None


def withstands(state: GameState, unit: Unit) -> Profile:
    """Toughness and save of bike and rider together, with the Toughness that was rolled for the bike, if any."""
    profile = state.profiles[unit.models[0].profile]
    rolled = marks_of(unit).toughness
    if rolled and profile.bike is not None:
        profile = replace(profile, bike=replace(profile.bike, t=rolled))
    return as_one(profile)


def be_wounded(
    progress: Progress,
    unit: Unit,
    strength: int,
    ap: int | None,
    *,
    by: UnitId | None,
    why: str,
    melee: bool,
    causes: tuple[str, ...] = (),
) -> bool:
    """Strength against Toughness, then the save; whether its last wound has gone, which puts bike and rider out."""
    profile = withstands(progress.state, unit)
    goal = wounds_and_saves.goal_against(profile, strength)
    if not wounds_and_saves.can_wound(goal, melee=melee):
        text = f"{unit.name}: Strength {strength} cannot hurt Toughness {profile.t}"
        progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("ARAP-DMG-02", *RULES)))
        return False
    rules = ("ARAP-DMG-01", *RULES, *causes)
    rolled = progress.roll("to-wound", sense="high", goal=goal, unit=by, target=unit.id, why=why, rules=rules)
    if not rolled.passed:
        return False
    save = wounds_and_saves.save_goal(profile, ap)
    if save.possible:
        why, more = f"{unit.name} save", wounds_and_saves.save_rules(save, grounded=False)
        saved = progress.roll(
            "save", sense="high", goal=save.goal, unit=unit.id, target=by, why=why, rules=(*more, *RULES)
        )
        if saved.passed:
            return False
    model = unit.models[0]
    if model.wounds > 1:
        wounds_and_saves.inflict(progress, [model.id], by=by, cause="shooting", rules=RULES)
    return model.wounds == 1


# -- chances -------------------------------------------------------------------------------------------------------


def chance_of_a_wound(state: GameState, unit: Unit, strength: int, ap: int | None, *, melee: bool = False) -> Fraction:
    """The chance that one hit takes a wound off."""
    profile = withstands(state, unit)
    goal = wounds_and_saves.goal_against(profile, strength)
    if not wounds_and_saves.can_wound(goal, melee=melee):
        return Fraction(0)
    save = wounds_and_saves.save_goal(profile, ap)
    through = 1 - chance_high(save.goal) if save.possible else Fraction(1)
    return chance_high(goal) * through


def line(state: GameState, unit: Unit, name: str, strength: int, ap: int | None, hits: int, weapon: str) -> ShotLine:
    """One hit of a weapon as a line of a preview."""
    profile = withstands(state, unit)
    goal = wounds_and_saves.goal_against(profile, strength)
    odds = chance_of_a_wound(state, unit, strength, ap)
    able = wounds_and_saves.can_wound(goal, melee=False)
    save = wounds_and_saves.save_goal(profile, ap)
    return HitLine(
        weapon=weapon,
        name=f"{name} on Toughness {profile.t}",
        shooters=hits,
        shots=hits,
        goal=goal,
        goal_text=f"{max(2, goal)} or more wounds" if able else CANNOT_HURT,
        modifiers=(),
        chances=(Chance(label="wounds and is not saved", exact=str(odds), value=float(odds)),),
        notes=(f"save of {save.goal} or more" if save.possible else "no save",),
    )
