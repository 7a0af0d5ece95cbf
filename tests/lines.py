"""A line between browsers and a server that may fall silent, as one does while a router starts again."""

from __future__ import annotations

import socket
import threading
from typing import Final

BITE: Final = 65_536


class Line:
    """Carries every connection to a server on this machine, until it falls silent.

    Nothing is closed then: what is sent is swallowed, who connects is never answered. Connections made or used in
    that time stay dead for good when the line speaks again.
    """

    def __init__(self, port: int) -> None:
        """`port` is the server's."""
        self._server = port
        self._silent = False
        self._ends: list[socket.socket] = []
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listens.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def fall_silent(self) -> None:
        """From now on nobody hears anything."""
        self._silent = True

    def speak(self) -> None:
        """Carry new connections again."""
        self._silent = False

    def close(self) -> None:
        """Forget all connections."""
        for end in [self._listens, *self._ends]:
            end.close()

    def _listen(self) -> None:
        while True:
            try:
                asks, _ = self._listens.accept()
            except OSError:  # it is closed
                return
            self._ends.append(asks)
            if not self._silent:
                self._carry(asks, socket.create_connection(("127.0.0.1", self._server)))

    def _carry(self, *ends: socket.socket) -> None:
        self._ends.append(ends[1])
        for one, other in (ends, ends[::-1]):
            threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while (found := one.recv(BITE)) and not self._silent:
                other.sendall(found)
            if not self._silent:
                other.shutdown(socket.SHUT_WR)
        except OSError:  # one of them is closed
            return
