"""What a vehicle is, which steps it has taken, how far it has moved, which samples there are.

Chapters: TRI-CHAR, TRI-TYPE, TRI-JOIN.
Read in this order: `profile`, `steps`, `bands`, `samples`.
"""
