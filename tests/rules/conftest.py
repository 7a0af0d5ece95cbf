"""Every test of the rules may be marked with the rules that it proves."""

from tests.rulemarks import cites, pytest_pyfunc_call, pytest_runtest_protocol

__all__ = ["cites", "pytest_pyfunc_call", "pytest_runtest_protocol"]
