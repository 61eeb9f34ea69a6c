"""Bars and mutes by the room's operator: of an account, a device, or a range of addresses.

Each has a reason, which the person concerned reads, and usually an end. Who is barred may not use the room; who is
muted may not chat. A device is the cookie of a browser, stored as a digest. A range is a network, such as
``192.0.2.0/24`` or ``2001:db8::/48``; one address is a range too. Nothing is deleted: a restriction that is lifted
stays in the list.

`add` and `lift` are operations for `Store.commit` that also write the audit log.
"""

from ipaddress import ip_network
from typing import Final, Literal, get_args

from msgspec import Struct, structs
from sqlalchemy import Connection, insert, or_, select, update

from standpat.room.store import log, users
from standpat.room.store.batch import StoreError, Work
from standpat.room.store.schema import restriction, sighting

Kind = Literal["bar", "mute"]
Target = Literal["account", "device", "address"]

MAX_REASON: Final = 200
"""The longest reason, in characters."""
LONGEST_DAYS: Final = 3650
"""The longest time, in days."""
WIDEST: Final = {4: 8, 6: 16}
"""The shortest prefix of a range, by the version of the addresses. A wider range would be most of the world."""
DAY_S: Final = 86_400


class RestrictionError(StoreError):
    """There cannot be such a restriction. Nothing was written."""


class Restriction(Struct, frozen=True):
    """A bar or a mute.

    Attributes:
        value: The id of a person, the digest of a device, or a network.
        began: When it began, in Unix seconds.
        ends: When it ends by itself; None for never.
        made_by: The id of the admin who made it, or "operator" for the command line.
        lifted: When it was lifted; None if it was not.
    """

    id: int
    kind: Kind
    target: Target
    value: str
    reason: str
    began: float
    ends: float | None
    made_by: str
    lifted: float | None = None

    def holds(self, now: float) -> bool:
        """Whether it holds at a time."""
        return self.lifted is None and (self.ends is None or now < self.ends)


def checked(
    kind: str, target: str, value: str, reason: str, days: float | None, *, by: str, at: float
) -> "Restriction":
    """The restriction that is asked for, without its number.

    Args:
        kind: "bar" or "mute".
        target: "account", "device" or "address".
        value: Whom it concerns.
        reason: Why.
        days: How long; None for ever.
        by: Who makes it.
        at: The time, in Unix seconds.

    Raises:
        RestrictionError: There cannot be such a restriction. The message says what would be right.
    """
    if kind not in get_args(Kind) or target not in get_args(Target):
        expected = f"{' or '.join(get_args(Kind))}, of an {', '.join(get_args(Target))}"
        raise RestrictionError(f"there is no such restriction: expected {expected}")
    why = " ".join(reason.split())
    if not 0 < len(why) <= MAX_REASON or not why.isprintable():
        raise RestrictionError(f"give a reason of at most {MAX_REASON} characters: the person reads it")
    if days is not None and not 0 < days <= LONGEST_DAYS:
        raise RestrictionError(f"expected 1 to {LONGEST_DAYS} days, or none for ever")
    if target == "address":
        value = _network(value)
    ends = None if days is None else at + days * DAY_S
    return Restriction(0, kind, target, value, why, at, ends, by)  # type: ignore[arg-type]


def add(wanted: Restriction) -> Work:
    """Write a restriction and a line of the log. The result is the restriction with its number.

    Raises:
        RestrictionError: There is no such person or device.
    """

    def run(connection: Connection) -> Restriction:
        if wanted.target == "account" and users.by_id(connection, wanted.value) is None:
            raise RestrictionError("there is no such person")
        if wanted.target == "device":
            known = select(sighting.c.value).where(sighting.c.kind == "device", sighting.c.value == wanted.value)
            if not wanted.value.isprintable() or connection.execute(known.limit(1)).first() is None:
                raise RestrictionError("nobody has come from such a device")
        row = {name: value for name, value in structs.asdict(wanted).items() if name != "id"}
        (number,) = connection.execute(insert(restriction), row).inserted_primary_key or (0,)
        about = wanted.value if wanted.target == "account" else ""
        detail = {"no": int(number), "target": wanted.target, "value": wanted.value, "reason": wanted.reason}
        act = "restrict-bar" if wanted.kind == "bar" else "restrict-mute"
        log.note(act, actor=wanted.made_by, at=wanted.began, about=about, ends=wanted.ends, **detail).run(connection)
        return structs.replace(wanted, id=int(number))

    return Work(run)


def lift(number: int, *, by: str, at: float, reason: str = "") -> Work:
    """End a restriction, and write a line of the log. One that is over stays as it is.

    Raises:
        RestrictionError: There is no such restriction.
    """

    def run(connection: Connection) -> None:
        row = connection.execute(select(restriction).where(restriction.c.id == number)).first()
        if row is None:
            raise RestrictionError(f"there is no restriction {number}")
        if not _of(row).holds(at):
            return
        connection.execute(update(restriction).where(restriction.c.id == number).values(lifted=at))
        about = row.value if row.target == "account" else ""
        log.note("restrict-lift", actor=by, at=at, about=about, no=number, reason=reason[:MAX_REASON]).run(connection)

    return Work(run)


def present(connection: Connection, now: float) -> list[Restriction]:
    """The restrictions that hold at a time, newest first."""
    c = restriction.c
    query = select(restriction).where(c.lifted.is_(None), or_(c.ends.is_(None), c.ends > now))
    return [_of(row) for row in connection.execute(query.order_by(c.id.desc()))]


def listed(connection: Connection, limit: int = 100) -> list[Restriction]:
    """The last restrictions, also those that are over, newest first."""
    query = select(restriction).order_by(restriction.c.id.desc()).limit(limit)
    return [_of(row) for row in connection.execute(query)]


def _of(row: object) -> Restriction:
    return Restriction(*[getattr(row, name) for name in Restriction.__struct_fields__])


def _network(text: str) -> str:
    """A network in its usual form.

    Raises:
        RestrictionError: It is none, or too wide.
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise RestrictionError(f"{text[:60]!r} is no address and no range, such as 192.0.2.0/24") from None
    if network.prefixlen < WIDEST[network.version]:
        raise RestrictionError(f"{network} is too wide: at most a /{WIDEST[network.version]}")
    return str(network)
