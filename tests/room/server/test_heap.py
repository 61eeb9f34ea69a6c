"""One heap for all threads of the server."""

import ctypes
import platform
import subprocess
import sys

import pytest

from standpat.room.server import heap

PROGRAM = """
import ctypes, threading
from standpat.room.server import heap

made = heap.share()
kept = []

def allocate() -> None:
    kept.extend([ctypes.create_string_buffer(70_000) for _ in range(20)])

for _ in range(3):
    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()
libc = ctypes.CDLL(None)
libc.malloc_stats()
print(made)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has several heaps")
@pytest.mark.parametrize("shared", [True, False])
def test_threads_allocate_from_one_heap(shared: bool) -> None:
    program = PROGRAM if shared else PROGRAM.replace("heap.share()", "False")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(shared)]
    assert ("Arena 1:" in done.stderr) is not shared


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    assert heap.share() is False
