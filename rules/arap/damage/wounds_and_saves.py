"""From a hit to a wound to a save to a loss. (ARAP-DMG-01 to -05, ARAP-GTG-02)

The chance that a hit costs a wound: to wound, then not saved. (ARAP-DMG-01, ARAP-DMG-02, ARAP-DMG-04)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.arap.damage import falls as damage_falls
from rules.arap.damage import riders
from rules.arap.events import COUNTED_IN_MELEE, Wound, WoundsTaken
from rules.arap.rolls import grouped as grouped
from rules.core.ids import ModelId, UnitId
from rules.dice.goals import LAST_HIGH
from rules.dice.odds import chance_high
from rules.forces import riding
from rules.forces import strength as forces_strength
from rules.forces.profile import Profile
from rules.forces.unit import Point, Unit
from rules.progress import Progress, TaskStruct
from rules.state import GameState

NO_SAVE = 7
"""A save of 7 is none: it is not rolled."""

SaveKind = Literal["armour", "invulnerable", "ground", "none"]

POWER_ARMOUR: Final = 3
"""An armour save this good counts as power armour, the kind that breaks a fall. (BLD-FALL-03)"""


BRACED: Final = "power-armour"
"""The trait, or a unit's tag, of armour that breaks a fall. (BLD-FALL-03)"""


class Save(NamedTuple):
    """The save that a model has left: its goal (7 is none) and where it comes from."""

    goal: int
    kind: SaveKind

    @property
    def possible(self) -> bool:
        """Whether there is a die to roll."""
        return self.goal < NO_SAVE


def wound_goal(t: int, s: int) -> int:
    """What a to-wound die must show at least, not limited. (ARAP-DMG-01)"""
    return t + 4 - s


def goal_against(profile: Profile, strength: int) -> int:
    """What a to-wound die of an attack on such a model must show at least, not limited. (ARAP-DMG-01, ARAP-GEN-08)"""
    return wound_goal(profile.t, forces_strength.against(profile, strength))


def least_goal(state: GameState, unit: Unit, strength: int) -> int:
    """What a to-wound die must show against the weakest member of a unit, a mount of its own among them."""
    parts = list(unit.alive)
    parts += [replace(m, part=riding.MOUNT) for m in unit.alive if riders.is_separate(state, m)]
    return min((goal_against(state.profile(m), strength) for m in parts), default=wound_goal(0, strength))


def can_wound(goal: int, *, melee: bool, short_range: bool = False) -> bool:
    """Goals to 7 anywhere, 8 and 9 in melee or at short range, 10 never. (ARAP-DMG-02)"""
    return goal <= 7 or (goal <= LAST_HIGH and (melee or short_range))


def save_goal(
    profile: Profile,
    ap: int | None,
    *,
    grounded: bool = False,
    climbing: bool = False,
    off_structure: bool = False,
    braced: bool = False,
) -> Save:
    """The better save that the weapon's AP leaves; gone to ground it is one better, never past 2.

    `climbing` there is no hand for a shield; a fall `off_structure` leaves no armour but power armour, or what the host
    says is as good: it is `braced`.
    (ARAP-DMG-04, ARAP-DMG-05, ARAP-GTG-02, ARAP-CLIMB-08, BLD-FALL-03)
    """
    armour = profile.sv if ap is None or profile.sv < ap else NO_SAVE
    if off_structure and not (braced or profile.sv <= POWER_ARMOUR or profile.has(BRACED)):
        armour = NO_SAVE
    other = NO_SAVE if climbing and profile.has("shield") else profile.inv
    kind: SaveKind = "none" if min(armour, other) >= NO_SAVE else "armour" if armour <= other else "invulnerable"
    left = Save(min(armour, other), kind)
    if grounded and left.goal > 2:
        return Save(left.goal - 1, left.kind if left.possible else "ground")
    return left


def is_braced(state: GameState, unit: Unit) -> bool:
    """Whether the host says that a unit's armour protects it from falls. (BLD-FALL-03)"""
    return BRACED in unit.tags and not state.is_older_than("13")


def save_rules(save: Save, *, grounded: bool) -> tuple[str, ...]:
    """The rules that a save comes from."""
    rules = ("ARAP-DMG-04", *(("ARAP-DMG-05",) if save.kind == "invulnerable" else ()))
    return (*rules, "ARAP-GTG-02") if grounded else rules


def roll_to_wound(
    progress: Progress,
    victims: Sequence[ModelId],
    strength: int,
    *,
    by: UnitId | None,
    why: str,
    rules: Sequence[str] = (),
    close: bool = True,
    attack: bool = True,
) -> list[ModelId]:
    """One to-wound die for each hit, hits of one goal thrown together; whom they wound, in that order.

    Without `close` goals of 8 and 9 are out of reach. A fall or a mine is no `attack`: what those struck do to the
    Strength of attacks does not matter. (ARAP-DMG-02, ARAP-GEN-08)
    """
    wounded: list[ModelId] = []
    state = progress.state
    goals = goal_against if attack else _goal_of_harm
    groups = grouped((goals(_profile(state, v), strength), v) for v in victims)
    for goal, struck in groups.items():
        if not can_wound(goal, melee=close):
            continue
        rolled = progress.roll(
            "to-wound",
            len(struck),
            sense="high",
            goal=goal,
            unit=by,
            target=state.find_model(struck[0])[0].id,
            why=why,
            rules=("ARAP-DMG-01", *rules, *(forces_strength.rules(_profile(state, struck[0])) if attack else ())),
        )
        wounded += [v for v, made in zip(struck, rolled.made, strict=True) if made]
    return wounded


def _goal_of_harm(profile: Profile, strength: int) -> int:
    return wound_goal(profile.t, strength)


def _profile(state: GameState, model: ModelId) -> Profile:
    return state.profile(state.find_model(model)[1])


def roll_saves(
    progress: Progress,
    wounded: Sequence[ModelId],
    ap: int | None,
    *,
    by: UnitId | None,
    why: str = "",
    grounded: bool = False,
    off_structure: bool = False,
) -> list[ModelId]:
    """One save for each wound, wounds of one goal together; the models whose wounds stand, one entry each.

    A wound on a model that has fallen in between is saved for as well. Whoever is wounded while it climbs falls,
    saved or not. (ARAP-CAS-01, ARAP-CLIMB-07)
    """
    state = progress.state
    unsaved: list[ModelId] = []
    climbing = _climbing(state, wounded)
    groups = grouped(
        (
            save_goal(
                _profile(state, m),
                ap,
                grounded=grounded,
                climbing=m in climbing,
                off_structure=off_structure,
                braced=is_braced(state, state.find_model(m)[0]),
            ),
            m,
        )
        for m in wounded
    )
    for save, struck in groups.items():
        if not save.possible:
            unsaved += struck
            continue
        unit = state.find_model(struck[0])[0]
        rolled = progress.roll(
            "save",
            len(struck),
            sense="high",
            goal=save.goal,
            unit=unit.id,
            target=by,
            why=why or f"{unit.name} save",
            rules=save_rules(save, grounded=grounded),
        )
        unsaved += [m for m, made in zip(struck, rolled.made, strict=True) if not made]
    if climbing:
        progress.ahead(LoseHold(models=climbing))
    return unsaved


def _climbing(state: GameState, models: Sequence[ModelId]) -> tuple[ModelId, ...]:
    return tuple(m for m in dict.fromkeys(models) if state.find_model(m)[1].on_face)


def inflict(
    progress: Progress,
    unsaved: Sequence[ModelId],
    *,
    by: UnitId | None,
    cause: str,
    counts: bool = True,
    rules: Sequence[str] = (),
) -> int:
    """Take wounds off models, one for each entry; wounds on models already lost are lost. How many models fell."""
    fallen = 0
    mounts = [m for m in unsaved if "@" in m]
    units = grouped((UnitId(m.rsplit(".", 1)[0]), m) for m in unsaved if "@" not in m)
    for unit_id, struck in units.items():
        unit = progress.state.units[unit_id]
        wounds = []
        for model_id in dict.fromkeys(struck):
            had = unit.model(model_id).wounds
            taken = min(had, struck.count(model_id))
            if taken:
                wounds.append(Wound(model=model_id, taken=taken, left=had - taken))
        if wounds:
            fallen += sum(w.left == 0 for w in wounds)
            progress.emit(
                WoundsTaken(
                    side=unit.side,
                    unit=unit_id,
                    wounds=tuple(wounds),
                    by=by,
                    cause=cause,
                    counts=counts,
                    in_melee=cause in COUNTED_IN_MELEE,
                    rules=tuple(rules),
                )
            )
            riders.tell_parts(progress, [w.model for w in wounds if w.left == 0], by)
    for model, strength in riders.lose_mounts(progress, mounts, by):
        why = "thrown from a bike"
        strike(progress, [model], strength, by=by, why=why, rules=("VEH-BIKE-06",), cause="fall", saves=False)
    return fallen


def strike(
    progress: Progress,
    victims: Sequence[ModelId],
    strength: int,
    *,
    ap: int | None = None,
    by: UnitId | None,
    why: str,
    rules: Sequence[str],
    cause: str,
    saves: bool = True,
    counts: bool = True,
    off_structure: bool = False,
) -> None:
    """One automatic hit for each entry: to wound, to save, wounds off. For hazards, falls, explosions.

    `by` is the unit that deals them, if any; `cause` as in `WoundsTaken`; without `saves` every wound stands.
    A unit that has gone to ground has its better save. (ARAP-DMG-01, ARAP-DMG-04, ARAP-GTG-02)
    """
    units = grouped((UnitId(v.rsplit(".", 1)[0]), v) for v in victims)
    for unit, struck in units.items():
        wounded = roll_to_wound(progress, struck, strength, by=by, why=why, rules=rules, attack=cause == "melee")
        if saves:
            grounded = progress.state.units[unit].gone_to_ground
            wounded = roll_saves(progress, wounded, ap, by=by, grounded=grounded, off_structure=off_structure)
        inflict(progress, wounded, by=by, cause=cause, counts=counts, rules=rules)


def fall(
    progress: Progress,
    unit_id: UnitId,
    models: Sequence[ModelId],
    fall_in: float,
    *,
    landings: Mapping[ModelId, Point] | None = None,
    off_structure: bool = False,
    rules: Sequence[str] = (),
) -> None:
    """Models of a unit fall: D3 hits each, as strong as the fall is deep, wounded and saved as usual.

    Off a structure whoever stands where they come down is struck as hard. (ARAP-FALL-01, ARAP-FALL-03, BLD-FALL-04)
    """
    unit = progress.state.units[unit_id]
    falls = [m.id for m in unit.alive if m.id in models]
    if not falls:
        return
    why = f"{unit.name}: a fall of {fall_in:.3g}″"
    rules = (*rules, *(("BLD-FALL-02", "BLD-FALL-05", "BLD-LEVEL-01") if off_structure else ()))
    struck = damage_falls.land(progress, unit, falls, fall_in, landings or {}, why=why, rules=rules)
    strike(
        progress,
        struck,
        damage_falls.strength(fall_in),
        by=None,
        why=why,
        rules=("ARAP-FALL-01", *(("BLD-FALL-02", "BLD-FALL-03") if off_structure else ())),
        cause="fall",
        off_structure=off_structure,
    )
    if off_structure:
        _on_somebody(progress, unit_id, falls, fall_in)


def _on_somebody(progress: Progress, faller: UnitId, falls: Sequence[ModelId], fall_in: float) -> None:
    """Whoever is landed on takes D3 hits of the same Strength, with the same saves. (BLD-FALL-04)"""
    for unit, models in damage_falls.underneath(progress.state, faller, falls).items():
        why = f"{progress.state.units[unit].name} under {progress.state.units[faller].name}"
        struck = damage_falls.hits(progress, unit, models, why=why, rules=("BLD-FALL-04",))
        strength = damage_falls.strength(fall_in)
        rules = ("BLD-FALL-04", "BLD-FALL-03")
        strike(progress, struck, strength, by=None, why=why, rules=rules, cause="fall", off_structure=True)


class LoseHold(TaskStruct, frozen=True, kw_only=True, tag="LoseHold"):
    """Climbers that were wounded, saved or not, fall from where they hung. (ARAP-CLIMB-07)"""

    models: tuple[ModelId, ...]

    def run(self, progress: Progress) -> None:
        """Those of one unit at one height fall together."""
        state = progress.state
        hung = [(u, m) for u, m in map(state.find_model, self.models) if m.alive and m.on_face]
        for (unit, height, face), models in grouped(((u.id, m.level_in, m.on_face), m.id) for u, m in hung).items():
            piece = next((t for t in state.terrain if t.id == face), None)
            off = piece is not None and (piece.is_structure or piece.head is not None)
            rules = ("ARAP-CLIMB-07", *(("BLD-FALL-01",) if off else ()))
            fall(progress, unit, models, height, off_structure=off, rules=rules)


TASKS: tuple[type[TaskStruct], ...] = (LoseHold,)


def wound_odds(profile: Profile, strength: int, *, close: bool) -> Fraction:
    """The chance that a hit wounds such a model; `close` is short range. (ARAP-DMG-01, ARAP-DMG-02)"""
    goal = goal_against(profile, strength)
    return chance_high(goal) if can_wound(goal, melee=False, short_range=close) else Fraction(0)


def fall_odds(profile: Profile, fall_in: float, *, off_structure: bool, braced: bool = False) -> Fraction:
    """The chance that a fall costs such a model a wound: D3 hits, each wounded and saved. (ARAP-FALL-01)"""
    wound = chance_high(wound_goal(profile.t, damage_falls.strength(fall_in)))
    save = save_goal(profile, None, off_structure=off_structure, braced=braced)
    spared = 1 - wound * (1 - chance_high(save.goal) if save.possible else Fraction(1))
    return 1 - (spared + spared**2 + spared**3) / 3


def unsaved_odds(profile: Profile, ap: int | None, *, grounded: bool) -> Fraction:
    """The chance that no save of such a model stops a wound. (ARAP-DMG-04, ARAP-GTG-02)"""
    save = save_goal(profile, ap, grounded=grounded)
    return 1 - chance_high(save.goal) if save.possible else Fraction(1)
