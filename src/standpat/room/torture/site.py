"""The room under attack: ``standpat serve`` as a process, on a free port of the loopback and a database of its own.

Each check gets a fresh one. `Site` starts the process, and kills, stops or freezes it; `Ground` is where its databases
come from: temporary SQLite files, or one empty PostgreSQL database that is emptied again after each check.
"""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

from standpat.room.bench.port import free_port
from standpat.room.clients.client import Lobby
from standpat.room.store import Store, StoreError
from standpat.room.store.database import connect

START_S: Final = 60.0
"""Seconds within which the process must answer."""
STOP_S: Final = 20.0
"""Seconds after which a process that was asked to stop is killed."""


class SiteFault(Exception):
    """The process did not start, or is gone; the message has its last words."""


class Site:
    """See the module. `folder` is a temporary folder of this check's own; `log` the process's output."""

    def __init__(self, database: str, folder: Path, options: Sequence[str] = ()) -> None:
        self.database = database
        self.folder = folder
        self.log = folder / "log"
        self.port = free_port()
        self.options = tuple(options)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def postgres(self) -> bool:
        return self.database.startswith("postgresql")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self, *options: str, clock: Path | None = None) -> None:
        """Start the process and wait until it answers. `clock` is a file that sets its machine's clock (`machine`)."""
        command = [sys.executable, "-m"]
        command += ["standpat"] if clock is None else ["standpat.room.torture.machine", str(clock)]
        command += ["serve", "--database", self.database, "--port", str(self.port)]
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(
                [*command, *self.options, *options], stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
        deadline = time.monotonic() + START_S
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise SiteFault(f"the room did not start: {self.last_words()}")
            time.sleep(0.03)

    def answers(self, seconds: float = 2.0) -> bool:
        """Does the process answer at all? That it says what is wrong is an answer."""
        try:
            urlopen(f"{self.url}/healthz", timeout=seconds).close()
        except HTTPError:
            return True
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> float | None:
        """Ask the process to stop. Seconds until it had; None if it had to be killed."""
        process = self._process
        if process is None or process.poll() is not None:
            return 0.0
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None
        return time.monotonic() - began

    def memory(self) -> int:
        """Bytes the process holds in RAM; 0 where the system does not say."""
        try:
            lines = Path(f"/proc/{self.pid}/status").read_text("ascii").splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), 0)

    def last_words(self) -> str:
        """The last line of the log."""
        lines = self.log.read_text("utf-8", "replace").strip().splitlines() if self.log.exists() else []
        return lines[-1][:300] if lines else "it said nothing"

    def guest(self) -> Lobby:
        """A new guest, to be entered."""
        return Lobby(self.url)

    def store(self) -> Store:
        """The database, while the process does not run."""
        return Store.open(self.database, patience=5)

    async def latency(self, count: int = 20) -> float:
        """The median time of an answer to somebody honest, in seconds."""
        times = []
        async with self.guest() as lobby:
            for _ in range(count):
                began = time.perf_counter()
                await lobby.get("/api/me")
                times.append(time.perf_counter() - began)
                await asyncio.sleep(0.01)
        return sorted(times)[count // 2]


class Ground:
    """Where the databases of the sites come from. `database` is None for temporary SQLite files, else the URL of an
    empty PostgreSQL database, that is used and emptied again. One that holds anything is refused (`ValueError`)."""

    def __init__(self, database: str | None = None) -> None:
        self._database = database
        if database is not None:
            if not database.startswith("postgresql"):
                raise ValueError("--database: expected an empty PostgreSQL database; SQLite files are made and removed")
            found = self._tables()
            if found:
                raise ValueError(f"--database: expected an empty one, and this one holds {', '.join(found[:3])}")

    @property
    def name(self) -> str:
        return "SQLite" if self._database is None else "PostgreSQL"

    @contextmanager
    def site(self, options: Sequence[str]) -> Iterator[Site]:
        """A site whose process is started by the caller, and is gone at the end with all that it left."""
        with tempfile.TemporaryDirectory(prefix="standpat-torture-") as folder:
            os.chmod(folder, 0o700)
            place = Path(folder)
            site = Site(self._database or f"sqlite:///{place / 'room.sqlite'}", place, options)
            try:
                yield site
            finally:
                site.kill()
                if self._database is not None:
                    self._empty()

    def _tables(self) -> list[str]:
        from sqlalchemy import inspect
        from sqlalchemy.exc import SQLAlchemyError

        engine = connect(self._database or "")
        try:
            return inspect(engine).get_table_names()
        except SQLAlchemyError as error:
            raise StoreError(f"cannot be opened: {str(error).partition(chr(10))[0]}") from None
        finally:
            engine.dispose()

    def _empty(self) -> None:
        from sqlalchemy import text

        engine = connect(self._database or "")
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        engine.dispose()
