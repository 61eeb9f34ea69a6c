"""Random keys of hands, and links by which players share hands."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
RANDOM = {
    "sqlite": "lower(hex(randomblob(12)))",
    "postgresql": "encode(substring(sha256(gen_random_uuid()::text::bytea) from 1 for 12), 'hex')",
}
"""96 random bits in hexadecimal, new for each row."""


def upgrade() -> None:
    """Give each hand a random key, and add links to shared hands."""
    op.add_column("hand", sa.Column("key", sa.String(), nullable=False, server_default=""))
    op.execute(f"UPDATE hand SET key = {RANDOM[op.get_context().dialect.name]}")
    op.create_index("uq_hand_key", "hand", ["key"], unique=True)
    op.create_table(
        "share",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("hand_id", NUMBER, nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_share_hand_id")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_share")),
    )
    op.create_index("uq_share_player", "share", ["hand_id", "person"], unique=True)
