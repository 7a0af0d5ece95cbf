"""Structures as the skirmish rules see them: all the answers of `answers` in one. (BLD-BUNK-13)"""

from __future__ import annotations

from rules.buildings.answers.bursts import BurstsOfStructures
from rules.buildings.answers.people import PeopleOfStructures
from rules.buildings.answers.roads import RoadsThroughStructures
from rules.buildings.answers.shots import ShotsOfStructures
from rules.buildings.answers.sight import SightOfStructures
from rules.buildings.answers.ways import WaysOfStructures
from rules.buildings.answers.worth import WorthOfStructures
from rules.buildings.ports.under_fire import PortsUnderFire
from rules.buildings.sections.under_fire import SectionsUnderFire


class Structures(
    WaysOfStructures,
    RoadsThroughStructures,
    WorthOfStructures,
    SightOfStructures,
    BurstsOfStructures,
    ShotsOfStructures,
    SectionsUnderFire,
    PortsUnderFire,
    PeopleOfStructures,
):
    """Houses, bunkers and whatever has walls."""
