"""The tests' own PostgreSQL starts whenever a test first asks for it."""

import tempfile
from pathlib import Path

import psycopg
import pytest

from room import postgres

pytestmark = pytest.mark.extended


@pytest.mark.slow
def test_it_starts_though_a_test_keeps_temporary_files_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        with postgres.server():
            pass
    except postgres.Unavailable as error:
        pytest.skip(f"PostgreSQL NOT TESTED: {error}")
    tmp_path.chmod(0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with postgres.server() as url, psycopg.connect(f"{url}/postgres") as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
