"""What is asked of a whole log: looked back on, in a line, against what was due.

Read in this order: `decided` (what a battle turned on), `timeline` (its acts in a line), `luck` (what was due),
`figures` (what was done and what was left).
"""
