"""Count the units and models of the armies that stand already."""

from typing import Any

from django.db import migrations


def count(apps: Any, _: Any) -> None:
    for army in apps.get_model("armies", "Army").objects.all().iterator(chunk_size=100):
        entries = army.content.get("entries", [])
        army.unit_count = len(entries)
        army.model_count = sum(member.get("count", 1) for entry in entries for member in entry.get("members", []))
        army.save(update_fields=["unit_count", "model_count"])


class Migration(migrations.Migration):
    dependencies = [("armies", "0002_rosters")]

    operations = [migrations.RunPython(count, migrations.RunPython.noop)]
