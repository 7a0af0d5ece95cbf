"""What a phone needs in order to install the site: a manifest, a script that knows the page for no connection."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_GET

_GROUND: Final = "#14201a"
_DAY_S: Final = 86_400


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """Name, colours and icons."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    icons.append({"src": static("img/mark.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    content = {
        "name": "Livetable",
        "short_name": "Livetable",
        "description": "A live table for miniature wargames.",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbfcf9",
        "theme_color": _GROUND,
        "icons": icons,
    }
    answer = JsonResponse(content, content_type="application/manifest+json")
    answer["Cache-Control"] = f"max-age={_DAY_S}"
    return answer


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The script beside the pages. It keeps the page for no connection, and nothing of any table."""
    kept = [static(f"css/{name}.css") for name in ("tokens", "base", "components", "pages")]
    kept.append(static("js/site/again.js"))
    answer = render(request, "ui/worker.js", {"kept": kept}, content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """What stands in place of a page while there is no connection."""
    return render(request, "ui/offline.html")
