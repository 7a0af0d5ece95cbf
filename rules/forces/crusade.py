"""Vehicles and weapons of the Rules Crusade, a game of dice pools. (CRU-DICE-03, CRU-WEAP-13)"""

from typing import Final, Literal

from msgspec import Struct

from rules.core.ids import ProfileId
from rules.forces.hull import HullStruct
from rules.forces.mount import Mount

CrusadeTrait = Literal["heavy", "fast", "flyer", "low"]
Letter = Literal["P", "Rap", "R", "J/X", "HFT", "IFC", "Load", "Line"]

BIG: Final = ("very-bulky", "extremely-bulky")
"""Bulks of troops that closed vehicles do not take. (CRU-TRAN-05)"""


class CrusadeHull(HullStruct, frozen=True, kw_only=True, tag="crusade"):
    """Base dice, Hits and what it carries. Lengths in inches."""

    dice: int
    """Base dice, which it defends, over-runs and rams with. (CRU-DICE-03)"""
    hits: int
    """So many damage cards destroy it. (CRU-DICE-03)"""
    armored: bool = False
    """One hit fewer from each attack. (CRU-DICE-10)"""
    traits: tuple[CrusadeTrait, ...] = ()
    transport: int = 0
    """Spaces for troops: Heavy ones take two, Big ones three. (CRU-TRAN-02)"""
    open_transport: bool = False
    """Troops ride in the open. (CRU-TRAN-04)"""
    takes_big: bool = False
    """Heavy and Big troops ride although it is closed: the star of the lists. (CRU-LIST-04)"""
    open_crew: int = 0
    """Crew in open positions. (CRU-TRAN-07)"""
    holds: tuple[ProfileId, ...] = ()
    """Vehicles one of which may take the whole transport. (CRU-LIST-03)"""
    overrun_dice: int = 0
    """Dice more when it over-runs, by its equipment. (CRU-OVER-01)"""
    swoops: bool = False
    """A FLYER that may over-run troops all the same. (CRU-OVER-04)"""
    immobile: bool = False
    """It cannot move: a drop pod. (CRU-POD-01)"""
    length_in: float = 4
    width_in: float = 3
    height_in: float = 2
    mounts: tuple[Mount, ...] = ()
    note: str = ""
    """What is uncertain about its row in the lists."""

    @property
    def move_actions(self) -> int:
        """Move actions that it could take in a turn, the one bought with its action among them. (CRU-TURN-03)"""
        if self.immobile:
            return 0
        if "heavy" in self.traits:
            return 1
        return 2 + ("fast" in self.traits) + 2 * ("flyer" in self.traits)

    @property
    def shape(self) -> str:
        """A FLYER is drawn as a skiff. (CRU-MOVE-07)"""
        return "flying-skimmer" if "flyer" in self.traits else "tracked"

    @property
    def oddities(self) -> tuple[str, ...]:
        """What else its entry says, in words. (CRU-POD-01, CRU-OVER-01, CRU-OVER-04)"""
        more = f"{self.overrun_dice}R more when it over-runs"
        pairs = ("cannot move", self.immobile), (more, self.overrun_dice > 0), ("over-runs in flight", self.swoops)
        return tuple(words for words, holds in pairs if holds)

    @property
    def crew_only(self) -> bool:
        """Whether nobody rides in it but open crew, whose places others take if they are free. (CRU-TRAN-07)"""
        return self.open_crew > 0 and self.transport == 0

    @property
    def capacity(self) -> int:
        """Spaces for troops. (CRU-TRAN-02)"""
        return self.transport

    @property
    def bars(self) -> tuple[str, ...]:
        """Big troops, unless it is open or takes them nevertheless. (CRU-TRAN-05, CRU-LIST-04)"""
        return () if self.open_transport or self.takes_big else BIG

    @property
    def bars_rule(self) -> str:
        """Which says who may not ride in it."""
        return "CRU-TRAN-05"

    @property
    def open_topped(self) -> bool:
        """Troops ride in the open. (CRU-TRAN-04)"""
        return self.open_transport


class CrusadeTroop(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a troop is in the Rules Crusade, beside its dice (`w`), move (`m`) and size (`bulk`). (CRU-TROOP-01)"""

    melee_bonus: int = 0
    """Dice more in melee."""
    jumping: bool = False
    """It boards by landing, without a roll. (CRU-BOARD-04)"""


class CrusadeWeapon(Struct, frozen=True, kw_only=True):
    """What a weapon is in the Rules Crusade. Lengths in inches."""

    dice: int
    letters: tuple[Letter, ...] = ()
    """What stands behind its name in the lists. (CRU-WEAP-02 to -11)"""
    blast_in: float = 0
    """Radius of its blast, 0 for none. (CRU-WEAP-08)"""
    basic: bool = False
    """It may snap fire. (CRU-WEAP-12)"""
    max_range_in: float = 0
    """0 where only the range penalty limits it. (CRU-WEAP-13)"""
    ignores_cover: bool = False
    """Cover is of no use against it. (CRU-WEAP-13)"""
    launcher: str = ""
    """What a troop fires it with: what has the same one is empty, jammed or lost with it. (CRU-WEAP-10)"""
