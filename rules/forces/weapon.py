"""Weapons, their types and traits. (ARAP-WPN-01)"""

from typing import Literal

from msgspec import Struct

from rules.core.ids import WeaponId
from rules.forces.crusade import CrusadeWeapon

WeaponType = Literal[
    "rapid-fire", "assault", "pistol", "salvo", "heavy", "slow", "ordnance", "primary", "grenade", "bomb", "melee"
]


class Weapon(Struct, frozen=True, kw_only=True, cache_hash=True):
    """One weapon's profile. Ranges in inches; `ap` None means no AP; `strength` of a melee weapon is an addition.

    `shots` is the number in the profile (salvo: at full range, `shots_half` at half range).
    `template`: a flame weapon (strip of 8 by 2 inches), `torrent_in` its reach; `marker_in`: diameter of an area
    marker, 0 for none. A grenade without a marker hits whom it comes down on. `traits` are those of
    `rules.forces.traits`.
    `attack`: arc of a natural melee attack (ARAP-MELEE-02).
    """

    id: WeaponId
    name: str
    type: WeaponType
    range_in: float = 0
    shots: int = 1
    shots_half: int = 0
    strength: int = 0
    ap: int | None = None
    template: bool = False
    torrent_in: float = 0
    marker_in: float = 0
    attack: Literal["ordinary", "stomp", "tentacle", "bite", "claw", "tail"] = "ordinary"
    traits: tuple[str, ...] = ()
    min_range_in: float = 0
    """Least range of a barrage of the trial rules. (TRI-ORD-07)"""
    crusade: CrusadeWeapon | None = None
    """What it is in the Rules Crusade, where nothing else of it counts. (CRU-WEAP-13)"""

    @property
    def is_ranged(self) -> bool:
        """Whether it shoots (melee weapons and grenades do not)."""
        return self.type not in ("melee", "grenade", "bomb")

    @property
    def is_lobbed(self) -> bool:
        """Whether its shots pass over obstacles. (ARAP-AREA-11)"""
        return self.has("high-trajectory") or self.has("indirect")

    @property
    def is_guessed(self) -> bool:
        """Whether it fires at a guessed range and in no other way. (ARAP-AREA-10, ARAP-AREA-11)"""
        return self.is_ranged and not self.has("direct") and (self.is_lobbed or self.has("guess"))

    @property
    def is_thrown(self) -> bool:
        """Whether it is thrown by hand: grenades, rocks and bricks, but none that are only planted. (ARAP-GREN-01)"""
        return self.type == "grenade" and not self.has("planted")

    @property
    def once_a_turn(self) -> bool:
        """Heavy, Slow, Ordnance and Primary weapons never exceed their shots in a turn. (ARAP-WPN-02)"""
        return self.type in ("heavy", "slow", "ordnance", "primary")

    @property
    def needs_both_hands(self) -> bool:
        """Whether it cannot be used while climbing: said so, or fired from the shoulder. (ARAP-CLIMB-08)"""
        return self.has("two-handed") or (self.is_ranged and self.type != "pistol" and not self.has("one-handed"))

    @property
    def random_sides(self) -> int:
        """Sides of the die that is added to its Strength for each hit; 0 where it is fixed. (TRI-FIRE-05)"""
        return 6 if self.has("random-strength-d6") else 3 if self.has("random-strength-d3") else 0

    def strength_in_words(self, strength: int) -> str:
        """That Strength with the die that is added to it: "5", "D6", "D3+1". (TRI-FIRE-05)"""
        if not self.random_sides:
            return str(strength)
        return f"D{self.random_sides}" + (f"+{strength}" if strength else "")

    @property
    def strengths(self) -> tuple[int, ...]:
        """Every Strength that a hit of it may have, each as likely as the others."""
        return strengths_of(self.strength, self.random_sides)

    def has(self, trait: str) -> bool:
        """Whether it has the trait of that name."""
        return trait in self.traits


def strengths_of(strength: int, random_sides: int) -> tuple[int, ...]:
    """Every Strength that a hit may have to which a die of so many sides is added; none is with 0."""
    return tuple(strength + n for n in range(1, random_sides + 1)) or (strength,)
