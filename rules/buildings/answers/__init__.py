"""What the skirmish rules ask about buildings, answered; `Structures` puts the answers together.

Read in this order: `ways`, `sight`, `bursts`, `shots`, `people`, `roads`, `worth`.
"""
