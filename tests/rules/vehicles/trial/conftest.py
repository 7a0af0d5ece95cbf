"""Every test here is played by the trial vehicle rules."""

import pytest

from tests.rules.vehicles.trial.park import played


@pytest.fixture(autouse=True)
def _trial():
    with played():
        yield
