"""Hulls, walkers, mounts and crewed weapons, drawn to their real size, front up."""

from typing import Final

from tabletop.ui.board.defs import filled, glyph
from tabletop.ui.board.scene import UNITS_PER_INCH, Gun, TokenModel
from tabletop.ui.board.svg import heading_point, num
from tabletop.ui.board.tracks import running_gear

_TICK: Final = 'class="tick fill-{side}" d="M-3.2 {low}L0 {high} 3.2 {low}z"'


def team_svg(side: str, model: TokenModel) -> str:
    """A crewed weapon: a round base with a barrel."""
    r = model.base_in * UNITS_PER_INCH / 2
    barrel = f'<path class="gun" d="M0 {num(r * 0.35)}V{num(-r * 0.75)}"/>'
    mark = f'<g transform="translate(0 {num(r * 0.35)})">{glyph(side)}</g>'
    return f'<circle {filled("base", side)} r="{num(r)}"/>{_tick(side, r)}{barrel}{mark}'


def mount_svg(side: str, model: TokenModel) -> str:
    """A rider: an oval base, long in the direction of travel."""
    rx, ry = model.width_in * UNITS_PER_INCH / 2, model.length_in * UNITS_PER_INCH / 2
    ring = f'<ellipse class="lead" rx="{num(rx - 2)}" ry="{num(ry - 2)}"/>' if model.leader else ""
    return f'<ellipse {filled("base", side)} rx="{num(rx)}" ry="{num(ry)}"/>{ring}{_tick(side, ry)}{glyph(side)}'


def _tick(side: str, reach: float) -> str:
    return f"<path {_TICK.format(side=side, low=num(0.6 - reach), high=num(-3.6 - reach))}/>"


def vehicle_svg(side: str, model: TokenModel) -> str:
    """A vehicle of any kind: running gear, hull, guns and the side's glyph."""
    half_l, half_w = model.length_in * UNITS_PER_INCH / 2, model.width_in * UNITS_PER_INCH / 2
    if model.shape == "walker":
        return _walker(side, model, half_l, half_w)
    gear, hull_w = running_gear(side, model.shape, half_l, half_w)
    pointed = model.shape in ("skimmer", "flying-skimmer", "boat")
    hull = _skiff_hull(half_l, half_w) if pointed else _box_hull(half_l, hull_w)
    seam = _skiff_seam(half_l, half_w) if pointed else f"M{num(-hull_w)} {num(half_l * 0.42)}H{num(hull_w)}"
    turret = min(hull_w * 0.62, half_l * 0.42)
    top = f'<circle class="hull fill-{side}" r="{num(turret)}"/>' if model.guns and not pointed else ""
    return (
        f'{gear}<path {filled("hull", side)} d="{hull}"/><path class="seam" d="{seam}"/>'
        f"{_guns(model.guns, half_l)}{top}{_scaled_glyph(side, max(2.4, turret * 0.62))}"
        f"{_arrows(model.arrows, half_l * (0.6 if pointed else 0.74), half_w * (0.5 if pointed else 0.8))}"
    )


def _arrows(count: int, back: float, aside: float) -> str:
    """So many arrows side by side, `back` from the middle of a hull and no wider than twice `aside`."""
    step = min(5.4, 2 * aside / max(1, count))
    starts = ((n - (count - 1) / 2) * step for n in range(count))
    drawn = "".join(
        f"M{num(x - 2)} {num(back + 1.8)}L{num(x)} {num(back - 2.4)} {num(x + 2)} {num(back + 1.8)}z" for x in starts
    )
    return f'<path class="arrows" d="{drawn}"/>' if count else ""


def _walker(side: str, model: TokenModel, half_l: float, half_w: float) -> str:
    plinth = max(half_l, half_w)
    leg_w, leg_l = half_w * 0.4, half_l * 1.15
    legs = "".join(
        f'<rect {filled("part", side)} x="{num(x)}" y="{num(-half_l * 0.45)}" width="{num(leg_w)}" '
        f'height="{num(leg_l)}" rx="2"/>'
        for x in (-half_w * 0.9, half_w * 0.9 - leg_w)
    )
    w, front, back = half_w * 0.44, -half_l * 0.82, half_l * 0.7
    body = (
        f"M{num(-w)} {num(front * 0.64)}L{num(-w * 0.45)} {num(front)}H{num(w * 0.45)}L{num(w)} {num(front * 0.64)}"
        f"V{num(back * 0.64)}L{num(w * 0.55)} {num(back)}H{num(-w * 0.55)}L{num(-w)} {num(back * 0.64)}z"
    )
    return (
        f'<circle class="plinth" r="{num(plinth)}"/>{legs}<path {filled("hull", side)} d="{body}"/>'
        f"{_guns(model.guns, half_l)}{_scaled_glyph(side, w * 0.7)}"
    )


def _box_hull(half_l: float, half_w: float) -> str:
    cut = min(half_w * 0.42, half_l * 0.3)
    return (
        f"M{num(-half_w)} {num(cut - half_l)}L{num(cut - half_w)} {num(-half_l)}H{num(half_w - cut)}"
        f"L{num(half_w)} {num(cut - half_l)}V{num(half_l - cut / 2)}L{num(half_w - cut / 2)} {num(half_l)}"
        f"H{num(cut / 2 - half_w)}L{num(-half_w)} {num(half_l - cut / 2)}z"
    )


def _skiff_hull(half_l: float, half_w: float) -> str:
    return (
        f"M0 {num(-half_l)}L{num(half_w * 0.7)} {num(-half_l * 0.3)} {num(half_w)} {num(half_l * 0.75)} "
        f"{num(half_w * 0.55)} {num(half_l)} 0 {num(half_l * 0.75)} {num(-half_w * 0.55)} {num(half_l)} "
        f"{num(-half_w)} {num(half_l * 0.75)} {num(-half_w * 0.7)} {num(-half_l * 0.3)}z"
    )


def _skiff_seam(half_l: float, half_w: float) -> str:
    return f"M{num(-half_w * 0.72)} {num(half_l * 0.1)}L0 {num(half_l * 0.36)} {num(half_w * 0.72)} {num(half_l * 0.1)}"


def _guns(guns: tuple[Gun, ...], half_l: float) -> str:
    return "".join(_gun(gun, half_l) for gun in guns)


def _gun(gun: Gun, half_l: float) -> str:
    start = (gun.right_in * UNITS_PER_INCH, -gun.forward_in * UNITS_PER_INCH)
    end = heading_point(start, gun.deg, half_l * (0.9 if gun.big else 0.55) + 4)
    css = "gun g2" if gun.big else "gun"
    return f'<path class="{css}" d="M{num(start[0])} {num(start[1])}L{num(end[0])} {num(end[1])}"/>'


def _scaled_glyph(side: str, size: float) -> str:
    return f'<g transform="scale({size / 2.6:.2f})">{glyph(side)}</g>'
