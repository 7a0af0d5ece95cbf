"""Rushes, snap fire, parries, fights from and aboard vehicles. (CRU-RUSH, CRU-SNAP, CRU-FIRE-04, CRU-BOARD-05)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.core.prompt import Option, OptionOdds, Promise
from rules.core.refusal import Refusal
from rules.core.words import listed
from rules.crusade import hand, marks, models, sight, troops
from rules.crusade.damage.hits import TakeHits
from rules.crusade.dice import odds, pools
from rules.crusade.events.moves import TroopHid
from rules.crusade.events.weapons import MovementBarred, WeaponFired
from rules.crusade.shooting import aim, fire
from rules.crusade.shooting.fire import Defend, WeaponMayFail
from rules.dice.odds.distribution import Distribution
from rules.forces.unit import Unit
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState

How = Literal["rush", "aboard", "reach"]
"""On foot; at a vehicle or somebody aboard whom one has boarded; from a vehicle at what is beside it."""


class Pools(NamedTuple):
    """Dice of both sides in a melee, and the rules that they go by."""

    attack: int
    defence: int
    rules: tuple[str, ...]


class MeleeAttack(Action, frozen=True, kw_only=True, tag="MeleeAttack"):
    """A troop attacks in melee: it may walk first, or fight from the vehicle that it is aboard of. (CRU-RUSH-01)"""

    unit: UnitId
    target: UnitId
    path: tuple[tuple[float, float], ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """A troop with its action, next to an enemy that it can get at."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, target = state.units[self.unit], state.units.get(self.target)
        if unit.is_vehicle:
            text = f"{unit.name} is a vehicle: it over-runs and rams."
            return Refusal("vehicle", text, "CRU-TURN-02", "drive over them")
        if refusal := hand.no_action(state, unit, "a melee attack"):
            return refusal
        if target is None or target.side == unit.side or target.is_gone or models.is_wreck(state, self.target):
            return Refusal("no-target", "That is no enemy in play.", "CRU-RUSH-01", "an enemy’s model")
        if unit.aboard is not None:
            return _from_aboard(state, unit, target)
        return _on_foot(state, unit, target) or self._walk(state, unit, target)

    def _walk(self, state: GameState, unit: Unit, target: Unit) -> Refusal | None:
        if self.path:
            refusal = troops.cannot_walk(state, unit, extra=False) or troops.bad_path(
                state, unit, self.path, troops.left_in(state, unit)
            )
            if refusal:
                return refusal
        there = troops.at(unit, self.path[-1]) if self.path else unit
        if models.is_adjacent(state, there, target):
            return None
        text = f"{unit.name} is not next to {target.name}."
        return Refusal("not-adjacent", text, "CRU-RUSH-01", "walk to within 1″ of it")

    def preview(self, state: GameState) -> Preview:
        """The odds of the contested roll."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        unit, target = state.units[self.unit], state.units[self.target]
        dice = pools_of(state, unit, target)
        theirs, ours = _hurt(state, unit, target, dice.attack, dice.defence)
        chances = [odds.chance(f"{target.name} hurt", theirs), odds.chance(f"{unit.name} hurt", ours)]
        if can_parry(state, unit, target):
            parried = _hurt(state, unit, target, dice.attack, dice.defence + 1)[0]
            chances.append(odds.chance(f"{target.name} hurt if it parries", parried))
            if driver := driver_dice(state, target.id):
                fought = _hurt(state, unit, target, dice.attack, driver)[0]
                chances.append(odds.chance(f"{target.name} hurt if its driver fights with {driver}R", fought))
        text = f"{unit.name} {dice.attack}R, {target.name} {dice.defence}R"
        return Preview(chances=tuple(chances), notes=(text,), rules=dice.rules)

    def resolve(self, progress: Progress) -> None:
        """Walk, be shot at by snap fire, fight."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit, moves=bool(self.path))
        troops.walk(progress, self.unit, self.path)
        unit = progress.state.units[self.unit]
        if unit.hidden:
            progress.emit(TroopHid(side=unit.side, unit=unit.id, hidden=False, rules=("CRU-TROOP-06",)))
        if unit.aboard is not None and not models.is_boarder(progress.state, unit):
            progress.emit(MovementBarred(side=unit.side, unit=unit.aboard, rules=("CRU-FIRE-04",)))
        silent = no_snap_fire(progress.state, progress.state.units[self.target], progress.state.units[self.unit])
        progress.queue(
            SnapFire(unit=self.target, attacker=self.unit),
            MeleeRoll(unit=self.unit, target=self.target, silent=silent),
        )


def _on_foot(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Whom a troop on foot cannot attack. (CRU-RUSH-03, CRU-TRAN-03)"""
    if target.aboard is not None:
        carrier = state.units[target.aboard].name
        text = f"{target.name} rides in {carrier}: melee against passengers needs a boarder."
        return Refusal("passenger-safe", text, "CRU-RUSH-03", f"attack {carrier}, or board it")
    if models.in_air(state, target):
        return Refusal("flyer", f"{target.name} flies: nobody rushes it.", "CRU-RUSH-03", "shoot at it")
    if not target.on_table or target.hidden:
        return Refusal("no-target", "That is no enemy in sight.", "CRU-TROOP-06", "an enemy in sight")
    return None


def _from_aboard(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Whom somebody aboard can reach. (CRU-FIRE-04, CRU-BOARD-05, CRU-TRAN-03, CRU-RUSH-02)"""
    assert unit.aboard
    carrier = state.units[unit.aboard]
    if target.aboard == carrier.id or target.id == carrier.id:
        return None
    if not models.is_exposed(state, unit) or models.is_boarder(state, unit):
        text = f"{unit.name} reaches nobody outside {carrier.name}."
        return Refusal(
            "inside", text, "CRU-TRAN-05" if not models.is_boarder(state, unit) else "CRU-BOARD-05", "get out"
        )
    if marks.of(state, carrier.id).extra:
        text = f"{carrier.name} takes extra movement in this turn: nobody fights from it."
        return Refusal("extra-movement", text, "CRU-FIRE-04", "get out, or wait for the next turn")
    if target.aboard is not None:
        name = state.units[target.aboard].name
        text = f"{target.name} is safe until {name} is boarded."
        return Refusal("passenger-safe", text, "CRU-TRAN-03", f"attack {name}, or board it")
    low = "low" in models.vehicle(state, carrier.id).traits and marks.of(state, carrier.id).driver == unit.id
    if not target.is_vehicle and not low:
        text = f"{target.name} is out of reach from {carrier.name}."
        return Refusal("out-of-reach", text, "CRU-FIRE-04", "get out first, or attack a vehicle beside it")
    if models.in_air(state, target) != models.in_air(state, carrier) or not models.is_adjacent(state, unit, target):
        return Refusal("not-adjacent", f"{target.name} is not beside {carrier.name}.", "CRU-FIRE-04", "drive up to it")
    return None


def how(state: GameState, unit: Unit, target: Unit) -> How:
    """On foot, aboard the target, or from one's own vehicle."""
    if unit.aboard is None:
        return "rush"
    return "aboard" if unit.aboard in (target.id, target.aboard) else "reach"


def can_parry(state: GameState, unit: Unit, target: Unit) -> bool:
    """Whether the target is a vehicle that is attacked from outside. (CRU-RUSH-01)"""
    return target.is_vehicle and how(state, unit, target) != "aboard"


def pools_of(state: GameState, unit: Unit, target: Unit) -> Pools:
    """Dice of attacker and defender, without parrying. (CRU-RUSH-01, CRU-BOARD-05, CRU-FIRE-04)"""
    way = how(state, unit, target)
    attack = models.melee_dice(state, unit)
    rule = {"rush": "CRU-RUSH-01", "aboard": "CRU-BOARD-05", "reach": "CRU-FIRE-04"}[way]
    if not target.is_vehicle:
        return Pools(attack, models.melee_dice(state, target), (rule, "CRU-TROOP-01", "CRU-DICE-06"))
    krak = models.krak_dice(state, unit)
    still = way == "aboard"
    defence = models.still_dice(state, target.id) if still else models.defence_dice(state, target.id)
    rules = (rule, "CRU-DICE-06", "CRU-TROOP-01", *(("CRU-WEAP-13",) if krak else ()))
    return Pools(attack + krak, defence, rules)


def _hurt(state: GameState, unit: Unit, target: Unit, attack: int, defence: int) -> tuple[Fraction, Fraction]:
    """Chances that the target, and that the attacker, is hurt."""
    armoured = target.is_vehicle and models.vehicle(state, target.id).armored
    return odds.contested(attack, defence, (False, armoured))


# ----------------------------------------------------------------------------------------------------------- snap fire


class SnapFire(TaskStruct, frozen=True, kw_only=True, tag="SnapFire"):
    """A vehicle that is attacked in melee may fire its basic weapons first, for free. (CRU-SNAP-01, CRU-WEAP-12)"""

    unit: UnitId
    attacker: UnitId

    def run(self, progress: Progress) -> None:
        """Ask its owner, where a weapon can be brought to bear; boarders are not shot at."""
        state = progress.state
        unit, attacker = state.units[self.unit], state.units[self.attacker]
        if not unit.is_vehicle or how(state, attacker, unit) == "aboard":
            return
        ready = snap_weapons(state, unit, attacker)
        if not ready:
            return
        options = [*_volleys(state, ready), Option(id="none", label="Hold fire", rule="CRU-SNAP-01")]
        question = f"{attacker.name} attacks {unit.name}: snap fire?"
        progress.ask(
            self,
            unit.side,
            "snap-fire",
            question,
            options,
            unit=unit.id,
            about=attacker.id,
            rule="CRU-SNAP-01",
            decline="none",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """One attack each, without range penalty and rapid fire."""
        if choice == "none":
            return
        state = progress.state
        ready = snap_weapons(state, state.units[self.unit], state.units[self.attacker])
        chosen = [key for key in ready if choice == _ALL or key in choice.split(_AND)]
        progress.queue(*(SnapShot(unit=self.unit, weapon=key, target=self.attacker) for key in chosen))

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """That the attacker is hit at all, by each choice of weapons."""
        unit, attacker = seen.units[self.unit], seen.units[self.attacker]
        ready = snap_weapons(seen, unit, attacker)
        found: OptionOdds = {}
        for choice in (option.id for option in _volleys(seen, ready)):
            missed = Fraction(1)
            for key in ready if choice == _ALL else choice.split(_AND):
                weapon = models.weapon(seen, unit, key)
                assert weapon
                missed *= odds.hits(weapon[1].dice, models.dice_of(attacker), _in_cover(seen, attacker)).chance(0)
            found[choice] = (Promise(1 - missed, f"{attacker.name} hit"),)
        return found


_ALL: Final = "fire"
_AND: Final = "+"
_FEW: Final = 3
"""Of so many weapons any may be chosen; of more all of them, or one."""


def _volleys(state: GameState, ready: dict[str, str]) -> Iterator[Option]:
    """All weapons that may snap fire, and each lot of some of them. (CRU-SNAP-01)

    "Any" of them may. Up to version 14 all or none did.
    """
    names = tuple(ready.values())
    if len(ready) == 1 or state.is_older_than("15"):
        yield Option(id=_ALL, label=f"Snap fire: {', '.join(names)}", rule="CRU-SNAP-01")
        return
    yield Option(id=_ALL, label="Snap fire: all", detail=listed(names), rule="CRU-SNAP-01")
    for count in range(len(ready) - 1, 0, -1) if len(ready) <= _FEW else (1,):
        for keys in itertools.combinations(ready, count):
            chosen = [ready[key] for key in keys]
            left = next(name for key, name in ready.items() if key not in keys)
            label = f"Only the {chosen[0]}" if count == 1 else f"All but the {left}"
            detail = "" if count == 1 else listed(chosen)
            yield Option(id=_AND.join(keys), label=label, detail=detail, rule="CRU-SNAP-01")


def snap_weapons(state: GameState, unit: Unit, attacker: Unit) -> dict[str, str]:
    """Basic weapons in working order that the attacker is before, by key, with their names. (CRU-SNAP-01)"""
    hull = models.vehicle(state, unit.id)
    spot = models.place(state, attacker)
    return {
        key: _called(state, unit, key, name)
        for key, name, made in models.weapons(state, unit)
        if models.is_basic(state, name, made)
        and aim.out_of_order(state, unit, key, name) is None
        and sight.outside_arc(state, unit, hull.mounts[int(key)], spot) is None
    }


def _called(state: GameState, unit: Unit, key: str, name: str) -> str:
    """Of several of a kind the name says which; up to version 14 it did not."""
    found = models.weapon(state, unit, key)
    return name if found is None or state.is_older_than("15") else found[0]


def no_snap_fire(state: GameState, unit: Unit, attacker: Unit) -> str:
    """Why a vehicle is not asked for snap fire; empty where it is asked, or is none. (CRU-SNAP-01, CRU-WEAP-12)"""
    if not unit.is_vehicle or snap_weapons(state, unit, attacker):
        return ""
    basic = [(key, name) for key, name, made in models.weapons(state, unit) if models.is_basic(state, name, made)]
    if not basic:
        return f"No snap fire: {unit.name} has no basic weapon."
    return " ".join(("No snap fire.", *dict.fromkeys(_silenced(state, unit, attacker, *each) for each in basic)))


def _silenced(state: GameState, unit: Unit, attacker: Unit, key: str, name: str) -> str:
    mount = models.vehicle(state, unit.id).mounts[int(key)]
    refusal = aim.out_of_order(state, unit, key, name) or sight.outside_arc(
        state, unit, mount, models.place(state, attacker)
    )
    assert refusal
    return refusal.message


class SnapShot(TaskStruct, frozen=True, kw_only=True, tag="SnapShot"):
    """One weapon of snap fire. (CRU-SNAP-01)"""

    unit: UnitId
    weapon: str
    target: UnitId
    faces: tuple[int, ...] = ()
    """What the first roll shows, while the re-roll is asked. (CRU-WEAP-06)"""

    def run(self, progress: Progress) -> None:
        """As a ranged attack without range; of a re-roll weapon dice may be picked up. (CRU-DICE-04, CRU-WEAP-06)

        Up to version 14 that was not asked.
        """
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        found = models.weapon(state, unit, self.weapon)
        if found is None or target.is_gone:
            return
        name, made = found
        rules = ("CRU-SNAP-01", "CRU-WEAP-12", "CRU-DICE-01")
        if "Load" in made.letters and not state.is_older_than("14"):
            shot = WeaponFired(
                side=unit.side, unit=unit.id, weapon=self.weapon, name=name, target=target.id, empty=True
            )
            progress.emit(replace(shot, rules=("CRU-SNAP-01", "CRU-WEAP-10")))
        why = f"{unit.name} snap fires its {name} at {target.name}"
        rolled = progress.roll_combat(
            "crusade-snap-fire", made.dice, unit=unit.id, target=target.id, why=why, rules=rules
        )
        if "R" not in made.letters or state.is_older_than("15"):
            self._strike(progress, rolled.readings, ())
            return
        fire.ask_what_is_picked_up(progress, replace(self, faces=rolled.readings), unit, name, rolled.readings)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """A hit, and its end, by how many of the lowest dice are picked up."""
        target = seen.units[self.target]
        chances: OptionOdds = {}
        for count in range(len(self.faces) + 1):
            sums = odds.picked_up(self.faces, count)
            hits = odds.hits_of(sums, models.dice_of(target), _in_cover(seen, target))
            last = odds.ends(hits, models.dice_of(target), f"{target.name} out of play")
            chances[str(count)] = (Promise(hits.at_least(1), f"{target.name} hit"), *last)
        return chances

    def answer(self, progress: Progress, choice: str) -> None:
        """The lowest dice are picked up, as many as were asked for."""
        faces = fire.pick_up(progress, self.unit, self.faces, int(choice), "crusade-snap-fire")
        self._strike(progress, faces, self.faces)

    def _strike(self, progress: Progress, faces: tuple[int, ...], before: tuple[int, ...]) -> None:
        """The attacker defends; the weapon may fail. (CRU-WEAP-01)"""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        fails = max(faces.count(fire.MAXIMUM), before.count(fire.MAXIMUM))
        cover = _in_cover(state, target)
        cites = ("CRU-SNAP-01", *(("CRU-TRAN-04",) if cover else ()))
        progress.queue(
            WeaponMayFail(unit=unit.id, weapon=self.weapon, maxima=fails),
            Defend(unit=target.id, attack=sum(faces), cover=cover, by=unit.side, doer=unit.id, cites=cites),
        )


def _in_cover(state: GameState, attacker: Unit) -> int:
    """Full cover of who attacks from an open vehicle; up to version 13 none against snap fire. (CRU-TRAN-04)"""
    return int(attacker.aboard is not None and not state.is_older_than("14"))


# --------------------------------------------------------------------------------------------------------- the contest

_LOWER: Final = "Whoever is lower takes the difference."
_NO_DAMAGE: Final = "One die more, and no damage is done."


def driver_dice(state: GameState, vehicle: UnitId) -> int:
    """Melee dice of the driver of a LOW vehicle, else 0. (CRU-RUSH-02)"""
    driver = marks.of(state, vehicle).driver
    low = "low" in models.vehicle(state, vehicle).traits
    return models.melee_dice(state, state.units[driver]) if low and driver is not None else 0


def _damage(seen: GameState, target: Unit, found: Distribution) -> tuple[Promise, ...]:
    """Cards that a vehicle draws, and whether they are its end."""
    average = odds.on_average(found, "cards on average")
    return (*average, *odds.ends(found, models.hits_left(seen, target.id), f"{target.name} destroyed"))


class MeleeRoll(TaskStruct, frozen=True, kw_only=True, tag="MeleeRoll"):
    """The contested roll of a melee; a vehicle attacked from outside may parry. (CRU-RUSH-01, CRU-RUSH-02)"""

    unit: UnitId
    target: UnitId
    silent: str = ""
    """Why the vehicle was not asked for snap fire, told where it answers. (CRU-SNAP-01)"""

    def run(self, progress: Progress) -> None:
        """Who was shot down on the way does not fight."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        if unit.is_gone or target.is_gone or models.is_wreck(state, self.target):
            return
        if not can_parry(state, unit, target):
            self._fight(progress, "fight")
            return
        question = f"{unit.name} attacks {target.name}: how does it defend itself?"
        options = list(self._options(state))
        progress.ask(
            self,
            target.side,
            "parry",
            question,
            options,
            unit=target.id,
            about=unit.id,
            rule="CRU-RUSH-01",
            decline="parry",
            note=self.silent,
        )

    def _options(self, state: GameState) -> list[Option]:
        dice = pools_of(state, state.units[self.unit], state.units[self.target])
        found = [
            Option(id="fight", label=f"Fight back with {dice.defence}R", detail=_LOWER, rule="CRU-RUSH-01"),
            Option(id="parry", label=f"Parry with {dice.defence + 1}R", detail=_NO_DAMAGE, rule="CRU-RUSH-01"),
        ]
        driver = driver_dice(state, self.target)
        if driver:
            parry = f"The driver parries with {driver + 1}R"
            found += [
                Option(id="driver", label=f"The driver fights with {driver}R", detail=_LOWER, rule="CRU-RUSH-02"),
                Option(id="driver-parry", label=parry, detail=_NO_DAMAGE, rule="CRU-RUSH-02"),
            ]
        return found

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """Who is hurt, and how badly, by each answer."""
        defence = pools_of(seen, seen.units[self.unit], seen.units[self.target]).defence
        words = models.defence_words(seen, self.target)
        found: OptionOdds = {"fight": self._fought(seen, defence, words), "parry": self._parried(seen, defence, words)}
        if driver := driver_dice(seen, self.target):
            words = models.melee_words(seen, seen.units[marks.of(seen, self.target).driver or self.target])
            found |= {"driver": self._fought(seen, driver, words), "driver-parry": self._parried(seen, driver, words)}
        return found

    def _fought(self, seen: GameState, defence: int, words: str) -> tuple[Promise, ...]:
        unit, target = seen.units[self.unit], seen.units[self.target]
        attack, armoured = pools_of(seen, unit, target).attack, models.vehicle(seen, target.id).armored
        out = odds.ends(odds.hits(defence, attack), models.dice_of(unit), f"{unit.name} out of play")
        made_of = (models.melee_words(seen, unit, models.krak_dice(seen, unit)), words)
        shares = odds.answers(attack, defence, (False, armoured), (unit.name, target.name), made_of)
        return (*shares, *_damage(seen, target, odds.hits(attack, defence, int(armoured))), *out)

    def _parried(self, seen: GameState, defence: int, words: str) -> tuple[Promise, ...]:
        unit, target = seen.units[self.unit], seen.units[self.target]
        attack, armoured = pools_of(seen, unit, target).attack, models.vehicle(seen, target.id).armored
        made_of = (models.melee_words(seen, unit, models.krak_dice(seen, unit)), words)
        shares = odds.dodges(attack, defence, armoured=armoured, names=(unit.name, target.name), made_of=made_of)
        return (*shares, *_damage(seen, target, odds.hits(attack, defence + 1, int(armoured))))

    def answer(self, progress: Progress, choice: str) -> None:
        """Fight, or parry: one die more and no damage done."""
        self._fight(progress, choice)

    def _fight(self, progress: Progress, choice: str) -> None:
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        dice = pools_of(state, unit, target)
        parries = choice in ("parry", "driver-parry")
        defence = driver_dice(state, self.target) if choice in ("driver", "driver-parry") else dice.defence
        why = f"{unit.name} attacks {target.name}: {dice.attack}R"
        ours = pools.sum_of(progress, "crusade-melee-attack", dice.attack, unit=unit.id, why=why, rules=dice.rules)
        who = f"The driver of {target.name}" if choice.startswith("driver") else target.name
        why = f"{who} {'parries' if parries else 'fights back'}"
        rules = ("CRU-DICE-06", "CRU-RUSH-02" if choice.startswith("driver") else dice.rules[0])
        rules = (*rules, *(("CRU-OVER-02",) if parries else ()))
        label = "crusade-melee-defence"
        theirs = pools.sum_of(progress, label, defence + parries, unit=target.id, why=why, rules=rules)
        if ours > theirs:
            hits = ours - theirs - pools.is_armored(progress, target.id)
            progress.queue(TakeHits(unit=target.id, hits=hits, by=unit.side, doer=unit.id, rule="CRU-DICE-06"))
        elif theirs > ours and not parries:
            progress.queue(TakeHits(unit=unit.id, hits=theirs - ours, by=target.side, doer=target.id))
        else:
            progress.queue(TakeHits(unit=target.id, hits=0, rule="CRU-DICE-06"))


ACTIONS: tuple[type[Action], ...] = (MeleeAttack,)
TASKS: tuple[type[TaskStruct], ...] = (SnapFire, SnapShot, MeleeRoll)
