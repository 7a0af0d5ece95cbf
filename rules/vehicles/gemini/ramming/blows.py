"""The two blows of an impact: speed, strengths, faces, blades, and their exact chances.

(VEH-RAM-02, VEH-RAM-03, VEH-REL-01, VEH-REL-02, VEH-OLD-02, VEH-DOZ-01 to -03)

Blows of an impact on armour: all are rolled before any takes effect. (VEH-RAM-03)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from rules.core.ids import UnitId, WeaponId
from rules.core.preview import CANNOT_HURT, Chance, Ending, Mishap, ShotLine
from rules.dice.odds.armour import Kind, Penetration, VehicleShots, hit_odds, penetration_odds
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_beyond
from rules.progress import Progress, TaskStruct
from rules.rulebook.charts import damage_chart
from rules.state import GameState
from rules.vehicles.gemini.damage import bikes as damage_bikes
from rules.vehicles.gemini.damage import chart, lasting, penetration, wreck
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.gemini.motion.impact import backs, impact_strength, is_old, is_tank, older_first
from rules.vehicles.shared.damage.fate import HullShot, needs_text
from rules.vehicles.shared.damage.penetration import class_of
from rules.vehicles.shared.events import HitClass, VehicleHit
from rules.vehicles.shared.hull import FACE, Armour, Side, armour_of

IMPACT: Final = Weapon(id=WeaponId("impact"), name="Impact", type="melee")

ANY_AP: Final = 6

LOAD_AV: Final = 11
"""What a weapon that tumbles counts as, on all sides. (VEH-TOW-04)"""


class RamBlow(NamedTuple):
    """One of the two blows: whom it strikes, on which armour, how hard, with how many dice, whether it only glances."""

    victim: UnitId
    armour: Armour
    strength: int
    dice: int = 1
    only_glances: bool = False
    absorbed: bool = False
    """A dozer blade takes a D6 off its Strength first; of nothing that is left there is no blow. (VEH-DOZ-02)"""

    @property
    def kind(self) -> Kind:
        """How its dice are read: two are added up, as those of a melta weapon."""
        return "melta" if self.dice == 2 else "normal"

    @property
    def odds(self) -> Penetration:
        """What it does to the armour."""
        if not self.absorbed:
            return self._odds_at(self.strength)
        found = [self._odds_at(self.strength - die) for die in range(1, min(6, self.strength - 1) + 1)]
        glances, goes_through = (sum((getattr(o, kind) for o in found), start=Fraction(0)) / 6 for kind in _HURTS)
        return Penetration(none=1 - glances - goes_through, glancing=glances, penetrating=goes_through)

    def _odds_at(self, strength: int) -> Penetration:
        return penetration_odds(strength, self.armour.av, self.kind, ap=None if self.only_glances else ANY_AP)


_HURTS: Final = ("glancing", "penetrating")


def last_speed(state: GameState, unit: Unit) -> float:
    """How far a struck vehicle moved in its last turn, or has in the one that it is in. (VEH-REL-01)"""
    if state.active_side == unit.side and not unit.now.tried:
        return unit.before.moved_in
    return unit.now.moved_in


def impact_speed(state: GameState, other: Unit, contact: HullContact, speed_in: float) -> float:
    """The speed that counts for both blows. (VEH-REL-01, VEH-REL-02)"""
    relative = contact.is_swipe or is_old(state) or state.option("relative_speed") == "always"
    theirs = last_speed(state, other)
    if not relative or contact.quadrant == "side" or not is_beyond(theirs, 0):
        return speed_in
    return speed_in + theirs if contact.quadrant == "front" else abs(speed_in - theirs)


def blows(
    state: GameState, rammer: Unit, contact: HullContact, speed_in: float, *, weak: bool = False
) -> tuple[RamBlow, RamBlow]:
    """The blow on the other vehicle and the one on the rammer; `weak`: the other meets it by its rear. (VEH-RAM-07)"""
    assert contact.unit is not None
    other = state.units[contact.unit]
    speed = impact_speed(state, other, contact, speed_in)
    mine, theirs = profile_of(state, rammer), profile_of(state, other)
    own = Armour(contact.face, LOAD_AV) if mine.towed else armour_of(mine, FACE[contact.face])
    met = armour_of(theirs, FACE["rear" if weak else contact.touched])
    swipe = contact.is_swipe and not weak
    out = impact_strength(state, own.av, speed, tank=is_tank(mine))
    back = impact_strength(state, met.av, speed, tank=is_tank(theirs))
    meets = _meets_with_blade(state, other, contact)
    return (
        RamBlow(other.id, met, out, 2 if mine.dozer == contact.face else 1, swipe),
        RamBlow(rammer.id, own, back, 2 if meets else 1, swipe),
    )


def _meets_with_blade(state: GameState, other: Unit, contact: HullContact) -> bool:
    """Whether the struck vehicle was coming with its own blade first. (VEH-DOZ-03)"""
    leading: Side = "rear" if backs(other) else "front"
    coming = contact.quadrant == "front" and is_beyond(last_speed(state, other), 0)
    return coming and profile_of(state, other).dozer == leading == contact.touched


def rules_of(state: GameState, contact: HullContact, pair: tuple[RamBlow, ...]) -> tuple[str, ...]:
    """The rules behind an impact between vehicles."""
    old = is_old(state)
    relative = old or state.option("relative_speed") == "always"
    rules = (
        "VEH-RAM-01",
        *(("VEH-OLD-02",) if old else ("VEH-RAM-02",)),
        "VEH-RAM-03",
        "VEH-RAM-04",
        *(("VEH-REL-02",) if contact.is_swipe else ("VEH-REL-01",) if relative else ()),
        *(("VEH-DOZ-01", "VEH-DOZ-03") if any(b.dice == 2 for b in pair) else ()),
    )
    return older_first(state, rules)


# -- what it may bring ---------------------------------------------------------------------------------------------


def line(state: GameState, blow: RamBlow) -> ShotLine:
    """A blow as a line of a preview, with exact chances."""
    victim = state.units[blow.victim]
    if damage_bikes.is_bike(state, victim):
        return damage_bikes.line(state, victim, f"Impact on {victim.name}", blow.strength, None, 1, "impact")
    return ShotLine(
        weapon="impact",
        name=f"Impact on {victim.name}",
        shooters=0,
        shots=1,
        goal=blow.armour.av - blow.strength,
        goal_text=_needs(blow),
        modifiers=(),
        chances=(
            chance("glances", blow.odds.glancing),
            chance("penetrates", blow.odds.penetrating),
            chance("destroyed", destroyed(state, blow)),
            *_out_of_control(state, blow),
        ),
        notes=(
            f"Strength {blow.strength} against {blow.armour.face} armour {blow.armour.av}",
            *(("it can only glance",) if blow.only_glances else ()),
            *(("dozer blade: two dice added up",) if blow.dice == 2 else ()),
            *(("dozer blade: a D6 off this Strength first",) if blow.absorbed else ()),
            *(damage_odds.thrown_out(state, victim, "penetrating") if blow.odds.penetrating else ()),
        ),
    )


def _needs(blow: RamBlow) -> str:
    """What its dice must show; behind a dozer blade, if that absorbs as little as it can. (VEH-DOZ-02)"""
    strength = max(0, blow.strength - 1) if blow.absorbed else blow.strength
    text = needs_text(HullShot(blow.armour, blow.kind, strength, 0), blunt=blow.only_glances)
    return f"at best {text}" if blow.absorbed and text != CANNOT_HURT else text


def suffered(state: GameState, blow: RamBlow, met: Fraction = Fraction(1)) -> Iterator[Chance]:
    """What a blow that falls with the chance `met` does to its victim, by name: harmed, and the end of it."""
    victim = state.units[blow.victim]
    if damage_bikes.is_bike(state, victim):
        wounded = damage_bikes.chance_of_a_wound(state, victim, blow.strength, None)
        yield chance(f"{victim.name} wounded", met * wounded)
        return
    yield chance(f"{victim.name} damaged", met * (blow.odds.glancing + blow.odds.penetrating))
    ends = met * destroyed(state, blow)
    yield Ending(label=f"{victim.name} destroyed", exact=str(ends), value=float(ends))


def destroyed(state: GameState, blow: RamBlow) -> Fraction:
    """The chance that a blow ends its victim."""
    return damage_odds.destroyed_by(lasting.fate_of(state, state.units[blow.victim]), [_shots(state, blow)])


def _shots(state: GameState, blow: RamBlow) -> VehicleShots:
    """The blow as one shot that hits."""
    modifiers = chart.modifiers(profile_of(state, state.units[blow.victim]), IMPACT, shooting=False)
    added = sum(m.value for m in modifiers)
    return VehicleShots(count=1, hit=damage_odds.CERTAIN, penetration=blow.odds, chart_modifier=added)


def _out_of_control(state: GameState, blow: RamBlow) -> Iterator[Chance]:
    """That a blow stuns the crew of a racer, which loses control then; none while it has hull points. (VEH-DMG-02)"""
    victim = state.units[blow.victim]
    if not momentum.uses(state, victim) or (victim.vehicle is not None and victim.vehicle.hull > 0):
        return
    odds = hit_odds(_shots(state, blow), damage_chart())
    stunned = sum((each for (_, results), each in odds.items() if "crew-stunned" in results), start=Fraction(0))
    yield Mishap(label="crew stunned, loses control", exact=str(stunned), value=float(stunned))


def less_the_blade(progress: Progress, rammer: Unit, strength: int) -> int:
    """The Strength that comes back at a vehicle, less what its dozer blade absorbs. (VEH-DOZ-02)"""
    if not strength:
        return 0
    why, rules = f"dozer blade of {rammer.name}", ("VEH-DOZ-02", "VEH-DOZ-01")
    return max(0, strength - progress.roll_sum("reflected-absorb", 1, unit=rammer.id, why=why, rules=rules).dice[0])


def chance(label: str, odds: Fraction) -> Chance:
    """A named chance."""
    return Chance(label=label, exact=str(odds), value=float(odds))


def land(progress: Progress, blows: list[RamBlow], rules: tuple[str, ...], by: UnitId | None) -> None:
    """Roll every blow on armour, then let all of them take effect. (VEH-RAM-03)"""
    bikes = [b for b in blows if damage_bikes.is_bike(progress.state, progress.state.units[b.victim])]
    hard = [b for b in blows if b not in bikes]
    found: list[tuple[RamBlow, HitClass]] = [(blow, _roll(progress, blow, rules, by)) for blow in hard]
    after = [task for blow, kind in found if kind != "none" for task in _harm(progress, blow, kind, by)]
    for blow in bikes:
        _wound(progress, blow, by)
    progress.queue(*after)


def _harm(progress: Progress, blow: RamBlow, kind: HitClass, by: UnitId | None) -> tuple[TaskStruct, ...]:
    unit = progress.state.units[blow.victim]
    author = by if by != blow.victim else None
    return penetration.harm(progress, unit, IMPACT, kind, author, shooting=False, melee=False)


def _wound(progress: Progress, blow: RamBlow, by: UnitId | None) -> None:
    """A bike takes the blow on its Toughness, with its save. (VEH-RAM-05, VEH-BIKE-01)"""
    unit = progress.state.units[blow.victim]
    author = by if by != blow.victim else None
    why, causes = f"impact on {unit.name}", ("VEH-RAM-05",)
    if damage_bikes.be_wounded(progress, unit, blow.strength, None, by=author, why=why, melee=True, causes=causes):
        wreck.destroy(progress, unit, author, rule="VEH-BIKE-01")


def _roll(progress: Progress, blow: RamBlow, rules: tuple[str, ...], by: UnitId | None) -> HitClass:
    unit = progress.state.units[blow.victim]
    need = blow.armour.av - blow.strength
    why = f"impact on {unit.name}: Strength {blow.strength} against {blow.armour.face} {blow.armour.av}"
    rolled = progress.roll_sum(
        "ram-penetration", blow.dice, goal=need, low=False, unit=by, target=unit.id, why=why, rules=rules
    )
    total = blow.strength + sum(rolled.dice)
    kind = class_of(total, blow.armour.av, "normal")
    saved: Literal["", "swipe"] = "swipe" if blow.only_glances and kind == "penetrating" else ""
    kind = "glancing" if saved else kind
    progress.emit(
        VehicleHit(
            side=unit.side,
            unit=unit.id,
            face=blow.armour.face,
            av=blow.armour.av,
            strength=blow.strength,
            total=total,
            kind=kind,
            weapon="The impact",
            by=by,
            saved_by=saved,
            rules=rules,
        )
    )
    return kind
