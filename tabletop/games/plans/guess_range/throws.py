"""Throws and lobs as drafts: whose, with what, and the guess how far. No distance is shown. (ARAP-AREA-10)"""

from __future__ import annotations

from typing import Any

from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.questions import ranges, weapons
from rules.questions.buildings import reaching
from rules.state import GameState
from tabletop.games.plans import pointing
from tabletop.games.plans.drafts import Draft, Made, Wanted
from tabletop.games.plans.guess_range import mounted
from tabletop.games.plans.guess_range.mounted import CHOOSE, Aim, aim_of, inches, unit_of
from tabletop.games.plans.weapons import Control

KINDS = ("throw", "lob")


def guess(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The throw or lob that has been typed so far."""
    if unit.is_vehicle:
        return mounted.guess(state, unit, draft)
    weapon, aim = _weapon(state, unit, draft), aim_of(state, draft)
    if weapon is None:
        return Wanted("Nobody carries anything of that kind.")
    if aim is None:
        return Wanted(CHOOSE)
    unit = _at_the_side(state, unit, aim)
    chosen = _chosen(state, unit, weapon, aim, draft)
    typed = [inches(state, draft.ticked.get(f"far:{n}", "")) for n in range(1, len(chosen) + 1)]
    guesses = [
        {"model": m.id, "bearing": _way(state, unit, m, aim), "range_in": far}
        for m, far in zip(chosen, typed, strict=True)
    ]
    kind = "Throw" if draft.kind == "throw" else "Lob"
    action: dict[str, Any] = {"type": kind, "unit": unit.id, "weapon": weapon.id, "guesses": guesses}
    if draft.ticked.get("measured"):
        action["measured"] = True
    if aim.target is None and aim.spot is not None and (level := reaching.true_place(state, aim.spot)[1]) > 1:
        action["level"] = level
    if aim.target:
        action["target"] = aim.target.id
    if None in typed:
        each = ", for each of them" if len(typed) > 1 else ""
        return Wanted(f"Guess how far it is and type the {unit_of(state)}{each}.", so_far=action)
    return action


def _at_the_side(state: GameState, unit: Unit, aim: Aim) -> Unit:
    """People aboard or in a section as they stand to throw that way; others where they are."""
    if unit.is_housed:
        return weapons.at_the_side(state, unit, aim.target.alive[0].at if aim.target else aim.near(unit.alive[0]))
    return weapons.at_the_side(state, unit, aim.nearest(state.units[unit.aboard].models[0].at)) if unit.aboard else unit


def _way(state: GameState, unit: Unit, model: Model, aim: Aim) -> float:
    """Which way it goes from where its thrower truly stands, upper floors being laid out apart: to the nearest it sees.

    (BLD-GEN-03, BLD-INTO-07)
    """
    start, _ = reaching.true_place(state, model.at)
    places = [aim.spot or model.at]
    if aim.target is not None:
        places = [m.at for m in ranges.in_sight(state, unit, model, aim.target) or aim.target.alive]
    ends = [reaching.true_place(state, at)[0] for at in places]
    end = min(ends, key=lambda at: distance(start, at))
    return round(bearing(start, end), 2) if end != start else model.facing


def drawn(state: GameState, unit: Unit, draft: Draft) -> str:
    """Which way each guess goes."""
    if unit.is_vehicle:
        return mounted.drawn(state, unit, draft)
    weapon, aim = _weapon(state, unit, draft), aim_of(state, draft)
    if weapon is None or aim is None:
        return ""
    unit = _at_the_side(state, unit, aim)
    chosen = _chosen(state, unit, weapon, aim, draft)
    return pointing.rays(state, [(m.at, _way(state, unit, m, aim)) for m in chosen], aim.spot)


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Which weapon, how many, who, and how far each guesses."""
    if unit.is_vehicle:
        return mounted.controls(state, unit, draft)
    weapon, aim = _weapon(state, unit, draft), aim_of(state, draft)
    if weapon is None:
        return ()
    unit = _at_the_side(state, unit, aim) if aim is not None else unit
    found: list[Control] = []
    kinds = _weapons(state, unit, draft)
    if len(kinds) > 1:
        found.append(Control("with", "With", str(weapon.id), tuple((str(w.id), w.name) for w in kinds), is_list=True))
    bearers = _bearers(state, unit, weapon, aim)
    most = min(len(bearers), max(1, weapons.most_throwers(unit) if draft.kind == "throw" else len(bearers)))
    chosen = _chosen(state, unit, weapon, aim, draft)
    if most > 1:
        numbers = tuple((str(n), str(n)) for n in range(1, most + 1))
        found.append(Control("count", "How many", str(len(chosen)), numbers, is_list=True))
    thrown = weapons.has_thrown(state, unit)
    names = tuple((str(m.id), f"{_number(m)}{' again' if m.id in thrown else ''}") for m in bearers)
    for n, model in enumerate(chosen, 1):
        if len(bearers) > 1:
            label = f"Thrower {n}" if len(chosen) > 1 else "Model"
            found.append(Control(f"who:{n}", label, str(model.id), names, is_list=True))
        found.append(
            Control(
                f"far:{n}",
                f"Guess for {_number(model)}, {unit_of(state)}",
                draft.ticked.get(f"far:{n}", ""),
                is_text=True,
            )
        )
    return tuple(found)


def _weapons(state: GameState, unit: Unit, draft: Draft) -> list[Weapon]:
    carried = (state.weapons[w] for w in dict.fromkeys(w for m in unit.alive for w in m.weapons))
    if draft.kind == "throw":
        return [w for w in carried if w.is_thrown]
    return [w for w in carried if weapons.lobs(w)]


def _weapon(state: GameState, unit: Unit, draft: Draft) -> Weapon | None:
    kinds = _weapons(state, unit, draft)
    return next((w for w in kinds if w.id == draft.ticked.get("with")), kinds[0] if kinds else None)


def _bearers(state: GameState, unit: Unit, weapon: Weapon, aim: Aim | None) -> list[Model]:
    """Who carries it: the nearest to what is meant first who sees it, in the order of the unit while nothing is."""

    def rank(model: Model) -> tuple[bool, float]:
        if aim is None:
            return False, 0.0
        seen = ranges.in_sight(state, unit, model, aim.target) if aim.target is not None else ()
        return not seen, min((distance(model.at, m.at) for m in seen), default=distance(model.at, aim.near(model)))

    return sorted((m for m in unit.alive if weapon.id in m.weapons), key=rank)


def _chosen(state: GameState, unit: Unit, weapon: Weapon, aim: Aim | None, draft: Draft) -> list[Model]:
    """Who was named, each once; the nearest where nobody is."""
    bearers = _bearers(state, unit, weapon, aim)
    count = draft.ticked.get("count", "1")
    wanted = min(len(bearers), int(count) if count.isascii() and count.isdigit() and len(count) < 3 else 1)
    chosen: list[Model] = []
    for n in range(1, max(1, wanted) + 1):
        left = [m for m in bearers if m not in chosen]
        chosen.append(next((m for m in left if m.id == draft.ticked.get(f"who:{n}")), left[0]))
    return chosen


def _number(model: Model) -> str:
    return model.id.upper()
