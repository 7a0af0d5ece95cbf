"""Ranged attacks of vehicles and troops. (CRU-FIRE, CRU-SHOT, CRU-WEAP, CRU-DICE-04, CRU-DICE-05)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Preview, ShotLine
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models, sight
from rules.crusade.damage import TakeHits
from rules.crusade.dice import odds, pools
from rules.crusade.events import MovementBarred, TroopHid, WeaponFailed, WeaponFired, WeaponsReady
from rules.dice.odds.distribution import convolve
from rules.forces.crusade import CrusadeWeapon
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, along, distance, distance_to_segment, is_beyond, is_within, toward
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState

RAPID_IN: Final = 12.0
"""Within it a rapid-fire weapon attacks twice, and heat burns better. (CRU-WEAP-04, CRU-WEAP-07)"""
MAXIMUM: Final = 3
"""The highest face of a combat die: two of them fail a weapon. (CRU-WEAP-01)"""
UNJAM: Final = 4
"""What clears a jam, or more. (CRU-WEAP-03)"""


class WeaponAim(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one weapon fires at: a model, or a point of the table. Inches."""

    weapon: str
    """The number of the mount, or the id of a troop's own weapon."""
    target: UnitId | None = None
    at: tuple[float, float] | None = None


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
        lines = tuple(line for aim in self.aims for line in told(state, unit, aim))
        return Preview(shots=lines, rules=("CRU-FIRE-01", "CRU-DICE-04"))

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


def cannot_fire(state: GameState, unit: Unit, aim: WeaponAim) -> Refusal | None:
    """Why a weapon does not fire at that. (CRU-WEAP-02, -05, -08, -10, CRU-FIRE-02, CRU-TROOP-06)"""
    found = models.weapon(state, unit, aim.weapon)
    if found is None:
        return Refusal("no-weapon", f"{unit.name} has no such weapon.", "CRU-FIRE-01", "one of its weapons")
    name, made = found
    if refusal := out_of_order(state, unit, aim.weapon, name):
        return refusal
    if aim.target is None:
        return _bad_point(state, unit, aim, name, made)
    target = state.units.get(aim.target)
    if target is None or target.side == unit.side or target.is_gone or models.is_wreck(state, aim.target):
        return Refusal("no-target", "That is no enemy in play.", "CRU-TROOP-06", "an enemy's model")
    return _bad_target(state, unit, aim, target, name, made)


def out_of_order(state: GameState, unit: Unit, key: str, name: str) -> Refusal | None:
    """Why a weapon does not fire at anything. (CRU-WEAP-02, CRU-WEAP-10, CRU-DMG-07)"""
    noted = marks.of(state, unit.id)
    if key in noted.lost:
        return Refusal("weapon-lost", f"The {name} is lost.", "CRU-DMG-07", "another weapon")
    if key in noted.jammed:
        return Refusal("jammed", f"The {name} is jammed.", "CRU-WEAP-02", "unjam it")
    if key in noted.empty:
        return Refusal("empty", f"The {name} is empty.", "CRU-WEAP-10", "reload it")
    return None


def muzzle(state: GameState, unit: Unit, key: str, aim: Point) -> tuple[Point, Point]:
    """Where the line of sight begins, and where ranges do: pivot and tip of the barrel. (CRU-FIRE-02)"""
    hull = models.chassis(state, unit)
    if hull is None:
        return models.place(state, unit), models.place(state, unit)
    at = sight.pivot(state, unit, hull.mounts[int(key)])
    return at, sight.tip(at, aim)


def _bad_target(
    state: GameState, unit: Unit, aim: WeaponAim, target: Unit, name: str, made: CrusadeWeapon
) -> Refusal | None:
    if target.hidden:
        return Refusal("hidden", f"{target.name} is hidden.", "CRU-TROOP-06", "an enemy in sight")
    if not models.in_play(state, target) or (target.aboard is None and not target.on_table):
        return Refusal("no-target", f"{target.name} is not on the table.", "CRU-TROOP-06", "an enemy in sight")
    if not models.is_exposed(state, target):
        return Refusal("inside", f"{target.name} is out of sight inside.", "CRU-TRAN-05", "the vehicle")
    spot = sight.aim_point(state, target)
    if refusal := _off_arc(state, unit, aim.weapon, spot):
        return refusal
    eye, tip = muzzle(state, unit, aim.weapon, spot)
    if not sight.sees(state, unit, eye, target):
        return Refusal("not-seen", f"{unit.name} does not see {target.name}.", "CRU-TROOP-06", "an enemy in sight")
    return _too_far(made, name, sight.range_to(state, tip, target))


def _off_arc(state: GameState, unit: Unit, key: str, spot: Point) -> Refusal | None:
    hull = models.chassis(state, unit)
    return sight.outside_arc(state, unit, hull.mounts[int(key)], spot) if hull else None


def _too_far(made: CrusadeWeapon, name: str, inches: float) -> Refusal | None:
    if made.max_range_in and is_beyond(inches, made.max_range_in):
        text = f"{inches:.2f} inches are too far for the {name}."
        return Refusal("out-of-range", text, "CRU-WEAP-13", f"up to {made.max_range_in:g} inches")
    return None


def _bad_point(state: GameState, unit: Unit, aim: WeaponAim, name: str, made: CrusadeWeapon) -> Refusal | None:
    """Only a blast is fired at a point, without sight only indirectly. (CRU-WEAP-05, CRU-WEAP-08, CRU-WEAP-09)"""
    if aim.at is None or not made.blast_in:
        text = f"The {name} fires at one model."
        return Refusal("needs-model", text, "CRU-WEAP-05", "an enemy's model")
    if refusal := _off_arc(state, unit, aim.weapon, aim.at):
        return refusal
    eye, tip = muzzle(state, unit, aim.weapon, aim.at)
    if "IFC" not in made.letters and not sight.sees_point(state, unit, eye, aim.at):
        text = f"{unit.name} does not see that place."
        return Refusal("not-seen", text, "CRU-WEAP-08", "a place in sight")
    return _too_far(made, name, distance(tip, aim.at))


# --------------------------------------------------------------------------------------------------------- the numbers


class StruckModels(NamedTuple):
    """Whom an attack strikes, and by how much its range weakens it."""

    targets: tuple[UnitId, ...]
    penalty: int
    dice: int
    """Dice for everybody; `more` for vehicles alone. (CRU-SHOT-04)"""
    more: int


def step_of(state: GameState, unit: Unit) -> int:
    """Every 8 inches for passengers with their own weapons, else every 12. (CRU-DICE-05, CRU-FIRE-03)"""
    return sight.PASSENGER_STEP_IN if unit.aboard is not None else sight.STEP_IN


def struck_at(state: GameState, unit: Unit, key: str, made: CrusadeWeapon, aim: WeaponAim, at: Point) -> StruckModels:
    """Whom a weapon strikes if it comes down, or is aimed, at that place. (CRU-WEAP-05, -07, -08, -11)"""
    _, tip = muzzle(state, unit, key, at)
    target = state.units[aim.target] if aim.target else None
    inches = sight.range_to(state, tip, target) if target else distance(tip, at)
    penalty = sight.penalty(inches, step_of(state, unit))
    if made.blast_in:
        under = tuple(u.id for u in _under(state, at, made.blast_in))
        return StruckModels(under, penalty, made.dice, int(_any_hull(state, under)))
    if "Line" in made.letters:
        on_line = tuple(u.id for u in _along(state, unit, tip, at, made.max_range_in or inches))
        return StruckModels(on_line, penalty, made.dice, int(_any_hull(state, on_line)))
    assert target
    hot = "HFT" in made.letters and target.is_vehicle and is_within(inches, RAPID_IN)
    return StruckModels((target.id,), penalty, made.dice, int(hot))


def _any_hull(state: GameState, units: tuple[UnitId, ...]) -> bool:
    return any(state.units[u].is_vehicle for u in units)


def _in_play(state: GameState) -> Iterator[Unit]:
    """Models that a burst or line may strike: those on the table and not wrecked."""
    return (u for u in models.standing(state) if not models.is_wreck(state, u.id))


def _under(state: GameState, at: Point, radius: float) -> list[Unit]:
    """Every model with any part within the radius, friend or foe, nearest first. (CRU-WEAP-08)"""
    near = [(models.gap_to_point(state, u, at), u.id) for u in _in_play(state) if not models.in_air(state, u)]
    return [state.units[u] for gap, u in sorted(near) if is_within(gap, radius)]


def _along(state: GameState, firer: Unit, tip: Point, at: Point, reach: float) -> list[Unit]:
    """Every model on the line to the weapon's maximum range, nearest first. (CRU-WEAP-11)"""
    end = toward(tip, at, reach)
    found = []
    for unit in _in_play(state):
        if unit.id in (firer.id, firer.aboard) or models.in_air(state, unit) != models.in_air(state, firer):
            continue
        if unit.is_vehicle:
            hull = models.pose(state, unit)
            points = (toward(tip, end, reach * n / 100) for n in range(101))
            on_line = any(hull.contains(point) for point in points)
        else:
            ring = models.base(state, unit)
            on_line = is_within(distance_to_segment(ring.centre, tip, end), ring.radius)
        if on_line:
            found.append((models.gap_to_point(state, unit, tip), unit.id))
    return [state.units[u] for _, u in sorted(found)]


def cover_of(state: GameState, firer: Unit, eye: Point, target: Unit, made: CrusadeWeapon) -> tuple[int, str]:
    """1 or 0, and the rule that gives it. (CRU-TROOP-05, CRU-SHOT-02, CRU-TRAN-04)"""
    if made.ignores_cover:
        return 0, ""
    if target.is_vehicle:
        smoke = sight.through_smoke(state, eye, models.place(state, target))
        return (1, "CRU-SHOT-02") if smoke else (0, "")
    if target.aboard is not None:
        return 1, "CRU-TRAN-07" if models.serves(state, target) else "CRU-TRAN-04"
    from_above = models.in_air(state, firer)
    if made.blast_in or from_above or not sight.has_front_cover(state, eye, target):
        return 0, ""
    return 1, "CRU-TROOP-05"


def attacks(state: GameState, unit: Unit, key: str, made: CrusadeWeapon, aim: WeaponAim) -> int:
    """Two of rapid fire within 12 inches of the weapon, else one. (CRU-WEAP-04)"""
    if "Rap" not in made.letters or aim.target is None:
        return 1
    target = state.units[aim.target]
    _, tip = muzzle(state, unit, key, sight.aim_point(state, target))
    return 2 if is_within(sight.range_to(state, tip, target), RAPID_IN) else 1


def told(state: GameState, unit: Unit, aim: WeaponAim) -> Iterator[ShotLine]:
    """What one weapon would do to each model that it strikes. (CRU-DICE-04)"""
    found = models.weapon(state, unit, aim.weapon)
    assert found
    name, made = found
    target = state.units[aim.target] if aim.target else None
    at = sight.aim_point(state, target) if target else aim.at
    assert at
    eye, _ = muzzle(state, unit, aim.weapon, at)
    struck = struck_at(state, unit, aim.weapon, made, aim, at)
    shots = attacks(state, unit, aim.weapon, made, aim)
    for each in struck.targets:
        victim = state.units[each]
        words = f"{name} at {victim.name}" if len(struck.targets) > 1 else name
        yield _line(state, unit, aim, (words, made), struck, victim, eye, shots)


def _line(
    state: GameState,
    unit: Unit,
    aim: WeaponAim,
    weapon: tuple[str, CrusadeWeapon],
    struck: StruckModels,
    target: Unit,
    eye: Point,
    shots: int,
) -> ShotLine:
    name, made = weapon
    hull = models.chassis(state, target)
    cover, rule = cover_of(state, unit, eye, target, made)
    armour = int(hull is not None and hull.armored and "HFT" not in made.letters)
    dice = struck.dice + (struck.more if hull else 0)
    defence = models.defence_dice(state, target.id) if hull else models.dice_of(target)
    found = odds.hits(dice, defence, armour + cover, struck.penalty)
    whole = convolve([found] * shots)
    modifiers = [Modifier(-struck.penalty, "range", "CRU-DICE-05")] if struck.penalty else []
    modifiers += [Modifier(-armour, "Armored", "CRU-DICE-10")] if armour else []
    modifiers += [Modifier(-cover, "cover", rule)] if cover else []
    chances = [odds.chance("a hit", whole.at_least(1)), odds.mean("hits", whole)]
    if hull:
        needed = hull.hits - len(marks.of(state, target.id).cards)
        chances.append(odds.chance("destroyed", whole.at_least(max(1, needed))))
    else:
        chances.append(odds.chance("out of play", found.at_least(models.dice_of(target))))
    notes = [f"{dice}R against {defence}R of {target.name}"]
    notes += ["deviates 1D6 inches"] if aim.at and not sight.sees_point(state, unit, eye, aim.at) else []
    return ShotLine(
        weapon=aim.weapon,
        name=name,
        shooters=1,
        shots=shots,
        goal=0,
        goal_text=f"{dice}R",
        modifiers=tuple(modifiers),
        chances=tuple(chances),
        notes=tuple(notes),
    )


# ----------------------------------------------------------------------------------------------------------- resolving


class FireOne(TaskStruct, frozen=True, kw_only=True, tag="FireOne"):
    """One weapon fires, twice in rapid fire; where it comes down when it is fired indirectly. (CRU-WEAP-04, -09)"""

    unit: UnitId
    aim: WeaponAim

    def run(self, progress: Progress) -> None:
        """Not at somebody who is out of play by now."""
        state = progress.state
        unit = state.units[self.unit]
        found = models.weapon(state, unit, self.aim.weapon)
        target = state.units[self.aim.target] if self.aim.target else None
        if found is None or unit.is_gone or models.is_wreck(state, unit.id) or not _stands(state, target):
            return
        name, made = found
        at = sight.aim_point(state, target) if target else self.aim.at
        assert at
        shots = attacks(state, unit, self.aim.weapon, made, self.aim)
        progress.emit(
            WeaponFired(
                side=unit.side,
                unit=unit.id,
                weapon=self.aim.weapon,
                name=name,
                empty="Load" in made.letters,
                rules=("CRU-FIRE-01", "CRU-FIRE-02", *(("CRU-WEAP-10",) if "Load" in made.letters else ())),
            )
        )
        if target is None:
            at = self._deviated(progress, unit, at)
        attack = Attack(unit=self.unit, aim=self.aim, at=at, rapid=shots > 1)
        progress.queue(*(replace(attack, again=n > 0) for n in range(shots)))

    def _deviated(self, progress: Progress, unit: Unit, at: Point) -> Point:
        """1D6 inches in a random direction without line of sight. (CRU-WEAP-09)"""
        state = progress.state
        eye, _ = muzzle(state, unit, self.aim.weapon, at)
        if sight.sees_point(state, unit, eye, at):
            return at
        rules = ("CRU-WEAP-09",)
        label = "crusade-indirect-deviation"
        inches = progress.roll_sum(label, 1, unit=unit.id, why="deviation in inches", rules=rules).total or 0
        way = progress.roll("crusade-direction", sides=12, unit=unit.id, why="x 30 degrees", rules=rules).dice[0]
        x, y = along(at, way * 30, inches)
        return (round(x, 4), round(y, 4))


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
        asking = replace(self, faces=rolled.readings)
        options = [Option(id=str(n), label=_picked_up(rolled.readings, n)) for n in range(len(rolled.readings) + 1)]
        shown = " ".join(map(str, rolled.readings))
        progress.ask(
            asking,
            unit.side,
            "re-roll",
            f"{name} shows {shown}: which dice are rolled once more?",
            options,
            unit=unit.id,
            rule="CRU-WEAP-06",
            decline="0",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """The lowest dice are picked up, as many as were asked for."""
        lowest = sorted(range(len(self.faces)), key=lambda n: (self.faces[n], n))[: int(choice)]
        faces = list(self.faces)
        if lowest:
            why = f"{len(lowest)} rolled once more"
            again = progress.roll_combat(
                "crusade-attack", len(lowest), unit=self.unit, why=why, rules=("CRU-WEAP-06", "CRU-DICE-01")
            )
            for place, face in zip(sorted(lowest), again.readings, strict=True):
                faces[place] = face
        self._strike(progress, tuple(faces), self.faces)

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
                    cites=rules,
                )
            )


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
            progress.queue(TakeHits(unit=unit.id, hits=1))


class Defend(TaskStruct, frozen=True, kw_only=True, tag="Defend"):
    """One model defends against the sum of an attack. (CRU-DICE-04)"""

    unit: UnitId
    attack: int
    cover: int = 0
    pierces: bool = False
    """Armour is ignored. (CRU-WEAP-07)"""
    by: SideId | None = None
    cites: tuple[str, ...] = ()

    def run(self, progress: Progress) -> None:
        """Its hits follow at once."""
        unit = progress.state.units[self.unit]
        if not _stands(progress.state, unit):
            return
        hits = pools.defend(
            progress, self.unit, self.attack, cover=self.cover, ignores_armour=self.pierces, rules=self.cites
        )
        progress.queue(TakeHits(unit=self.unit, hits=hits, by=self.by))


# ---------------------------------------------------------------------------------------------------- reload and unjam


class ReloadWeapons(Action, frozen=True, kw_only=True, tag="ReloadWeapons"):
    """One action loads all empty weapons of a model. (CRU-WEAP-10)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A model in hand with its action and an empty weapon."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = hand.no_action(state, unit, "reloading") or hand.crewless(state, unit)
        if refusal or _usable(state, unit, marks.of(state, self.unit).empty):
            return refusal
        return Refusal("nothing-empty", f"Nothing of {unit.name} is empty.", "CRU-WEAP-10", "fire")

    def resolve(self, progress: Progress) -> None:
        """They are loaded."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        unit = progress.state.units[self.unit]
        ready = _usable(progress.state, unit, marks.of(progress.state, self.unit).empty)
        names = tuple(ready.values())
        event = WeaponsReady(side=unit.side, unit=unit.id, weapons=tuple(ready), names=names, rules=("CRU-WEAP-10",))
        progress.emit(event)


def _usable(state: GameState, unit: Unit, keys: tuple[str, ...]) -> dict[str, str]:
    """Those weapons that are not lost, by key, with their names."""
    lost = marks.of(state, unit.id).lost
    return {key: name for key, name, _ in models.weapons(state, unit) if key in keys and key not in lost}


class UnjamWeapons(Action, frozen=True, kw_only=True, tag="UnjamWeapons"):
    """One action tests every jammed weapon of a model: 4 or more clears it. (CRU-WEAP-03)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A model in hand with its action and a jammed weapon."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = hand.no_action(state, unit, "unjamming") or hand.crewless(state, unit)
        if refusal or _usable(state, unit, marks.of(state, self.unit).jammed):
            return refusal
        return Refusal("nothing-jammed", f"Nothing of {unit.name} is jammed.", "CRU-WEAP-03", "fire")

    def preview(self, state: GameState) -> Preview:
        """One in two for each."""
        half = odds.chance("each is cleared", odds.UNJAM_CHANCE)
        return Preview(refusal=self.check(state), chances=(half,), rules=("CRU-WEAP-03",))

    def resolve(self, progress: Progress) -> None:
        """One die for each."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        unit = progress.state.units[self.unit]
        for key, name in _usable(progress.state, unit, marks.of(progress.state, self.unit).jammed).items():
            rules = ("CRU-WEAP-03",)
            rolled = progress.roll("crusade-unjam", sense="high", goal=UNJAM, unit=unit.id, why=name, rules=rules)
            if rolled.passed:
                event = WeaponsReady(side=unit.side, unit=unit.id, weapons=(key,), names=(name,), rules=rules)
                progress.emit(event)


ACTIONS: tuple[type[Action], ...] = (FireWeapons, ReloadWeapons, UnjamWeapons)
TASKS: tuple[type[TaskStruct], ...] = (FireOne, Attack, WeaponMayFail, Defend)
