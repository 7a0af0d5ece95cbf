"""Icons: strokes on a 24 by 24 sheet, drawn once a page as a sprite (templates/ui/icons.svg) and used by name."""

import re
from functools import cache
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe


class Status(NamedTuple):
    """How a state of a unit is shown: never by colour alone, always with a glyph and a word."""

    icon: str
    word: str
    tone: str = ""


STATUSES: Final[dict[str, Status]] = {
    "activated": Status("st-done", "Activated", "ok"),
    "aiming": Status("st-aim", "Aiming", "info"),
    "armament_destroyed": Status("st-noarm", "Armament destroyed", "bad"),
    "away": Status("st-away", "Away"),
    "broke_off": Status("st-away", "Broke off", "info"),
    "burning": Status("st-burning", "Burning", "bad"),
    "bust": Status("st-exhausted", "Bust", "bad"),
    "crater": Status("st-crater", "Crater", "bad"),
    "dedicated": Status("st-embarked", "Dedicated transport", "info"),
    "embarked": Status("st-embarked", "Embarked", "info"),
    "engaged": Status("st-melee", "In close combat", "warn"),
    "exposed": Status("i-door", "Exposed", "warn"),
    "fired": Status("st-fired", "Fired"),
    "flipped": Status("st-flipped", "Flipped", "bad"),
    "got_out": Status("i-door", "May not charge", "info"),
    "ground": Status("st-ground", "Gone to ground", "info"),
    "hidden": Status("st-hidden", "Hidden", "info"),
    "immobilised": Status("st-immob", "Immobilised", "bad"),
    "jammed": Status("st-noarm", "Weapon jammed", "warn"),
    "moved": Status("st-moved", "Moved"),
    "out_of_action": Status("st-exhausted", "Out of action", "bad"),
    "pinned": Status("st-pinned", "Pinned", "warn"),
    "prone": Status("i-crawl", "Prone", "info"),
    "pursuing": Status("i-charge", "Pursuing", "warn"),
    "routing": Status("st-routing", "Routing", "bad"),
    "shaken": Status("st-shaken", "Crew shaken", "warn"),
    "smoke": Status("st-smoke", "Smoke", "info"),
    "squadron": Status("i-people", "In a squadron", "info"),
    "steps": Status("i-list", "Steps taken", "info"),
    "stopped": Status("i-door", "Stopped for boarding", "info"),
    "stunned": Status("st-stunned", "Crew stunned", "warn"),
    "suppressed": Status("st-shaken", "Suppressed", "warn"),
    "tactical": Status("i-run", "Moving tactically", "info"),
    "tagged": Status("i-flag", "Tagged", "info"),
    "weapon_lost": Status("st-noarm", "Weapon lost", "bad"),
    "wounded": Status("st-wounded", "Wounded", "warn"),
    "wreck": Status("st-wreck", "Wreck", "bad"),
}
"""Every state that has a glyph, by the name that pages use."""


def icon_id(name: str) -> str:
    """The sprite's id of an icon named with or without its prefix. Unknown names are a mistake of the page."""
    known = icon_ids()
    for candidate in (f"i-{name}", f"st-{name}", name):
        if candidate in known:
            return candidate
    raise KeyError(f"no icon {name!r}")


def icon(name: str, *, size: str = "", label: str = "") -> SafeString:
    """One icon. With a label it is an image of that name, without one it is decoration."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    css = f"icon {size}".rstrip()
    return format_html('<svg class="{}" {}><use href="#{}"/></svg>', css, spoken, icon_id(name))


@cache
def sprite() -> SafeString:
    """All icons as symbols: once at the top of each page."""
    return mark_safe(render_to_string("ui/icons.svg"))  # noqa: S308 -- our own file, without variables


@cache
def icon_ids() -> frozenset[str]:
    """The ids that the sprite holds: `i-` for actions, tools and kinds of unit, `st-` for states."""
    return frozenset(re.findall(r'<symbol id="([a-z-]+)"', sprite()))
