"""The environment of migrations. Alembic runs this file; `standpat.room.store.migration` provides the connection."""

from alembic import context

from standpat.room.store.schema import metadata


def run() -> None:
    """Run the requested migrations in the caller's transaction."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        transactional_ddl=True,  # for SQLite too, because the driver does not begin transactions itself
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic loads this file
    run()
