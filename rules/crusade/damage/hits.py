"""Hits and what follows at once: dice lost, cards, wrecks, explosions. (CRU-DICE-02, CRU-DMG, CRU-DEST, CRU-EXPL)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.prompt import Option
from rules.crusade import courses, marks, models, sight
from rules.crusade.damage.deck import CARD_RULES, draw, effect
from rules.crusade.damage.places import scattered, touching
from rules.crusade.damage.wipeout import WipeoutCheck, chooser
from rules.crusade.dice import pools
from rules.crusade.events.aboard import DriverChanged
from rules.crusade.events.losses import BecameWreck, BlewUp, CardDrawn, CrewStruck, DiceLost, NoHitTaken
from rules.crusade.events.turns import ModelPlaced
from rules.crusade.events.weapons import WeaponFailed
from rules.crusade.marks import Card
from rules.forces.unit import Unit
from rules.geometry.hulls import Face
from rules.geometry.lengths import Point, is_within
from rules.progress import Progress, TaskStruct
from rules.state import GameState

EXPLOSION_IN: Final = 3.0
"""How far an explosion reaches from any point of the hull. (CRU-EXPL-01)"""
EXPLOSION_DICE: Final = 4
WRECK_DICE: Final = 3
"""What occupants of a destroyed vehicle are attacked with. (CRU-DEST-01)"""


class TakeHits(TaskStruct, frozen=True, kw_only=True, tag="TakeHits"):
    """A model takes hits: dice of a troop, cards of a vehicle. (CRU-DICE-02, CRU-DICE-03)"""

    unit: UnitId
    hits: int
    by: SideId | None = None
    """Whose attack it is; None for a fall or a fire."""
    doer: UnitId | None = None
    """Which model's attack it is."""
    cause: str = ""
    """What it is instead, in a word or two."""
    knocks: bool = False
    """The attack is marked KD. (CRU-TROOP-03, CRU-SHOT-03)"""
    rule: str = "CRU-DICE-04"
    """What the hits were counted by."""

    def run(self, progress: Progress) -> None:
        """Without a hit it is said that there is none."""
        unit = progress.state.units[self.unit]
        if unit.is_gone or models.is_wreck(progress.state, self.unit):
            return
        if self.hits <= 0:
            progress.emit(NoHitTaken(side=unit.side, unit=unit.id, rules=(self.rule,)))
            return
        if models.chassis(progress.state, unit):
            progress.queue(DrawCards(unit=self.unit, left=self.hits, by=self.by, doer=self.doer, cause=self.cause))
            return
        left = max(0, models.dice_of(unit) - self.hits)
        knocked = self.knocks and left > 0
        rules = ("CRU-DICE-02", *(("CRU-TROOP-03",) if knocked else ()))
        carrier = unit.aboard
        progress.emit(
            DiceLost(
                side=unit.side,
                unit=unit.id,
                hits=self.hits,
                left=left,
                knocked=knocked,
                by=self.doer,
                cause=self.cause,
                rules=rules,
            )
        )
        if not left and carrier is not None and marks.of(progress.state, carrier).driver == unit.id:
            progress.queue(DriverGone(unit=carrier, by=self.by))


class DriverGone(TaskStruct, frozen=True, kw_only=True, tag="DriverGone"):
    """The driver of an open vehicle is killed: a wipeout check at once, then it stands. (CRU-TRAN-06)"""

    unit: UnitId
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """Nobody drives it until somebody takes over; one that has all its Hits is no vehicle to drive. (CRU-DMG-01)"""
        state = progress.state
        progress.emit(DriverChanged(side=state.units[self.unit].side, unit=self.unit, rules=("CRU-TRAN-06",)))
        lost = len(marks.of(state, self.unit).cards) >= models.vehicle(state, self.unit).hits
        if not (lost or models.is_wreck(state, self.unit) or state.units[self.unit].is_gone):
            drive = marks.of(state, self.unit).cards.count("DRIVE")
            progress.queue(WipeoutCheck(unit=self.unit, by=self.by, drive=drive, rule="CRU-TRAN-06"))


class DrawCards(TaskStruct, frozen=True, kw_only=True, tag="DrawCards"):
    """A vehicle draws its cards one by one; after the last it may be destroyed. (CRU-DMG-01)"""

    unit: UnitId
    left: int
    by: SideId | None = None
    doer: UnitId | None = None
    cause: str = ""

    def run(self, progress: Progress) -> None:
        """The next card with all that it does, then the rest."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone or models.is_wreck(state, self.unit):
            return
        if not self.left:
            if len(marks.of(state, self.unit).cards) >= models.vehicle(state, self.unit).hits:
                progress.queue(Destroyed(unit=self.unit, by=self.by, doer=self.doer, cause=self.cause))
            return
        before = marks.of(state, self.unit).cards
        card, from_die = draw(progress, unit)
        hits = models.vehicle(state, self.unit).hits
        works = len(before) + 1 < hits
        progress.emit(
            CardDrawn(
                side=unit.side,
                unit=unit.id,
                card=card,
                of=hits,
                held=len(before) + 1,
                effect=effect(card, before, works=works),
                from_die=from_die,
                by=self.doer,
                cause=self.cause,
                rules=("CRU-DMG-01", CARD_RULES[card], *(("CRU-DMG-02",) if card in before else ())),
            )
        )
        self._follow(progress, card, before, works=works)
        progress.queue(replace(self, left=self.left - 1))

    def _follow(self, progress: Progress, card: Card, before: tuple[Card, ...], *, works: bool) -> None:
        side = progress.state.units[self.unit].side
        if card == "CREW" and card not in before:
            progress.emit(CrewStruck(side=side, unit=self.unit, rules=("CRU-DMG-04",)))
            riding = models.aboard(progress.state, self.unit)
            progress.queue(*(CrewHit(unit=u.id, by=self.by, doer=self.doer) for u in riding))
        elif card == "DRIVE" and card not in before and works:
            progress.queue(WipeoutCheck(unit=self.unit, by=self.by))
        elif card == "WEAPON" and works:
            progress.queue(LoseWeapon(unit=self.unit, by=self.by))


class CrewHit(TaskStruct, frozen=True, kw_only=True, tag="CrewHit"):
    """A CREW card attacks a model aboard with one die, no range, no cover. (CRU-DMG-04)"""

    unit: UnitId
    by: SideId | None = None
    doer: UnitId | None = None

    def run(self, progress: Progress) -> None:
        """Armour does not help inside."""
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        why = f"{unit.name} is struck aboard by the CREW card"
        rules = ("CRU-DMG-04", "CRU-DICE-09")
        attack = pools.sum_of(progress, "crusade-crew-hit", 1, unit=unit.id, why=why, rules=rules)
        hits = pools.defend(progress, unit.id, attack, ignores_armour=True)
        progress.queue(TakeHits(unit=unit.id, hits=hits, by=self.by, doer=self.doer, cause="a CREW card"))


class LoseWeapon(TaskStruct, frozen=True, kw_only=True, tag="LoseWeapon"):
    """The attacker chooses which weapon a vehicle loses; else the next enemy clockwise. (CRU-DMG-07)"""

    unit: UnitId
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """Without a weapon left the card is just a hit; of a last one there is nothing to choose."""
        state = progress.state
        unit = state.units[self.unit]
        lost = marks.of(state, self.unit).lost
        keys = [key for key, _, _ in models.weapons(state, unit) if key not in lost]
        left = [(key, found[0]) for key in keys if (found := models.weapon(state, unit, key))]
        if len(left) < 2:
            for key, name in left:
                self._lose(progress, key, name)
            return
        asked = chooser(state, unit, self.by)
        options = [Option(id=key, label=name, rule="CRU-DMG-07") for key, name in left]
        question = f"Which weapon does {unit.name} lose?"
        progress.ask(self, asked, "weapon-lost", question, options, unit=None, about=unit.id, rule="CRU-DMG-07")

    def answer(self, progress: Progress, choice: str) -> None:
        """That one is gone."""
        unit = progress.state.units[self.unit]
        found = models.weapon(progress.state, unit, choice)
        assert found
        self._lose(progress, choice, found[0])

    def _lose(self, progress: Progress, key: str, name: str) -> None:
        side = progress.state.units[self.unit].side
        rules = ("CRU-DMG-07",)
        progress.emit(WeaponFailed(unit=self.unit, side=side, weapon=key, name=name, lost=True, rules=rules))


class Destroyed(TaskStruct, frozen=True, kw_only=True, tag="Destroyed"):
    """A vehicle with as many cards as Hits is a wreck, or explodes if it was on fire. (CRU-DEST-01, CRU-EXPL-01)"""

    unit: UnitId
    by: SideId | None = None
    doer: UnitId | None = None
    cause: str = ""

    def run(self, progress: Progress) -> None:
        """Occupants are attacked, survivors set down."""
        state = progress.state
        unit = state.units[self.unit]
        if "FIRE" in marks.of(state, self.unit).cards:
            self._explode(progress, unit)
            return
        riding = models.aboard(state, self.unit)
        rules = ("CRU-DEST-01", "CRU-DICE-03")
        progress.emit(BecameWreck(side=unit.side, unit=unit.id, by=self.doer, cause=self.cause, rules=rules))
        progress.queue(*(WreckHits(unit=u.id, by=self.by, doer=self.doer) for u in riding))
        progress.queue(*(SetDown(unit=u.id, beside=unit.id) for u in riding))

    def _explode(self, progress: Progress, unit: Unit) -> None:
        """Inside first, then outward, nearest first. (CRU-EXPL-01)"""
        state = progress.state
        inside = models.aboard(state, unit.id)
        around = within_blast(state, unit)
        rules: tuple[str, ...] = ("CRU-EXPL-01", "CRU-DMG-03")
        progress.emit(BlewUp(side=unit.side, unit=unit.id, by=self.doer, cause=self.cause, rules=rules))
        hull = models.pose(state, unit)
        for each, place in zip(inside, scattered(state, hull, inside), strict=True):
            beside = ModelPlaced(side=each.side, unit=each.id, at=place, why="is thrown out", rules=("CRU-EXPL-01",))
            progress.emit(beside)
        hulls = any(models.chassis(state, u) for u in (*inside, *around))
        rules = ("CRU-EXPL-01", "CRU-DICE-09", *(("CRU-SHOT-04",) if hulls else ()))
        why = f"{unit.name} explodes: 4R" + (", one more against vehicles" if hulls else "")
        rolled = progress.roll_combat(
            "crusade-explosion", EXPLOSION_DICE + hulls, unit=unit.id, why=why, rules=("CRU-DICE-01", *rules)
        )
        faces = rolled.readings
        blast = Blast(
            at=hull.centre,
            attack=sum(faces[:EXPLOSION_DICE]),
            vehicles=sum(faces),
            inside=tuple(u.id for u in inside),
            around=tuple(u.id for u in around),
            by=self.by,
            doer=self.doer,
        )
        progress.queue(blast)


def within_blast(state: GameState, exploding: Unit) -> tuple[Unit, ...]:
    """Whom an explosion reaches, nearest first: those as high as it is. (CRU-EXPL-01)

    Up to version 13 a vehicle inside a FLYER exploded on the ground under it.
    """
    aloft = models.in_air if state.is_older_than("14") else models.flies
    hull, high = models.pose(state, exploding), aloft(state, exploding)
    found = []
    for unit in models.open_to_bursts(state):
        if exploding.id in (unit.id, unit.aboard) or models.flies(state, unit) != high:
            continue
        riding = unit.aboard is not None
        gap = hull.distance_to_point(models.place(state, unit)) if riding else models.gap_to_hull(state, unit, hull)
        if is_within(gap, EXPLOSION_IN):
            found.append((gap, unit.id))
    return tuple(state.units[unit] for _, unit in sorted(found))


class Blast(TaskStruct, frozen=True, kw_only=True, tag="Blast"):
    """One sum against several models, one after the other; survivors of KD are knocked down. (CRU-EXPL-01)"""

    at: Point
    attack: int
    vehicles: int
    """The sum against vehicles: one die more. (CRU-SHOT-04)"""
    inside: tuple[UnitId, ...] = ()
    around: tuple[UnitId, ...] = ()
    by: SideId | None = None
    doer: UnitId | None = None

    def run(self, progress: Progress) -> None:
        """The next of them; no cover for those who were inside."""
        inside = bool(self.inside)
        rest = self.inside or self.around
        if not rest:
            return
        state = progress.state
        unit = state.units[rest[0]]
        left = replace(self, inside=rest[1:]) if inside else replace(self, around=rest[1:])
        if not unit.is_gone and not models.is_wreck(state, unit.id):
            hull = models.chassis(state, unit)
            riding = not inside and unit.aboard is not None
            front = not inside and hull is None and sight.has_front_cover(state, self.at, unit)
            covered = riding or front or (not inside and self._shrouded(state, unit))
            attack = self.vehicles if hull else self.attack
            shroud = ("CRU-SHOT-02",) if covered else ()
            cover = ("CRU-TRAN-04",) if riding else ("CRU-TROOP-05",) if front else shroud
            rules = ("CRU-EXPL-01", *cover, *(("CRU-SHOT-03",) if hull else ()))
            hits = pools.defend(progress, unit.id, attack, cover=int(covered), rules=rules)
            struck = TakeHits(unit=unit.id, hits=hits, by=self.by, doer=self.doer, cause="an explosion", knocks=True)
            progress.queue(struck)
        progress.queue(left)

    def _shrouded(self, state: GameState, unit: Unit) -> bool:
        """Whether smoke or darkness lies between; up to version 14 it did not count here. (CRU-SHOT-02)"""
        return not state.is_older_than("15") and sight.in_a_shroud(state, self.at, unit)


class WreckHits(TaskStruct, frozen=True, kw_only=True, tag="WreckHits"):
    """An occupant of a destroyed vehicle is attacked with 3R, KD, without cover. (CRU-DEST-01)"""

    unit: UnitId
    by: SideId | None = None
    doer: UnitId | None = None

    def run(self, progress: Progress) -> None:
        """His own dice defend him."""
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        rules = ("CRU-DEST-01", "CRU-DICE-09")
        why = f"{unit.name} is struck in the wreck"
        attack = pools.sum_of(progress, "crusade-wreck-occupants", WRECK_DICE, unit=unit.id, why=why, rules=rules)
        hits = pools.defend(progress, unit.id, attack)
        progress.queue(
            TakeHits(unit=unit.id, hits=hits, by=self.by, doer=self.doer, cause="the wreck round it", knocks=True)
        )


class SetDown(TaskStruct, frozen=True, kw_only=True, tag="SetDown"):
    """A survivor is placed touching the wreck, at the side that his owner says. (CRU-DEST-01)"""

    unit: UnitId
    beside: UnitId

    def run(self, progress: Progress) -> None:
        """Ask, where there is room at more than one side."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone:
            return
        places = self._places(state, unit)
        if len(places) < 2:
            hull = models.pose(state, state.units[self.beside])
            left = (scattered(state, hull, (unit,))[0], unit.models[0].facing)
            self._stand(progress, *next(iter(places.values()), left))
            return
        options = [
            Option(id=face, label=f"At its {face}", ghosts=((unit.models[0].id, *at, facing),))
            for face, (at, facing) in places.items()
        ]
        question = f"Where does {unit.name} stand, touching the wreck?"
        progress.ask(
            self, unit.side, "set-down", question, options, unit=unit.id, about=self.beside, rule="CRU-DEST-01"
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """There he stands."""
        state = progress.state
        places = self._places(state, state.units[self.unit])
        self._stand(progress, *next(place for face, place in places.items() if face == choice))

    def _places(self, state: GameState, unit: Unit) -> dict[Face, tuple[Point, float]]:
        """Each with the way it looks: a base as before, a hull away from the wreck.

        Up to version 14 a hull had the room of a circle of its size.
        """
        hull = models.pose(state, state.units[self.beside])
        if models.chassis(state, unit) is None or state.is_older_than("15"):
            return {face: (at, unit.models[0].facing) for face, at in touching(state, unit, hull).items()}
        return {
            face: (courses.rounded(each.centre), each.heading)
            for face, each in courses.beside(state, unit, hull).items()
        }

    def _stand(self, progress: Progress, at: Point, facing: float) -> None:
        unit = progress.state.units[self.unit]
        placed = ModelPlaced(side=unit.side, unit=unit.id, at=at, facing=facing, why=_OUT, rules=("CRU-DEST-01",))
        progress.emit(placed)


_OUT: Final = "gets out of the wreck"


TASKS: tuple[type[TaskStruct], ...] = (
    TakeHits,
    DriverGone,
    DrawCards,
    CrewHit,
    LoseWeapon,
    Destroyed,
    Blast,
    WreckHits,
    SetDown,
)
