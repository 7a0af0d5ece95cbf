from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_withdrawn_reactions"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="answer_s",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Seconds to answer in, by a clock that only shows."
            ),
        ),
    ]
