"""What a guess is aimed at, and the guesses of mounted weapons: a range typed for each that lobs. (ARAP-AREA-10)"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.ids import UnitId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.questions import weapons
from rules.questions.buildings import reaching
from rules.questions.weapons import GuessedShot, MountedWeapon
from rules.state import GameState
from rules.table.scale import from_table, scale_of
from tabletop.games.plans import pointing
from tabletop.games.plans.drafts import Draft, Made, Wanted, plain, sent
from tabletop.games.plans.weapons import Control
from tabletop.ui.lengths import unit_name

CHOOSE: Final = "Choose a target or a spot on the ground, on the board or from the list."


class Aim(NamedTuple):
    """What is meant: an enemy unit, or a spot on the ground."""

    target: Unit | None
    spot: Point | None

    def near(self, model: Model) -> Point:
        """The place that a model looks at: the nearest member of the target, or the spot."""
        return self.nearest(model.at)

    def nearest(self, here: Point) -> Point:
        """The same from any place."""
        if self.target is None:
            return self.spot or here
        return min((other.at for other in self.target.alive), key=lambda at: distance(here, at))


def aim_of(state: GameState, draft: Draft) -> Aim | None:
    """What the draft points at, if it does."""
    target = state.units.get(UnitId(draft.target))
    if target is not None and target.on_table:
        return Aim(target, None)
    return Aim(None, draft.path[-1]) if draft.path else None


def inches(state: GameState, text: str) -> float | None:
    """The inches of what was typed as a length in the table's unit; None while it is none."""
    plain = text.strip().removesuffix("cm").rstrip('″" ').replace(",", ".")
    whole, _, part = plain.partition(".")
    readable = plain.isascii() and len(plain) < 8 and (whole + part).isdigit() and whole.isdigit()
    return from_table(float(plain), scale_of(state.options)) if readable else None


def unit_of(state: GameState) -> str:
    """What the table measures in: `inches`, `cm`."""
    return unit_name(scale_of(state.options))


# ------------------------------------------------------------------ mounted weapons


def guess(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The guesses that have been typed for mounted weapons."""
    aim, mounts = aim_of(state, draft), weapons.lobbing(state, unit)
    if not mounts:
        return Wanted("Nothing that lobs is left to fire.")
    if aim is None:
        return Wanted(CHOOSE)
    ranges = {m.number: inches(state, draft.ticked.get(f"far:{m.number}", "")) for m in mounts}
    guesses = [GuessedShot(m.number, _way(state, m, aim), far) for m in mounts if (far := ranges[m.number]) is not None]
    target = aim.target.id if aim.target else None
    if not guesses:
        unsaid = [GuessedShot(m.number, _way(state, m, aim), None) for m in mounts]
        lob = weapons.mounted_lob(state, unit, unsaid, target=target, others=(), said=draft.ticked)
        text = f"Guess how far it is and type the {unit_of(state)}; what has no guess holds its fire."
        return Wanted(text, so_far=plain(lob) if lob is not None else None)
    others = weapons.bears_on(state, unit, target) if target and draft.ticked.get("also") else ()
    direct = [n for n in others if ranges.get(n) is None]
    return sent(weapons.mounted_lob(state, unit, guesses, target=target, others=direct, said=draft.ticked))


def drawn(state: GameState, unit: Unit, draft: Draft) -> str:
    """Which way each weapon lobs."""
    aim = aim_of(state, draft)
    if aim is None:
        return ""
    ways = [(mount.at, _way(state, mount, aim)) for mount in weapons.lobbing(state, unit)]
    return pointing.rays(state, ways, aim.spot)


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """How far each weapon fires."""
    found = [
        Control(
            f"far:{mount.number}",
            f"Guess for {mount.weapon.name}, {unit_of(state)}",
            draft.ticked.get(f"far:{mount.number}", ""),
            is_text=True,
        )
        for mount in weapons.lobbing(state, unit)
    ]
    target = state.units.get(UnitId(draft.target))
    if target is not None and target.on_table and weapons.bears_on(state, unit, target.id):
        found.append(Control("also", "The other weapons fire directly", draft.ticked.get("also", "")))
    return tuple(found)


def _way(state: GameState, mount: MountedWeapon, aim: Aim) -> float:
    """To where the target truly stands, upper floors being laid out apart. (BLD-GEN-03)"""
    places = [m.at for m in aim.target.alive] if aim.target is not None else [aim.spot or mount.at]
    ends = [reaching.true_place(state, at)[0] for at in places]
    return round(bearing(mount.at, min(ends, key=lambda at: distance(mount.at, at))), 2)
