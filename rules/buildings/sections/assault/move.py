"""The assault comes in: jumps, places before openings, both sides locked. (BLD-SCC-02, BLD-SCC-04, BLD-SCC-06)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap import rolls
from rules.arap.attacks import interception
from rules.arap.attacks.interception import Paths
from rules.arap.attacks.odds import BlowOdds
from rules.arap.charge import sequence
from rules.arap.damage import hazards, wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.arap.melee import charge_home, grenades, join
from rules.arap.melee.grenade_choice import Clashing
from rules.arap.paths import charge_stop
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan
from rules.buildings.sections import enter, graph, occupants, reach
from rules.buildings.sections.assault import fight, fighting
from rules.buildings.sections.assault.strikes import Fighters
from rules.buildings.sections.outside import Yard
from rules.buildings.sections.reach import WayOfAssault
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.progress import Progress, TaskStruct
from rules.state import ChargeMade, GameState, Melee, Placement
from rules.table.building import STOREY_IN

JUMP_STEP_IN: Final = 2
"""An Initiative test for each full so many inches of a jump. (BLD-SCC-02)"""

PLACES_IN: Final = 6.0
"""Attackers stand no further from the opening that they fight at."""


def jump_tests(sections_down: int) -> int:
    """How many Initiative tests a jump takes. (BLD-SCC-02)"""
    return 3 * sections_down // JUMP_STEP_IN


def rules_of(state: GameState, found: WayOfAssault) -> tuple[str, ...]:
    if found.from_outside:
        return ("BLD-SCC-06" if graph.assault_method(state, found.here.piece) == "per_opening" else "BLD-SCC-07",)
    rules = ["BLD-SCC-02"] if found.down else ["BLD-SCC-01", "BLD-SMOV-02"]
    return (
        *rules,
        "BLD-SCC-03",
        *(("BLD-LADR-03",) if found.by_ladder else ()),
        *(("BLD-SMOV-03",) if found.far else ()),
        *(("BLD-MOUSE-02",) if found.by_hole else ()),
    )


def melee_of(
    state: GameState, unit: Unit, found: WayOfAssault, foes: list[Unit], jumped: tuple[ModelId, ...] | None = None
) -> Melee:
    """The fight as it begins: who is slowed by cover, who has a bonus, who came through. (BLD-SCC-04)"""
    thrown = defends_itself(state, foes)
    charge = ChargeMade(
        charger=unit.id,
        target=foes[0].id,
        direction="front",
        bonus=not (found.by_ladder or thrown),
        slowed=is_slowed(state, unit, foes),
        jumped=(found.able if found.down else ()) if jumped is None else jumped,
    )
    by_opening = found.from_outside and graph.assault_method(state, found.here.piece) == "per_opening"
    return Melee(
        id=f"{unit.id}-{foes[0].id}",
        units=(unit.id, *(f.id for f in foes)),
        charges=(charge,),
        section=found.here.place,
        storming=tuple(m for m, _ in found.through) if by_opening else (),
    )


def before_openings(state: GameState, unit: Unit, found: WayOfAssault) -> tuple[Placement, ...]:
    """Where attackers stand before the openings, those who come through first. (BLD-SCC-06)"""
    through = dict(found.through)
    order = sorted(found.able, key=lambda m: m not in through)
    staying = [m for m in unit.alive if m.id not in found.able and m.id not in unit.housed]
    yard = Yard(state, unit, found.here.piece, staying)
    places: list[Placement] = []
    for name in order:
        way = through.get(name) or found.nearest[name]
        place = yard.beside(unit.model(name), way.at, PLACES_IN, looks=way.at)
        places += [place] if place is not None else []
    return tuple(places)


def ways_up(state: GameState, unit: Unit, found: WayOfAssault) -> dict[ModelId, tuple[Point, Point]]:
    """The way of each attacker over the table to the openings; none within the house. (ARAP-INT-01)"""
    if state.is_older_than("16") or not found.from_outside:
        return {}
    return {p.model: (unit.model(p.model).at, p.at) for p in before_openings(state, unit, found)}


def defends_itself(state: GameState, foes: list[Unit]) -> bool:
    """Whether defensive grenades cost the attackers their bonus: not those of units that are locked. (ARAP-CCG-02)"""
    return any(grenades.uses_grenades(state, f, "defensive-grenade") and not state.is_locked(f.id) for f in foes)


def is_slowed(state: GameState, unit: Unit, foes: list[Unit]) -> bool:
    """Whether attackers strike at Initiative 1: those inside are in cover, but for the pinned. (BLD-SCC-04)"""
    ready = any(not (f.is_pinned or f.gone_to_ground) for f in foes)
    return ready and not grenades.uses_grenades(state, unit, "assault-grenade")


class StormMove(Clashing, frozen=True, kw_only=True, tag="StormMove"):
    """Those who are left come through, or jump down; both sides are locked. (BLD-SCC-02, BLD-SCC-06)"""

    unit: UnitId
    terrain: TerrainId
    section: str
    jump: bool = False
    strengths: dict[UnitId, int] = {}
    """The wounds that those inside had left before anybody fired."""
    dealt: dict[UnitId, int] = {}
    """Wounds that each dealt by standing and firing. (ARAP-WDIF-01)"""
    suffered: dict[UnitId, int] = {}

    def ways(self, state: GameState) -> Paths:
        """Over the table to the openings; within a house none lead past anybody. (ARAP-INT-01)"""
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        found = None if isinstance(here, Refusal) else reach.approach(state, unit, here, jump=self.jump)
        return {} if found is None or isinstance(found, Refusal) else ways_up(state, unit, found)

    def first_round(self, state: GameState) -> Sequence[BlowOdds]:
        """The blows of those who come through, one to one; nothing where dice say how many fight. (BLD-SCC-06)"""
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        found = None if isinstance(here, Refusal) else reach.approach(state, unit, here, jump=self.jump)
        if found is None or isinstance(found, Refusal):
            return ()
        foes = reach.foes(state, found.here, unit.side)
        melee = melee_of(state, unit, found, foes) if foes else None
        if melee is None or not melee.storming:
            return ()
        inside = [m.id for f in foes for m in f.alive if f.housed.get(m.id) == found.here.place]
        coming = [m for m in fighting.alive_on(state, melee, unit.side, attacks=True) if m in found.able]
        return fighting.expected(state, melee, Fighters(tuple(coming), tuple(inside[: len(coming)]), pairs=True))

    def run(self, progress: Progress) -> None:
        """Nobody left to fight: the charge hits the air."""
        state = progress.state
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        if isinstance(here, Refusal) or not unit.in_play:
            return
        foes = reach.foes(state, here, unit.side)
        found = reach.approach(state, unit, here, jump=self.jump)
        if not foes or isinstance(found, Refusal):
            self._missed(progress, unit, foes)
            return
        before = sequence.strength(unit)
        if self.jump:
            found = self._jumped(progress, unit, found)
            unit = progress.state.units[unit.id]
        if not found.able:
            self._missed(progress, unit, foes)
            return
        met = interception.interceptors(state, unit.id)
        held: frozenset[ModelId] = frozenset()
        if found.from_outside:
            held = self._come_up(progress, unit, found, met)
            hale = progress.state.units[unit.id].alive
            found = found._replace(able=tuple(m for m in found.able if any(m == one.id for one in hale)))
        caught = self._caught(progress, met)
        rest = _without(progress.state, found, held) if caught else None
        if rest is None and caught:
            self._fight_outside(progress, caught, foes, before)
            return
        if found.able:
            self._lock(progress, rest or found, foes, caught, held)
            harm = before - sequence.strength(progress.state.units[unit.id])
            join.count_harm(progress, unit.id, 0 if progress.state.is_older_than("15") else harm)
        else:
            self._missed(progress, unit, foes)

    def _missed(self, progress: Progress, unit: Unit, foes: list[Unit]) -> None:
        target = foes[0].id if foes else self._declared_at(progress.state, unit)
        sequence.end(progress, unit.id, target, home=False, ran=not foes, rules=("ARAP-CHG-05", "ARAP-RUN-04"))

    @staticmethod
    def _declared_at(state: GameState, unit: Unit) -> UnitId:
        return next(u.id for u in state.units.values() if u.side != unit.side)

    def _jumped(self, progress: Progress, unit: Unit, found: WayOfAssault) -> WayOfAssault:
        """Each tests for every full two inches; who fails falls, and has nothing of the jump. (BLD-SCC-02)"""
        entries = [unit.model(m) for m in found.able for _ in range(jump_tests(found.down))]
        why = f"{unit.name}: jumping down into {found.here.name}"
        rules = ("BLD-SCC-02", "BLD-FALL-02", "ARAP-FALL-05")
        safe = rolls.test_each(progress, unit.id, entries, why=why, rules=rules)
        fallen = tuple(m for m in found.able if m not in safe)
        if fallen:
            height = float(STOREY_IN * found.down)
            wounds_and_saves.fall(
                progress, unit.id, fallen, height, off_structure=True, rules=("BLD-SCC-02", "BLD-FALL-03")
            )
        down = [progress.state.units[unit.id].model(m) for m in found.able]
        coming = [m for m in down if m.alive]
        if coming:
            housed = occupants.housed(
                progress.state.units[unit.id], found.here, coming, "jump", ("BLD-SCC-02", "BLD-SECT-04")
            )
            progress.emit(housed)
        return found._replace(able=tuple(m for m in found.able if m in safe))

    @staticmethod
    def _come_up(progress: Progress, unit: Unit, found: WayOfAssault, met: Sequence[Unit]) -> frozenset[ModelId]:
        """Attackers stand before the openings, or where interceptors meet them; who is met. (BLD-SCC-06)"""
        planned = before_openings(progress.state, unit, found)
        places = _stopped(progress.state, unit, planned, met) if met else planned
        to = {p.model: p.at for p in planned}
        held = frozenset(p.model for p in places if p.at != to[p.model])
        if places:
            rules = ("BLD-SCC-06", "ARAP-CHG-01", *(("ARAP-INT-01",) if met else ()))
            how = "charge" if met and _stay_out(progress.state, found, held) else "storm"
            moved = ModelsMoved(side=unit.side, unit=unit.id, placements=places, how=how, rules=rules)
            progress.emit(replace(moved, length_in=round(found.gap_in, 4), spent_in=round(found.gap_in, 4)))
            if not progress.state.is_older_than("15"):
                ways = {p.model: (unit.model(p.model).at, p.at) for p in places}
                hazards.hazards(progress, unit.id, ways, counts=False)
        return held

    def _caught(self, progress: Progress, met: Sequence[Unit]) -> list[UnitId]:
        """The interceptors who have met any of them. (ARAP-INT-01)"""
        unit = progress.state.units[self.unit]
        return [u.id for u in met if unit.in_play and charge_home.in_contact(progress.state, u.id, unit.id)]

    def _fight_outside(self, progress: Progress, caught: Sequence[UnitId], foes: Sequence[Unit], before: int) -> None:
        """Nobody is left to come in: they fight those alone who met them. (ARAP-INT-01)"""
        sequence.end(progress, self.unit, foes[0].id, home=True, rules=("ARAP-INT-01",))
        join.join(progress, self.unit, caught, rules=("ARAP-INT-01",))
        join.count_harm(progress, self.unit, before - sequence.strength(progress.state.units[self.unit]))

    def _fire_before(self, state: GameState, foes: list[Unit]) -> tuple[dict[str, int], dict[str, int]]:
        """Wounds by the fire of either side that count in the first round: dealt, and suffered. (ARAP-WDIF-01)"""
        if state.is_older_than("15"):
            return {}, {}
        there = {f.id for f in foes}
        lost = {
            str(u): n - sequence.strength(state.units[u])
            for u, n in self.strengths.items()
            if u in there or state.units[u].is_gone
        }
        shot = {unit: wounds for unit, wounds in lost.items() if wounds > 0}
        dealt = {str(u): n for u, n in self.dealt.items()}
        if shot:
            dealt[self.unit] = sum(shot.values())
        return dealt, {str(u): n for u, n in self.suffered.items()} | shot

    def _lock(
        self,
        progress: Progress,
        found: WayOfAssault,
        foes: list[Unit],
        met: Sequence[UnitId] = (),
        held: frozenset[ModelId] = frozenset(),
    ) -> None:
        """All are in one fight: those inside, who comes in, and who `met` those that are `held` outside."""
        state, unit = progress.state, progress.state.units[self.unit]
        jumped = found.able if self.jump else ()
        melee = melee_of(state, unit, found, foes, jumped)
        if met:
            charges = tuple(replace(c, bonus=False) for c in melee.charges)
            stopped = tuple(m.id for m in unit.alive if m.id in held)
            melee = replace(melee, units=(*melee.units, *met), met=tuple(met), held=stopped, charges=charges)
        dealt, suffered = self._fire_before(state, foes)
        melee = replace(melee, inflicted=dealt, suffered=suffered)
        charge = melee.charges[0]
        rules = (
            *rules_of(state, found),
            "BLD-SCC-04"
            if charge.slowed
            else "ARAP-CCG-01"
            if grenades.uses_grenades(state, unit, "assault-grenade")
            else "",
            "ARAP-CCG-04" if charge.slowed and charge_home.is_hooked(state, unit) else "",
            "ARAP-FALL-05" if jumped else "",
            "ARAP-INT-01" if met else "",
            "ARAP-CCG-02" if not found.by_ladder and defends_itself(state, foes) else "",
        )
        cited = (*(rule for rule in rules if rule), "ARAP-SUPP-04")
        began = fight.SectionFightBegan(side=unit.side, unit=unit.id, name=found.here.name, melee=melee, rules=cited)
        progress.emit(began)
        sequence.end(progress, unit.id, foes[0].id, home=True, rules=("ARAP-CHG-03",))


def _stay_out(state: GameState, found: WayOfAssault, held: frozenset[ModelId]) -> bool:
    """Whether nobody of an assault that is intercepted comes in."""
    return not state.is_older_than("17") and _without(state, found, held) is None


def _without(state: GameState, found: WayOfAssault, held: frozenset[ModelId]) -> WayOfAssault | None:
    """The assault of those who are not held up before the house; None if nobody comes in. (ARAP-INT-01, BLD-SCC-06)"""
    if state.is_older_than("19"):
        return None
    rest = found._replace(
        able=tuple(m for m in found.able if m not in held),
        through=tuple((m, way) for m, way in found.through if m not in held),
    )
    by_opening = graph.assault_method(state, found.here.piece) == "per_opening"
    return rest if (rest.through if by_opening else rest.able) else None


def _stopped(state: GameState, unit: Unit, places: Sequence[Placement], met: Sequence[Unit]) -> tuple[Placement, ...]:
    """Each only as far as the reach of who steps in. (ARAP-INT-01)"""
    courses = tuple(ChargeCourse(p.model, (unit.model(p.model).at, p.at), 0.0, p.facing) for p in places)
    laid = ChargePlan(courses, reaches=False, allowance_in=0.0)
    return charge_stop.stopped_by(state, unit, laid, met).placements


TASKS: tuple[type[TaskStruct], ...] = (StormMove,)
