"""Edits of a scenario: pieces, fields, settings, symmetric tables, terrain by chance, templates.

Read in this order: `edited`, `edits`, `buildings`, `fields`, `settings`, `layout`, `tiles`, `generator`, `templates`.
"""
