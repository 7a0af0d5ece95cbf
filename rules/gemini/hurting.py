"""The chance that a hit costs a wound: to wound, then not saved. (ARAP-DMG-01, ARAP-DMG-02, ARAP-DMG-04)"""

from __future__ import annotations

from fractions import Fraction

from rules.dice.odds import chance_high
from rules.forces.profile import Profile
from rules.gemini.damage import can_wound, save_goal, wound_goal


def wound_odds(profile: Profile, strength: int, *, close: bool) -> Fraction:
    """The chance that a hit wounds such a model; `close` is short range. (ARAP-DMG-01, ARAP-DMG-02)"""
    goal = wound_goal(profile.t, strength)
    return chance_high(goal) if can_wound(goal, melee=False, short_range=close) else Fraction(0)


def unsaved_odds(profile: Profile, ap: int | None, *, grounded: bool) -> Fraction:
    """The chance that no save of such a model stops a wound. (ARAP-DMG-04, ARAP-GTG-02)"""
    save = save_goal(profile, ap, grounded=grounded)
    return 1 - chance_high(save.goal) if save.possible else Fraction(1)
