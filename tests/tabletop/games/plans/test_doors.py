"""Doors on the page: the button, the list of what may be done, and how they are drawn."""

from django.template.loader import render_to_string
from msgspec.structs import replace

from rules.questions.board import named_openings
from tabletop.games.access import actions
from tabletop.games.board.drawing import ground_of
from tabletop.games.panels.dock import dock
from tabletop.games.plans import among
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tabletop.ui.board.ground import ground_svg
from tests.builders import A, play
from tests.rules.buildings.carriers.test_stairs import LADDER, a_loft
from tests.rules.buildings.doors.test_doors import a_field


def test_a_unit_at_a_locked_door_has_buttons_for_it_and_none_elsewhere():
    at_it = [act.kind for act in dock(a_field((30, 25.9), state="locked"), A, "a1").acts]
    away = [act.kind for act in dock(a_field((10, 25.9), state="locked"), A, "a1").acts]
    assert set(among.AT_DOORS) & set(at_it) == {"force-door", "hack-lock", "smash-lock"}
    assert not set(among.AT_DOORS) & set(away)


def test_what_is_done_at_a_door_is_chosen_from_a_list():
    state = a_field((30, 24.1), state="closed")
    draft = Draft(kind="work-door", unit="a1")
    (control,) = among.controls(state, state.units["a1"], draft)
    assert [value for value, _ in control.choices] == ["open yard door", "bolt yard door", "lock yard door"]
    chosen = Draft(kind="work-door", unit="a1", ticked={"which": "bolt yard door"})
    assert among.chosen(state, state.units["a1"], chosen)["operations"] == ["bolt"]
    shown = plan(state, A, chosen)
    assert (shown.commit, "1 operation, 2″ of 4″" in str(shown)) == ("Do so", True)


def test_of_two_ladders_of_one_name_either_is_taken_and_from_between_floors_either_way():
    state = a_loft((15.5, 15))
    other = replace(LADDER, id="other", points=((17, 15), (17, 15.4)), head=(27, 14))
    state = replace(state, terrain=(*state.terrain, other))
    assert which(state) == ["up Loft ladder, C3, 1", "up Loft ladder, C3, 2"]
    draft = Draft(kind="ladder", unit="a1", ticked={"which": "up Loft ladder, C3, 2"})
    assert among.chosen(state, state.units["a1"], draft)["ladder"] == "other"
    assert plan(state, A, draft).commit == "Commit ladder"
    hangs = state.units["a1"]
    half_way = replace(hangs.models[0], at=(14, 16), on_face="ladder", level_in=1.5)
    ways = which(a_loft((14, 16)).with_unit(replace(hangs, models=(half_way,))))
    assert ways == ["up Loft ladder", "down Loft ladder"]


def which(state):
    (control,) = among.controls(state, state.units["a1"], Draft(kind="ladder", unit="a1"))
    return [value for value, _ in control.choices]


def test_doors_and_windows_are_drawn_with_their_state_in_words():
    for state in ("open", "closed", "locked", "bolted", "blocked", "broken"):
        drawn = ground_svg(ground_of(a_field((30, 26), state=state)))
        assert f"<title>yard door: {state}</title>" in drawn
        assert ('class="lock"' in drawn) is (state in ("locked", "bolted"))


def test_the_host_rules_on_a_door_by_its_form():
    state = a_field((30, 26), state="locked")
    context = {"openings": named_openings(state), "opening_states": ("open", "blocked"), "verb": "Rule so"}
    page = render_to_string("games/rulings/_openings.html", context)
    assert '<option value="house:0">Yard door: locked</option>' in page
    for name, value in (("state", "unchanged"), ("fits", "3"), ("strength", "10")):
        assert f'name="{name}"' in page
        assert f'<option value="{value}">' in page
    sent = {"type": "RuleOpening", "opening": "house:0", "state": "blocked", "hacking": 0, "reason": "a cart before it"}
    _, after = play(state, actions.action(sent, A))
    assert [state for _, _, state in named_openings(after)] == ["blocked", "open"]
