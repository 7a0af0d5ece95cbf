"""Armies as values: what a model is, what it carries, what happens to it.

Read in this order: `weapon`, `mount`, `profile`, `riding`, `traits`, `creatures`, `hull`, `gemini`, `trial`,
`crusade`, `libraries`, `modules`, `strength`, `unit`, `army`, `fitting`, `stored`, `older`, `strange`.
"""
