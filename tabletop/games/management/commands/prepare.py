"""Bring an installation up to date: database, static files, sample content, libraries."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError, connection

from tabletop.armies.models import LibraryEdition
from tabletop.games import seeds
from tabletop.games.models import Seed


class Command(BaseCommand):
    """Safe to repeat: each step does only what is missing."""

    help = "Migrate the database, collect the static files and load the sample content once."

    def handle(self, **options: Any) -> None:
        self._reach_database()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("load_sample", verbosity=options["verbosity"])
        LibraryEdition.shelve()  # so that no page that only reads has to
        self._try_key()

    def _reach_database(self) -> None:
        """Say which database does not answer, without the password that its address may hold."""
        try:
            connection.ensure_connection()
        except OperationalError as error:
            where = connection.settings_dict
            at = f"{where['NAME']} on {where['HOST']}:{where['PORT'] or 5432}" if where.get("HOST") else where["NAME"]
            reason = str(error).splitlines()[0] if str(error) else "no answer"
            text = f"The database {at} does not answer: {reason}. Start it, or set DATABASE_URL."
            raise CommandError(text) from None

    def _try_key(self) -> None:
        """Tell the operator at once when the dice of earlier tables cannot be read."""
        newest = Seed.objects.order_by("-pk").first()
        try:
            if newest:
                seeds.opened(bytes(newest.value))
        except seeds.OtherKey as error:
            self.stderr.write(f"{error} Put SEED_KEY, or {settings.DATA_DIR / 'seed-key'}, back as it was.")
