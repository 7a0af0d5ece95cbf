"""Weapons as they are fired, one after another. (CRU-FIRE-01, CRU-WEAP-01 to -09)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.prompt import Option, OptionOdds, Promise
from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models, sight
from rules.crusade.damage.hits import TakeHits
from rules.crusade.dice import odds, pools
from rules.crusade.events.moves import TroopHid
from rules.crusade.events.weapons import MovementBarred, ShellFell, WeaponFailed, WeaponFired
from rules.crusade.shooting.aim import WeaponAim, cannot_fire, muzzle
from rules.crusade.shooting.numbers import (
    StruckModels,
    attacks,
    cover_of,
    held,
    needed,
    notes_of_place,
    shot_lines,
    struck_at,
)
from rules.forces.crusade import CrusadeWeapon
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, along
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Task

MAXIMUM: Final = 3
"""The highest face of a combat die: two of them fail a weapon. (CRU-WEAP-01)"""


class FireWeapons(Action, frozen=True, kw_only=True, tag="FireWeapons"):
    """With one action a vehicle fires all its weapons, each at its own target; a troop fires one. (CRU-FIRE-01)"""

    unit: UnitId
    aims: tuple[WeaponAim, ...]

    def check(self, state: GameState) -> Refusal | None:
        """A model in hand with its action, each weapon in working order and able to reach its target."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = hand.no_action(state, unit, "firing") or hand.crewless(state, unit) or _inside(state, unit)
        if refusal:
            return refusal
        if not self.aims:
            return Refusal("no-shot", "No weapon fires at anything.", "CRU-FIRE-01", "aim a weapon")
        if len({aim.weapon for aim in self.aims}) < len(self.aims):
            return Refusal("twice-aimed", "A weapon has one target.", "CRU-FIRE-01", "one target for each weapon")
        if len(self.aims) > 1 and not unit.is_vehicle:
            return Refusal("one-weapon", f"{unit.name} fires one weapon.", "CRU-TURN-02", "one weapon")
        return next((r for aim in self.aims if (r := cannot_fire(state, unit, aim))), None)

    def preview(self, state: GameState) -> Preview:
        """Dice, range, armour, cover and the exact chance of a hit for each weapon."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        lines = tuple(line for aim in self.aims for line in shot_lines(state, unit, aim))
        notes = tuple(note for aim in self.aims for note in notes_of_place(state, unit, aim))
        return Preview(shots=lines, notes=notes, rules=("CRU-FIRE-01", "CRU-DICE-04"))

    def resolve(self, progress: Progress) -> None:
        """One weapon after another."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        unit = progress.state.units[self.unit]
        if unit.aboard is not None:
            barred = MovementBarred(side=unit.side, unit=unit.aboard, rules=("CRU-FIRE-03",))
            progress.emit(barred)
        if unit.hidden:
            progress.emit(TroopHid(side=unit.side, unit=unit.id, hidden=False, rules=("CRU-TROOP-06",)))
        progress.queue(*(FireOne(unit=self.unit, aim=aim) for aim in self.aims))


def _inside(state: GameState, unit: Unit) -> Refusal | None:
    """Passengers of a closed transport cannot fire, those of an open one only without extra movement."""
    if unit.aboard is None:
        return None
    carrier = state.units[unit.aboard]
    if not models.is_exposed(state, unit):
        return Refusal("inside", f"{unit.name} rides inside {carrier.name}.", "CRU-TRAN-05", "get out first")
    if marks.of(state, carrier.id).extra and carrier.side == unit.side:
        text = f"{carrier.name} takes extra movement in this turn: nobody fires from it."
        return Refusal("extra-movement", text, "CRU-FIRE-03", "get out, or wait for the next turn")
    return None


class FireOne(TaskStruct, frozen=True, kw_only=True, tag="FireOne"):
    """One weapon fires, twice in rapid fire; where it comes down when it is fired indirectly. (CRU-WEAP-04, -09)"""

    unit: UnitId
    aim: WeaponAim

    def run(self, progress: Progress) -> None:
        """Not at somebody who is out of play by now."""
        state = progress.state
        unit = state.units[self.unit]
        found = models.weapon(state, unit, self.aim.weapon)
        if found is None or unit.is_gone or models.is_wreck(state, unit.id):
            return
        name, made = found
        shots = attacks(state, unit, made, self.aim)
        left = tuple(each for each in shots if _stands(state, state.units[each.target] if each.target else None))
        if not left:
            return
        first = left[0].target
        second = left[-1].target if left[-1].target != first else None
        progress.emit(
            WeaponFired(
                side=unit.side,
                unit=unit.id,
                weapon=self.aim.weapon,
                name=name,
                target=first,
                then=second,
                empty="Load" in made.letters,
                rules=("CRU-FIRE-01", "CRU-FIRE-02", *(("CRU-WEAP-10",) if "Load" in made.letters else ())),
            )
        )
        at = self.aim.at
        if first is None:
            assert at
            at = self._comes_down(progress, unit, at, found)
        for n, each in enumerate(left):
            spot = sight.aim_point(state, state.units[each.target]) if each.target else at
            assert spot
            progress.queue(Attack(unit=self.unit, aim=each, at=spot, rapid=len(shots) > 1, again=n > 0))

    def _comes_down(self, progress: Progress, unit: Unit, aim: Point, found: tuple[str, CrusadeWeapon]) -> Point:
        """Where it was aimed, or off it; everybody sees where. (CRU-WEAP-08, CRU-WEAP-09)"""
        name, made = found
        eye, _ = muzzle(progress.state, unit, self.aim.weapon, aim)
        seen = sight.sees_point(progress.state, unit, eye, aim)
        inches, clock = (0, 0) if seen else _deviation(progress, unit)
        x, y = along(aim, clock * 30, inches)
        at = (round(x, 4), round(y, 4)) if clock else aim
        if not progress.state.is_older_than("7"):
            fell = ShellFell(
                side=unit.side,
                unit=unit.id,
                name=name,
                aim=aim,
                at=at,
                radius_in=made.blast_in,
                inches=inches,
                clock=clock,
                rules=("CRU-WEAP-08" if seen else "CRU-WEAP-09",),
            )
            progress.emit(fell)
        return at


def _deviation(progress: Progress, unit: Unit) -> tuple[int, int]:
    """1D6 inches in a random direction, as on a clock, without line of sight. (CRU-WEAP-09)"""
    rules = ("CRU-WEAP-09",)
    label = "crusade-indirect-deviation"
    inches = progress.roll_sum(label, 1, unit=unit.id, why="deviation in inches", rules=rules).total or 0
    way = progress.roll("crusade-direction", sides=12, unit=unit.id, why="x 30 degrees", rules=rules).dice[0]
    return inches, way


def _stands(state: GameState, target: Unit | None) -> bool:
    return target is None or not (target.is_gone or models.is_wreck(state, target.id))


class Attack(TaskStruct, frozen=True, kw_only=True, tag="Attack"):
    """One roll of a weapon; whoever fires a re-roll weapon may pick dice up. (CRU-WEAP-01, CRU-WEAP-06)"""

    unit: UnitId
    aim: WeaponAim
    at: tuple[float, float]
    rapid: bool = False
    again: bool = False
    """The second attack of rapid fire: a jam forfeits it. (CRU-WEAP-04)"""
    faces: tuple[int, ...] = ()
    """What the first roll shows, while the re-roll is asked."""

    def run(self, progress: Progress) -> None:
        """Roll; ask about the re-roll; then every target defends."""
        state = progress.state
        unit = state.units[self.unit]
        found = models.weapon(state, unit, self.aim.weapon)
        target = state.units[self.aim.target] if self.aim.target else None
        noted = marks.of(state, unit.id)
        if self.aim.weapon in (*noted.jammed, *noted.lost) or found is None or not _stands(state, target):
            return
        name, made = found
        struck = struck_at(state, unit, self.aim.weapon, made, self.aim, self.at)
        dice = struck.dice + struck.more
        why = f"{name}, {dice}R" + (", second attack" if self.again else "")
        rolled = progress.roll_combat(
            "crusade-attack", dice, unit=unit.id, target=self.aim.target, why=why, rules=_rules_of(made, struck, self)
        )
        if "R" not in made.letters:
            self._strike(progress, rolled.readings, ())
            return
        ask_what_is_picked_up(progress, replace(self, faces=rolled.readings), unit, name, rolled.readings)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """A hit, and the end of the target, by how many of the lowest dice are picked up."""
        unit, target = seen.units[self.unit], seen.units.get(self.aim.target) if self.aim.target else None
        found = models.weapon(seen, unit, self.aim.weapon)
        if found is None or target is None:
            return {}
        made = found[1]
        struck = struck_at(seen, unit, self.aim.weapon, made, self.aim, self.at)
        eye, _ = muzzle(seen, unit, self.aim.weapon, self.at)
        defence, armour, cover, _ = held(seen, unit, eye, target, made)
        ends = "destroyed" if target.is_vehicle else "out of play"
        chances: OptionOdds = {}
        for count in range(len(self.faces) + 1):
            sums = odds.picked_up(self.faces, count)
            hits = odds.hits_of(sums, defence, armour + cover, struck.penalty)
            last = odds.ends(hits, needed(seen, target), f"{target.name} {ends}")
            chances[str(count)] = (Promise(hits.at_least(1), f"{target.name} hit"), *last)
        return chances

    def answer(self, progress: Progress, choice: str) -> None:
        """The lowest dice are picked up, as many as were asked for."""
        faces = pick_up(progress, self.unit, self.faces, int(choice), "crusade-attack")
        self._strike(progress, faces, self.faces)

    def _strike(self, progress: Progress, faces: tuple[int, ...], before: tuple[int, ...]) -> None:
        """Every model struck defends against the sum; the attack counts even if the weapon fails. (CRU-WEAP-01)"""
        state = progress.state
        unit = state.units[self.unit]
        found = models.weapon(state, unit, self.aim.weapon)
        assert found
        _, made = found
        struck = struck_at(state, unit, self.aim.weapon, made, self.aim, self.at)
        eye, _ = muzzle(state, unit, self.aim.weapon, self.at)
        plain = max(0, sum(faces[: struck.dice]) - struck.penalty)
        heavy = max(0, sum(faces) - struck.penalty)
        fails = max(faces.count(MAXIMUM), before.count(MAXIMUM))
        progress.queue(WeaponMayFail(unit=unit.id, weapon=self.aim.weapon, maxima=fails))
        for each in struck.targets:
            target = state.units[each]
            cover, rule = cover_of(state, unit, eye, target, made)
            rules = (*((rule,) if cover else ()), *(("CRU-SHOT-04",) if target.is_vehicle and struck.more else ()))
            progress.queue(
                Defend(
                    unit=each,
                    attack=heavy if target.is_vehicle else plain,
                    cover=cover,
                    pierces="HFT" in made.letters,
                    by=unit.side,
                    doer=unit.id,
                    cites=rules,
                )
            )


def ask_what_is_picked_up(progress: Progress, asking: Task, unit: Unit, name: str, faces: tuple[int, ...]) -> None:
    """Which dice of a re-roll weapon are rolled once more: the lowest, any number of them. (CRU-WEAP-06)"""
    options = [Option(id=str(n), label=_picked_up(faces, n)) for n in range(len(faces) + 1)]
    shown = " ".join(map(str, faces))
    question = f"{name} shows {shown}: which dice are rolled once more?"
    progress.ask(asking, unit.side, "re-roll", question, options, unit=unit.id, rule="CRU-WEAP-06", decline="0")


def pick_up(progress: Progress, unit: UnitId, before: tuple[int, ...], count: int, label: str) -> tuple[int, ...]:
    """What all dice show once so many of the lowest have been rolled once more. (CRU-WEAP-06)"""
    lowest = sorted(range(len(before)), key=lambda n: (before[n], n))[:count]
    if not lowest:
        return before
    faces = list(before)
    why = f"{len(lowest)} rolled once more"
    again = progress.roll_combat(label, len(lowest), unit=unit, why=why, rules=("CRU-WEAP-06", "CRU-DICE-01"))
    for place, face in zip(sorted(lowest), again.readings, strict=True):
        faces[place] = face
    return tuple(faces)


def _picked_up(faces: tuple[int, ...], count: int) -> str:
    if not count:
        return "Keep them all"
    return "Pick up " + ", ".join(map(str, sorted(faces)[:count]))


def _rules_of(made: CrusadeWeapon, struck: StruckModels, attack: Attack) -> tuple[str, ...]:
    """The rules that a roll of a weapon goes by."""
    area = "CRU-WEAP-08" if made.blast_in else "CRU-WEAP-11" if "Line" in made.letters else "CRU-WEAP-05"
    found = ["CRU-DICE-01", "CRU-DICE-04", area, "CRU-WEAP-13"]
    found += ["CRU-DICE-05"] if struck.penalty else []
    found += ["CRU-WEAP-04"] if attack.rapid else []
    found += ["CRU-WEAP-07"] if "HFT" in made.letters else []
    found += ["CRU-SHOT-04"] if struck.more and area != "CRU-WEAP-05" else []
    return tuple(found)


class WeaponMayFail(TaskStruct, frozen=True, kw_only=True, tag="WeaponMayFail"):
    """Two highest faces jam a J/X weapon, three destroy it, and hurt a troop that carries it. (CRU-WEAP-02)"""

    unit: UnitId
    weapon: str
    maxima: int

    def run(self, progress: Progress) -> None:
        """Only J/X weapons fail."""
        unit = progress.state.units[self.unit]
        found = models.weapon(progress.state, unit, self.weapon)
        if found is None or "J/X" not in found[1].letters or self.maxima < 2:
            return
        lost = self.maxima > 2
        rules = ("CRU-WEAP-01", "CRU-WEAP-02")
        progress.emit(
            WeaponFailed(side=unit.side, unit=unit.id, weapon=self.weapon, name=found[0], lost=lost, rules=rules)
        )
        if lost and not unit.is_vehicle:
            progress.queue(TakeHits(unit=unit.id, hits=1, cause="its own weapon"))


class Defend(TaskStruct, frozen=True, kw_only=True, tag="Defend"):
    """One model defends against the sum of an attack. (CRU-DICE-04)"""

    unit: UnitId
    attack: int
    cover: int = 0
    pierces: bool = False
    """Armour is ignored. (CRU-WEAP-07)"""
    by: SideId | None = None
    doer: UnitId | None = None
    cites: tuple[str, ...] = ()

    def run(self, progress: Progress) -> None:
        """Its hits follow at once."""
        unit = progress.state.units[self.unit]
        if not _stands(progress.state, unit):
            return
        hits = pools.defend(
            progress, self.unit, self.attack, cover=self.cover, ignores_armour=self.pierces, rules=self.cites
        )
        progress.queue(TakeHits(unit=self.unit, hits=hits, by=self.by, doer=self.doer))


ACTIONS: tuple[type[Action], ...] = (FireWeapons,)


TASKS: tuple[type[TaskStruct], ...] = (
    FireOne,
    Attack,
    WeaponMayFail,
    Defend,
)
