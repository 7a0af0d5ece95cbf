"""Copy the SQLite database while it is in use."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import connection

from tabletop import data_dir


class Command(BaseCommand):
    """The copy is one moment of the database, whole, whatever is being written meanwhile."""

    help = "Write a copy of the SQLite database to a new file; tables in play are not disturbed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This copies SQLite. For PostgreSQL use its own pg_dump.")
        if file.exists():
            raise CommandError(f"{file} is there already. Name a new file.")
        connection.ensure_connection()
        with closing(sqlite3.connect(data_dir.private(file))) as copy:
            connection.connection.backup(copy)
        self.stdout.write(f"Copied to {file}.")
