"""Recorded games: a change of the rules that alters one is a mistake, or a new version of the rules."""
