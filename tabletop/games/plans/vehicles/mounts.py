"""The weapons of a hull while its fire is planned: each named at its mount, on the board and with what it needs.

(TRI-FIRE-02, TRI-FIRE-03, TRI-FIRE-12)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.geometry.lengths import along, distance, toward
from rules.questions import weapons
from rules.questions.weapons import MountedWeapon
from rules.state import GameState
from rules.table.scale import scale_of
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Group, Plan, figures_needed
from tabletop.games.plans.weapons import Control
from tabletop.ui.board.overlay import label, stub, under_plates

_WHY: Final = {
    "out-of-arc": "outside its arc",
    "no-line-of-sight": "no line",
    "out-of-range": "out of range",
    "weapon-lost": "lost",
    "guess-first": "by guess",
}
"""Why it does not fire, in words that fit on a plate."""
_OTHERS: Final = "holds its fire"
_STUB_IN: Final = 3.0
_ALONG_IN: Final = 3.5
"""How far along its line the name of a weapon stands."""


def with_weapons(plan: Plan, state: GameState, unit: Unit, draft: Draft) -> Plan:
    """The plan with each weapon named on the board, and what it needs beside its box."""
    boxes = {c.name: c for c in plan.mounts if c.name.startswith("m:")}
    if draft.kind != "fire" or not boxes:
        return plan
    armed = {f"m:{mount.number}": mount for mount in weapons.armed(state, unit)}
    needs = {name: _need(plan.groups, armed[name]) for name, box in boxes.items() if box.value}
    controls = tuple(c._replace(need=needs.get(c.name, "")) for c in plan.controls)
    drawn = [_drawn(state, unit, draft, armed[name], box) for name, box in boxes.items()] if len(boxes) > 1 else []
    lines, plates = ("".join(part) for part in zip(*drawn, strict=True)) if drawn else ("", "")
    over = plan.overlay._replace(preview=under_plates(plan.overlay.preview, lines) + plates)
    return plan._replace(controls=controls, overlay=over)


def _need(groups: Sequence[Group], mount: MountedWeapon) -> str:
    """What its shots need to hit; nothing where no shot can be planned."""
    needs = [g.need for g in groups if g.weapon == mount.weapon.id and not g.is_hit]
    return figures_needed(needs) if needs else ""


def _drawn(state: GameState, unit: Unit, draft: Draft, mount: MountedWeapon, box: Control) -> tuple[str, str]:
    """A grey stub for what does not fire; its name, by its line or at the end of the stub."""
    scale = scale_of(state.options)
    target = state.units.get(UnitId(draft.target))
    if box.value and target is not None and target.on_table:
        near = min((m.at for m in target.alive or target.models), key=lambda at: distance(mount.at, at))
        at = toward(mount.at, near, min(_ALONG_IN, distance(mount.at, near) / 3))
        return "", label(at, mount.name, marked=True, scale=scale, roomy=True)
    end = along(mount.at, _ahead(state, unit, mount), _STUB_IN)
    why = _WHY.get(box.why.code, _OTHERS) if box.why is not None else _OTHERS
    return stub(mount.at, end), label(end, f"{mount.name}: {why}", scale=scale, roomy=True)


def _ahead(state: GameState, unit: Unit, mount: MountedWeapon) -> float:
    """Where its barrel points as the hull stands."""
    hull = state.profile(unit.models[0]).hull
    assert hull is not None
    return unit.models[0].facing + hull.mounts[mount.number].arc_centre_deg
