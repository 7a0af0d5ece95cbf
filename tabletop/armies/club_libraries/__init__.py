"""Libraries of a club: copied, edited, checked, published in editions.

Read in this order: `defaults`, `own`, `editions`, `views`.
"""
