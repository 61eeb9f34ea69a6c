"""Tables that are set aside."""

import sqlalchemy as sa
from alembic import op

revision = "r0005"
down_revision = "r0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the list of tables that are set aside."""
    op.create_table(
        "repair",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name=op.f("fk_repair_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_repair")),
        sqlite_with_rowid=False,
    )
