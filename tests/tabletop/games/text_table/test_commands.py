"""The table as text: what a line of words comes to, and a whole battle fought by nothing else."""

import html
import json
import random
import re

import pytest
from django.test import Client
from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.prompt import Option, Prompt
from rules.geometry.facings import bearing
from rules.table.terrain import Terrain
from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.models import Table
from tabletop.games.panels.prompt import Choice
from tabletop.games.plans import drafts
from tabletop.games.plans.drafts import Draft
from tabletop.games.text_table import answers, commands, offered, places, reading
from tabletop.games.text_table.offered import option_words
from tests.builders import A, a_battle, a_row, a_unit, a_weapon
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, act, browser, deployed, fresh, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_is_counted():
    entrance.wrong_codes.forget()


def say(state, text, side="a", unit=None, draft=None):
    asker = answers.Asker(side, UnitId(unit) if unit else None, draft or Draft())
    return commands.answer(state, asker, text)


def active(dice=2):
    """The first squad acts; with how many points is the dice' affair."""
    table = deployed()
    for _ in range(20):
        act(table, ALICE, type="Activate", unit="a1", dice=dice)
        if state_of(table).turn.active == "a1":
            return table
        services.undo(code=table.code, person=ALICE)
        table = deployed()
    raise AssertionError("no squad was ever activated")


# ------------------------------------------------------------------ what one may try


def test_examples_name_units_of_this_table_and_no_other():
    """A duel of two units has no A3 and no Crane."""
    state = a_battle(a_unit("a1", [(5, 5)], name="Ash Rifles"), a_unit("b1", [(15, 5)], name="Birch Rifles"))
    shown = " ".join(say(state, "help").lines).replace("square b4", "")
    assert {word.strip(",.:") for word in shown.split() if re.fullmatch(r"[ab]\d[,.:]?", word)} == {"a1", "b1"}
    assert "where is birch" in shown
    for example in ("near b1", "where is birch", "card a1"):
        assert "understood" not in say(state, example).title


def test_the_page_tries_units_that_stand_there():
    table = deployed()
    units = state_of(table).units
    for person, path in ((ALICE, "text"), (CHARLIE, "text"), (ALICE, "text/now?as=a")):
        page = browser(person).get(f"/tables/{table.code}/{path}").content.decode()
        line = re.search(r"Try: [^<]+", page)[0]
        named = re.findall(r"\b[ab]\d+\b", line)
        assert named
        assert set(named) <= set(units)


# ------------------------------------------------------------------ reading


def test_words_name_units_directions_lengths_and_squares_in_any_order():
    state = state_of(deployed())
    line = reading.read("Fire autogun at B2, 3 1/2 east", state)
    assert line.units == ("b2",)
    assert line.bearings == (90.0,)
    assert line.words == ("fire", "autogun", "1/2")
    assert reading.read("3½″ nne", state).numbers == (3.5,)
    assert reading.read("to square c4", state).place == (15, 21)
    assert reading.read("to square aa4", state).place == (159, 21)
    assert reading.read("where is second birch", state).units == ("b2",) or reading.read("birch", state).unclear


def test_a_word_that_several_are_called_by_is_asked_back():
    found = say(state_of(deployed()), "where is birch")
    assert found.title == "Which one?"
    assert [choice.command for choice in found.choices] == ["where is b1", "where is b2"]


def test_dice_that_are_said_of_a_unit_activate_it():
    state = state_of(deployed())
    assert say(state, "a1 2 dice") == say(state, "activate a1 2")


def test_what_is_not_understood_names_the_nearest():
    found = say(state_of(deployed()), "activat a1 2")
    assert "not understood" in found.title or found.action
    assert any("activate" in choice.command for choice in found.choices) or found.action


# ------------------------------------------------------------------ asking


def test_rows_are_sorted_from_the_unit_in_hand_and_say_where():
    state = state_of(deployed())
    held = state.units["a1"]
    rows = places.rows(state, held)
    assert rows[0].id == "a1"
    assert [row.distance_in for row in rows] == sorted(row.distance_in for row in rows)
    far = next(row for row in rows if row.id == "b1")
    assert re.fullmatch(r"[\d¼½¾⅛⅜⅝⅞]+″ [a-z-]+", far.away)
    assert "5 models" in far.text


def test_what_is_near_is_as_far_as_the_rules_measure():
    """From model to nearest model, not from leader to leader; to the edge of ground, or here. (ARAP-GEN-05)"""
    wood = Terrain(id="w1", points=((8, 8), (14, 8), (14, 14), (8, 14)), name="Withy Bed")
    hill = Terrain(id="h1", points=((10, 20), (16, 20), (16, 26), (10, 26)), name="Heron Hill")
    units = (a_unit("a1", [(10, 10), (10, 12)], name="Ash"), a_unit("b1", [(20, 12), (20, 14)], name="Birch"))
    state = a_battle(*units, terrain=(wood, hill))
    found = dict(line.split(": ") for line in say(state, "near a1").lines)
    assert found["B1 Birch"].startswith("10″")
    assert found["B1 Birch"] == places.rows(state, state.units[UnitId("a1")])[1].away
    assert {name.partition(",")[0]: far for name, far in found.items() if "effect" in name} == {
        "Withy Bed": "here",
        "Heron Hill": "10″ south",
    }
    there = dict(line.split(": ") for line in say(state, "near square d3").lines)  # its middle is at 21, 15
    assert there["B1 Birch"].startswith("1⅜″")


def test_spectators_may_ask_and_do_nothing():
    state = state_of(deployed())
    assert say(state, "near a1", side=None).lines
    assert "Birch First" in say(state, "card b1", side=None).title
    assert say(state, "activate a1 2", side=None).action == ""


def test_a_hidden_unit_is_in_no_answer():
    table = deployed(hidden="Ash Second")
    client = browser(BOB)
    shown = client.get(f"/tables/{table.code}/text?as=b").content.decode()
    said = [ask(client, table, text)[0] for text in ("list", "near a1", "where is second", "card a2")]
    assert all("Ash Second" not in page for page in [shown, *said])


# ------------------------------------------------------------------ planning


def test_a_move_is_told_before_it_is_made_and_goes_on_from_there():
    state = state_of(active())
    found = say(state, "move 2 east")
    assert found.title.startswith("Move 2″")
    assert json.loads(found.action)["type"] == "Move"
    assert "Shortened to 4″ of the 9″ asked for." in say(state, "move 9 east").lines
    draft = Draft(**json.loads(found.draft))
    further = say(state, "then 1 north", draft=draft)
    assert len(json.loads(further.action)["path"]) == 2
    assert further.title.startswith("Move 3″")
    turned = say(state, "face south", draft=draft)
    assert json.loads(turned.action)["path"][-1]["facing"] == 180


@pytest.mark.parametrize(
    ("words", "gait", "turned"),
    [("backwards", "back", 180), ("sideways", "sidestep", 90), ("sideways left", "sidestep", -90)],
)
def test_a_unit_backs_up_and_sidesteps_by_words(words, gait, turned):
    """The other way than it looks, or to its right unless the left is named. (ARAP-MOVE-05, ARAP-MOVE-06)"""
    state = state_of(active())
    lead = state.units[UnitId("a1")].models[0]
    draft = json.loads(say(state, f"move 1 {words}").draft)
    assert draft["ticked"] == {"gait": gait}
    assert bearing(lead.at, tuple(draft["path"][0])) == pytest.approx((lead.facing + turned) % 360, abs=0.1)


def test_a_refusal_gives_its_rule_and_the_way_out():
    found = say(state_of(active()), "fire at b1")
    assert found.action == ""
    assert any(line.startswith("Not allowed:") for line in found.lines)
    assert found.rule.startswith("ARAP-")


def test_whoever_names_nobody_is_asked_who_does_it():
    found = say(state_of(deployed()), "move 2 east")
    assert found.title == "Say first who does it."
    assert [choice.command for choice in found.choices][:2] == ["what a1", "what a2"]


def test_without_a_word_for_it_the_list_tells_what_may_be_done():
    state = state_of(active())
    found = say(state, "what")
    assert any(choice.command == "do finish a1" for choice in found.choices)
    assert json.loads(say(state, "do finish a1").action)["type"] == "Finish" or say(state, "finish").action


# ------------------------------------------------------------------ a whole battle


def ask(client, table, text, side="b", unit="", draft=None):
    """The answer as a page gets it: markup, action, where it is sent, draft, numbered lines."""
    answer = client.post(
        f"/tables/{table.code}/text/say",
        {"as": side, "text": text, "unit": unit, "draft": draft or {}},
        content_type="application/json",
        headers={"HX-Request": "true"},
    )
    page = answer.content.decode()
    found = {name: html.unescape(value) for name, value in re.findall(r'data-(action|sends|draft|unit)="(.*?)"', page)}
    return page, found, [html.unescape(says) for says in re.findall(r'data-says="(.*?)"', page)]


def test_a_whole_battle_is_fought_by_words_alone():
    table = a_battle_at()
    chance = random.Random(7)
    players = {"a": browser(ALICE), "b": browser(BOB)}
    for _ in range(900):
        table = fresh(table)
        if table.status == Table.Status.ENDED:
            break
        for side, client in players.items():
            if any(_acts(client, table, side, chance) for _ in range(8)):
                break
        else:
            raise AssertionError(f"nobody could act at event {table.seq}")
    assert fresh(table).status == Table.Status.ENDED
    page = Client().get(f"/tables/{table.code}/text").content.decode()
    assert "wins" in page or "draw" in page.lower()


def _acts(client, table, side, chance):
    """Whether that side found something to do by following numbers, and did it."""
    line, draft, unit = "what", {}, ""
    for _ in range(6):
        _, found, lines = ask(client, table, line, side, unit, draft)
        if found.get("action") and (not lines or chance.random() < 0.8):
            sent = {"action": json.loads(found["action"]), "as": side}
            done = client.post(f"/tables/{table.code}/act", sent, content_type="application/json")
            return done.status_code == 204
        if not lines:
            return False
        draft = json.loads(found["draft"]) if found.get("draft") else {}
        unit = found.get("unit", "")
        ends = [one for one in lines if one.startswith("end")]
        line = ends[0] if ends and chance.random() < 0.4 else chance.choice(lines)
    return False


# ------------------------------------------------------------------ the page


def test_what_is_new_comes_as_sentences():
    table = deployed()
    client = browser(ALICE)
    before = fresh(table).seq
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    text = client.get(f"/tables/{table.code}/text/now?as=a&since={before}&unit=a1").content.decode()
    assert text.count("<li") - text.count("data-says") < 60
    assert "Ash First is pinned (tripped)." in text
    assert "Test table" not in text.partition('<ol class="new"')[2].partition("pinned")[2]


def test_the_view_of_another_side_is_refused():
    table = deployed()
    for path in ("text?as=a", "text/now?as=a"):
        assert browser(CHARLIE).get(f"/tables/{table.code}/{path}").status_code == 403
    answer = browser(CHARLIE).post(
        f"/tables/{table.code}/text/say", {"as": "a", "text": "what"}, content_type="application/json"
    )
    assert answer.status_code == 403


def test_the_text_is_as_old_as_the_delay():
    table = a_battle_at()
    services.settle(code=table.code, person=ALICE, delay_s=60)
    act(table, BOB, type="RollOff")
    page = Client().get(f"/tables/{table.code}/text").content.decode()
    assert "Roll-off for the first turn" not in page


@pytest.mark.parametrize("said", ["x" * 121, "\x00"])
def test_a_line_that_no_field_takes_is_refused(said):
    table = deployed()
    answer = browser(ALICE).post(
        f"/tables/{table.code}/text/say", {"as": "a", "text": said}, content_type="application/json"
    )
    assert answer.status_code == 422


# ------------------------------------------------------------------ why, rulings, doubts, standing answers, bearings


def shot_planned():
    table = active()
    x, y = state_of(table).units["a1"].models[0].at
    near = say(state_of(table), f"rule b1 at square {chr(97 + int(x // 6))}{int(y // 6) + 3}: closer").action
    act(table, ALICE, **json.loads(near))
    state = state_of(table)
    found = say(state, "fire at b1", unit="a1")
    return state, drafts.read(json.loads(found.draft))


def test_why_and_a_number_tells_what_makes_it_up():
    state, draft = shot_planned()
    assert say(state, "why", unit="a1", draft=draft).title == "Shoot at Birch First"
    need = say(state, "why 3", unit="a1", draft=draft)
    assert any(line.startswith("Rifle: 10 shots by 5 models, 3 or less") for line in need.lines)
    assert json.loads(need.action)["type"] == "Shoot"
    found = say(state, "why 77", unit="a1", draft=draft)
    assert found.title == "No 77 is in what is planned."
    assert say(state, found.choices[0].command, unit="a1", draft=draft).lines
    assert say(state, "why 4").title == "Nothing is planned."


def test_rulings_by_words_say_what_and_why():
    table = deployed()
    state = state_of(table)
    found = say(state, "rule a1 gone to ground: they fell over")
    action = json.loads(found.action)
    assert found.sends == "ruling"
    assert action == {
        "type": "RuleUnit",
        "unit": "a1",
        "what": "gone_to_ground",
        "value": 1,
        "reason": "they fell over",
    }
    assert (
        browser(ALICE)
        .post(f"/tables/{table.code}/ruling", {"action": action, "as": "a"}, content_type="application/json")
        .status_code
        == 204
    )
    assert state_of(table).units["a1"].gone_to_ground
    assert json.loads(say(state, "rule a1 not pinned because it rallied").action)["value"] == 0
    assert json.loads(say(state, "rule a1 suppression points 3: shells").action)["value"] == 3
    pending = json.loads(say(state, "rule a1 pending suppression points 0: passed").action)
    assert (pending["what"], pending["value"]) == ("s_pending", 0)
    assert "Say why" in say(state, "rule a1 pinned").title
    assert say(state, "rule").action == ""


def test_a_unit_is_ruled_elsewhere_by_its_square():
    table = deployed()
    found = say(state_of(table), "rule a1 at square d4: the table was bumped")
    answer = browser(ALICE).post(
        f"/tables/{table.code}/ruling", {"action": json.loads(found.action), "as": "a"}, content_type="application/json"
    )
    assert answer.status_code == 204
    assert places.square(places.at_of(state_of(table).units["a1"])) == "D4"


def test_dice_are_doubted_by_words():
    found = say(state_of(deployed()), "dispute: one was cocked")
    assert (found.sends, json.loads(found.action)) == ("dispute", {"reason": "one was cocked"})


def test_what_is_asked_is_answered_alike_from_now_on():
    table = deployed()
    assert "Nothing is asked" in say(state_of(table), "always hold").title
    options = (Option(id="hold", label="Hold"), Option(id="fire", label="Stand and fire"))
    asks = Prompt(side=SideId("b"), kind="charge-reaction", question="Fire?", options=options, decline="hold")
    waiting = replace(state_of(table), prompt=asks)
    found = say(waiting, "never", side="b")
    assert found.sends == "seat/decline"
    assert json.loads(found.action) == {"kind": "charge-reaction", "choice": "hold"}
    always = say(waiting, "always fire", side="b")
    assert json.loads(always.action) == {"kind": "charge-reaction=fire", "choice": "fire"}
    assert "Which" in say(waiting, "always", side="b").title


def test_what_was_said_once_and_for_all_can_be_asked_again():
    table = deployed()
    seat = next(seat for seat in table.seats.all() if seat.side == "a")
    services.decline_always(code=table.code, person=ALICE, seat=seat.pk, kind="pursuit=hold", on=True)
    url = f"/tables/{table.code}/text/say"

    def asked(text):
        return browser(ALICE).post(url, {"text": text, "as": "a"}, content_type="application/json").content.decode()

    assert "Pursuits: always hold" in asked("ask again")
    found = asked("ask again pursuits")
    assert "&quot;pursuit=hold&quot;" in found
    assert "&quot;on&quot;:false" in found
    services.decline_always(code=table.code, person=ALICE, seat=seat.pk, kind="pursuit=hold", on=False)
    assert "you are asked each time" in asked("ask again")


def test_the_wounds_of_one_model_are_ruled():
    state = state_of(deployed())
    second = state.units["a1"].alive[1].id
    found = say(state, "rule a1 model 2 wounds 1: a token was forgotten")
    assert json.loads(found.action) == {
        "type": "RuleWounds",
        "model": second,
        "wounds": 1,
        "reason": "a token was forgotten",
    }
    assert say(state, "rule a1 model 99 wounds 1: none such").action == ""


def test_ranges_are_guessed_in_words():
    frag = a_weapon("frag", type="grenade", range_in=6, strength=3, marker_in=3)
    squad = a_unit("a1", a_row(8, 10, 10), weapons=[frag])
    state = a_battle(squad, a_unit("b1", a_row(4, 14.7, 10), facing=270, name="Levy"), active="a1", ap=2)
    draft = Draft(kind="throw", unit="a1", target="b1", ticked={"count": "2"})
    found = say(state, "guess 5 6", unit="a1", draft=draft)
    assert [guess["range_in"] for guess in json.loads(found.action)["guesses"]] == [5, 6]
    assert "Guess for A1.1, inches: say guess and how far." in say(state, "do throw a1 at b1").lines
    assert "Guess how far" in say(state, "guess", unit="a1", draft=draft).title
    assert say(state, "guess 4", draft=Draft(kind="end-activation")).title == "Nothing is guessed here."


def test_beside_each_unit_stands_what_the_one_in_hand_may_do_to_it():
    rifles = [a_weapon("rifle", range_in=24)]
    squad = a_unit("a1", a_row(3, 10, 10), weapons=rifles)
    near, far = a_unit("b1", a_row(3, 16, 10), facing=270), a_unit("b2", a_row(3, 60, 40), facing=270)
    state = a_battle(squad, near, far, active="a1", ap=2)
    does = offered.against(state, A, state.units[UnitId("a1")])
    assert [choice.words for choice in does["b1"]] == ["Shoot", "Charge"]
    assert "b2" not in does
    found = say(state, does["b1"][0].command)
    assert found.title == "Shoot at B1"
    assert offered.against(state, A, None) == {}


def test_directions_are_told_as_one_wants_them():
    state = state_of(deployed())
    held = state.units[UnitId("a1")]
    compass, clock, degrees = ([row.away for row in places.rows(state, held, how)] for how in ("", "clock", "degrees"))
    assert any(away.endswith("o’clock") for away in clock)
    assert any(away.endswith("°") for away in degrees)
    assert any(re.search("north|south|east|west", away) for away in compass)
    assert reading.read("move 4 at 3 o'clock", state).bearings == (90.0,)
    assert reading.read("move 4 at 3 o'clock", state).numbers == (4.0,)


def test_a_place_is_named_as_so_far_from_a_square():
    state = state_of(active())
    found = say(state, "move to square c3, 2 north, 1 east", unit="a1")
    assert drafts.read(json.loads(found.draft)).path == ((16, 13),)


def test_what_an_option_does_is_a_sentence_of_its_own():
    choice = Choice("down", 1, "ground", "Go to ground", "Saves 1 better.", "ARAP-GTG-01", refused="", chosen=False)
    assert option_words(choice) == "Go to ground. Saves 1 better."
