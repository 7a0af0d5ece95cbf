"""Dice of a table: sealed, and beyond the reach of any setting of the product."""

import os

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from rules import encode
from rules.any_game import TableRoll
from rules.dice.sources import SealedDice, seal
from tabletop.games import seeds, selectors, services
from tabletop.games.access.refusals import Refused
from tabletop.games.log import dice, journal
from tabletop.games.models import Seed
from tests import starts
from tests.builders import A
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, agree_to_all, browser, fresh, state_of
from tests.dice import left_over, write_script


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    return tmp_path


def _ask(code, **variables):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tabletop.settings"} | variables
    status, printed, complaints = starts.run(["-c", code], env=environment, timeout=300)
    assert status == 0, complaints
    return printed.strip()


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
    table = a_table()
    assert table.words == {}
    sealed = table.seal
    table = a_battle_at(table)
    seed = seed_of(table)
    assert len(seed) == 32
    assert sealed == table.seal == seal(seed) == state_of(table).seal
    with pytest.raises(Refused, match="when the battle is over"):
        services.publish_seed(code=table.code, person=BOB)
    act(table, BOB, type="Concede")
    assert selectors.published_seed(fresh(table)) is None
    services.publish_seed(code=table.code, person=BOB)
    assert selectors.published_seed(fresh(table)) == seed


def seed_of(table):
    return seeds.opened(bytes(Seed.objects.get(table=table).value))


def test_the_database_alone_tells_no_seed(db):
    table = a_table()
    row = bytes(Seed.objects.get(table=table).value)
    assert seed_of(table) not in row
    with override_settings(SEED_KEY="another"), pytest.raises(ImproperlyConfigured):
        seeds.opened(row)
    assert seeds.opened(b"x" * 32) == b"x" * 32, "a seed from before"


def test_a_server_with_another_key_says_so_instead_of_failing(db):
    table = a_battle_at()
    with override_settings(SEED_KEY="another"):
        del settings.TABLETOP_DICE_SOURCE
        found = browser(ALICE).post(f"/tables/{table.code}/act", {"action": '{"type": "TableRoll", "sides": 6}'})
    assert found.status_code == 503
    assert "encrypted under another key" in found.content.decode()
    assert "SEED_KEY" in found.content.decode()


def test_live_dice_are_those_that_the_seed_gives(db):
    table = a_battle_at()
    with override_settings():
        del settings.TABLETOP_DICE_SOURCE
        act(table, ALICE, type="TableRoll", sides=100, count=5)
    event = services.acts.journal.lines(fresh(table), 1, 2)[0].event
    asked = encode(TableRoll(side=A, sides=100, count=5))
    assert event.dice == SealedDice(seed_of(table), table.game_id, asked=asked).throw("table-roll", 10, 10, 0)


def test_words_of_the_sides_go_into_the_dice(db):
    table = a_table()
    services.add_entropy(code=table.code, person=BOB, text="a | b")
    services.start_battle(code=table.code, person=ALICE)
    state, seed = state_of(table), seed_of(table)
    roll = TableRoll(side=A, sides=100, count=5)
    mine = dice.source_for(table, state, roll).throw("table-roll", 100, 10, 0)
    assert state.entropy == ("a / b",)
    assert mine == SealedDice(seed, table.game_id, ("a / b",), asked=encode(roll)).throw("table-roll", 100, 10, 0)
    assert mine != SealedDice(seed, table.game_id, asked=encode(roll)).throw("table-roll", 100, 10, 0)


def test_no_battle_begins_before_each_side_has_spoken_or_passed(db):
    table = a_table()
    with pytest.raises(Refused, match="Bob may still add words") as refused:
        services.start_battle(code=table.code, person=ALICE)
    assert refused.value.code == "words-missing"
    with pytest.raises(Refused, match="Only who plays"):
        services.add_entropy(code=table.code, person=CHARLIE, text="mine")
    services.add_entropy(code=table.code, person=BOB)
    services.start_battle(code=table.code, person=ALICE)
    assert state_of(table).entropy == ()


def test_another_action_after_taking_back_throws_other_dice(db):
    table = a_battle_at()
    with override_settings():
        del settings.TABLETOP_DICE_SOURCE
        thrown = []
        for count in (9, 8, 9):
            act(table, ALICE, type="TableRoll", sides=100, count=count)
            thrown.append(journal.lines(fresh(table), 1, fresh(table).seq)[-1].event.dice)
            services.undo(code=table.code, person=ALICE)
            agree_to_all(table)
    assert thrown[0] == thrown[2]
    assert thrown[0][:16] != thrown[1]


def test_two_tables_never_share_a_seed(db):
    seeds = {seed_of(a_battle_at()) for _ in range(3)}
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
