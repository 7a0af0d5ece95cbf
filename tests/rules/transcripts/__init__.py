"""Worked games, played step by step through the command line: states and actions in JSON, results die by die."""

import pytest

pytest.register_assert_rewrite("tests.rules.transcripts.table")
