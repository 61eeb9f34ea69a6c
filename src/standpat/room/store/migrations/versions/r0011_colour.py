"""The colour labels of notes."""

import sqlalchemy as sa
from alembic import op

revision = "r0011"
down_revision = "r0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; notes of before have no label."""
    op.add_column("note", sa.Column("colour", sa.String(), nullable=False, server_default=""))
