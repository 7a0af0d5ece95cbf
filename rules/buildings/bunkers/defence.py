"""Those in a bunker fire at who charges it: out of its ports, and with its built-in weapons. (BLD-BUNK-04, VEH-CC-03)

Who holds fire stays behind the walls, where nobody engages him; nobody runs. (BLD-BUNK-04)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.paths import allowance, charge_plan, charge_stop
from rules.arap.paths.charge_plan import ChargePlan
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.odds import fallen_odds
from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.units.permission import activation_value
from rules.buildings.bunkers import charge_course, fire, garrison, guns, running_fire
from rules.buildings.bunkers.fire import ArmourHit
from rules.core.ids import ModelId, TerrainId, UnitId, WeaponId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.lengths import is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.table.terrain import Terrain

FELLS = "fells a charger"


def piece_of(state: GameState, terrain: TerrainId) -> Terrain | None:
    """The armoured building of that name that stands."""
    return next((p for p in garrison.bunkers(state) if p.id == terrain), None)


def why_no_fire(state: GameState, charger: Unit, unit: Unit, piece: Terrain) -> tuple[str, str] | None:
    """Why nobody of a unit inside fires at chargers, with the rule: dazed, or they start too near. (ARAP-STAND-01)"""
    dazed = unit.dazed_now or unit.dazed
    if dazed:
        return f"{unit.name} is {dazed}.", "BLD-BUNK-11" if dazed == "shaken" else "BLD-BUNK-12"
    move = max(allowance.basic_move(state, charger, m) for m in charger.alive)
    if not is_beyond(charge_course.gap_in(charger, piece.points), move):
        return f"The charge comes from no further than {move:g}″, the chargers' basic move.", "ARAP-STAND-01"
    return None


def _why_no_stand(state: GameState, charger: Unit, unit: Unit, piece: Terrain) -> tuple[str, str] | None:
    for true, why in ((unit.is_pinned, "is pinned"), (unit.gone_to_ground, "has gone to ground")):
        if true:
            return f"{unit.name} {why} and cannot stand and fire.", "ARAP-STAND-02"
    why_not = why_no_fire(state, charger, unit, piece)
    if why_not is None and not firers(state, charger, unit, piece):
        return f"Nobody of {unit.name} has the chargers in sight, arc and range.", "ARAP-STAND-01"
    return why_not


def firers(state: GameState, charger: Unit, unit: Unit, piece: Terrain) -> tuple[ModelId, ...]:
    """Who could fire out if the test goes as well as it can; streams wait for chargers at 7 inches."""
    direct = {f.model.id for f in stand_and_fire.plan(state, charger, unit, templates=False).firings}
    burning = flames(state, charger, unit, piece, stand_and_fire.DICE)
    direct |= {f.model.id for f in burning[1].firings} if burning is not None else set()
    return tuple(m.id for m in unit.alive if m.id in direct)


def flames(
    state: GameState,
    charger: Unit,
    unit: Unit,
    piece: Terrain,
    successes: int,
    models: Sequence[ModelId] = (),
) -> tuple[ChargePlan, FirePlan] | None:
    """How near chargers come for streams out of the ports, and these; None without any. (ARAP-STAND-05)"""
    if not stand_and_fire.has_streams(state, unit, successes):
        return None
    laid = charge_course.plan(state, charger, piece.points, charge_plan.budget(state, charger))
    wall = rings.nearest_on_edge(piece.points, laid.lead.points[0])
    near = charge_stop.until_near(state, charger, laid, [wall], stand_and_fire.TEMPLATE_IN)
    if near is None:
        return None
    come = state.with_unit(_moved(charger, near))
    burning = stand_and_fire.plan(come, come.units[charger.id], unit, successes, templates=True, models=models)
    return (near, burning) if burning.firings else None


def _moved(charger: Unit, laid: ChargePlan) -> Unit:
    there = {p.model: p.at for p in laid.placements}
    return replace(charger, models=tuple(replace(m, at=there.get(m.id, m.at)) for m in charger.models))


def options(state: GameState, charger: Unit, unit: Unit, piece: Terrain, *, armed: bool) -> list[Option]:
    """What those inside may do; what is barred says why. `armed` offers the weapons that are built in."""
    stand = _why_no_stand(state, charger, unit, piece)
    why_stand, stand_rule = stand or ("", "BLD-BUNK-04")
    detail = stand_and_fire.summary(state, unit, 0 if stand else len(firers(state, charger, unit, piece)))
    found = [
        Option(id="hold", label="Hold fire", detail="nobody engages them behind the walls", rule="BLD-BUNK-04"),
        Option(id="stand", label="Stand and fire", detail=detail, rule=stand_rule, refused=why_stand),
    ]
    if not (armed and guns.posts_of(state, unit)):
        return found
    barred = why_no_fire(state, charger, unit, piece)
    shots = 0 if barred else sum(f.shots for f in guns.at_chargers(state, unit, charger).firings)
    why, rule = barred or ("" if shots else "No built-in weapon bears on the chargers.", "VEH-CC-03")
    count = f"{shots} shot{'' if shots == 1 else 's'} at BS1, without a test"
    return [
        *found,
        Option(id="fire", label="Fire built-in weapons", detail=count, rule=rule, refused=why),
        Option(
            id="all",
            label="Fire everything",
            detail="built-in weapons without a test, then all but their gunners after theirs",
            rule=rule if why else stand_rule,
            refused=why or why_stand,
        ),
    ]


def gunners(state: GameState, unit: Unit, charger: Unit) -> set[ModelId]:
    """Who of a unit serves the built-in weapons that fire."""
    return {f.model.id for f in guns.at_chargers(state, unit, charger).firings}


class BunkerReaction(TaskStruct, frozen=True, kw_only=True, tag="BunkerReaction"):
    """Units in a bunker that is charged choose what to do about it, one after the other. (BLD-BUNK-04, VEH-CC-03)"""

    unit: UnitId
    terrain: TerrainId
    asked: tuple[UnitId, ...]
    armed: bool = True
    """Whether its built-in weapons have not been fired at these chargers yet."""
    fire: bool = False
    """Whether the chargers have still to fire on the run. (ARAP-FCHG-01)"""
    firers: tuple[ModelId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Ask the first, if there is anything but to hold fire; then the others."""
        state = progress.state
        charger, piece = state.units[self.unit], piece_of(state, self.terrain)
        foe = state.units[self.asked[0]] if self.asked else None
        if foe is None or piece is None or not charger.on_table:
            if piece is not None and charger.on_table:
                fire.strike(progress, self.terrain, self.unit, self._on_the_run(progress))
            return
        found = options(state, charger, foe, piece, armed=self.armed)
        if not foe.in_play or all(o.refused for o in found[1:]):
            progress.queue(replace(self, asked=self.asked[1:]))
            return
        progress.ask(
            self,
            foe.side,
            "charge-reaction",
            f"{charger.name} charges {piece.name}. How does {foe.name} react?",
            found,
            unit=foe.id,
            about=charger.id,
            rule="BLD-BUNK-04",
            decline="hold",
        )

    def who_fires(self, state: GameState) -> dict[str, tuple[ModelId, ...]]:
        """Who may stand and fire; who serves a built-in weapon fires that. (ARAP-STAND-03, ARAP-WPN-01)"""
        charger, unit, piece = self._met(state)
        can = firers(state, charger, unit, piece)
        serving = gunners(state, unit, charger) if self.armed else set()
        return {"stand": can, "all": tuple(m for m in can if m not in serving)}

    def _met(self, state: GameState) -> tuple[Unit, Unit, Terrain]:
        piece = piece_of(state, self.terrain)
        assert piece is not None
        return state.units[self.unit], state.units[self.asked[0]], piece

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """Who falls to its fire; not where streams or shells are among it."""
        charger, unit, piece = self._met(seen)
        if charger.is_vehicle:
            return {}
        found: OptionOdds = {}
        open_to = {o.id for o in options(seen, charger, unit, piece, armed=self.armed) if not o.refused}
        if "stand" in open_to:
            found["stand"] = _promised(seen, charger, unit, (), ())
        if "fire" in open_to:
            laid = guns.at_chargers(seen, unit, charger)
            fallen = fallen_odds(seen, charger, laid)
            if fallen is not None:
                mean = Promise(fallen.mean, "fall on average", "mean")
                found["fire"] = (Promise(fallen.at_least(1), FELLS), mean)
        if "all" in open_to:
            laid, people = guns.at_chargers(seen, unit, charger), self.who_fires(seen)["all"]
            found["all"] = _promised(seen, charger, unit, laid.firings, people)
        return found

    def answer(self, progress: Progress, choice: str) -> None:
        """Fire, or wait for them behind the walls; then the others are asked."""
        self.answer_by(progress, choice, ())

    def _on_the_run(self, progress: Progress) -> list[ArmourHit]:
        """The chargers fire before any of them falls; what hits waits until all inside have fired. (ARAP-FCHG-01)"""
        charger, piece = progress.state.units[self.unit], piece_of(progress.state, self.terrain)
        if not self.fire or piece is None:
            return []
        return running_fire.rolled(progress, charger, piece, RunningFire(self.firers, self.weapons))

    def answer_by(self, progress: Progress, choice: str, models: Sequence[ModelId]) -> None:
        """The same where those are named who stand and fire."""
        charger, unit, _ = self._met(progress.state)
        hits = self._on_the_run(progress)
        people = tuple(models) or (self.who_fires(progress.state)["all"] if choice == "all" else ())
        if choice in ("fire", "all"):
            laid = guns.at_chargers(progress.state, unit, charger)
            source = HitSource(by=unit.id, cause="stand-and-fire", counts=False, may_ground=False)
            volley.fire(progress, unit.id, charger.id, laid, source, reaction=True)
        if choice == "stand" or (choice == "all" and people):
            progress.queue(GarrisonFires(unit=unit.id, charger=charger.id, terrain=self.terrain, models=people))
        armed = self.armed and choice not in ("fire", "all")
        progress.queue(replace(self, asked=self.asked[1:], armed=armed, fire=False))
        fire.strike(progress, self.terrain, self.unit, hits)


def _promised(
    state: GameState, charger: Unit, unit: Unit, mounted: Sequence[Firing], people: Sequence[ModelId]
) -> tuple[Promise, ...]:
    """The test of two dice, and who falls to what it allows beside what needs none. (ARAP-STAND-03, VEH-CC-03)"""
    made = chance_low(activation_value(state, unit))
    fires = Promise(1 - (1 - made) ** 2, "fires")
    some, mean = Fraction(0), Fraction(0)
    for successes, likely in enumerate(((1 - made) ** 2, 2 * made * (1 - made), made**2)):
        laid = stand_and_fire.plan(state, charger, unit, successes, templates=False, models=people)
        both = FirePlan((*mounted, *laid.firings), ())
        fallen = fallen_odds(state, charger, both) if both.firings else None
        burns = stand_and_fire.has_streams(state, unit, successes)
        if burns or any(f.weapon.marker_in for f in both.firings) or (both.firings and fallen is None):
            return (fires,)
        some += likely * fallen.at_least(1) if fallen is not None else 0
        mean += likely * fallen.mean if fallen is not None else 0
    return (fires, Promise(some, FELLS), Promise(mean, "fall on average", "mean"))


class GarrisonFires(TaskStruct, frozen=True, kw_only=True, tag="GarrisonFires"):
    """A unit in a bunker fires at chargers after its test of two activation dice. (BLD-BUNK-04, VEH-CC-04)"""

    unit: UnitId
    charger: UnitId
    terrain: TerrainId
    models: tuple[ModelId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Test, fire what the successes allow; streams wait."""
        state = progress.state
        if not state.units[self.unit].in_play or not state.units[self.charger].on_table:
            return
        successes = stand_and_fire.fire(progress, self.unit, self.charger, self.models, streams=False)
        if stand_and_fire.has_streams(state, state.units[self.unit], successes):
            progress.queue(
                GarrisonBurns(
                    unit=self.unit,
                    charger=self.charger,
                    terrain=self.terrain,
                    successes=successes,
                    models=self.models,
                )
            )


class GarrisonBurns(TaskStruct, frozen=True, kw_only=True, tag="GarrisonBurns"):
    """Streams out of the ports of a bunker wait until the chargers are 7 inches off. (ARAP-STAND-05, BLD-BUNK-04)"""

    unit: UnitId
    charger: UnitId
    terrain: TerrainId
    successes: int
    models: tuple[ModelId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Let them come, then fire."""
        state = progress.state
        unit, charger, piece = state.units[self.unit], state.units[self.charger], piece_of(state, self.terrain)
        if piece is None or not unit.in_play or not charger.on_table:
            return
        found = flames(state, charger, unit, piece, self.successes, self.models)
        if found is not None:
            stand_and_fire.come_near(progress, charger, found[0])
            there = progress.state.units[charger.id]
            stand_and_fire.burn(progress, unit, there, self.successes, self.models)


def fires_first(state: GameState, charger: Unit, unit: Unit, piece: Terrain) -> str:
    """What a unit inside may do about a charge, in a sentence. (BLD-BUNK-04, VEH-CC-03)"""
    found = options(state, charger, unit, piece, armed=True)[1:]
    can = [o.label.lower() for o in found if not o.refused]
    if can:
        return f"{unit.name} may {' or '.join(filter(None, (', '.join(can[:-1]), can[-1])))} first."
    return f"{unit.name} cannot fire at them: {found[0].refused}"


TASKS: tuple[type[TaskStruct], ...] = (BunkerReaction, GarrisonFires, GarrisonBurns)
