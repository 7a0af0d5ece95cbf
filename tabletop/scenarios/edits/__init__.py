"""Edits of a scenario: pieces, fields, settings, symmetric tables, terrain by chance, templates.

Read in this order: `edited`, `edits`, `buildings`, `works`, `fields`, `settings`, `layout`, `tiles`, `generator`,
`templates`.
"""
