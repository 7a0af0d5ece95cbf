"""Shells, grenades and streams at firing ports: in, or outside.

(VEH-PORT-02, VEH-PORT-03, BLD-PORT-04 to -07, BLD-CONF-02, BLD-CONF-03)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from rules.arap.ports import events
from rules.arap.ports.compartment import Compartment, Gap
from rules.arap.shooting import volley
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.volley import AreaFire
from rules.arap.templates import scatter, strip, strip_hits
from rules.arap.templates.scatter import Shell
from rules.arap.templates.strip import BEHIND, ModelUnderStrip
from rules.core.ids import ModelId, UnitId
from rules.dice.scatter import Scatter
from rules.forces.unit import Unit
from rules.geometry.lengths import along, distance, is_within
from rules.progress import Progress

PASSES: Final = 3
"""On this or less a hit on a port goes in; so do flames and blasts near one. (VEH-PORT-02, BLD-PORT-04, -06)"""

NEAR_IN: Final = 1.0
"""Who is so near an open port may be caught by what happens on the other side of it."""


class PortShot(NamedTuple):
    """One model's shell, grenade or stream at one opening."""

    progress: Progress
    by: UnitId
    behind: Compartment
    firing: Firing
    gap: Gap
    lots: volley.Lots
    how: HowFired = ON_FOOT

    @property
    def _unit(self) -> Unit:
        return self.progress.state.units[self.by]

    @property
    def _is_port(self) -> bool:
        return self.gap.kind == "port"

    @property
    def _is_near(self) -> bool:
        return self.behind.is_close(self.progress.state, self.gap, self.firing.model.at)

    def shell(self) -> None:
        """An area weapon: on the opening by a double or no scatter, then even odds to pass a port.

        (VEH-PORT-02, BLD-PORT-04)
        """
        shell = self._aimed()
        thrown = self.how.at_port(self.progress, shell, self.firing.base)
        on_it = thrown.found.distance_in == 0 or (not self._is_port and self._is_near)
        if on_it and (not self._is_port or self._passes()):
            self._inside()
            return
        found = scatter.strayed(self.progress, shell, thrown) if self._is_port else thrown.found
        self._outside(shell, found, self.behind.cites.shells)

    def grenade(self) -> None:
        """A grenade needs its roll against BS however near; half of the hits on a port do not go in.

        (VEH-PORT-02, BLD-PORT-06)
        """
        firing = self.firing
        rolled = self.progress.roll(
            "to-hit",
            sense="low",
            goal=firing.goal,
            base=firing.base,
            modifiers=firing.modifiers,
            unit=self.by,
            target=self.behind.target,
            why=f"{firing.weapon.name}, thrown at {self.gap.name}",
            rules=(*self.behind.cites.grenade, "ARAP-GREN-02"),
        )
        by_itself = not self._is_port and self._is_near
        if by_itself or (rolled.made[0] and (not self._is_port or self._passes())):
            self._inside()
            return
        shell = self._aimed()
        self._outside(shell, scatter.scattered(self.progress, shell, "short"), self.behind.cites.grenade)

    def _aimed(self) -> Shell:
        firing = self.firing
        at = self.behind.before(self.progress.state, self.gap, firing.model.at)
        return Shell(firing.model, self._unit, firing.weapon, at, self.behind.target, firing.modifiers, firing.range_in)

    def _passes(self) -> bool:
        why = f"{self.firing.weapon.name} through a port of {self.behind.name}"
        rolled = self.progress.roll(
            "port-pass",
            sense="low",
            goal=PASSES,
            unit=self.by,
            target=self.behind.target,
            why=why,
            rules=self.behind.cites.passes,
        )
        return bool(rolled.passed)

    def _inside(self) -> None:
        """A confined space: everybody in it is hit, and perhaps who is near an opening.

        (VEH-PORT-02, BLD-PORT-05, BLD-CONF-02, BLD-CONF-03)
        """
        events.fired(self.progress, self.by, self.behind, [self.firing], 1, shots=1)
        self._everybody("burst", self.behind.cites.burst)
        state = self.progress.state
        spots = [gap.at for gap in self.behind.every_open(state)]
        near = [
            (u.id, m.id)
            for u in state.units.values()
            if u.on_table and not u.is_vehicle
            for m in u.alive
            if any(is_within(distance(m.at, spot), NEAR_IN) for spot in spots)
            and not self.behind.is_within(state, m.id)
        ]
        if near:
            self._leaks(near)

    def _leaks(self, near: Sequence[tuple[UnitId, ModelId]]) -> None:
        rolled = self.progress.roll(
            "area-cover",
            len(near),
            sense="low",
            goal=PASSES,
            unit=self.by,
            target=self.behind.target,
            why=f"{self.firing.weapon.name}: who stands outside within 1″ of a port",
            rules=("BLD-CONF-03", *self.behind.cites.burst[:1]),
        )
        caught = [n for n, made in zip(near, rolled.made, strict=True) if made]
        volley.all_struck(self.progress, self.by, self._burst(None, ("BLD-CONF-03",)), caught, self.lots)

    def _burst(self, target: UnitId | None, rules: tuple[str, ...]) -> AreaFire:
        firing = self.firing
        return AreaFire(
            firing.weapon, firing.model.id, firing.strength, firing.close, target, reaction=False, rules=rules
        )

    def _everybody(self, how: Literal["burst", "stream"], rules: tuple[str, ...]) -> None:
        struck: dict[UnitId, int] = {}
        for people in self.behind.insides(self.progress.state):
            victims = tuple(m for unit, m in self.behind.people(self.progress.state) if unit == people.id)
            if not victims:
                continue
            struck[people.id] = len(victims)
            self.lots.setdefault(people.id, []).append(events.lot(self.firing, victims))
        self._came_in(how, 1, struck, (*rules, "BLD-CONF-02"))

    def _caught(self, people: Iterable[tuple[UnitId, ModelId]]) -> dict[UnitId, int]:
        """A hit on each of them that waits for its wound; how many of each unit."""
        struck: dict[UnitId, int] = {}
        for unit, model in people:
            struck[unit] = struck.get(unit, 0) + 1
            self.lots.setdefault(unit, []).append(events.lot(self.firing, (model,)))
        return struck

    def _came_in(
        self, how: Literal["burst", "stream", "lick"], passed: int, struck: dict[UnitId, int], rules: tuple[str, ...]
    ) -> None:
        """What the log says of it."""
        events.came_in(
            self.progress,
            self.by,
            self.behind,
            hits=1,
            passed=passed,
            struck=struck,
            rules=rules,
            how=how,
            firing=self.firing,
        )

    def _outside(self, shell: Shell, found: Scatter, rules: tuple[str, ...]) -> None:
        """It bursts outside, on the other side of where it would have gone in. (VEH-PORT-02, BLD-PORT-04)"""
        state = self.progress.state
        if found.distance_in and self.behind.holds(state, along(shell.aim, found.bearing_deg, found.distance_in)):
            found = found._replace(bearing_deg=(found.bearing_deg + 180) % 360)
        weapon = self.firing.weapon
        flat, scattered = not weapon.is_thrown, found if found.distance_in else None
        landing = scatter.come_down(self.progress, shell, scattered, flat=flat, rules=rules)
        outer = [u for u in landing.under if not self.behind.is_within(state, u.model)]
        landing = landing._replace(under=outer)
        struck = volley.area_struck(self.progress, self.by, landing, weapon, self.behind.target)
        if self.behind.target is None:
            events.fired(self.progress, self.by, self.behind, [self.firing], 0, shots=1)
        about = self._burst(self.behind.target, volley.UNDER)._replace(centre=landing.at)
        volley.all_struck(self.progress, self.by, about, struck, self.lots)

    # -- streams -----------------------------------------------------------------------------------------------------

    def flame(self) -> None:
        """One roll: two better than needed it goes in; else the outside is hit, and it licks in.

        (VEH-PORT-03, BLD-PORT-07, BLD-TMPL-07, BLD-TMPL-08)
        """
        firing = self.firing
        assert firing.strip is not None
        margin = -firing.modifiers[-1].value if self._is_port else 0
        plain = firing.goal + margin
        under = strip.under(self.progress.state, firing.strip, firing.model)
        others = [u for u in under if u.unit != self.behind.target and not self._is_inside(u)]
        inner = self.behind.under(self.progress.state, firing, self.gap)
        bounds = {kind: plain - less for kind, less in BEHIND.items() if any(u.cover == kind for u in others)}
        bounds |= {kind: firing.goal - BEHIND[kind] for kind in {u.cover for u in inner or ()} - set(bounds)}
        die, second = strip_hits.one_roll(
            self.progress,
            self._unit,
            firing.goal,
            bounds,
            firing.base,
            firing.modifiers,
            self.behind.target,
            f"{firing.weapon.name} at {self.gap.name}",
            rules=(*self.behind.cites.stream, "ARAP-TMPL-03"),
        )
        events.fired(self.progress, self.by, self.behind, [firing], 1)
        if die is not None and strip_hits.is_hit(die, second, firing.goal):
            self._pours_in(inner, die, second)
        else:
            self._licks()
            self.behind.burn(self.progress, self.by, firing)
        self._bystanders(others, die, second, plain)

    def _pours_in(self, inner: Sequence[ModelUnderStrip] | None, die: int, second: int | None) -> None:
        """Everybody inside; on the tabletop those under it, in cover by a better roll or on 3 or less. (TMPL-07)"""
        if inner is None:
            self._everybody("stream", self.behind.cites.stream)
            return
        sure = [u for u in inner if strip_hits.is_hit(die, second, self.firing.goal - BEHIND[u.cover])]
        others = [u for u in inner if u not in sure]
        made = self._each([(u.unit, u.model) for u in others], "who inside is in cover", self.behind.cites.stream)
        hit = [*sure, *(u for u, caught in zip(others, made, strict=True) if caught)]
        self._came_in("stream", 1, self._caught((u.unit, u.model) for u in hit), self.behind.cites.stream)

    def _each(
        self, people: Sequence[tuple[UnitId, ModelId]], who: str, rules: tuple[str, ...]
    ) -> Sequence[bool | None]:
        """A die for each on even odds; nothing is thrown for nobody."""
        if not people:
            return ()
        return self.progress.roll(
            "template-cover",
            len(people),
            sense="low",
            goal=PASSES,
            unit=self.by,
            target=self.behind.target,
            why=f"{self.firing.weapon.name}: {who}",
            rules=rules,
        ).made

    def _is_inside(self, one: ModelUnderStrip) -> bool:
        return self.behind.is_within(self.progress.state, one.model)

    def _licks(self) -> None:
        """Those inside within an inch of an open port, each on even odds. (VEH-PORT-03, BLD-TMPL-08)"""
        near = self.behind.beside(self.progress.state, self.gap)
        made = self._each(near, "who is within 1″ of an open port", self.behind.cites.licks)
        struck = self._caught(one for one, hit in zip(near, made, strict=True) if hit)
        self._came_in("lick", 0, struck, self.behind.cites.licks[:1])

    def _bystanders(self, others: Sequence[ModelUnderStrip], die: int | None, second: int | None, plain: int) -> None:
        """Others under the template fare as under any: by the same roll, without what the port took off."""
        if not others:
            return
        if die is not None and strip_hits.is_hit(die, second, plain):
            hit = [u for u in others if strip_hits.is_hit(die, second, plain - BEHIND[u.cover])]
        else:
            to = self.behind.target
            hit = strip_hits.second_chance(self.progress, self._unit, others, to, self.firing.weapon.name)
        rules = ("ARAP-TMPL-01", "ARAP-TMPL-06")
        struck = [(u.unit, u.model) for u in hit]
        volley.all_struck(self.progress, self.by, self._burst(None, rules), struck, self.lots)
