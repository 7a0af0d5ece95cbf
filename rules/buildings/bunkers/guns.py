"""Weapons that are built into a bunker; the occupants are their crew. (BLD-BUNK-11, BLD-BUNK-14)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Idle, Orders
from rules.arap.shooting.planner import Planner
from rules.arap.units.permission import may_act
from rules.buildings.bunkers import garrison, posts, sections
from rules.buildings.bunkers.armour import gun_id
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.scenario import Scenario

RULE: Final = "BLD-BUNK-11"


def weapons(scenario: Scenario) -> Mapping[WeaponId, Weapon]:
    """The built-in weapons of all pieces of a scenario, as weapons of the game."""
    return {
        gun_id(piece, n): Weapon(
            id=gun_id(piece, n),
            name=gun.name,
            type="heavy",
            range_in=gun.range_in,
            shots=gun.shots,
            strength=gun.strength,
            ap=gun.ap,
        )
        for piece in scenario.terrain
        if piece.armoured
        for n, gun in enumerate(piece.armoured.weapons)
    }


class FireBuiltIn(Action, frozen=True, kw_only=True, tag="FireBuiltIn"):
    """A garrison fires one of the weapons of its bunker, by its number. (BLD-BUNK-11)"""

    unit: UnitId
    gun: int
    target: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """Points, inside a bunker, the weapon works and has not fired, the target, and whether it can be hit."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = shooting_plan.shooter_barred(state, unit, aboard=unit.is_housed)
        refusal = refusal or shooting_plan.target_barred(state, self.side, self.target, aboard=False)
        return refusal or self._no_gun(state, unit) or self.plan(state).refusal

    def _no_gun(self, state: GameState, unit: Unit) -> Refusal | None:
        here = crewed(state, unit, self.gun)
        if here is None:
            return Refusal("no-gun", f"{unit.name} has no built-in weapon at hand.", RULE, "a crew in its bunker")
        guns = dict(here.guns)
        if guns[self.gun].lost:
            text = f"The {guns[self.gun].name} of {here.name} is destroyed."
            return Refusal("destroyed", text, "BLD-BUNK-14", "a weapon that works")
        fired = gun_id(here.piece, self.gun)
        inside = garrison.inside(state, here.piece)
        if any(key.partition("/")[2] == fired for u, _ in inside for key in u.now.shots):
            text = f"The {guns[self.gun].name} of {here.name} has fired in this turn."
            return Refusal("weapon-spent", text, "ARAP-WPN-02", "the next turn")
        return None

    def plan(self, state: GameState) -> FirePlan:
        """Its shots, from the wall towards the target."""
        unit, target = state.units[self.unit], state.units[self.target]
        return planned(state, unit, self.gun, target, Orders(ap=state.turn.ap))

    def preview(self, state: GameState) -> Preview:
        """Cost and chances, as of any other shot."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        unit, target = state.units[self.unit], state.units[self.target]
        seen = shooting_preview.preview(state, unit, target, self.plan(state))
        return replace(seen, rules=(RULE, *seen.rules))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        plan, unit = self.plan(progress.state), progress.state.units[self.unit]
        rules = ("ARAP-WPN-01", RULE)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=plan.ap, action="shoot", rules=rules))
        volley.fire(progress, self.unit, self.target, plan, HitSource(by=self.unit))


def planned(state: GameState, unit: Unit, gun: int, target: Unit, orders: Orders) -> FirePlan:
    """The shots of a built-in weapon that the unit mans, from the wall towards the target, fired by those orders."""
    here = crewed(state, unit, gun)
    assert here is not None
    crews = [m.id for m in _crew(state, unit, here)]
    found = posts.at_walls(state, unit, here, target)
    if not isinstance(found, GameState):
        return FirePlan((), (Idle(unit.alive[0].id, 0, found),))
    weapon = gun_id(here.piece, gun)
    crew = replace(_gunner(found, unit.id, crews), weapons=(weapon,))
    manned = replace(found.units[unit.id], models=(crew,))
    found = found.with_unit(manned)
    return Planner(found, manned, found.units[target.id], orders._replace(weapons=(weapon,))).plan()


def at_chargers(state: GameState, unit: Unit, charger: Unit) -> FirePlan:
    """All built-in weapons that the unit mans and that bear on chargers, at BS1. (VEH-CC-03, BLD-BUNK-11)"""
    orders = Orders(
        skill=stand_and_fire.SKILL, extra=stand_and_fire.fast_chargers(state, charger), single=True, known=True
    )
    fresh = replace(unit, now=replace(unit.now, shots={}))
    guns = [n for here in posts_of(state, unit) for n, gun in here.guns if not gun.lost]
    laid = [planned(state.with_unit(fresh), fresh, n, charger, orders) for n in guns]
    return FirePlan(tuple(f for plan in laid for f in plan.firings), ())


def crewed(state: GameState, unit: Unit, gun: int) -> ArmouredSection | None:
    """The bunker, or the section of one, whose weapon of that number a unit mans. (BLD-BUNK-05, BLD-BUNK-11)"""
    return next((here for here in posts_of(state, unit) if gun in dict(here.guns)), None)


def posts_of(state: GameState, unit: Unit) -> list[ArmouredSection]:
    """The sections of the armoured building that all of a unit are in, where it has members."""
    if unit.is_vehicle or not unit.in_play:
        return []
    found = sections.manned(state, unit)
    everybody = sum(len(models) for _, models in found) == len(unit.alive)
    is_one = len({here.piece.id for here, _ in found}) == 1
    return [here for here, _ in found] if everybody and is_one else []


def _crew(state: GameState, unit: Unit, here: ArmouredSection) -> Sequence[Model]:
    """Those of a unit in that section."""
    return next((models for u, models in sections.occupants(state, here) if u.id == unit.id), ())


def _gunner(state: GameState, unit: UnitId, crew: Sequence[ModelId]) -> Model:
    """The best shot of a crew, of those on their feet if there are any."""
    able = [m for m in state.units[unit].alive if m.id in crew]
    return max(able, key=lambda m: (not m.sprawled, state.profile(m).bs))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand in a bunker: each built-in weapon at each enemy that it may fire at, or why at none."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    guns = {n: gun for here in posts_of(state, unit) for n, gun in here.guns}
    first: Refusal | None = None
    found = False
    for n, gun in guns.items():
        for enemy in state.enemies_of(side):
            if enemy.hidden:
                continue
            action = FireBuiltIn(side=side, unit=unit.id, gun=n, target=enemy.id)
            refusal = action.check(state)
            if refusal is None:
                found, label = True, f"{gun.name} at {enemy.name}"
                ap = action.plan(state).ap
                yield Offer(kind="fire-built-in", unit=unit.id, ap=ap, label=label, action=action)
            first = first or refusal
    if guns and not found:
        nobody = Refusal("no-target", "There is no enemy to shoot at.", "ARAP-SHOOT-02", "move or finish")
        yield Offer(kind="fire-built-in", unit=unit.id, refusal=first or nobody)


OFFERED: Final = ("fire-built-in",)
ACTIONS: tuple[type[Action], ...] = (FireBuiltIn,)
