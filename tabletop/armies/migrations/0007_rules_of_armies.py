"""Say for which vehicle rules the armies are that stand already."""

from typing import Any

from django.db import migrations, models

_IDS = ("gemini", "trial", "crusade")


def say(apps: Any, _: Any) -> None:
    for army in apps.get_model("armies", "Army").objects.all().iterator(chunk_size=100):
        profiles = {profile.get("id"): profile for profile in army.content.get("profiles", [])}
        used = [member.get("profile") for e in army.content.get("entries", []) for member in e.get("members", [])]
        found = {_made_for(profiles[key]) for key in used if key in profiles}
        army.made_for = " ".join(key for key in _IDS if key in found)
        army.save(update_fields=["made_for"])


def _made_for(profile: dict[str, Any]) -> str:
    """The rules of one profile; hulls from before there were several are for the first of them."""
    if profile.get("hull"):
        return str(profile["hull"].get("rules", _IDS[0]))
    return "" if profile.get("crusade_troop") is None else _IDS[-1]


class Migration(migrations.Migration):
    dependencies = [("armies", "0006_original_files")]

    operations = [
        migrations.AddField(
            model_name="army",
            name="made_for",
            field=models.CharField(blank=True, editable=False, help_text="Vehicle rules, by their ids.", max_length=80),
        ),
        migrations.RunPython(say, migrations.RunPython.noop),
    ]
