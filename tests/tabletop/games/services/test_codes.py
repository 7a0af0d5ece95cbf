"""Table codes: four letters that can be said, two digits."""

import re

from tabletop.games.services import codes


def test_a_code_is_four_letters_and_two_digits():
    assert all(re.fullmatch(r"[A-Z]{4}[1-9][0-9]", codes.new_code()) for _ in range(500))


def test_codes_are_drawn_from_many():
    assert len({codes.new_code() for _ in range(2000)}) > 1900


def test_every_code_has_a_vowel_and_none_is_unfit():
    words = {codes.new_code()[:4] for _ in range(3000)}
    assert all(set(word) & set("AEIOU") for word in words)
    assert not words & codes._UNFIT
