"""Bring a database up to date: `migrate(engine)` runs the migrations it has not had, all or nothing."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine

from standpat.room.store.batch import StoreError
from standpat.room.store.database import writing

FOLDER: Final = Path(__file__).parent / "migrations"


def migrate(engine: Engine, revision: str = "head") -> None:
    """Upgrade to a revision, the newest unless said. A database from a newer standpat is refused."""
    with writing(engine).begin() as connection:
        try:
            command.upgrade(config(connection), revision)
        except CommandError as error:
            raise StoreError(f"this database was made by a newer standpat: {error}") from None


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, on this connection."""
    made = Config()
    made.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def newest() -> str:
    """The revision a database of today has."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""
