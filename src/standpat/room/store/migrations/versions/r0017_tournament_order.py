"""What the operator's command asks of a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "r0017"
down_revision = "r0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of orders."""
    op.create_table(
        "tournament_order",
        sa.Column("tournament_id", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text()),
        sa.CheckConstraint("act IN ('pause', 'resume', 'cancel')", name=op.f("ck_tournament_order_act")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_tournament_order_tournament_id")),
        sa.PrimaryKeyConstraint("tournament_id", name=op.f("pk_tournament_order")),
        sqlite_with_rowid=False,
    )
