"""Commands over HTTP: how they are asked, and how a refusal is answered."""

import json

import pytest
from django.test import Client

from tabletop.games import services
from tabletop.games.models import ChatMessage, Proposal, Table
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, browser, deployed, fresh, state_of

pytestmark = pytest.mark.django_db
JSON = {"content_type": "application/json", "headers": {"Accept": "application/json"}}


def post(person, table, what, **fields):
    return browser(person).post(f"/tables/{table.code}/{what}", json.dumps(fields), **JSON)


def error_of(answer):
    return answer.json()["error"]


def test_an_action_is_answered_with_nothing_but_the_event_it_led_to():
    table = a_battle_at()
    answer = post(BOB, table, "act", action={"type": "RollOff"}, based_on=1, command="c1", **{"as": "b"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Livetable-Seq"] == str(fresh(table).seq)


def test_a_form_does_the_same_and_leads_back_to_the_page():
    table = a_battle_at()
    answer = browser(BOB).post(f"/tables/{table.code}/act", {"action": '{"type": "RollOff"}', "as": "b"})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.code}/")
    assert state_of(table).prompt is not None


def test_a_form_sent_by_htmx_gets_no_page():
    table = a_battle_at()
    client = browser(BOB)
    fields = {"action": '{"type": "RollOff"}'}
    assert client.post(f"/tables/{table.code}/act", fields, headers={"HX-Request": "true"}).status_code == 204


def test_a_refusal_says_what_is_wrong_by_which_rule_and_what_would_be_allowed():
    table = deployed(first="a")
    answer = post(BOB, table, "act", action={"type": "Activate", "unit": "b1", "dice": 1})
    assert answer.status_code == 422
    assert error_of(answer)["code"] == "not-your-turn"
    assert error_of(answer)["rule"] == "ARAP-TURN-01"
    assert error_of(answer)["allowed"]


def test_a_refusal_is_a_fragment_for_a_page():
    table = deployed(first="a")
    fields = {"action": '{"type": "Activate", "unit": "b1", "dice": 1}'}
    answer = browser(BOB).post(f"/tables/{table.code}/act", fields, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert answer["HX-Retarget"] == "#refusal"
    assert 'data-code="not-your-turn"' in answer.content.decode()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"not json", 422, "malformed"),
        (b"{}", 422, "malformed"),
        (b'{"action": 3}', 422, "malformed"),
        (b'{"action": {"type": "Nothing"}}', 422, "unknown-action"),
        (b'{"action": {"type": "TableRoll", "sides": NaN}}', 422, "malformed"),
        (b'{"action": {"type": "TableRoll", "sides": 1e308}}', 422, "bad-number"),
        (b'{"action": {"type": "RollOff"}, "based_on": -3}', 422, "malformed"),
        (b'{"action": {"type": "RollOff"}, "based_on": 99}', 422, "unknown-seq"),
        (b'{"action": {"type": "RollOff"}, "command": "' + b"x" * 60 + b'"}', 422, "malformed"),
        (b'{"action": {"type": "TableRoll", "type": "RollOff"}}', 422, "malformed"),
        (b'{"action": {"type": "RollOff"}, "as": "b", "as": "a"}', 422, "malformed"),
        (b'{"action": {"type": "RollOff"}, "as": "b"}', 403, "not-your-seat"),
        (b'{"action": {"type": "RollOff", "side": "b"}}', 403, "not-your-seat"),
        (b'{"action": "' + b"x" * 50_000 + b'"}', 422, "too-large"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(body, status, code):
    table = a_battle_at()
    answer = browser(ALICE).post(f"/tables/{table.code}/act", body, **JSON)
    assert (answer.status_code, error_of(answer)["code"]) == (status, code)
    assert fresh(table).seq == 1


def test_a_spectator_and_a_removed_person_are_refused_and_it_is_logged_once(caplog):
    table = a_battle_at()
    assert error_of(post(CHARLIE, table, "act", action={"type": "RollOff"}))["code"] == "no-seat"
    services.remove_person(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    caplog.clear()
    answer = post(BOB, table, "act", action={"type": "RollOff"})
    assert (answer.status_code, error_of(answer)["code"]) == (403, "removed")
    assert [record.levelname for record in caplog.records if record.name.startswith("tabletop")] == ["WARNING"]


def test_a_command_without_the_token_of_the_page_is_refused():
    table = a_battle_at()
    client = Client(enforce_csrf_checks=True)
    client.cookies = browser(BOB).cookies
    for what in ("act", "undo", "redo", "chat", "start", "pause", "settle", "seat/leave", "ruling", "army"):
        assert client.post(f"/tables/{table.code}/{what}", b"{}", **JSON).status_code == 403
    assert fresh(table).seq == 1


@pytest.mark.parametrize("what", ["act", "undo", "chat", "start", "seat/leave", "settle"])
def test_a_command_is_a_post(what):
    table = a_battle_at()
    assert browser(BOB).get(f"/tables/{table.code}/{what}").status_code == 405


def test_taking_back_and_restoring():
    table = a_battle_at()
    act(table, BOB, type="TableRoll", sides=6)
    asked = post(BOB, table, "undo", reason="slip")
    proposal = Proposal.objects.get()
    assert (asked.status_code, asked["Livetable-Proposal"]) == (204, str(proposal.pk))
    assert post(ALICE, table, f"proposals/{proposal.pk}/agree").status_code == 204
    assert state_of(table).dice_used == 0
    assert post(ALICE, table, "redo").status_code == 204
    assert state_of(table).dice_used == 1
    assert error_of(post(ALICE, table, "redo"))["code"] == "nothing-to-redo"


def test_a_ruling_is_proposed_by_a_player():
    table = deployed()
    ruling = {"type": "RuleUnit", "unit": "b1", "what": "pinned", "value": 1, "reason": "said so"}
    post(BOB, table, "ruling", action=ruling, **{"as": "b"})
    assert post(ALICE, table, f"proposals/{Proposal.objects.get().pk}/refuse").status_code == 204
    assert Proposal.objects.get().status == "refused"


def test_chat_and_the_hosts_own_verbs():
    table = a_battle_at()
    assert post(BOB, table, "chat", text="Hello").status_code == 204
    assert ChatMessage.objects.get().name == "Bob"
    assert post(BOB, table, "pause").status_code == 403
    assert post(ALICE, table, "pause").status_code == 204
    assert fresh(table).status == Table.Status.PAUSED
    assert post(ALICE, table, "resume").status_code == 204
    assert post(ALICE, table, "settle", public=True, locked=True).status_code == 204
    assert (fresh(table).public, fresh(table).locked) == (True, True)


def test_seats_over_http():
    table = a_battle_at()
    bob = table.seats.get(side="b").pk
    charlie = services.join(code=table.code, person=CHARLIE, name="Charlie")[0].pk
    assert post(ALICE, table, "seat/hand-over", seat=bob, to=charlie).status_code == 204
    assert post(ALICE, table, "seat/host", seat=table.seats.get(side="b", left_at=None).pk).status_code == 204
    assert fresh(table).host_name == "Charlie"
    assert post(BOB, table, "seat/leave", seat=10**6).status_code == 422
    assert post(ALICE, table, "seat/leave").status_code == 204
    assert post(ALICE, table, "seat/remove", seat=charlie).status_code == 403
    assert post(ALICE, table, "seat/nothing").status_code == 404


def test_setting_up_over_http():
    table = a_table()
    other = table.scenario
    assert (
        post(ALICE, table, "set-up", name="Second try", scenario=other.pk, options={"busts_allowed": 2}).status_code
        == 204
    )
    assert (fresh(table).name, fresh(table).options) == ("Second try", {"busts_allowed": 2})
    assert error_of(post(ALICE, table, "set-up", scenario=10**6))["code"] == "unknown-scenario"
    form = {"option.busts_allowed": "3", "option.dice_groups": "on"}
    assert browser(ALICE).post(f"/tables/{table.code}/set-up", form).status_code == 302
    assert fresh(table).options == {"busts_allowed": 3, "dice_groups": True}
    assert post(BOB, table, "entropy", text="seven swans").status_code == 204
    assert post(ALICE, table, "start").status_code == 204
    assert state_of(table).entropy == ("seven swans",)


def test_a_preview_tells_the_chances_and_changes_nothing():
    table = deployed(first="a")
    answer = post(ALICE, table, "preview", action={"type": "Activate", "unit": "a1", "dice": 2})
    found = answer.json()
    assert found["ok"]
    assert [chance["label"] for chance in found["preview"]["chances"]][:2] == ["acts", "bust"]
    assert found["preview"]["chances"][1]["exact"] == "1/36"
    asked = json.dumps({"action": {"type": "Activate", "unit": "a1", "dice": 2}})
    page = browser(ALICE).post(f"/tables/{table.code}/preview", asked, content_type="application/json")
    assert 'class="preview-of"' in page.content.decode()
    assert "bust" in page.content.decode()
    assert fresh(table).seq == found["seq"]
    refused = post(BOB, table, "preview", action={"type": "Activate", "unit": "b1", "dice": 2}).json()
    assert refused["preview"]["refusal"]["code"] == "not-your-turn"
    assert post(CHARLIE, table, "preview", action={"type": "RollOff"}).status_code == 403


def test_a_preview_knows_no_more_than_its_side():
    table = deployed(hidden="Ash First")
    ruling = {"type": "RuleUnit", "unit": "a1", "what": "pinned", "value": 1, "reason": "x"}
    services.pass_host(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    found = post(BOB, table, "preview", action=ruling).json()
    assert found["preview"]["refusal"]["code"] == "unknown-unit"


def test_the_dock_offers_what_is_allowed_and_says_why_not_the_rest():
    table = deployed(first="a")
    client = browser(ALICE)
    offers = client.get(f"/tables/{table.code}/dock?as=a&unit=a1", headers={"Accept": "application/json"}).json()
    kinds = {offer["kind"] for offer in offers["offers"] if offer["action"]}
    assert "activate" in kinds
    assert all(offer["action"] or offer["refusal"] for offer in offers["offers"])
    assert browser(BOB).get(f"/tables/{table.code}/dock?as=a").status_code == 403


@pytest.mark.parametrize("sign", ["\0", "\x07", "\x1b"])
def test_a_control_character_in_a_text_is_refused_before_it_is_stored(sign):
    table = a_battle_at()
    assert post(BOB, table, "chat", text=f"a{sign}b").status_code == 422
    assert post(BOB, table, "undo", reason=f"a{sign}b").status_code == 422
    assert post(BOB, table, "act", action={"type": "TableRoll", "sides": 6, "why": f"a{sign}b"}).status_code == 422
