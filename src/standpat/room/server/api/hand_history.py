"""Finished hands: lists, one hand for the replayer, downloads, and links that share a hand."""

import time
from collections.abc import Collection
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from standpat.engine.games import ids
from standpat.engine.seen import view
from standpat.language.sentence import Sentence
from standpat.protocol.room import betting_after_each, raw
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import body_of, language_of, signed_in, table_of
from standpat.room.server.api.sign_in import MOST_NAME
from standpat.room.server.downloads import FORMATS, download, number, viewer_of
from standpat.room.server.finished_hands import KEY, Finished, by_key, by_link
from standpat.room.server.visitor import room_of, visitor
from standpat.room.store import hand_search, journal, share
from standpat.room.store.hand_search import Figures, Search
from standpat.room.tables.table import TableRules
from standpat.table_view.public_state import PublicState

HANDS_A_PAGE: Final = 20
"""Hands in one answer."""
_CHIPS: Final = "a whole number of chips, negative for a loss"
_TIME: Final = "a time in whole Unix seconds"


class Share(Struct):
    """The body of a request to make or withdraw a link to a hand."""

    on: bool = True


async def hands(request: Request) -> Any:
    """The last finished hands of a table."""
    actor = await table_of(request)
    before = request.query_params.get("before", "")
    last = int(before) if before.isdecimal() and len(before) < 16 else None
    records = await room_of(request).store.read(journal.hands_of_table, actor.rules.id, HANDS_A_PAGE, last)
    return {"hands": [_row(record) for record in records]}


async def own_hands(request: Request) -> Any:
    """The hands that the user was dealt into, at all tables, open and closed; with a search, those that it finds."""
    user = await signed_in(request)
    search = _search(request)
    before = request.query_params.get("before", "")
    store = room_of(request).store
    last = await store.read(journal.hand_of_key, before) if KEY.fullmatch(before) else None
    if before and (last is None or user.id not in last.users):
        raise Fault("not-found", Sentence("no-hand"))
    end = None if last is None else last.id
    page = await store.read(hand_search.page, user.id, search, HANDS_A_PAGE, end)
    tables = {record.table for record, figures in page.hands if figures and figures.tournament}
    named = await store.read(_names, tables)
    rows = [_own_row(record, user.id, figures, named.get(record.table)) for record, figures in page.hands]
    return {"hands": rows, "more": page.more, "total": page.total, "whole": page.whole}


def _search(request: Request) -> Search:
    """The search of a request; an empty parameter is none.

    Raises:
        Fault: A parameter is wrong.
    """
    given = request.query_params
    game, showdown, opponent = [given.get(name, "") for name in ("game", "showdown", "opponent")]
    if game and game not in ids():
        raise Fault("not-possible", Sentence("no-game", game=game[:40]), f"one of {', '.join(ids())}")
    if showdown not in ("", "yes", "no"):
        raise Fault("not-possible", f"showdown is {showdown[:40]!r}", "yes or no")
    kind = given.get("kind", "")
    if kind and kind not in hand_search.KINDS:
        raise Fault("not-possible", f"kind is {kind[:40]!r}", " or ".join(hand_search.KINDS))
    if len(opponent) > MOST_NAME or not opponent.isprintable():
        raise Fault("not-possible", "opponent is not a name", f"a name of at most {MOST_NAME} characters")
    return Search(
        game=game or None,
        kind=kind if kind else None,
        least=_whole(given.get("least", ""), "least", _CHIPS),
        most=_whole(given.get("most", ""), "most", _CHIPS),
        showdown={"yes": True, "no": False}.get(showdown),
        opponent=opponent.strip() or None,
        pot=_whole(given.get("pot", ""), "pot", _CHIPS),
        since=_whole(given.get("since", ""), "since", _TIME),
        until=_whole(given.get("until", ""), "until", _TIME),
    )


def _whole(text: str, name: str, right: str) -> int | None:
    """A whole number; None for no text."""
    if not text:
        return None
    if len(text) > 16 or not text.isascii() or not text.removeprefix("-").isdigit():
        raise Fault("not-possible", f"{name} is {text[:40]!r}", right)
    return int(text)


def _row(record: journal.HandRecord) -> dict[str, Any]:
    """A finished hand in a list."""
    columns = ("hand_no", "ended", "names", "nets")
    return {"id": record.key, **{name: getattr(record, name) for name in columns}}


def _names(connection: Connection, tables: Collection[str]) -> dict[str, dict[str, str]]:
    """The tournaments of some tables: the id of each, and the name of the table."""
    rules = [msgspec.json.decode(journal.table_record(connection, id), type=TableRules) for id in tables]
    return {one.id: {"id": one.tournament, "table": one.name} for one in rules if one.tournament}


def _own_row(
    record: journal.HandRecord, user: str, figures: Figures | None, tournament: dict[str, str] | None
) -> dict[str, Any]:
    """A finished hand in a user's own list: also its game, the pot, its tournament, and how it went for them."""
    assert record.nets is not None
    seat = record.users.index(user)
    return {
        **_row(record),
        "game": record.game.id,
        "seat": seat,
        "net": record.nets[seat],
        "pot": figures and figures.pot,
        "showdown": figures is not None and figures.showdown,
        "tournament": tournament,
    }


async def _finished(request: Request) -> Finished:
    """The finished hand of a request, by its key or by a link.

    Raises:
        Fault: There is no such hand, or the user may not see it.
    """
    room, params = room_of(request), request.path_params
    if "token" in params:
        finished = await by_link(room, params["token"])
    else:
        user = await visitor(request)
        finished = await by_key(room, params["hand"], user.id if user else "")
    if finished is None:
        raise Fault("not-found", Sentence("no-hand"))
    return finished


async def hand(request: Request) -> Any:
    """One hand for the replayer.

    `shared` is the viewer's link to it, if they made one. `betting` is the state of the betting after each event.
    `formats` are the formats for downloads.
    """
    finished = await _finished(request)
    record, seat = finished.stored.hand, viewer_of(finished.stored, finished.user)
    seen, state = view(finished.stored.events, seat), PublicState(record.game, record.stakes, seat, due=record.posts)
    bets = betting_after_each(seen, state)
    link = finished.key and await room_of(request).store.read(share.token_of, record.id, finished.user)
    return {
        "id": finished.key,
        "hand_no": record.hand_no,
        "began": record.began,
        "game": record.game,
        "stakes": record.stakes,
        "table": finished.table,
        "players": record.names,
        "seat_map": record.places,
        "viewer": seat,
        "shared": f"/shared/{link}" if link else None,
        "events": [raw(event) for event in (*seen, *finished.stored.shown)],
        "betting": bets + [None] * len(finished.stored.shown),
        "formats": [
            {"name": name, "title": form.title}
            for name, form in FORMATS.items()
            if form.tournaments or not finished.tournament
        ],
    }


async def hand_file(request: Request) -> Any:
    """One hand as a file to download."""
    finished = await _finished(request)
    form = request.query_params.get("format", "text")
    if form not in FORMATS:
        raise Fault("not-possible", f"unknown format {form!r}", f"one of {', '.join(FORMATS)}")
    try:
        lang = language_of(request)
        text = download(finished.stored, finished.user, form, finished.name, lang, finished.tournament)
    except ValueError as error:
        raise Fault("not-possible", f"this hand cannot be written as {form}: {error}", "another format") from None
    _, ending, kind, _ = FORMATS[form]
    headers = {
        "Content-Disposition": f'attachment; filename="standpat-{number(finished.stored.hand.key)}{ending}"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type=kind)


async def share_hand(request: Request) -> Any:
    """Make a link to a hand that the user was dealt into, or withdraw it."""
    user, finished = await signed_in(request), await _finished(request)
    body = await body_of(request, Share)
    if user.id not in finished.stored.hand.users:
        raise Fault("not-allowed", Sentence("share-own"))
    store, hand_id = room_of(request).store, finished.stored.hand.id
    if not body.on:
        await store.commit(share.unshare(hand_id, user.id))
        return {"url": None}
    (token,) = await store.commit(share.share(hand_id, user.id, time.time()))
    return {"url": f"/shared/{token}"}
