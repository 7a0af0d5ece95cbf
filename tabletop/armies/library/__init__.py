"""A library: kinds of unit with profiles, weapons, options and costs, and forms for its parts.

Read in this order: `library`, `machines`, `rolling`, `forms`.
"""
