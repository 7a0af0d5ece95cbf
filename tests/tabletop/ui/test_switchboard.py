"""The switches that players are offered."""

from rules import rulebook
from tabletop.ui.switchboard import CHOSEN, fields, topics
from tests.rules.arenas import NEVER_SWITCHED, asked_for


def test_every_switch_that_a_rule_asks_for_is_offered_and_no_other():
    assert sorted(CHOSEN) == sorted({*asked_for(), *NEVER_SWITCHED})


def test_nothing_that_a_table_may_agree_on_is_left_out():
    agreed = [key for key, switch in rulebook.switches().items() if switch.scope in ("table", "side")]
    assert set(agreed) <= set(CHOSEN)


def test_another_game_has_the_switches_of_every_game_alone():
    shown = [topic for topic in topics({}, skirmish=False) if topic.plays]
    assert [topic.name for topic in shown] == ["Turn and activation", "Ground and measuring"]
    own = [each.key for topic in shown for each in topic.fields if each.everywhere]
    assert own == ["dice_thrown", "distance_scale", "distance_step_mm"]


def test_only_the_topics_of_the_vehicle_rules_in_play_are_shown():
    plays = {module: [t.name for t in topics({"vehicle_module": module}) if t.plays] for module in ("gemini", "trial")}
    assert ("Trial vehicles" in plays["gemini"], "Trial vehicles" in plays["trial"]) == (False, True)
    assert ("Street Race" in plays["gemini"], "Street Race" in plays["trial"]) == (True, False)
    assert "Buildings" in plays["gemini"]
    assert "Buildings" in plays["trial"]


def test_each_shows_what_it_does_its_rule_and_how_it_usually_is():
    for field in fields({}):
        assert field.about
        assert field.rule
        assert not field.changed
        assert field.default
    assert {field.key for field in fields({"ram_rules": "old"}) if field.changed} == {"ram_rules"}
    assert rulebook.switch("ram_rules").default == "fifth"


def test_a_label_writes_characteristics_as_the_rules_do():
    labels = {field.key: field.label for field in fields({})}
    assert labels["driver_half_ws"] == "Driver half WS"
    assert labels["pillion_raises_trr"] == "Pillion raises TRR"
    assert labels["busts_allowed"] == "Busts allowed"
