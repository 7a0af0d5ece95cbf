"""What answers are worth, by what each option promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.answers import Answer
from rules.arap.minds import ground
from rules.arap.minds.blows import left_of, points_of
from rules.core.ids import SideId
from rules.core.prompt import OptionOdds, Promise, Prompt
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Considered, Worth

PREFERRED: Final[Mapping[tuple[str, str], str]] = {
    ("go-to-ground", "stand"): "who stands may act in the next turn",
    ("charge-reaction", "stand"): "fires before the blows fall",
    ("charge-reaction", "hold"): "keeps its ground",
    ("break-off", "fight"): "stays in the fight",
    ("grenades", "use"): "they cost nothing",
    ("strike-at", "nearest"): "strikes at whoever is nearest",
    ("several-weapons", "one"): "its best weapon alone",
    ("flee-path", ""): "the straightest way out",
    ("order", "last"): "who acts last takes ground last",
}
"""What is answered where nothing is promised, the best first, and why; other questions are left to chance."""


def of_answers(
    state: GameState, side: SideId, offers: Sequence[Offer], odds: OptionOdds, character: Character
) -> list[Considered]:
    """The answers that are open, each with its worth; nothing for a question that nobody has an opinion about."""
    asked = state.prompt
    if asked is None:
        return []
    answers = {o.action.choice: o for o in offers if isinstance(o.action, Answer)}
    worth = _weighed(state, asked, odds, character) or _preferred(asked)
    return [Considered(answers[choice], *found) for choice, found in worth.items() if choice in answers]


def _preferred(asked: Prompt) -> dict[str, Worth]:
    first = next((o.id for o in asked.options if not o.refused), "")
    named = [(choice or first, why) for (kind, choice), why in PREFERRED.items() if kind == asked.kind]
    return {choice: Worth(float(len(named) - place), why) for place, (choice, why) in enumerate(named)}


_STAYS: Final[Mapping[str, tuple[str, str]]] = {
    "pursuit": ("hold", "pursue"),
    "pursuit-halt": ("halt", "pursue"),
    "close-up": ("stay", "move"),
}
"""What keeps a unit where it is, and what leads it away."""


def _leaving(state: GameState, unit: Unit, asked: Prompt, character: Character) -> dict[str, Worth]:
    """Going after whoever runs, or closing up: not away from ground, nor when there is ground left to take."""
    stay, go = _STAYS[asked.kind]
    held = ground.held_by(state, unit, character)
    if held is not None:
        return {stay: Worth(2.0, f"holds {held.name}"), go: Worth(1.0, "leaves its ground")}
    at = unit.alive[0].at
    goal = ground.wanted(state, unit, at, character)
    if asked.kind != "close-up" and goal is not None and ground.turns_left(state) <= _LATE:
        return {stay: Worth(2.0, f"makes for {goal.name}"), go: Worth(1.0, "too late to chase anybody")}
    return {
        go: Worth(2.0, "keeps them running" if asked.kind != "close-up" else "joins the fight"),
        stay: Worth(1.0, ""),
    }


_LATE: Final = 2
"""So many turns before the end ground counts for more than a chase."""


def _weighed(state: GameState, asked: Prompt, odds: OptionOdds, character: Character) -> dict[str, Worth]:
    unit = state.units.get(asked.unit) if asked.unit is not None else None
    about = state.units.get(asked.about) if asked.about is not None else None
    if unit is not None and unit.alive and asked.kind in _STAYS:
        return _leaving(state, unit, asked, character)
    if unit is None or not odds:
        return {}
    if asked.kind == "go-to-ground" and "ground" in odds:
        return _lying_low(state, unit, odds, character)
    if asked.kind == "charge-reaction" and about is not None and "hold" in odds:
        return _charged(unit, about, odds, character)
    if asked.kind == "intercept" and about is not None and "intercept" in odds:
        return _between(unit, about, odds, character)
    if asked.kind == "krak" and "krak" in odds:
        return _krak(odds)
    if asked.kind in _BESIDE and "strike" in odds:
        return _assault(unit, about, odds, character)
    return {}


def mean(promises: Sequence[Promise], meaning: str = "") -> float:
    """The first mean that is promised, of that meaning if one is named."""
    found = (p.value for p in promises if p.kind == "mean" and (not meaning or p.meaning == meaning))
    return float(next(found, 0.0))


def _lying_low(state: GameState, unit: Unit, odds: OptionOdds, character: Character) -> dict[str, Worth]:
    """By the models that it saves, against the activation that it costs. (ARAP-GTG-01 to -03)"""
    falls = {choice: mean(promises) for choice, promises in odds.items()}
    saved = (falls.get("stand", 0.0) - falls["ground"]) * unit.points / max(unit.n_start, 1)
    cost = character.tempo / 4 if ground.held_by(state, unit, character) is not None else character.tempo
    if ground.acts_no_more(state, unit.side):
        cost = 0.0
    why = f"{falls['ground']:.1f} fall lying low, {falls.get('stand', 0.0):.1f} standing"
    return {"ground": Worth(saved - cost, why), "stand": Worth(0.0, why)}


def _charged(unit: Unit, charger: Unit, odds: OptionOdds, character: Character) -> dict[str, Worth]:
    """Hold, fire or run, by wounds taken and dealt. (ARAP-REACT-01)"""
    ours, theirs = points_of(unit) / left_of(unit), points_of(charger) / left_of(charger)
    taken, dealt = mean(odds["hold"], "wounds to expect"), mean(odds["hold"], "dealt in return")
    holds = dealt * theirs - character.nerve * taken * ours
    found = {"hold": Worth(holds, f"{dealt:.1f} wounds for {taken:.1f}")}
    if "stand" in odds:
        felled = mean(odds["stand"])
        eased = min(1.0, felled / max(1, len(charger.alive))) * character.nerve * taken * ours
        # Who has fired strikes all the same, but the shots may lose the test that lets them fire.
        found["stand"] = Worth(holds + felled * theirs + eased + 0.1, f"{felled:.1f} of them fall on the way")
    away = next((float(p.value) for p in odds.get("run", ()) if p.meaning == "gets away"), None)
    if away is not None:
        lost = (1 - away) * character.nerve * taken * ours * 1.5 + 0.3 * points_of(unit)
        found["run"] = Worth(-lost, f"{away:.0%} gets away")
    return found


def _between(unit: Unit, mover: Unit, odds: OptionOdds, character: Character) -> dict[str, Worth]:
    """Throwing itself in the way, by wounds dealt and taken. (ARAP-INT-02)"""
    dealt, taken = mean(odds["intercept"], "wounds to expect"), mean(odds["intercept"], "dealt in return")
    ours, theirs = points_of(unit) / left_of(unit), points_of(mover) / left_of(mover)
    worth = dealt * theirs - character.nerve * taken * ours
    why = f"{dealt:.1f} wounds for {taken:.1f}"
    return {"intercept": Worth(worth, why), "let-pass": Worth(0.0, why)}


_BESIDE: Final = ("assault-vehicle", "assault-bunker")
_STRUCK_POINTS: Final = 40.0
"""What a section of a bunker that stands open is worth, and the least that a vehicle is."""
_CREW_POINTS: Final = 8.0
"""What a wound of somebody aboard a vehicle is worth."""
_RATHER: Final = ("strike", "several", "plant", "throw")
"""Of as many chances rather the later: more blows, then charges, which nobody needs afterwards."""


def _assault(unit: Unit, vehicle: Unit | None, odds: OptionOdds, character: Character) -> dict[str, Worth]:
    """What it does beside a hull or a bunker: by the chance to break it, or the wounds of those aboard. (VEH-CC-02)"""
    value = max(_STRUCK_POINTS, float(vehicle.points) if vehicle is not None else 0.0)
    found = {"leave": Worth(0.0, "does nothing")}
    for rank, choice in enumerate(_RATHER, 1):
        for promise in odds.get(choice, ()):
            chance = float(promise.value)
            found[choice] = Worth(value * chance + rank / 100, f"{chance:.0%} {promise.meaning}")
    ours = points_of(unit) / left_of(unit)
    for choice in ("crew", "split"):
        if choice in odds:
            dealt, taken = mean(odds[choice], "wounds to expect"), mean(odds[choice], "dealt in return")
            beside = sum(float(p.value) for p in odds[choice] if p.meaning == "destroyed by the others")
            worth = dealt * _CREW_POINTS - character.nerve * taken * ours + value * beside
            found[choice] = Worth(worth, f"{dealt:.1f} wounds for {taken:.1f}")
    return found


def _krak(odds: OptionOdds) -> dict[str, Worth]:
    """What they do against what they may do to one's own. (ARAP-CCG-05)"""
    own = next((float(p.value) for p in odds["krak"] if p.meaning == "wounds its own"), 0.0)
    gain = mean(odds["krak"]) - own
    return {"krak": Worth(gain - 1.0, f"{gain:.1f} wounds to expect"), "fight": Worth(0.0, "blows as usual")}
