"""Moving on foot: a path for the unit, formation kept, up to the basic move for an action point. (ARAP-MOVE-01)

Backing, sidestepping, crawling and tactical movement go the same way at other rates. (ARAP-PRONE-01, ARAP-TACT-01)
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage import hazards
from rules.arap.events import ModelsMoved, PointsSpent, placed
from rules.arap.morale import casualties
from rules.arap.movement import on_the_way, swim
from rules.arap.movement.building_interface import Passages
from rules.arap.paths import allowance, cost, end_of_move, legality
from rules.arap.paths.allowance import Manner, Pace
from rules.arap.paths.cut_short import affordable, left_over, overspent
from rules.arap.paths.march import March, anchor, is_lead_barred, march
from rules.arap.paths.turns import Waypoint
from rules.arap.sight import cover as sight_cover
from rules.arap.terrain.ground import Gait
from rules.arap.units.permission import may_act
from rules.core import kept
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Arrival, Chance, Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit, tag
from rules.geometry.lengths import is_within
from rules.progress import Action, Progress
from rules.state import GameState, Placement


class Move(Action, frozen=True, kw_only=True, tag="Move"):
    """Move a unit along a path, for 1 AP. (ARAP-MOVE-01, -05 to -07, ARAP-PRONE-01)

    `path` is the way of `model`, by default the leader or else the first living member, without its start; the
    others keep formation. `placements` end single models elsewhere, straight from where they stand. `prone` lies
    down at the end. To turn on the spot give a waypoint where the model stands, with a facing. `actions` allows as
    many movement actions one after the other as the path needs, each for its own price.
    """

    unit: UnitId
    path: tuple[Waypoint, ...]
    actions: Literal[1, 2, 3] = 1
    gait: Gait = "walk"
    model: ModelId | None = None
    placements: tuple[Placement, ...] = ()
    prone: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Who may, on which path, what it costs, where it ends."""
        return _refusal(state, self)

    def preview(self, state: GameState) -> Preview:
        """Every leg with its cost and reason, and where each model would stand."""
        return _preview(state, self)

    def arrives(self, state: GameState) -> Arrival:
        """Where its last stage ends."""
        if self.check(state) is not None:
            return self.preview(state).arrival
        *_, last = stages(state, self)
        return Arrival(_ghosts(last.march))

    def resolve(self, progress: Progress) -> None:
        """Pay, roll where the ground asks for it, move, brave dangerous ground."""
        _resolve(progress, self)


class TacticalMove(Action, frozen=True, kw_only=True, tag="TacticalMove"):
    """Move from shelter to shelter, for 1 AP: D6 inches whatever the basic move. (ARAP-TACT-01)

    Fields as in `Move`; the unit may begin prone, and ends standing unless `prone`.
    """

    unit: UnitId
    path: tuple[Waypoint, ...]
    model: ModelId | None = None
    placements: tuple[Placement, ...] = ()
    prone: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Who may, on which path, within 6 inches of allowance, where it ends."""
        return _refusal(state, self)

    def preview(self, state: GameState) -> Preview:
        """The legs, and the chance that the die reaches the end."""
        return _preview(state, self)

    def resolve(self, progress: Progress) -> None:
        """Pay, roll the allowance, move as far as it goes."""
        _resolve(progress, self)


Order = Move | TacticalMove


def manner_of(order: Order) -> Manner:
    """What kind of movement is asked."""
    if isinstance(order, TacticalMove):
        return "tactical"
    return "crawl" if order.gait == "crawl" else "move"


def anchor_may_go(state: GameState, order: Order) -> Refusal | None:
    """Everything against it that does not depend on the way: turn, unit, points, posture."""
    known = state.units.get(order.unit)
    paid = known is not None and allowance.is_begun(known, manner_of(order))
    refusal = may_act(state, order.side, order.unit, 0 if paid else 1)
    if refusal:
        return refusal
    unit = state.units[order.unit]
    return legality.may_go(state, unit, manner_of(order)) or (legality.may_lie(state, unit) if order.prone else None)


def laid_out(state: GameState, order: Order) -> tuple[March, Pace]:
    """The way asked for and what may be spent on it; kept, since check, preview and act look at it again and again."""
    return kept.lately(state, "laid-out", order, lambda: _laid_out(state, order), most=_ORDERS_KEPT)


_ORDERS_KEPT: Final = 40
"""As many moves as are offered to a unit at once: who weighs them looks at each again."""


def _laid_out(state: GameState, order: Order) -> tuple[March, Pace]:
    unit = state.units[order.unit]
    gait: Gait = order.gait if isinstance(order, Move) else "walk"
    laid = march(
        state,
        unit,
        order.path,
        gait=gait,
        model=order.model,
        placements=order.placements,
        filed_most_in=functools.cache(lambda: _ROUND_ABOUT * _farthest(state, unit, order)),
    )
    return laid, allowance.pace_of(state, unit, laid, manner_of(order))


_ROUND_ABOUT: Final = 2.0
"""A way in single file that is so many times longer than anybody may go leads nowhere: none is looked for."""


def _farthest(state: GameState, unit: Unit, order: Order) -> float:
    """Inches that anybody of the unit may spend if every die shows its best."""
    here = march(state, unit, (Waypoint(at=anchor(unit).at),))
    actions = 1 if isinstance(order, TacticalMove) else max(1, order.actions)
    return actions * max(allowance.pace_of(state, unit, here, manner_of(order)).most.values())


def cost_ap(unit: Unit, laid: March, pace: Pace, manner: Manner) -> int:
    """Action points: one unless it was paid at a door, and what the ground adds. (ARAP-ACT-08, -12, BLD-DOOR-01)

    Riders on beasts pay one more at a door. (BLD-DOOR-10)
    """
    return laid.extra_ap + pace.more_ap + (0 if allowance.is_begun(unit, manner) else 1)


class Stage(NamedTuple):
    """One action of a move that may take several: who stands where before it, the way, and what it may cost."""

    state: GameState
    unit: Unit
    march: March
    pace: Pace
    ap: int


def stages(state: GameState, order: Order) -> Iterator[Stage]:
    """The actions that a move takes if every die shows its best; the last one may still be too long."""
    left: Order | None = order
    while left is not None:
        unit = state.units[left.unit]
        laid, pace = laid_out(state, left)
        rest = _remainder(state, left, laid, pace.most)
        walked = laid if rest is None else affordable(state, unit, laid, pace.most)
        yield Stage(state, unit, walked, pace, cost_ap(unit, walked, pace, manner_of(order)))
        after = placed(unit, walked.placements())
        state = state.with_unit(replace(after, now=replace(after.now, at_doors=())) if after.now.at_doors else after)
        left = rest


def _remainder(state: GameState, order: Order, laid: March, allowances: Mapping[ModelId, float]) -> Order | None:
    """What a further action would have to walk; None if there is none left, or it would get nowhere."""
    if isinstance(order, TacticalMove) or order.actions == 1:
        return None
    unit = state.units[order.unit]
    rest = left_over(state, unit, laid, allowances)
    if not rest or affordable(state, unit, laid, allowances).length_in == 0:
        return None
    return replace(order, path=rest, actions=order.actions - 1)


def _refusal(state: GameState, order: Order) -> Refusal | None:
    """What stands against it; kept, since offers, preview and act ask again."""
    return kept.lately(state, "walk-refused", order, lambda: _refused(state, order), most=_ORDERS_KEPT)


def is_open(state: GameState, order: Move) -> bool:
    """Whether nothing stands against a move of one action, for who needs no reason.

    Of most that are too long it is not worked out how far they would get.
    """
    unit = state.units.get(order.unit)
    if unit is None or anchor_may_go(state, order) is not None:
        return False
    if legality.well_formed(state, unit, order.path, order.model, order.placements) is not None:
        return False
    if is_lead_barred(state, unit, order.path, order.gait, order.model):
        return False
    laid, pace = laid_out(state, order)
    return not (order.actions == 1 and overspent(laid, pace.most)) and _refusal(state, order) is None


def _refused(state: GameState, order: Order) -> Refusal | None:
    refusal = anchor_may_go(state, order)
    if refusal:
        return refusal
    return legality.named(
        _barred(state, order), len(order.path), lambda n: _barred(state, replace(order, path=order.path[:n]))
    )


def _barred(state: GameState, order: Order) -> Refusal | None:
    """What stands against the path."""
    unit = state.units[order.unit]
    refusal = legality.well_formed(state, unit, order.path, order.model, order.placements)
    points = 0
    for stage in stages(state, order) if refusal is None else ():
        points += stage.ap
        refusal = _against(stage, manner_of(order)) or _surcharge(stage, points)
        if refusal:
            break
    return refusal


def _against(stage: Stage, manner: Manner) -> Refusal | None:
    state, unit, laid, pace, _ = stage
    if manner == "tactical" and laid.is_too_flat:
        text = f"{unit.name} would cross ground too flat for tactical movement."
        return Refusal("too-flat", text, "ARAP-TACT-04", "an ordinary move, or another way")
    return (
        legality.blocked(state, laid)
        or building_interface.ask(Passages).crowded(state, unit, _ways(laid))
        or legality.too_far(state, unit, laid, pace)
        or legality.in_the_way(state, unit, laid)
        or end_of_move.bad_end(state, unit, laid)
        or _too_wide(stage)
    )


def _ways(laid: March) -> dict[ModelId, tuple[Point, ...]]:
    return {track.model.id: track.points for track in laid.tracks}


def _too_wide(stage: Stage) -> Refusal | None:
    """Up to version 8 a base wider than the opening had to have an inch left. (BLD-DOOR-09)"""
    state, unit, laid, pace, _ = stage
    if not state.is_older_than("9"):
        return None
    extra = building_interface.ask(Passages).extra_in(state, unit, _ways(laid))
    for track in laid.tracks if extra else ():
        dearer = extra.get(track.model.id, 0.0)
        if dearer and not is_within(track.spent_in + dearer, pace.most[track.model.id]):
            text = f"{tag(track.model.id)} is wider than the opening and pays {dearer:g}″ more."
            return Refusal("too-far", text, "BLD-DOOR-09", f"{pace.most[track.model.id] - dearer:g}″ of way")
    return None


def _surcharge(stage: Stage, points: int) -> Refusal | None:
    if stage.state.turn.ap >= points:
        return None
    dearer = f", {stage.march.extra_ap} of them for the ground" if stage.march.extra_ap else ""
    rule = "ARAP-ACT-08" if stage.march.extra_ap else "BLD-DOOR-10" if stage.pace.more_ap else "ARAP-ACT-12"
    text = f"This way costs {points} AP{dearer}."
    return Refusal("too-few-points", text, rule, f"{stage.state.turn.ap} AP left for {stage.unit.name}")


def _preview(state: GameState, order: Order) -> Preview:
    refusal = _refusal(state, order)
    unit = state.units.get(order.unit)
    if unit is None or unit.is_gone or legality.well_formed(state, unit, order.path, order.model, order.placements):
        return Preview(refusal=refusal)
    laid_stages = list(stages(state, order))
    shown = [_shown(stage) for stage in laid_stages]
    split = refusal is not None and refusal.code == "not-coherent"
    return replace(
        shown[-1],
        refusal=refusal,
        marked=tuple(m.id for m in end_of_move.cut_off(state, laid_stages[-1].march)) if split else (),
        ap=sum(s.ap for s in shown),
        legs=tuple(leg for s in shown for leg in s.legs),
        spent_in=sum(s.spent_in for s in shown),
        allowance_in=sum(s.allowance_in for s in shown),
        chances=tuple(c for s in shown for c in s.chances),
        notes=tuple(dict.fromkeys(n for s in shown for n in s.notes)),
        rules=tuple(dict.fromkeys(r for s in shown for r in s.rules)),
    )


def _shown(stage: Stage) -> Preview:
    state, unit, laid, pace, ap = stage
    allowances = pace.most
    dearest = cost.dearest(laid, allowances)
    chances: tuple[Chance, ...] = ()
    notes = []
    rules = (*cost.cited(laid), *(("ARAP-CLIMB-02",) if cost.is_stepped_over(state, laid) else ()))
    if pace.dice:
        reaches = pace.chance_of(dearest.spent_in)
        chances = (Chance(label="reaches the end", exact=str(reaches), value=float(reaches)),)
        which = "the better of " if pace.dice > 1 else ""
        less = f", less {pace.less_in:g}″" if pace.less_in else "″"
        notes.append(f"Allowance: {which}{pace.dice}D{pace.sides}{less}. Where it runs out the unit stops.")
    if swims := swim.notes(state, unit, laid):
        notes += swims
        rules = (*rules, "ARAP-SWIM-03")
    met = on_the_way.met(state, unit, laid.paths)
    chances = (*chances, *met.chances)
    notes += met.notes
    rules = (*rules, *met.rules)
    if unit.now.at_doors and not ap:
        words, paid_by = allowance.paid_already(unit)
        notes.append(words)
        rules = (*rules, *paid_by)
    notes += building_interface.ask(Passages).notes(state, unit, _ways(laid))
    rules = tuple(dict.fromkeys((*pace.rules, *rules)))
    if pace.more_ap:
        notes.append(f"A mount at a single door costs {pace.more_ap} AP more.")
    if laid.extra_ap:
        notes.append(f"The ground costs {laid.extra_ap} AP more.")
    if state.options.get("move_gap_preview") and laid.length_in > 0:
        notes.append(f"Leaves {cost.gap(state, laid):g}″ between the base’s old and new place.")
        rules = (*rules, "ARAP-GEN-06")
    return Preview(
        ap=ap,
        legs=cost.legs(laid, dearest),
        spent_in=dearest.spent_in,
        allowance_in=allowances[dearest.model.id],
        chances=chances,
        notes=tuple(notes),
        rules=rules,
        ghosts=_ghosts(laid),
    )


def _ghosts(laid: March) -> tuple[tuple[str, float, float, float], ...]:
    return tuple((t.model.id, *t.end, t.turning.final) for t in laid.tracks)


def _resolve(progress: Progress, order: Order) -> None:
    left: Order | None = order
    while left is not None and _can_go_on(progress, left):
        left = _take(progress, left)


def _can_go_on(progress: Progress, order: Order) -> bool:
    """Whether the unit is still in hand and able to pay: dangerous ground may have seen to that."""
    state = progress.state
    if state.turn.active != order.unit or state.units[order.unit].is_gone:
        return False
    unit = state.units[order.unit]
    return state.turn.ap >= cost_ap(unit, *laid_out(state, order), manner_of(order))


def _take(progress: Progress, order: Order) -> Order | None:
    """One movement action; what is left of the way for another one."""
    state = progress.state
    laid, pace = laid_out(state, order)
    unit = state.units[order.unit]
    manner = manner_of(order)
    walked = affordable(state, unit, laid, pace.most)
    rules = tuple(_paying(unit, walked, manner))
    points = cost_ap(unit, walked, pace, manner)
    progress.emit(PointsSpent(side=order.side, unit=unit.id, points=points, action=manner, rules=rules))
    allowances = rolled_allowances(progress, pace, unit)
    rest = _remainder(state, order, laid, allowances)
    walked = affordable(state, unit, laid, allowances)
    if walked is not laid:
        walked = end_of_move.settled(progress.state, unit, walked)
    _go(progress, order, walked, pace, lies_down=order.prone and rest is None)
    return rest


def rolled_allowances(progress: Progress, pace: Pace, unit: Unit) -> dict[ModelId, float]:
    """Throw the dice of a pace, if it has any; each model's allowance. (ARAP-TERR-04, -05, ARAP-TACT-01)"""
    if not pace.dice:
        return pace.own
    why = f"{unit.name}: how far"
    rolled = progress.roll(
        pace.label, pace.dice, sides=pace.sides, sense="sum", unit=unit.id, why=why, rules=pace.rules
    )
    return pace.for_roll(max(rolled.dice))


def _paying(unit: Unit, laid: March, manner: Manner) -> Iterator[str]:
    """The rules that set the price in action points."""
    yield "ARAP-ACT-12"
    if allowance.is_begun(unit, manner):
        yield allowance.paid_by(unit)
    elif unit.now.last_action not in ("", manner):
        yield "ARAP-ACT-13"
    if laid.extra_ap:
        yield "ARAP-ACT-08"


def _go(progress: Progress, order: Order, walked: March, pace: Pace, *, lies_down: bool) -> None:
    unit = progress.state.units[order.unit]
    manner = manner_of(order)
    prone = lies_down or manner == "crawl"
    rules = (*cost.cited(walked), *pace.rules, *(("ARAP-PRONE-03",) if prone else ()))
    progress.emit(
        ModelsMoved(
            side=order.side,
            unit=unit.id,
            placements=walked.placements(prone=prone),
            how=manner,
            path=walked.poses,
            length_in=round(walked.length_in, 4),
            spent_in=round(max(t.spent_in for t in walked.tracks), 4),
            cover_left="" if unit.now.moved_in else sight_cover.giver(progress.state, unit),
            rules=tuple(dict.fromkeys(rules)),
        )
    )
    building_interface.ask(Passages).passed(progress, unit, _ways(walked))
    swim.dive_or_surface(progress, unit.id)
    brave(progress, unit.id, walked)


def brave(progress: Progress, unit: UnitId, walked: March) -> None:
    """Roll for the dangerous ground of a way; a quarter lost to it is tested for at once. (ARAP-TERR-02, -03)"""
    before = casualties.losses(progress.state, unit)
    hazards.hazards(progress, unit, walked.paths)
    casualties.test_at_once(progress, unit, before)


ACTIONS: tuple[type[Action], ...] = (Move, TacticalMove)
