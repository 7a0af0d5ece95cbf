"""What a shot needs to hit: Ballistic Skill and every modifier by name. (ARAP-HIT-01 to -10)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.arap import building_interface
from rules.arap.morale import suppression as morale_suppression
from rules.arap.shooting import rulings
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.sight.building_interface import FireThroughOpenings, Place
from rules.arap.sight.cover import UnitCover, fleeting, gone_in, is_fleeting
from rules.arap.templates.building_interface import StreamsInBuildings
from rules.arap.terrain.ground import height_at, terrain_at
from rules.arap.units import weapons
from rules.arap.vehicle_interface import ask
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.dice.goals import modified
from rules.forces.unit import Model, Unit, tag
from rules.forces.weapon import Weapon
from rules.geometry.lengths import TOLERANCE, distance, is_within
from rules.state import GameState

SMALL_GROUP: Final = 2
FAST_IN: Final = 12.0


INDOORS: Final = ("BLD-INTO-02", "BLD-OUT-01")
"""Cover from being inside a building, which the host may waive. (BLD-INTO-02)"""


class Shot(NamedTuple):
    """One model about to fire one weapon at one unit, or at a spot on the ground."""

    firer: Unit
    model: Model
    weapon: Weapon
    target: Unit | None
    range_in: float
    cover: UnitCover = UnitCover()
    two_pistols: bool = False
    bounced: bool = False
    own_sight: bool = True
    spot: Place | None = None
    """The ground that is aimed at, where it is no unit. (BLD-INTO-04)"""
    observed: bool = True
    """Without sight of its own: whether somebody of its side sees where its shots fall. (ARAP-HIT-05)"""
    aim: Model | None = None
    """The member that it sees and fires at, where that is known; the nearest is taken where it is not."""


class Circumstances(NamedTuple):
    """All that changes a roll to hit, apart from the weapon's own nature: what a table decides and a page switches."""

    small: bool = False
    """Nothing but small figures in the target."""
    moved_in: float = 0.0
    """How far the target went in its last turn, in inches; of a vehicle this is part of `cover`."""
    group: int = 0
    """One or two, where no more than so many figures of ordinary size are left."""
    target_tactical: bool = False
    carried: bool = False
    """The firer stands on something that moves."""
    wounded: bool = False
    suppression: int = 0
    tactical: bool = False
    cover: tuple[Modifier, ...] = ()
    two_pistols: bool = False
    half_range: bool = False
    aimed: bool = False
    corrected: bool = False
    bounced: bool = False
    confined: bool = False
    """The firer is in a confined space."""


def modifiers(state: GameState, shot: Shot, extra: Sequence[Modifier] = ()) -> tuple[Modifier, ...]:
    """Every row of ARAP-HIT-02 that applies, in the order of the table, then what the host added, then `extra`."""
    ruled = rulings.modifier(shot.firer, shot.target.id) if shot.target is not None else ()
    return (*named(shot.weapon, circumstances(state, shot)), *ruled, *extra)


def named(weapon: Weapon, found: Circumstances) -> Iterator[Modifier]:
    """The rows of ARAP-HIT-02 that these circumstances bring, in the order of the table."""
    yield from _of_target(weapon, found)
    yield from _of_firer(found)
    yield from found.cover
    yield from _of_manner(weapon, found)


def circumstances(state: GameState, shot: Shot) -> Circumstances:
    """What the table says about a shot."""
    firer, target, profile = shot.firer, shot.target, state.profile(shot.model)
    found = Circumstances(
        carried=_is_carried(state, firer, shot.model) and not shot.weapon.has(BUILT_IN),
        wounded=profile.hull is None and shot.model.wounds < profile.w,
        suppression=0 if firer.s_active and morale_suppression.is_immune_model(profile) else firer.s_active,
        tactical=firer.side == state.active_side and firer.now.tactical,
        two_pistols=shot.two_pistols,
        half_range=shot.weapon.has("shotgun") and is_within(shot.range_in, weapons.range_of(shot.weapon) / 2),
        aimed=has_aimed(state, firer),
        bounced=shot.bounced,
        confined=shot.bounced and building_interface.ask(StreamsInBuildings).is_confined(state, shot.model.at),
    )
    if target is None:
        return found if shot.spot is None else found._replace(cover=tuple(_through(state, shot, shot.spot)))
    sizes = [state.profile(m).size for m in target.alive]
    return found._replace(
        small=all(state.profile(m).size == 1 or state.profile(m).has("small") for m in target.alive),
        moved_in=0.0 if target.is_vehicle else gone_in(state, target),
        group=len(sizes) if len(sizes) <= SMALL_GROUP and max(sizes, default=3) <= 2 else 0,
        target_tactical=target.now.tactical,
        cover=(*_of_cover(state, shot, target), *_from_inside(state, shot, target)),
        corrected=corrects(state, shot),
    )


def base(state: GameState, model: Model) -> int:
    """The firer's Ballistic Skill; 0 means that it has no ranged attack. (ARAP-HIT-01)"""
    profile = state.profile(model)
    return profile.hull.crew_bs if profile.hull is not None else profile.bs


def unable(state: GameState, model: Model, weapon: Weapon) -> Refusal | None:
    """Why a model can fire nothing of the kind: it lies sprawled, hangs on a wall, cannot aim.

    (ARAP-AGIL-02, ARAP-CLIMB-08, ARAP-HIT-01)
    """
    if model.sprawled:
        why = f"{tag(model.id)} has fallen over and makes no attacks in this turn."
        return Refusal("sprawled", why, "ARAP-AGIL-02", "models on their feet")
    if model.on_face and weapon.needs_both_hands:
        why = f"{tag(model.id)} is climbing and has no hands for the {weapon.name}."
        return Refusal("hands-full", why, "ARAP-CLIMB-08", "one-handed weapons")
    if base(state, model) <= 0:
        why = f"{state.profile(model).name} has no ranged attack (BS 0)."
        return Refusal("no-skill", why, "ARAP-HIT-01", "models with Ballistic Skill")
    return None


def goal(state: GameState, shot: Shot, extra: Sequence[Modifier] = (), *, skill: int | None = None) -> int:
    """What the die must not exceed, not limited; `skill` in place of the firer's own. (ARAP-HIT-01)"""
    return modified(base(state, shot.model) if skill is None else skill, modifiers(state, shot, extra))


def is_area(weapon: Weapon) -> bool:
    """Whether the weapon hits an area: by marker or by template."""
    return weapon.marker_in > 0 or weapon.template


def _of_target(weapon: Weapon, found: Circumstances) -> Iterator[Modifier]:
    """Small targets, fast targets, small groups, targets that move tactically. (ARAP-HIT-03, -08, ARAP-TACT-02)"""
    if found.small and not weapon.marker_in:
        yield Modifier(-1, "small target", "ARAP-HIT-03")
    fast = fast_target(found.moved_in, laser=weapon.has("laser"))
    if fast:
        yield Modifier(fast, f"target moved {found.moved_in:.3g} in", "ARAP-HIT-08")
    if found.group:
        yield Modifier(-1, f"small group, {'one model' if found.group == 1 else 'two models'}", "ARAP-HIT-03")
    if found.target_tactical:
        yield Modifier(-1, "target moved tactically", "ARAP-TACT-02")


def fast_target(moved_in: float, *, laser: bool) -> int:
    """-1 for every full 12 inches moved, not for lasers. (ARAP-HIT-08)"""
    return 0 if laser else -math.floor((moved_in + TOLERANCE) / FAST_IN)


def _of_firer(found: Circumstances) -> Iterator[Modifier]:
    """Moving surface, wounds, suppression, tactical movement. (ARAP-HIT-02, ARAP-SUPP-03, ARAP-TACT-02)"""
    if found.carried:
        yield Modifier(-1, "firing from a moving surface", "ARAP-HIT-02")
    if found.wounded:
        yield Modifier(-1, "firer wounded", "ARAP-HIT-02")
    if found.suppression:
        points = "1 suppression point" if found.suppression == 1 else f"{found.suppression} suppression points"
        yield Modifier(-found.suppression, points, "ARAP-SUPP-03")
    if found.tactical:
        yield Modifier(-1, "firer moved tactically", "ARAP-TACT-02")


BUILT_IN: Final = "built-in"
"""Of weapons that are part of a bike: they fire as if it stood still. (VEH-FROM-01)"""


def rides_on(state: GameState, firer: Unit, model: Model) -> bool:
    """Whether a model on foot or in the saddle, aboard of nothing, is carried by a mount that has moved."""
    return firer.aboard is None and _is_carried(state, firer, model)


def _is_carried(state: GameState, firer: Unit, model: Model) -> bool:
    """Whether what carries the model has moved in this turn: its mount, or the vehicle that it is aboard."""
    if firer.side != state.active_side:
        return False
    if firer.aboard is not None:
        return state.units[firer.aboard].now.moved_in > 0
    return state.profile(model).kind == "rider" and firer.now.moved_in > 0


def _of_cover(state: GameState, shot: Shot, target: Unit) -> Iterator[Modifier]:
    """Cover, or -1 in its place for a target that ran from one piece to another. (ARAP-HIT-06, -07, -10)

    Speed and cover of a vehicle are its own rules' affair. (VEH-AT-02, VEH-COV-01)
    """
    if target.is_vehicle:
        yield from ask(state, ShotsAtVehicles).to_hit_modifiers(state, target.id, shot.weapon, shot.model.at)
        return
    if is_area(shot.weapon):
        return
    found = shot.cover.modifier()
    if found is None or (found.rule in INDOORS and rulings.is_lit(shot.firer, target.id)):
        return
    yield fleeting() if is_fleeting(state, target, shot.cover) else found


def _from_inside(state: GameState, shot: Shot, target: Unit) -> Iterator[Modifier]:
    """What it costs to fire through openings, and out of a building from deep inside. (BLD-INTO-04, BLD-OUT-02)"""
    model = shot.model
    nearest = shot.aim or min(target.alive, key=lambda m: distance(m.at, model.at), default=None)
    if nearest is None:
        return
    yield from _through(state, shot, Place(nearest.at, nearest.level_in + height_at(state, nearest.at)))
    buildings = building_interface.ask(FireThroughOpenings)
    for piece in terrain_at(state, model.at):
        found = buildings.from_inside(piece, model.at, nearest.at) if piece.building is not None else None
        if found is not None:
            yield found


def _through(state: GameState, shot: Shot, target: Place) -> Iterator[Modifier]:
    """The rows for openings on the way to a place; none where there is no house to fire into. (BLD-INTO-04 to -07)"""
    if not state.interiors:
        return
    eye = Place(shot.model.at, shot.model.level_in + height_at(state, shot.model.at))
    yield from building_interface.ask(FireThroughOpenings).through(state, eye, target, shot.weapon)


def _of_manner(weapon: Weapon, found: Circumstances) -> Iterator[Modifier]:
    """How the shot is made: two pistols, shotgun, aim, corrective aim, bounced, thrown. (ARAP-HIT-02, -04, -05)"""
    if found.two_pistols:
        yield Modifier(-1, "a pistol in each hand", "ARAP-WPN-04")
    if weapon.has("improvised"):
        yield Modifier(-2, "improvised missile", "ARAP-HIT-02")
    elif weapon.type == "grenade":
        yield Modifier(-1, "thrown by hand", "ARAP-HIT-02")
    if weapon.has("shotgun") and found.half_range:
        yield Modifier(1, "shotgun at half range", "ARAP-HIT-02")
    if found.aimed:
        yield Modifier(1, "aimed", "ARAP-HIT-04")
    if found.corrected:
        yield Modifier(1, "corrective aiming", "ARAP-HIT-05")
    if found.bounced:
        yield Modifier(-1, "bounced off a wall", "BLD-CONF-08" if found.confined else "ARAP-TMPL-02")


def has_aimed(state: GameState, firer: Unit) -> bool:
    """Whether the unit's action just before, in this activation, was to aim. (ARAP-HIT-04)"""
    return firer.now.last_action == "aim" and state.turn.active == firer.id


def corrects(state: GameState, shot: Shot) -> bool:
    """Whether it fires at a stationary target for the second turn running without having moved. (ARAP-HIT-05)

    Without sight of its own only while somebody observes, and for the second turn only.
    """
    firer, target = shot.firer, shot.target
    if target is None or firer.side != state.active_side or firer.before.shot_at != target.id:
        return False
    if firer.now.shot_at not in (None, target.id):
        return False
    if not shot.own_sight and (firer.before.corrected or not shot.observed):
        return False
    return firer.before.shot_moves == (firer.moves, target.moves)
