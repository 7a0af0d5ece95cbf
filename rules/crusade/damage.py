"""Hits, damage cards, wrecks, explosions, falls and wipeout checks. (CRU-DMG, CRU-DEST, CRU-EXPL, CRU-FALL, CRU-WIPE)

Everything here is a task: one card after another, what each card does before the next is drawn.
"""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.prompt import Option
from rules.crusade import marks, models, sight
from rules.crusade.dice import pools
from rules.crusade.events import (
    BecameWreck,
    BlewUp,
    CameDown,
    CardDrawn,
    CardsShuffled,
    CrewStruck,
    DiceLost,
    DriverChanged,
    Fell,
    ModelPlaced,
    WeaponFailed,
    WipedOut,
)
from rules.crusade.marks import CARDS, Card
from rules.forces.unit import Unit
from rules.geometry.hulls import Face, Hull
from rules.geometry.lengths import TOLERANCE, Circle, Point, is_within
from rules.geometry.placing import spread_around
from rules.progress import Progress, TaskStruct
from rules.state import GameState

EXPLOSION_IN: Final = 3.0

DRAW: Final = "crusade-damage-card"
"""The label of a die that draws a card. (CRU-DMG-03)"""
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
    knocks: bool = False
    """The attack is marked KD. (CRU-TROOP-03, CRU-SHOT-03)"""

    def run(self, progress: Progress) -> None:
        """Nothing happens without a hit."""
        unit = progress.state.units[self.unit]
        if self.hits <= 0 or unit.is_gone or models.is_wreck(progress.state, self.unit):
            return
        if models.chassis(progress.state, unit):
            progress.queue(DrawCards(unit=self.unit, left=self.hits, by=self.by))
            return
        left = max(0, models.dice_of(unit) - self.hits)
        knocked = self.knocks and left > 0
        rules = ("CRU-DICE-02", *(("CRU-TROOP-03",) if knocked else ()))
        carrier = unit.aboard
        lost = DiceLost(side=unit.side, unit=unit.id, hits=self.hits, left=left, knocked=knocked, rules=rules)
        progress.emit(lost)
        if not left and carrier is not None and marks.of(progress.state, carrier).driver == unit.id:
            progress.queue(DriverGone(unit=carrier, by=self.by))


class DriverGone(TaskStruct, frozen=True, kw_only=True, tag="DriverGone"):
    """The driver of an open vehicle is killed: a wipeout check at once, then it stands. (CRU-TRAN-06)"""

    unit: UnitId
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """Nobody drives it until somebody takes over."""
        state = progress.state
        progress.emit(DriverChanged(side=state.units[self.unit].side, unit=self.unit, rules=("CRU-TRAN-06",)))
        if not (models.is_wreck(state, self.unit) or state.units[self.unit].is_gone):
            drive = marks.of(state, self.unit).cards.count("DRIVE")
            progress.queue(WipeoutCheck(unit=self.unit, by=self.by, drive=drive, rule="CRU-TRAN-06"))


class DrawCards(TaskStruct, frozen=True, kw_only=True, tag="DrawCards"):
    """A vehicle draws its cards one by one; after the last it may be destroyed. (CRU-DMG-01)"""

    unit: UnitId
    left: int
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """The next card with all that it does, then the rest."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone or models.is_wreck(state, self.unit):
            return
        if not self.left:
            if len(marks.of(state, self.unit).cards) >= models.vehicle(state, self.unit).hits:
                progress.queue(Destroyed(unit=self.unit, by=self.by))
            return
        before = marks.of(state, self.unit).cards
        card, from_die = _draw(progress, unit)
        hits = models.vehicle(state, self.unit).hits
        works = len(before) + 1 < hits
        progress.emit(
            CardDrawn(
                side=unit.side,
                unit=unit.id,
                card=card,
                of=hits,
                held=len(before) + 1,
                effect=_effect(card, before, works=works),
                from_die=from_die,
                rules=("CRU-DMG-01", _RULES[card], *(("CRU-DMG-02",) if card in before else ())),
            )
        )
        self._follow(progress, card, before, works=works)
        progress.queue(DrawCards(unit=self.unit, left=self.left - 1, by=self.by))

    def _follow(self, progress: Progress, card: Card, before: tuple[Card, ...], *, works: bool) -> None:
        side = progress.state.units[self.unit].side
        if card == "CREW" and card not in before:
            progress.emit(CrewStruck(side=side, unit=self.unit, rules=("CRU-DMG-04",)))
            progress.queue(*(CrewHit(unit=u.id, by=self.by) for u in models.aboard(progress.state, self.unit)))
        elif card == "DRIVE" and card not in before and works:
            progress.queue(WipeoutCheck(unit=self.unit, by=self.by))
        elif card == "WEAPON" and works:
            progress.queue(LoseWeapon(unit=self.unit, by=self.by))


_RULES: Final = {
    "CREW": "CRU-DMG-04",
    "DRIVE": "CRU-DMG-05",
    "HULL": "CRU-DMG-06",
    "WEAPON": "CRU-DMG-07",
    "FIRE": "CRU-DMG-08",
}


def _effect(card: Card, before: tuple[Card, ...], *, works: bool) -> str:
    """What a card does, in words. (CRU-DMG-01, CRU-DMG-02)"""
    if not works and card not in ("FIRE", "CREW"):
        return "nothing more, the Hits are reached"
    again = card in before
    return {
        "CREW": "a second one does nothing" if again else "no action in its next turn; each model aboard attacked",
        "DRIVE": "one move action less" if again else "wipeout check, one move action less",
        "HULL": "one die fewer whenever it defends",
        "WEAPON": "one weapon lost",
        "FIRE": "one die more of fire at the end of its turns" if again else "on fire",
    }[card]


def card_of(state: GameState, face: int) -> str:
    """The card that such a die draws off the pile as it lies; without one left the face decides. (CRU-DMG-03)"""
    pile = marks.pile(marks.deck(state)) or CARDS
    return pile[face - 1] if face <= len(pile) else "thrown again"


def _draw(progress: Progress, unit: Unit) -> tuple[Card, bool]:
    """One card off the pile by a die of as many sides; an empty pile is made anew first. (CRU-DMG-03)"""
    noted = marks.marks(progress.state)
    if not marks.pile(marks.deck(progress.state)) and any(noted.discards.values()):
        count = sum(noted.discards.values())
        progress.emit(CardsShuffled(count=count, rules=("CRU-DMG-03",)))
    pile = marks.pile(marks.deck(progress.state))
    rules = ("CRU-DMG-03",)
    if pile:
        why = f"{unit.name} draws one of {len(pile)}"
        rolled = progress.roll(DRAW, sides=len(pile), sense="table", unit=unit.id, why=why, rules=rules)
        return pile[rolled.dice[0] - 1], False  # type: ignore[return-value]
    while True:
        why = f"{unit.name}: no card is left, a die decides"
        face = progress.roll(DRAW, sense="table", unit=unit.id, why=why, rules=rules).dice[0]
        if face <= len(CARDS):
            return CARDS[face - 1], True


class CrewHit(TaskStruct, frozen=True, kw_only=True, tag="CrewHit"):
    """A CREW card attacks a model aboard with one die, no range, no cover. (CRU-DMG-04)"""

    unit: UnitId
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """Armour does not help inside."""
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        why = f"CREW: at {unit.name} aboard"
        rules = ("CRU-DMG-04", "CRU-DICE-09")
        attack = pools.sum_of(progress, "crusade-crew-hit", 1, unit=unit.id, why=why, rules=rules)
        hits = pools.defend(progress, unit.id, attack, ignores_armour=True)
        progress.queue(TakeHits(unit=unit.id, hits=hits, by=self.by))


class LoseWeapon(TaskStruct, frozen=True, kw_only=True, tag="LoseWeapon"):
    """The attacker chooses which weapon a vehicle loses; else the next enemy clockwise. (CRU-DMG-07)"""

    unit: UnitId
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """Without a weapon left the card is just a hit."""
        state = progress.state
        unit = state.units[self.unit]
        lost = marks.of(state, self.unit).lost
        left = [(key, name) for key, name, _ in models.weapons(state, unit) if key not in lost]
        if not left:
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
        event = WeaponFailed(unit=unit.id, side=unit.side, weapon=choice, name=found[0], lost=True)
        progress.emit(replace(event, rules=("CRU-DMG-07",)))


def chooser(state: GameState, unit: Unit, by: SideId | None) -> SideId:
    """The attacker if he is an enemy, else the next enemy clockwise. (CRU-DMG-07, CRU-WIPE-02)"""
    return by if by is not None and by != unit.side else models.next_enemy(state, unit.side)


class WipeoutCheck(TaskStruct, frozen=True, kw_only=True, tag="WipeoutCheck"):
    """One D6 for each move action it could take, and one more: on a double it wipes out. (CRU-WIPE-01)"""

    unit: UnitId
    by: SideId | None = None
    drive: int = 0
    """DRIVE cards that count already: not the one that causes the check."""
    rule: str = "CRU-DMG-05"

    def run(self, progress: Progress) -> None:
        """An enemy drives it then."""
        state = progress.state
        unit = state.units[self.unit]
        dice = wipeout_dice(state, self.unit, self.drive)
        rules = ("CRU-WIPE-01", "CRU-DICE-09", self.rule)
        why = f"{unit.name}: {dice - 1} move actions and one more"
        if pools.doubles_test(progress, "crusade-wipeout", dice, unit=unit.id, why=why, rules=rules):
            return
        by = chooser(state, unit, self.by)
        progress.emit(WipedOut(side=unit.side, unit=unit.id, by=by, rules=("CRU-WIPE-02",)))
        progress.queue(EnemyDrives(unit=unit.id, by=by))


def wipeout_dice(state: GameState, unit: UnitId, drive: int) -> int:
    """How many dice such a check takes. (CRU-WIPE-01)"""
    return max(0, models.vehicle(state, unit).move_actions - drive) + 1


class EnemyDrives(TaskStruct, frozen=True, kw_only=True, tag="EnemyDrives"):
    """An enemy makes one move action with a vehicle, wherever he likes, or leaves it standing. (CRU-WIPE-02)"""

    unit: UnitId
    by: SideId

    def run(self, progress: Progress) -> None:
        """He drives it on the board, by `DriveWipedOut`, or says that it stands."""
        unit = progress.state.units[self.unit]
        if unit.is_gone or models.is_wreck(progress.state, self.unit):
            return
        question = f"{unit.name} wipes out: drive it for one move action, or leave it standing"
        options = [Option(id="stand", label="Leave it standing", rule="CRU-WIPE-02")]
        progress.ask(self, self.by, "wipeout", question, options, about=unit.id, rule="CRU-WIPE-02", decline="stand")

    def answer(self, progress: Progress, choice: str) -> None:
        """It stands where it is."""


class FallDown(TaskStruct, frozen=True, kw_only=True, tag="FallDown"):
    """A vehicle falls: a card for every full 6 inches. (CRU-FALL-01)"""

    unit: UnitId
    inches: float

    def run(self, progress: Progress) -> None:
        """A FLYER stands on the ground then."""
        state = progress.state
        unit = state.units[self.unit]
        cards = math.floor((self.inches + TOLERANCE) / sight.FALL_STEP_IN)
        progress.emit(Fell(side=unit.side, unit=unit.id, inches=self.inches, cards=cards, rules=("CRU-FALL-01",)))
        if models.in_air(state, unit):
            progress.emit(CameDown(side=unit.side, unit=unit.id, rules=("CRU-FALL-01",)))
        progress.queue(TakeHits(unit=unit.id, hits=cards))


class Burning(TaskStruct, frozen=True, kw_only=True, tag="Burning"):
    """At the end of its owner's turn one die for each FIRE card is rolled against a vehicle. (CRU-DMG-08)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """It defends with base dice less HULL cards, without armour."""
        state = progress.state
        unit = state.units[self.unit]
        cards = marks.of(state, self.unit).cards.count("FIRE")
        if not cards or unit.is_gone or models.is_wreck(state, self.unit):
            return
        why = f"{unit.name} burns: {cards}R"
        rules = ("CRU-DMG-08", "CRU-DICE-09")
        fire = pools.sum_of(progress, "crusade-vehicle-fire", cards, unit=unit.id, why=why, rules=rules)
        hits = pools.defend(progress, unit.id, fire, ignores_armour=True, still=True, rules=("CRU-DMG-08",))
        progress.queue(TakeHits(unit=unit.id, hits=hits))


class Destroyed(TaskStruct, frozen=True, kw_only=True, tag="Destroyed"):
    """A vehicle with as many cards as Hits is a wreck, or explodes if it was on fire. (CRU-DEST-01, CRU-EXPL-01)"""

    unit: UnitId
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """Occupants are attacked, survivors set down."""
        state = progress.state
        unit = state.units[self.unit]
        if "FIRE" in marks.of(state, self.unit).cards:
            self._explode(progress, unit)
            return
        riding = models.aboard(state, self.unit)
        progress.emit(BecameWreck(side=unit.side, unit=unit.id, rules=("CRU-DEST-01", "CRU-DICE-03")))
        progress.queue(*(WreckHits(unit=u.id, by=self.by) for u in riding))
        progress.queue(*(SetDown(unit=u.id, beside=unit.id) for u in riding))

    def _explode(self, progress: Progress, unit: Unit) -> None:
        """Inside first, then outward, nearest first. (CRU-EXPL-01)"""
        state = progress.state
        inside = models.aboard(state, unit.id)
        around = within_blast(state, unit)
        progress.emit(BlewUp(side=unit.side, unit=unit.id, rules=("CRU-EXPL-01", "CRU-DMG-03")))
        hull = models.pose(state, unit)
        for each, place in zip(inside, _scattered(state, hull, inside), strict=True):
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
        )
        progress.queue(blast)


def within_blast(state: GameState, exploding: Unit) -> tuple[Unit, ...]:
    """Whom an explosion reaches, nearest first: those as high as it is. (CRU-EXPL-01)"""
    hull, high = models.pose(state, exploding), models.in_air(state, exploding)
    found = [
        (gap, u.id)
        for u in models.standing(state)
        if u.id != exploding.id and models.in_air(state, u) == high and not models.is_wreck(state, u.id)
        if is_within(gap := models.gap_to_hull(state, u, hull), EXPLOSION_IN)
    ]
    return tuple(state.units[unit] for _, unit in sorted(found))


def _scattered(state: GameState, hull: Hull, riders: tuple[Unit, ...]) -> tuple[Point, ...]:
    """Where those stand who were in a vehicle that is gone: on its place, apart from each other."""
    radii = tuple(models.profile(state, u).base_radius_in for u in riders)
    places = spread_around(hull.centre, radii, 6.0)
    return (*places, *(hull.centre for _ in riders[len(places) :]))


class Blast(TaskStruct, frozen=True, kw_only=True, tag="Blast"):
    """One sum against several models, one after the other; survivors of KD are knocked down. (CRU-EXPL-01)"""

    at: Point
    attack: int
    vehicles: int
    """The sum against vehicles: one die more. (CRU-SHOT-04)"""
    inside: tuple[UnitId, ...] = ()
    around: tuple[UnitId, ...] = ()
    by: SideId | None = None

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
            covered = not inside and hull is None and sight.has_front_cover(state, self.at, unit)
            attack = self.vehicles if hull else self.attack
            rules = ("CRU-EXPL-01", *(("CRU-TROOP-05",) if covered else ()), *(("CRU-SHOT-03",) if hull else ()))
            hits = pools.defend(progress, unit.id, attack, cover=int(covered), rules=rules)
            progress.queue(TakeHits(unit=unit.id, hits=hits, by=self.by, knocks=True))
        progress.queue(left)


class WreckHits(TaskStruct, frozen=True, kw_only=True, tag="WreckHits"):
    """An occupant of a destroyed vehicle is attacked with 3R, KD, without cover. (CRU-DEST-01)"""

    unit: UnitId
    by: SideId | None = None

    def run(self, progress: Progress) -> None:
        """His own dice defend him."""
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        rules = ("CRU-DEST-01", "CRU-DICE-09")
        why = f"In the wreck: at {unit.name}"
        attack = pools.sum_of(progress, "crusade-wreck-occupants", WRECK_DICE, unit=unit.id, why=why, rules=rules)
        hits = pools.defend(progress, unit.id, attack)
        progress.queue(TakeHits(unit=unit.id, hits=hits, by=self.by, knocks=True))


class SetDown(TaskStruct, frozen=True, kw_only=True, tag="SetDown"):
    """A survivor is placed touching the wreck, at the side that his owner says. (CRU-DEST-01)"""

    unit: UnitId
    beside: UnitId

    def run(self, progress: Progress) -> None:
        """Ask, where there is room at a side at all."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone:
            return
        hull = models.pose(state, state.units[self.beside])
        places = touching(state, unit, hull)
        if not places:
            place = _scattered(state, hull, (unit,))[0]
            progress.emit(ModelPlaced(side=unit.side, unit=unit.id, at=place, why=_OUT, rules=("CRU-DEST-01",)))
            return
        options = [
            Option(id=face, label=f"At its {face}", ghosts=((unit.models[0].id, *at, unit.models[0].facing),))
            for face, at in places.items()
        ]
        question = f"Where does {unit.name} stand, touching the wreck?"
        progress.ask(
            self, unit.side, "set-down", question, options, unit=unit.id, about=self.beside, rule="CRU-DEST-01"
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """There he stands."""
        state = progress.state
        unit = state.units[self.unit]
        at = touching(state, unit, models.pose(state, state.units[self.beside]))[choice]  # type: ignore[index]
        facing = unit.models[0].facing
        placed = ModelPlaced(side=unit.side, unit=unit.id, at=at, facing=facing, why=_OUT, rules=("CRU-DEST-01",))
        progress.emit(placed)


_OUT: Final = "gets out of the wreck"


def touching(state: GameState, unit: Unit, hull: Hull, apart: float = 0.0) -> dict[Face, Point]:
    """Free places for a base that touches a hull, or stands so far off it, at the middle of each side."""
    radius = models.profile(state, unit).base_radius_in + apart
    out, aside = hull.length / 2 + radius, hull.width / 2 + radius
    middles: dict[Face, Point] = {
        "front": hull.on_table(out, 0),
        "right": hull.on_table(0, aside),
        "rear": hull.on_table(-out, 0),
        "left": hull.on_table(0, -aside),
    }
    return {face: at for face, at in middles.items() if is_free(state, unit, at)}


def is_free(state: GameState, unit: Unit, at: Point) -> bool:
    """Whether a base may stand there: on the table, on nobody and nothing that bars it."""
    ring = Circle(at, models.profile(state, unit).base_radius_in)
    x, y = at
    inside = ring.radius <= x + TOLERANCE and x + ring.radius <= state.scenario.width_in + TOLERANCE
    inside = inside and ring.radius <= y + TOLERANCE and y + ring.radius <= state.scenario.height_in + TOLERANCE
    others = (u for u in models.standing(state) if u.id != unit.id and not models.in_air(state, u))
    return inside and not any(stands_on(state, other, ring) for other in others)


def stands_on(state: GameState, other: Unit, ring: Circle) -> bool:
    """Whether a base stands on that model by more than the tolerance."""
    return not is_within(ring.radius, models.gap_to_point(state, other, ring.centre))


TASKS: tuple[type[TaskStruct], ...] = (
    TakeHits,
    DriverGone,
    DrawCards,
    CrewHit,
    LoseWeapon,
    WipeoutCheck,
    EnemyDrives,
    FallDown,
    Burning,
    Destroyed,
    Blast,
    WreckHits,
    SetDown,
)
