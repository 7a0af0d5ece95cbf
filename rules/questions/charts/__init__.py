"""Odds and tables from numbers alone, for whoever asks without a table.

Read in this order: `calculator` (fire at hulls), `pools` (contested dice), `rolls` (every kind of roll of the ledgers),
`vehicle_charts` (tables of the vehicle rules).
"""
