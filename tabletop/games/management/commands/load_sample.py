"""Load the sample content: armies, scenarios and a table some turns into play."""

from typing import Any

from django.core.management import BaseCommand

from tabletop.games.samples import samples
from tabletop.ui.words import code_text


class Command(BaseCommand):
    """Safe to repeat: what was loaded once is left alone."""

    help = "Load the sample content, unless it was loaded before."

    def handle(self, **options: Any) -> None:
        armies, scenarios = samples.load_armies(), samples.load_scenarios()
        if armies or scenarios:
            self.stdout.write(f"Loaded {armies} sample armies and {scenarios} scenarios.")
        if code := samples.load_battle():
            self.stdout.write(f"A battle is under way at table {code_text(code)}.")
