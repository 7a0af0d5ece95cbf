"""`{% load ui %}`: icons, dice, badges, receipts, charts and the way figures are written."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import segno
from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules.core.words import does
from tabletop.ui import dice as dice_drawings
from tabletop.ui import figures, icons, words
from tabletop.ui.figures import DamageChart
from tabletop.ui.lengths import MARK
from tabletop.ui.sides import side_letter

register = template.Library()

register.filter("does", does)
register.filter("inches", words.inches_text)
register.filter("signed", words.signed_text)
register.filter("percent", words.percent_text)
register.filter("table_code", words.code_text)

register.simple_tag(dice_drawings.die, name="die")
register.simple_tag(figures.action_points, name="pips")
register.simple_tag(figures.busts, name="busts")
register.simple_tag(figures.hull_boxes, name="hull")
register.simple_tag(figures.pool_dice, name="rdice")
register.simple_tag(figures.armour_diagram, name="armour")
register.simple_tag(icons.sprite, name="sprite")


@register.simple_tag
def icon(name: str, size: str = "", label: str = "") -> SafeString:
    """`{% icon "move" %}`, `{% icon "undo" size="lg" label="Take back" %}`."""
    return icons.icon(name, size=size, label=label)


@register.filter
def after(value: object, words: str) -> str:
    """`{{ carrier|after:", in the " }}`: those words and then the value; nothing where there is none."""
    return f"{words}{value}" if value else ""


@register.filter
def typed(text: str) -> SafeString:
    """`{{ message|typed }}`: what a person has written; inch marks in it are nobody's lengths and stay as they are."""
    return mark_safe(conditional_escape(text).replace(MARK, "&#8243;"))  # noqa: S308 -- escaped, an entity put in


@register.filter
def needed(goal: int, sense: str) -> str:
    """`{{ goal|needed:"low" }}`: "3 or less"."""
    return words.needed_text(goal, sense)


# ------------------------------------------------------------------ sides


@register.simple_tag
def side_badge(side: str | int, away: bool = False) -> SafeString:
    """`{% side_badge "a" %}`: the side's glyph with its letter, hollow when its player is away. Decoration."""
    letter = side_letter(side)
    css = f"sg side-{letter}" + (" away" if away else "")
    return format_html('<span class="{}" aria-hidden="true">{}</span>', css, letter.upper())


@register.simple_tag
def unit_badge(number: str, side: str | int) -> SafeString:
    """`{% unit_badge "A1" "a" %}`: a unit's number in its side's colour and shape."""
    return format_html('<span class="uid side-{}">{}</span>', side_letter(side), number)


@register.simple_tag
def status(name: str, word: str = "") -> SafeString:
    """`{% status "pinned" %}`: a state as a chip with glyph and word; `word` says it more closely."""
    known = icons.STATUSES[name]
    css = f"chip {known.tone}".rstrip()
    return format_html('<span class="{}">{}{}</span>', css, icons.icon(known.icon), word or known.word)


# ------------------------------------------------------------------ rules


@cache
def rule_url(rule: str) -> str:
    """Where the rulebook prints this rule, or nothing while the site has no rulebook."""
    try:
        return reverse("rulebook_rule", args=[rule])
    except NoReverseMatch:
        return ""


@register.simple_tag
def cite(rule: str) -> SafeString:
    """`{% cite "ARAP-HIT-01" %}`: the rule's id as a link into the rulebook."""
    if not rule:
        return SafeString()
    if url := rule_url(rule):
        return format_html('<a class="cite" href="{}">{}</a>', url, rule)
    return format_html('<span class="cite">{}</span>', rule)


_NAMED = re.compile(r"\(((?:ARAP|VEH|BLD)-[A-Z]+-\d+)\)")


@register.filter
def cited(text: str) -> SafeString:
    """`{{ note|cited }}`: text in which every rule named in brackets is a link into the rulebook."""
    return mark_safe(_NAMED.sub(lambda found: cite(found[1]), conditional_escape(text)))  # noqa: S308 -- escaped, ids are plain


@register.inclusion_tag("ui/choice.html")
def choice(
    field: str, label: str, name: str, choices: Iterable[tuple[str, str]], words: bool = False
) -> dict[str, Any]:
    """`{% choice "ground-what" "What of it" "what" kinds words=True %}`: to choose one of pairs of value and text.

    `words` are written with a capital letter; names stay as somebody has written them.
    """
    return {"field": field, "label": label, "name": name, "choices": choices, "words": words}


@register.inclusion_tag("ui/switch.html")
def switch(is_on: bool, field: str, icon: str, on: str, off: str, to: str = "settle") -> dict[str, Any]:
    """`{% switch facts.locked "locked" "lock" "Lock the seats" "Open the seats" %}`: a table's setting, turned over.

    `on` says what setting it does, `off` what taking it off does; the post goes `to` that address of the table.
    """
    return {"is_on": is_on, "field": field, "icon": icon, "text": off if is_on else on, "to": to}


@register.inclusion_tag("ui/receipt.html")
def receipt(rows: Iterable[Any], total: str = "", what: str = "") -> dict[str, Any]:
    """`{% receipt rows "3" "or less to hit" %}`: rows have `value`, `label` and `rule`; the total stands last."""
    return {"rows": rows, "total": total, "what": what}


@register.inclusion_tag("ui/rollrow.html")
def rollrow(faces: Iterable[tuple[int, str]], need: str, rule: str = "", result: str = "") -> dict[str, Any]:
    """`{% rollrow faces "hit 3 or less" "ARAP-HIT-02" "2 hits" %}`: faces are pairs of face and outcome."""
    return {"faces": faces, "need": need, "rule": rule, "result": result}


@register.inclusion_tag("ui/refusal.html")
def refusal(refused: object) -> dict[str, object]:
    """`{% refusal r %}`: why not, by which rule, and what would be allowed."""
    return {"refused": refused}


# ------------------------------------------------------------------ data


@register.inclusion_tag("ui/profile.html")
def profile(pairs: Iterable[tuple[str, object]] | Mapping[str, object]) -> dict[str, object]:
    """`{% profile pairs %}`: a profile as heads and values, `(("M", "8″"), ("WS", 3))`."""
    return {"pairs": tuple(pairs.items()) if isinstance(pairs, Mapping) else tuple(pairs)}


@register.inclusion_tag("ui/weapons.html")
def weapons(rows: Iterable[object]) -> dict[str, object]:
    """`{% weapons rows %}`: rows have `name`, `range`, `shots`, `strength`, `ap`, `arc` and `state` (on, off)."""
    return {"rows": rows}


@register.inclusion_tag("ui/damage_chart.html")
def damage_chart(chart: DamageChart) -> dict[str, object]:
    """`{% damage_chart chart %}`: tinted by how likely each result is, solid where the question or result is."""
    return {"chart": chart}


@register.inclusion_tag("ui/odds.html")
def odds(figures_and_words: Iterable[tuple[str, str]]) -> dict[str, object]:
    """`{% odds pairs %}`: up to three figures with what they mean, `(("42%", "to penetrate"),)`."""
    return {"pairs": figures_and_words}


@register.filter
def share_style(share: float | Fraction) -> str:
    """The tint of a chart's cell as a style: a share of 0 to 1 in hundredths."""
    return f"--p:{float(share):.2f}"


# ------------------------------------------------------------------ frame


@register.simple_tag
def qr(address: str) -> SafeString:
    """`{% qr url %}`: an address to scan, black on white in either theme."""
    drawing = segno.make(address, error="m", micro=False)
    svg = drawing.svg_inline(svgclass="qr", lineclass=None, omitsize=True, light="#fff", dark="#000", border=2)
    return mark_safe(svg)  # noqa: S308 -- paths only


@register.filter
def note_tone(level_tag: str) -> str:
    """The tone of a message by its level."""
    return {"success": "ok", "warning": "warn", "error": "bad"}.get(level_tag, "")


@register.filter
def note_icon(level_tag: str) -> str:
    """The icon of a message by its level."""
    return {"success": "check", "warning": "alert", "error": "alert"}.get(level_tag, "info")
