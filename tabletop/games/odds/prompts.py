"""Exact odds for the options of a prompt, whatever it asks: saves, tests, blows at backs. (ARAP-GTG-02, ARAP-DICE-05)

Charge reactions have a module of their own. What waits behind the question (wounds to be saved) is on the agenda, which
no viewer is shown; the side that is asked may know its odds all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from rules.arap.attacks import interception, krak_grenades
from rules.arap.charge import preview as charge_preview
from rules.arap.damage.wounds_and_saves import unsaved_odds, wound_odds
from rules.arap.melee import break_off, pursuit
from rules.arap.morale import leadership
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.losses import HitToResolve, TakeInTurn, TakeSaves, differs
from rules.arap.shooting.plan import FirePlan
from rules.core.ids import UnitId
from rules.core.preview import ShotLine
from rules.dice.odds import Distribution, binomial, chance_2d6_low, chance_low, convolve
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.gemini.close_combat import defensive_fire
from tabletop.games.odds import charge_reaction
from tabletop.games.odds.charge_reaction import Figure
from tabletop.ui.words import percent_text

Figures = dict[str, tuple[Figure, ...]]


def of_options(state: GameState, whole: GameState) -> Figures:
    """The figures of each open option, by its id. `state` is what the side knows, `whole` is everything."""
    prompt = state.prompt
    if prompt is None or prompt.unit is None:
        return {}
    found = _OF[prompt.kind](state, whole) if prompt.kind in _OF else {}
    shown = {o.id for o in prompt.options if not o.refused}
    return {option: figures for option, figures in found.items() if option in shown and figures}


def _unit(state: GameState) -> Unit:
    assert state.prompt is not None
    assert state.prompt.unit is not None
    return state.units[state.prompt.unit]


# ------------------------------------------------------------------ charge reactions


def _reaction(state: GameState, whole: GameState) -> Figures:
    if not _unit(state).is_vehicle:
        return charge_reaction.of_options(state, jump=any(getattr(task, "jump", False) for task in whole.agenda))
    assert state.prompt is not None
    charger = state.units.get(state.prompt.about or UnitId(""))
    if charger is None or charger.is_vehicle:
        return {}
    laid = defensive_fire.mounts(state, charger, _unit(state))
    fallen = shooting_preview.fallen_odds(state, charger, laid) if laid.firings and not _spread(laid) else None
    return {"fire": _losses(fallen, "fells a charger")} if fallen is not None else {}


def _spread(laid: FirePlan) -> bool:
    return any(f.strip is not None or f.weapon.marker_in for f in laid.firings)


def _losses(fallen: Distribution, meaning: str) -> tuple[Figure, ...]:
    some = Figure(percent_text(fallen.at_least(1)), meaning)
    return (some, Figure(f"{float(fallen.mean):.1f}", "fall on average"))


# ------------------------------------------------------------------ before saves


def _ground(state: GameState, whole: GameState) -> Figures:
    """Who falls to the wounds that wait for their saves, lying low or not. (ARAP-GTG-02)"""
    unit = _unit(whole)
    waiting = next((t for t in whole.agenda if isinstance(t, TakeSaves | TakeInTurn) and t.target == unit.id), None)
    if waiting is None:
        return {}
    found: Figures = {}
    for option, grounded in (("ground", True), ("stand", False)):
        fallen = _fallen(whole, unit, waiting.blows, grounded=grounded, in_turn=isinstance(waiting, TakeInTurn))
        if fallen is not None:
            found[option] = _losses(fallen, "loses a model")
    return found


def _fallen(
    state: GameState, unit: Unit, blows: tuple[HitToResolve, ...], *, grounded: bool, in_turn: bool
) -> Distribution | None:
    """How many fall. Wounds taken in turn only where all members are alike, with a wound each. (ARAP-CAS-02)"""
    if not in_turn:
        struck: dict[str, list[Fraction]] = {}
        for blow in blows:
            profile = state.profile(state.find_model(blow.victim)[1])
            struck.setdefault(blow.victim, []).append(unsaved_odds(profile, blow.ap, grounded=grounded))
        falls = [_dies(state, name, each) for name, each in struck.items()]
        return convolve(binomial(1, p) for p in falls)
    if differs(state, unit) or any(m.wounds > 1 for m in unit.alive):
        return None
    profile = state.profile(unit.alive[0])
    each = (
        unsaved_odds(profile, b.ap, grounded=grounded)
        * (1 if b.wounded else wound_odds(profile, b.strength, close=b.close))
        for b in blows
    )
    return _at_most(convolve(binomial(1, p) for p in each), len(unit.alive))


def _dies(state: GameState, name: str, unsaved: list[Fraction]) -> Fraction:
    """The chance that so many wounds stand as the model has left."""
    left = next(m.wounds for u in state.units.values() for m in u.models if m.id == name.partition("@")[0])
    return convolve(binomial(1, p) for p in unsaved).at_least(left)


def _at_most(found: Distribution, most: int) -> Distribution:
    """The same with nobody left to fall beyond so many."""
    if len(found.weights) <= most + 1:
        return found
    return Distribution(weights=(*found.weights[:most], sum(found.weights[most:])), total=found.total)


# ------------------------------------------------------------------ tests


def _tested(state: GameState, goal: int, passed: str, failed: str) -> tuple[Figure, ...]:
    odds = chance_2d6_low(goal)
    return (Figure(percent_text(odds), passed), Figure(percent_text(1 - odds), failed))


def _break_off(state: GameState, whole: GameState) -> Figures:
    """The test, and the blows that each enemy in reach has at those who pass it. (ARAP-BREAK-01)"""
    unit, melee = _unit(state), state.melee_of(_unit(state).id)
    tested = _tested(state, leadership.goal(state, unit), "gets away", "routs")
    enemies = [u for u in melee.units if u in state.units and state.units[u].side != unit.side] if melee else []
    lines = [line for enemy in enemies for line in charge_preview.of_hacks(state, enemy, unit.id)]
    return {"break-off": (*tested, *_blows(lines, "wounds to expect on leaving"))}


def _blows(lines: Sequence[ShotLine], meaning: str) -> tuple[Figure, ...]:
    told = [c.value for line in lines for c in line.chances if c.label == "wounds to expect"]
    return (Figure(f"{sum(told):.1f}", meaning),) if told else ()


def _hit_and_run(state: GameState, whole: GameState) -> Figures:
    odds = chance_low(break_off.initiative(state, _unit(state)))
    return {"leave": (Figure(percent_text(odds), "gets away"),)}


def _pursuit(state: GameState, whole: GameState) -> Figures:
    """The test to hold back; nothing where none is needed. (ARAP-PURS-07, -08)"""
    assert state.prompt is not None
    unit, quarry = _unit(state), state.prompt.about
    option = next((o for o in state.prompt.options if o.id == "hold"), None)
    if quarry is None or option is None or "2D6" not in option.detail:
        return {}
    goal = leadership.goal(state, unit, pursuit.hatred(state, unit, quarry, "ARAP-PURS-07"))
    return {"hold": _tested(state, goal, "holds back", "pursues")}


def _halt(state: GameState, whole: GameState) -> Figures:
    assert state.prompt is not None
    unit, quarry = _unit(state), state.prompt.about
    if quarry is None or pursuit.is_slow(state, unit):
        return {}
    goal = leadership.goal(state, unit, pursuit.hatred(state, unit, quarry, "ARAP-PURS-06"))
    return {"halt": _tested(state, goal, "halts", "goes on")}


# ------------------------------------------------------------------ blows


def _krak(state: GameState, whole: GameState) -> Figures:
    """That any is placed, that any backfires and wounds, and what they do to the foe. (ARAP-CCG-05)"""
    unit, melee = _unit(state), state.melee_of(_unit(state).id)
    placed = krak_grenades.attacks(state, melee, unit.id) if melee else []
    if not placed:
        return {}
    odds = krak_grenades.odds(state, placed)
    return {
        "krak": (
            Figure(percent_text(odds.placed), "one is placed"),
            Figure(f"{float(odds.mean):.1f}", "wounds to expect"),
            Figure(percent_text(odds.wounds_own), "wounds its own"),
        )
    }


def _intercept(state: GameState, whole: GameState) -> Figures:
    """Blows at those who flee past. (ARAP-INT-03)"""
    waiting = next((t for t in whole.agenda if isinstance(t, interception.RoutersPass)), None)
    if waiting is None or waiting.unit != _unit(state).id:
        return {}
    lines = charge_preview.of_hacks(whole, waiting.unit, waiting.routers, waiting.paths)
    return {"intercept": _blows(lines, "wounds to expect")}


_OF: dict[str, Callable[[GameState, GameState], Figures]] = {
    "charge-reaction": _reaction,
    "go-to-ground": _ground,
    "break-off": _break_off,
    "hit-and-run": _hit_and_run,
    "pursuit": _pursuit,
    "pursuit-halt": _halt,
    "krak": _krak,
    "intercept": _intercept,
}
