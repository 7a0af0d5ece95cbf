"""The lock files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock")
LINE = re.compile(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [a-z_ '0-9.<>=!()A-Z]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")


def versions(lock: str) -> set[str]:
    return {line.split(" ")[0] for line in (ROOT / lock).read_text().splitlines() if "==" in line.split(" ")[0]}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_versions_and_hashes_only(lock: str) -> None:
    strange = [line for line in (ROOT / lock).read_text().splitlines() if not LINE.fullmatch(line)]
    assert strange == []


def test_development_uses_the_versions_that_serve() -> None:
    assert versions("requirements.lock") <= versions("requirements-dev.lock")


def test_every_dependency_of_the_project_is_locked() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    wanted = set(re.findall(r'^    "([a-z0-9-]+)(?:\[[a-z,]+\])?[><;=]', project, re.MULTILINE))
    locked = {name.split("==")[0] for name in versions("requirements-dev.lock")}
    assert {"django", "pytest"} <= wanted <= locked
