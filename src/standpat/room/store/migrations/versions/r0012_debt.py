"""What an evening left to pay, and who has said that it is paid."""

import sqlalchemy as sa
from alembic import op

revision = "r0012"
down_revision = "r0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the debts."""
    op.create_table(
        "debt",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("payer", sa.String(), nullable=False),
        sa.Column("payee", sa.String(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("paid", sa.Double(), nullable=True),
        sa.Column("received", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name=op.f("fk_debt_table_id")),
        sa.PrimaryKeyConstraint("table_id", "payer", "payee", name=op.f("pk_debt")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_debt_payer", "debt", ["payer", "payee"], unique=False)
