"""Sections that an action may be done to, as cards beside the target and areas on the board. (BLD-BUNK-05, BLD-SECT-01)

A press on either takes the first offer about that section; what else may be done there stays in the list.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules import Offer
from rules.forces.unit import Unit
from rules.questions.buildings import aimed_at
from rules.questions.buildings.aimed_at import Inside, SectionAimed
from rules.state import GameState
from tabletop.games.plans import drafts
from tabletop.games.plans.drafts import Draft
from tabletop.ui.words import count_text

KINDS: Final = (
    *("shoot-building", "building-ports", "blast-section", "storm"),
    *("enter-section", "go-section", "deploy-section"),
)


class SectionCard(NamedTuple):
    """One section: what a press picks, its name, what fire at it meets, and who is inside."""

    which: str
    name: str
    notes: tuple[str, ...]
    inside: tuple[Inside, ...]
    chosen: bool
    short: str
    """For a plate on the board: letter, armour, hull points."""
    aimed: SectionAimed

    @property
    def above(self) -> str:
        """What the board writes on one of an upper floor, whose letter is not on its plan."""
        letter, level = self.aimed.letter, self.aimed.level
        return f"{letter or 'all'}, level {level}" if level > 1 else ""


def grouped(state: GameState, offers: list[Offer]) -> dict[tuple[str, str, int], list[Offer]]:
    """Offers by the section that they are about; none where one is about no section."""
    found: dict[tuple[str, str, int], list[Offer]] = {}
    for offer in offers:
        aimed = aimed_at.section_of(state, offer.action) if offer.action is not None else None
        if aimed is None:
            return {}
        found.setdefault(aimed.key, []).append(offer)
    return found


def of_same(state: GameState, kind: str, offers: list[Offer], picked: Offer) -> list[Offer]:
    """Those offers that are about the section that is picked; all of them where sections are not told apart."""
    groups = grouped(state, offers) if kind in KINDS else {}
    return next((own for own in groups.values() if picked in own), offers)


def cards(state: GameState, unit: Unit, draft: Draft, picked: Offer | None) -> tuple[SectionCard, ...]:
    """Every section that may be meant, in the order of the offers."""
    if draft.kind not in KINDS or picked is None:
        return ()
    found = [o for o in drafts.offers_of(state, unit, draft.kind) if o.action is not None]
    return tuple(_card(state, own, picked) for own in grouped(state, found).values())


def _card(state: GameState, own: list[Offer], picked: Offer) -> SectionCard:
    aimed = aimed_at.section_of(state, own[0].action) if own[0].action is not None else None
    assert aimed is not None
    return SectionCard(
        which=picked.label if picked in own else own[0].label,
        name=aimed.name,
        notes=tuple(_notes(aimed)),
        inside=aimed.inside,
        chosen=picked in own,
        short=_short(aimed),
        aimed=aimed,
    )


def _notes(aimed: SectionAimed) -> list[str]:
    words = [f"level {aimed.level}"] if aimed.level > 1 else []
    armour = aimed.armour
    if armour is not None:
        words += [f"AV {armour.av}", f"{armour.left} of {armour.points} HP"]
        words += ["breached"] if armour.breached else []
        words += [f"{armour.ports} fire out"] if armour.ports else []
    elif aimed.fire_out:
        words += [f"{aimed.fire_out} may fire out"]
    if aimed.capacity:
        words += [f"{aimed.taken} of {count_text(aimed.capacity, 'place')}"]
    return words


def _short(aimed: SectionAimed) -> str:
    armour = aimed.armour
    words = [aimed.letter] if aimed.letter else []
    words += [f"level {aimed.level}"] if aimed.level > 1 else []
    words += [f"AV {armour.av}", f"{armour.left}/{armour.points} HP"] if armour is not None else []
    return " · ".join(words)
