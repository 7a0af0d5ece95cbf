"""Serving from the command line: the port, the addresses to tell people, and the two servers."""

import errno
import fcntl
import os
import socket
import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

import segno

from tabletop import bodies

BACKLOG = 4096  # connections that wait while the server starts or is busy
MESSAGE_LIMIT = 4096  # bytes; what a browser may send over its socket is a few words
SIOCGIFADDR = 0x8915  # Linux: the address of an interface
LIGHT, DARK, PLAIN = "\x1b[97m", "\x1b[40m", "\x1b[0m"


class CannotServe(Exception):
    """Why the server cannot start, and what to change."""


# ------------------------------------------------------------------ the port


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens from now on, so that nobody takes the port while the server starts. Raises CannotServe."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        raise CannotServe(_why(error, host, port)) from error
    listener.setblocking(False)
    return listener


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        free = port + 1 if port < 65535 else 8000
        return (
            f"Port {port} is taken: perhaps Livetable runs already, see {url(host, port)}\n"
            f"Choose another port: make run PORT={free}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs the rights of an administrator. Choose one above 1023: make run PORT=8000"
    return f"HOST={host} is no address of this machine ({error.strerror}). Every address of it: make run HOST=0.0.0.0"


def claim(folder: Path) -> IO[bytes]:
    """Hold the data folder while the returned file is open: without Redis two servers on it would not hear each other.

    Raises CannotServe when another process holds it.
    """
    lock = (folder / "serving").open("wb")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise CannotServe(
            f"Another Livetable already serves the data in {folder}\n"
            "Give this one its own folder, make run DATA_DIR=./other, or let the two share a Redis by REDIS_URL."
        ) from error
    return lock


# ------------------------------------------------------------- the addresses


def url(host: str, port: int) -> str:
    """The address of the site at one host."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}" if port != 80 else f"http://{name}"


def is_for_others(host: str) -> bool:
    """Whether other machines can reach this host: it is not a loopback address."""
    return host != "localhost" and not host.startswith("127.") and host != "::1"


def reachable_urls(host: str, port: int) -> list[str]:
    """The addresses to tell people: this machine's own, then those for others in the same network."""
    if not is_for_others(host):
        return [url("localhost" if host in ("127.0.0.1", "::1") else host, port)]
    if host in ("0.0.0.0", "::"):  # noqa: S104  a comparison
        return [url("localhost", port), *(url(address, port) for address in lan_addresses())]
    return [url(host, port)]


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses in its networks, without the loopback and virtual ones."""
    found = [_address_of(name) for _, name in socket.if_nameindex() if not name.startswith(_VIRTUAL)]
    return [address for address in dict.fromkeys(found) if address and not address.startswith("127.")]


_VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap")


def _address_of(interface: str) -> str:
    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            return socket.inet_ntoa(fcntl.ioctl(probe, SIOCGIFADDR, request)[20:24])
        except OSError:  # an interface without an address
            return ""


def qr_lines(text: str, *, colours: bool) -> Iterable[str]:
    """A QR code in half blocks, two rows of it to a line, light on dark whatever the terminal's colours."""
    rows = [list(row) for row in segno.make(text, error="l").matrix_iter(border=3)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        blocks = "".join(" ▄▀█"[(not up) * 2 + (not low)] for up, low in zip(upper, lower, strict=True))
        yield f"{LIGHT}{DARK}{blocks}{PLAIN}" if colours else blocks


def banner(host: str, port: int, *, colours: bool) -> str:
    """What is printed once the server is ready."""
    urls = reachable_urls(host, port)
    lines = [f"Livetable is ready: {urls[0]}"]
    if is_for_others(host):
        shared = urls[-1]
        lines += [f"In the same network: {address}" for address in urls[1:]]
        lines += ["", *qr_lines(shared, colours=colours), f"Phones: scan this for {shared}", ""]
    return "\n".join([*lines, "Ctrl-C ends it."])


# --------------------------------------------------------------- the servers


def run_daphne(application: Any, listener: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until the process is told to end."""
    from daphne import http_protocol
    from daphne.server import Server
    from twisted.internet import reactor

    # Daphne names no place for a request class of one's own, and takes a whole body in before it asks the application.
    http_protocol.WebRequest = _limited(http_protocol.WebRequest)
    Server(
        application=application,
        endpoints=[f"fd:fileno={os.dup(listener.fileno())}"],  # Twisted closes what it is given
        ready_callable=lambda: reactor.callWhenRunning(ready),  # by then it hears Ctrl-C
        server_name="livetable",
        websocket_max_message_size=MESSAGE_LIMIT,
        websocket_max_frame_size=MESSAGE_LIMIT,
    ).run()


def _limited(request: type[Any]) -> type[Any]:
    """Daphne's request, which hangs up with a 413 on a body beyond the limit instead of taking it in."""

    class Limited(request):  # type: ignore[misc]
        _came = 0

        def gotLength(self, length: int | None) -> None:  # noqa: N802  Twisted's name
            """The headers are there: the body is refused by its length."""
            kind = self.requestHeaders.getRawHeaders(b"content-type", [b""])[0]
            self._limit = bodies.limit(kind)
            too_long = (length or 0) > self._limit
            super().gotLength(0 if too_long else length)
            if too_long:
                self._refuse()

        def handleContentChunk(self, data: bytes) -> None:  # noqa: N802  Twisted's name
            """A part of the body; without a length it is counted."""
            self._came += len(data)
            if self._came <= self._limit:
                super().handleContentChunk(data)
            else:
                self._refuse()

        def _refuse(self) -> None:
            """The whole answer, past all that waits for the body."""
            if self.channel is None or self._limit < 0:
                return
            self._limit = -1
            said = bodies.REFUSAL.encode()
            head = "HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
            self.channel.transport.write(f"{head}Content-Length: {len(said)}\r\n\r\n".encode() + said)
            self.channel.loseConnection()

    return Limited


def run_uvicorn(application: Any, listener: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until the process is told to end; for large audiences."""
    import uvicorn

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

    config = uvicorn.Config(
        application,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MESSAGE_LIMIT,
        ws_per_message_deflate=False,
        backlog=BACKLOG,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # tabletop.asgi looks at them, for both servers
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    Announced(config).run(sockets=[listener])


SERVERS = {"daphne": run_daphne, "uvicorn": run_uvicorn}
