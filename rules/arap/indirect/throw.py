"""Hand grenades, rocks and bricks. (ARAP-GREN-01 to -06)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rules.arap import building_interface
from rules.arap.indirect.building_interface import ThrowsFromBuildings
from rules.arap.indirect.guess_range import AtGuess, as_they_stand, rough_guesses, strike
from rules.arap.indirect.guesses import Cast, Guess
from rules.arap.indirect.legality import model_barred
from rules.arap.indirect.odds import thrown
from rules.arap.indirect.vehicle_interface import ThrowsFromVehicles
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import to_hit, volley
from rules.arap.sight import smoke
from rules.arap.templates import scatter
from rules.arap.units import weapons
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, SideId, WeaponId
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds import chance_low
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import along, distance
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState

HABIT_IN: Final = 5.0
"""How far a grenade goes if nobody thinks about it: what an offer says, which must not measure."""


class Throw(AtGuess, frozen=True, kw_only=True, tag="Throw"):
    """Throw hand grenades, or rocks and bricks, at a guessed range. (ARAP-GREN-01, -02)

    Who throws is the owner's choice: `guesses` name them.
    """

    from_hulls: ClassVar[bool] = True
    """From sections as well. (VEH-FROM-02, BLD-SSHT-01)"""

    def unfit(self, weapon: Weapon) -> Refusal | None:
        """Grenades and the like."""
        if weapon.is_thrown:
            return None
        why = f"{weapon.name} is not thrown."
        return Refusal("not-thrown", why, "ARAP-GREN-01", "a hand grenade, a rock, a brick")

    def barred(self, state: GameState, unit: Unit) -> Refusal | None:
        """A quarter of the unit at most; nobody throws into a vehicle that he fights. (ARAP-GREN-01, VEH-CC-08)"""
        aims = [along(unit.model(g.model).at, g.bearing, g.range_in or 0.0) for g in self.guesses]
        into = ask(state, ThrowsFromVehicles).thrown_into(state, unit, self.target, aims)
        return into or too_many(state, unit, [g.model for g in self.guesses])

    def preview(self, state: GameState) -> Preview:
        """The roll to hit and its chance; never how far off anything is. (ARAP-AREA-10)"""
        refusal = self.check(state)
        return self.expected(state) if refusal is None else self.foreseen(state, refusal)

    def expected(self, state: GameState) -> Preview:
        """Who throws, with which goal, and what it comes to if it is guessed right."""
        unit = state.units[self.unit]
        left = most_throwers(unit) - len(throwers(state, unit) | {g.model for g in self.guesses})
        notes = [f"{max(0, left)} more of {unit.name} may throw in this turn"]
        if not self.target:
            notes.append("If the place cannot be seen from there the throw is at BS1.")
        casts = [cast if self.target is None else _by_sight(cast) for cast in self.casts(state)]
        return Preview(
            ap=self.ap(state),
            shots=tuple(self._line(state, cast) for cast in casts),
            chances=self.promised(state, [thrown(cast) for cast in casts]),
            notes=tuple(notes),
            rules=("ARAP-GREN-02", "ARAP-GREN-01"),
        )

    def _line(self, state: GameState, cast: Cast) -> ShotLine:
        odds = chance_low(cast.goal)
        target = state.units[self.target] if self.target else None
        per_hit = shooting_odds.per_hit(state, target, (cast.strength,), cast.weapon.ap, cast.close) if target else ()
        unseen = target is not None and cast.sighting not in ("seen", "plain")
        miss = "a miss is lost" if cast.weapon.has("improvised") else "a miss scatters"
        return ShotLine(
            weapon=cast.weapon.id,
            name=cast.weapon.name,
            shooters=1,
            shots=1,
            goal=cast.goal,
            goal_text=goal_text(cast.goal, "low"),
            modifiers=cast.modifiers,
            chances=(Chance(label="on target", exact=str(odds), value=float(odds)), *per_hit),
            notes=(*cast.guessed, miss, *(("not seen: at BS1",) if unseen else ())),
        )

    def fly(self, progress: Progress, cast: Cast, lots: volley.Lots) -> None:
        """To hit; what misses scatters a little way, but a rock that misses is lost. (ARAP-GREN-02, -03, -06)"""
        cast, rock = _by_sight(cast), cast.weapon.has("improvised")
        rules = ("ARAP-GREN-06",) if rock else ("ARAP-GREN-02",)
        rolled = progress.roll(
            "to-hit",
            sense="low",
            goal=cast.goal,
            base=cast.base,
            modifiers=cast.modifiers,
            unit=self.unit,
            target=self.target,
            why=f"{cast.weapon.name}, thrown",
            rules=(*rules, "ARAP-HIT-01"),
        )
        if rock and not rolled.made[0]:
            return
        shell = self.shell(progress, cast)
        if rolled.made[0]:
            landing = scatter.come_down(progress, shell, None, flat=False, rules=rules)
        else:
            landing = scatter.fall(progress, shell, "short", flat=False, rules=rules)
        strike(progress, self.unit, cast, landing, lots)


def _by_sight(cast: Cast) -> Cast:
    """The throw with the skill that counts: 1 at what the thrower cannot see. (ARAP-GREN-02, ARAP-AREA-13)"""
    if cast.sighting in ("seen", "plain"):
        return cast
    return cast._replace(base=min(smoke.SKILL, cast.base))


def most_throwers(unit: Unit) -> int:
    """A quarter of the members, rounded up. (ARAP-GREN-01)"""
    return -(-len(unit.alive) // 4)


def throwers(state: GameState, unit: Unit) -> set[ModelId]:
    """Who has thrown in this turn."""
    fired = (shot.partition("/") for shot in unit.now.shots)
    return {ModelId(model) for model, _, weapon in fired if state.weapons[WeaponId(weapon)].is_thrown}


def too_many(state: GameState, unit: Unit, names: Sequence[ModelId]) -> Refusal | None:
    """Refuse more than a quarter of a unit; independent characters always may, but count. (ARAP-GREN-01)"""
    before = throwers(state, unit)
    fresh = [n for n in names if n not in before and not state.profile(unit.model(n)).has("independent")]
    most = most_throwers(unit)
    if not fresh or len(before | set(names)) <= most:
        return None
    why = f"{len(before | set(names))} of {len(unit.alive)} would throw in this turn; a quarter, rounded up, is {most}."
    allowed = f"{max(0, most - len(before))} more, or those who have thrown already"
    return Refusal("too-many-throwers", why, "ARAP-GREN-01", allowed)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For each kind of grenade that the unit in hand carries, every enemy that somebody may turn to."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not (unit.on_table or unit.aboard is not None or _throws_out(state, unit)):
        return
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    for weapon in (state.weapons[w] for w in carried):
        if weapon.is_thrown:
            yield from _throws(state, unit, weapon)


def _throws(state: GameState, unit: Unit, weapon: Weapon) -> Iterator[Offer]:
    bearers = [m for m in unit.alive if weapon.id in m.weapons and not model_barred(state, unit, m, weapon)]
    found = False
    for enemy in state.enemies_of(unit.side):
        if enemy.hidden or not bearers:
            continue
        if unit.aboard is not None:
            bearers = _at_the_side(state, unit, weapon, bearers, enemy)
        throwers, there = _in_truth(state, unit, bearers, enemy)
        if unit.is_housed:
            throwers = _at_the_walls(state, unit, bearers, enemy)
            if not throwers:
                continue
        most = weapons.range_of(weapon) - _up_in(throwers, there)
        guesses = tuple(
            rough_guesses(_nearest(throwers, there), there, max(_LEAST_IN, min(_habit(state, unit, weapon), most)))
        )
        chosen = _as_many_as_may(state, unit, guesses)
        if not chosen:
            continue
        found = True
        action = Throw(side=unit.side, unit=unit.id, weapon=weapon.id, guesses=chosen, target=enemy.id)
        label = f"Throw {weapon.name} at {enemy.name}"
        yield offered(state, action, kind="throw", unit=unit.id, target=enemy.id, ap=1, label=label)
    if not found:
        why = "There is nobody to throw at in the fire arc."
        yield Offer(kind="throw", unit=unit.id, refusal=Refusal("out-of-arc", why, "ARAP-SHOOT-06", "turn first"))


def _throws_out(state: GameState, unit: Unit) -> bool:
    """People in a section do; before version 13 they kept their grenades for inside. (BLD-SSHT-01)"""
    return unit.is_housed and unit.in_play and not state.is_older_than("13")


def _habit(state: GameState, unit: Unit, weapon: Weapon) -> float:
    if unit.aboard is not None:
        return weapons.short_range(weapon)
    rides = any(to_hit.rides_on(state, unit, m) for m in unit.alive) and not state.is_older_than("15")
    return min(HABIT_IN, weapons.short_range(weapon)) if rides else HABIT_IN


def farthest(state: GameState, unit: Unit, weapon: Weapon) -> float:
    """Inches that what is offered may go at most."""
    return max(_LEAST_IN, _habit(state, unit, weapon))


_LEAST_IN: Final = 1.0


def _at_the_side(state: GameState, unit: Unit, weapon: Weapon, bearers: list[Model], enemy: Unit) -> list[Model]:
    """The bearers where they stand aboard to throw at an enemy. (VEH-FROM-02)"""
    names, at = [m.id for m in bearers], enemy.alive[0].at
    placed = ask(state, ThrowsFromVehicles).at_the_side(state, unit, weapon, names[:1], at, 0.0)
    if isinstance(placed, Refusal):
        return bearers
    return [m for m in placed.units[unit.id].alive if m.id in names]


def _at_the_walls(state: GameState, unit: Unit, bearers: Sequence[Model], enemy: Unit) -> list[Model]:
    """The bearers in a section where they stand to throw out at an enemy; one at a time as to how many may."""
    walls = building_interface.ask(ThrowsFromBuildings)
    placed = [(m, walls.at_walls(state, unit, [m.id], enemy.id, (0.0, 0.0))) for m in bearers]
    return [there.units[unit.id].model(m.id) for m, there in placed if not isinstance(there, Refusal)]


def _in_truth(state: GameState, unit: Unit, bearers: Sequence[Model], enemy: Unit) -> tuple[Sequence[Model], Unit]:
    """They and the enemy with upper floors on their houses; who is aboard stands beside the hull already."""
    if unit.aboard is not None or unit.is_housed:
        return bearers, enemy
    placed = as_they_stand(state, unit, enemy)
    return [placed.units[unit.id].model(m.id) for m in bearers], placed.units[enemy.id]


def _up_in(throwers: Sequence[Model], enemy: Unit) -> float:
    """How much higher the floor of the nearest enemy is, in inches, which shortens the throw. (BLD-HIGH-06)"""
    if not any(m.level_in for m in (*throwers, *enemy.alive)):
        return 0.0
    pairs = ((distance(m.at, e.at), e.level_in - m.level_in) for m in throwers for e in enemy.alive)
    return max(0.0, min(pairs)[1])


def _nearest(bearers: Sequence[Model], enemy: Unit) -> list[Model]:
    return sorted(bearers, key=lambda m: min(distance(m.at, e.at) for e in enemy.alive))


def _as_many_as_may(state: GameState, unit: Unit, guesses: Sequence[Guess]) -> tuple[Guess, ...]:
    """The first of some guesses that together are not too many; one in any case, to hear why not."""
    chosen: list[Guess] = []
    for guess in guesses:
        if too_many(state, unit, [*(g.model for g in chosen), guess.model]) is None:
            chosen.append(guess)
    return tuple(chosen) or tuple(guesses[:1])


OFFERED: Final = ("throw",)
ACTIONS: tuple[type[Action], ...] = (Throw,)
