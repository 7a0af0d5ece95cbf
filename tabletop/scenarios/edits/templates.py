"""Tables to start from: bare ones with zones, and some with terrain laid by chance from a fixed seed."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import FIRST_RULESET, SideId
from rules.questions.buildings import tiles
from rules.table.scenario import Objective, Scenario, Zone
from tabletop.scenarios.draft import shapes
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.edits import generator, settings


class Template(NamedTuple):
    """One table to start from."""

    id: str
    name: str
    about: str
    size: tuple[float, float] = (72, 48)
    depth: float = 12
    objectives: int = 1
    style: str = ""
    seed: int = 0
    even: str = ""
    edges: tuple[str, str] = ("west", "east")
    ruleset: str = FIRST_RULESET


TILED: Final = "tiles"
HEXAGONS: Final = "hexagons"
"""The styles of tables that are laid by tiles as the game goes on. (BLD-TILE-01)"""

TEMPLATES: Final = (
    Template("bare", "Bare table", "Six feet by four, a zone for each side, one objective."),
    Template("skirmish", "Skirmish", "Four feet square, terrain for a first battle.", (48, 48), 8, 1, "farmland", 7),
    Template("ridge", "Two ridges", "Hills and woods, both halves alike.", (72, 48), 12, 3, "hills", 12, "across"),
    Template("fens", "Across the fens", "Wet ground and a river between you.", (72, 48), 10, 3, "wetland", 5),
    Template(
        "streets",
        "Street fight",
        "A town laid by tiles, fought for from north and south.",
        (48, 48),
        8,
        3,
        "town",
        3,
        "",
        ("north", "south"),
    ),
    Template("ruins", "Ruined works", "Craters and rubble, turned by half.", (72, 48), 12, 3, "ruins", 9, "turned"),
    Template(
        "columns",
        "Columns meet",
        "For the Rules Crusade: strips of eight inches, rubble and craters between.",
        (48, 36),
        8,
        0,
        "ruins",
        9,
        "turned",
        ruleset="rules-crusade",
    ),
    Template("cellars", "Cellars", "Tiles, laid where somebody opens a way.", (51, 30), 8, 1, TILED),
    Template(
        "paths",
        "Winding paths",
        "Hexagons, laid as you go, from north and south.",
        (48, 36),
        8,
        1,
        HEXAGONS,
        edges=("north", "south"),
    ),
)


def template(key: str) -> Template:
    """The template of that id; the bare table where there is none."""
    return next((each for each in TEMPLATES if each.id == key), TEMPLATES[0])


def made(each: Template, name: str = "") -> Draft:
    """A draft that begins as the template has it."""
    width, height = each.size
    plain = Scenario(name=name or each.name, ruleset=each.ruleset, width_in=width, height_in=height)
    sides = tuple(replace(side, edge=edge) for side, edge in zip(plain.sides, each.edges, strict=True))
    zones = tuple(
        Zone(side=SideId(side.id), points=settings.strip(plain, edge, each.depth))
        for side, edge in zip(plain.sides, each.edges, strict=True)
    )
    draft = Draft(scenario=replace(plain, sides=sides, zones=zones, objectives=_objectives(plain, each)))
    if each.style in (TILED, HEXAGONS):
        return _tiled(draft, each)
    return generator.landscape(draft, each.style, each.seed, each.even) if each.style else draft


def _tiled(draft: Draft, each: Template) -> Draft:
    """The crossing and the gates; the rest lies in the stack."""
    stack, laid = tiles.tiled(*each.size, each.depth, hexagons=each.style == HEXAGONS)
    stack = replace(stack, under_roof=each.style == TILED)
    options = {**draft.scenario.options, "terrain_tiles": True}
    crossing = next(piece for piece in laid if piece.tile)
    at = shapes.centre(crossing.points)
    objectives = tuple(replace(each, at=at) for each in draft.scenario.objectives)
    return draft.with_scenario(terrain=laid, tiles=stack, options=options, objectives=objectives)


def _objectives(scenario: Scenario, each: Template) -> tuple[Objective, ...]:
    """In a line across the middle, at even steps."""
    w, h = scenario.width_in, scenario.height_in
    steps = [(n + 1) / (each.objectives + 1) for n in range(each.objectives)]
    upright = each.edges[0] in ("west", "east")
    places = [(w / 2, h * step) if upright else (w * step, h / 2) for step in steps]
    return tuple(Objective(id=f"o{n}", name=f"Objective {n}", at=at) for n, at in enumerate(places, 1))
