"""Alembic runs this file for every command; `standpat.room.store.migration` gives it the connection."""

from alembic import context

from standpat.room.store.schema import metadata


def run() -> None:
    """Run the migrations asked for, in the caller's transaction."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        transactional_ddl=True,  # SQLite too: transactions begin and end where we say so
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # the name Alembic loads it by
    run()
