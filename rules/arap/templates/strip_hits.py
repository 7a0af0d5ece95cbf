"""Who under a strip is hit: cover, the second chance, people behind walls and in rooms. (ARAP-TMPL-02 to -05)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.arap import building_interface
from rules.arap.rolls import grouped
from rules.arap.templates.building_interface import StreamsInBuildings
from rules.arap.templates.strip import BEHIND, ModelUnderStrip
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.dice.goals import best_goal, needs_second_low, possible_low, second_goal_low
from rules.events import Rolled
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.table.terrain import Cover

SECOND_CHANCE: Final[dict[Cover, int]] = {"none": 3, "soft": 2, "hard": 1}
"""What a figure's own die must not exceed after a miss. (ARAP-TMPL-04)"""


class Burnt(NamedTuple):
    """Who of those under a template is hit, and whether the one roll was good enough for figures in the open."""

    hit: list[ModelUnderStrip]
    aimed_well: bool


def struck(
    progress: Progress,
    firer: Unit,
    covered: Sequence[ModelUnderStrip],
    goal: int,
    *,
    base: int,
    modifiers: Sequence[Modifier],
    target: UnitId,
    why: str,
) -> Burnt:
    """Roll for a template: one die against BS, its margin deciding cover; after a miss a die for each figure.

    In a house each figure has that die whom the roll itself does not hit. (ARAP-TMPL-03, ARAP-TMPL-04, BLD-TMPL-05)
    """
    bounds: dict[Cover, int] = {
        kind: goal - margin for kind, margin in BEHIND.items() if any(u.cover == kind for u in covered)
    }
    rules = ("ARAP-TMPL-03", *(("BLD-TMPL-05", "BLD-TMPL-01") if any(u.indoors for u in covered) else ()))
    die, second = one_roll(progress, firer, goal, bounds, base, modifiers, target, why, rules)
    passed = die is not None and is_hit(die, second, goal)
    hit = [u for u in covered if passed and die is not None and is_hit(die, second, bounds[u.cover])]
    left = [u for u in covered if u not in hit]
    if not passed:
        hit += second_chance(progress, firer, [u for u in left if not u.indoors], target, why)
    hit += _indoors(progress, firer, [u for u in left if u.indoors], target, why, passed=passed)
    return Burnt(hit, passed)


def _indoors(
    progress: Progress,
    firer: Unit,
    figures: Sequence[ModelUnderStrip],
    target: UnitId | None,
    why: str,
    *,
    passed: bool,
) -> list[ModelUnderStrip]:
    """In a house whoever is not hit by the roll itself is hit on 3 or less. (BLD-TMPL-05)"""
    goals = building_interface.ask(StreamsInBuildings)
    hit: list[ModelUnderStrip] = []
    by_goal = grouped((goals.miss_goal(progress.state, u.cover, passed=passed), u) for u in figures)
    for goal, each in by_goal.items():
        rolled = progress.roll(
            "template-cover",
            len(each),
            sense="low",
            goal=goal,
            unit=firer.id,
            target=target,
            why=f"{why}, figures inside",
            rules=("BLD-TMPL-05", "BLD-GEN-01"),
        )
        hit += [u for u, made in zip(each, rolled.made, strict=True) if made]
    return hit


def one_roll(
    progress: Progress,
    firer: Unit,
    goal: int,
    bounds: dict[Cover, int],
    base: int,
    modifiers: Sequence[Modifier],
    target: UnitId | None,
    why: str,
    rules: Sequence[str] = ("ARAP-TMPL-03",),
) -> tuple[int | None, int | None]:
    """The die against BS, and one second die for the whole template if a natural 1 calls for it; none if hopeless."""
    if not possible_low(goal):
        return None, None
    rolled = progress.roll(
        "to-hit",
        sense="low",
        goal=goal,
        base=base,
        modifiers=modifiers,
        unit=firer.id,
        target=target,
        why=why,
        rules=rules,
    )
    die = rolled.dice[0]
    if needs_second_low(goal, die):
        again = progress.events[-1]
        assert isinstance(again, Rolled)
        return die, again.dice[0]
    wanted = [bound for bound in bounds.values() if needs_second_low(bound, die)]
    if not wanted:
        return die, None
    extra = progress.roll(
        "extended-reroll",
        sense="low",
        goal=second_goal_low(max(wanted)),
        unit=firer.id,
        target=target,
        why=f"second die for {why}",
        rules=("ARAP-DICE-07", "ARAP-TMPL-03"),
    )
    return die, extra.dice[0]


def is_hit(die: int, second: int | None, bound: int) -> bool:
    """Whether those dice stay within a bound. (ARAP-TMPL-03)"""
    if bound >= 1:
        return die <= best_goal(bound, "low")
    return needs_second_low(bound, die) and second is not None and second <= second_goal_low(bound)


def second_chance(
    progress: Progress, firer: Unit, covered: Sequence[ModelUnderStrip], target: UnitId | None, why: str
) -> list[ModelUnderStrip]:
    """After a miss each figure has its own die: 3, 2 or 1 by cover. (ARAP-TMPL-04)"""
    hit: list[ModelUnderStrip] = []
    for kind, goal in SECOND_CHANCE.items():
        figures = [u for u in covered if u.cover == kind]
        if not figures:
            continue
        rolled = progress.roll(
            "template-cover",
            len(figures),
            sense="low",
            goal=goal,
            unit=firer.id,
            target=target,
            why=f"{why}, figures {'in the open' if kind == 'none' else f'in {kind} cover'}",
            rules=("ARAP-TMPL-04",),
        )
        hit += [u for u, made in zip(figures, rolled.made, strict=True) if made]
    return hit
