"""What the room's operator reads and decides. All of it is for admins only (`standpat admin users NAME --role admin`).

Every decision, and every look at a person's devices and addresses or at the signals, is a line of the audit log.
Nothing here punishes anybody by itself: reports and signals are information.
"""

import time
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request

from standpat.engine.house import HOUSES
from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, signed_in
from standpat.room.server.visitor import asker_of, browser_of, quotas_of, room_of
from standpat.room.signals import signals as signal
from standpat.room.store import Work, log, report, restriction, setting, sighting, users
from standpat.room.store.report import ReportError
from standpat.room.store.restriction import RestrictionError
from standpat.room.store.setting import SettingError
from standpat.room.store.users import User

LINES: Final = 50
"""Lines of the log, closed reports and former restrictions that the page gets."""
PEOPLE: Final = 20
"""People that a search finds."""
ACTS: Final = ("restrict-bar", "restrict-mute", "restrict-lift", "report-close", "setting", "look")
"""The acts of operators that the page lists."""


class NewRestriction(Struct):
    """The body of a request to bar or mute. `days` is None for ever."""

    kind: str
    target: str
    value: str
    reason: str
    days: float | None = None


class Lift(Struct):
    """The body of a request to lift a restriction."""

    id: int
    reason: str = ""


class Outcome(Struct):
    """The body of a request to close a report."""

    id: int
    outcome: str


class NewSetting(Struct):
    """The body of a request to change a setting."""

    name: str
    value: bool | str


async def desk(request: Request) -> Any:
    """Open reports, restrictions, settings, and the last acts of operators."""
    await _operator(request)
    room, now = room_of(request), time.time()
    opened, closed, limits, acts = await room.store.read(
        lambda connection: (
            report.listed(connection),
            report.listed(connection, closed=True, limit=LINES),
            restriction.listed(connection, LINES),
            log.lines_of(connection, ACTS, LINES),
        )
    )
    about = [one.about for one in (*opened, *closed)] + [one.reporter for one in (*opened, *closed)]
    people = {*about, *[one.value for one in limits if one.target == "account"], *[one.made_by for one in limits]}
    people |= {line.actor for line in acts} | {line.about for line in acts}
    names = await room.store.read(users.names, people - {"", log.OPERATOR})
    return {
        "reports": opened,
        "closed": closed,
        "restrictions": [{**_plain(one), "holds": one.holds(now)} for one in limits],
        "settings": room.office.settings,
        "houses": list(HOUSES),
        "acts": acts,
        "names": names,
    }


def _plain(one: restriction.Restriction) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}


async def people(request: Request) -> Any:
    """People whose name has the text of the query in it."""
    await _operator(request)
    text = request.query_params.get("q", "")[:100]
    found = await room_of(request).store.read(users.search, text, PEOPLE) if text.strip() else []
    return {"people": [{"user": one.id, "name": one.name, "kind": one.kind, "created": one.created} for one in found]}


async def person(request: Request) -> Any:
    """A person, and the devices and addresses from which they have come."""
    operator = await _operator(request)
    room, whom = room_of(request), request.path_params["user"]
    found = await room.store.read(users.by_id, whom)
    if found is None:
        raise Fault("not-found", Sentence("no-person"))
    await room.audit.note("look", operator.id, found.id, what="sightings")
    seen = await room.store.read(sighting.of_person, found.id)
    return {"user": found.id, "name": found.name, "kind": found.kind, "created": found.created, "sightings": seen}


async def signals(request: Request) -> Any:
    """Signals of collusion and of several accounts of one person."""
    operator = await _operator(request)
    room, asker = room_of(request), asker_of(request, operator)
    if not quotas_of(request).summary(asker):
        raise too_fast(quotas_of(request).seconds("summary", asker.person, asker.client))
    await room.audit.note("look", operator.id, "", what="signals")
    return await room.store.read(signal.signals)


async def restrict(request: Request) -> Any:
    """Bar or mute an account, a device or a range of addresses."""
    operator = await _operator(request)
    body, room = await body_of(request, NewRestriction), room_of(request)
    own = {"account": operator.id, "device": browser_of(request)}
    if body.kind == "bar" and body.value == own.get(body.target):
        raise Fault("not-possible", Sentence("bar-self"))
    try:
        wanted = restriction.checked(
            body.kind, body.target, body.value, body.reason, body.days, by=operator.id, at=time.time()
        )
        made = await _commit(request, restriction.add(wanted))
    except RestrictionError as error:
        raise Fault("not-possible", str(error)) from None
    await room.bars.clear_room()
    return {"id": made.id}


async def lift(request: Request) -> Any:
    """Lift a bar or a mute."""
    operator = await _operator(request)
    body = await body_of(request, Lift)
    try:
        await _commit(request, restriction.lift(body.id, by=operator.id, at=time.time(), reason=body.reason))
    except RestrictionError as error:
        raise Fault("not-possible", str(error)) from None
    return {}


async def close_report(request: Request) -> Any:
    """Close a report, with what came of it."""
    operator = await _operator(request)
    body = await body_of(request, Outcome)
    try:
        await _commit(request, report.close(body.id, body.outcome, by=operator.id, at=time.time()))
    except ReportError as error:
        raise Fault("not-possible", str(error)) from None
    return {}


async def change_setting(request: Request) -> Any:
    """Change a setting of the room."""
    operator = await _operator(request)
    body = await body_of(request, NewSetting)
    try:
        await _commit(request, setting.put(body.name, body.value, by=operator.id, at=time.time()))
    except SettingError as error:
        raise Fault("not-possible", str(error)) from None
    return {}


async def _operator(request: Request) -> User:
    """The admin who sends the request.

    Raises:
        Fault: They are none.
    """
    user = await signed_in(request)
    if user.role != "admin":
        raise Fault("not-allowed", Sentence("not-operator"))
    return user


async def _commit(request: Request, work: Work) -> Any:
    """Write a decision, and let it hold at once."""
    room = room_of(request)
    (result,) = await room.store.commit(work)
    await room.office.look_again()
    return result
