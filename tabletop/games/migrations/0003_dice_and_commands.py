"""Words by side, the command of each log entry, and seeds encrypted at rest."""

from django.apps.registry import Apps as StateApps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tabletop.games import seeds


def encrypt(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seeds that stand there plainly are encrypted; safe to repeat."""
    rows = apps.get_model("games", "Seed").objects
    for row in rows.all():
        if not seeds.is_kept(bytes(row.value)):
            rows.filter(pk=row.pk).update(value=seeds.kept(bytes(row.value)))


class Migration(migrations.Migration):
    dependencies = [("games", "0002_disputed_dice")]

    operations = [
        migrations.AddField(
            model_name="eventrecord",
            name="asked",
            field=models.TextField(blank=True, default="", help_text="The action, on the first event that came of it."),
        ),
        migrations.AddField(
            model_name="table",
            name="words",
            field=models.JSONField(
                blank=True, default=dict, help_text="By side: its words for the dice, empty if it passed."
            ),
        ),
        migrations.RunPython(encrypt, migrations.RunPython.noop),
    ]
