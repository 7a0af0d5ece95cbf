from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_seats"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="rematch",
            field=models.CharField(
                blank=True, default="", help_text="Code of the table where it is fought once more.", max_length=6
            ),
            preserve_default=False,
        ),
    ]
