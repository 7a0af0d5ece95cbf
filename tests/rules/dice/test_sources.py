"""Where dice come from."""

import hashlib
import hmac
from collections import Counter

import pytest

from rules.dice.sources import ScriptedDice, ScriptError, SealedDice, SeededDice, seal

SEED = bytes(range(32))


def test_sealed_dice_can_be_worked_out_by_anyone() -> None:
    digest = hmac.new(SEED, b"game-1|red|blue|7", hashlib.sha256).digest()
    word = int.from_bytes(digest[:4], "big")
    assert SealedDice(SEED, "game-1", ("red", "blue")).throw("to-hit", 6, 1, 7) == (word % 6 + 1,)


def test_sealed_dice_stay_as_they_are() -> None:
    dice = SealedDice(SEED, "game-1")
    assert dice.throw("to-hit", 6, 10, 0) == (2, 6, 1, 3, 5, 3, 4, 3, 5, 2)
    assert dice.throw("direction", 360, 2, 10) == (50, 323)


def test_a_die_depends_on_its_number_and_not_on_the_throw_it_is_part_of() -> None:
    dice = SealedDice(SEED, "game-1")
    assert dice.throw("to-hit", 6, 4, 3) + dice.throw("save", 6, 2, 7) == dice.throw("to-wound", 6, 6, 3)


def test_entropy_of_a_seat_changes_the_dice() -> None:
    assert SealedDice(SEED, "g", ("x",)).throw("a", 6, 20, 0) != SealedDice(SEED, "g", ("y",)).throw("a", 6, 20, 0)


def test_entropy_cannot_be_shifted_between_seats() -> None:
    with pytest.raises(ValueError, match="parts them"):
        SealedDice(SEED, "g", ("a|b",))


def test_words_that_would_favour_low_faces_are_refused() -> None:
    # Three quarters of 2**32 leave the highest quarter out: about a quarter of the first words are refused.
    sides = 3 << 30
    dice = SealedDice(SEED, "g")
    first_words = [int.from_bytes(hmac.digest(SEED, f"g|{k}".encode(), "sha256")[:4], "big") for k in range(40)]
    refused = [k for k, word in enumerate(first_words) if word >= sides]
    assert 0 < len(refused) < 40
    for k, word in enumerate(first_words):
        face = dice.throw("a", sides, 1, k)[0]
        assert 1 <= face <= sides
        assert (face == word + 1) == (k not in refused)


def test_all_faces_come_up_about_equally_often() -> None:
    counts = Counter(SeededDice(1).throw("a", 6, 6000, 0))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1100 for count in counts.values())


def test_the_seal_is_the_digest_of_the_seed() -> None:
    assert seal(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_same_seed_gives_the_same_dice() -> None:
    assert SeededDice(5).throw("a", 6, 30, 0) == SeededDice(5).throw("b", 6, 30, 0)
    assert SeededDice(5).throw("a", 6, 30, 0) != SeededDice(6).throw("a", 6, 30, 0)


def test_scripted_dice_come_by_label_in_order() -> None:
    dice = ScriptedDice({"to-hit": [2, 5, 1], "save": [6]})
    assert dice.throw("to-hit", 6, 2, 0) == (2, 5)
    assert dice.throw("save", 6, 1, 2) == (6,)
    assert dice.leftover() == {"to-hit": (1,)}
    assert dice.throw("to-hit", 6, 1, 3) == (1,)
    dice.finish()


def test_a_missing_die_is_named_by_label_and_place() -> None:
    dice = ScriptedDice({"to-hit": [2]})
    with pytest.raises(ScriptError, match="to-hit, die 2: missing from the script, a D6 is rolled") as caught:
        dice.throw("to-hit", 6, 2, 0)
    assert (caught.value.label, caught.value.position) == ("to-hit", 2)
    with pytest.raises(ScriptError, match="morale, die 1"):
        dice.throw("morale", 6, 2, 0)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_the_die_has_not_is_refused(face: int) -> None:
    with pytest.raises(ScriptError, match=f"to-hit, die 1: {face} is no face of a D6"):
        ScriptedDice({"to-hit": [face]}).throw("to-hit", 6, 1, 0)


def test_a_direction_of_0_may_be_told_as_it_reads() -> None:
    assert ScriptedDice({"direction": [0, 90]}).throw("direction", 360, 2, 0) == (360, 90)


def test_a_die_left_over_is_named() -> None:
    dice = ScriptedDice({"to-hit": [2], "save": [3, 4]})
    dice.throw("save", 6, 1, 0)
    with pytest.raises(ScriptError, match=r"left over: to-hit \[2\], save \[4\]"):
        dice.finish()
