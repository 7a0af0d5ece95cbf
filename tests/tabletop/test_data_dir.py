"""The folder of an installation."""

import os
import stat
from pathlib import Path

from tabletop import data_dir


def test_the_key_is_made_once_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    folder = data_dir.opened(tmp_path / "deep" / "var")
    key = data_dir.secret_key(folder)
    assert len(key) >= 64
    assert data_dir.secret_key(folder) == key
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_first_runs_at_once_agree_on_one_key(tmp_path: Path) -> None:
    data_dir._write_once(tmp_path / "secret-key", "first")
    data_dir._write_once(tmp_path / "secret-key", "second")
    assert data_dir.secret_key(tmp_path) == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_a_folder_that_is_there_is_kept_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    assert data_dir.opened(tmp_path) == tmp_path
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o750


def test_a_database_is_read_by_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_bytes(b"rows")
    there.chmod(0o644)
    umask = os.umask(0)
    try:
        found = [data_dir.private(file) for file in (there, tmp_path / "new")]
    finally:
        os.umask(umask)
    assert [stat.S_IMODE(file.stat().st_mode) for file in found] == [0o600, 0o600]
    assert there.read_bytes() == b"rows"
