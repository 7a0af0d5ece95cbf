"""What every page's frame needs: the pages of the bar and the chosen theme."""

from django.http import HttpRequest

from tabletop.ui.nav import NavPage, nav_pages


def frame(request: HttpRequest) -> dict[str, str | tuple[NavPage, ...]]:
    """Context processor. The theme is a cookie, so that a page never shows the wrong colours first."""
    chosen = request.COOKIES.get("theme", "")
    return {"theme": chosen if chosen in ("light", "dark") else "", "nav_pages": nav_pages(request.path)}
