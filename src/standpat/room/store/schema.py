"""The tables as they are now. `migrations` upgrades older databases; a test compares the result with this.

Chips are whole numbers (BIGINT), times are in Unix seconds, JSON is text. Rows of `event`, `transfer`, `entry`,
`audit_log`, `link` and `tournament_event` are never changed or deleted: triggers that the migrations create refuse it.
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
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

_Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only by an INTEGER PRIMARY KEY

# People ----------------------------------------------------------------------------------------------------

person: Final = Table(
    "person",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("name_key", String, nullable=False, unique=True),  # the name in a form without case
    Column("kind", String, nullable=False),
    Column("role", String, nullable=False),
    Column("password", String),
    Column("owner", String, ForeignKey("person.id")),
    Column("barred", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    CheckConstraint("kind IN ('guest', 'registered', 'bot')", name="kind"),
    CheckConstraint("role IN ('player', 'host', 'admin')", name="role"),
    Index("ix_person_barred", "id", sqlite_where=text("barred"), postgresql_where=text("barred")),
)

token: Final = Table(
    "token",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # SHA-256 of the client's token
    Column("person", String, ForeignKey("person.id"), nullable=False, index=True),
    Column("created", Double, nullable=False),
    Column("expires", Double),  # NULL: never
)

device: Final = Table(  # devices from which somebody has signed in before
    "device",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # SHA-256 of the device's token
    Column("person", String, ForeignKey("person.id"), primary_key=True),
    Column("at", Double, nullable=False),
    Index("ix_device_person", "person", "at"),
    sqlite_with_rowid=False,
)

# Tables and hands ------------------------------------------------------------------------------------------

card_table: Final = Table(
    "card_table",
    metadata,
    Column("id", String, primary_key=True),
    Column("record", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("opened", Double, nullable=False),
    Column("closed", Double),
)

hand: Final = Table(
    "hand",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=False),
    Column("table_id", String, ForeignKey("card_table.id"), nullable=False),
    Column("hand_no", Integer, nullable=False),
    Column("began", Double, nullable=False),
    Column("setup", Text, nullable=False),  # game, stakes, button, stacks, posts, places, names
    Column("ended", Double),
    Column("nets", Text),
    Column("key", String, nullable=False, server_default=""),  # its address, 96 random bits
    Index("uq_hand_key", "key", unique=True),
    Index("uq_hand_number", "table_id", "hand_no", unique=True),
    Index("ix_hand_open", "id", sqlite_where=text("ended IS NULL"), postgresql_where=text("ended IS NULL")),
)

seed: Final = Table(
    "seed",
    metadata,
    Column("hand_id", _Number, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    Column("seed", String, nullable=False),
)

player: Final = Table(
    "player",
    metadata,
    Column("hand_id", _Number, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, nullable=False),
    Index("ix_player_person", "person", "hand_id"),
    sqlite_with_rowid=False,
)

event: Final = Table(
    "event",
    metadata,
    Column("hand_id", _Number, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    Column("no", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

decision: Final = Table(
    "decision",
    metadata,
    Column("hand_id", _Number, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("asked", Double, nullable=False),
    Column("deadline", Double, nullable=False),
    Column("clock", Text, nullable=False),
    sqlite_with_rowid=False,
)

result: Final = Table(  # one row for each player of a finished hand with people; earlier rooms left out house players
    "result",
    metadata,
    Column("hand_id", _Number, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, nullable=False),
    Column("game", String, nullable=False),
    Column("paid", Boolean, nullable=False),  # called, bet or raised before the first draw
    Column("raised", Boolean, nullable=False),  # bet or raised before the first draw
    Column("showdown", Boolean, nullable=False),
    Column("won_there", Boolean, nullable=False),
    Column("drew1", Integer),  # cards drawn; NULL if they did not come to this draw
    Column("drew2", Integer),
    Column("drew3", Integer),
    Column("net", BigInteger, nullable=False),
    Column("pot", BigInteger),  # chips in all pots of the hand; NULL until `standpat.room.store.pot` has filled it in
    Column("tournament", Boolean, nullable=False, server_default=false()),  # its chips are no cash results
    Index("ix_result_person", "person", "game"),
    Index("ix_result_search", "person", "hand_id", "game", "net", "showdown", "tournament"),
    Index("ix_result_no_pot", "hand_id", sqlite_where=text("pot IS NULL"), postgresql_where=text("pot IS NULL")),
    sqlite_with_rowid=False,
)

repair: Final = Table(  # tables that a room could not open and has set aside
    "repair",
    metadata,
    Column("table_id", String, ForeignKey("card_table.id"), primary_key=True),
    Column("at", Double, nullable=False),
    Column("why", Text, nullable=False),
    sqlite_with_rowid=False,
)

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    CheckConstraint("id = 1", name="one"),
)

share: Final = Table(  # a link by which a player shows a hand to others
    "share",
    metadata,
    Column("token", String, primary_key=True),
    Column("hand_id", _Number, ForeignKey("hand.id"), nullable=False),
    Column("person", String, nullable=False),
    Column("made", Double, nullable=False),
    Index("uq_share_player", "hand_id", "person", unique=True),
)

# Talk ------------------------------------------------------------------------------------------------------

chat: Final = Table(
    "chat",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("table_id", String, ForeignKey("card_table.id"), nullable=False, index=True),
    Column("at", Double, nullable=False),
    Column("person", String),  # NULL: a message of the table itself
    Column("name", String, nullable=False),
    Column("body", Text, nullable=False),
)

admitted: Final = Table(  # who has given a private table's password, or come with its link
    "admitted",
    metadata,
    Column("table_id", String, ForeignKey("card_table.id"), primary_key=True),
    Column("person", String, primary_key=True),
    sqlite_with_rowid=False,
)

note: Final = Table(  # a private note of one player about another
    "note",
    metadata,
    Column("writer", String, ForeignKey("person.id"), primary_key=True),
    Column("about", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("changed", Double, nullable=False),
    Column("colour", String, nullable=False, server_default=""),  # its label; "" is none
    sqlite_with_rowid=False,
)

# Chips -----------------------------------------------------------------------------------------------------

account: Final = Table(
    "account",
    metadata,
    Column("name", String, primary_key=True),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0 OR name = 'bank'", name="not_overdrawn"),
)

transfer: Final = Table(
    "transfer",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("at", Double, nullable=False),
    Column("reason", String, nullable=False),
    Column("reference", String, nullable=False, index=True),
    Column("once", String, unique=True),
)

entry: Final = Table(
    "entry",
    metadata,
    Column("account", String, ForeignKey("account.name"), primary_key=True),
    Column("transfer", _Number, ForeignKey("transfer.id"), primary_key=True, autoincrement=False, index=True),
    Column("amount", BigInteger, nullable=False),
    Column("balance", BigInteger, nullable=False),  # the account's balance after this entry
    CheckConstraint("amount <> 0", name="moves"),
    sqlite_with_rowid=False,
)

given: Final = Table(  # chips that the bank gave a person on a day (UTC): topped up, and won from the house's players
    "given",
    metadata,
    Column("person", String, primary_key=True),
    Column("day", String, primary_key=True),
    Column("topped", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

newcomer: Final = Table(  # how many people of a household got their first chips on a day
    "newcomer",
    metadata,
    Column("home", String, primary_key=True),
    Column("day", String, primary_key=True),
    Column("people", Integer, nullable=False),
    sqlite_with_rowid=False,
)

departure: Final = Table(  # the chips with which a player last left a table
    "departure",
    metadata,
    Column("table_id", String, ForeignKey("card_table.id"), primary_key=True),
    Column("person", String, primary_key=True),
    Column("chips", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

request: Final = Table(  # requests that were done and are not done again when they are repeated
    "request",
    metadata,
    Column("person", String, primary_key=True),
    Column("place", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("said", String, nullable=False),  # a digest of the request
    Column("answer", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_request_at", "at"),
    sqlite_with_rowid=False,
)

debt: Final = Table(  # a payment that an evening left
    "debt",
    metadata,
    Column("table_id", String, ForeignKey("card_table.id"), primary_key=True),
    Column("payer", String, primary_key=True),
    Column("payee", String, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("paid", Double),  # when the payer said so
    Column("received", Double),  # when the payee said so
    Index("ix_debt_payer", "payer", "payee"),
    sqlite_with_rowid=False,
)

# Tournaments -----------------------------------------------------------------------------------------------

tournament: Final = Table(
    "tournament",
    metadata,
    Column("id", String, primary_key=True),
    Column("seed", LargeBinary, nullable=False),  # of its draws and cards: never log it or send it
    Column("owner", String, ForeignKey("person.id")),  # NULL: the house
    Column("opened", Double, nullable=False),
    Column("closed", Double),
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("password", String),  # its hash
    Index("ix_tournament_open", "id", sqlite_where=text("closed IS NULL"), postgresql_where=text("closed IS NULL")),
)

tournament_event: Final = Table(
    "tournament_event",
    metadata,
    Column("tournament_id", String, ForeignKey("tournament.id"), primary_key=True),
    Column("no", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
tournament_order: Final = Table(  # what the operator's command asks of a tournament, for the room to do
    "tournament_order",
    metadata,
    Column("tournament_id", String, ForeignKey("tournament.id"), primary_key=True),
    Column("key", String, nullable=False),
    Column("act", String, nullable=False),
    Column("why", Text, nullable=False),
    Column("answer", Text),  # NULL as long as it waits
    CheckConstraint("act IN ('pause', 'resume', 'cancel')", name="act"),
    sqlite_with_rowid=False,
)

tournament_guest: Final = Table(  # who has opened a private tournament
    "tournament_guest",
    metadata,
    Column("tournament_id", String, ForeignKey("tournament.id"), primary_key=True),
    Column("person", String, ForeignKey("person.id"), primary_key=True),
    sqlite_with_rowid=False,
)

# The operator ----------------------------------------------------------------------------------------------

restriction: Final = Table(  # bars and mutes by the operator; none is deleted
    "restriction",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("kind", String, nullable=False),
    Column("target", String, nullable=False),
    Column("value", String, nullable=False),  # a person's id, a device's digest, or a network
    Column("reason", String, nullable=False),
    Column("began", Double, nullable=False),
    Column("ends", Double),  # NULL: never
    Column("made_by", String, nullable=False),
    Column("lifted", Double),
    CheckConstraint("kind IN ('bar', 'mute')", name="kind"),
    CheckConstraint("target IN ('account', 'device', 'address')", name="target"),
)

report: Final = Table(  # what people report about others
    "report",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("at", Double, nullable=False),
    Column("reporter", String, nullable=False),
    Column("about", String, nullable=False),
    Column("table_id", String, nullable=False),  # "" for none
    Column("topic", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("chat", Text, nullable=False),  # what they had said at that table, as JSON
    Column("closed", Double),
    Column("closed_by", String),
    Column("outcome", Text),
    Index("ix_report_open", "id", sqlite_where=text("closed IS NULL"), postgresql_where=text("closed IS NULL")),
)

sighting: Final = Table(  # from which devices and addresses a person has come
    "sighting",
    metadata,
    Column("person", String, ForeignKey("person.id"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("value", String, primary_key=True),
    Column("first", Double, nullable=False),
    Column("last", Double, nullable=False),
    CheckConstraint("kind IN ('device', 'address')", name="kind"),
    Index("ix_sighting_value", "kind", "value"),
    sqlite_with_rowid=False,
)

setting: Final = Table(  # the operator's settings, as JSON
    "setting",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Audit -----------------------------------------------------------------------------------------------------

audit_log: Final = Table(
    "audit_log",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("at", Double, nullable=False),
    Column("actor", String, nullable=False),
    Column("act", String, nullable=False),
    Column("about", String, nullable=False),
    Column("detail", Text, nullable=False),
)

link: Final = Table(  # see `standpat.room.store.chain`
    "link",
    metadata,
    Column("no", _Number, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("of", BigInteger, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    CheckConstraint("kind IN ('transfer', 'hand', 'log')", name="kind"),
    Index("uq_link_of", "kind", "of", unique=True),
)
