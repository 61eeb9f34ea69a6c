"""A player's own statistics, and what they have seen of an opponent."""

from typing import Any

from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import signed_in
from standpat.room.server.visitor import room_of
from standpat.room.store import result
from standpat.room.store.hand_search import KINDS
from standpat.room.store.opponent import observed


async def stats(request: Request) -> Any:
    """The user's results in all cash games, in all tournaments or at one table; or those of an opponent in the hands
    of cash games or of tournaments that both were dealt into."""
    user, store = await signed_in(request), room_of(request).store
    kind = request.query_params.get("kind", "cash")
    if kind not in KINDS:
        raise Fault("not-possible", f"kind is {kind[:40]!r}", " or ".join(KINDS))
    of_tournaments = kind == "tournament"
    opponent = request.query_params.get("opponent")
    if opponent is not None:
        known = opponent.isprintable()
        seen = await store.read(observed, user.id, opponent, tournament=of_tournaments) if known else []
        return {"stats": seen}
    table = request.query_params.get("table")
    if table is not None and not table.isprintable():
        raise Fault("not-found", Sentence("no-table"))
    return {"stats": await store.read(result.totals, user.id, table, tournament=of_tournaments)}
