"""Units locked in combat: who joins, from which side, with what bonus. (ARAP-CHG-06, -07, ARAP-COVR-01)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap import version_1
from rules.arap.events import fought
from rules.arap.positions import engagement
from rules.arap.sight import cover as sight_cover
from rules.arap.sight import lines
from rules.arap.terrain import ground
from rules.arap.units import machines, standing_answers
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import quadrant
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import ChargeMade, Event, GameState, Melee

Direction = Literal["front", "flank", "rear"]

MILDEST_FIRST: Final[tuple[Direction, ...]] = ("front", "flank", "rear")


class MeleeJoined(Event, frozen=True, kw_only=True, tag="MeleeJoined"):
    """A unit came into combat; all that are joined in this way fight one melee, and suppression is forgotten.

    `wounds` are those that count for the first round already: (who dealt them, who suffered, how many).
    (ARAP-MELEE-01, ARAP-SUPP-04, ARAP-WDIF-01)
    """

    melee: str
    units: tuple[UnitId, ...]
    charge: ChargeMade | None = None
    wounds: tuple[tuple[UnitId, UnitId, int], ...] = ()

    joined: Melee | None = None
    """The melee that they all fight now, in place of those that any of them fought."""

    def evolve(self, state: GameState) -> GameState:
        """All fight one melee; they forget suppression and pursuit, and are in the open."""
        joined = self.joined or version_1.joined(state, self.melee, self.units, self.charge, self.wounds)
        calm = (replace(state.units[u], s_active=0, s_pending=0, pursuing=None, hidden=False) for u in joined.units)
        kept = tuple(m for m in state.melees if not set(m.units) & set(joined.units))
        return replace(state.with_units(*calm), melees=(*kept, joined))

    def sentence(self, state: GameState) -> str:
        """Who is locked with whom, and how they came."""
        names = " and ".join(state.units[u].name for u in self.units)
        if self.charge is None:
            return f"{names} are locked in combat"
        where = {"front": "to the front", "flank": "in the flank", "rear": "in the rear"}[self.charge.direction]
        return f"{names} are locked in combat; charge {where}{self._hindered()}"

    def _hindered(self) -> str:
        """What cover and grenades make of the charge; the rules that were cited say which."""
        assert self.charge is not None
        told = ""
        if "ARAP-CCG-04" in self.rules:
            told = ", against cover: flesh hooks let them strike as their enemies do"
        elif self.charge.slowed:
            told = ", against cover: they strike as if at Initiative 1"
        elif "ARAP-CCG-01" in self.rules:
            told = ", assault grenades cancel the cover"
        if self.charge.bonus:
            return told
        return f"{told}, its bonus lost{' to defensive grenades' if 'ARAP-CCG-02' in self.rules else ''}"


def merged(
    state: GameState,
    melee: str,
    units: Sequence[UnitId],
    charge: ChargeMade | None = None,
    wounds: Sequence[tuple[UnitId, UnitId, int]] = (),
) -> Melee:
    """One melee of these units and all whom any of them fights already. (ARAP-MELEE-01, ARAP-WDIF-01)"""
    old = [m for m in state.melees if set(m.units) & set(units)]
    return Melee(
        id=old[0].id if old else melee,
        units=tuple(dict.fromkeys(u for own in (*(m.units for m in old), units) for u in own)),
        round=max((m.round for m in old), default=0),
        charges=(*(c for m in old for c in m.charges), *((charge,) if charge else ())),
        inflicted=_summed([m.inflicted for m in old], [(by, n) for by, _, n in wounds]),
        suffered=_summed([m.suffered for m in old], [(unit, n) for _, unit, n in wounds]),
        bound=tuple(u for m in old for u in m.bound),
        fresh=_fresh(old, units),
    )


def _fresh(old: Sequence[Melee], units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Who has fought no round yet: newcomers, and those of whom that was true before. (ARAP-BREAK-01)"""
    known = {u for m in old for u in m.units}
    return tuple(dict.fromkeys((*(u for m in old for u in m.fresh), *(u for u in units if u not in known))))


def _summed(tallies: Iterable[Mapping[str, int]], wounds: Iterable[tuple[UnitId, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for unit, count in (*(pair for tally in tallies for pair in tally.items()), *wounds):
        total[unit] = total.get(unit, 0) + count
    return total


class MeleeSettled(Event, frozen=True, kw_only=True, tag="MeleeSettled"):
    """Who is still in a melee; with one side left, or nobody in reach of anybody, it is over."""

    melee: str
    units: tuple[UnitId, ...]
    over: bool | None = None

    def evolve(self, state: GameState) -> GameState:
        """Units that are out of it are free."""
        over = version_1.is_over(state, self.units) if self.over is None else self.over
        changed = (replace(m, units=self.units) if m.id == self.melee else m for m in state.melees)
        return replace(state, melees=tuple(m for m in changed if m.id != self.melee or not over))


class HarmOnTheWay(Event, frozen=True, kw_only=True, tag="HarmOnTheWay"):
    """What the ground or a fall cost chargers on their way counts as suffered, and for no enemy. (ARAP-WDIF-01)"""

    wounds: int

    def evolve(self, state: GameState) -> GameState:
        """Their side of the wound difference of the first round."""
        assert self.unit is not None
        return fought(state, None, self.unit, self.wounds)

    def sentence(self, state: GameState) -> str:
        """How many wounds count against whom."""
        assert self.unit is not None
        count = f"{self.wounds} wound{'' if self.wounds == 1 else 's'}"
        return f"{count} on the way count as suffered by {state.units[self.unit].name}, and for no enemy"


def count_harm(progress: Progress, unit: UnitId, wounds: int) -> None:
    """Note what chargers lost on their way to a melee, if anything. (ARAP-WDIF-01)"""
    if wounds > 0 and progress.state.is_locked(unit):
        side = progress.state.units[unit].side
        progress.emit(HarmOnTheWay(side=side, unit=unit, wounds=wounds, rules=("ARAP-WDIF-01",)))


def settle(progress: Progress, melee: str, units: Sequence[UnitId], rule: str) -> None:
    """Note who is still in a melee; of one side alone it is none. (ARAP-MORAL-04)"""
    over = len({progress.state.units[u].side for u in units}) <= 1
    progress.emit(MeleeSettled(melee=melee, units=tuple(units), over=over, rules=(rule,)))


def release(progress: Progress, left: UnitId) -> None:
    """Those whose only opponent routs out of a melee before it is fought are free again. (ARAP-RUN-03, ARAP-INT-03)"""
    state = progress.state
    for melee in state.melees:
        if left not in melee.units and len({state.units[u].side for u in melee.units}) == 1:
            settle(progress, melee.id, melee.units, "ARAP-RUN-03")


# -- how a charge comes home ---------------------------------------------------------------------------------------


def in_contact(state: GameState, unit: UnitId, target: UnitId) -> bool:
    """Whether a member of the unit has a member of the target in reach. (ARAP-CHG-03)"""
    theirs = engagement.members(state, (target,))
    return any(engagement.reaches(state, m, e) for m in engagement.members(state, (unit,)) for e in theirs)


def direction(state: GameState, unit: UnitId, target: UnitId) -> Direction:
    """The quadrant in which most chargers stand, each seen from the figure that it met. (ARAP-CHG-06)"""
    theirs = engagement.members(state, (target,))
    met: list[Direction] = []
    for charger in engagement.members(state, (unit,)):
        near = [e for e in theirs if engagement.are_engaged(state, charger, e)]
        if near:
            figure = min(near, key=lambda e: distance(charger.at, e.at))
            met.append(quadrant(figure.facing, figure.at, charger.at))
    return by_majority(met)


def by_majority(met: Sequence[Direction]) -> Direction:
    """What most chargers found; if that is unclear the mildest. (ARAP-CHG-06)"""
    return max(MILDEST_FIRST, key=lambda d: (met.count(d), -MILDEST_FIRST.index(d)))


def is_slowed(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether chargers fight their first round at Initiative 1. (ARAP-COVR-01, ARAP-CCG-01)

    The target is in hard cover by half or more, or the way led over ground that calls for a test. A pinned unit or
    one gone to ground has no such benefit, and chargers with assault grenades cancel it.
    """
    return not uses_grenades(state, charger, "assault-grenade") and is_sheltered(state, charger, target, starts)


def cancels_cover(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether assault grenades take the benefit of cover from the target. (ARAP-CCG-01)"""
    return uses_grenades(state, charger, "assault-grenade") and is_sheltered(state, charger, target, starts)


def is_hooked(state: GameState, charger: Unit) -> bool:
    """Whether all the chargers have flesh hooks. (ARAP-CCG-04)"""
    return all(state.profile(m).has("flesh-hooks") for m in charger.alive)


def is_sheltered(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether a target that is neither pinned nor gone to ground has the benefit of cover. (ARAP-COVR-01)"""
    if target.is_pinned or target.gone_to_ground:
        return False
    met_hazard = any(_met_hazard(state, starts.get(m.id), m) for m in charger.alive)
    return met_hazard or in_hard_cover(state, charger, target, starts) or _in_charge_cover(state, target)


def _in_charge_cover(state: GameState, target: Unit) -> bool:
    """Whether half of the target or more stands where the host says that this has the effect. (ARAP-COVR-01)"""
    if not any(piece.charge_cover for piece in state.terrain):
        return False
    inside = sum(any(piece.charge_cover for piece in ground.terrain_at(state, m.at)) for m in target.alive)
    return 2 * inside >= len(target.alive)


def has_grenades(state: GameState, unit: Unit, trait: str) -> bool:
    """Whether the unit as such is equipped with grenades of that kind. (ARAP-CCG-01)"""
    return any(state.weapons[w].has(trait) for m in unit.alive for w in m.weapons)


def uses_grenades(state: GameState, unit: Unit, trait: str) -> bool:
    """Whether it uses those that it has: not if it never does, or keeps them in this charge. (ARAP-CCG-01, -02)"""
    said = standing_answers.answer_of(state, unit, trait)
    kept = said == "never" or (said == "ask" and trait in unit.now.grenades_kept)
    return has_grenades(state, unit, trait) and not kept


class GrenadesChosen(Event, frozen=True, kw_only=True, tag="GrenadesChosen"):
    """A unit uses its grenades in the charge at hand, or keeps them. (ARAP-CCG-01, ARAP-CCG-02)"""

    grenades: str
    used: bool

    def evolve(self, state: GameState) -> GameState:
        """It holds until it is asked again."""
        assert self.unit is not None
        unit = state.units[self.unit]
        kept = tuple(k for k in unit.now.grenades_kept if k != self.grenades)
        kept = kept if self.used else (*kept, self.grenades)
        return state.with_unit(replace(unit, now=replace(unit.now, grenades_kept=kept)))

    def sentence(self, state: GameState) -> str:
        """Which, and who."""
        assert self.unit is not None
        does = "use" if self.used else "keep"
        return f"{state.units[self.unit].name} {does} {self.grenades.replace('-', ' ')}s"


def grenade_choices(state: GameState, charger: UnitId, target: UnitId) -> list[GrenadeChoice]:
    """Those of a charge who have grenades and are to be asked about them. (ARAP-CCG-01, ARAP-CCG-02)"""
    pairs = ((charger, "assault-grenade"), (target, "defensive-grenade"))
    return [GrenadeChoice(unit=u, grenades=g) for u, g in pairs if _is_asked(state, state.units[u], g)]


def _is_asked(state: GameState, unit: Unit, grenades: str) -> bool:
    return standing_answers.answer_of(state, unit, grenades) == "ask" and has_grenades(state, unit, grenades)


class GrenadeChoice(TaskStruct, frozen=True, kw_only=True, tag="GrenadeChoice"):
    """A unit in a charge may use its grenades, if it is to be asked. (ARAP-CCG-01, ARAP-CCG-02)"""

    unit: UnitId
    grenades: str

    def run(self, progress: Progress) -> None:
        """Ask, if it is still there."""
        unit = progress.state.units[self.unit]
        if not unit.in_play:
            return
        rule = standing_answers.MATTERS[self.grenades].rule
        gain = "cover is of no use to the enemy" if self.grenades == "assault-grenade" else "chargers lose their bonus"
        progress.ask(
            self,
            unit.side,
            "grenades",
            f"Does {unit.name} use {self.grenades.replace('-', ' ')}s?",
            (
                Option(id="use", label="Use them", detail=gain, rule=rule),
                Option(id="keep", label="Keep them", rule=rule),
                Option(id="always", label="Always use them", detail="not asked again", rule=rule),
            ),
            unit=unit.id,
            rule=rule,
            decline="use",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """For this charge, or from now on."""
        side, rule = progress.state.units[self.unit].side, standing_answers.MATTERS[self.grenades].rule
        if choice == "always":
            progress.emit(
                standing_answers.StandingAnswerGiven(
                    side=side, unit=self.unit, about=self.grenades, answer="always", rules=(rule,)
                )
            )
        used = choice != "keep"
        progress.emit(GrenadesChosen(side=side, unit=self.unit, grenades=self.grenades, used=used, rules=(rule,)))


def in_hard_cover(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether half of the target or more is in hard cover from where the chargers came. (ARAP-COVR-01, ARAP-HIT-07)"""
    models = tuple(replace(m, at=starts.get(m.id, m.at)) for m in charger.models)
    return sight_cover.of_unit(state, replace(charger, models=models), target).kind == "hard"


def _met_hazard(state: GameState, start: Point | None, model: Model) -> bool:
    """Whether the charger's way led over dangerous ground or an obstacle to climb."""
    if start is None:
        return False
    leg = ground.cost_of_leg(state, model, start, model.at)
    known = ground.table_of(state).terrain
    return bool(leg.climbed) or any(
        known[a].hazard_to(state.profile(model).kind) for a in ground.ground_of(state).crossed(start, model.at)
    )


def charge_home(
    progress: Progress,
    unit: UnitId,
    target: UnitId,
    starts: Mapping[ModelId, Point],
    *,
    bonus: bool = True,
    wounds: tuple[tuple[UnitId, UnitId, int], ...] = (),
    rules: Sequence[str],
    jumped: tuple[ModelId, ...] = (),
) -> None:
    """A charge has made contact: both units are locked, with every other enemy that a charger reached.

    `starts` are the places that the chargers came from; who has none and has not `jumped` has fallen and is none of
    them. (ARAP-FALL-05)
    """
    state = progress.state
    charger = _charging(state.units[unit], starts, jumped)
    thrown = defends_itself(state, unit, target)
    # An edge jumped from is no obstacle between chargers and target.
    walked = {m: start for m, start in starts.items() if m not in jumped}
    charge = ChargeMade(
        charger=unit,
        target=target,
        direction=direction(state, unit, target),
        bonus=bonus and not thrown,
        slowed=is_slowed(state, charger, state.units[target], walked),
        jumped=jumped,
    )
    rules = (
        *rules,
        "ARAP-MELEE-01",
        "ARAP-CHG-07",
        *(("ARAP-COVR-01",) if charge.slowed else ()),
        *(("ARAP-CCG-04",) if charge.slowed and is_hooked(state, charger) else ()),
        *(("ARAP-CCG-01",) if cancels_cover(state, charger, state.units[target], walked) else ()),
        *(("ARAP-CCG-02",) if thrown else ()),
    )
    melee, units = f"{unit}-{target}", (unit, target, *_drawn_in(state, charger, target))
    progress.emit(
        MeleeJoined(
            side=charger.side,
            unit=unit,
            melee=melee,
            units=units,
            charge=charge,
            wounds=wounds,
            joined=merged(state, melee, units, charge, wounds),
            rules=rules,
        )
    )


def _charging(unit: Unit, starts: Mapping[ModelId, Point], jumped: tuple[ModelId, ...]) -> Unit:
    """The unit without members that fell as they jumped down: they neither slow the others nor count. (FALL-05)"""
    return replace(unit, models=tuple(m for m in unit.models if not m.alive or m.id in starts or m.id in jumped))


def join(progress: Progress, unit: UnitId, others: Sequence[UnitId], *, rules: Sequence[str]) -> None:
    """Lock a unit with enemies that nobody charged: neither side has a bonus. (ARAP-INT-01)"""
    side = progress.state.units[unit].side
    melee, units = f"{unit}-{others[0]}", (unit, *others)
    joined = merged(progress.state, melee, units)
    rules = (*rules, "ARAP-MELEE-01")
    progress.emit(MeleeJoined(side=side, unit=unit, melee=melee, units=units, joined=joined, rules=rules))


def defends_itself(state: GameState, unit: UnitId, target: UnitId) -> bool:
    """Whether defensive grenades cost the chargers their bonuses: in the fire arc, not from the rear, not when locked.

    (ARAP-CCG-02)
    """
    charged = state.units[target]
    if not uses_grenades(state, charged, "defensive-grenade") or state.is_locked(target):
        return False
    if direction(state, unit, target) == "rear":
        return False
    chargers = state.units[unit].alive
    pairs = [(c, m) for c in chargers for m in charged.alive]
    near, figure = min(pairs, key=lambda p: distance(p[0].at, p[1].at))
    return lines.in_arc(figure.facing, figure.at, near.at)


def _drawn_in(state: GameState, charger: Unit, target: UnitId) -> list[UnitId]:
    """Other enemy units that chargers are engaged with."""
    return [
        u.id
        for u in state.enemies_of(charger.side)
        if u.id != target
        and not machines.is_hull(state, u)
        and not u.routing
        and any(engagement.are_engaged(state, m, e) for m in charger.alive for e in u.alive)
    ]


EVENTS: tuple[type[Event], ...] = (MeleeJoined, HarmOnTheWay, MeleeSettled, GrenadesChosen)
TASKS: tuple[type[TaskStruct], ...] = (GrenadeChoice,)
