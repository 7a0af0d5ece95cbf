"""The tale of a module is played once; each of its tests looks at the step that it is written under."""

import pytest

from tests.rules.transcripts.table import Told


@pytest.fixture(scope="module")
def tale(request: pytest.FixtureRequest) -> dict[int, Told]:
    """What every step brought."""
    return request.module.TALE.play(request.module.the_table())  # type: ignore[no-any-return]


@pytest.fixture
def scene(request: pytest.FixtureRequest, tale: dict[int, Told]) -> Told:
    """What the test's own step brought."""
    return tale[request.function.step]
