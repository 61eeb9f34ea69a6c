"""Devices that have signed in to a name before."""

import sqlalchemy as sa
from alembic import op

revision = "r0004"
down_revision = "r0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the devices from which somebody has signed in."""
    op.create_table(
        "device",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_device_person")),
        sa.PrimaryKeyConstraint("hash", "person", name=op.f("pk_device")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_device_person", "device", ["person", "at"], unique=False)
