"""Programs that speak the poker-arena wire protocol, by specification: ``cmd:PROGRAM`` or ``tcp:HOST:PORT``.

A ``cmd`` program is started, with its words split as a shell does, and speaks over its standard input and output. A
``tcp`` program is connected to. Each seat has its own process or connection, a `Line`. ``NAME@`` in front names the
program; without it the name comes from its file or its port.

>>> program("cmd:./mybot --fast"), program("Tess@tcp:localhost:9000")
(Program(name='mybot', kind='cmd', what='./mybot --fast'), Program(name='Tess', kind='tcp', what='localhost:9000'))
"""

import asyncio
import contextlib
import os
import shlex
import signal
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from standpat.bots.bot import NAME
from standpat.bots.registry import RESERVED, plays
from standpat.protocol import arena as wire

PATIENCE: Final = 10.0
"""How long to wait for a connection and for a join, in seconds."""
MOST_UNREAD: Final = 1_048_576
"""How many bytes may wait for a program that does not read. A program with more is disconnected."""


class Program(NamedTuple):
    """A program. `kind` is "cmd" or "tcp"; `what` is the command, or host and port."""

    name: str
    kind: str
    what: str


def program(spec: str) -> Program:
    """Read the specification of a program.

    Raises:
        ValueError: The specification is wrong, or the name is not allowed.
    """
    given, sign, rest = spec.partition("@")
    if not sign or ":" in given:
        given, rest = "", spec
    kind, _, what = rest.partition(":")
    host, _, port = what.rpartition(":")
    fits = {"cmd": bool(what.strip()), "tcp": bool(host) and port.isdecimal() and 0 < int(port) < 65_536}
    if not fits.get(kind):
        raise ValueError(f"--bot {spec}: expected cmd:PROGRAM or tcp:HOST:PORT, such as cmd:./mybot")
    if not given:
        last = [word for word in _words(what) if not word.startswith("-")][-1] if kind == "cmd" else f"tcp-{port}"
        first = PurePath(_words(what)[0]).stem if kind == "cmd" else ""
        given = PurePath(last).stem if first.startswith("python") else first or last
    if not NAME.fullmatch(given) or given in RESERVED or plays(given):
        raise ValueError(f"--bot {spec}: {given!r} cannot be its name; put another in front, such as mybot@{rest}")
    return Program(given, kind, what)


def programs(specs: list[str]) -> dict[str, Program]:
    """Read several specifications.

    Returns:
        The programs by name.

    Raises:
        ValueError: A specification is wrong, or two programs have the same name.
    """
    read = [program(spec) for spec in specs]
    named = {one.name: one for one in read}
    if len(named) < len(read):
        raise ValueError("--bot: two programs of one name; put names in front, such as other@cmd:./mybot")
    return named


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ValueError(f"--bot cmd:{command}: {error}") from None


class Line:
    """A connection to a program. The caller checks what the program says, and waits for it only as long as it wants."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        process: asyncio.subprocess.Process | None = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._process = process

    @classmethod
    async def open(cls, to: Program, *, errors: int | None = None) -> "Line":
        """Start a program or connect to it.

        Args:
            to: The program.
            errors: The file descriptor for its standard error; None for our own.

        Raises:
            OSError: It could not be started or connected to.
            TimeoutError: It could not be connected to in time.
        """
        if to.kind == "tcp":
            host, _, port = to.what.rpartition(":")
            reader, writer = await asyncio.wait_for(
                asyncio.open_connection(host.strip("[]"), int(port), limit=wire.LONGEST), PATIENCE
            )
            return cls(reader, writer)
        process = await asyncio.create_subprocess_exec(
            *_words(to.what),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            limit=wire.LONGEST,
            start_new_session=True,
        )
        assert process.stdout
        assert process.stdin
        return cls(process.stdout, process.stdin, process)

    def say(self, message: dict[str, Any]) -> None:
        """Send a message without waiting.

        The message is lost if the program has ended. A program that has left too many bytes unread is disconnected.
        """
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self._writer.transport.abort()
            return
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._writer.write(wire.line(message))

    async def hear(self) -> bytes:
        """The next line of the program; empty if it has ended.

        Raises:
            ValueError: The line is too long.
        """
        return await self._reader.readline()

    async def close(self) -> None:
        """Disconnect. A process that was started here is killed with all processes that it started."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._writer.close()
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
