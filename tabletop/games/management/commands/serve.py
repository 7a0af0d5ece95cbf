"""Set an installation up and serve it: what `make run` runs."""

import sys
from typing import Any

from channels.routing import get_default_application
from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command

from tabletop import serving
from tabletop.games.pages import ready


class Command(BaseCommand):
    """One process, which ends on Ctrl-C."""

    help = "Prepare the database, the static files and the sample content, then serve on HOST and PORT."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--server", choices=sorted(serving.SERVERS), default=settings.SERVER)
        parser.add_argument("--as-is", action="store_true", help="Serve without preparing anything first.")

    def handle(self, **options: Any) -> None:
        if options["server"] not in serving.SERVERS:  # a default is not checked against the choices
            raise CommandError(
                f"SERVER={options['server']} is not known. Choose {' or '.join(sorted(serving.SERVERS))}."
            )
        try:
            self._serve(options["server"], prepared=options["as_is"])
        except serving.CannotServe as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            pass
        self.stdout.write("\nLivetable has ended.")

    def _serve(self, server: str, *, prepared: bool) -> None:
        with serving.listening_socket(settings.HOST, settings.PORT) as listener:
            held = None if settings.REDIS_URL else serving.claim(settings.DATA_DIR)
            if not prepared:
                call_command("prepare")
            serving.SERVERS[server](get_default_application(), listener, lambda: self._begun(listener.getsockname()[1]))
            if held:
                held.close()

    def _begun(self, port: int) -> None:
        self.stdout.write(serving.banner(settings.HOST, port, colours=sys.stdout.isatty()))
        self.stdout.flush()
        ready.begin()
