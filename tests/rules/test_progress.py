"""What remains to be done is done in order of happening, whoever put it down."""

from typing import Final

import msgspec
import pytest

from rules.codec import convert_state, encode
from rules.core.prompt import Option
from rules.dice.sources import ScriptedDice
from rules.events import Note
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from tests.builders import A, a_battle, a_unit

HOLD: Final = Option(id="hold", label="Hold")


class Say(TaskStruct, frozen=True, kw_only=True, tag="TestSay"):
    """Says its word, then puts down what follows."""

    word: str
    then: tuple[TaskStruct, ...] = ()
    ahead: tuple[TaskStruct, ...] = ()
    one_by_one: bool = False

    def run(self, progress: Progress) -> None:
        progress.emit(Note(text=self.word))
        for task in self.then if self.one_by_one else ():
            progress.queue(task)
        if not self.one_by_one:
            progress.queue(*self.then)
        progress.ahead(*self.ahead)


class Ask(TaskStruct, frozen=True, kw_only=True, tag="TestAsk"):
    """Puts something down, then asks."""

    def run(self, progress: Progress) -> None:
        progress.queue(Say(word="afterwards"))
        progress.ask(self, A, "test", "Well?", [HOLD])

    def answer(self, progress: Progress, choice: str) -> None:
        progress.emit(Note(text=choice))


def said(progress: Progress) -> str:
    return " ".join(e.text for e in progress.events if isinstance(e, Note))


def begun(*tasks: TaskStruct) -> Progress:
    progress = Progress(a_battle(a_unit("a1", [(5, 5)])), ScriptedDice({}))
    progress.queue(*tasks)
    return progress


@pytest.mark.parametrize("one_by_one", [True, False])
def test_what_a_step_puts_down_comes_in_its_order_before_what_was_waiting(one_by_one):
    first = Say(word="a", then=(Say(word="b", then=(Say(word="c"),)), Say(word="d")), one_by_one=one_by_one)
    progress = begun(first, Say(word="e"))
    progress.run()
    assert said(progress) == "a b c d e"


def test_what_comes_in_between_is_done_before_all_that_the_step_put_down():
    progress = begun(Say(word="a", then=(Say(word="c"),), ahead=(Say(word="b1"), Say(word="b2"))), Say(word="d"))
    progress.run()
    assert said(progress) == "a b1 b2 c d"


def test_whoever_asks_goes_on_first_when_the_answer_comes():
    progress = begun(Ask(), Say(word="last"))
    progress.run()
    assert (said(progress), progress.state.prompt.kind) == ("", "test")
    progress.state = msgspec.structs.replace(progress.state, prompt=None)
    progress.take().answer(progress, "hold")
    progress.run()
    assert said(progress) == "hold afterwards last"


def test_what_is_left_is_noted_topmost_first():
    progress = begun(Ask(), Say(word="last"))
    progress.run()
    assert [type(t).__name__ for t in progress.close()[-1].agenda] == ["Ask", "Say", "Say"]


def test_an_agenda_of_version_1_is_read_and_done():
    """Left by a charge whose target chose to run in the open: interception, then the move."""
    battle = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(16, 10)], facing=270), active="a1", ap=1)
    saved = msgspec.json.decode(encode(battle))
    saved["agenda"] = [
        {"type": "Interceptions", "unit": "a1", "target": "b1"},
        {"type": "ChargeMove", "unit": "a1", "target": "b1", "strengths": [1, 1], "ran": True},
    ]
    state = convert_state(saved)
    assert isinstance(state, GameState)
    dice = ScriptedDice({"free-hack": [6]})
    progress = Progress(state, dice)
    progress.run()
    dice.finish()
    assert [type(e).__name__ for e in progress.events][:2] == ["ModelsMoved", "ChargeEnded"]
