"""Dice of a table: sealed, and beyond the reach of any setting of the product."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from rules.dice.sources import SealedDice, seal
from tabletop.games import services
from tabletop.games.log import dice
from tabletop.games.models import Seed
from tests.cast import ALICE, BOB, a_battle_at, act, fresh, state_of
from tests.dice import left_over, write_script

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    return tmp_path


def _ask(code, **variables):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tabletop.settings"} | variables
    asked = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    return asked.stdout.strip()


def test_the_settings_of_the_product_cannot_name_another_source(tmp_path):
    code = (
        "import django; django.setup();"
        "from django.conf import settings; from tabletop.games.log import dice;"
        "named = hasattr(settings, 'TABLETOP_DICE_SOURCE');"
        "settings.TABLETOP_DICE_SOURCE = 'tests.dice.scripted_source';"
        "print(named, dice._substitute())"
    )
    variables = {"TABLETOP_DICE_SOURCE": "tests.dice.scripted_source", "DATA_DIR": str(tmp_path)}
    assert _ask(code, **variables) == "False None"


def test_the_seal_is_published_before_the_first_die_and_the_seed_only_at_the_end(db):
    table = a_battle_at()
    seed = bytes(Seed.objects.get(table=table).value)
    assert len(seed) == 32
    assert table.seal == seal(seed) == state_of(table).seal
    assert services.publish_seed(code=table.code) is None
    act(table, BOB, type="Concede")
    assert services.publish_seed(code=table.code) == seed


def test_live_dice_are_those_that_the_seed_gives(db):
    table = a_battle_at()
    with override_settings():
        del settings.TABLETOP_DICE_SOURCE
        act(table, ALICE, type="TableRoll", sides=100, count=5)
    event = services.acts.journal.lines(fresh(table), 1, 2)[0].event
    seed = bytes(Seed.objects.get(table=table).value)
    assert event.dice == SealedDice(seed, table.game_id).throw("table-roll", 10, 10, 0)


def test_entropy_of_the_seats_goes_into_the_dice(db):
    from tests.cast import a_table

    table = a_table()
    services.add_entropy(code=table.code, person=BOB, text="a | b")
    table = a_battle_at(table)
    seed = bytes(Seed.objects.get(table=table).value)
    mine = dice.source_for(table, state_of(table)).throw("table-roll", 100, 10, 0)
    assert state_of(table).entropy == ("a / b",)
    assert mine == SealedDice(seed, table.game_id, ("a / b",)).throw("table-roll", 100, 10, 0)
    assert mine != SealedDice(seed, table.game_id).throw("table-roll", 100, 10, 0)


def test_two_tables_never_share_a_seed(db):
    seeds = {bytes(Seed.objects.get(table=a_battle_at()).value) for _ in range(3)}
    assert len(seeds) == 3


def test_a_test_may_tell_the_dice_by_label(db, folder):
    table = a_battle_at()
    write_script(folder, {"table-roll": [6, 1, 1]})
    sealed = SealedDice(b"x", "g")
    source = dice._substitute()(sealed)
    assert source.throw("table-roll", 6, 2, 0) == (6, 1)
    assert left_over(folder) == {"table-roll": [1]}
    assert source.throw("activation", 6, 3, 0) == source.throw("activation", 6, 3, 0)
    (folder / "dice.json").unlink()
    assert source.throw("activation", 6, 3, 0) == sealed.throw("activation", 6, 3, 0)
    act(table, ALICE, type="TableRoll", sides=6, count=1)
    assert left_over(folder) == {}
