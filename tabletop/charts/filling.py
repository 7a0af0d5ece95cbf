"""Filling a sheet from what was picked: the opening question, a weapon, a unit, a target, a shot on a table."""

from __future__ import annotations

from typing import Final

from rules.core.ids import UnitId
from rules.questions import shots
from rules.questions.charts.calculator import numbers_of, worked_out
from rules.questions.shots import UnitFire
from rules.state import GameState
from tabletop.charts import prefill
from tabletop.charts.sheet import KINDS, MARK, Fault, Sheet
from tabletop.charts.sources import Source
from tabletop.games.access import actions
from tabletop.games.access.refusals import malformed

OPENING: Final = {"w1": "northmarch-rangers/rail-lance", "shots1": "4", "bs1": "4", "face": "side", "cover": "soft"}
"""What the page shows when nothing is asked."""


def fill(sheet: Sheet, source: Source) -> bool:
    """Fill in whatever was just picked. Whether anything was, so that the form must be drawn again."""
    if source.state is not None and (played := str(source.options["vehicle_module"])) in worked_out():
        sheet.values["rules"] = (played,)
    if "act" in sheet.sent:
        _shot(sheet, source)
        done = True
    else:
        if not sheet.sent - {"table", "as"}:
            opening = OPENING if source.state is None else _opening(source)
            sheet.values |= {name: (value,) for name, value in opening.items()}
            sheet.sent |= opening.keys()
        done = _picked(sheet, source)
    done = done or sheet.changed("rules") is True
    for name in ("rules", "firer", "target", *(f"w{n}" for n in range(1, KINDS + 1))):
        sheet.values[name + MARK] = (sheet.text(name),)
    return done


def _opening(source: Source) -> dict[str, str]:
    """At a table: the first unit that can fire, at the first of another side; else a shot of nothing in particular."""
    for key, pick in source.units.items():
        foe = next((k for k, other in source.units.items() if other.unit.side != pick.unit.side), "")
        if foe and prefill.armed(pick):
            return {"firer": key, "target": foe}
    return {"shots1": "1"}


def _picked(sheet: Sheet, source: Source) -> bool:
    """Units and weapons that were picked since the form was drawn."""
    fresh = {name: sheet.changed(name) for name in ("firer", "target")}
    picks = {name: source.units.get(sheet.text(name)) for name in fresh}
    for name in fresh:
        if sheet.text(name) and picks[name] is None:
            sheet.faults.append(Fault(name, f"There is no unit “{sheet.text(name)[:40]}” to be picked here."))
    if (aim := picks["target"]) is not None and fresh["target"] is not False:
        sheet.fill(prefill.target(aim, source), over=bool(fresh["target"]))
    if (own := picks["firer"]) is not None and fresh["firer"] is not False:
        sheet.fill(prefill.firer(own, lays_marker=_lays_marker(sheet)), over=bool(fresh["firer"]))
    if own is not None and aim is not None and source.state is not None and set(fresh.values()) != {False}:
        numbers = shots.between(source.state, own.unit, aim.unit)
        if numbers is not None:
            sheet.fill(
                prefill.shot(source.state, aim.unit, numbers, lays_marker=_lays_marker(sheet)), over=any(fresh.values())
            )
    weapons = [_weapon(sheet, source, number) for number in range(1, KINDS + 1)]
    return any(each is not False for each in (*fresh.values(), *weapons))


def _weapon(sheet: Sheet, source: Source, number: int) -> bool | None:
    """One kind's weapon, if another was picked."""
    fresh = sheet.changed(f"w{number}")
    found = source.weapons.get(sheet.text(f"w{number}"))
    if sheet.text(f"w{number}") and found is None:
        sheet.faults.append(Fault(f"w{number}", f"There is no weapon “{sheet.text(f'w{number}')[:40]}” here."))
    if found is not None and fresh is not False:
        sheet.fill(prefill.weapon(number, found[1], lays_marker=_lays_marker(sheet)), over=bool(fresh))
    return fresh


def _shot(sheet: Sheet, source: Source) -> None:
    """The very shot of a preview: an action as the play page would send it. Raises Refused for one that is no fire."""
    if source.state is None:
        raise malformed("A shot stands on a table.", "table with the table’s code", code="no-table")
    found = planned(sheet.text("act"), source.state)
    if found is None:
        raise malformed("That is no fire at an enemy.", "Shoot or FireVehicle", code="no-shot")
    sheet.values |= {"firer": (found.firer,), "target": (found.target,)}
    sheet.values.pop("act")
    sheet.fill(prefill.target(source.units[found.target], source), over=True)
    if found.numbers is not None:
        at = source.state.units[found.target]
        sheet.fill(prefill.shot(source.state, at, found.numbers, lays_marker=_lays_marker(sheet)), over=True)
    else:
        sheet.fill(prefill.firer(source.units[found.firer], lays_marker=_lays_marker(sheet)), over=True)


def _lays_marker(sheet: Sheet) -> bool:
    """Whether ordnance at the target lays a marker of itself. (TRI-ORD-04)"""
    return numbers_of(sheet.text("rules")).ordnance_lays_marker


def planned(raw: str, state: GameState) -> UnitFire | None:
    """Who fires what at whom by an action in JSON. Raises Refused where it cannot be read."""
    read = actions.read(raw)
    unit = state.units.get(UnitId(str(read.get("unit", ""))))
    if unit is None:
        return None
    found = shots.of_action(state, actions.action(read, unit.side))
    return None if found is None or state.units[found.target].is_gone else found
