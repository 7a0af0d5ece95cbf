"""Scenarios as files: our own JSON. Described in docs/scenarios.md.

What cannot be played is taken and reported; files that are no scenarios are refused.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from rules.forces import strange
from rules.table.scenario import Scenario
from tabletop.scenarios.draft import bounds, limits
from tabletop.scenarios.draft.draft import FORMAT, Draft
from tabletop.scenarios.draft.sent import clean
from tabletop.texts import ESCAPED, has_control, shown
from tabletop.ui.faults import of_file
from tabletop.ui.refused import Refused

LARGEST: Final = 2_000_000
"""Bytes of a file. Four hundred pieces of fourteen points have about 400,000."""


def schema() -> bytes:
    """The JSON Schema of a scenario's file."""
    return msgspec.json.format(msgspec.json.encode(msgspec.json.schema(Draft)), indent=2)


def to_json(draft: Draft) -> bytes:
    """The scenario as JSON, for people to read as well."""
    return msgspec.json.format(msgspec.json.encode(draft), indent=2)


def read(data: bytes) -> Draft:
    """A scenario from a file of this version or an older one. Raises Refused for what is none, or too large."""
    if len(data) > LARGEST:
        raise Refused("too-large", "That file is too large for a scenario.", f"at most {LARGEST:,} bytes")
    try:
        text = data.decode("utf-8-sig")
        if has_control(text) or ESCAPED.search(text):
            raise _no_scenario("It has signs that cannot be shown.")
        head = msgspec.json.decode(text, type=_Head)
        if head.format > FORMAT:
            newest = f"a file of version {FORMAT} or older"
            raise Refused("too-new", f"That file is of version {head.format}, newer than this server knows.", newest)
        if (name := strange.twice(text)) != "":
            raise _no_scenario(f"It says {shown(name)} twice in one place.", "each field once")
        plain = not bytes(head.scenario)  # the scenario alone, as the rules keep it
        if (wrong := strange.field_of(msgspec.json.decode(text), Scenario if plain else Draft)) is not None:
            raise Refused("unknown-field", f"That file cannot be taken in. {shown(wrong.text, 200)}", wrong.fields)
        draft = (
            Draft(scenario=msgspec.json.decode(text, type=Scenario)) if plain else msgspec.json.decode(text, type=Draft)
        )
    except UnicodeDecodeError:
        raise _no_scenario("It is not written in UTF-8.") from None
    except msgspec.MsgspecError as fault:
        allowed = strange.values_at(str(fault), Draft) or strange.values_at(str(fault), Scenario)
        raise _no_scenario(of_file(str(fault)), allowed) from None
    except RecursionError:
        raise _no_scenario("It is nested too deeply.") from None
    return _within_bounds(draft)


class _Head(msgspec.Struct):
    format: int = FORMAT
    scenario: msgspec.Raw = msgspec.Raw()


def _within_bounds(draft: Draft) -> Draft:
    draft = replace(_cleaned(draft), format=FORMAT)
    wrong = next(bounds.faults(draft), "")
    if wrong:
        raise _no_scenario(wrong)
    return draft


def _cleaned(draft: Draft) -> Draft:
    """The draft with names of a length that pages can show."""
    scenario, most = draft.scenario, limits.LONGEST_NAME
    cleaned = draft.with_scenario(
        name=clean(scenario.name, most) or "Scenario",
        briefing=clean(scenario.briefing, bounds.LONGEST_TEXT),
        sides=tuple(replace(s, name=clean(s.name, 40) or s.id) for s in scenario.sides),
        terrain=tuple(replace(t, name=clean(t.name, most)) for t in scenario.terrain),
        zones=tuple(replace(z, name=clean(z.name, most)) for z in scenario.zones),
        objectives=tuple(replace(o, name=clean(o.name, most)) for o in scenario.objectives),
        chances=tuple(replace(c, name=clean(c.name, most), text=clean(c.text, 400)) for c in scenario.chances),
    )
    here = {piece.id for piece in scenario.terrain}
    groups = (tuple(dict.fromkeys(key for key in group if key in here)) for group in draft.groups)
    return replace(cleaned, groups=tuple(group for group in groups if len(group) > 1))


def _no_scenario(why: str, allowed: str = "") -> Refused:
    return Refused("no-scenario", f"That file is no scenario. {why}", allowed or "a file that was exported here")
