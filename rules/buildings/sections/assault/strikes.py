"""Blows at whoever fights for a section, whose places do not count: hits, wounds given out, saves. (ARAP-MELEE-06)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks.blows import Landed, StepBlows
from rules.arap.damage import wounds_and_saves
from rules.core.ids import ModelId, UnitId
from rules.progress import Progress


class Fighters(NamedTuple):
    """Who fights a round: attackers and defenders; in `pairs`, one to one, or all against all."""

    attack: tuple[ModelId, ...]
    defend: tuple[ModelId, ...]
    pairs: bool


class StruckAs(NamedTuple):
    """What the dice of blows are called, what they do in words, and by which rules."""

    label: str
    what: str
    cause: str
    rules: tuple[str, ...]


def strike(progress: Progress, fighters: Fighters, volleys: Sequence[StepBlows], how: StruckAs) -> None:
    """All that is struck at the same moment: all dice first, then wounds come off. (ARAP-MELEE-05)"""
    landed: list[tuple[StepBlows, list[Landed]]] = []
    for volley in volleys:
        hits = attacks_blows.hit(
            progress, volley.strikes, label=how.label, by=volley.unit, what=how.what, rules=how.rules
        )
        wounds = [one for _, one in attacks_blows.wound(progress, hits, by=volley.unit)]
        landed.append((volley, attacks_blows.limited(wounds, volley.attacks)))
    unsaved: list[tuple[UnitId, list[ModelId]]] = []
    taken: Counter[ModelId] = Counter()
    for volley, wounds in landed:
        struck = _given_out(progress, fighters, volley, wounds, taken)
        stand: list[ModelId] = []
        for ap, models in wounds_and_saves.grouped((one.ap, m) for m, one in struck).items():
            stand += wounds_and_saves.roll_saves(progress, models, ap, by=volley.unit)
        taken.update(stand)
        unsaved.append((volley.unit, stand))
    for by, stand in unsaved:
        rules = ("ARAP-MELEE-06", "ARAP-MELEE-07")
        wounds_and_saves.inflict(progress, stand, by=by, cause=how.cause, counts=False, rules=rules)


def _given_out(
    progress: Progress, fighters: Fighters, volley: StepBlows, wounds: Sequence[Landed], taken: Counter[ModelId]
) -> list[tuple[ModelId, Landed]]:
    """Each wound with who takes it: the opponent of the pair, or one of those who fight. (ARAP-MELEE-06)"""
    state = progress.state
    left = {m: state.find_model(m)[1].wounds - taken[m] for m in (*fighters.attack, *fighters.defend)}
    faced = {strike.attacker: strike.target for strike, _ in volley.strikes}
    side = state.units[volley.unit].side
    foes = [m for m in left if state.find_model(m)[0].side != side]
    found: list[tuple[ModelId, Landed]] = []
    for one in wounds:
        if fighters.pairs:
            victim: ModelId | None = faced[one.attacker] if left[faced[one.attacker]] > 0 else None
        else:
            standing = [m for m in foes if left[m] > 0]
            why = "which of the fighters is wounded"
            place = progress.pick(len(standing), unit=volley.unit, why=why, rules=("ARAP-MELEE-06",)) if standing else 0
            victim = standing[place] if standing else None
        if victim is not None:
            left[victim] -= 1
            found.append((victim, one))
    return found
