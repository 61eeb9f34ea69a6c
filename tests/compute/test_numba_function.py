"""Functions that numba compiles: where their code is kept."""

import threading
from pathlib import Path

import numba

from standpat.compute import numba_function


def kept_in() -> str:
    """Numba's cache directory at the moment."""
    return str(numba.config.CACHE_DIR)  # type: ignore[attr-defined]


def test_threads_that_make_functions_do_not_move_each_others_code(tmp_path: Path) -> None:
    """The second thread would set the directory while the first has it, and lose it when the first is done."""
    usual, seen, inside = kept_in(), list[str](), threading.Event()

    def other() -> None:
        with numba_function._kept_in(tmp_path / "second"):
            inside.set()
            left.wait(10)
            seen.append(kept_in())

    left, thread = threading.Event(), threading.Thread(target=other)
    with numba_function._kept_in(tmp_path / "first"):
        thread.start()
        inside.wait(0.2)
        assert kept_in() == str(tmp_path / "first")
    left.set()
    thread.join()
    assert seen == [str(tmp_path / "second")]
    assert kept_in() == usual
