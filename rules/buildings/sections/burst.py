"""What a grenade, shell or stream does in a section. (BLD-SSHT-08 to -12, BLD-TMPL-05)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage.allocation import Lot
from rules.arap.morale import suppression
from rules.arap.shooting import volley
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import Firing
from rules.arap.templates import scatter
from rules.arap.templates.scatter import Shell
from rules.arap.units.weapons import key
from rules.buildings.sections import graph, occupants, reach
from rules.buildings.sections.graph import HouseSection
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.dice.goals import modified
from rules.dice.scatter import Scatter
from rules.forces.unit import Model, Unit
from rules.geometry.lengths import distance, is_within
from rules.progress import Progress
from rules.state import Event, GameState

STAYS: Final = 4
"""On this or less what missed lands in the section aimed for all the same. (BLD-SSHT-12)"""

ESCAPES: Final = 3
"""On this or less an occupant of an open section escapes a blast. (BLD-SSHT-09)"""

IN_COVER: Final = 4
"""On this or less one in the cover of inner walls is hit. (BLD-SSHT-08)"""

SPLASH: Final = 3
"""On this or less a template that was not aimed well burns an occupant. (BLD-TMPL-05)"""


class SectionShelled(Event, frozen=True, kw_only=True, tag="SectionShelled"):
    """A grenade, shell or stream has gone off in a section, or outside it. (BLD-SSHT-08, BLD-SSHT-10 to -12)"""

    weapon: WeaponId
    model: ModelId
    aimed: str
    """The section aimed for."""
    burst: str = ""
    """Where it went off; "" outside, where it harms nobody."""

    def evolve(self, state: GameState) -> GameState:
        """The shot is counted, and who threw. (ARAP-WPN-02, ARAP-GREN-01)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        named = key(self.model, self.weapon)
        now = replace(unit.now, shots={**unit.now.shots, named: unit.now.shots.get(named, 0) + 1})
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """What went off where."""
        assert self.unit is not None
        what = f"{state.weapons[self.weapon].name} of {state.units[self.unit].name}"
        if not self.burst:
            return f"{what}, meant for {self.aimed}, does not get in"
        return f"{what} goes off in {self.burst}" + (f", not in {self.aimed}" if self.burst != self.aimed else "")


def strays(state: GameState, firing: Firing) -> bool:
    """Whether it scatters if it does not get in: where that is played and somebody outside is near. (BLD-SSHT-11)"""
    if state.options.get("section_area_miss") != "scatter" or not firing.weapon.marker_in or firing.strip is not None:
        return False
    aim = firing.aim.at
    near = distance(firing.model.at, aim) / 2 + firing.weapon.marker_in / 2
    outside = (m.at for u in state.units.values() if u.on_table and not u.is_vehicle for m in u.alive)
    return any(is_within(distance(at, aim), near) for at in outside)


class ShotAtSection(NamedTuple):
    """One grenade, shell or stream on its way to a section."""

    progress: Progress
    unit: Unit
    here: HouseSection
    firing: Firing
    lots: volley.Lots
    beside: bool = False
    how: HowFired = ON_FOOT

    def go_off(self) -> None:
        """Where it lands; then everybody there. (BLD-SSHT-08, BLD-SSHT-10 to -12)"""
        if self.firing.strip is not None:
            self._burn()
            return
        own = None if self.beside else self.how.into(self.progress, self._shell())
        landed, dice = self._lands() if own is None else (own.distance_in <= 0, ())
        where = self.here if landed else self._stray()
        self._tell(where)
        if where is not None:
            self._burst(where, occupants.inside(self.progress.state, where))
        elif not self._is_inside:
            self._scatter(dice, own)

    @property
    def _is_inside(self) -> bool:
        """Whether it comes from another section of the same house."""
        return occupants.is_in(self.progress.state, self.unit, self.here.piece)

    @property
    def _rule(self) -> str:
        return "BLD-SSHT-12" if self._is_inside else "BLD-SSHT-10"

    def _foe(self) -> UnitId | None:
        return next((f.id for f in reach.foes(self.progress.state, self.here, self.unit.side)), None)

    def _lands(self) -> tuple[bool, tuple[int, ...]]:
        """A throw by its roll, a shell by its dice, which scatter it; beside the opening it gets in. (BLD-INTO-10)"""
        firing, weapon = self.firing, self.firing.weapon
        if weapon.is_thrown:
            return self._roll_to_hit(), ()
        if self.beside:
            return True, ()
        why, rules = f"{weapon.name}: scatter", (self._rule, "ARAP-AREA-02")
        faces = tuple(
            self.progress.roll(
                label, unit=self.unit.id, why=why, rules=rules, modifiers=firing.modifiers if n == 0 else ()
            ).dice[0]
            for n, label in enumerate(("scatter-a", "scatter-b"))
        )
        return faces[0] == faces[1] or sum(faces) <= modified(firing.base, firing.modifiers), faces

    def _roll_to_hit(self) -> bool:
        firing = self.firing
        rolled = self.progress.roll(
            "to-hit",
            sense="low",
            goal=firing.goal,
            base=firing.base,
            modifiers=firing.modifiers,
            unit=self.unit.id,
            target=self._foe(),
            why=f"{firing.weapon.name} into {self.here.name}",
            rules=(self._rule, "ARAP-HIT-01"),
        )
        return bool(rolled.made[0])

    def _stray(self) -> HouseSection | None:
        """From a section it may land there all the same, or next door; from outside it does not get in."""
        if not self._is_inside:
            return None
        why, rules = f"{self.firing.weapon.name} misses", ("BLD-SSHT-12",)
        rolled = self.progress.roll("section-drift", sense="low", goal=STAYS, unit=self.unit.id, why=why, rules=rules)
        near = graph.joined(self.here)
        if rolled.made[0] or not near:
            return self.here
        names = ", ".join(s.room.letter for s in near)
        return near[self.progress.pick(len(near), unit=self.unit.id, why=f"which section of {names}", rules=rules)]

    def _tell(self, where: HouseSection | None) -> None:
        rules = (self._rule, *(("BLD-SSHT-11",) if where is None else ("BLD-SSHT-08",)))
        self.progress.emit(
            SectionShelled(
                side=self.unit.side,
                unit=self.unit.id,
                weapon=self.firing.weapon.id,
                model=self.firing.model.id,
                aimed=self.here.name,
                burst=where.name if where is not None else "",
                rules=rules,
            )
        )

    def _shell(self) -> Shell:
        firing, aim = self.firing, self.firing.aim.at
        far, outside = distance(firing.model.at, aim), self.here.piece.id
        return Shell(firing.model, self.unit, firing.weapon, aim, None, firing.modifiers, far, outside_of=outside)

    def _scatter(self, dice: tuple[int, ...], own: Scatter | None) -> None:
        """A stray shot from outside, by the shell's dice or a throw's new ones; no wall lets it in. (BLD-SSHT-11)"""
        if not strays(self.progress.state, self.firing):
            return
        firing, weapon = self.firing, self.firing.weapon
        shell = self._shell()
        if own is not None:
            found = own
        elif dice:
            found = scatter.by_dice(self.progress, shell, dice, modified(firing.base, firing.modifiers))
        else:
            found = scatter.scattered(self.progress, shell, "short")
        landing = scatter.come_down(self.progress, shell, found, flat=True, rules=("BLD-SSHT-11",))
        struck = volley.area_struck(self.progress, self.unit.id, landing, weapon)
        burst = volley.AreaFire(weapon, firing.model.id, firing.strength, firing.close, None, False, volley.UNDER)
        volley.all_struck(self.progress, self.unit.id, burst._replace(centre=landing.at), struck, self.lots)

    # -- what it does there --------------------------------------------------------------------------------------------

    def _burst(self, where: HouseSection, inside: Sequence[tuple[Unit, tuple[Model, ...]]]) -> None:
        """Everybody, but for whom open space or inner walls save. (BLD-SSHT-08, BLD-SSHT-09)"""
        for unit, models in inside:
            struck = self._struck(where, unit, models)
            self._land(unit, struck)

    def _struck(self, where: HouseSection, unit: Unit, models: Sequence[Model]) -> list[ModelId]:
        state = self.progress.state
        if graph.is_open_space(state, where):
            why, rules = f"{unit.name} in open space", ("BLD-SSHT-09",)
            rolled = self._each("blast-escape", ESCAPES, models, unit, why, rules)
            return [m.id for m, escapes in zip(models, rolled, strict=True) if not escapes]
        covered = [m for m in models if m.id in unit.inner_cover or graph.has_inner_cover(state, where)]
        struck = {m.id for m in models if m not in covered}
        if covered:
            rolled = self._each(
                "area-cover", IN_COVER, covered, unit, f"{unit.name} behind inner walls", ("BLD-SSHT-08",)
            )
            struck |= {m.id for m, hit in zip(covered, rolled, strict=True) if hit}
        return [m.id for m in models if m.id in struck]

    def _each(
        self, label: str, goal: int, models: Sequence[Model], unit: Unit, why: str, rules: tuple[str, ...]
    ) -> tuple[bool, ...]:
        rolled = self.progress.roll(
            label, len(models), sense="low", goal=goal, unit=self.unit.id, target=unit.id, why=why, rules=rules
        )
        return tuple(bool(made) for made in rolled.made)

    def _burn(self) -> None:
        """A template: one roll; what is not aimed well burns each on 3 or less. (BLD-SSHT-08, BLD-TMPL-05)"""
        aimed_well = self._roll_to_hit()
        self._tell(self.here)
        for unit, models in occupants.inside(self.progress.state, self.here):
            struck = self._struck(self.here, unit, models)
            if not aimed_well:
                burnt = [m for m in models if m.id in struck]
                rules = ("BLD-TMPL-05", "BLD-SSHT-08")
                rolled = self._each("template-cover", SPLASH, burnt, unit, f"{unit.name} beside the stream", rules)
                struck = [m.id for m, hit in zip(burnt, rolled, strict=True) if hit]
            self._land(unit, struck)

    def _land(self, unit: Unit, struck: Sequence[ModelId]) -> None:
        """Hits that count for suppression and wait for their wounds."""
        firing = self.firing
        self.progress.emit(
            volley.ShotsFired(
                side=self.unit.side,
                unit=self.unit.id,
                target=unit.id,
                weapon=firing.weapon.id,
                shots={},
                hits=len(struck),
                big=firing.weapon.marker_in >= suppression.BIG_MARKER_IN,
                rules=("BLD-SSHT-08", "ARAP-SUPP-01"),
            )
        )
        if struck:
            lot = Lot(
                weapon=firing.weapon.id,
                strength=firing.strength,
                ap=firing.weapon.ap,
                victims=tuple(struck),
                close=firing.close,
            )
            self.lots.setdefault(unit.id, []).append(lot)


EVENTS: tuple[type[Event], ...] = (SectionShelled,)
