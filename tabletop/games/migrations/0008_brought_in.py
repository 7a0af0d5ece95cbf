from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_reactions"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="brought_in",
            field=models.JSONField(
                blank=True,
                help_text="What playing a log from elsewhere again found; nothing for battles fought here.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="goes_on_from",
            field=models.CharField(blank=True, help_text="Code of the battle that it goes on from.", max_length=6),
        ),
    ]
