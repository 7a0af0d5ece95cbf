"""Gemini-ARAP 2.4: activation, movement, shooting, melee, morale."""
