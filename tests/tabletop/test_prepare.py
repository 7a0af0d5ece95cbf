"""Making an installation ready."""

from pathlib import Path

import pytest

from tests.live import manage

NOBODY = "postgresql://livetable:hush@127.0.0.1:1/livetable"


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError) as failed:
        manage("prepare", settings="tests.settings", data_dir=tmp_path, DATABASE_URL=NOBODY)
    said = str(failed.value)
    assert "The database livetable on 127.0.0.1:1 does not answer: " in said
    assert "Start it, or set DATABASE_URL." in said
    assert "hush" not in said
    assert "Traceback" not in said
