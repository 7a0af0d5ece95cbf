"""Lengths, facings, arcs, hulls, templates, paths and sight lines; the only user of Shapely."""
