"""The lobby: the options of tables, the list of tables, a new table, and "Play now"."""

from typing import Any

from msgspec import Struct, structs
from starlette.requests import Request

from standpat.bots import plays, registry
from standpat.engine import games
from standpat.engine.games import ANTE_BY
from standpat.engine.house import HOUSE_RULES, HOUSES
from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, party_of, signed_in
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import (
    asker_of,
    client_of,
    household,
    quotas_of,
    room_of,
)
from standpat.room.tables import rotation
from standpat.room.tables.play_now import seat_at_once
from standpat.room.tables.presets import PRESETS
from standpat.room.tables.table import SPEEDS, NewTable
from standpat.tournament.rotation import PICKED_BY


class PlayNow(Struct):
    """The body of a request for "Play now"."""

    game: str = "27td"


async def options(request: Request) -> Any:
    """The options of a new table."""
    settings = room_of(request).office.settings
    defaults = {"house": settings.house, "speed": settings.speed, "public": settings.listed}
    deep = [] if room_of(request).pool is None else [bot for bot in registry.bots() if bot.deep and plays(bot.deep)]
    same = {bot.deep for bot in deep}  # they play at the tables of this room anyway, under the other name
    known = [bot for bot in registry.bots() if bot.name not in same]
    return {
        "games": games.GAMES,
        "houses": list(HOUSES.values()),
        "options": {rule.name: rule.choices() for rule in HOUSE_RULES if rule.choices()},
        "rules": HOUSE_RULES,
        "ante_by": ANTE_BY,
        "speeds": SPEEDS,
        "bots": (*[bot.name for bot in known], *room_of(request).programs),
        "bot_descriptions": {bot.name: bot.description for bot in known},
        "bot_seats": {bot.name: seats for bot in known if (seats := bot.seats()) is not None},
        "bots_solve": {bot.name: registry.bot(bot.deep).seats() for bot in deep},
        "programs": list(room_of(request).programs),
        "rotation": {"lasts": rotation.LONGEST, "games": rotation.MOST_GAMES, "picked_by": PICKED_BY},
        "presets": [structs.replace(one, table=structs.replace(one.table, **defaults)) for one in PRESETS],
        "defaults": defaults,
    }


async def tables(request: Request) -> Any:
    """The public tables, with the filters of the query: a game, a house, or a free seat."""
    query = request.query_params
    rows = room_of(request).lobby.rows()
    if query.get("game"):
        rows = [row for row in rows if row.game == query["game"]]
    if query.get("house"):
        rows = [row for row in rows if row.house == query["house"]]
    if query.get("free"):
        rows = [row for row in rows if row.taken < row.seats]
    return {"tables": rows[: room_of(request).limits.listed]}


async def create(request: Request) -> Any:
    """Open a table."""
    user = await signed_in(request)
    wish = await body_of(request, NewTable)
    if user.kind == "guest" and not room_of(request).office.settings.guest_tables:
        raise Fault("not-allowed", Sentence("guest-tables"))
    if wish.password:
        request.app.state.tries.own(user.id if user.kind == "registered" else client_of(request))
    asker = asker_of(request, user)
    if not quotas_of(request).table(asker):
        raise too_fast(quotas_of(request).seconds("table", asker.person, asker.client))
    note = note_of(request)

    def opened(table: str) -> dict[str, Any]:
        return {"table": table, "url": f"/tables/{table}"}

    party = party_of(request, user)
    actor = await room_of(request).open_table(wish, user, party, asker=asker, also=lambda table: note(opened(table)))
    return opened(actor.rules.id)


async def play_now(request: Request) -> Any:
    """Take a seat at a table of this game where the next hand begins soon."""
    user = await signed_in(request)
    body = await body_of(request, PlayNow)
    if body.game not in games.ids():
        raise Fault("not-possible", Sentence("no-game", game=body.game[:40]), f"one of {', '.join(games.ids())}")
    note = note_of(request)

    def seated(table: str, seat: int) -> dict[str, Any]:
        return {"table": table, "seat": seat, "url": f"/tables/{table}"}

    home = household(request)
    actor, seat = await seat_at_once(room_of(request), user, body.game, home, also=lambda *place: note(seated(*place)))
    return seated(actor.rules.id, seat)
