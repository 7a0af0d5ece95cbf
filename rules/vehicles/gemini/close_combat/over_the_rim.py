"""What a round against people aboard promises: blows over the rim, wounds dealt and taken. (VEH-CC-09, VEH-CC-10)

Losses of an Initiative step before are left out, as in other fights.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.arap.damage import wounds_and_saves
from rules.arap.positions.melee_to_hit import IMPROVISED
from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import BlowLine, Chance, average
from rules.core.prompt import Promise
from rules.dice.goals import goal_text
from rules.dice.odds import chance_high, chance_low
from rules.dice.odds.volley import Shots, volley
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.vehicles.gemini.close_combat import boarders
from rules.vehicles.gemini.close_combat.boarders import Duel


class Blows(NamedTuple):
    """Blows alike of one unit, in a line, with the chance of a wound or more and the wounds to expect."""

    unit: UnitId
    line: BlowLine
    some: Fraction
    mean: Fraction


class Exchange(NamedTuple):
    """What both sides of a rim do in a round."""

    dealt: tuple[Blows, ...]
    taken: tuple[Blows, ...]

    @property
    def lines(self) -> tuple[BlowLine, ...]:
        """Each kind of blow, the chargers' first."""
        return tuple(blows.line for blows in (*self.dealt, *self.taken))

    @property
    def some(self) -> Fraction:
        """The chance that somebody aboard is wounded."""
        spared = Fraction(1)
        for blows in self.dealt:
            spared *= 1 - blows.some
        return 1 - spared

    def expected_of(self, unit: UnitId) -> tuple[Promise, ...]:
        """The wounds to expect of the blows of one unit."""
        own = (blows for blows in (*self.dealt, *self.taken) if blows.unit == unit)
        return (Promise(_mean(own), "wounds to expect", "mean"),)

    def promises(self) -> tuple[Promise, ...]:
        """For whoever chooses between hull and people."""
        return (
            Promise(self.some, "wounds somebody"),
            Promise(_mean(self.dealt), "wounds to expect", "mean"),
            Promise(_mean(self.taken), "dealt in return", "mean"),
        )

    def chances(self) -> tuple[Chance, ...]:
        """For whoever thinks of a charge."""
        return (
            Chance(label="wounds somebody aboard", exact=str(self.some), value=float(self.some)),
            average("wounds dealt to those aboard, average", _mean(self.dealt)),
            average("wounds taken from them, average", _mean(self.taken)),
        )


def exchange(
    state: GameState,
    unit: Unit,
    vehicle: Unit,
    hull: Hull,
    models: Sequence[ModelId],
    several: Collection[UnitId] = (),
) -> Exchange | None:
    """That of a round in which those models go for the people; nothing where nobody can be fought.

    `several` are the units that fight with several weapons at once. (ARAP-MELEE-04)
    """
    ours, theirs = boarders.duels(state, unit, vehicle, hull, models, several)
    return Exchange(tuple(_alike(state, ours)), tuple(_alike(state, theirs, in_return=True))) if ours else None


def _alike(state: GameState, duels: Iterable[Duel], *, in_return: bool = False) -> Iterable[Blows]:
    """Blows that need the same dice, together."""
    grouped = wounds_and_saves.grouped(((d.unit, d.weapon, d.goal, d.modifiers, *_needs(state, d)), d) for d in duels)
    for (unit, weapon, goal, modifiers, wound, save), group in grouped.items():
        count = sum(d.attacks for d in group)
        hit, hurt = chance_low(goal), chance_high(wound)
        unsaved = 1 - chance_high(save) if save is not None else Fraction(1)
        some = 1 - volley([Shots(count=count, hit=hit, wound=hurt, unsaved=unsaved)]).unsaved.chance(0)
        said = (("hits", hit), ("wounds a hit", hurt), ("not saved", unsaved), ("takes a wound or more", some))
        line = BlowLine(
            weapon=weapon.id if weapon else "",
            name=f"{state.units[unit].name}: {weapon.name if weapon else _hands(modifiers)} over the rim",
            shooters=len(group),
            shots=count,
            goal=goal,
            goal_text=goal_text(goal, "low"),
            modifiers=modifiers,
            chances=tuple(Chance(label=label, exact=str(exact), value=float(exact)) for label, exact in said),
            in_return=in_return,
        )
        yield Blows(unit, line, some, count * hit * hurt * unsaved)


def _hands(modifiers: Iterable[Modifier]) -> str:
    """What strikes where no weapon does. (ARAP-MELEE-04)"""
    return "Improvised weapon" if any(m.reason == IMPROVISED for m in modifiers) else "Bare hands"


def _needs(state: GameState, duel: Duel) -> tuple[int, int | None]:
    """What a hit must show to wound, and the save against it, if any."""
    victim = state.profile(state.find_model(duel.victim)[1])
    save = wounds_and_saves.save_goal(victim, duel.weapon.ap if duel.weapon else None)
    return wounds_and_saves.goal_against(victim, duel.strength), save.goal if save.possible else None


def _mean(blows: Iterable[Blows]) -> Fraction:
    return sum((each.mean for each in blows), start=Fraction(0))
