"""The chips in the pots of a finished hand, for searches. The room fills in those of earlier hands while it runs."""

import sqlalchemy as sa
from alembic import op

revision = "r0009"
down_revision = "r0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and an index of the results that have no value yet."""
    op.add_column("result", sa.Column("pot", sa.BigInteger(), nullable=True))
    empty = sa.text("pot IS NULL")
    op.create_index("ix_result_no_pot", "result", ["hand_id"], sqlite_where=empty, postgresql_where=empty)
