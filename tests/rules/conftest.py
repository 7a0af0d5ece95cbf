"""Every test of the rules may be marked with the rules that it proves."""

from tests.rulemarks import pytest_pyfunc_call, pytest_runtest_protocol

__all__ = ["pytest_pyfunc_call", "pytest_runtest_protocol"]
