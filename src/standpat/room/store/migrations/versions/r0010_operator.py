"""What a room's operator needs: bars and mutes, reports, sightings of devices and addresses, and settings."""

import sqlalchemy as sa
from alembic import op

revision = "r0010"
down_revision = "r0009"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the four tables."""
    op.create_table(
        "restriction",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("began", sa.Double(), nullable=False),
        sa.Column("ends", sa.Double(), nullable=True),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("lifted", sa.Double(), nullable=True),
        sa.CheckConstraint("kind IN ('bar', 'mute')", name=op.f("ck_restriction_kind")),
        sa.CheckConstraint("target IN ('account', 'device', 'address')", name=op.f("ck_restriction_target")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_restriction")),
    )
    op.create_table(
        "report",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reporter", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        sa.Column("closed_by", sa.String(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
    opened = sa.text("closed IS NULL")
    op.create_index("ix_report_open", "report", ["id"], sqlite_where=opened, postgresql_where=opened)
    op.create_table(
        "sighting",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("first", sa.Double(), nullable=False),
        sa.Column("last", sa.Double(), nullable=False),
        sa.CheckConstraint("kind IN ('device', 'address')", name=op.f("ck_sighting_kind")),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_sighting_person")),
        sa.PrimaryKeyConstraint("person", "kind", "value", name=op.f("pk_sighting")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sighting_value", "sighting", ["kind", "value"], unique=False)
    op.create_table(
        "setting",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
        sqlite_with_rowid=False,
    )
