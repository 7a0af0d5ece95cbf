"""What a sheet asks, as the rules' own values: fire, and a hull or troops under it."""

from __future__ import annotations

from typing import NamedTuple, cast

from rules.core.ids import ProfileId, WeaponId
from rules.core.modifier import Modifier
from rules.forces import strength
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon, WeaponType
from rules.questions.charts.calculator import (
    Circumstances,
    Fate,
    Fire,
    HullFire,
    HullUnderFire,
    Side,
    Troops,
    crashes,
    is_area,
    is_asked,
    numbers_of,
    on_hull,
    on_troops,
    small_group,
)
from rules.table.terrain import Cover
from tabletop.charts.sheet import (
    CHOICES,
    KIND_CHOICES,
    KIND_NUMBERS,
    KIND_TICKS,
    KINDS,
    MOST_SHOTS,
    NUMBERS,
    TICKS,
    TRAITS,
    Fault,
    Sheet,
)


class Asked(NamedTuple):
    """Fire at a hull or at troops; `numbers` are the sheet's for each kind."""

    fires: tuple[HullFire, ...]
    numbers: tuple[int, ...]
    hull: HullUnderFire | None
    troops: Troops | None


def read(sheet: Sheet) -> Asked:
    """The question of a sheet. What is wrong with it stands in `sheet.faults` afterwards."""
    common = _common(sheet)
    found = {n: fire for n in range(1, KINDS + 1) if (fire := _fire(sheet, n, common)) is not None}
    if not found:
        sheet.faults.append(Fault("shots1", "Nothing fires: give the first weapon a shot at least."))
    total = sum(each.fire.shots for each in found.values())
    if total > MOST_SHOTS:
        sheet.faults.append(Fault("shots1", f"All weapons together fire at most {MOST_SHOTS} shots. {total} is more."))
    is_hull = sheet.choice("kind", CHOICES["kind"]) == "vehicle"
    models = sheet.number("models", NUMBERS["models"])
    for n, each in found.items():
        if not is_hull and is_area(each.fire.weapon) and each.fire.shots > models:
            said = f"A burst covers at most the {models} models of the target. {each.fire.shots} is more."
            sheet.faults.append(Fault(f"shots{n}", said))
    return Asked(
        fires=tuple(found.values()),
        numbers=tuple(found),
        hull=_hull(sheet) if is_hull else None,
        troops=None if is_hull else _troops(sheet),
    )


class _Common(NamedTuple):
    found: Circumstances
    cover: str
    face: Side
    sevens: bool
    rules: str
    """By which vehicle rules."""


def _common(sheet: Sheet) -> _Common:
    on, at = sheet.ticks("on", TICKS["on"]), sheet.ticks("at", TICKS["at"])
    models = sheet.number("models", NUMBERS["models"])
    found = Circumstances(
        small="small" in at,
        moved_in=float(sheet.number("moved", NUMBERS["moved"])),
        group=small_group(models) if "group" in at else 0,
        target_tactical="dodging" in at,
        carried="carried" in on,
        suppression=sheet.number("suppression", NUMBERS["suppression"]),
        tactical="tactical" in on,
        aimed="aimed" in on,
        corrected="corrected" in on,
        bounced="bounced" in on,
    )
    face = cast("Side", sheet.choice("face", CHOICES["face"]))
    cover, rules = (sheet.choice(name, CHOICES[name]) for name in ("cover", "rules"))
    return _Common(found, cover, face, "sevens" in on, rules)


def _fire(sheet: Sheet, n: int, common: _Common) -> HullFire | None:
    shots = sheet.number(f"shots{n}", KIND_NUMBERS["shots"])
    if not shots:
        return None
    ticks = sheet.ticks(f"x{n}", KIND_TICKS)
    other = sheet.number(f"other{n}", KIND_NUMBERS["other"])
    own_cover = sheet.choice(f"cover{n}", KIND_CHOICES["cover"])
    cover = own_cover or ("hard" if common.cover == "ran" else common.cover)
    weapon = numbers_of(common.rules).as_fired(_weapon(sheet, n, ticks))
    fire = Fire(
        weapon=weapon,
        shots=shots,
        skill=sheet.number(f"bs{n}", KIND_NUMBERS["bs"]),
        found=common.found._replace(
            wounded="wounded" in ticks, two_pistols="pistols" in ticks, half_range="near" in ticks
        ),
        cover=cast("Cover", cover),
        fleeting=common.cover == "ran" and not own_cover,
        close="far" not in ticks,
        near="near" in ticks,
        smoke="smoke" in ticks,
        sevens=common.sevens,
        extra=(Modifier(other, "other modifiers"),) if other else (),
        twice="twin-linked" in ticks and is_asked(common.rules, "twin-linked"),
        own_scatter=numbers_of(common.rules).own_scatter(weapon),
    )
    face = sheet.choice(f"face{n}", KIND_CHOICES["face"])
    return HullFire(fire, cast("Side", face) if face else common.face)


def _weapon(sheet: Sheet, n: int, ticks: frozenset[str]) -> Weapon:
    kind = sheet.choice(f"type{n}", KIND_CHOICES["type"])
    made: WeaponType = "ordnance" if kind == "ordnance" else "grenade" if "thrown" in ticks else "heavy"
    traits = [trait for trait in TRAITS if trait in ticks]
    return Weapon(
        id=WeaponId(str(n)),
        name=sheet.text(f"name{n}")[:40] or f"Weapon {n}",
        type=made,
        strength=sheet.number(f"s{n}", KIND_NUMBERS["s"]),
        ap=sheet.number(f"ap{n}", KIND_NUMBERS["ap"]) or None,
        template=kind == "template",
        marker_in=3.0 if kind == "marker" else 0.0,
        traits=(*traits, *(("high-trajectory",) if "lobbed" in ticks else ())),
    )


def _hull(sheet: Sheet) -> HullUnderFire:
    ticks = sheet.ticks("is", TICKS["is"])
    moved = sheet.number("moved", NUMBERS["moved"])
    numbers = numbers_of(sheet.choice("rules", CHOICES["rules"]))
    front, side, rear = (sheet.number(face, NUMBERS[face]) for face in ("front", "side", "rear"))
    guns = sheet.number("guns", NUMBERS["guns"])
    fate = Fate(
        hull=sheet.number("hull", NUMBERS["hull"]),
        guns=guns,
        immobilised="immobilised" in ticks,
        crashes="skimmer" in ticks and crashes(moved),
        had_guns=numbers.helpless_is_lost and (guns > 0 or "unarmed" not in ticks),
    )
    return HullUnderFire(
        numbers=numbers,
        profile=numbers.hull((front, side, rear), open_topped="open" in ticks, flimsy="flimsy" in ticks),
        fate=fate,
        speed_in=float(moved),
        hull_down_roll=int(sheet.choice("hulldown", CHOICES["hulldown"])),
        plunging="plunging" in ticks,
        third_edition="third" in ticks,
        on_the_move="rolling" in sheet.ticks("on", TICKS["on"]),
    )


def _troops(sheet: Sheet) -> Troops:
    profile = Profile(
        id=ProfileId("target"),
        name="Target",
        t=sheet.number("t", NUMBERS["t"]),
        sv=sheet.number("sv", NUMBERS["sv"]),
        inv=sheet.number("inv", NUMBERS["inv"]),
        ld=sheet.number("ld", NUMBERS["ld"]),
        w=sheet.number("wounds", NUMBERS["wounds"]),
        traits=strength.struck(sheet.number("times", NUMBERS["times"]), sheet.number("more", NUMBERS["more"])),
    )
    models = sheet.number("models", NUMBERS["models"])
    return Troops(profile, models, profile.w, grounded="grounded" in sheet.ticked("at"))


def goal(asked: Asked, fire: HullFire) -> int:
    """What a shot of that kind needs, not limited."""
    if asked.hull is not None:
        return on_hull(fire, asked.hull).goal
    assert asked.troops is not None
    return on_troops(fire.fire, asked.troops).goal
