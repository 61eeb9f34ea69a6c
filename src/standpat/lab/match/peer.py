"""A program that reads and writes lines, at the other end of pipes or of a socket. No call waits longer than its limit.

`send` takes lines, `receive(until)` gives the next one. Nothing here blocks on a program that does not read or write:
what cannot be sent yet is kept and sent while waiting. A program that has closed, sent a line over the limit or left
`BACKLOG` bytes unread is `dead` for good.

Commands need a system on which pipes can be waited for (all but Windows). Sockets work everywhere.
"""

import os
import selectors
import shlex
import signal
import socket
import subprocess
from contextlib import suppress
from time import monotonic
from typing import Final

from standpat.protocol.arena import LONGEST

BACKLOG: Final = 4 << 20
"""Unread bytes after which a program counts as dead."""
HOST: Final = "127.0.0.1"
_CHUNK: Final = 1 << 16


class Peer:
    """A connection to a program.

    Args:
        reading: The file descriptor to read from.
        writing: The file descriptor to write to.
        process: The program, if it was started here.
        connection: The socket, if it connected.

    Attributes:
        dead: Whether nothing more will come.
    """

    def __init__(
        self,
        reading: int,
        writing: int,
        *,
        process: "subprocess.Popen[bytes] | None" = None,
        connection: socket.socket | None = None,
    ) -> None:
        self.dead = self._deaf = False
        self._reading, self._writing = reading, writing
        self._process, self._connection = process, connection
        self._in, self._out = bytearray(), bytearray()
        self._selector = selectors.DefaultSelector()
        for end in {reading, writing}:
            os.set_blocking(end, False)
        self._selector.register(reading, selectors.EVENT_READ)
        self._waiting_to_write = False

    def send(self, data: bytes) -> None:
        """Send whole lines."""
        if not self.dead and not self._deaf:
            self._out += data
            self._write()

    def receive(self, until: float | None) -> bytes | None:
        """Receive the next line. Blank lines are skipped.

        Args:
            until: The deadline on the monotonic clock; None for no deadline. After it even lines that have arrived are
                not returned.

        Returns:
            The line without its end; None if none came before the deadline, or none will come.
        """
        while True:
            left = None if until is None else until - monotonic()
            if left is not None and left < 0:
                return None
            line = self._line()
            if line is not None or self.dead:
                return line
            for key, _ in self._selector.select(left):
                if key.fd == self._reading:
                    self._read()
                if self._out:
                    self._write()

    def drop(self) -> int:
        """Remove the lines that have already arrived, and return how many. A line that is still arriving stays."""
        if not self.dead and self._selector.select(0):
            self._read()
        lines = 0
        while self._line() is not None:
            lines += 1
        return lines

    def close(self, patience: float = 1.0) -> None:
        """Disconnect. A program that was started here has `patience` seconds to end by itself."""
        self.dead = True
        self._selector.close()
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            process, self._process = self._process, None
            for end in (process.stdin, process.stdout):
                assert end is not None
                with suppress(OSError):
                    end.close()
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _line(self) -> bytes | None:
        while (end := self._in.find(b"\n")) >= 0:
            if end >= LONGEST:
                break
            line = bytes(self._in[:end]).strip()
            del self._in[: end + 1]
            if line:
                return line
        if len(self._in) >= LONGEST:
            self.dead = True
        return None

    def _read(self) -> None:
        try:
            data = os.read(self._reading, _CHUNK) if self._connection is None else self._connection.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._in += data
        else:
            self.dead = True

    def _write(self) -> None:
        out = self._out
        try:
            while out:
                del out[: os.write(self._writing, out) if self._connection is None else self._connection.send(out)]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more; what it wrote before can still arrive
            out.clear()
            self._deaf = True
        if len(out) > BACKLOG:
            self.dead = True
        if bool(out) != self._waiting_to_write:
            self._waiting_to_write = bool(out)
            self._watch(bool(out))

    def _watch(self, writing: bool) -> None:
        """Wait for a chance to write too, or stop waiting for it."""
        if self._reading == self._writing:
            self._selector.modify(self._reading, selectors.EVENT_READ | (selectors.EVENT_WRITE if writing else 0))
        elif writing:
            self._selector.register(self._writing, selectors.EVENT_WRITE)
        else:
            self._selector.unregister(self._writing)


def command(line: str) -> Peer:
    """Start a program and connect to its standard input and output.

    The program has a session of its own, so a Ctrl-C here does not reach it. Its standard error is that of this
    process.

    Args:
        line: The command, divided into words as a shell would.

    Returns:
        The connection.

    Raises:
        ValueError: The command is empty.
    """
    words = shlex.split(line)
    if not words:
        raise ValueError("cmd: wants a program, such as cmd:'python3 bot.py'")
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
    assert process.stdin is not None
    assert process.stdout is not None
    return Peer(process.stdout.fileno(), process.stdin.fileno(), process=process)


def listen(port: int) -> socket.socket:
    """Open a socket to which one program of this machine may connect. Port 0 is any free port."""
    return socket.create_server((HOST, port))


def accept(listener: socket.socket, seconds: float) -> Peer:
    """Wait for the program that connects.

    Args:
        listener: The socket; it is closed.
        seconds: How long to wait.

    Returns:
        The connection.

    Raises:
        ValueError: No program connected in time.
    """
    port = listener.getsockname()[1]
    listener.settimeout(seconds)
    try:
        connection, _ = listener.accept()
    except TimeoutError:
        raise ValueError(f"no program connected to {HOST}:{port} within {seconds:g} s") from None
    finally:
        listener.close()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Peer(connection.fileno(), connection.fileno(), connection=connection)
