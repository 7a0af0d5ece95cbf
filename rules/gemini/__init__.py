"""The Gemini-ARAP core: activation, movement, shooting, melee, morale, reactions."""
