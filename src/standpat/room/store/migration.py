"""Migrations: `migrate(engine)` runs those that a database has not had, all of them or none."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine

from standpat.room.store.batch import StoreError
from standpat.room.store.database import writing

FOLDER: Final = Path(__file__).parent / "migrations"
"""The folder of the migrations."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Upgrade a database to a revision.

    Where nothing has to be done, no rows are read, so a room with many hands opens as fast as a new one.

    Args:
        engine: An engine of the database.
        revision: The revision; "head" for the newest.

    Raises:
        StoreError: The database was made by a newer standpat.
    """
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    if present == (newest() if revision == "head" else revision):
        return
    with changing(engine) as connection:
        upgrade(connection, revision)


@contextmanager
def changing(engine: Engine) -> Iterator[Connection]:
    """A transaction in which tables may be replaced.

    SQLite checks foreign keys only at its end, so a table that others refer to can be replaced by a new one.

    Raises:
        StoreError: A row refers to a row that does not exist.
    """
    with writing(engine).connect() as connection:
        sqlite = connection.connection.driver_connection if engine.dialect.name == "sqlite" else None
        if sqlite is not None:
            sqlite.execute("PRAGMA foreign_keys=OFF").close()
        try:
            with connection.begin():
                yield connection
                if sqlite is not None and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
                    raise StoreError(f"a row of {lost[0]} refers to a row of {lost[2]} that is not there")
        finally:
            if sqlite is not None:
                sqlite.execute("PRAGMA foreign_keys=ON").close()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations up to a revision, in a transaction made by `changing`.

    Raises:
        StoreError: The database was made by a newer standpat.
    """
    try:
        command.upgrade(config(connection), revision)
    except CommandError as error:
        raise StoreError(f"this database was made by a newer standpat: {error}") from None


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for a connection."""
    made = Config()
    made.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def newest() -> str:
    """The newest revision."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def known(revision: str) -> bool:
    """Whether a revision is the newest or an earlier one of this program."""
    return revision in [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]
