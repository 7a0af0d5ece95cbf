"""What pages share: drawing, template tags, icons; no database rows.

Read in this order: `words`, `lengths`, `sides`, `cards`, `figures`, `icons`, `dice`, `nav`, `context`, `refused`,
`faults`, `loading`, `install`, `switchboard`, `apps`, `templatetags`, `board`.
"""
