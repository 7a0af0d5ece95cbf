"""Tests that act as people do: real browsers on a real server, by role and label only."""
