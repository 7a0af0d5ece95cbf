"""CC: troops who strike a hull beside them, and machines with a weapon skill.

To read: `assault`, `consolidate`, `machines`.
"""
