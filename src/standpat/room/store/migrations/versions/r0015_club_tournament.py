"""The tournaments of clubs, each with its evening."""

import sqlalchemy as sa
from alembic import op

revision = "r0015"
down_revision = "r0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "club_tournament",
        sa.Column("tournament_id", sa.String(), nullable=False),
        sa.Column("club_id", sa.String(), nullable=False),
        sa.Column("evening_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_club_tournament_tournament_id")),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_club_tournament_club_id")),
        sa.ForeignKeyConstraint(["evening_id"], ["club_evening.id"], name=op.f("fk_club_tournament_evening_id")),
        sa.PrimaryKeyConstraint("tournament_id", name=op.f("pk_club_tournament")),
        sa.UniqueConstraint("evening_id", name=op.f("uq_club_tournament_evening_id")),
        sqlite_with_rowid=False,
    )
