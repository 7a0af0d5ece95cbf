"""Barrage: the crew guess a range and drop the shot from above. (TRI-ORD-03, TRI-ORD-07)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.indirect.legality import leads_to
from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.plan import target_barred
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.templates.scatter import Shell as Flight
from rules.arap.units import weapons
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.geometry.facings import bearing, in_arc
from rules.geometry.lengths import along, distance
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of, working
from rules.vehicles.trial.hull.profile import is_walker, profile_of
from rules.vehicles.trial.hull.steps import other_than
from rules.vehicles.trial.shooting import ordnance, ordnance_preview
from rules.vehicles.trial.shooting.fire import aim, step
from rules.vehicles.trial.shooting.gunnery import WALKER_HALF_DEG, TrialGunnery, is_barrage

RULE = "TRI-ORD-07"


class BarrageStep(Action, frozen=True, kw_only=True, tag="BarrageStep"):
    """Fire a barrage weapon so many inches on a bearing in degrees, after turning to face with `turn_to`.

    A guess under its least range or over its greatest is that range; nothing is measured, nothing need be seen.
    `target` is the enemy that is meant, none for a spot on the ground.
    """

    unit: UnitId
    mount: int
    bearing: float
    range_in: float | None = None
    turn_to: float | None = None
    target: UnitId | None = None

    def check(self, state: GameState) -> Refusal | None:
        """The step and the crew, a weapon for it, no move before, the arc, whom it is meant for, the guess."""
        refusal = aim.crew_barred(state, self.side, self.unit, (self.mount,))
        if refusal:
            return refusal
        unit = state.units[self.unit]
        weapon = weapon_of(state, unit, self.mount)
        if not is_barrage(weapon):
            return Refusal("not-guessed", f"{weapon.name} is aimed, not guessed.", RULE, "a plain shot")
        if unit.now.moved_in > 0:
            text = f"{unit.name} has moved: it fires no barrage in this turn."
            return Refusal("moved", text, "TRI-ORD-03", "a vehicle that has not moved; turning to face is none")
        refusal = aim.turn_barred(state, unit, self.turn_to)
        if refusal:
            return refusal
        gun = self._gun(state)
        half = WALKER_HALF_DEG if is_walker(state, unit) else profile_of(state, unit).mounts[self.mount].arc_half_deg
        if not in_arc(gun.facing, gun.at, along(gun.at, self.bearing, 1.0), half):
            text = f"That is outside the arc of {weapon.name}."
            return Refusal("out-of-arc", text, "TRI-FIRE-03", other_than(unit, "another way"))
        return self._not_meant(state, gun) or self._unsaid(state)

    def _not_meant(self, state: GameState, gun: Model) -> Refusal | None:
        if self.target is None:
            return None
        refusal = target_barred(state, self.side, self.target, aboard=False)
        if refusal is not None or leads_to(gun, self.bearing, state.units[self.target]):
            return refusal
        text = f"That way does not lead to {state.units[self.target].name}."
        return Refusal("not-that-way", text, RULE, "a direction towards the target, or no target")

    def _unsaid(self, state: GameState) -> Refusal | None:
        if self.range_in is not None:
            return None
        weapon = weapon_of(state, state.units[self.unit], self.mount)
        allowed = f"a guess; it flies {weapon.min_range_in:g}″ at least and {weapons.range_of(weapon):g}″ at most"
        return Refusal("no-range", "Say first how far it is.", RULE, allowed)

    def _gun(self, state: GameState) -> Model:
        state = aim.turned(state, state.units[self.unit], self.turn_to)
        staged = shoot_at_spot.marked(state, self.side, (0.0, 0.0))
        return TrialGunnery(staged, staged.units[self.unit], staged.units[MARK], [self.mount]).guns[self.mount]

    def reach_in(self, state: GameState) -> float:
        """The guess, kept between the least and the greatest range."""
        weapon = weapon_of(state, state.units[self.unit], self.mount)
        return min(max(self.range_in or 0.0, weapon.min_range_in), weapons.range_of(weapon))

    def preview(self, state: GameState) -> Preview:
        """How it scatters, and what it does if the guess is right, even before that; never how far off anything is."""
        refusal = self.check(state)
        if refusal is not None and refusal.code != "no-range":
            return Preview(refusal=refusal)
        unit, gun = state.units[self.unit], self._gun(state)
        target = state.units[self.target] if self.target is not None else None
        preview = ordnance_preview.dropped(state, unit, gun, weapon_of(state, unit, self.mount), target)
        notes = (f"it flies {self.reach_in(state):g}″",) if self.range_in is not None else ()
        return replace(preview, refusal=refusal, ap=1, notes=notes)

    def resolve(self, progress: Progress) -> None:
        """Pay, turn, let it fly."""
        unit = progress.state.units[self.unit]
        gun, far = self._gun(progress.state), self.reach_in(progress.state)
        weapon = weapon_of(progress.state, unit, self.mount)
        step.pay(progress, unit, (self.mount,), ordnance_fired=True)
        step.face(progress, unit, self.turn_to)
        aim, shell = along(gun.at, self.bearing, far), ordnance.dropped(weapon)
        flight = Flight(gun, progress.state.units[unit.id], shell, aim, None, own_dice=True)
        found = ordnance.scattered(progress, flight, "barrage-scatter-distance", 2, (RULE,))
        ordnance.land(progress, flight, found, flat=False)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: what it can drop on each enemy, turning to face; the range is a mere habit."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table:
        return
    for mount in working(state, unit):
        if is_barrage(weapon_of(state, unit, mount)):
            for enemy in state.enemies_of(side):
                if not enemy.hidden:
                    yield _offer(state, unit, mount, enemy)


def _offer(state: GameState, unit: Unit, mount: int, enemy: Unit) -> Offer:
    here = unit.models[0].at
    there = min((m.at for m in enemy.alive), key=lambda at: distance(here, at))
    way = round(bearing(here, there), 2)
    far = float(round(weapons.range_of(weapon_of(state, unit, mount)) / 2))
    action = BarrageStep(side=unit.side, unit=unit.id, mount=mount, bearing=way, range_in=far, target=enemy.id)
    if (refused := action.check(state)) is not None and refused.code == "out-of-arc":
        action = replace(action, turn_to=way)
    label = f"Barrage towards {enemy.name}"
    return offered(state, action, kind="lob", unit=unit.id, target=enemy.id, ap=1, label=label)


OFFERED: Final = ("lob",)
ACTIONS: tuple[type[Action], ...] = (BarrageStep,)
