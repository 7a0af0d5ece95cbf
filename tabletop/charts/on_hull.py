"""The answer for a vehicle under fire. (VEH-CHART-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.dice.goals import goal_text
from rules.dice.odds.armour import WRECKS
from rules.questions.charts.calculator import (
    FACES,
    HULL_ONLY,
    NAMES,
    RESULTS,
    UNHURT,
    Cells,
    HullFire,
    HullLine,
    HullUnderFire,
    Side,
    armour_value,
    destroyed,
    destroyed_by_then,
    needs,
    of_hull,
    on_hull,
    shots_to_destroy,
    volleys_to_destroy,
)
from rules.rulebook.charts import ChartColumn, DamageChart
from tabletop.charts.answers import (
    COVERS,
    LAID,
    Answer,
    Bar,
    Cell,
    Compared,
    Figure,
    Reason,
    Receipt,
    Row,
    bars,
    capital,
    laid,
    mean,
    percent,
    reason,
    reasons,
    to_hit,
    total,
    width,
)
from tabletop.charts.plot import Line, Plot, plot
from tabletop.charts.sheet import COMPARED
from tabletop.ui.figures import scores_text
from tabletop.ui.words import count_text

COLUMNS: Final = ("glancing", "penetrating", "ordnance")
VOLLEYS: Final = 6
"""Turns of fire that a comparison looks ahead."""


def answer(fires: Sequence[HullFire], hull: HullUnderFire) -> Answer:
    """What all this fire does to a vehicle."""
    found = of_hull(fires, hull)
    count = sum(each.fire.shots for each in fires)
    single = found.lines[0] if len(found.lines) == 1 else None
    average = shots_to_destroy(hull, single) if single else volleys_to_destroy(hull, found.lines)
    unhurt = [("No hit, or armour holds", found.worst[UNHURT])]
    unhurt += [("Hull points only", found.worst[HULL_ONLY])] if hull.fate.hull else []
    top = max(found.worst.values())
    return Answer(
        figures=(
            to_hit(goals) if (goals := [each.goal for each in found.lines if not _is_laid(each, hull)]) else LAID,
            Figure(percent(found.penetrated), "one or more penetrate"),
            Figure(percent(found.destroyed), "destroyed or worse"),
            Figure(mean(average), "shots to destroy it" if single else "such volleys to destroy it"),
        ),
        rows=tuple(_rows(found.worst, found.cells, hull.chart, top)),
        nothing=bars(unhurt, most=top),
        each="Each shot, D6 on the chart" if single else f"Average of the {count} shots",
        whole="One shot" if count == 1 else f"Worst of {count} shots",
        split=_split(found.lines),
        split_title="One shot" if single else "Average shot",
        receipts=tuple(_receipt(each, hull) for each in found.lines),
        sides=_sides(fires, hull),
        counts=(),
        notes=_hull_notes(hull, found.lines),
        plot=_hull_plot(found.lines, hull),
        heads=("To hit", "Penetrates", "Destroys", "Shots to destroy"),
        compared=_hull_compared(found.lines, hull),
        chart_rule=hull.numbers.cites["chart"],
        end_rule=hull.numbers.cites["end"],
    )


def _rows(worst: dict[str, Fraction], cells: Cells, chart: DamageChart, top: Fraction) -> Iterator[Row]:
    likeliest = max(cells.values(), default=Fraction(1))
    for key in RESULTS:
        found = tuple(_cell(column, key, cells, chart[column], likeliest) for column in COLUMNS)
        (bar,) = bars([(NAMES[key], worst[key])], most=top)
        yield Row(NAMES[key], key in WRECKS, found, bar)


def _cell(column: str, key: str, cells: Cells, chart: ChartColumn, likeliest: Fraction) -> Cell | None:
    scores = [n for n, results in enumerate(chart, 1) if results[0] == key]
    if not scores:
        return None
    chance = cells.get((column, key), Fraction(0))
    return Cell(scores_text(chart, scores), percent(chance) if chance else "", width(chance, likeliest))


def _split(lines: Sequence[HullLine]) -> tuple[Bar, ...]:
    """What becomes of a shot: over all alike."""
    count = sum(each.shots.count for each in lines)
    parts = {"Misses": Fraction(0), "Armour holds": Fraction(0), "Glances": Fraction(0), "Penetrates": Fraction(0)}
    for each in lines:
        share, shots = Fraction(each.shots.count, count), each.shots
        parts["Misses"] += share * (1 - each.hit)
        parts["Armour holds"] += share * shots.chance_of("none")
        parts["Glances"] += share * shots.chance_of("glancing")
        parts["Penetrates"] += share * (shots.chance_of("penetrating") + shots.chance_of("ordnance"))
    return bars(list(parts.items()), most=Fraction(1))


def _is_laid(line: HullLine, hull: HullUnderFire) -> bool:
    """Whether it is a marker laid over the hull, which scatters, and no shot that is rolled to hit. (TRI-ORD-04)"""
    return hull.numbers.ordnance_lays_marker and line.fire.fire.weapon.type == "ordnance"


def _receipt(line: HullLine, hull: HullUnderFire) -> Receipt:
    cites = hull.numbers.cites
    then = [Reason("D6", capital(needs(line)), cites[line.shot.kind])]
    then += [Reason("D6", f"{line.shot.hull_down} or less: hull-down, it glances", cites["hull-down"])] * bool(
        line.shot.hull_down and line.odds.penetrating
    )
    if not line.fire.fire.weapon.ap:
        then.append(Reason("–", "No AP: it only glances", cites["no-ap"]))
    then += [reason(each) for each in line.chart_modifiers]
    if line.shots.chart_rolls > 1:
        then.append(Reason("×2", "Two rolls on the chart", cites["twice"]))
    name = line.fire.fire.weapon.name
    if _is_laid(line, hull):
        return Receipt(name, (laid(cites["scatter"]),), percent(line.hit), "touches the hull", tuple(then))
    return Receipt(name, reasons(line.fire.fire, line.modifiers), *total(line.goal), tuple(then))


def _sides(fires: Sequence[HullFire], hull: HullUnderFire) -> tuple[tuple[str, tuple[Bar, ...]], ...]:
    """The end by each face and by each cover, all shots alike."""
    by_face = []
    for face in FACES:
        lines = [on_hull(each._replace(face=face), hull) for each in fires]
        by_face.append((_face(face, hull), destroyed(hull, lines)))
    by_cover = []
    for cover, name in COVERS.items():
        turned = [each._replace(fire=each.fire._replace(cover=cover)) for each in fires]
        ends = destroyed(hull, [on_hull(each, hull) for each in turned])
        by_cover.append((name, ends))
    faces, covers = {each.face for each in fires}, {each.fire.cover for each in fires}
    face_now = _face(next(iter(faces)), hull) if len(faces) == 1 else ""
    cover_now = COVERS[next(iter(covers))] if len(covers) == 1 else ""
    top = max(chance for _, chance in (*by_face, *by_cover)) or Fraction(1)
    return (
        ("Destroyed, by facing", bars(by_face, current=face_now, most=top)),
        ("Destroyed, by cover", bars(by_cover, current=cover_now, most=top)),
    )


def _face(face: Side, hull: HullUnderFire) -> str:
    return f"{face.capitalize()} {armour_value(hull.profile, face)}"


def _hull_notes(hull: HullUnderFire, lines: Sequence[HullLine]) -> tuple[str, ...]:
    notes = []
    if hull.fate.hull:
        points = count_text(hull.fate.hull, "hull point")
        notes.append(f"{points} first: glancing takes 1, penetrating 2, ordnance 3; the cells count hits after that.")
    if any(each.fire.fire.weapon.marker_in for each in lines):
        notes.append("A shell may scatter any way: its centre on the hull strikes whole, its rim at half Strength.")
    if any(each.fire.fire.strength is None for each in lines):
        notes.append("A laser under Strength 6 does not carry through smoke.")
    return tuple(notes)


def _hull_plot(lines: Sequence[HullLine], hull: HullUnderFire) -> Plot | None:
    if len(lines) < 2:
        return None
    drawn = [
        Line(each.fire.fire.weapon.name, tuple(map(float, destroyed_by_then(hull, each, VOLLEYS))))
        for each in lines[:COMPARED]
    ]
    return plot("Destroyed by then, each weapon alone", "Turns of fire", [str(n + 1) for n in range(VOLLEYS)], drawn)


def _hull_compared(lines: Sequence[HullLine], hull: HullUnderFire) -> tuple[Compared, ...]:
    return tuple(
        Compared(
            name=f"{each.fire.fire.weapon.name}, {count_text(each.shots.count, 'shot')}",
            mark=f"pl{n}",
            figures=(
                goal_text(each.goal, "low"),
                percent(each.shots.chance_of("penetrating") + each.shots.chance_of("ordnance")),
                percent(destroyed(hull, [each])),
                mean(shots_to_destroy(hull, each)),
            ),
        )
        for n, each in enumerate(lines[:COMPARED], 1)
    )
