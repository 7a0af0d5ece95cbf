"""Armies that stood before there were rosters."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tabletop.armies.models import Army
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


def test_armies_that_stood_already_say_for_which_rules_they_are():
    samples.load_armies()
    MigrationExecutor(connection).migrate([("armies", "0006_original_files")])
    after = MigrationExecutor(connection)
    after.migrate(after.loader.graph.leaf_nodes("armies"))
    said = {army.name: army.rules_in_words for army in Army.objects.all()}
    assert said["Carrow Guard Armour"] == "Rules Crusade"
    assert said["Hollin Guard"] == "Trial vehicles"
    assert said["Northmarch Rangers"] == "Skirmish vehicles"
    assert said["Northmarch Patrol"] == "Skirmish on foot"
    for army in Army.objects.all():
        kept = army.made_for
        army.save()
        assert army.made_for == kept
