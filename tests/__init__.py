"""Tests of the rules engine, the web application and the two together."""
