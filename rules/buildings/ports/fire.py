"""The action of firing at the ports of a building, at the people behind them. (BLD-PORT-01 to -08)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.ports import aiming, hits, odds
from rules.arap.ports.aiming import Aimed
from rules.arap.ports.compartment import Gap
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.building_interface import AtPorts
from rules.arap.shooting.plan import FirePlan, Firing, Idle, Orders
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.buildings.bunkers import posts
from rules.buildings.ports import behind
from rules.buildings.ports.behind import BehindWalls
from rules.core.ids import SideId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState

RULE: Final = "BLD-PORT-01"
SLANT: Final = Modifier(-1, "at a slant to the wall", "BLD-INTO-04")


class ShootBuildingPorts(AtPorts, frozen=True, kw_only=True, tag="ShootBuildingPorts"):
    """Fire at the people behind the firing ports of a bunker, a house or a section of it. (BLD-PORT-01)

    `part` is the letter of a room or section, "" for a whole building. `weapons` are those that fire, none named: all
    but grenades; `mode` is for salvo weapons.
    """

    weapons: tuple[WeaponId, ...] = ()
    mode: Literal["auto", "half", "full"] = "auto"

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, ports with enemies behind them; then weapons, points, range, sight, a port on that side."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        state = shoot_at_spot.by_hull(state, self.unit)
        unit = state.units[self.unit]
        refusal = shooting_plan.shooter_barred(state, unit, aboard=unit.aboard is not None)
        if refusal:
            return refusal
        refusal = no_ports(state, self) or aiming.strange_weapon(state, unit, self.weapons)
        if refusal:
            return refusal
        barred = aiming.nothing_fires(unit, self.aimed(state).plan)
        return shoot_at_spot.capitalised(barred) if barred is not None else None

    def behind(self, state: GameState) -> BehindWalls | None:
        """What lies behind them."""
        return behind.find(state, self.terrain, self.part)

    def aimed(self, state: GameState) -> Aimed:
        """Who would fire what at which port."""
        state = shoot_at_spot.by_hull(state, self.unit)
        unit, there = state.units[self.unit], self.behind(state)
        assert there is not None
        return aiming.aimed(state, there, self._places(state, unit, there, self._plan(state, unit, there)))

    @staticmethod
    def _places(state: GameState, unit: Unit, there: BehindWalls, plan: FirePlan) -> FirePlan:
        """What of it finds a place aboard. (VEH-FROM-04, VEH-FROM-07)"""
        if unit.aboard is None or not plan.firings:
            return plan
        ready = shoot_at_spot.marked(state, unit.side, plan.firings[0].aim.at)
        return shoot_at_spot.limited(ready, unit, plan)

    def _plan(self, state: GameState, unit: Unit, there: BehindWalls) -> FirePlan:
        """The fire of each model at the port nearest to it, as at a mark in the wall."""
        ap = state.turn.ap
        burst: units_weapons.Burst = ("full" if ap >= 2 else "half") if self.mode == "auto" else self.mode
        chosen = self.weapons or aiming.usual_weapons(state, unit)
        thrown = tuple(w for w in chosen if state.weapons[w].is_thrown)
        shot = tuple(w for w in chosen if w not in thrown)
        throws, shots = Orders(weapons=thrown, ap=ap, thrown=True), Orders(weapons=shot, burst=burst, ap=ap)
        return aiming.sorted_out(
            state, unit, self._fire(state, unit, there, throws), self._fire(state, unit, there, shots)
        )

    def _fire(self, state: GameState, unit: Unit, there: BehindWalls, orders: Orders) -> FirePlan:
        if not orders.weapons:
            return FirePlan((), ())
        firings: list[Firing] = []
        idle: list[Idle] = []
        for model in unit.alive:
            for laid in self._of_model(state, unit, there, orders._replace(models=(model.id,)), model):
                firings += laid.firings
                idle += laid.idle
        return FirePlan(tuple(firings), tuple(idle))

    def _of_model(
        self, state: GameState, unit: Unit, there: BehindWalls, orders: Orders, model: Model
    ) -> Iterator[FirePlan]:
        """The fire of one weapon, the first that can, or of two pistols that are named. (ARAP-WPN-01, ARAP-WPN-04)"""
        carried = [state.weapons[w] for w in orders.weapons if w in model.weapons]
        several = len(self.weapons) == 2 == len(carried) and all(w.type == "pistol" for w in carried)
        for weapon in carried:
            gaps = there.facing(state, model.at, weapon)
            if not gaps:
                yield FirePlan((), (Idle(model.id, 1, there.none_facing(state)),))
                continue
            laid = _at_mark(state, unit, there, gaps[0], orders._replace(weapons=(weapon.id,)))
            yield laid._replace(firings=tuple(slanted(state, unit, there, gaps[0], f) for f in laid.firings))
            if laid.firings and not several:
                return

    def preview(self, state: GameState) -> Preview:
        """Each group with goal and chances; how many hits go in, and what that does."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        aimed, there = self.aimed(state), self.behind(state)
        assert there is not None
        found = odds.preview(state, there, aimed.plan, aimed.at)
        return shoot_at_spot.warned(state, self.unit, aimed.plan, found)

    def resolve(self, progress: Progress) -> None:
        """Points, turns, shots; what goes in strikes those inside."""
        state = progress.state
        unit, aimed, there = state.units[self.unit], self.aimed(state), self.behind(state)
        assert there is not None
        first = aimed.plan.firings[0].aim.at
        shoot_at_spot.open_out(progress, unit, aimed.plan, first, rule=RULE)
        hits.fire(progress, unit.id, there, aimed.plan, aimed.at)


def no_ports(state: GameState, at: AtPorts) -> Refusal | None:
    """No such ports, nobody behind them, or one's own people; or a whole bunker that the unit touches."""
    there = behind.find(state, at.terrain, at.part)
    if there is None:
        known = ", ".join(dict.fromkeys(b.name for b in behind.every(state) if b.has_ports())) or "none here"
        return Refusal("no-port", "There are no such firing ports.", RULE, known)
    refusal = there.barred(state) or _friends(state, there, at.side)
    return refusal or _too_near(state, state.units[at.unit], there)


def marked(state: GameState, side: SideId, there: BehindWalls, gap: Gap) -> GameState:
    """The state with a mark in that port; the building itself hides nothing of it."""
    piece = there.piece
    open_ground = replace(state, terrain=tuple(p for p in state.terrain if p.id != piece.id))
    ready = shoot_at_spot.marked(open_ground, side, gap.at)
    return ready.with_unit(replace(ready.units[MARK], name=f"the ports of {there.name}"))


def slanted(state: GameState, unit: Unit, there: BehindWalls, gap: Gap, firing: Firing) -> Firing:
    """Fire at that mark, worse along the wall. (BLD-INTO-04)"""
    extra = (SLANT,) if behind.slanted(there, gap, firing.model.at) else ()
    return shoot_at_spot.aimed(state, unit, firing, extra)


def _at_mark(state: GameState, unit: Unit, there: BehindWalls, gap: Gap, orders: Orders) -> FirePlan:
    ready = marked(state, unit.side, there, gap)
    return shoot_at_spot.at_mark(ready, unit, orders)


def _friends(state: GameState, there: BehindWalls, side: SideId) -> Refusal | None:
    """Nobody fires in at his own people."""
    if side not in behind.holders(state, there):
        return None
    text = f"Your own people are in {there.name}."
    return Refusal("own-target", text, "ARAP-SHOOT-01", "ports without friends behind them")


def _too_near(state: GameState, unit: Unit, there: BehindWalls) -> Refusal | None:
    """Whoever is in contact with a whole bunker pokes nothing into its ports. (BLD-BUNK-04)"""
    here = there.armoured
    if here is None or not behind.is_whole_bunker(there):
        return None
    if not all(posts.touches(state, here.ring, m) for m in unit.alive):
        return None
    text = f"{unit.name} is in contact with {there.name}: nothing is poked into its ports from there."
    return Refusal("too-near", text, "BLD-BUNK-04", "from further off, or the bunker itself")


# -- offers ----------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: ports with enemies behind them in reach of its weapons."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    if not shoot_at_spot.fires_out(state.units[active]):
        return
    state = shoot_at_spot.by_hull(state, active)
    unit = state.units[active]
    for there in behind.every(state):
        if there.barred(state) is None and side not in behind.holders(state, there):
            yield from _at(state, unit, there)


def _at(state: GameState, unit: Unit, there: BehindWalls) -> Iterator[Offer]:
    for weapons, words in _choices(state, unit.alive, there):
        action = ShootBuildingPorts(
            side=unit.side, unit=unit.id, terrain=there.piece.id, part=there.key, weapons=weapons
        )
        ap = 0 if action.check(state) else action.aimed(state).plan.ap
        what = "ports" if there.has_ports() else "small openings"
        label = f"{words} at the {what} of {there.name}"
        yield offered(state, action, kind="building-ports", unit=unit.id, ap=ap, label=label)


def _choices(
    state: GameState, models: Sequence[Model], there: BehindWalls
) -> Iterator[tuple[tuple[WeaponId, ...], str]]:
    """Shots and throws apart: whoever throws does not shoot; small windows are for streams alone. (BLD-TMPL-07)"""
    every = [state.weapons[w] for w in dict.fromkeys(w for m in models for w in m.weapons)]
    carried = [w for w in every if there.takes(w)]
    if not there.has_ports():
        yield from (((w.id,), f"{w.name}") for w in carried)
        return
    if any(aiming.is_aimed(w) and not w.is_thrown for w in carried):
        yield (), "Shoot"
    for weapon in carried:
        if weapon.is_thrown and aiming.is_aimed(weapon):
            yield (weapon.id,), f"Throw {weapon.name}"


OFFERED: Final = ("building-ports",)
ACTIONS: tuple[type[Action], ...] = (ShootBuildingPorts,)
