"""Copying the database while it is in use."""

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.live import LiveServer, Prepared, manage

ADD = "User.objects.create_user('Alice')"


def people(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [name for (name,) in connection.execute("SELECT username FROM accounts_user WHERE username = 'Alice'")]


@pytest.mark.slow
def test_a_copy_holds_what_was_written_while_the_server_runs(live: Callable[..., LiveServer], tmp_path: Path) -> None:
    running = live()
    running.manage("shell", "-c", f"from tabletop.accounts.models import User; {ADD}")
    running.manage("backup", str(tmp_path / "copy.sqlite3"))
    assert people(tmp_path / "copy.sqlite3") == ["Alice"]
    assert stat.S_IMODE((tmp_path / "copy.sqlite3").stat().st_mode) == 0o600
    assert running.health()["status"] == "up"


@pytest.mark.slow
def test_a_copy_never_replaces_a_file(prepared: Prepared, tmp_path: Path) -> None:
    there = tmp_path / "copy.sqlite3"
    there.write_text("mine")
    with pytest.raises(RuntimeError, match="is there already"):
        manage("backup", str(there), settings="tests.settings", data_dir=prepared.folder)
    assert there.read_text() == "mine"
