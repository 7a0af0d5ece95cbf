"""Scenarios for these tests, edited as the editor edits them."""

from rules.table.scenario import Scenario
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.edits import edits, templates


def a_draft(name="Test field", **values):
    """A bare table with a zone for each side and one objective; values of the scenario may be given."""
    return templates.made(templates.TEMPLATES[0], name).with_scenario(**values)


def an_empty_draft(**values):
    """Nothing but a table."""
    return Draft(scenario=Scenario(name="Nothing", **values))


def edited(draft, **sent):
    """The draft after one edit."""
    return done(draft, **sent).draft


def done(draft, **sent):
    """The edit itself: draft, hand and words."""
    return edits.edit(draft, {key: str(value) for key, value in sent.items()})


def piece(draft, key):
    """A piece of terrain by its id."""
    found = draft.piece(key)
    assert found is not None
    return found
