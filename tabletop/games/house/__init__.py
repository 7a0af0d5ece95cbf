"""The house on the server: who thinks for it and when, tables under way that are kept for newcomers, the exhibition.

Read in this order: `turns`, `attendance`, `bills`, `openings`, `exhibition`, `offers`.
"""
