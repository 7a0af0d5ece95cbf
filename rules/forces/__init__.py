"""Armies as values: what a model is, what it carries, what happens to it.

To read: `weapon` and `profile`; `hull`, what every vehicle has, and the hulls of each set of vehicle rules (`gemini`,
`trial`, `crusade`), which `modules` gathers; `unit` and `army`; `stored` and `older`, how all of it is read from JSON.
"""
