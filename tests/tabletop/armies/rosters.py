"""Rosters for these tests, edited as the builder edits them."""

from rules.core.ids import SideId
from tabletop.armies.library.library import shipped
from tabletop.armies.roster import build, checks, edits
from tabletop.armies.roster.roster import Roster

LIBRARY = shipped()
A = SideId("a")


def a_list(*kinds, limit=0, name="Test list"):
    """A roster with those units as they come: u1, u2 and so on."""
    roster = Roster(name=name, limit=limit)
    for kind in kinds:
        roster = edited(roster, do="add", kind=kind)
    return roster


def edited(roster, **sent):
    """The roster after one edit."""
    return edits.edit(LIBRARY, roster, {key: str(value) for key, value in sent.items()}).roster


def units(roster):
    """Its units by id."""
    return {unit.pick.id: unit for unit in build.units(LIBRARY, roster)}


def findings(roster, tone="bad"):
    """The findings of that tone."""
    return [found for found in checks.check(LIBRARY, roster, build.units(LIBRARY, roster)) if found.tone == tone]


def mended(roster, found, n=0):
    """The roster after what a finding offers."""
    return edited(roster, **found.mends[n].edit)
