"""Libraries of a club: copied, edited, checked, published in editions.

Read in this order: `own`, `soundness`, `editions`, `views`.
"""
