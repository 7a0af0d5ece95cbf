"""Lengths, facings, arcs, hulls, templates, paths and sight lines; the only user of Shapely.

Read in this order: `lengths`, `measure`, `facings`, `arcs`, `rings`, `areas`, `borders`, `regions`, `contacts`,
`sight`, `hulls`, `ways`, `placing`, `templates`, `formations`, `layouts`, `floors`, `tilings`.
"""
