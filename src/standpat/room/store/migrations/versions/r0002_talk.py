"""Chat, admissions to private tables, notes, and results of hands."""

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the results of hands, chat, admissions and notes."""
    op.create_index(
        "ix_person_barred",
        "person",
        ["id"],
        unique=False,
        sqlite_where=sa.text("barred"),
        postgresql_where=sa.text("barred"),
    )
    op.create_table(
        "result",
        sa.Column("hand_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("raised", sa.Boolean(), nullable=False),
        sa.Column("showdown", sa.Boolean(), nullable=False),
        sa.Column("won_there", sa.Boolean(), nullable=False),
        sa.Column("drew1", sa.Integer(), nullable=True),
        sa.Column("drew2", sa.Integer(), nullable=True),
        sa.Column("drew3", sa.Integer(), nullable=True),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_result_hand_id")),
        sa.PrimaryKeyConstraint("hand_id", "seat", name=op.f("pk_result")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_result_person", "result", ["person", "game"], unique=False)
    op.create_table(
        "chat",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name=op.f("fk_chat_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    op.create_index(op.f("ix_chat_table_id"), "chat", ["table_id"], unique=False)
    op.create_table(
        "admitted",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name=op.f("fk_admitted_table_id")),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_admitted")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "note",
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["writer"], ["person.id"], name=op.f("fk_note_writer")),
        sa.PrimaryKeyConstraint("writer", "about", name=op.f("pk_note")),
        sqlite_with_rowid=False,
    )
