"""Tournaments: what they are, and their events."""

import sqlalchemy as sa
from alembic import op

revision = "r0014"
down_revision = "r0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables of tournaments."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("owner", sa.String(), nullable=True),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["person.id"], name=op.f("fk_tournament_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    where = sa.text("closed IS NULL")
    op.create_index("ix_tournament_open", "tournament", ["id"], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "tournament_event",
        sa.Column("tournament_id", sa.String(), nullable=False),
        sa.Column("no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_tournament_event_tournament_id")),
        sa.PrimaryKeyConstraint("tournament_id", "no", name=op.f("pk_tournament_event")),
        sqlite_with_rowid=False,
    )
    _refuse_changes("tournament_event")


def _refuse_changes(table: str) -> None:
    """Create triggers that refuse to change or delete a row."""
    if op.get_context().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_is_append_only()"
    )
