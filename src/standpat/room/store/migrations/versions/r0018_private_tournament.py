"""Private tournaments: their passwords, and who has opened them."""

import sqlalchemy as sa
from alembic import op

revision = "r0018"
down_revision = "r0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table. The tournaments before it are in the list."""
    op.add_column("tournament", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tournament", sa.Column("password", sa.String(), nullable=True))
    op.create_table(
        "tournament_guest",
        sa.Column("tournament_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_tournament_guest_tournament_id")),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_tournament_guest_person")),
        sa.PrimaryKeyConstraint("tournament_id", "person", name=op.f("pk_tournament_guest")),
        sqlite_with_rowid=False,
    )
