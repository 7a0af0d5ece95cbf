"""Packages of packages say who may import whom inside of them."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FROM_FOLDER = re.compile(r"\"\.\./(\w+)/")
PACKAGES = sorted(found.parent for top in ("rules", "tabletop") for found in (ROOT / top).rglob("__init__.py"))


def dotted(package: Path) -> str:
    return ".".join(package.relative_to(ROOT).parts)


def test_every_package_of_packages_has_a_place_for_each_of_them() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layered = [contract for contract in contracts if contract["type"] == "layers"]
    assert [contract["name"] for contract in layered if not contract["exhaustive"]] == []
    containers = {container for contract in layered for container in contract["containers"]}
    outer = {dotted(package) for package in PACKAGES if list(package.glob("*/__init__.py"))}
    assert outer - {"tabletop.games.management"} <= containers  # Django's folder of one folder


def test_no_folder_of_code_has_more_than_twenty_files() -> None:
    folders = [*PACKAGES, *(found.parent for found in (ROOT / "tests").rglob("__init__.py"))]
    many = {dotted(folder): len(list(folder.glob("*.py"))) for folder in folders}
    assert {name: count for name, count in many.items() if count > 20} == {}


SCRIPTS = ROOT / "static" / "js"
SCRIPTS_BELOW = {
    "live": set(),
    "site": {"live"},
    "board": {"live"},
    "dice": {"live", "board"},
    "plan": {"live", "board"},
    "play": {"live", "board", "dice", "plan"},
    "watch": {"live", "board", "dice"},
    "editor": {"live", "board", "site"},
}
"""For each folder of scripts those that it may import from."""


def test_scripts_import_downwards() -> None:
    folders = {folder.name: folder for folder in SCRIPTS.iterdir()}
    assert set(folders) == set(SCRIPTS_BELOW)
    used = {
        name: {found for script in folder.glob("*.js") for found in FROM_FOLDER.findall(script.read_text())}
        for name, folder in folders.items()
    }
    assert {name: used[name] - below for name, below in SCRIPTS_BELOW.items() if used[name] - below} == {}
    assert used["play"] == SCRIPTS_BELOW["play"]
