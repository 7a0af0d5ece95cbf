"""Tests of the rules engine; no Django."""
