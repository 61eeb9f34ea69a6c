"""Clubs: members, seasons, evenings, results and payments."""

import sqlalchemy as sa
from alembic import op

from standpat.room.store.append_only import refuse_changes

revision = "r0013"
down_revision = "r0012"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
APPEND_ONLY = ("club_entry", "club_line", "club_payment")


def upgrade() -> None:
    """Add the tables of clubs."""
    op.create_table(
        "club",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("approval", sa.Boolean(), nullable=False),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("heir", sa.String(), nullable=True),
        sa.Column("heir_at", sa.Double(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        _to("club", "heir", "person.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("code", name=op.f("uq_club_code")),
    )
    op.create_table(
        "club_member",
        sa.Column("club_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("joined", sa.Double(), nullable=True),
        sa.Column("since", sa.Double(), nullable=False),
        sa.CheckConstraint("role IN ('owner', 'organiser', 'member')", name=op.f("ck_club_member_role")),
        sa.CheckConstraint("state IN ('asked', 'refused', 'in', 'left', 'removed')", name=op.f("ck_club_member_state")),
        _to("club_member", "club_id", "club.id"),
        _to("club_member", "person", "person.id"),
        sa.PrimaryKeyConstraint("club_id", "person", name=op.f("pk_club_member")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_club_member_person", "club_member", ["person", "state"], unique=False)
    owner = sa.text("role = 'owner'")
    op.create_index(
        "uq_club_member_owner", "club_member", ["club_id"], unique=True, sqlite_where=owner, postgresql_where=owner
    )
    op.create_table(
        "club_feed",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("club_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        _to("club_feed", "club_id", "club.id"),
        _to("club_feed", "person", "person.id"),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_club_feed")),
    )
    op.create_index("uq_club_feed_club_id", "club_feed", ["club_id", "person"], unique=True)
    op.create_table(
        "club_season",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("club_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("formula", sa.Text(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=True),
        sa.Column("began", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        _to("club_season", "club_id", "club.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_season")),
    )
    op.create_index("ix_club_season_club_id", "club_season", ["club_id"], unique=False)
    op.create_table(
        "club_evening",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("club_id", sa.String(), nullable=False),
        sa.Column("season_id", NUMBER, nullable=True),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=True),
        sa.Column("changed", sa.Integer(), nullable=False),
        sa.Column("cancelled", sa.Double(), nullable=True),
        _to("club_evening", "club_id", "club.id"),
        _to("club_evening", "season_id", "club_season.id"),
        _to("club_evening", "table_id", "card_table.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_evening")),
    )
    op.create_index("ix_club_evening_club_id", "club_evening", ["club_id", "at"], unique=False)
    op.create_table(
        "club_entry",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("evening_id", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("replaces", sa.BigInteger(), nullable=True),
        _to("club_entry", "evening_id", "club_evening.id"),
        _to("club_entry", "replaces", "club_entry.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_entry")),
        sa.UniqueConstraint("replaces", name=op.f("uq_club_entry_replaces")),
    )
    op.create_index("ix_club_entry_evening_id", "club_entry", ["evening_id"], unique=False)
    first = sa.text("replaces IS NULL")
    op.create_index(
        "uq_club_entry_first", "club_entry", ["evening_id"], unique=True, sqlite_where=first, postgresql_where=first
    )
    op.create_table(
        "club_line",
        sa.Column("entry_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("entrants", sa.Integer(), nullable=False),
        sa.Column("buy_in", sa.BigInteger(), nullable=False),
        sa.Column("prize", sa.BigInteger(), nullable=False),
        _to("club_line", "entry_id", "club_entry.id"),
        sa.PrimaryKeyConstraint("entry_id", "person", name=op.f("pk_club_line")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "club_payment",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("club_id", sa.String(), nullable=False),
        sa.Column("payer", sa.String(), nullable=False),
        sa.Column("payee", sa.String(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("replaces", sa.BigInteger(), nullable=True),
        _to("club_payment", "club_id", "club.id"),
        _to("club_payment", "replaces", "club_payment.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_payment")),
        sa.UniqueConstraint("replaces", name=op.f("uq_club_payment_replaces")),
    )
    op.create_index("ix_club_payment_club_id", "club_payment", ["club_id"], unique=False)
    for table in APPEND_ONLY:
        refuse_changes(table)


def _to(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    """A reference to a row of another table."""
    return sa.ForeignKeyConstraint([column], [target], name=op.f(f"fk_{table}_{column}"))
