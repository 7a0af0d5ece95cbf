"""The action of firing at an armoured building. (BLD-BUNK-06, BLD-FIRE-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap import building_interface
from rules.arap.positions.building_interface import Rooms
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting.building_interface import AtBuilding
from rules.arap.shooting.plan import FirePlan, Orders, open_fire
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.buildings.bunkers import fire
from rules.buildings.bunkers.armour import armour_of
from rules.core.ids import ModelId, SideId, TerrainId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.lengths import is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-BUNK-06"


class ShootBuilding(AtBuilding, frozen=True, kw_only=True, tag="ShootBuilding"):
    """Fire at an armoured building instead of at people. (BLD-BUNK-06, BLD-FIRE-01)

    `weapons` and `models` are those that fire, none named: all that can hurt it.
    """

    weapons: tuple[WeaponId, ...] = ()
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, the building, something that can hurt it, then range, sight, arc and friends."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit, piece = state.units[self.unit], piece_named(state, self.terrain)
        refusal = shooting_plan.shooter_barred(state, unit, aboard=False) or barred(state, self.side, piece)
        refusal = refusal or shooting_plan.chosen_badly(state, unit, self.models, {})
        if refusal or piece is None:
            return refusal
        if not self._fit(state, unit, piece):
            return harmless(piece, unit.name)
        return self.plan(state).refusal

    def _fit(self, state: GameState, unit: Unit, piece: Terrain) -> tuple[WeaponId, ...]:
        carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
        named = (state.weapons[w] for w in self.weapons or carried if w in carried)
        return tuple(w.id for w in named if w.is_ranged and fire.can_hurt(piece, w, w.strength))

    def plan(self, state: GameState) -> FirePlan:
        """Who would fire what."""
        unit, piece = state.units[self.unit], piece_named(state, self.terrain)
        assert piece is not None
        ready = fire.staged(state, unit.side, piece, [m.at for m in unit.alive])
        burst: units_weapons.Burst = "full" if state.turn.ap >= 2 else "half"
        weapons = self._fit(state, unit, piece)
        orders = Orders(weapons=weapons, burst=burst, ap=state.turn.ap, models=self.models)
        return fire.aimed(state, unit, piece, Planner(ready, unit, ready.units[MARK], orders).plan())

    def preview(self, state: GameState) -> Preview:
        """Cost, what each weapon needs, and the chances of a breach and of the end."""
        refusal = self.check(state)
        piece = piece_named(state, self.terrain)
        if refusal is not None or piece is None:
            return Preview(refusal=refusal)
        plan = self.plan(state)
        rules = (RULE, "BLD-BUNK-03", "BLD-BUNK-05", "BLD-FIRE-01")
        return Preview(
            ap=plan.ap, shots=fire.lines(state, piece, plan), chances=fire.chances(state, piece, plan), rules=rules
        )

    def resolve(self, progress: Progress) -> None:
        """Points, turns, shots, armour."""
        state = progress.state
        plan, unit, piece = self.plan(state), state.units[self.unit], piece_named(state, self.terrain)
        assert piece is not None
        open_fire(progress, unit, plan)
        fire.shoot(progress, progress.state.units[unit.id], piece, plan)


def piece_named(state: GameState, terrain: TerrainId) -> Terrain | None:
    """The piece of that name."""
    return next((p for p in state.terrain if p.id == terrain), None)


def barred(state: GameState, side: SideId, piece: Terrain | None) -> Refusal | None:
    """Why a building is no target: there is none, it has no armour, one's own people are in it."""
    armoured = ", ".join(p.name for p in state.terrain if armour_of(p)) or "none on this table"
    if piece is None or armour_of(piece) is None:
        return Refusal("no-armour", "There is no armoured building of that name.", "BLD-BUNK-03", armoured)
    inside = [unit for unit, _ in building_interface.ask(Rooms).those_inside(state, piece)]
    if inside and all(u.side == side for u in inside):
        text = f"{piece.name} is held by your own side."
        return Refusal("own-target", text, "ARAP-SHOOT-01", "a building without friends inside")
    return None


def harmless(piece: Terrain, name: str) -> Refusal:
    """Nothing at hand can so much as glance."""
    armour = armour_of(piece)
    av = armour.av if armour else 0
    text = f"{name} has no weapon that can hurt {piece.name}, armour {av}."
    return Refusal("cannot-hurt", text, RULE, f"Strength {av - 6} or more")


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand on foot: each armoured building in reach of its weapons."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table:
        return
    reach = units_weapons.longest([state.weapons[w] for m in unit.alive for w in m.weapons])
    for piece in state.terrain:
        if armour_of(piece) is None or not any(
            is_within(rings.distance_to_ring(piece.points, m.at), reach) for m in unit.alive
        ):
            continue
        action = ShootBuilding(side=side, unit=unit.id, terrain=piece.id)
        ap = 0 if action.check(state) else action.plan(state).ap
        yield offered(state, action, kind="shoot-building", unit=unit.id, ap=ap, label=f"Shoot at {piece.name}")


ACTIONS: tuple[type[Action], ...] = (ShootBuilding,)
