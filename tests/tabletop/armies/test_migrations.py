"""Armies that stood before there were rosters."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tabletop.games.samples import samples

pytestmark = pytest.mark.django_db(transaction=True)


def test_older_armies_are_counted_and_stay_samples_or_their_owners():
    samples.load_armies()
    before = MigrationExecutor(connection)
    before.migrate([("armies", "0001_initial")])
    after = MigrationExecutor(connection)
    after.migrate(after.loader.graph.leaf_nodes("armies"))
    old = {row.name: row for row in after.loader.project_state().apps.get_model("armies", "Army").objects.all()}
    ranger = old["Northmarch Rangers"]
    assert (ranger.unit_count, ranger.model_count, ranger.points) == (7, 27, 640)
    assert (ranger.owner, ranger.guest, ranger.roster, ranger.archived) == (None, "", None, False)
