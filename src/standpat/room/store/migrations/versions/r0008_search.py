"""An index to search in a person's hands."""

from alembic import op

revision = "r0008"
down_revision = "r0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the index: a person's results by hand, with what is searched for."""
    columns = ["person", "hand_id", "game", "net", "showdown"]
    op.create_index("ix_result_search", "result", columns, unique=False)
