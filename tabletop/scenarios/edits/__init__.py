"""Edits of a scenario: pieces, fields, settings, symmetric tables, terrain by chance, templates.

Read in this order: `edits`, `fields`, `settings`, `layout`, `tiles`, `generator`, `templates`.
"""
