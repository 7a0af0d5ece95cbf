"""Vehicle rules that hulls are made for and that no table plays."""

from rules.forces.crusade import CrusadeHull
from rules.forces.modules import Made


class CartHull(CrusadeHull, frozen=True, kw_only=True, tag="cart"):
    """A hull of no account."""


CARTS = Made("the rules of carts", "TRI-JOIN-01", CartHull)
