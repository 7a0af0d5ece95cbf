"""Bombs that are dropped on what lies below: out of the air, or over an edge. (ARAP-WPN-01, ARAP-AREA-02)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import template_odds, to_hit, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.volley import AreaFire
from rules.arap.templates import marker, scatter
from rules.arap.templates.scatter import Shell
from rules.arap.terrain import ground
from rules.arap.units import hidden, weapons
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.preview import Average, Chance, Preview, ShotLine
from rules.core.refusal import Refusal, in_short
from rules.dice.goals import modified
from rules.forces.unit import Model, Point, Unit, tag
from rules.forces.weapon import Weapon
from rules.geometry.facings import normalise
from rules.geometry.lengths import along, distance, is_beyond, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState

ARM_IN: Final = 1.0
"""So far beyond its base a model drops something over an edge, and so far below it must lie at least."""
RULES: Final = ("ARAP-WPN-01", "ARAP-AREA-02")


class DropBomb(Action, frozen=True, kw_only=True, tag="DropBomb"):
    """One model drops a bomb on a place below it, for 1 AP. (ARAP-WPN-01)

    `at` (inches) lies under it if it is airborne, else over the edge beside it. It scatters as a shell does, with the
    model's own skill; nothing limits how far. `target` is the unit that is meant, if any.
    """

    unit: UnitId
    model: ModelId
    weapon: WeaponId
    at: Point
    target: UnitId | None = None

    def check(self, state: GameState) -> Refusal | None:
        """The unit in hand, a bomb in somebody's hands, a place below him, an enemy who may be meant."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        barred = shooting_plan.shooter_barred(state, unit, aboard=False) or self._bomb(state, unit)
        if barred or self.target is None:
            return barred
        return shooting_plan.target_barred(state, self.side, self.target, aboard=False)

    def _bomb(self, state: GameState, unit: Unit) -> Refusal | None:
        model = next((m for m in unit.alive if m.id == self.model and self.weapon in m.weapons), None)
        if model is None:
            why = f"{in_short(tag(self.model))} carries no such bomb, or is not in {unit.name}."
            return Refusal("not-carried", why, "ARAP-WPN-01", "a living member that carries it")
        if not is_dropped(state.weapons[self.weapon]):
            why = f"{state.weapons[self.weapon].name} is not dropped."
            return Refusal("not-dropped", why, "ARAP-WPN-01", "a bomb that is not planted")
        if not lies_below(state, model, self.at):
            why = f"{tag(model.id)} cannot drop anything there."
            allowed = f"under its base if it is airborne, else up to {ARM_IN:g} in beyond it and more than that below"
            return Refusal("not-below", why, "ARAP-WPN-01", allowed)
        return to_hit.unable(state, model, state.weapons[self.weapon])

    def preview(self, state: GameState) -> Preview:
        """How it scatters, and what it does to those whom it hits."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        shell, seven = self._shell(state), marker.sevens(state)
        less = modified(to_hit.base(state, shell.firer), shell.modifiers)
        odds = scatter.on_target("aimed", less, seven_is_hit=seven)
        target = state.units[self.target] if self.target else None
        weapon = shell.weapon
        hurt = shooting_odds.per_hit(state, target, (weapon.strength,), weapon.ap, close=True) if target else ()
        line = ShotLine(
            weapon=weapon.id,
            name=weapon.name,
            shooters=1,
            shots=1,
            goal=less,
            goal_text=marker.scatter_text(less, seven_is_hit=seven),
            modifiers=shell.modifiers,
            chances=(Chance(label="no scatter", exact=str(odds), value=float(odds)), *hurt),
        )
        losses = tuple(_losses(state, shell, less, target)) if target and not target.is_vehicle else ()
        losses = losses if target else tuple(_of_the_next(state, shell, less))
        return Preview(ap=1, shots=(line,), chances=losses, rules=RULES)

    def _shell(self, state: GameState) -> Shell:
        unit = state.units[self.unit]
        model, weapon = unit.model(self.model), state.weapons[self.weapon]
        shot = to_hit.Shot(unit, model, weapon, None, 0.0)
        return Shell(model, unit, weapon, self.at, self.target, to_hit.modifiers(state, shot))

    def resolve(self, progress: Progress) -> None:
        """The point, the scatter, the marker, and whom it strikes."""
        unit = progress.state.units[self.unit]
        hidden.reveal(progress, unit.id)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="shoot", rules=RULES))
        progress.emit(
            BombDropped(side=unit.side, unit=unit.id, model=self.model, weapon=self.weapon, at=self.at, rules=RULES)
        )
        shell = self._shell(progress.state)
        found = scatter.scattered(progress, shell, "aimed", to_hit.base(progress.state, shell.firer))
        landing = scatter.come_down(progress, shell, found, flat=False, rules=RULES)
        landing = landing._replace(under=[u for u in landing.under if u.model != self.model])  # he is above it
        struck = volley.area_struck(progress, unit.id, landing, shell.weapon, self.target)
        burst = AreaFire(
            shell.weapon, self.model, shell.weapon.strength, True, None, reaction=False, rules=volley.UNDER
        )
        lots: volley.Lots = {}
        volley.all_struck(progress, unit.id, burst._replace(centre=landing.at), struck, lots)
        volley.wound(progress, lots, HitSource(by=unit.id))


def _losses(state: GameState, shell: Shell, less: int, target: Unit) -> Iterator[Chance]:
    """What it does to those who are meant, exactly; houses have a say of their own in where it comes down."""
    if any(piece.building for piece in state.terrain):
        return
    weapon, below = shell.weapon, replace(shell.firer, at=shell.aim)
    firing = Firing(shell.firer, weapon, 1, 0.0, below, 0.0, less, (), weapon.strength, True, 1)
    found = template_odds.struck(state, shell.unit, target, [[firing]])
    yield from shooting_odds.of_burst(state, shell.unit, target, found)


def _of_the_next(state: GameState, shell: Shell, less: int) -> Iterator[Chance]:
    """What it does to the enemy who has most under it where it is let fall, if nobody is meant."""
    reach = shell.weapon.marker_in / 2

    def caught(unit: Unit) -> int:
        return sum(is_within(distance(m.at, shell.aim), reach + state.profile(m).body_radius_in) for m in unit.alive)

    enemies = [e for e in state.enemies_of(shell.unit.side) if e.on_table and not (e.hidden or e.is_vehicle)]
    below = max(enemies, key=caught, default=None)
    if below is None or not caught(below):
        return
    for loss in _losses(state, shell, less, below):
        yield replace(loss, label=f"casualties of {below.name}" if isinstance(loss, Average) else loss.label)


class BombDropped(Event, frozen=True, kw_only=True, tag="BombDropped"):
    """A model has dropped a bomb. (ARAP-WPN-01)"""

    model: ModelId
    weapon: WeaponId
    at: Point

    def evolve(self, state: GameState) -> GameState:
        """It counts as a shot of that weapon."""
        assert self.unit is not None
        unit = state.units[self.unit]
        named = weapons.key(self.model, self.weapon)
        shots = {**unit.now.shots, named: unit.now.shots.get(named, 0) + 1}
        return state.with_unit(replace(unit, now=replace(unit.now, shots=shots)))

    def sentence(self, state: GameState) -> str:
        """Who drops what."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} drops {state.weapons[self.weapon].name}"


def is_dropped(weapon: Weapon) -> bool:
    """Whether it is a bomb with a marker, none that is planted by hand. (ARAP-WPN-01, ARAP-CCG-03)"""
    return weapon.type == "bomb" and weapon.marker_in > 0 and not weapon.has("planted")


def lies_below(state: GameState, model: Model, at: Point) -> bool:
    """Whether a place lies under a model in the air, or over an edge beside it and well below."""
    profile = state.profile(model)
    width, depth = state.scenario.width_in, state.scenario.height_in
    if not (0 <= at[0] <= width and 0 <= at[1] <= depth):
        return False
    if profile.has("airborne"):
        return is_within(distance(model.at, at), profile.base_radius_in)
    drop = ground.height_at(state, model.at) - ground.height_at(state, at)
    return is_within(distance(model.at, at), profile.base_radius_in + ARM_IN) and is_beyond(drop, ARM_IN)


def _free_spot(state: GameState, model: Model) -> Point | None:
    """Where a bomb may fall with nobody in mind: straight down out of the air, else over the nearest edge."""
    profile = state.profile(model)
    if profile.has("airborne"):
        return model.at
    reach_in = profile.base_radius_in + ARM_IN
    spots = (along(model.at, normalise(model.facing + turn), reach_in) for turn in range(0, 360, 15))
    return next((spot for spot in spots if lies_below(state, model, spot)), None)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For each bearer of the unit in hand the enemies right below, else a place below where nobody stands."""
    active = state.turn.active
    if active is None or state.units[active].side != side:
        return
    unit = state.units[active]
    for model in unit.alive:
        for weapon in (w for w in model.weapons if is_dropped(state.weapons[w])):
            drop = DropBomb(side=side, unit=unit.id, model=model.id, weapon=weapon, at=model.at)
            label = f"Drop {state.weapons[weapon].name}"
            below = {e.id: m.at for e in state.enemies_of(side) for m in e.alive if lies_below(state, model, m.at)}
            for enemy, at in below.items():
                action = replace(drop, at=at, target=enemy)
                yield offered(state, action, kind="drop", unit=unit.id, target=enemy, ap=1, label=label)
            spot = None if below else _free_spot(state, model)
            if spot is not None:
                yield offered(state, replace(drop, at=spot), kind="drop", unit=unit.id, ap=1, label=label)


OFFERED: Final = ("drop",)
ACTIONS: tuple[type[Action], ...] = (DropBomb,)
EVENTS: tuple[type[Event], ...] = (BombDropped,)
