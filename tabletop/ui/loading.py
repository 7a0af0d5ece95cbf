"""Templates as they are sent: without the indentation that makes them readable, which would travel with every frame."""

from __future__ import annotations

import re
from typing import Final

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION: Final = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Reads from `templates/`. Lines keep their numbers for messages; no template may hold a <pre> of several lines."""

    def get_contents(self, origin: Origin) -> str:
        """The source of one template; texts of mails are left as they are."""
        source = super().get_contents(origin)
        return _INDENTATION.sub("\n", source) if str(origin.name).endswith((".html", ".svg")) else source
