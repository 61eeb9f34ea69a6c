"""The tables of clubs, in the same database and metadata as those of `standpat.room.store.schema`.

Rows of `club_entry`, `club_line` and `club_payment` are never changed or deleted: triggers refuse it. What was wrong is
corrected by another row, which names the one that it replaces (`standpat.room.club.record`). Their people are in
`club_member`, whose rows of members stay.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    text,
)

from standpat.room.store.schema import metadata

_Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only by an INTEGER PRIMARY KEY

club: Final = Table(
    "club",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("zone", String, nullable=False),  # an IANA time zone
    Column("currency", String, nullable=False),  # what the group calls its unit
    Column("approval", Boolean, nullable=False),  # newcomers wait for an organiser
    Column("code", String, unique=True),  # the invitation code; NULL: nobody can join
    Column("heir", String, ForeignKey("person.id")),  # to whom the owner has offered the club
    Column("heir_at", Double),
    Column("created", Double, nullable=False),
    Column("closed", Double),
)

member: Final = Table(  # who is, was, or wants to be in a club
    "club_member",
    metadata,
    Column("club_id", String, ForeignKey("club.id"), primary_key=True),
    Column("person", String, ForeignKey("person.id"), primary_key=True),
    Column("role", String, nullable=False),
    Column("state", String, nullable=False),
    Column("joined", Double),  # when they first became a member; NULL: never
    Column("since", Double, nullable=False),  # when the state began
    CheckConstraint("role IN ('owner', 'organiser', 'member')", name="role"),
    CheckConstraint("state IN ('asked', 'refused', 'in', 'left', 'removed')", name="state"),
    Index("ix_club_member_person", "person", "state"),
    Index(
        "uq_club_member_owner",
        "club_id",
        unique=True,
        sqlite_where=text("role = 'owner'"),
        postgresql_where=text("role = 'owner'"),
    ),
    sqlite_with_rowid=False,
)

feed: Final = Table(  # secret addresses of calendars
    "club_feed",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # SHA-256 of the token in the address
    Column("club_id", String, ForeignKey("club.id"), nullable=False),
    Column("person", String, ForeignKey("person.id"), nullable=False),
    Column("created", Double, nullable=False),
    Index("uq_club_feed_club_id", "club_id", "person", unique=True),
)

season: Final = Table(
    "club_season",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("club_id", String, ForeignKey("club.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("formula", Text, nullable=False),  # as JSON
    Column("best", Integer),  # how many results of a member count; NULL: all
    Column("began", Double, nullable=False),
    Column("ended", Double),
    Index("ix_club_season_club_id", "club_id"),
)

evening: Final = Table(
    "club_evening",
    metadata,
    Column("id", String, primary_key=True),
    Column("club_id", String, ForeignKey("club.id"), nullable=False),
    Column("season_id", _Number, ForeignKey("club_season.id")),
    Column("title", String, nullable=False),
    Column("at", String, nullable=False),  # the local time in `zone`, as "2026-11-26T19:00"
    Column("zone", String, nullable=False),
    Column("minutes", Integer, nullable=False),
    Column("note", Text, nullable=False),
    Column("table_id", String, ForeignKey("card_table.id")),  # the table of a home game
    Column("changed", Integer, nullable=False),  # how often it was changed
    Column("cancelled", Double),
    Index("ix_club_evening_club_id", "club_id", "at"),
)

tournament: Final = Table(  # the tournament of an evening
    "club_tournament",
    metadata,
    Column("tournament_id", String, ForeignKey("tournament.id"), primary_key=True),
    Column("club_id", String, ForeignKey("club.id"), nullable=False),
    Column("evening_id", String, ForeignKey("club_evening.id"), nullable=False, unique=True),
    sqlite_with_rowid=False,
)

entry: Final = Table(  # the results of an evening; the last entry of an evening holds
    "club_entry",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("evening_id", String, ForeignKey("club_evening.id"), nullable=False, index=True),
    Column("at", Double, nullable=False),
    Column("made_by", String, nullable=False),
    Column("reason", String, nullable=False),  # "" for the first one
    Column("replaces", BigInteger, ForeignKey("club_entry.id"), unique=True),
    Index(
        "uq_club_entry_first",
        "evening_id",
        unique=True,
        sqlite_where=text("replaces IS NULL"),
        postgresql_where=text("replaces IS NULL"),
    ),
)

line: Final = Table(  # what a member did at an evening, in whole units of the club's currency
    "club_line",
    metadata,
    Column("entry_id", BigInteger, ForeignKey("club_entry.id"), primary_key=True, autoincrement=False),
    Column("person", String, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("entrants", Integer, nullable=False),
    Column("buy_in", BigInteger, nullable=False),
    Column("prize", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

payment: Final = Table(  # what members say that they have got from each other
    "club_payment",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("club_id", String, ForeignKey("club.id"), nullable=False, index=True),
    Column("payer", String, nullable=False),  # a person, or "outside"
    Column("payee", String, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("made_by", String, nullable=False),
    Column("reason", String, nullable=False),  # why it takes another one back; "" for a payment
    Column("replaces", BigInteger, ForeignKey("club_payment.id"), unique=True),
)
