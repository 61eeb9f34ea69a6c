"""``standpat serve`` as a process of its own, on a free port of the loopback: started, measured, stopped or killed.

The benchmark, the torture suite and the tests run their rooms with it. It is a context too: the process is gone at its
end, whatever happened.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final, Self
from urllib.error import HTTPError
from urllib.request import urlopen

from standpat.room.port import free_port

START_S: Final = 120.0
"""Seconds within which the process must answer."""
STOP_S: Final = 20.0
"""Seconds after which a process that was asked to stop is killed."""
STOPPED: Final = (0, -signal.SIGTERM)
"""What `ServerProcess.stop` returns if the process stopped by itself. uvicorn finishes its work and then ends with the
signal that stopped it."""
STANDPAT: Final = (sys.executable, "-m", "standpat")
_TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class ServerFault(ValueError):
    """The process did not start, or is gone; the message has its last words."""


class ServerProcess:
    """See the module. `options` are those of ``standpat serve``; `log` is the file that its output is added to, by
    default a temporary one."""

    def __init__(self, database: str, options: Sequence[str] = (), *, log: Path | None = None) -> None:
        self.database = database
        self.options = tuple(options)
        self.port = free_port()
        self._log = log
        self._output: IO[bytes] | None = None
        self._last_words = ""
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process's id. `ServerFault` before it was started."""
        if self._process is None:
            raise ServerFault("the server was not started")
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How the process ended; None while it runs."""
        return self._process.poll() if self._process else None

    def start(self, *options: str, program: Sequence[str] = STANDPAT) -> None:
        """Start the process, with more options, and wait until it answers. `program` is the command line before
        ``serve``.

        Raises:
            ServerFault: It ended, or did not answer within `START_S` seconds.
        """
        command = [*program, "serve", "--database", self.database, "--port", str(self.port), *self.options, *options]
        output = self._output = tempfile.TemporaryFile() if self._log is None else self._log.open("a+b")  # noqa: SIM115
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        deadline = time.monotonic() + START_S
        try:
            while not self.answers():
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise ServerFault(f"the server did not start: {self.last_words()}")
                time.sleep(0.03)
        except BaseException:
            self.kill()
            raise

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
            self._ended()

    def stop(self) -> int | None:
        """Ask the process to stop, and kill it if it has not after `STOP_S` seconds. Returns how it ended, None if it
        was never started."""
        process = self._process
        if process is None:
            return None
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.kill()
        self._ended()
        return process.returncode

    def _ended(self) -> None:
        if self._output is not None:
            self._last_words = self.last_words()
            self._output.close()
            self._output = None

    def cpu(self) -> float:
        """Seconds of CPU so far, user and system, of all threads. Linux only."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    def memory(self) -> int:
        """Bytes that the process holds in RAM (RSS); 0 where the system does not say."""
        if not Path("/proc/self/status").exists():
            return 0
        line = next(line for line in self._proc("status").splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def last_words(self) -> str:
        """The last line that the process wrote."""
        if self._output is None:
            return self._last_words
        self._output.seek(0)
        lines = self._output.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else "it said nothing"

    def _proc(self, name: str) -> str:
        try:
            return Path(f"/proc/{self.pid}/{name}").read_text("ascii")
        except OSError:
            raise ServerFault(f"the server is gone: {self.last_words()}") from None
