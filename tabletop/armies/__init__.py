"""Rosters: builder, checks, import, printed cards."""
