"""Mounted area weapons fired directly at a spot on the ground. (ARAP-AREA-01)

Which weapons a crew may fire, by which dice and for how many points, each set of vehicle rules says of its own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from msgspec.structs import replace

from rules.arap.shooting import doubtful, shoot_at_spot
from rules.arap.shooting.doubtful import Doubt
from rules.arap.shooting.plan import FirePlan
from rules.arap.units import weapons
from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.geometry.lengths import along
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of
from rules.vehicles.shared.shooting.at_structures import ByCrew


class MountsAtSpot(ByCrew, Action, frozen=True, kw_only=True):
    """Fire of mounted area weapons at a spot on the ground. (ARAP-AREA-01)"""

    unit: UnitId
    mounts: tuple[int, ...]
    at: Point

    @abstractmethod
    def waiting(self) -> TaskStruct:
        """The same, once the other side has judged what is doubtful. (ARAP-TMPL-06)"""

    def check(self, state: GameState) -> Refusal | None:
        """The crew, the spot, a marker; then arc, sight and friends of each weapon."""
        refusal = self.crew_barred(state) or shoot_at_spot.off_table(state, self.at)
        if refusal:
            return refusal
        for weapon in (weapon_of(state, state.units[self.unit], mount) for mount in self.mounts):
            if not shoot_at_spot.is_fit(weapon):
                why = f"{weapon.name} is not aimed at the ground."
                return Refusal("no-area-weapon", why, "ARAP-AREA-01", "a weapon with an area marker, or an enemy")
        return self.mounts_barred(self._marked(state))

    def _marked(self, state: GameState) -> GameState:
        return shoot_at_spot.marked(self.as_it_fires(state), self.side, self.at)

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts."""
        laid, unit = self.gunnery(self._marked(state)).plan(), state.units[self.unit]
        return self.all_as_fired(state, (shoot_at_spot.aimed(state, unit, f) for f in laid.firings), laid.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, and how each weapon's shells may scatter."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        doubts = doubtful.previewed(state, self.doubts(state))
        rules = dict.fromkeys(("ARAP-AREA-01", *self.cited(state), *(doubt.rule for doubt in doubts)))
        shots = shoot_at_spot.lines(state, self.plan(state), self.at)
        return Preview(ap=self.ap(state), shots=shots, rules=tuple(rules), doubts=doubts)

    def doubts(self, state: GameState) -> list[Doubt]:
        """Who is at the edge of the markers where they are aimed. (ARAP-TMPL-06)"""
        return list(doubtful.edges(state, state.units[self.unit], self.plan(state)))

    def resolve(self, progress: Progress) -> None:
        """Fire, once the other side has judged what is doubtful."""
        if doubtful.are_asked(progress.state):
            progress.queue(self.waiting())
        else:
            self.fire(progress)

    def fire(self, progress: Progress) -> None:
        """Points, then shell by shell."""
        plan = self.plan(progress.state)
        self.pay(progress)
        shoot_at_spot.shell(progress, self.unit, plan)


def at_ground(state: GameState, fire: MountsAtSpot) -> Iterator[Offer]:
    """The first of those mounts that fires at a spot in the middle of its arc: more is pointed at on the board."""
    for mount in fire.mounts:
        weapon = weapon_of(state, state.units[fire.unit], mount)
        if not shoot_at_spot.is_fit(weapon):
            continue
        alone = replace(fire, mounts=(mount,))
        gun = alone.gunnery(alone._marked(state)).guns[mount]
        x, y = along(gun.at, gun.facing, weapons.short_range(weapon))
        action = replace(alone, at=(round(x, 2), round(y, 2)))
        if action.check(state) is None:
            yield Offer(kind="fire", unit=fire.unit, ap=action.ap(state), label="Fire at the ground", action=action)
            return
