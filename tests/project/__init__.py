"""Tests of what holds for the whole project: its layers, its words, its documents, its scripts."""
