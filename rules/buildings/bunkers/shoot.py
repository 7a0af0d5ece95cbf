"""The action of firing at an armoured building. (BLD-BUNK-06, BLD-FIRE-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.building_interface import AtBuilding
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Orders
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.buildings import storeys
from rules.buildings.bunkers import fire, sections
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import ModelId, SideId, TerrainId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import distance, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-BUNK-06"


class ShootBuilding(AtBuilding, frozen=True, kw_only=True, tag="ShootBuilding"):
    """Fire at an armoured building instead of at people. (BLD-BUNK-06, BLD-FIRE-01)

    `weapons` and `models` are those that fire, none named: all that can hurt it. Of a building of several sections
    one is aimed at, none named: the nearest at the ground. (BLD-BUNK-05)
    """

    weapons: tuple[WeaponId, ...] = ()
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, the building, something that can hurt it, then range, sight, arc and friends."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        state = shoot_at_spot.by_hull(state, self.unit)
        unit = state.units[self.unit]
        refusal = shooting_plan.shooter_barred(state, unit, aboard=unit.aboard is not None)
        refusal = refusal or barred(state, self, [m.at for m in unit.alive])
        refusal = refusal or shooting_plan.chosen_badly(state, unit, self.models, {})
        here = aimed_at(state, self)
        if refusal or here is None:
            return refusal
        if not self._fit(state, unit, here):
            return harmless(here, unit.name)
        return self.plan(state).refusal

    def _fit(self, state: GameState, unit: Unit, here: ArmouredSection) -> tuple[WeaponId, ...]:
        carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
        named = (state.weapons[w] for w in self.weapons or carried if w in carried)
        return tuple(w.id for w in named if w.is_ranged and fire.can_hurt(here, w, w.strength))

    def plan(self, state: GameState) -> FirePlan:
        """Who would fire what."""
        state = shoot_at_spot.by_hull(state, self.unit)
        unit, here = state.units[self.unit], aimed_at(state, self)
        assert here is not None
        ready = fire.staged(state, unit.side, here, [m.at for m in unit.alive])
        burst: units_weapons.Burst = "full" if state.turn.ap >= 2 else "half"
        weapons = self._fit(state, unit, here)
        orders = Orders(weapons=weapons, burst=burst, ap=state.turn.ap, models=self.models)
        laid = fire.aimed(state, unit, here, shoot_at_spot.at_mark(ready, unit, orders))
        return shoot_at_spot.limited(ready, unit, laid)

    def preview(self, state: GameState) -> Preview:
        """Cost, what each weapon needs, and the chances of a breach and of the end."""
        refusal = self.check(state)
        if refusal is not None or (here := aimed_at(shoot_at_spot.by_hull(state, self.unit), self)) is None:
            return Preview(refusal=refusal)
        plan = self.plan(state)
        return shoot_at_spot.warned(state, self.unit, plan, preview(state, here, plan))

    def resolve(self, progress: Progress) -> None:
        """Points, turns, shots, armour."""
        state = shoot_at_spot.by_hull(progress.state, self.unit)
        plan, unit, here = self.plan(state), state.units[self.unit], aimed_at(state, self)
        assert here is not None
        shoot_at_spot.open_out(progress, unit, plan, _towards(plan, unit))
        fire.shoot(progress, progress.state.units[unit.id], here, plan)


def _towards(plan: FirePlan, unit: Unit) -> Point:
    """Where the mark is that they fire at."""
    return plan.firings[0].aim.at if plan.firings else unit.models[0].at


def piece_named(state: GameState, terrain: TerrainId) -> Terrain | None:
    """The piece of that name."""
    return next((p for p in state.terrain if p.id == terrain), None)


def aimed_at(state: GameState, at: AtBuilding) -> ArmouredSection | None:
    """The section that is meant; without a letter the nearest at the ground whose wall faces the unit. (BLD-BUNK-05)"""
    piece = piece_named(state, at.terrain)
    if piece is None or armour_of(piece) is None:
        return None
    every = sections.of_piece(state, piece)
    if at.section:
        return sections.find(every, at.section)
    eyes = [m.at for m in state.units[at.unit].alive]
    seen = [(s.storey, distance(mark, eye), s) for s in every for eye in eyes if (mark := fire.mark_of(s, [eye]))]
    return min(seen, key=lambda one: one[:2], default=(0, 0.0, every[0]))[2]


def barred(state: GameState, at: AtBuilding, eyes: Sequence[Point]) -> Refusal | None:
    """Why a building is no target: there is none, it has no armour, one's own people are in it, it is turned away."""
    piece = piece_named(state, at.terrain)
    armoured = ", ".join(p.name for p in state.terrain if armour_of(p)) or "none on this table"
    if piece is None or armour_of(piece) is None:
        return Refusal("no-armour", "There is no armoured building of that name.", "BLD-BUNK-03", armoured)
    here = aimed_at(state, at)
    if here is None:
        known = ", ".join(s.letter for s in sections.of_piece(state, piece) if s.letter) or "the building as a whole"
        return Refusal("no-section", f"{piece.name} has no section {quoted(at.section)}.", "BLD-BUNK-05", known)
    inside = sections.holders(state, here)
    if inside == {at.side}:
        text = f"{here.name} is held by your own side."
        return Refusal("own-target", text, "ARAP-SHOOT-01", "a building without friends inside")
    return fire.turned_away(state, here, eyes)


def preview(state: GameState, here: ArmouredSection, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
    """Cost, goals, chances, how likely a breach and the end are."""
    return Preview(
        ap=plan.ap,
        shots=fire.lines(state, here, plan, how),
        chances=fire.chances(state, here, plan),
        notes=fire.stakes(state, here),
        rules=(RULE, "BLD-BUNK-03", "BLD-BUNK-05", "BLD-FIRE-01"),
    )


def harmless(here: ArmouredSection, name: str) -> Refusal:
    """Nothing at hand can so much as glance."""
    av = here.armour.av
    text = f"{name} has no weapon that can hurt {here.name}, armour {av}."
    return Refusal("cannot-hurt", text, RULE, f"Strength {av - 6} or more")


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand, on foot or aboard: each armoured building in reach of its weapons.

    Of one of several sections only what can be fired at, or the refusal of the first.
    """
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    if not shoot_at_spot.fires_out(state.units[active]):
        return
    state = shoot_at_spot.by_hull(state, active)
    unit = state.units[active]
    reach = units_weapons.longest([state.weapons[w] for m in unit.alive for w in m.weapons])
    for piece in state.terrain:
        if armour_of(piece) is None or storeys.house_of(piece):
            continue
        if any(is_within(rings.distance_to_ring(piece.points, m.at), reach) for m in unit.alive):
            yield from _at(state, unit, piece)


def _at(state: GameState, unit: Unit, piece: Terrain) -> Iterator[Offer]:
    every = sorted(sections.of_house(state, piece), key=lambda s: (s.storey, _off(s, unit)))
    shots = [(s, ShootBuilding(side=unit.side, unit=unit.id, terrain=s.piece.id, section=s.letter)) for s in every]
    can = [(here, shot) for here, shot in shots if shot.check(state) is None]
    for here, shot in can or shots[:1]:
        ap = shot.plan(state).ap if can else 0
        yield offered(state, shot, kind="shoot-building", unit=unit.id, ap=ap, label=f"Shoot at {here.name}")


def _off(here: ArmouredSection, unit: Unit) -> float:
    """How far off the unit the section is: the nearest is offered first."""
    return min(rings.distance_to_ring(here.ring, m.at) for m in unit.alive)


OFFERED: Final = ("shoot-building",)
ACTIONS: tuple[type[Action], ...] = (ShootBuilding,)
