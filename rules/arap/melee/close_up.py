"""Closing up in a melee between initiative steps and after a round. (ARAP-MELEE-08, -09, ARAP-MORAL-04)

Each unit's side says where its models go; what the engine proposes brings those up that can still strike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.damage import hazards
from rules.arap.events import ModelsMoved
from rules.arap.paths import charge_floors
from rules.arap.paths.charge_floors import ChargeApproach
from rules.arap.positions import engagement, melee_weapons, occupied, single_models
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.facings import bearing, turn
from rules.geometry.lengths import TOLERANCE, distance
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Melee, Placement

FREE_TURN_DEG = 90
RULES: Final = ("ARAP-MELEE-08", "ARAP-MELEE-09")


def queue(progress: Progress, melee_id: str, *, below: int | None) -> None:
    """Queue the moves of every unit of a melee, the active side's first.

    With `below` those are proposed that have yet to strike in this round; who has struck is asked only where it
    would come within reach of an enemy, and stays unless its side wants it.
    Without it the round is over, and whoever can reach an enemy has to go. (ARAP-MORAL-04)
    """
    melee = _find(progress.state, melee_id)
    units = _in_order(progress.state, melee)
    progress.queue(*(CloseUp(melee=melee_id, unit=u, below=below) for u in units))


def _find(state: GameState, melee_id: str) -> Melee | None:
    return next((m for m in state.melees if m.id == melee_id), None)


def _in_order(state: GameState, melee: Melee | None) -> list[UnitId]:
    units = [u for u in melee.units if state.units[u].on_table] if melee is not None else []
    return sorted(units, key=lambda u: state.units[u].side != state.active_side)


class CloseUp(TaskStruct, frozen=True, kw_only=True, tag="CloseUp"):
    """One unit's models move up to fight, where its side wants them. (ARAP-MELEE-08)"""

    melee: str
    unit: UnitId
    below: int | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """Between steps they may, after the round they must."""
        return ("ARAP-MORAL-04",) if self.below is None else RULES

    def run(self, progress: Progress) -> None:
        """Turn those who need only turn; ask about moves, if there are any."""
        state = progress.state
        melee = _find(state, self.melee)
        if melee is None or self.unit not in melee.units or not state.units[self.unit].on_table:
            return
        proposed = proposal(state, melee, self.unit, self.below)
        if _goes(state.units[self.unit], proposed):
            self._ask(progress, proposed, decline="move")
        elif late := self._late(state, melee):
            self._ask(progress, late, decline="stay")
        else:
            self._move(progress, proposed)

    def _late(self, state: GameState, melee: Melee) -> tuple[Placement, ...]:
        """Where those who have struck already may go while others have yet to strike; none if they reach nobody.

        They gain nothing but to be struck at, so that it is for their side to want it. (ARAP-MELEE-09)
        """
        if self.below is None or not _strike_below(state, melee, self.below):
            return ()
        moves = proposal(state, melee, self.unit, None)
        unit, enemies = state.units[self.unit], engagement.enemy_models(state, melee, state.units[self.unit].side)
        brought = [replace(unit.model(p.model), at=p.at) for p in moves if p.at != unit.model(p.model).at]
        return moves if any(engagement.reaches(state, m, e) for m in brought for e in enemies) else ()

    def _ask(self, progress: Progress, proposed: Sequence[Placement], *, decline: str) -> None:
        state, unit = progress.state, progress.state.units[self.unit]
        moving = [p for p in proposed if p.at != unit.model(p.model).at]
        count = f"{len(moving)} model{'s' if len(moving) > 1 else ''}"
        longest = max(distance(p.at, unit.model(p.model).at) for p in moving)
        options = [
            Option(
                id="move",
                label="Close up",
                detail=f"{count}, up to {longest:.3g}″",
                rule=self.rules[0],
                ghosts=tuple((p.model, *p.at, p.facing) for p in proposed),
            )
        ]
        if self.below is not None:
            options.append(Option(id="stay", label="Stay", rule=self.rules[0]))
        progress.ask(
            self,
            unit.side,
            "close-up",
            f"How does {unit.name} close up?",
            options,
            unit=unit.id,
            rule=self.rules[0],
            decline=decline,
            free=[(m.id, state.profile(m).m) for m in unit.alive if not m.sprawled],
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """As proposed, or not at all."""
        melee = _find(progress.state, self.melee)
        assert melee is not None
        proposed = proposal(progress.state, melee, self.unit, self.below)
        if _goes(progress.state.units[self.unit], proposed):
            self._move(progress, proposed if choice == "move" else ())
        else:
            self._move(progress, self._late(progress.state, melee) if choice == "move" else proposed)

    def misplaced(self, state: GameState, placements: Sequence[Placement]) -> Refusal | None:
        """Places must be in reach, free, nearer to an enemy, and leave nobody. (ARAP-MELEE-08)"""
        melee = _find(state, self.melee)
        assert melee is not None
        unit = state.units[self.unit]
        known = {m.id for m in unit.alive if not m.sprawled}
        if len({p.model for p in placements}) < len(placements) or not known.issuperset(p.model for p in placements):
            text = "Only living models of the unit close up, each once."
            return Refusal("unknown-model", text, self.rules[0], unit.name)
        after = state
        for placement in placements:
            why = _why_not(after, melee, unit.model(placement.model), placement)
            if why:
                text = f"{tag(placement.model)} {why}."
                return Refusal("bad-close-up", text, self.rules[0], "nearer an enemy, within the basic move")
            after = _placed(after, self.unit, placement)
        return self._shirking(state, after, melee)

    def _shirking(self, state: GameState, after: GameState, melee: Melee) -> Refusal | None:
        """After a round whoever can reach an enemy has to. (ARAP-MORAL-04)"""
        if self.below is not None:
            return None
        enemies = engagement.enemy_models(state, melee, state.units[self.unit].side)
        for wanted in proposal(state, melee, self.unit, None):
            model = after.units[self.unit].model(wanted.model)
            brought = replace(model, at=wanted.at)
            can = any(engagement.reaches(state, brought, e) for e in enemies)
            free = single_models.is_free(after, model, wanted.at, single_models.occupied(after, (model.id,)))
            if can and free and not engagement.engaged_with(after, model, enemies):
                text = f"{tag(model.id)} can reach an enemy and has to move up."
                return Refusal("must-close-up", text, "ARAP-MORAL-04", "a place within reach of an enemy")
        return None

    def answer_with(self, progress: Progress, choice: str, placements: Sequence[Placement]) -> None:
        """To the places given; whoever has none stays."""
        if choice == "move":
            self._move(progress, [Placement(model=p.model, at=p.at, facing=p.facing) for p in placements])

    def _move(self, progress: Progress, placements: Sequence[Placement]) -> None:
        if not placements:
            return
        unit = progress.state.units[self.unit]
        starts = {m.id: m.at for m in unit.alive}
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=tuple(placements),
                how="close-up",
                length_in=max(distance(starts[p.model], p.at) for p in placements),
                voluntary=False,
                rules=self.rules,
            )
        )
        moved = {p.model: (starts[p.model], p.at) for p in placements if p.at != starts[p.model]}
        hazards.hazards(progress, unit.id, moved, counts=False)


def _why_not(state: GameState, melee: Melee, model: Model, placement: Placement) -> str:
    """What is against a model's closing up to a place, in a few words; empty if nothing is."""
    enemies = engagement.enemy_models(state, melee, state.units[_unit_of(model)].side)
    moved = replace(model, at=placement.at)
    if distance(model.at, placement.at) > TOLERANCE:
        walk = charge_floors.walk_to(state, model, placement.at, _allowance(state, model, placement.at))
        if walk is None:
            return "does not get there"
        if not single_models.is_free(state, model, placement.at, single_models.occupied(state, (model.id,))):
            return "would stand on something"
        if not any(_gap(state, moved, e) < _gap(state, model, e) for e in enemies):
            return "would come nearer to nobody"
    unit = state.units[_unit_of(model)]
    if turn(occupied.facing_with_room(state, unit, moved, placement.at, placement.facing), placement.facing) > 1:
        return "has no room to turn so"
    left = [e for e in engagement.engaged_with(state, model, enemies) if not engagement.are_engaged(state, moved, e)]
    return "would leave an enemy that it is engaged with" if left else ""


def _goes(unit: Unit, placements: Sequence[Placement]) -> bool:
    """Whether anybody does more than turn."""
    return any(p.at != unit.model(p.model).at for p in placements)


def _strike_below(state: GameState, melee: Melee, below: int) -> bool:
    """Whether anybody in the melee has yet to strike in this round."""
    fighters = ((u, m) for u in melee.units for m in engagement.members(state, (u,)))
    return any(engagement.initiative_of(state, melee, u, m) < below for u, m in fighters)


def _unit_of(model: Model) -> UnitId:
    return UnitId(model.id.rsplit(".", 1)[0])


def _allowance(state: GameState, model: Model, to: tuple[float, float]) -> float:
    """Its basic move, less half an inch for a turn beyond the free one. (ARAP-MOVE-07)"""
    return state.profile(model).m - (0.5 if turn(model.facing, bearing(model.at, to)) > FREE_TURN_DEG else 0.0)


# -- the proposal --------------------------------------------------------------------------------------------------


def proposal(state: GameState, melee: Melee, unit: UnitId, below: int | None) -> tuple[Placement, ...]:
    """Where the models of a unit would go by themselves."""
    placements = []
    for model in state.units[unit].alive:
        if below is not None and engagement.initiative_of(state, melee, unit, model) >= below:
            continue
        placed = _moved_up(state, melee, unit, model)
        if placed is not None:
            placements.append(placed)
            state = _placed(state, unit, placed)
    return tuple(placements)


def _placed(state: GameState, unit: UnitId, placed: Placement) -> GameState:
    model = state.units[unit].model(placed.model)
    return state.with_unit(state.units[unit].with_model(replace(model, at=placed.at, facing=placed.facing)))


def _moved_up(state: GameState, melee: Melee, unit: UnitId, model: Model) -> Placement | None:
    """Where a model goes: those in reach turn to an enemy if they have none in front, others move up."""
    enemies = engagement.enemy_models(state, melee, state.units[unit].side)
    if not enemies or ask(state, MachinesThatFight).is_stuck(state.units[unit]):
        return None
    near = [e for e in enemies if engagement.reaches(state, model, e)]
    if near:
        return _turned(state, state.units[unit], model, near)
    if engagement.engaged_with(state, model, enemies):
        return None
    return _advanced(state, state.units[unit], model, enemies)


def _turned(state: GameState, unit: Unit, model: Model, near: Sequence[Model]) -> Placement | None:
    """Facing the nearest enemy, for a model that has none in its arc."""
    kinds = [kind for _, kind, _ in melee_weapons.attack_kinds(state, model)]
    if any(engagement.sees_in_arc(model, e, kind) for e in near for kind in kinds):
        return None
    wanted = bearing(model.at, single_models.nearest_first(model, near)[0].at)
    facing = occupied.facing_with_room(state, unit, model, model.at, wanted)
    return None if facing == model.facing else Placement(model=model.id, at=model.at, facing=facing, prone=model.prone)


def _advanced(state: GameState, unit: Unit, model: Model, enemies: Sequence[Model]) -> Placement | None:
    """Up to its normal allowance nearer to an enemy, into its own melee radius if it can. (ARAP-MELEE-08)

    Difficult ground does not slow it; turns beyond the free ones cost half an inch each.
    """
    found = charge_floors.approach(state, model, enemies)
    if found.climbs:
        return _advanced_by_stairs(state, unit, found)
    taken = single_models.occupied_round(state, model, state.profile(model).m)
    for enemy in single_models.nearest_first(model, enemies):
        walk = single_models.approach(state, model, enemy, _allowance(state, model, enemy.at), taken, slowed=False)
        if walk is not None:
            return _at(state, unit, model, walk.to, enemy)
    enemy = single_models.nearest_first(model, enemies)[0]
    walk = single_models.walk_towards(state, model, enemy.at, state.profile(model).m, taken, slowed=False)
    if walk.length_in < single_models.MARGIN_IN:
        return None
    return _at(state, unit, model, walk.to, enemy)


def _advanced_by_stairs(state: GameState, unit: Unit, found: ChargeApproach) -> Placement | None:
    """By stairs to the floor of the enemies, into melee radius if there is room; to a ladder only up to its foot.

    (BLD-MOVE-01)
    """
    model, taken = found.model, single_models.occupied(state, {found.model.id})
    allowance = _allowance(state, model, found.climbs[0].near)
    walks = list(charge_floors.up_to(state, found, allowance, taken))
    home = [w for w in walks if engagement.reaches(state, replace(model, at=w.to), found.enemy)]
    walk = (home or walks)[0]
    if walk.length_in < single_models.MARGIN_IN:
        return None
    return _at(state, unit, model, walk.to, found.enemy)


def _gap(state: GameState, a: Model, b: Model) -> float:
    return charge_floors.approach(state, a, (b,)).gap_in


def _at(state: GameState, unit: Unit, model: Model, to: Point, enemy: Model) -> Placement:
    """There, looking at the enemy as nearly as there is room. (ARAP-GEN-05)"""
    facing = occupied.facing_with_room(state, unit, model, to, bearing(to, enemy.at))
    return Placement(model=model.id, at=to, facing=facing)


TASKS: tuple[type[TaskStruct], ...] = (CloseUp,)
