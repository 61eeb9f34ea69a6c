"""Chips that the bank gives in a day, chips with which players leave tables, and requests that are not done twice."""

import sqlalchemy as sa
from alembic import op

revision = "r0006"
down_revision = "r0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the chips given, the newcomers, the departures and the requests."""
    op.create_table(
        "given",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("topped", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "day", name=op.f("pk_given")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "newcomer",
        sa.Column("home", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("home", "day", name=op.f("pk_newcomer")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "departure",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name=op.f("fk_departure_table_id")),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_departure")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "request",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person", "place", "key", name=op.f("pk_request")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_request_at", "request", ["at"], unique=False)
