"""A unit's card: characteristics as they are now, weapons, states in the rules' words, and the damage chart.

Traits of troops as a card shows them: what each does, in a few words, with the rule that says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import NamedTuple

from rules.core.unit_state import UnitState
from rules.forces.gemini import GeminiHull
from rules.forces.hull import VehicleHull
from rules.forces.mount import Mount
from rules.forces.profile import NO_SAVE, Profile
from rules.forces.traits import HATED, TRAITS, Trait, plain
from rules.forces.unit import Model, Unit, VehicleState
from rules.forces.weapon import Weapon
from rules.questions import shots, units
from rules.rulebook import charts
from rules.state import GameState
from tabletop.armies.cards import hulls
from tabletop.ui.figures import ChartCell, ChartRow, DamageChart, scores_text
from tabletop.ui.words import signed_text

RESULTS = (
    ("no-effect", "No effect"),
    ("crew-shaken", "Crew shaken"),
    ("crew-stunned", "Crew stunned"),
    ("armament-destroyed", "Armament destroyed"),
    ("immobilised", "Immobilised"),
    ("destroyed", "Destroyed"),
    ("flipped", "Destroyed and flipped"),
    ("explodes", "Explodes"),
    ("annihilated", "Annihilated"),
)
"""Rows of the damage chart, from harmless to worst."""

SEVERE = frozenset({"destroyed", "flipped", "explodes", "annihilated"})

COLUMNS = ("glancing", "penetrating", "ordnance")


class Line(NamedTuple):
    """Members alike: how many, who, their characteristics and the wounds of those who are hurt."""

    number: int
    name: str
    figures: tuple[tuple[str, object], ...]
    hurt: str


class WeaponRow(NamedTuple):
    """One kind of weapon as the card lists it."""

    name: str
    range: str
    shots: str
    strength: str
    ap: str
    arc: str
    state: str


class Armour(NamedTuple):
    """Armour values by facing."""

    front: int
    side: int
    rear: int


class UnitCard(NamedTuple):
    """All that the inspector shows of one unit."""

    id: str
    number: str
    side: str
    side_name: str
    name: str
    points: int
    alive: int
    full: int
    states: tuple[UnitState, ...]
    lines: tuple[Line, ...]
    weapons: tuple[WeaponRow, ...]
    traits: tuple[Trait, ...]
    armour: Armour | None
    hull_left: int
    hull_full: int
    chart: DamageChart | None
    aboard: tuple[str, ...]
    gone: bool
    calculated: bool = True
    """Whether the page of odds knows what shots do to it."""

    @property
    def template(self) -> str:
        """The page's part that shows it."""
        return "games/units/_card.html"


def unit_card(state: GameState, unit: Unit) -> UnitCard:
    """The card of a unit that the viewer may see."""
    profile = state.profile(unit.models[0])
    vehicle = profile.hull
    return UnitCard(
        id=unit.id,
        number=unit.id.upper(),
        side=unit.side,
        side_name=state.side(unit.side).name,
        name=unit.name,
        points=unit.points,
        alive=len(unit.alive),
        full=len(unit.models),
        states=units.states(state, unit),
        lines=_of_vehicle(vehicle, state, unit) if vehicle else _lines(state, unit),
        weapons=_mounts(state, unit, vehicle) if vehicle else _weapons(state, unit),
        traits=traits_of(state, unit),
        armour=Armour(*vehicle.armour) if vehicle and vehicle.armour and profile.bike is None else None,
        hull_left=unit.vehicle.hull if unit.vehicle else 0,
        hull_full=vehicle.hull_points if vehicle else 0,
        chart=damage_chart(state, unit.vehicle) if unit.vehicle and profile.bike is None else None,
        aboard=tuple(f"{u.name} (outside)" if u.clinging else u.name for u in state.passengers(unit.id)),
        gone=unit.is_gone or unit.left_table,
        calculated=shots.is_calculated(state, unit),
    )


def armed_in_words(state: GameState, unit: Unit) -> tuple[str, ...]:
    """What it carries, as it is read or heard; of a vehicle each mount with its arc, and whether it is lost."""
    vehicle = state.profile(unit.models[0]).hull
    names = sorted({state.weapons[w].name for m in unit.alive for w in m.weapons if w in state.weapons})
    if vehicle and unit.vehicle:
        lost = unit.vehicle.lost_mounts
        names += [_mount_in_words(state, mount, lost=n in lost) for n, mount in enumerate(vehicle.mounts)]
    return (f"Carries {', '.join(names)}",) if names else ()


def _mount_in_words(state: GameState, mount: Mount, *, lost: bool) -> str:
    """A weapon with its place on the hull, its arc, and that it is lost: "Long lance (hull, arc of 90°)"."""
    name = state.weapons[mount.weapon].name
    place = mount.name if mount.name.casefold() != name.casefold() else ""
    arc = "all round" if mount.arc_half_deg >= 180 else f"arc of {mount.arc_half_deg * 2:g}°"
    return f"{name} ({', '.join(part for part in (place, arc, 'lost' if lost else '') if part)})"


def _of_vehicle(vehicle: VehicleHull, state: GameState, unit: Unit) -> tuple[Line, ...]:
    first = Line(1, _sort(vehicle), _now(vehicle, state, unit), "")
    return (first, *_fights(vehicle, state.profile(unit.models[0])))


def _lines(state: GameState, unit: Unit) -> tuple[Line, ...]:
    members = unit.alive or unit.models
    kinds: dict[tuple[str, bool], Model] = {}
    for model in members:
        kinds.setdefault((model.profile, model.on_foot), model)
    return tuple(line for kind in kinds.values() for line in _alike(state, members, kind))


def _alike(state: GameState, members: Sequence[Model], kind: Model) -> Iterator[Line]:
    """Those of one kind; what they ride has a line of its own where it is a target of its own. (VEH-BIKE-05)"""
    alike = [m for m in members if (m.profile, m.on_foot) == (kind.profile, kind.on_foot)]
    for part in units.parts(state, kind):
        if part.is_mount:
            yield Line(len(alike), part.name, _withstands(part.profile), "")
            continue
        hurt = ", ".join(f"{m.wounds} of {part.profile.w} wounds left" for m in alike if 0 < m.wounds < part.profile.w)
        yield Line(len(alike), part.name, _figures(part.profile), hurt)


def _withstands(profile: Profile) -> tuple[tuple[str, object], ...]:
    """What is struck of a bike or beast."""
    return tuple((head, figure) for head, figure in _figures(profile) if head in ("T", "Sv"))


def _figures(profile: Profile) -> tuple[tuple[str, object], ...]:
    save = f"{profile.sv}+" if profile.sv < 7 else "–"
    if profile.inv < 7:
        save += f" / {profile.inv}+"
    keys = ("ws", "bs", "s", "t", "w", "i", "a", "ld")
    return (
        ("M", f"{profile.m:g}″"),
        *((k.upper() if k != "ld" else "Ld", getattr(profile, k)) for k in keys),
        ("Sv", save),
    )


@singledispatch
def _now(vehicle: VehicleHull, state: GameState, unit: Unit) -> tuple[tuple[str, object], ...]:
    """The characteristics of a vehicle as they are now."""
    return (*hulls.heads_of(vehicle, state.profile(unit.models[0])), *_moves(state, unit))


@_now.register
def _gemini_now(vehicle: GeminiHull, state: GameState, unit: Unit) -> tuple[tuple[str, object], ...]:
    fast = units.momentum(state, unit)
    speeds = (
        (("Max", f"{fast.top_in:g}″"), ("Acc", f"{fast.acc_in:g}″"), ("TRR", f"{fast.trr:g}"))
        if fast is not None
        else (("Speed", f"{units.speed_in(state, unit):g}″"),)
    )
    return (
        *_ridden(state, unit),
        *speeds,
        *((("Places", vehicle.capacity),) if vehicle.capacity else ()),  # between short words: seven may stand here
        ("BS", vehicle.crew_bs),
        *_moves(state, unit),
    )


@singledispatch
def _fights(vehicle: VehicleHull, profile: Profile) -> tuple[Line, ...]:
    """A line of its own for how a machine fights hand to hand, where the first has no room for it. (VEH-WS-01)"""
    return ()


@_fights.register
def _gemini_fights(vehicle: GeminiHull, profile: Profile) -> tuple[Line, ...]:
    figures = tuple((key.upper(), getattr(profile, key)) for key in ("ws", "s", "i", "a"))
    return (Line(1, "hand to hand", figures, ""),) if profile.is_machine else ()


@singledispatch
def _sort(vehicle: VehicleHull) -> str:
    """What sort of vehicle it is, in words."""
    return hulls.words_of(vehicle)


@_sort.register
def _gemini_sort(vehicle: GeminiHull) -> str:
    return ", ".join([vehicle.type.replace("-", " "), vehicle.fires_as, *hulls.built(vehicle)])


def _moves(state: GameState, unit: Unit) -> tuple[tuple[str, object], ...]:
    return (
        ("Act", f"{units.activation_value(state, unit)}−"),
        ("Moved", f"{round(unit.now.moved_in, 1):g}″"),
    )


def _ridden(state: GameState, unit: Unit) -> tuple[tuple[str, object], ...]:
    """What a bike has instead of armour. (VEH-BIKE-01)"""
    found = units.withstands(state, unit)
    if found is None:
        return ()
    save = f"{found.save}+" if found.save < NO_SAVE else "–"
    return (("T", found.toughness), ("W", unit.models[0].wounds), ("Sv", save))


def _weapons(state: GameState, unit: Unit) -> tuple[WeaponRow, ...]:
    carried = Counter(w for m in (unit.alive or unit.models) for w in m.weapons)
    return tuple(_weapon_row(state.weapons[w], count=n) for w, n in carried.items())


def _mounts(state: GameState, unit: Unit, vehicle: VehicleHull) -> tuple[WeaponRow, ...]:
    assert unit.vehicle is not None
    rows = []
    for n, mount in enumerate(vehicle.mounts):
        arc = "All" if mount.arc_half_deg >= 180 else f"{mount.arc_half_deg * 2:g}°"
        off = "off" if n in unit.vehicle.lost_mounts else ""
        rows.append(_weapon_row(state.weapons[mount.weapon], arc=arc, off=off))
    by_hand = _weapons(state, unit) if state.profile(unit.models[0]).is_machine else ()
    return (*rows, *(row for row in by_hand if row.range == "melee"))


def _weapon_row(weapon: Weapon, *, count: int = 1, arc: str = "90°", off: str = "") -> WeaponRow:
    name = f"{count} × {weapon.name}" if count > 1 else weapon.name
    if weapon.type == "melee":
        return WeaponRow(name, "melee", "–", f"S+{weapon.strength}" if weapon.strength else "S", _ap(weapon), "–", off)
    shots = f"{weapon.shots_half}/{weapon.shots}" if weapon.type == "salvo" else str(weapon.shots)
    kind = weapon.type.replace("rapid-fire", "rapid")
    reach = "8″ strip" if weapon.template else f"{weapon.range_in:g}″"
    return WeaponRow(name, reach, f"{shots} {kind}", weapon.strength_in_words(weapon.strength), _ap(weapon), arc, off)


def _ap(weapon: Weapon) -> str:
    return "–" if weapon.ap is None else str(weapon.ap)


def damage_chart(state: GameState, vehicle: VehicleState) -> DamageChart | None:
    """The damage chart of the table's vehicle rules, if they have one; the latest result is lit. (VEH-CHART-01)"""
    columns = units.damage_chart(state)
    if columns is None:
        return None
    column, row = vehicle.last_roll or ("", 0)
    suffered = units.damage_results(state, vehicle)
    rows = []
    for key, name in RESULTS:
        cells = tuple(_cell(columns[c], key, (row, vehicle.last_die) if c == column else (0, 0)) for c in COLUMNS)
        rows.append(ChartRow(name=name, cells=cells, severe=key in SEVERE, now=key in suffered))
    return DamageChart(
        title="Damage, D6",
        columns=tuple(c.capitalize() for c in COLUMNS),
        rows=tuple(rows),
        column=COLUMNS.index(column) if column in COLUMNS else -1,
        note=_outlined(vehicle.last_die, row) if any(cell.before for each in rows for cell in each.cells) else "",
    )


def _cell(column: charts.ChartColumn, key: str, read: tuple[int, int]) -> ChartCell:
    """One result with the scores that lead to it; `read` is the latest row of the column and its die, or zeros."""
    scores = [n for n, results in enumerate(column, 1) if results[0] == key]
    if not scores:
        return ChartCell("–")
    last, text = len(column), scores_text(column, scores)
    came, alone = (score != 0 and min(max(score, 1), last) in scores for score in read)
    return ChartCell(text, share=len(scores) / 6, hot=came, before=alone and not came)


def _outlined(die: int, row: int) -> str:
    """What an outlined cell says: where the die alone would have come to."""
    return f"Outlined: the {die} on the die, before {signed_text(row - die)} was added."


def traits_of(state: GameState, unit: Unit) -> tuple[Trait, ...]:
    """The traits of a unit's members, those with an effect of their own first."""
    names = dict.fromkeys(t for m in unit.models for t in state.profile(m).traits)
    rides = any(state.profile(m).bike is not None for m in unit.models)
    found = [_trait(state, name, rides=rides) for name in sorted(names)]
    found += [Trait(*each) for each in dict.fromkeys(words for m in unit.models for words in units.ridden(state, m))]
    return tuple(sorted(found, key=lambda trait: not trait.rule))


def _trait(state: GameState, name: str, *, rides: bool) -> Trait:
    """Who is somebody of his own on a bike is called so where there are bikes. (VEH-BIKE-04)"""
    if name.startswith(HATED):
        side = name.removeprefix(HATED)
        hated = next((s.name for s in state.sides if side in (s.id, plain(s.name))), side.replace("-", " "))
        return Trait(f"Hates {hated}: 1 off its morale dice, at −1 to hold back from pursuit", "ARAP-MORAL-02")
    words = name.replace("-", " ")
    known = TRAITS.get(name)
    if known is not None and (rides or known.rule != "VEH-BIKE-04"):
        return known
    return Trait(words[:1].upper() + words[1:])
