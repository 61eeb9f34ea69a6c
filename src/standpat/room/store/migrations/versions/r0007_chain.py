"""The audit log, and the chain, which begins with the records that exist."""

from collections.abc import Iterator
from itertools import count, groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from standpat.room.store.append_only import refuse_changes
from standpat.room.store.chain import BEGINNING, following, hand_digest, transfer_digest

revision = "r0007"
down_revision = "r0006"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT_ONCE = 1000


def upgrade() -> None:
    """Add the audit log and the chain, with a link for every transfer and every finished hand."""
    op.create_table(
        "audit_log",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
    )
    link = op.create_table(
        "link",
        sa.Column("no", NUMBER, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("of", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("kind IN ('transfer', 'hand', 'log')", name=op.f("ck_link_kind")),
        sa.PrimaryKeyConstraint("no", name=op.f("pk_link")),
    )
    op.create_index("uq_link_of", "link", ["kind", "of"], unique=True)
    before, rows = BEGINNING, list[dict[str, Any]]()
    connection = op.get_bind()
    for no, (kind, of, digest) in zip(count(1), _known(connection), strict=False):
        before = following(before, no, kind, of, digest)
        rows.append({"no": no, "kind": kind, "of": of, "digest": digest, "hash": before})
        if len(rows) == AT_ONCE:
            op.bulk_insert(link, rows)
            rows = []
    if rows:
        op.bulk_insert(link, rows)
    for table in ("audit_log", "link"):
        refuse_changes(table)


def _known(connection: sa.Connection) -> Iterator[tuple[str, int, bytes]]:
    """The records that exist: transfers by id, then finished hands by the time of their end."""
    first = 0
    while True:
        some = connection.execute(
            sa.text("SELECT id, at, reason, reference, once FROM transfer WHERE id > :first ORDER BY id LIMIT :most"),
            {"first": first, "most": AT_ONCE},
        ).all()
        if not some:
            break
        entries = connection.execute(
            sa.text(
                "SELECT transfer, account, amount, balance FROM entry WHERE transfer > :first AND transfer <= :last"
                " ORDER BY transfer"
            ),
            {"first": first, "last": some[-1][0]},
        )
        moved = {id: [tuple(row[1:]) for row in rows] for id, rows in groupby(entries, key=lambda row: row[0])}
        for row in some:
            yield (
                "transfer",
                row[0],
                transfer_digest(row.id, row.at, row.reason, row.reference, row.once, moved.get(row.id, [])),
            )
        first = some[-1][0]
    for (hand,) in connection.execute(sa.text("SELECT id FROM hand WHERE ended IS NOT NULL ORDER BY ended, id")).all():
        row = connection.execute(
            sa.text("SELECT id, table_id, hand_no, began, setup, ended, nets FROM hand WHERE id = :id"), {"id": hand}
        ).one()
        seed = connection.scalar(sa.text("SELECT seed FROM seed WHERE hand_id = :id"), {"id": hand}) or ""
        people = connection.scalars(
            sa.text("SELECT person FROM player WHERE hand_id = :id ORDER BY seat"), {"id": hand}
        ).all()
        events = connection.scalars(
            sa.text("SELECT body FROM event WHERE hand_id = :id ORDER BY no"), {"id": hand}
        ).all()
        yield "hand", hand, hand_digest(row, seed, people, events)
