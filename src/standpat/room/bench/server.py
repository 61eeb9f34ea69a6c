"""The server that is measured: ``standpat serve`` as a process of its own, and what Linux says of it.

`cpu` counts all its threads, the writer and SQLite included; PostgreSQL's own processes are not in it. `memory` is
what the process holds in RAM (RSS).
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Final
from urllib.error import URLError
from urllib.request import urlopen

from standpat.room.bench.port import free_port

PATIENCE: Final = 120.0
_TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class ServerFault(ValueError):
    """It did not start or died; the message has its last words."""


class Server:
    """Use it as a context: it is gone at its end, whatever happened."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self._database = database
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        command = [sys.executable, "-m", "standpat", "serve", "--database", self._database, "--port", str(self.port)]
        command += ["--pace", "0", "--limit", "1000000000", "--pages", "1000000"]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._log.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu(self) -> float:
        """Seconds of CPU so far, user and system, of all threads."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    def memory(self) -> int:
        """Bytes in RAM."""
        line = next(line for line in self._proc("status").splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def figures(self) -> dict[str, float]:
        """What ``/metrics`` says."""
        with urlopen(f"{self.url}/metrics", timeout=PATIENCE) as response:
            lines = response.read().decode().splitlines()
        pairs = [line.split() for line in lines if line and not line.startswith("#")]
        return {name.removeprefix("standpat_"): float(value) for name, value in pairs}

    def _proc(self, name: str) -> str:
        assert self._process is not None
        try:
            return Path(f"/proc/{self._process.pid}/{name}").read_text("ascii")
        except OSError:
            raise ServerFault(f"the server is gone: {self._last_words()}") from None

    def _wait(self) -> None:
        assert self._process is not None
        until = time.monotonic() + PATIENCE
        while True:
            if self._process.poll() is not None:
                raise ServerFault(f"the server did not start: {self._last_words()}")
            try:
                with urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except (URLError, OSError):
                if time.monotonic() > until:
                    raise ServerFault(f"the server did not answer in {PATIENCE:.0f} s") from None
                time.sleep(0.05)

    def _last_words(self) -> str:
        self._log.seek(0)
        lines = self._log.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"
