"""The user's account: name, chips for today, and own bots."""

import time
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.requests import Request

from standpat.language import languages
from standpat.language.sentence import Sentence
from standpat.room.server.api.endpoint import answer
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, signed_in
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import (
    asker_of,
    browser_of,
    household,
    limited,
    quotas_of,
    remember,
    room_of,
    visitor,
    you,
)
from standpat.room.store import ledger

DAY_S: Final = 86_400


class Name(Struct):
    """The body of a request with a name."""

    name: str


async def me(request: Request) -> Any:
    """The user who sends the request. A visitor without an account becomes a guest."""
    room, token = room_of(request), None
    user = await visitor(request)
    if user is None:
        if not quotas_of(request).guest(limited(request)):
            raise too_fast(quotas_of(request).seconds("guest", limited(request)))
        user, token = await room.accounts.guest(household(request))
    await room.sightings.note(user, browser_of(request), limited(request))
    chips = await room.store.read(ledger.balance, ledger.wallet(user.person))
    places = [(actor.rules.id, actor.seating.find(user.id)) for actor in room.tables.values()]
    seats = [{"table": table, "seat": seat} for table, seat in places if seat is not None]
    more = {"seats": seats, "languages": languages(), "notice": room.office.settings.notice}
    response = answer({**msgspec.structs.asdict(you(user, chips)), **more})
    if token:
        remember(response, request, token)
    return response


async def rename(request: Request) -> Any:
    """Change the name of a guest. At a table where they sit they keep the former one until they leave."""
    user = await signed_in(request)
    body = await body_of(request, Name)
    renamed = await room_of(request).accounts.rename(user.id, body.name)
    room_of(request).renamed(renamed)
    return {"name": renamed.name}


async def daily(request: Request) -> Any:
    """Give chips for today: how many, the wallet now, the largest wallet, and when there are more."""
    user = await signed_in(request)
    room, note = room_of(request), note_of(request)
    next_day = (time.time() // DAY_S + 1) * DAY_S

    def given(chips: int, wallet: int) -> dict[str, Any]:
        return {"chips": chips, "wallet": wallet, "most": room.accounts.chips, "next": next_day}

    chips = await room.daily_chips.give(user, household(request), also=lambda chips, wallet: note(given(chips, wallet)))
    return given(chips, await room.store.read(ledger.balance, ledger.wallet(user.person)))


async def token(request: Request) -> Any:
    """Make a bot of the user, and return its token."""
    user = await signed_in(request)
    body = await body_of(request, Name)
    if user.kind == "bot":
        raise Fault("not-allowed", Sentence("bots-of-bots"))
    quotas = quotas_of(request)
    if not quotas.bot(asker_of(request, user)):
        raise too_fast(quotas.seconds("bot", limited(request)))
    entrance = await room_of(request).accounts.bot(body.name, user.id, quotas.limits.bots)
    return {"user": entrance.user.id, "name": entrance.user.name, "token": entrance.token}
