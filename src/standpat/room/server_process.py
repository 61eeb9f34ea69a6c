"""``standpat serve`` as a separate process, on a free port of the loopback interface: started, measured, stopped or
killed.

The load tests, the torture suite and the tests run their rooms with it. It is a context manager: at its end the process
is gone, whatever happened.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final, Self
from urllib.error import HTTPError
from urllib.request import urlopen

from standpat.room.port import HeldPort

START_S: Final = 120.0
"""How long the process may take until it answers, in seconds."""
STOP_S: Final = 20.0
"""How long the process may take to stop before it is killed, in seconds."""
STOPPED: Final = (0, -signal.SIGTERM)
"""What `ServerProcess.stop` returns if the process stopped by itself. uvicorn finishes its work, and then ends with the
signal that stopped it.
"""
STANDPAT: Final = (sys.executable, "-m", "standpat")
"""The command line of standpat."""
_TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class ServerFault(ValueError):
    """The process did not start or has ended. The message has its last line of output."""


class ServerProcess:
    """A room as a process.

    Args:
        database: The URL of its database.
        options: Options of ``standpat serve``.
        log: The file to which its output is added; None for a temporary one.
    """

    def __init__(self, database: str, options: Sequence[str] = (), *, log: Path | None = None) -> None:
        self.database = database
        self.options = tuple(options)
        kept = HeldPort()
        weakref.finalize(self, kept.close)
        self.port = kept.number
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
        """The room's address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process's id.

        Raises:
            ServerFault: The process was not started.
        """
        if self._process is None:
            raise ServerFault("the server was not started")
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How the process ended; None while it runs."""
        return self._process.poll() if self._process else None

    def start(self, *options: str, program: Sequence[str] = STANDPAT) -> None:
        """Start the process and wait until it answers.

        Args:
            *options: Further options of ``standpat serve``.
            program: The command line before ``serve``.

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
        """Whether the process answers at all, even with an error."""
        try:
            urlopen(f"{self.url}/healthz", timeout=seconds).close()
        except HTTPError:
            return True
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """End the process at once, like a power cut."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._ended()

    def stop(self) -> int | None:
        """Ask the process to stop, and kill it if it has not stopped after `STOP_S` seconds.

        Returns:
            Its exit status; None if it was never started.
        """
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
        """CPU seconds so far, user and system, of all threads. Linux only."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    def memory(self) -> int:
        """Memory of the process in RAM (RSS), in bytes; 0 if the system does not tell."""
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
