"""Packages of packages say who may import whom inside of them."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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
    many = {dotted(package): len(list(package.glob("*.py"))) for package in PACKAGES}
    assert {name: count for name, count in many.items() if count > 20} == {}
