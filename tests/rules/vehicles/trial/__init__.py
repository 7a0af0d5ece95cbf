"""Tests of the trial vehicle rules."""
