"""A connection between a browser and a room that a test can disturb."""

import contextlib
import socket
import threading


class Line:
    """A proxy to a port of this machine.

    While it is `dead`, bytes in either direction are lost and nothing is closed. A connection that lost bytes stays
    dead for ever.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self.dead = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        self._carriers: list[threading.Thread] = []
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._open.append(near)
                far = socket.create_connection(("127.0.0.1", self._port))
                self._open.append(far)
                cut = threading.Event()
                for one, other in ((near, far), (far, near)):
                    carrier = threading.Thread(target=self._carry, args=(one, other, cut), daemon=True)
                    carrier.start()
                    self._carriers.append(carrier)

    def _carry(self, one: socket.socket, other: socket.socket, cut: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if self.dead:
                    cut.set()
                if not cut.is_set():
                    other.sendall(data)
            if not cut.is_set():
                other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Accept no more connections, and end those that are open."""
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes a waiting thread; close alone does not
        self._acceptor.join(10)
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for carrier in self._carriers:
            carrier.join(10)
        for end in (self._listener, *self._open):
            end.close()
