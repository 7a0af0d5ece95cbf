"""Bring an installation up to date: database, static files, sample content."""

from typing import Any

from django.core.management import BaseCommand, call_command


class Command(BaseCommand):
    """Safe to repeat: each step does only what is missing."""

    help = "Migrate the database, collect the static files and load the sample content once."

    def handle(self, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("load_sample", verbosity=options["verbosity"])
