"""What the pages of an army show, and its cards as PDF.

Read in this order: `builder`, `imported_list`, `summary`, `pdf`.
"""
