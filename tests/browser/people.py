"""People with a browser each."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Playwright

LEFT_OUT = [
    # Chromium keeps hidden pages ready for the address bar of each window, which takes a second of work each time.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
    # What Playwright leaves out: Chromium heeds the last list alone.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=" + ",".join(LEFT_OUT),
]
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1920, "height": 1080}
SLOW_LINE = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
LEFT = re.compile("htmx:(afterRequest|sendAbort)")  # who leaves a page waits for none of its answers
PATIENCE = 30_000  # milliseconds; the machine may be busy
UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""Run in each new document: all stands where it stands and is clicked as ever, and no pixel of it is worked out."""


def launch(playwright: Playwright) -> Browser:
    """The installed Chromium, best without its windows; or Playwright's own where the system has none."""
    programs = [
        os.environ.get("CHROMIUM"),
        *map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome")),
    ]
    installed = next((program for program in programs if program), None)
    return playwright.chromium.launch(executable_path=installed, args=ARGUMENTS)


class Window:
    """A page in a browser context of its own."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context = browser.new_context(reduced_motion="reduce", **options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.sites: set[str] = set()
        self._cable = self.context.new_cdp_session(self.page)
        self._cable.send("Page.enable")
        self._unpainted: str | None = None

    def paint(self, wanted: bool) -> None:
        """From its next document on it shows what is on it, or is spared a third of its work."""
        if wanted and self._unpainted is not None:
            self._cable.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._unpainted})
            self._unpainted = None
        elif not wanted and self._unpainted is None:
            added = self._cable.send("Page.addScriptToEvaluateOnNewDocument", {"source": UNPAINTED})
            self._unpainted = added["identifier"]


class Windows:
    """The windows of one browser. One that a test leaves in order is handed on: a new one takes a second of work."""

    MOST_IDLE = 8  # of a kind

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[Window]] = {}

    def take(self, url: str, *, viewport: dict[str, int], painted: bool, **options: Any) -> Window:
        """An empty window of those options, best one that has fetched and compiled the files of that site before."""
        site = "/".join(url.split("/")[:3])
        idle = self._idle.get(_kind(options), [])
        found = max(reversed(idle), key=lambda one: site in one.sites) if idle else Window(self._browser, options)
        if idle:
            idle.remove(found)
        found.sites.add(site)
        found.page.set_viewport_size(viewport)  # type: ignore[arg-type]  # a test may have turned its phone
        found.paint(painted)
        return found

    def hand_on(self, window: Window, **options: Any) -> None:
        """Let others have it who ask for those options; it is closed where there are enough or it cannot be emptied."""
        idle = self._idle.setdefault(_kind(options), [])
        if len(idle) < self.MOST_IDLE and _emptied(window.page):
            idle.append(window)
        else:
            window.context.close()


def _kind(options: dict[str, Any]) -> str:
    return repr(sorted(options.items()))


def _emptied(page: Page) -> bool:
    """Make it forget the site."""
    try:
        page.unroute_all(behavior="ignoreErrors")  # what a test kept back is kept back from nobody else
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")  # keeps the process, and what it has compiled; any other site would get a new one
        page.mouse.move(-1, -1)
    except Error:  # it is closed, or its server is gone
        return False
    page.context.clear_cookies()
    for other in page.context.pages:
        if other is not page:
            other.close()
    return True


class People:
    """Everybody in one test: each has a browser context, and none may see an error in its console."""

    def __init__(self, windows: Windows, pictures: Path, *, slow: bool = False) -> None:
        """`slow` gives everybody a bad line: what a page must bear while it is still loading."""
        self.windows = windows
        self.slow = slow
        self.painted = False
        self.pictures = pictures
        self.pages: dict[str, Page] = {}
        self.taken: list[tuple[Window, dict[str, Any]]] = []
        self.noise: list[str] = []
        self.gone = False
        self.expected: list[re.Pattern[str]] = [LEFT]

    def expect_noise(self, pattern: str) -> None:
        """Allow console errors that match, such as those of a connection that the test cuts."""
        self.expected.append(re.compile(pattern))

    def open(
        self,
        name: str,
        url: str,
        *,
        viewport: dict[str, int] = DESKTOP,
        cookies: Sequence[dict[str, str]] = (),
        color_scheme: Literal["light", "dark"] = "light",
        motion: Literal["reduce", "no-preference"] = "reduce",
        **options: Any,
    ) -> Page:
        """A page in a context of its own, under a name for messages and pictures; `cookies` it has already."""
        window = self.windows.take(url, viewport=viewport, painted=self.painted, **options)
        self.taken.append((window, options))
        page = window.page
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=color_scheme, reduced_motion=motion)
        page.on("console", lambda message: self._heard(name, message))
        page.on("pageerror", lambda error: self._noted(f"{name}: {error}"))
        self.pages[name] = page
        if self.slow:
            cable = page.context.new_cdp_session(page)
            cable.send("Network.emulateNetworkConditions", SLOW_LINE)
        page.goto(url)
        return page

    def open_phone(self, name: str, url: str, **options: Any) -> Page:
        """The same on a phone with touch."""
        return self.open(name, url, viewport=PHONE, has_touch=True, is_mobile=True, **options)

    def _heard(self, name: str, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._noted(f"{name}: {message.text} ({message.location.get('url', '')})")

    def _noted(self, line: str) -> None:
        if not self.gone:  # who has the window then hears the errors in it
            self.noise.append(line)

    def unexpected_noise(self) -> list[str]:
        """Console errors that no pattern allows."""
        return [line for line in self.noise if not any(pattern.search(line) for pattern in self.expected)]

    def take_pictures(self) -> None:
        """What everybody sees, for whoever reads of a failure."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        for name, page in self.pages.items():
            if not page.is_closed():
                page.evaluate("document.adoptedStyleSheets = []")
                page.screenshot(path=self.pictures / f"{name}.png")

    def leave(self, *, in_order: bool) -> None:
        """Hand the windows on, or close them where the test did not end as it should."""
        self.gone = True
        for window, options in self.taken:
            if in_order and not self.slow:
                self.windows.hand_on(window, **options)
            else:
                window.context.close()
