"""What the first visitor of a fresh server would have to wait for: addresses, templates and the newest battle."""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.db import close_old_connections
from django.template.loader import get_template
from django.urls import reverse

from rules import legal_actions
from rules.core.ids import SideId
from tabletop.games.access.rights import Audience
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.games.pages import frames

log = logging.getLogger(__name__)


def begin() -> None:
    """Make it all ready while the server already serves: nobody waits for it."""
    if settings.IN_BACKGROUND:
        Thread(target=_run, name="made-ready", daemon=True).start()


def _run() -> None:
    try:
        make()
    except Exception:
        log.exception("not everything could be made ready beforehand")
    finally:
        close_old_connections()


def make() -> None:
    """Read all addresses and the templates of tables, and draw the battle that was played last."""
    reverse("healthz")
    templates = Path(settings.BASE_DIR) / "templates"
    for path in (path for folder in ("ui", "games") for path in sorted((templates / folder).rglob("*.html"))):
        get_template(str(path.relative_to(templates)))
    table = Table.objects.filter(status=Table.Status.PLAYING).order_by("-updated_at").first()
    if table is not None and table.seq:
        _draw(table)


def _draw(table: Table) -> None:
    """As the sides, onlookers and the club's screen see it, and what the side that acts may do."""
    audiences: list[Audience] = [side.id for side in journal.state_at(table, table.seq).sides]
    for audience in (*audiences, "public", "screen"):
        frames.parts_at(table, audience, table.seq)
    acting = frames.scene_at(table, "host", table.seq).acting
    if acting:
        side = SideId(acting)
        legal_actions(frames.scene_at(table, side, table.seq).state, side)
