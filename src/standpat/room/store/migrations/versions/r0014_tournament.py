"""Tournaments: what they are, and their events."""

import sqlalchemy as sa
from alembic import op

from standpat.room.store.append_only import refuse_changes

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
    refuse_changes("tournament_event")
