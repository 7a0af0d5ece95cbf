"""Who lost a round of melee, and whether the losers stand. (ARAP-WDIF-01, -02, ARAP-MORAL-01 to -03)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.arap.morale import leadership, rout
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.forces import traits
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import ChargeMade, GameState, Melee

MODELS_A_POINT = 10


def wound_differences(melee: Melee) -> dict[UnitId, int]:
    """Unsaved wounds inflicted less those suffered, for each unit. (ARAP-WDIF-01)"""
    return {u: melee.inflicted.get(u, 0) - melee.suffered.get(u, 0) for u in melee.units}


def losers(differences: Mapping[UnitId, int]) -> tuple[UnitId, ...]:
    """Who takes a morale check: the lower of two, of several every unit below nothing. (ARAP-WDIF-01, -02)"""
    if len(differences) > 2:
        return tuple(u for u, wd in differences.items() if wd < 0)
    least = min(differences.values(), default=0)
    return tuple(u for u, wd in differences.items() if wd == least and any(o > wd for o in differences.values()))


def morale_modifiers(
    state: GameState, unit: Unit, enemies: Sequence[UnitId], lost_by: int, charges: Sequence[ChargeMade]
) -> tuple[Modifier, ...]:
    """What is added to the dice of a morale check, by name. (ARAP-MORAL-02)"""
    found = []
    if lost_by > 0:
        found.append(Modifier(lost_by, f"lost by {lost_by} wound{'s' if lost_by > 1 else ''}", "ARAP-MORAL-02"))
    behind = next((c.direction for c in charges if c.target == unit.id and c.direction != "front"), None)
    if behind is not None:
        found.append(Modifier(1, f"charged in the {behind} this round", "ARAP-MORAL-02"))
    visage = _visage(state, enemies)
    if visage:
        found.append(Modifier(visage, "Daemonic Visage", "ARAP-MORAL-02"))
    if any(hates(state, unit, state.units[e]) for e in enemies):
        found.append(Modifier(-1, "a hated enemy", "ARAP-MORAL-02"))
    tens = len(unit.alive) // MODELS_A_POINT
    if tens:
        found.append(Modifier(-tens, f"{len(unit.alive)} models", "ARAP-MORAL-02"))
    return tuple(found)


def hates(state: GameState, unit: Unit, enemy: Unit) -> bool:
    """Whether the unit hates that enemy: its side, its army, a kind of model in it, or what it is tagged as."""
    hated = {t.removeprefix(traits.HATED) for m in unit.alive for t in state.profile(m).traits if traits.is_hatred(t)}
    if not hated:
        return False
    kinds = {traits.plain(state.profile(m).name) for m in enemy.alive}
    tags = {traits.plain(tag) for tag in enemy.tags}
    return bool(hated & {enemy.side, traits.plain(state.side(enemy.side).name), *kinds, *tags})


def _visage(state: GameState, enemies: Sequence[UnitId]) -> int:
    """2 if every enemy has the visage or a Greater Daemon is among them, 1 if some have it. They do not add."""
    profiles = [state.profile(m) for e in enemies for m in state.units[e].alive]
    if any(p.has("greater-daemon") for p in profiles):
        return 2
    having = sum(p.has("visage") for p in profiles)
    return 0 if not having else 2 if having == len(profiles) else 1


class MoraleCheck(TaskStruct, frozen=True, kw_only=True, tag="MoraleCheck"):
    """A unit that lost a round tests whether it stands; otherwise it flinches. (ARAP-MORAL-01)"""

    unit: UnitId
    enemies: tuple[UnitId, ...]
    lost_by: int
    charges: tuple[ChargeMade, ...] = ()

    def run(self, progress: Progress) -> None:
        """Whoever does not stand flinches."""
        unit = progress.state.units[self.unit]
        if unit.on_table and not stands(progress, unit, self.enemies, self.lost_by, self.charges):
            rout.flinch(progress, unit.id, nearest_enemy(progress.state, unit, self.enemies))


def stands(
    progress: Progress, unit: Unit, enemies: Sequence[UnitId], lost_by: int, charges: Sequence[ChargeMade]
) -> bool:
    """2D6 and what is added against Ld; a double 1 always passes. (ARAP-MORAL-01, ARAP-MORAL-03)"""
    if leadership.passes_without_dice(progress, unit.id, "morale"):
        return True
    goal = leadership.ld(progress.state, unit)
    rolled = progress.roll_sum(
        "morale",
        2,
        goal=goal,
        base=goal,
        modifiers=morale_modifiers(progress.state, unit, enemies, lost_by, charges),
        unit=unit.id,
        why=f"{unit.name} morale check",
        rules=("ARAP-MORAL-01", "ARAP-MORAL-03"),
        added=True,
        snake_eyes=True,
    )
    return bool(rolled.passed)


def nearest_enemy(state: GameState, unit: Unit, enemies: Sequence[UnitId]) -> UnitId | None:
    """The unit of those that stands nearest, from which the losers turn."""
    standing = [e for e in enemies if state.units[e].on_table]
    return min(standing, key=lambda e: rout.gap_in(state, unit, (e,)), default=None)


TASKS: tuple[type[TaskStruct], ...] = (MoraleCheck,)
