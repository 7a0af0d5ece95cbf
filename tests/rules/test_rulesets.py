"""A whole further game in one file: nothing outside it knows of it, and everything plays it.

The Hunt: each side hides a scout in one of four places, which the other side may not know. In turn they search a
place; a scout that is found is asked whether he gives up or makes a dash for it, which works on a 4 or more. Who has
no scout left has lost; after a dozen searches night falls.
"""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

import msgspec
import pytest
from msgspec.structs import replace

import rules
from rules import bots, characters, codec, rulesets
from rules.answers import Answer
from rules.arap.turn.setup import RollOff
from rules.cli.commands import main
from rules.core.harm import Harm
from rules.core.ids import SideId, UnitId
from rules.core.motion import Motion
from rules.core.prompt import Option, OptionOdds
from rules.core.refusal import IllegalAction, Refusal
from rules.core.unit_state import UnitState
from rules.dice.odds import Question, chance_high
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions, preview
from rules.events import GameCreated, GameEnded, Rolled
from rules.forces.army import Army
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState, MarksStruct, Outcome, Side
from rules.table.read_ground import GroundField
from rules.table.scenario import OptionValue, Scenario
from rules.table.terrain import Terrain
from rules.visibility import Viewer, view, view_event
from rules.weighing import Character, Considered, Portion
from tests.builders import a_battle

A, B = SideId("a"), SideId("b")
PLACES: Final = ("barn", "belfry", "cellar", "orchard")
MOST_SEARCHES: Final = 12


class HuntMarks(MarksStruct, frozen=True, kw_only=True, tag="HuntMarks"):
    """Where each scout hides, whose turn it is, and how many searches there have been."""

    scouts: dict[SideId, str] = {}
    turn: SideId = A
    searches: int = 0


def hunt(state: GameState) -> HuntMarks:
    assert isinstance(state.own, HuntMarks)
    return state.own


def other(side: SideId) -> SideId:
    return B if side == A else A


# ------------------------------------------------------------------ what is asked


class Hide(Action, frozen=True, kw_only=True, tag="Hide"):
    """Send the scout into a place."""

    place: str

    def check(self, state: GameState) -> Refusal | None:
        if self.side in hunt(state).scouts:
            return Refusal("hidden-already", "Your scout hides already.", allowed="search")
        return None if self.place in PLACES else Refusal("no-such-place", "Where is that?", allowed=", ".join(PLACES))

    def resolve(self, progress: Progress) -> None:
        progress.emit(ScoutHid(side=self.side, place=self.place))


class Search(Action, frozen=True, kw_only=True, tag="Search"):
    """Look for the enemy's scout in a place."""

    place: str

    def check(self, state: GameState) -> Refusal | None:
        if len(hunt(state).scouts) < len(state.sides):
            return Refusal("not-hidden", "Both scouts hide first.", allowed="hide")
        return None if hunt(state).turn == self.side else Refusal("not-your-turn", "Wait.", allowed="wait")

    def resolve(self, progress: Progress) -> None:
        progress.emit(Searched(side=self.side, place=self.place))
        if hunt(progress.state).scouts[other(self.side)] == self.place:
            progress.queue(Found(side=other(self.side)))


# ------------------------------------------------------------------ what remains to be done


class Found(TaskStruct, frozen=True, kw_only=True, tag="Found"):
    """A scout that was found chooses."""

    side: SideId

    def run(self, progress: Progress) -> None:
        options = [Option(id="yield", label="Give up"), Option(id="dash", label="Make a dash", detail="on a 4 or more")]
        progress.ask(self, self.side, "found", "Your scout is found", options, decline="yield")

    def answer(self, progress: Progress, choice: str) -> None:
        if choice == "dash" and progress.roll("table-roll", sense="high", goal=4).passed:
            place = PLACES[progress.pick(len(PLACES), unit=None, why="where he runs", rules=())]
            progress.emit(ScoutHid(side=self.side, place=place))
        else:
            progress.emit(GameEnded(outcome=Outcome(winner=other(self.side), reason="no scout is left")))


# ------------------------------------------------------------------ what happens


class ScoutHid(Event, frozen=True, kw_only=True, tag="ScoutHid"):
    """A scout hides; the place is empty for others than his own side."""

    place: str

    def evolve(self, state: GameState) -> GameState:
        assert self.side
        return replace(state, own=replace(hunt(state), scouts={**hunt(state).scouts, self.side: self.place}))


class Searched(Event, frozen=True, kw_only=True, tag="Searched"):
    """A side has looked into a place; the other side is next."""

    place: str

    def evolve(self, state: GameState) -> GameState:
        assert self.side
        marks = hunt(state)
        return replace(state, own=replace(marks, turn=other(self.side), searches=marks.searches + 1))

    def sentence(self, state: GameState) -> str:
        return f"The {self.place} is searched"


class Dash(Question, frozen=True, tag="dash"):
    """How likely a dash works."""

    example = '{"kind": "dash"}'

    def answer(self) -> object:
        return chance_high(4)


# ------------------------------------------------------------------ the game


@dataclass(frozen=True)
class Hunt:
    """All of it, as the engine meets it."""

    id: ClassVar[str] = "hunt"
    name: ClassVar[str] = "The hunt"
    turn_rule: ClassVar[str] = "ARAP-TURN-01"
    reads_all: ClassVar[bool] = False
    ground_fields: ClassVar[Mapping[str, GroundField] | None] = None
    round_word: ClassVar[str] = "night"
    usual_points: ClassVar[int] = 0
    hull_word: ClassVar[str] = "horses"
    actions: ClassVar[tuple[type[Action], ...]] = (Hide, Search)
    events: ClassVar[tuple[type[Event], ...]] = (ScoutHid, Searched)
    tasks: ClassVar[tuple[type[TaskStruct], ...]] = (Found,)
    marks: ClassVar[tuple[type[MarksStruct], ...]] = (HuntMarks,)
    eagerness: ClassVar[Mapping[str, int]] = {"search": 9, "hide": 1}
    last: ClassVar[tuple[str, ...]] = ()
    odds: ClassVar[tuple[type[Question], ...]] = (Dash,)

    def actions_in(self, state: GameState) -> tuple[type[Action], ...]:
        return self.actions

    def new_game(
        self,
        scenario: Scenario,
        armies: Mapping[SideId, Army],
        options: Mapping[str, OptionValue] | None = None,
        seal: str = "",
        *,
        game_id: str = "game",
        entropy: Sequence[str] = (),
    ) -> list[Event]:
        return [
            GameCreated(
                seq=1,
                ruleset=self.id,
                game_id=game_id,
                scenario=scenario,
                profiles={},
                weapons={},
                sides=tuple(Side(id=s.id, name=s.name) for s in scenario.sides),
                units={},
                options=dict(options or {}),
                seal=seal,
                entropy=tuple(entropy),
                own=HuntMarks(),
            )
        ]

    def offers(self, state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> Iterator[Offer]:
        for place in PLACES:
            yield offered(state, Hide(side=side, place=place), kind="hide", label=place)
            yield offered(state, Search(side=side, place=place), kind="search", label=place)

    def paid_first(self, state: GameState, action: Action) -> tuple[Event, ...]:
        """Nothing is paid for."""
        return ()

    def watch(self, progress: Progress, before: GameState, action: Action) -> None:
        """Nobody reacts."""

    def settle(self, progress: Progress) -> None:
        """Night falls at last."""
        state = progress.state
        if hunt(state).searches >= MOST_SEARCHES and not (state.prompt or state.outcome):
            progress.emit(GameEnded(outcome=Outcome(winner=None, reason="night falls")))

    def view(self, state: GameState, viewer: Viewer, hidden: frozenset[UnitId]) -> GameState:
        scouts = {side: place for side, place in hunt(state).scouts.items() if side == viewer}
        return replace(state, own=replace(hunt(state), scouts=scouts))

    def view_event(self, event: Event, viewer: Viewer, hidden: frozenset[UnitId]) -> Event | None:
        secret = isinstance(event, ScoutHid) and event.side != viewer
        return replace(event, place="") if secret else event

    def states(self, state: GameState, unit: Unit) -> tuple[UnitState, ...]:
        return ()

    def marked(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        return ()

    def figures(self, state: GameState, unit: Unit) -> tuple[tuple[str, str], ...]:
        return ()

    def arrows(self, state: GameState, unit: Unit) -> int:
        """None."""
        return 0

    def strength(self, state: GameState, unit: Unit) -> int:
        return len(unit.alive)

    def ground_words(self, piece: Terrain) -> str:
        return piece.effect

    def harm(self, state: GameState, event: Event) -> Harm | None:
        return None

    def comes_to(self, state: GameState, label: str, dice: tuple[int, ...]) -> str:
        return ""

    def card_drawn(self, state: GameState, rolled: Rolled) -> None:
        return None

    def cards_held(self, state: GameState, event: Event) -> None:
        return None

    def motions(self, before: GameState, event: Event) -> tuple[Motion, ...]:
        return ()

    def score(self, state: GameState, side: SideId) -> int:
        return 0

    def to_act(self, state: GameState) -> SideId | None:
        return next((s.id for s in state.sides if s.id not in hunt(state).scouts), hunt(state).turn)

    def liking(self, offer: Offer) -> int:
        return len(offer.label)

    def weighs(self, state: GameState, side: SideId, character: Character) -> tuple[Portion, ...]:
        return (Portion(frozenset({"search"})),)

    def weighed(
        self, state: GameState, side: SideId, offers: Sequence[Offer], odds: OptionOdds, character: Character
    ) -> list[Considered]:
        """Seekers search; who hides has no opinion."""
        found = (o for o in offers if o.action is not None and o.kind == "search")
        return [Considered(o, 5.0, "somebody may be there") for o in found]


@pytest.fixture(autouse=True)
def _hunt_is_on() -> Iterator[None]:
    with rulesets.adding(Hunt()):
        yield


def begun(*hides: str) -> GameState:
    """The game with the scouts of the first sides hidden."""
    state = fold(rules.new_game(Scenario(name="The Farm"), {}, ruleset="hunt"))
    for side, place in zip((A, B), hides, strict=False):
        state = fold(decide(state, Hide(side=side, place=place), SeededDice(1)), state)
    return state


# ------------------------------------------------------------------ tests


@pytest.mark.parametrize("seed", range(20))
def test_bots_play_it_to_the_end_through_json_at_every_step(seed: int) -> None:
    dice, choices = SeededDice(seed), SeededDice(seed + 1000)
    log = rules.new_game(Scenario(name="The Farm"), {}, ruleset="hunt")
    state = fold(log)
    for step in range(100):
        action = bots.next_action(state, choices, step * bots.DICE_PER_CHOICE)
        if action is None:
            break
        events = decide(state, codec.decode_action(codec.encode(action)), dice)
        log += codec.decode_events(codec.encode(events))
        state = codec.decode_state(codec.encode(fold(events, state)))
    assert state.outcome is not None
    assert fold(codec.decode_events(codec.encode(log))) == state


def test_games_differ_in_how_they_end() -> None:
    reasons = set()
    for seed in range(20):
        dice, choices, state = SeededDice(seed), SeededDice(seed + 1000), begun()
        for step in range(100):
            if (action := bots.next_action(state, choices, step * bots.DICE_PER_CHOICE)) is None:
                break
            state = fold(decide(state, action, dice), state)
        assert state.outcome
        reasons.add(state.outcome.reason)
    assert reasons == {"no scout is left", "night falls"}


def test_who_weighs_asks_the_game_itself() -> None:
    state = begun("barn", "cellar")
    side = bots.to_act(state)
    assert side is not None
    found = characters.consider(state, side, legal_actions(state, side), characters.AGGRESSIVE)
    assert {c.why for c in found} == {"somebody may be there"}
    assert isinstance(found[0].offer.action, Search)


def test_what_is_found_is_asked_and_only_its_side_sees_the_options() -> None:
    state = begun("barn", "cellar")
    state = fold(decide(state, Search(side=A, place="cellar"), SeededDice(1)), state)
    assert state.prompt
    assert [o.label for o in legal_actions(state, B)] == ["Give up", "Make a dash"]
    assert legal_actions(state, A) == ()
    assert view(state, A).prompt.options == ()  # type: ignore[union-attr]
    state = fold(decide(state, Answer(side=B, choice="yield"), SeededDice(1)), state)
    assert state.outcome == Outcome(winner=A, reason="no scout is left")


def test_where_a_scout_hides_is_known_to_his_own_side_and_the_host() -> None:
    state = begun("barn", "orchard")
    (event,) = decide(begun("barn"), Hide(side=B, place="orchard"), SeededDice(1))
    assert hunt(view(state, A)).scouts == {A: "barn"}
    assert b"orchard" not in codec.encode(view(state, A))
    assert hunt(view(state, "public")).scouts == {}
    assert hunt(view(state, "host")).scouts == {A: "barn", B: "orchard"}
    assert view_event(state, event, A) == ScoutHid(seq=3, side=B, place="")
    assert view_event(state, event, B) == event


def test_a_refusal_of_its_own_says_what_is_allowed() -> None:
    with pytest.raises(IllegalAction) as refused:
        decide(begun("barn"), Search(side=A, place="barn"), SeededDice(1))
    assert refused.value.code == "not-hidden"


def test_no_game_takes_the_actions_of_another() -> None:
    for state, action in ((begun(), RollOff(side=A)), (a_battle(), Hide(side=A, place="barn"))):
        with pytest.raises(IllegalAction) as refused:
            decide(state, action, SeededDice(1))
        assert refused.value.code == "other-game"
        assert preview(state, action).refusal.code == "other-game"


def test_it_is_simulated_resolved_and_asked_for_odds(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    farm = tmp_path / "farm.json"
    farm.write_bytes(msgspec.json.encode(Scenario(name="The Farm")))
    army = tmp_path / "army.json"
    army.write_bytes(msgspec.json.encode(Army(name="Nobody", entries=(), profiles=())))
    assert main(["simulate", "--ruleset", "hunt", "--games", "3", str(farm), str(army), str(army)]) == 0
    assert b"3 decided" in capfdbinary.readouterr().out
    steps = [{"action": {"type": "Hide", "side": "a", "place": "barn"}}]
    paper = tmp_path / "steps.json"
    paper.write_text(json.dumps({"ruleset": "hunt", "scenario": {"name": "The Farm"}, "steps": steps}))
    assert main(["resolve", str(paper)]) == 0
    assert json.loads(capfdbinary.readouterr().out)["state"]["own"]["scouts"] == {"a": "barn"}
    paper.write_text(json.dumps({"kind": "dash"}))
    assert main(["odds", str(paper)]) == 0
    assert json.loads(capfdbinary.readouterr().out) == {"exact": "1/2", "value": 0.5}


def test_a_game_that_is_not_known_is_named_with_those_that_are(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    paper = tmp_path / "steps.json"
    paper.write_text(json.dumps({"ruleset": "chess", "scenario": {"name": "Board"}, "steps": []}))
    assert main(["resolve", str(paper)]) == 2
    error = json.loads(capfdbinary.readouterr().out)["error"]
    assert error == {
        "code": "malformed",
        "message": "no ruleset is called 'chess': there is gemini-arap, rules-crusade, hunt",
    }


def test_a_game_that_was_added_is_played_in_that_thread_and_block_alone() -> None:
    found: list[list[str]] = []
    other_thread = threading.Thread(target=lambda: found.append([r.id for r in rulesets.playable()]))
    other_thread.start()
    other_thread.join()
    assert found == [["gemini-arap", "rules-crusade"]]
    assert [r.id for r in rulesets.playable()] == ["gemini-arap", "rules-crusade", "hunt"]
