"""Charging an armoured building that enemies hold, as a vehicle that stands still. (BLD-BUNK-01, VEH-CC-01 to -03)

1. `ChargeBunker`: the point is paid, the charge declared. (ARAP-CHG-01)
2. `defence`: those inside hold, fire out, fire its built-in weapons. (BLD-BUNK-04, VEH-CC-03, VEH-CC-04) The chargers
   may fire on the run: `running_fire`. (ARAP-FCHG-01)
3. `BunkerChargeMove`: as many as are left come to the walls, if nobody meets them before. (ARAP-CHG-03, ARAP-INT-01)
4. Their blows are struck in the round to come, with the bonus of the charge: `strike`. (VEH-CC-02)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.attacks.interception import Paths
from rules.arap.charge import declare, sequence
from rules.arap.charge.fire_and_charge import FiresOnTheRun, RunningFire
from rules.arap.events import PointsSpent, placed
from rules.arap.melee import charge_home, join
from rules.arap.melee.intercept import Coming, InterceptChoice
from rules.arap.paths import charge_plan, charge_stop
from rules.arap.paths.charge_plan import ChargePlan
from rules.arap.positions import engagement
from rules.arap.shooting.plan import FirePlan
from rules.arap.units.permission import may_act
from rules.buildings.bunkers import (
    charge_course,
    defence,
    fire,
    garrison,
    odds,
    running_fire,
    sections,
    strike,
)
from rules.buildings.bunkers.defence import BunkerReaction, piece_of
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.bunkers.strike import WallBlow
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import CANNOT_HURT, BlowLine, Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.odds.armour import penetration_odds
from rules.forces.unit import Model, Unit
from rules.geometry.lengths import is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState
from rules.table.terrain import Terrain

RULES: Final = ("BLD-BUNK-01", "VEH-CC-01")
FROM: Final = "front"
"""A building has no side or rear, so that a charge brings what it does at the front. (VEH-CC-02)"""
SEVERAL: Final = "several weapons"
"""What blows with several weapons at once are called in the plan. (ARAP-MELEE-04)"""
BONUS: Final = engagement.BONUS_ATTACKS[FROM]


class ChargeBunker(FiresOnTheRun, frozen=True, kw_only=True, tag="ChargeBunker"):
    """Charge an armoured building that enemies hold, for 1 AP; its walls are struck in the round. (BLD-BUNK-01)

    With `fire` pistols and assault weapons are fired at its walls on the run; `firers` are those who fire, `weapons`
    what they fire, none named: all that can. (ARAP-FCHG-01)
    """

    unit: UnitId
    terrain: TerrainId

    def check(self, state: GameState) -> Refusal | None:
        """Who may charge, what is charged, how often, whether anybody gets there, and fires."""
        refusal = may_act(state, self.side, self.unit, 1) or self._never(state)
        refusal = refusal or declare.again(state.units[self.unit]) or self._reach(state)
        if refusal is not None or not self.fire:
            return refusal
        return running_fire.check(state, state.units[self.unit], self.piece(state), self.chosen)

    def running_fire(self, state: GameState, chosen: RunningFire) -> FirePlan:
        """Who of those fires what; `check` has nothing against it. (ARAP-FCHG-01)"""
        return running_fire.plan(state, state.units[self.unit], self.piece(state), chosen)

    def _never(self, state: GameState) -> Refusal | None:
        """What is against it however many points the unit has."""
        unit, piece = state.units[self.unit], piece_of(state, self.terrain)
        refusal = declare.may_charge(state, unit)
        if refusal is not None:
            return refusal
        if piece is None:
            known = ", ".join(p.name for p in strike.assaulted(state)) or "none on this table"
            return Refusal("no-armour", "There is no armoured building of that name.", "BLD-BUNK-03", known)
        if not strike.held_by_others(state, unit, piece):
            text = f"No enemy holds {piece.name}."
            return Refusal("nobody-there", text, "BLD-BUNK-01", "going in, or blows at walls")
        if strike.near(state, unit, piece):
            text = f"{unit.name} stands at the walls of {piece.name} already."
            return Refusal("at-the-walls", text, "BLD-BUNK-01", "striking it in the melee round")
        return None

    def _reach(self, state: GameState) -> Refusal | None:
        unit, piece = state.units[self.unit], self.piece(state)
        laid = charge_course.plan(state, unit, piece.points)
        if laid.reaches:
            return None
        reach = laid.allowance_in + max(engagement.reach_in(state, m) for m in unit.alive)
        text = f"{unit.name} does not reach {piece.name}: its walls are beyond a charge of {laid.allowance_in:.3g}″."
        return Refusal("out-of-reach", text, "VEH-CC-01", f"walls within {reach:.3g}″ by a free way")

    def piece(self, state: GameState) -> Terrain:
        """What is charged; `check` has nothing against it."""
        piece = piece_of(state, self.terrain)
        assert piece is not None
        return piece

    def preview(self, state: GameState) -> Preview:
        """The way, what the blows may do, how those inside may answer, who may step in."""
        refusal = self.check(state)
        if refusal is not None and (refusal.code not in declare.ONLY_NOW_NOT or self._never(state)):
            return Preview(refusal=refusal)
        unit, piece = state.units[self.unit], self.piece(state)
        laid = charge_course.plan(state, unit, piece.points)
        near = strike.near(state, placed(unit, laid.placements), piece)
        every = sections.of_piece(state, piece)
        made = {
            "blows": list(strike.blows(state, near, BONUS)),
            SEVERAL: list(strike.with_several(state, near, BONUS)),
            "planted charges": list(strike.charges(state, near, BONUS))
            if any(strike.charges_of(state, m) for m in near)
            else [],
        }
        can = [word for word, found in made.items() if found and not strike.useless(every, found)]
        found = Preview(
            ap=1,
            refusal=refusal,
            legs=charge_plan.legs(state, unit.model(laid.lead.model), laid.lead),
            spent_in=laid.lead.cost_in,
            allowance_in=laid.allowance_in,
            shots=tuple(line for word, found in made.items() for line in _lines(every, found, word)),
            chances=tuple(c for word in can for c in _chances(every, word, made[word])),
            notes=tuple(_notes(state, unit, piece, laid)),
            rules=(*RULES, "VEH-CC-02", "VEH-CC-03", "BLD-BUNK-04"),
            vain="" if can else CANNOT_HURT,
            ghosts=tuple((c.model, *c.points[-1], c.facing) for c in laid.courses),
        )
        return running_fire.previewed(state, unit, piece, self.chosen, found) if self.fire else found

    def resolve(self, progress: Progress) -> None:
        """Pay and declare; those inside may fire before anybody moves."""
        unit, piece = progress.state.units[self.unit], self.piece(progress.state)
        rules = ("VEH-JOIN-05", *RULES)
        fires = running_fire.RULES if self.fire else ()
        pay = PointsSpent(side=unit.side, unit=unit.id, points=1, action="charge", rules=(*rules, *fires))
        progress.emit(pay)
        gap = round(charge_course.gap_in(unit, piece.points), 4)
        progress.emit(
            BunkerCharged(side=unit.side, unit=unit.id, terrain=piece.id, name=piece.name, distance_in=gap, rules=rules)
        )
        inside = tuple(u.id for u, _ in garrison.inside(progress.state, piece))
        progress.queue(
            BunkerReaction(
                unit=unit.id,
                terrain=piece.id,
                asked=inside,
                fire=self.fire,
                firers=self.firers,
                weapons=self.weapons,
            ),
            BunkerInterceptions(unit=unit.id, terrain=piece.id),
            BunkerChargeMove(unit=unit.id, terrain=piece.id),
        )


def _lines(every: Sequence[ArmouredSection], found: Sequence[WallBlow], word: str) -> Iterator[ShotLine]:
    """Blows of like weapons at one section: all of them hit. (BLD-BUNK-01)"""
    for here, own in strike.by_section(every, found):
        av = here.armour.av
        alike: dict[tuple[str, int, bool], list[WallBlow]] = {}
        for blow in own:
            alike.setdefault((blow.name, blow.strength, blow.sharp), []).append(blow)
        for (name, strength, _), group in alike.items():
            meets = penetration_odds(strength, av, group[0].kind, ap=fire.ANY_AP)
            named = (("hits", odds.ALWAYS), ("glances", meets.glancing), ("penetrates", meets.penetrating))
            yield BlowLine(
                weapon=name,
                name=f"{name} on {here.name}" + (f" with {SEVERAL}" if word == SEVERAL else ""),
                shooters=len({b.at for b in group}),
                shots=sum(b.times for b in group),
                goal=0,
                goal_text="automatic",
                modifiers=(),
                chances=tuple(Chance(label=label, exact=str(exact), value=float(exact)) for label, exact in named),
                notes=(f"Strength {strength} against armour {av}",),
            )


def _chances(every: Sequence[ArmouredSection], word: str, found: Sequence[WallBlow]) -> Iterator[Chance]:
    """How likely each section is breached, or falls, by one kind of attack."""
    for here, own in strike.by_section(every, found):
        breached, gone = strike.prospects(here, own)
        which = f"{here.letter} " if here.letter else ""
        for label, exact in ((f"{which}breached or worse", breached), (f"{which}collapses", gone)):
            yield Chance(label=f"{label} by {word}", exact=str(exact), value=float(exact))


def _notes(state: GameState, unit: Unit, piece: Terrain, laid: ChargePlan) -> Iterator[str]:
    yield f"{piece.name} is hit automatically."
    yield f"{BONUS} extra attack each by the charge, except for who plants a charge. (VEH-CC-02)"
    yield "Nobody inside is engaged while it is whole. (BLD-BUNK-04)"
    for foe, _ in garrison.inside(state, piece):
        yield defence.fires_first(state, unit, foe, piece)
    yield from interception.notes_of_charge(state, unit, UnitId(""), laid.paths)


class BunkerCharged(Event, frozen=True, kw_only=True, tag="BunkerCharged"):
    """A unit charges an armoured building; nobody has moved yet. (BLD-BUNK-01, ARAP-CHG-01)"""

    terrain: TerrainId
    name: str
    distance_in: float

    def evolve(self, state: GameState) -> GameState:
        """One charge more in this turn; a unit that was hidden is hidden no longer."""
        assert self.unit is not None
        unit = state.units[self.unit]
        now = replace(unit.now, charges=unit.now.charges + 1, target_ran=False, charge_spent_in=0)
        return state.with_unit(replace(unit, now=now, hidden=False))

    def sentence(self, state: GameState) -> str:
        """Who charges what from how far."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} charges {self.name} from {round(self.distance_in, 2):g}″"


class BunkerChargeEnded(Event, frozen=True, kw_only=True, tag="BunkerChargeEnded"):
    """A charge at a building came to its walls, was met on its way, or fell short. (BLD-BUNK-01, ARAP-CHG-05)"""

    terrain: TerrainId
    name: str
    reached: bool
    bonus: bool = False
    """They strike with the bonus of the charge. (VEH-CC-02)"""
    met: bool = False
    """Interceptors fight them on the way. (ARAP-INT-01)"""
    held_ap: int = 0
    waited: tuple[UnitId, ...] = ()

    def evolve(self, state: GameState) -> GameState:
        """Points are kept for the end of a fight; those who stood in the way wait no longer."""
        assert self.unit is not None
        unit = state.units[self.unit]
        now = replace(unit.now, target_ran=False)
        if self.bonus:
            now = replace(now, storms=fire.remembered(self.terrain), storms_from=FROM)
        unit = replace(unit, now=now, held_ap=self.held_ap)
        state = state.with_units(unit, *(replace(state.units[u], intercepting=None) for u in self.waited))
        return state if state.turn.active != self.unit else state.with_turn(ap=0)

    def sentence(self, state: GameState) -> str:
        """How it ended."""
        assert self.unit is not None
        name = state.units[self.unit].name
        if self.reached:
            return f"{name} reaches the walls of {self.name}"
        return f"{name} is met before {self.name}" if self.met else f"The charge of {name} falls short"


# -- the move ------------------------------------------------------------------------------------------------------


class BunkerInterceptions(TaskStruct, frozen=True, kw_only=True, tag="BunkerInterceptions"):
    """Enemy units near the way of the charge may step in. (ARAP-INT-01)"""

    unit: UnitId
    terrain: TerrainId

    def run(self, progress: Progress) -> None:
        """Queue a choice for each of them; nobody comes out of the building for it. (BLD-BUNK-04)"""
        state = progress.state
        unit, piece = state.units[self.unit], piece_of(state, self.terrain)
        if not unit.on_table or piece is None:
            return
        inside = [u.id for u, _ in garrison.inside(state, piece)]
        near = interception.passed(state, unit.side, _laid(state, unit, piece).paths, inside)
        progress.queue(*(InterceptChoice(unit=u.id, charger=unit.id) for u in near))


class BunkerChargeMove(Coming, frozen=True, kw_only=True, tag="BunkerChargeMove"):
    """The chargers come to the walls, as many as are left. (VEH-CC-01, ARAP-CHG-03)"""

    terrain: TerrainId

    def ways(self, state: GameState) -> Paths:
        """As the charge was declared."""
        piece = piece_of(state, self.terrain)
        return _laid(state, state.units[self.unit], piece).paths if piece is not None else {}

    def run(self, progress: Progress) -> None:
        """As far as interceptors let them, over the ground as it is; then see who is at the walls."""
        state = progress.state
        unit, piece = state.units[self.unit], piece_of(state, self.terrain)
        if not unit.on_table:
            return
        if piece is None:
            self._in_vain(progress)
            return
        met = interception.interceptors(state, unit.id)
        laid = charge_stop.stopped_by(state, unit, self._rolled(progress, unit, piece), met)
        before = sequence.strength(unit)
        sequence.run_in(progress, unit, laid, ("VEH-CC-01", "ARAP-CHG-01", "ARAP-CHG-03"))
        state = progress.state
        caught = [u.id for u in met if charge_home.in_contact(state, u.id, unit.id)]
        near = strike.near(state, state.units[unit.id], piece)
        self._end(progress, piece, near=near, met=met, caught=caught)
        if caught and progress.state.units[unit.id].on_table:
            join.join(progress, unit.id, caught, rules=("ARAP-INT-01",))
            join.count_harm(progress, unit.id, before - sequence.strength(progress.state.units[unit.id]))

    def _in_vain(self, progress: Progress) -> None:
        """Their own fire has brought it down. (ARAP-CHG-05)"""
        side = progress.state.units[self.unit].side
        name = next((t.name for t in progress.state.terrain if t.id == self.terrain), "the ruins")
        progress.emit(
            BunkerChargeEnded(
                side=side, unit=self.unit, terrain=self.terrain, name=name, reached=False, rules=("ARAP-CHG-05",)
            )
        )

    def _rolled(self, progress: Progress, unit: Unit, piece: Terrain) -> ChargePlan:
        """The way, its allowance rolled for if it meets variable ground. (ARAP-TERR-05)"""
        laid = _laid(progress.state, unit, piece)
        dice = charge_plan.dice_of(progress.state, unit, laid)
        if dice is None:
            return laid
        return _laid(progress.state, unit, piece, sequence.variable_budget(progress, unit, dice))

    def _end(
        self,
        progress: Progress,
        piece: Terrain,
        *,
        near: Sequence[Model],
        met: Sequence[Unit],
        caught: Sequence[UnitId],
    ) -> None:
        """Nobody has a bonus whom interceptors meet. (ARAP-INT-01)"""
        state = progress.state
        bonus = bool(near) and not met
        rules = ("VEH-CC-01", *(("VEH-CC-02",) if bonus else ())) if near else ("ARAP-CHG-05",)
        progress.emit(
            BunkerChargeEnded(
                side=state.units[self.unit].side,
                unit=self.unit,
                terrain=piece.id,
                name=piece.name,
                reached=bool(near),
                bonus=bonus,
                met=bool(caught),
                held_ap=state.turn.ap if near or caught else 0,
                waited=tuple(u.id for u in met),
                rules=(*rules, *(("ARAP-INT-01",) if met else ())),
            )
        )


def _laid(state: GameState, unit: Unit, piece: Terrain, budget: Mapping[ModelId, float] | None = None) -> ChargePlan:
    given = budget if budget is not None else charge_plan.budget(state, unit)
    return charge_course.plan(state, unit, piece.points, given)


# -- offers --------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """A charge at each building with armour that enemies hold, in reach or nearly so."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table:
        return
    far = max(charge_plan.allowances(state, unit).values(), default=0.0) + declare.OFFERED_BEYOND_IN
    far += max(engagement.reach_in(state, m) for m in unit.alive)
    for piece in strike.assaulted(state):
        at_it = bool(strike.near(state, unit, piece))
        if at_it or not is_within(charge_course.gap_in(unit, piece.points), far):
            continue
        if strike.held_by_others(state, unit, piece):
            action = ChargeBunker(side=side, unit=unit.id, terrain=piece.id)
            yield offered(state, action, kind="charge-bunker", unit=unit.id, ap=1, label=f"Charge {piece.name}")
            firing = replace(action, fire=True)
            if firing.check(state) is None:
                label = f"Charge {piece.name}, firing"
                yield Offer(kind="charge-bunker", unit=unit.id, ap=1, label=label, action=firing)


OFFERED: Final = ("charge-bunker",)
ACTIONS: tuple[type[Action], ...] = (ChargeBunker,)
EVENTS: tuple[type[Event], ...] = (BunkerCharged, BunkerChargeEnded)
TASKS: tuple[type[TaskStruct], ...] = (BunkerInterceptions, BunkerChargeMove)
