"""What a reader of JSON says is told in plain words."""

import pytest

from tabletop.games.access import actions
from tabletop.games.access.refusals import Refused


@pytest.mark.parametrize(
    ("raw", "expected", "allowed"),
    [
        ({"type": "Activate", "unit": "a1", "dice": "four"}, "dice of Activate is a whole number, not a text.", "dice"),
        ({"type": "Activate", "unit": "a1"}, "Activate lacks dice.", "unit"),
        ({"type": "Move", "unit": "a1", "path": 3}, "path of Move is a list, not a whole number.", "path"),
        ({"type": "Move", "unit": "a1", "path": [{"at": [1]}]}, "path[0].at of Move is a list of length 2.", "path"),
        ({"type": "Shoot", "unit": "a1", "target": "b1", "mode": "x"}, "mode of Shoot cannot be 'x'.", "auto, full"),
    ],
)
def test_a_field_of_the_wrong_kind_is_told_in_plain_words(raw, expected, allowed):
    with pytest.raises(Refused) as caught:
        actions.action(raw, "a")
    assert str(caught.value) == expected
    assert allowed in caught.value.refusal.allowed
