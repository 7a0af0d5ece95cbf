"""What pages show in states that are reached late or seldom, as markup: questions, docks and plans of every kind.

The states are those of games by bots on samples of each ruleset; what no such game asks is asked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.template.loader import get_template
from msgspec.structs import replace

from rules import GameState, evolve, legal_actions
from rules.core.ids import SideId
from rules.core.prompt import Option, Prompt
from rules.questions.offers import Offer
from rules.table.scenario import Scenario
from tabletop.games.pages import fragments
from tabletop.games.pages.scene import Scene
from tabletop.games.plans import choices
from tabletop.games.plans.drafts import Draft
from tabletop.games.rulesets import pages
from tabletop.games.samples import samples
from tabletop.games.views.play import personal
from tabletop.scenarios.draft.things import things
from tabletop.scenarios.editor import desk
from tabletop.scenarios.models import ScenarioRecord
from tests.browser.bot_games import played

GAMES = ("corn-exchange", "hollin-cross", "carrow-quarry", "cinder-ring", "weir-house")
CRUSADE = "carrow-quarry"
EACH = 6  # commands from one state that is looked at to the next
AHEAD_IN = 2.0
_NAMED = re.compile(r'\b(id|for|name|aria-labelledby|aria-describedby|aria-controls|href)="(#?)([\w-]+)"')


def pieces() -> list[str]:
    """Parts of a page, each in the element that it stands in, with ids of its own."""
    found: dict[tuple[str, str], str] = {}
    for game in GAMES:
        for state in _states(game):
            found.update(_shown(state, found))
    found |= {("asked", kind): markup for kind, markup in _seldom_asked(next(_states(GAMES[0])))}
    found["dock", "four sides"] = _before_four_set_up(next(_states(CRUSADE)))
    return [_apart(markup, n) for n, markup in enumerate(found.values())]


def _states(game: str) -> Iterator[GameState]:
    """Those in which somebody may do something."""
    state = GameState()
    for seen, event in enumerate(played(samples.read(f"{game}.scenario.json", Scenario), 3)):
        state = evolve(state, event)
        if state.prompt is not None or seen % EACH == 0:
            yield state


def _shown(state: GameState, found: dict[tuple[str, str], str]) -> Iterator[tuple[tuple[str, str], str]]:
    rules = f"{state.ruleset} {state.option('vehicle_module')}"
    for side in state.sides:
        scene = Scene.of(side.id, state)
        if state.prompt is not None and state.prompt.side == side.id:
            if (key := ("prompt", state.prompt.kind)) not in found:
                yield key, _within("prompt", str(fragments.HTML["prompt"](scene)))
            continue
        shown = personal(scene.state, side.id)
        if (key := (rules, shown["dock"].template)) not in found:
            yield key, _within("dock", get_template(shown["dock"].template).render(shown))
        for offer in legal_actions(scene.state, side.id):
            if offer.unit is not None and (key := (rules, offer.kind)) not in found:
                yield key, _within("plan", _plan(scene.state, side.id, offer))


def _plan(state: GameState, side: SideId, offer: Offer) -> str:
    at = state.units[offer.unit].models[0].at
    ahead = () if offer.target else ((at[0] + AHEAD_IN, at[1]),)
    draft = Draft(kind=offer.kind, unit=offer.unit, target=offer.target or "", path=ahead)
    shown = pages.of(state).plan(state, side, draft)
    return get_template("games/plan/_plan.html").render({"plan": shown, "lit": choices.listed(shown.targets)})


def _before_four_set_up(state: GameState) -> str:
    """The dock while four sides are to roll for who sets up first."""
    more = tuple(replace(state.sides[0], id=SideId(side), name=f"Side {side.upper()}") for side in "cd")
    shown = personal(replace(state, sides=(*state.sides, *more)), state.sides[0].id)
    return _within("dock", get_template(shown["dock"].template).render(shown))


def _seldom_asked(state: GameState) -> Iterator[tuple[str, str]]:
    """Questions with all that a question may have: a sequence, ways, places, what is refused or always answered so."""
    one, other = (next(u for u in state.units.values() if u.side == side.id) for side in state.sides[:2])
    ways = (
        Option(id="stay", label="Stay", detail="It holds", rule="ARAP-ROUT-02"),
        Option(id="go", label="Go", path=(one.models[0].at, other.models[0].at)),
        Option(id="no", label="Not this", refused="Too far."),
    )
    asked = Prompt(side=one.side, kind="", question=f"{one.name}: what now?", options=ways, unit=one.id, about=other.id)
    asked = replace(asked, rule="ARAP-ROUT-03", decline="stay")
    near = ((0.0, 0.0), (6.0, 0.0), (6.0, 6.0))
    for kind in ("overrun", "snap-fire", "parry", "flee-path", "krak", "pursuit"):
        yield kind, _asked(state, replace(asked, kind=kind))
    yield "places", _asked(state, replace(asked, kind="close-up", free=((one.models[0].id, 2.0),)))
    yield "area", _asked(state, replace(asked, kind="forced-out", area=(near,), laid=(near,)))
    yield "nobody", _asked(state, replace(asked, kind="order", unit=None, about=None, options=ways[:1]))


def _asked(state: GameState, prompt: Prompt) -> str:
    return _within("prompt", str(fragments.HTML["prompt"](Scene.of(prompt.side, replace(state, prompt=prompt)))))


def _within(place: str, inside: str) -> str:
    return f'<div class="{place}" id="{place}">{inside}</div>'


def _apart(markup: str, number: int) -> str:
    """The same with names that no other piece has; the place itself keeps its own, by which it is styled."""
    own = re.match(r'<div class="[\w-]+" id="[\w-]+">', markup)
    assert own is not None
    return own[0] + _NAMED.sub(rf'\1="\2\3-{number}"', markup[own.end() :])


def panels() -> list[str]:
    """What the editor says of things in hand: of each kind of piece on the samples, and of the scenario itself."""
    found: dict[frozenset[str], str] = {}
    for scenario in samples.scenarios():
        record = ScenarioRecord.of(scenario)
        record.pk = 1
        draft = record.draft_value
        for keys in ((), *((key,) for key in things(draft)), tuple(things(draft))[:2]):
            markup = get_template("scenarios/_hand.html").render(desk.hand(record, draft, keys))
            kind = frozenset(re.findall(r'(?:class|name|data-edit)="([^"]*)"', markup))
            found.setdefault(kind, _within("ed-hand-panel", markup))
    return [_apart(markup, n) for n, markup in enumerate(found.values())]
