"""The first tables: people, tables and hands, chips."""

import sqlalchemy as sa
from alembic import op

from standpat.room.store.append_only import refuse_changes

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
APPEND_ONLY = ("event", "transfer", "entry")


def upgrade() -> None:
    """Create the tables of the first version."""
    op.create_table(
        "account",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0 OR name = 'bank'", name=op.f("ck_account_not_overdrawn")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_account")),
    )
    op.create_table(
        "card_table",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_table")),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("password", sa.String(), nullable=True),
        sa.Column("owner", sa.String(), nullable=True),
        sa.Column("barred", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.CheckConstraint("kind IN ('guest', 'registered', 'bot')", name=op.f("ck_person_kind")),
        sa.CheckConstraint("role IN ('player', 'host', 'admin')", name=op.f("ck_person_role")),
        sa.ForeignKeyConstraint(["owner"], ["person.id"], name=op.f("fk_person_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("name_key", name=op.f("uq_person_name_key")),
    )
    op.create_table(
        "transfer",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("once", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
        sa.UniqueConstraint("once", name=op.f("uq_transfer_once")),
    )
    op.create_index(op.f("ix_transfer_reference"), "transfer", ["reference"], unique=False)
    op.create_table(
        "entry",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("transfer", NUMBER, autoincrement=False, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_entry_moves")),
        sa.ForeignKeyConstraint(["account"], ["account.name"], name=op.f("fk_entry_account")),
        sa.ForeignKeyConstraint(["transfer"], ["transfer.id"], name=op.f("fk_entry_transfer")),
        sa.PrimaryKeyConstraint("account", "transfer", name=op.f("pk_entry")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_entry_transfer"), "entry", ["transfer"], unique=False)
    op.create_table(
        "hand",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("hand_no", sa.Integer(), nullable=False),
        sa.Column("began", sa.Double(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.Column("nets", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name=op.f("fk_hand_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
    )
    op.create_index(
        "ix_hand_open",
        "hand",
        ["id"],
        unique=False,
        sqlite_where=sa.text("ended IS NULL"),
        postgresql_where=sa.text("ended IS NULL"),
    )
    op.create_index("uq_hand_number", "hand", ["table_id", "hand_no"], unique=True)
    op.create_table(
        "token",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_token_person")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_token")),
    )
    op.create_index(op.f("ix_token_person"), "token", ["person"], unique=False)
    op.create_table(
        "decision",
        sa.Column("hand_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Double(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_decision_hand_id")),
        sa.PrimaryKeyConstraint("hand_id", "seq", name=op.f("pk_decision")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event",
        sa.Column("hand_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_event_hand_id")),
        sa.PrimaryKeyConstraint("hand_id", "no", name=op.f("pk_event")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player",
        sa.Column("hand_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_player_hand_id")),
        sa.PrimaryKeyConstraint("hand_id", "seat", name=op.f("pk_player")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_player_person", "player", ["person", "hand_id"], unique=False)
    op.create_table(
        "seed",
        sa.Column("hand_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_seed_hand_id")),
        sa.PrimaryKeyConstraint("hand_id", name=op.f("pk_seed")),
    )
    for table in APPEND_ONLY:
        refuse_changes(table)
