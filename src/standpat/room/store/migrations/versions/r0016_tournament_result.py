"""Results of tournament hands, apart from those of cash games."""

import sqlalchemy as sa
from alembic import op

revision = "r0016"
down_revision = "r0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, also to the index of searches. There are no results of tournament hands before it."""
    op.add_column("result", sa.Column("tournament", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("ix_result_search", "result")
    op.create_index("ix_result_search", "result", ["person", "hand_id", "game", "net", "showdown", "tournament"])
