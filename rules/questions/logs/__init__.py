"""What is asked of a whole log: looked back on, in a line, against what was due.

Read in this order: `luck` (what was due), `chances` (step by step), `decided` (what a battle turned on), `timeline` (a
line of its acts), `figures` (what was done and what was left).
"""
