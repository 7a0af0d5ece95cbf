"""The scripts behind make, on machines that lack something."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("sh", "dirname", "cat", "ls", "grep", "env", "id", "uname")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with empty lock files."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    for lock in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / lock).touch()
    return tmp_path


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of programs, which is all that there is on the machine."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in TOOLS:
        (programs / tool).symlink_to(shutil.which(tool) or tool)
    return programs


def add(machine: Path, name: str, script: str) -> None:
    program = machine / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def run(script: str, project: Path, machine: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {"PATH": str(machine), "HOME": str(project), **variables}
    return subprocess.run(
        ["/bin/sh", *script.split()], cwd=project, env=own, text=True, capture_output=True, stdin=subprocess.DEVNULL
    )


def test_an_old_python_is_told_what_to_install(project: Path, machine: Path) -> None:
    add(machine, "python3", 'case "$1" in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac')
    done = run("scripts/setup runtime", project, machine)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "Livetable needs Python 3.11 or newer; Python 3.9.2 is what is here.",
        "On Debian or Ubuntu: apt-get install python3.11 python3.11-venv (or a newer one), then run this again.",
    ]


def test_no_python_at_all_is_told_the_same(project: Path, machine: Path) -> None:
    done = run("scripts/setup runtime", project, machine)
    assert done.returncode == 1
    assert "no Python is what is here" in done.stderr


def test_a_python_without_venv_is_told_what_to_install(project: Path, machine: Path) -> None:
    lacks_venv = f'case "$2" in *ensurepip*) exit 1 ;; *) exec {sys.executable} "$@" ;; esac'
    add(machine, "python3", lacks_venv)
    done = run("scripts/setup runtime", project, machine)
    assert done.returncode == 1
    assert "apt-get install python3-venv" in done.stderr
    assert not (project / ".venv").exists()


@pytest.mark.slow
def test_what_is_installed_is_not_installed_again(project: Path, machine: Path) -> None:
    add(machine, "python3", f'exec {sys.executable} "$@"')
    first = run("scripts/setup dev", project, machine)
    assert (first.returncode, "Installing from requirements-dev.lock" in first.stderr) == (0, True)
    assert run("scripts/setup dev", project, machine).stderr == ""
    assert run("scripts/setup runtime", project, machine).stderr == ""
    (project / "requirements.lock").write_text("# changed\n")
    assert "Installing from requirements.lock" in run("scripts/setup runtime", project, machine).stderr


@pytest.mark.slow
def test_an_environment_elsewhere_is_used_through_its_link(project: Path, machine: Path) -> None:
    add(machine, "python3", f'exec {sys.executable} "$@"')
    # It borrows the pip that these tests run with: to install one takes ten seconds of work.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", project / "elsewhere"], check=True)
    (project / ".venv").symlink_to("elsewhere")
    assert run("scripts/setup runtime", project, machine, PYTHONPATH=sysconfig.get_path("purelib")).returncode == 0
    assert (project / ".venv").is_symlink()
    assert (project / "elsewhere" / ".installed-runtime").exists()


def test_servers_that_are_there_are_not_installed(project: Path, machine: Path) -> None:
    for program in ("redis-server", "initdb", "chromium"):
        add(machine, program, "exit 0")
    add(machine, "apt-get", "exit 1")
    assert run("scripts/install-servers", project, machine).returncode == 0


def test_missing_servers_are_installed_by_root(project: Path, machine: Path) -> None:
    if os.geteuid() != 0:
        add(machine, "id", "echo 0")
    add(machine, "initdb", "exit 0")
    add(machine, "chromium", "exit 0")
    add(machine, "apt-get", f'echo "$@" >>{project}/asked')
    assert run("scripts/install-servers", project, machine).returncode == 0
    assert (project / "asked").read_text().splitlines() == [
        "update -q",
        "install -q -y --no-install-recommends redis-server",
    ]


def test_a_browser_without_windows_is_installed_where_it_is_offered(project: Path, machine: Path) -> None:
    if os.geteuid() != 0:
        add(machine, "id", "echo 0")
    (machine / "sed").symlink_to(shutil.which("sed") or "sed")
    for program in ("redis-server", "initdb"):
        add(machine, program, "exit 0")
    (machine / "chmod").symlink_to(shutil.which("chmod") or "chmod")
    browser = machine / "chromium"
    add(machine, "apt-get", f'echo "$@" >>{project}/asked; echo "exit 0" >{browser}; chmod +x {browser}')
    for offered, package in (("exit 1", "chromium"), ("exit 0", "chromium-headless-shell")):
        browser.unlink(missing_ok=True)
        add(machine, "apt-cache", offered)
        assert run("scripts/install-servers", project, machine).returncode == 0
        installed = (project / "asked").read_text().splitlines()[-1]
        assert installed.split()[-1] == package


def test_what_pdf_files_need_is_installed_where_it_is_missing(project: Path, machine: Path) -> None:
    if os.geteuid() != 0:
        add(machine, "id", "echo 0")
    for program in ("redis-server", "initdb", "chromium"):
        add(machine, program, "exit 0")
    (machine / "ls").unlink()
    add(machine, "ls", "exit 1")
    add(machine, "apt-get", f'echo "$@" >>{project}/asked')
    assert run("scripts/install-servers", project, machine).returncode == 0
    assert (project / "asked").read_text().splitlines()[-1] == (
        "install -q -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    )


def test_without_the_rights_it_says_what_to_install(project: Path, machine: Path) -> None:
    (machine / "id").unlink()
    add(machine, "id", "echo 1000")
    add(machine, "initdb", "exit 0")
    add(machine, "chromium", "exit 0")
    add(machine, "apt-get", "exit 1")
    done = run("scripts/install-servers", project, machine)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].strip() == "apt-get install redis-server"
