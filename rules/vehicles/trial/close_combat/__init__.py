"""Troops who strike a hull beside them, machines with a weapon skill, and who is free after a round.

Chapters: TRI-CC.
Read in this order: `charge`, `assault`, `consolidate`, `machines`.
"""
