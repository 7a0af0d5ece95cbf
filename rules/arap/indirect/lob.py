"""Lobbed and other guessed fire: high trajectory, indirect, at hidden targets. (ARAP-AREA-10 to -14)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap import building_interface
from rules.arap.indirect import observers
from rules.arap.indirect.guess_range import AtGuess, as_they_stand, rough_guesses, strike
from rules.arap.indirect.guesses import Cast, Guess
from rules.arap.indirect.observers import Sighting
from rules.arap.indirect.odds import Flown, lobbed
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import rulings, volley
from rules.arap.sight.lines import comrades
from rules.arap.templates import marker, scatter
from rules.arap.templates.building_interface import FallsOnBuildings
from rules.arap.templates.scatter import Manner, Shell
from rules.arap.units import weapons
from rules.core.ids import SideId, UnitId
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import modified
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState

MANNERS: Final[dict[Sighting, Manner]] = {
    "seen": "aimed",
    "plain": "aimed",
    "observed": "indirect",
    "unseen": "hidden",
}

WORDS: Final[dict[Sighting, str]] = {
    "seen": "the firer sees it: high trajectory",
    "plain": "its place is plain: as if it were seen",
    "observed": "others see it: indirect fire, skill does not count",
    "unseen": "nobody sees it: three dice, skill does not count",
}

UNSEEN_NOTE: Final = "If the place cannot be seen from there, skill does not count."


class Lob(AtGuess, frozen=True, kw_only=True, tag="Lob"):
    """Fire a weapon at a guessed range, over obstacles if it lobs its shots. (ARAP-AREA-10 to -14)"""

    def unfit(self, weapon: Weapon) -> Refusal | None:
        """Lobbed and guess-range weapons always; other area weapons only at what is not seen."""
        if weapon.is_ranged and (weapon.is_lobbed or weapon.has("guess") or weapon.marker_in):
            return None
        why = f"{weapon.name} is aimed, not guessed."
        return Refusal("not-guessed", why, "ARAP-AREA-10", "a plain shot, or a weapon of guessed range")

    def barred(self, state: GameState, unit: Unit) -> Refusal | None:
        """Flat fire is for what is hidden, unless its range is always guessed, and not through friends."""
        weapon = state.weapons[self.weapon]
        if weapon.is_lobbed:
            return self._roof(state, unit)
        if self.target is None:
            why = f"{weapon.name} is not lobbed: it needs an enemy to be fired at."
            return Refusal("name-target", why, "ARAP-AREA-13", "an enemy unit, or a weapon that lobs")
        target = state.units[self.target]
        if not weapon.has("guess") and all(self._sees(state, unit, unit.model(g.model)) for g in self.guesses):
            why = f"{target.name} can be seen: its distance need not be guessed."
            return Refusal("in-sight", why, "ARAP-AREA-13", "a plain shot")
        friends = comrades(state, unit, target)
        hindered = (friends.hinder(cast.model, cast.aim) for cast in self.casts(state))
        if not rulings.is_over(unit, target.id) and any(hindered):
            why = f"Friends stand in the line of fire to {target.name}."
            allowed = "one comrade of the same unit in the line, none of another; the host may rule otherwise"
            return Refusal("friends-in-the-way", why, "ARAP-SHOOT-07", allowed)
        return None

    def _roof(self, state: GameState, unit: Unit) -> Refusal | None:
        """A whole roof over those who lob, or over those who are meant. (BLD-OUT-01, BLD-FIRE-04)"""
        falls = building_interface.ask(FallsOnBuildings)
        over = (falls.under_roof(state, unit.model(g.model)) for g in self.guesses)
        why = next((each for each in over if each is not None), None)
        if why is None and self.target is not None:
            return falls.not_inside(state, state.units[self.target])
        return why

    def _sees(self, state: GameState, unit: Unit, model: Model) -> bool:
        return self.target is not None and observers.of_unit(state, unit, model, state.units[self.target]) == "seen"

    def sighting(self, state: GameState, unit: Unit, model: Model, aim: Point) -> Sighting:
        """What is known of the place; flat fire is not helped by what others see. (ARAP-AREA-14)"""
        found = super().sighting(state, unit, model, aim)
        return found if found == "seen" or state.weapons[self.weapon].is_lobbed else "unseen"

    def preview(self, state: GameState) -> Preview:
        """How it would scatter; never how far off anything is. (ARAP-AREA-10)"""
        refusal = self.check(state)
        return self.expected(state) if refusal is None else self.foreseen(state, refusal)

    def expected(self, state: GameState) -> Preview:
        """How each scatters, and what it comes to if it is guessed right."""
        casts = self.casts(state)
        return Preview(
            ap=self.ap(state),
            shots=tuple(line(state, cast, self.target) for cast in casts),
            chances=self.promised(state, [flown(state, cast) for cast in casts]),
            notes=() if self.target else (UNSEEN_NOTE,),
            rules=("ARAP-AREA-10", "ARAP-AREA-11"),
        )

    def fly(self, progress: Progress, cast: Cast, lots: volley.Lots) -> None:
        """Scatter, marker, hits; direct fire stops at obstacles."""
        fly(progress, self.unit, self.target, cast, lots)


def flown(state: GameState, cast: Cast) -> Flown:
    """How one guess comes down. (ARAP-AREA-12 to -14)"""
    manner = MANNERS[cast.sighting]
    return lobbed(state, cast, manner, _less(cast, manner))


def _less(cast: Cast, manner: Manner) -> int:
    """What comes off the scatter: skill counts where the place is seen. (ARAP-AREA-02, ARAP-AREA-12)"""
    return cast.goal if manner == "aimed" else modified(0, cast.modifiers)


def line(state: GameState, cast: Cast, target_id: UnitId | None) -> ShotLine:
    """How one guess would scatter."""
    sighting: Sighting = cast.sighting if target_id else "seen"
    manner = MANNERS[sighting]
    less = _less(cast, manner)
    seven = marker.sevens(state)
    odds = scatter.on_target(manner, less, seven_is_hit=seven)
    said = f"scatters 3D6, the two highest, less {less}"
    target = state.units[target_id] if target_id else None
    per_hit = shooting_odds.per_hit(state, target, (cast.strength,), cast.weapon.ap, cast.close) if target else ()
    return ShotLine(
        weapon=cast.weapon.id,
        name=cast.weapon.name,
        shooters=1,
        shots=cast.shots,
        goal=less,
        goal_text=said if manner == "hidden" else marker.scatter_text(less, seven_is_hit=seven),
        modifiers=cast.modifiers,
        chances=(Chance(label="no scatter", exact=str(odds), value=float(odds)), *per_hit),
        notes=(*cast.guessed, *((WORDS[sighting],) if target else ())),
    )


def fly(progress: Progress, unit: UnitId, target: UnitId | None, cast: Cast, lots: volley.Lots) -> None:
    """One shell at a guess: scatter, marker, hits; direct fire stops at obstacles."""
    state = progress.state
    shell = Shell(cast.model, state.units[unit], cast.weapon, cast.aim, target, cast.modifiers, cast.range_in)
    shell = shell._replace(aim_in=cast.aim_in)
    manner = MANNERS[cast.sighting]
    rules = (*observers.RULES[cast.sighting], *scatter.CAUSES[manner])
    landing = scatter.fall(progress, shell, manner, cast.base, flat=not cast.weapon.is_lobbed, rules=rules)
    strike(progress, unit, cast, landing, lots)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For each weapon that the unit in hand can only guess with, every enemy that it may be turned to, or the ground.

    Where all of them are under whole roofs, these may be shelled. (BLD-FIRE-03, BLD-FIRE-05)
    """
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table:
        return
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    for weapon in (state.weapons[w] for w in carried):
        if weapon.is_ranged and (weapon.is_lobbed or weapon.has("guess")):
            yield from _lobs(state, unit, weapon)


def _lobs(state: GameState, unit: Unit, weapon: Weapon) -> Iterator[Offer]:
    bearers = [m for m in unit.alive if weapon.id in m.weapons]
    range_in = float(round(weapons.range_of(weapon) / 2))
    found, legal = False, False
    for enemy in state.enemies_of(unit.side):
        placed = as_they_stand(state, unit, enemy)
        firers = [placed.units[unit.id].model(m.id) for m in bearers]
        guesses = () if enemy.hidden else tuple(rough_guesses(firers, placed.units[enemy.id], range_in))
        if not guesses:
            continue
        action = Lob(side=unit.side, unit=unit.id, weapon=weapon.id, guesses=guesses, target=enemy.id)
        found = True
        label = f"Lob {weapon.name} at {enemy.name}"
        ap = action.ap(state)
        offer = offered(state, action, kind="lob", unit=unit.id, target=enemy.id, ap=ap, label=label)
        legal = legal or offer.refusal is None
        yield offer
    if weapon.is_lobbed and found and not legal:
        ahead = tuple(Guess(model=m.id, bearing=round(m.facing, 2), range_in=range_in) for m in bearers)
        action = Lob(side=unit.side, unit=unit.id, weapon=weapon.id, guesses=ahead)
        if action.check(state) is None:
            label = f"Lob {weapon.name} at the ground or a roof"
            yield Offer(kind="lob", unit=unit.id, ap=action.ap(state), label=label, action=action)
            return
    if not found:
        why = "There is no enemy in the fire arc."
        yield Offer(kind="lob", unit=unit.id, refusal=Refusal("out-of-arc", why, "ARAP-SHOOT-06", "turn first"))


OFFERED: Final = ("lob",)
ACTIONS: tuple[type[Action], ...] = (Lob,)
