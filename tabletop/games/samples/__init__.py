"""The sample content: armies, scenarios and a table in mid-battle.

Read in this order: `samples`, `battle`.
"""
