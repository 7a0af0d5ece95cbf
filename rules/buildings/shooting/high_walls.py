"""Fire off high walls: the dead zone at their foot, and who is too high up for slow missiles.

(BLD-HIGH-01, BLD-HIGH-06)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.arap import building_interface
from rules.arap.shooting.building_interface import ShotsBetweenFloors
from rules.arap.shooting.plan import FirePlan, Firing, Idle, Reach
from rules.arap.shooting.shoot import Shoot
from rules.arap.sight.building_interface import Place
from rules.arap.terrain import ground
from rules.arap.units import weapons as units_weapons
from rules.arap.units.weapons import range_of
from rules.buildings import levels_apart, storeys, upstairs
from rules.buildings.shooting import reaching
from rules.core.ids import ModelId, SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import distance, is_within
from rules.geometry.rings import Ring
from rules.offers import Offer
from rules.state import GameState

MOST_OFFERED: Final = 3
"""Of enemies whom nobody sees from cover so many are offered, the nearest first."""


class HighPost(NamedTuple):
    """What somebody stands on who fires from high up: its name, outline and height."""

    name: str
    ring: Ring
    height_in: float
    house: str
    """The house or wall that it is part of."""


def limited(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """The plan without those whose target is right under them, or too high for what they fire.

    (BLD-HIGH-01, BLD-HIGH-06)
    """
    barred: dict[int, Refusal] = {}
    for n, firing in enumerate(plan.firings):
        why = _under(state, unit, firing) or levels_apart.unfit(state, firing)
        if why is not None:
            barred[n] = why
    if not barred:
        return plan
    idle = tuple(Idle(plan.firings[n].model.id, 11, why) for n, why in barred.items())
    return plan._replace(
        firings=tuple(f for n, f in enumerate(plan.firings) if n not in barred), idle=(*plan.idle, *idle)
    )


def post_of(state: GameState, at: Point) -> HighPost | None:
    """The upper floor, rampart or flat roof of a place, as the board shows it."""
    floor = storeys.plan_at(state, at)
    if floor is not None and upstairs.is_upper(floor):
        _, height = upstairs.true_place(state, at)
        return HighPost(floor.name, upstairs.on_house(state, floor).points, height, upstairs.house_of(floor))
    high = [p for p in ground.terrain_at(state, at) if p.is_high_wall]
    return HighPost(high[0].name, high[0].points, high[0].elevation_in, str(high[0].id)) if high else None


def _under(state: GameState, unit: Unit, firing: Firing) -> Refusal | None:
    """That one would have to lean out to fire at somebody under him. (BLD-HIGH-01)"""
    post = None if firing.reach else post_of(state, unit.model(firing.model.id).at)
    if post is None or levels_apart.height_of(state, firing.aim) >= post.height_in:
        return None
    return levels_apart.in_dead_zone(post.name, post.ring, post.height_in, firing.aim.at, levels_apart.OR_LEAN)


def throw_barred(
    state: GameState, unit: Unit, thrower: Model, aim: Place, weapon: Weapon, far: float
) -> Refusal | None:
    """Why something is not thrown so far up at a place, or at one right under its thrower. (BLD-HIGH-01, -06)"""
    post = post_of(state, unit.model(thrower.id).at)
    below = post is not None and aim.height_in < post.height_in
    if post is not None and below:
        under = levels_apart.in_dead_zone(post.name, post.ring, post.height_in, aim.at, "or drop it (BLD-HIGH-05)")
        if under is not None:
            return under
    return levels_apart.out_of_reach(
        weapon, aim.height_in - levels_apart.height_of(state, thrower), far, range_of(weapon)
    )


# -- what may be done instead ------------------------------------------------------------------------------------


HIDDEN: Final = ("dead-zone", "no-line-of-sight", "too-deep")
"""Why somebody at an edge leans out or fires blind."""

LABELS: Final[dict[Reach, str]] = {"lean": "Lean out and shoot at", "wild": "Fire blind, held out, at"}


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand at a window, an edge or a corner: enemies whom it cannot fire at from behind it."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.in_play:
        return
    for reach, label in LABELS.items():
        able = tuple(m.id for m in unit.alive if reaching.can_reach(state, unit, m, reach))
        yield from _reaching(state, unit, reach, label, able) if able else ()


def _reaching(state: GameState, unit: Unit, reach: Reach, label: str, able: tuple[ModelId, ...]) -> Iterator[Offer]:
    found = 0
    for enemy in _near(state, unit):
        plain = Shoot(side=unit.side, unit=unit.id, target=enemy.id).check(state)
        if plain is None or plain.code not in HIDDEN:
            continue
        leaning, wild = (able, ()) if reach == "lean" else ((), able)
        action = Shoot(side=unit.side, unit=unit.id, target=enemy.id, leaning=leaning, wild=wild)
        if action.check(state) is None:
            ap = action.plan(state).ap
            yield Offer(kind=reach, unit=unit.id, target=enemy.id, ap=ap, label=f"{label} {enemy.name}", action=action)
            found += 1
            if found == MOST_OFFERED:
                return


def _near(state: GameState, unit: Unit) -> list[Unit]:
    """Enemies within reach of what the unit carries, the nearest first."""
    longest = units_weapons.longest([state.weapons[w] for m in unit.alive for w in m.weapons])
    apart = building_interface.ask(ShotsBetweenFloors).apart
    known = [e for e in state.enemies_of(unit.side) if e.in_play and not e.hidden]

    def away(enemy: Unit) -> float:
        true = apart(state, unit, enemy)
        return true if true is not None else min(distance(a.at, b.at) for a in unit.alive for b in enemy.alive)

    return sorted((e for e in known if is_within(away(e), longest)), key=lambda e: (round(away(e), 4), e.id))


OFFERED: Final = ("lean", "wild")
