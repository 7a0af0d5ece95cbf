"""Impacts of what has no armour value: bikes and beasts that strike hulls, hulls that strike great creatures.

(VEH-RAM-05)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.damage import wounds_and_saves
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.odds import chance_high
from rules.forces.unit import Model, Unit
from rules.geometry.lengths import distance, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState
from rules.vehicles.gemini.hull import contact
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.impact import (
    impact_strength,
    is_old,
    is_tank,
    old_strength,
    ram_strength,
    rule_of,
)
from rules.vehicles.gemini.ramming import blows as ramming_blows
from rules.vehicles.gemini.ramming.blows import RamBlow, chance
from rules.vehicles.shared.hull import FACE, Armour, Side, armour_of, condition, hull_of

RULE: Final = "VEH-RAM-05"
CLEAR_IN: Final = 0.02
"""How far from the hull the base stops."""
REACH_IN: Final = 24.0
"""Enemies further away are not offered."""


def strength(state: GameState, model: Model, speed_in: float) -> int:
    """With what strength something without armour strikes at that speed. (VEH-RAM-05)"""
    small = state.profile(model).size <= 1 and bool(state.option("size_one_minus_one"))
    return ram_strength(None, speed_in, size_one=small)


def collide(progress: Progress, model: ModelId, hull: Unit, face: Side, speed_in: float, by: UnitId) -> None:
    """Both blows of an impact between a hull and somebody without armour: S against T with saves, S + D6 against AV.

    `by` is who came: a hull has its blade before it, and by the older rules suffers what it reflects alone.
    """
    state = progress.state
    unit, struck = state.find_model(model)
    profile = profile_of(state, hull)
    armour = armour_of(profile, FACE[face])
    blow = blow_on(state, struck, hull, armour, speed_in, rams=by == hull.id)
    back = impact_strength(state, armour.av, speed_in, tank=is_tank(profile))
    rules = (RULE, rule_of(state))
    if blow.absorbed:
        blow = blow._replace(strength=ramming_blows.less_the_blade(progress, hull, blow.strength))
    if blow.strength or not (blow.absorbed or (by == hull.id and _reflects(state))):
        ramming_blows.land(progress, [blow], rules, by)
    why = f"{unit.name} against {hull.name} at {speed_in:.3g}″"
    wounds_and_saves.strike(progress, [model], back, by=by, why=why, rules=rules, cause="run-over")


def blow_on(
    state: GameState, model: Model, hull: Unit, armour: Armour, speed_in: float, *, rams: bool = False
) -> RamBlow:
    """The blow on the hull; one that `rams` by the older rules takes what it reflects. (VEH-OLD-01, VEH-DOZ-02)"""
    bladed = rams and profile_of(state, hull).dozer == armour.face and not state.is_older_than("14")
    reflects = rams and _reflects(state)
    out = old_strength(armour.av, speed_in).reflected if reflects else strength(state, model, speed_in)
    return RamBlow(hull.id, armour, out, absorbed=bladed)


def _reflects(state: GameState) -> bool:
    """Whether what a hull does beyond Strength 10 comes back at it; up to version 13 creatures struck it themselves."""
    return is_old(state) and not state.is_older_than("14")


def lines(
    state: GameState, model: Model, hull: Unit, armour: Armour, speed_in: float, *, rams: bool = False
) -> tuple[ShotLine, ...]:
    """Both blows with their chances."""
    unit = state.find_model(model.id)[0]
    profile = profile_of(state, hull)
    back = impact_strength(state, armour.av, speed_in, tank=is_tank(profile))
    goal = wounds_and_saves.wound_goal(state.profile(model).t, back)
    hurt = ShotLine(
        weapon="impact",
        name=f"Impact on {unit.name}",
        shooters=0,
        shots=1,
        goal=goal,
        goal_text=f"{max(2, goal)} or more",
        modifiers=(),
        chances=(chance("wounds, before any save", chance_high(goal)),),
        notes=(f"Strength {back} against Toughness {state.profile(model).t}",),
    )
    return (ramming_blows.line(state, blow_on(state, model, hull, armour, speed_in, rams=rams)), hurt)


def chances(
    state: GameState, model: Model, hull: Unit, armour: Armour, speed_in: float, *, rams: bool = False
) -> Iterator[Chance]:
    """What the impact does to whoever has no armour, by name, and to the hull."""
    unit = state.find_model(model.id)[0]
    back = impact_strength(state, armour.av, speed_in, tank=is_tank(profile_of(state, hull)))
    goal = wounds_and_saves.wound_goal(state.profile(model).t, back)
    yield chance(f"{unit.name} wounded, before any save", chance_high(goal))
    yield from ramming_blows.suffered(state, blow_on(state, model, hull, armour, speed_in, rams=rams))


class Crash(Action, frozen=True, kw_only=True, tag="Crash"):
    """A single bike, drone or beast moves straight into an enemy hull, for 1 AP. (VEH-RAM-05)"""

    unit: UnitId
    target: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """One model without armour, an enemy hull that is not out of reach, a move that gets there."""
        unit, target = state.units.get(self.unit), state.units.get(self.target)
        if unit is None or unit.is_vehicle or len(unit.alive) != 1:
            return Refusal("not-single", "Only a single bike or creature strikes like that.", RULE, "one model")
        if target is None or not target.is_vehicle or not target.on_table or target.side == unit.side:
            return Refusal("no-hull", f"{unit.name} has no enemy hull to strike there.", RULE, "an enemy vehicle")
        if contact.is_out_of_reach(state, target):
            return Refusal("too-high", f"{target.name} flies too high.", "VEH-RAM-06", "another vehicle")
        return self.move(state).check(state)

    def move(self, state: GameState) -> Move:
        """Straight up to the hull."""
        unit = state.units[self.unit]
        model = unit.alive[0]
        hull, radius = hull_of(state, state.units[self.target]), state.profile(model).base_radius_in + CLEAR_IN
        whole = distance(model.at, hull.centre)
        free, met = 0.0, whole
        while met - free > CLEAR_IN / 2:
            middle = (free + met) / 2
            if hull.distance_to_point(toward(model.at, hull.centre, middle)) < radius:
                met = middle
            else:
                free = middle
        return Move(side=self.side, unit=self.unit, path=(Waypoint(at=toward(model.at, hull.centre, free)),))

    def preview(self, state: GameState) -> Preview:
        """The way, and both blows."""
        refusal = self.check(state)
        unit, target = state.units.get(self.unit), state.units.get(self.target)
        if unit is None or target is None or (refusal is not None and refusal.rule in (RULE, "VEH-RAM-06")):
            return Preview(ap=1, refusal=refusal)
        move = self.move(state)
        seen = move.preview(state)
        model = unit.alive[0]
        speed = unit.now.moved_in + distance(model.at, move.path[-1].at)
        armour = contact.armour_at(state, target, hull_of(state, target), move.path[-1].at)
        outcomes = chances(state, model, target, armour, speed)
        return Preview(
            ap=1,
            refusal=refusal,
            legs=seen.legs,
            spent_in=seen.spent_in,
            allowance_in=seen.allowance_in,
            shots=lines(state, model, target, armour, speed),
            chances=tuple(sorted(outcomes, key=lambda chance: not chance.label.startswith(target.name))),
            notes=(f"strikes {target.name} at {speed:.3g}″",),
            ghosts=seen.ghosts,
            rules=(RULE, rule_of(state)),
        )

    def resolve(self, progress: Progress) -> None:
        """Move, then strike."""
        move = self.move(progress.state)
        move.resolve(progress)
        progress.queue(Struck(unit=self.unit, target=self.target, at=move.path[-1].at))


class Struck(TaskStruct, frozen=True, kw_only=True, tag="Struck"):
    """The mover has come up to the hull, unless something befell it on the way. (VEH-RAM-05)"""

    unit: UnitId
    target: UnitId
    at: tuple[float, float]

    def run(self, progress: Progress) -> None:
        """Both blows."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        if unit.is_gone or not target.on_table or distance(unit.alive[0].at, self.at) > 0.1:
            return
        model = unit.alive[0]
        speed = unit.now.moved_in
        armour = contact.armour_at(state, target, hull_of(state, target), model.at)
        progress.emit(Crashed(side=unit.side, unit=unit.id, target=target.id, speed_in=speed, rules=(RULE,)))
        collide(progress, model.id, target, armour.face, speed, unit.id)


class Crashed(Event, frozen=True, kw_only=True, tag="Crashed"):
    """Something without armour has struck a hull, or a hull has struck it. (VEH-RAM-05)"""

    target: UnitId
    speed_in: float

    def evolve(self, state: GameState) -> GameState:
        """Only noted."""
        return state

    def sentence(self, state: GameState) -> str:
        """Who struck whom, how fast."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} crashes into {state.units[self.target].name} at {self.speed_in:.3g}″"


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For a single rider, beast or crawler that acts: enemy hulls that it can reach."""
    unit = state.units.get(state.turn.active) if state.turn.active else None
    if state.active_side != side or unit is None or unit.is_vehicle or len(unit.alive) != 1 or not unit.on_table:
        return
    profile = state.profile(unit.alive[0])
    if profile.bike is None and profile.kind not in ("rider", "beast", "crawler"):
        return
    for enemy in state.enemies_of(side):
        near = enemy.is_vehicle and not enemy.hidden and not condition(enemy).wrecked
        if near and hull_of(state, enemy).distance_to_point(unit.alive[0].at) <= REACH_IN:
            crash = Crash(side=side, unit=unit.id, target=enemy.id)
            yield offered(state, crash, kind="crash", unit=unit.id, target=enemy.id, ap=1)


OFFERED: Final = ("crash",)
ACTIONS: tuple[type[Action], ...] = (Crash,)
EVENTS: tuple[type[Event], ...] = (Crashed,)
TASKS: tuple[type[TaskStruct], ...] = (Struck,)
