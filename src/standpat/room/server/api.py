"""The JSON API: the lobby, accounts, making tables, rules, finished hands. `docs/protocol.md` has the list.

A refused request is `{"code", "text", "right"}` with a 4xx status, and has changed nothing. What changes something is a
POST of JSON from the room's own pages.
"""

import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from standpat.bots.registry import bots as bots_here
from standpat.engine import games
from standpat.engine.games import ANTE_BY
from standpat.engine.house import HOUSE_RULES, HOUSES
from standpat.engine.seen import view
from standpat.language import DEFAULT, language, languages
from standpat.language.sentence import Sentence, sentence_of
from standpat.protocol.room import betting, raw
from standpat.room.limits.password_tries import SETTLED_S, TooMany, Tries, Try
from standpat.room.server import pages as page
from standpat.room.server.downloads import FORMATS, download, number, viewer_of
from standpat.room.server.finished_hands import KEY, Finished, by_key, by_link
from standpat.room.server.idempotency import note_of
from standpat.room.server.security import same_origin
from standpat.room.server.visitor import (
    COOKIE,
    asker_of,
    bearer_of,
    client_of,
    device_of,
    household,
    limited,
    quotas_of,
    remember,
    remember_device,
    room_of,
    token_of,
    visitor,
    you,
)
from standpat.room.store import account, guest_book, journal, ledger, result, share
from standpat.room.store import device as devices
from standpat.room.store.account import AccountError, Entrance, SignInRefused, TooBusy, User, new_token, session_of
from standpat.room.store.name import key as name_key
from standpat.room.store.password import Party
from standpat.room.tables.actor import TableActor
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import SPEEDS, BotRules, NewTable
from standpat.table_view.naming import game_name
from standpat.table_view.public_state import PublicState
from standpat.table_view.rules_page import rules as rule_lines

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Any]]

MAX_BODY: Final = 16_384
STATUS: Final = {"sign-in": 401, "not-allowed": 403, "not-found": 404, "too-fast": 429, "too-long": 413}
HANDS_A_PAGE: Final = 20
MOST_NAME: Final = 200
BUSY_S: Final = 3
DAY_S: Final = 86_400


class Fault(Exception):
    """A request is refused: `code` for programs, `text` for people. After `wait` seconds it may be sent again."""

    def __init__(self, code: str, text: str, right: str = "", wait: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.right = right
        self.wait = wait


class Nothing(Struct):
    pass


class Name(Struct):
    name: str


class Names(Struct):
    name: str
    password: str


class Password(Struct):
    password: str


class NewPassword(Struct):
    old: str
    new: str


class Bar(Struct):
    user: str
    barred: bool = True


class Note(Struct):
    about: str
    text: str


class Share(Struct):
    on: bool = True


class PlayNow(Struct):
    game: str = "27td"


def answer(value: Any, status: int = 200) -> Response:
    """JSON that no cache keeps."""
    return Response(
        msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, media_type="application/json; charset=utf-8"
    )


def endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A handler whose value is the answer, and whose refusals are answers too."""

    async def serve(request: Request) -> Response:
        try:
            if request.method == "POST":
                _may_change(request)
            elif not quotas_of(request).read(limited(request)):
                raise _too_fast(quotas_of(request).seconds("read", limited(request)))
            value = await handler(request)
        except Fault as error:
            return _no(error.code, error, error.right, error.wait)
        except TooMany as error:
            return _no("too-fast", Fault("", Sentence("too-many-tries")), f"wait {error.wait} s", error.wait)
        except Refused as error:
            return _no(error.code, error, error.right)
        except ClientDisconnect:  # in the middle of the body: nobody hears the answer
            return Response(status_code=400)
        except (SignInRefused, TooBusy, AccountError) as error:
            if isinstance(error, TooBusy):
                return _no("too-fast", error, f"wait {BUSY_S} s", BUSY_S)
            return _no("not-possible", error)
        return value if isinstance(value, Response) else answer(value)

    return serve


def _too_fast(seconds: int) -> Fault:
    return Fault("too-fast", Sentence("too-fast"), f"wait {seconds} s", seconds)


async def missing(request: Request, error: Exception) -> Response:
    """There is no such address, or it is not for this method: a page for people, JSON for programs."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if not request.url.path.startswith("/api") and status == 404:
        return page.missing()
    found = Fault("", Sentence("no-address") if status == 404 else Sentence("no-method"))
    response = _no("not-found" if status == 404 else "not-allowed", found)
    response.status_code = status
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


def _no(code: str, error: Exception, right: str = "", wait: int | None = None) -> Response:
    key, values = sentence_of(error)
    told: dict[str, Any] = {"code": code, "text": str(error), "right": right, "key": key, "args": values}
    if wait is None:
        return answer(told, STATUS.get(code, 400))
    response = answer({**told, "retry_after": wait}, STATUS.get(code, 400))
    response.headers["Retry-After"] = str(wait)
    return response


def _may_change(request: Request) -> None:
    if not same_origin(request.headers, request.app.state.origins):
        raise Fault("not-allowed", "another site's page may not do that")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Fault("bad-frame", "the body is no JSON", "Content-Type: application/json")
    if not quotas_of(request).change(token_of(request), limited(request)):
        raise _too_fast(quotas_of(request).seconds("change", token_of(request), limited(request)))


async def _body(request: Request, kind: type[T]) -> T:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MAX_BODY:
            raise Fault("too-long", f"a request has at most {MAX_BODY} bytes")
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (ValueError, RecursionError) as error:
        raise Fault("bad-frame", f"that cannot be read: {error}") from None


async def _user(request: Request) -> User:
    user = await visitor(request)
    if user is None:
        raise Fault("sign-in", Sentence("nobody"), "visit a page first")
    return user


async def _table(request: Request) -> TableActor:
    """The table of the address, for who may look at it."""
    room = room_of(request)
    host = room.tables.get(request.path_params["table"])
    if request.path_params["table"] in room.aside:
        raise Fault("closed", Sentence("table-repair"))
    if host is None:
        raise Fault("not-found", Sentence("no-table"))
    user = await visitor(request)
    if user and room.barred(user.id, host):
        raise Fault("not-allowed", Sentence("barred"))
    if not room.may_enter(user.id if user else "", host):
        raise Fault("not-allowed", Sentence("wants-password"))
    await room.came(user.id if user else "", host)
    return host


# Accounts -------------------------------------------------------------------------------------------------


async def me(request: Request) -> Any:
    """Who you are; a guest is made of who is nobody yet."""
    room, token = room_of(request), None
    user = await visitor(request)
    if user is None:
        if not quotas_of(request).guest(limited(request)):
            raise _too_fast(quotas_of(request).seconds("guest", limited(request)))
        user, token = await room.accounts.guest(household(request))
    chips = await room.store.read(ledger.balance, ledger.wallet(user.person))
    places = [(host.rules.id, host.seating.find(user.id)) for host in room.tables.values()]
    seats = [{"table": table, "seat": seat} for table, seat in places if seat is not None]
    self = you(user, chips)
    told = answer({**msgspec.structs.asdict(self), "seats": seats, "languages": languages()})
    if token:
        remember(told, request, token)
    return told


async def rename(request: Request) -> Any:
    user = await _user(request)
    body = await _body(request, Name)
    renamed = await room_of(request).accounts.rename(user.id, body.name)
    return {"name": renamed.name}


async def register(request: Request) -> Any:
    user = await _user(request)
    body = await _body(request, Names)
    request.app.state.tries.register(client_of(request))
    accounts = room_of(request).accounts
    entrance = await accounts.register(user.id, body.name, body.password, _party(request, user))
    return await _entered(request, entrance)


async def login(request: Request) -> Any:
    body = await _body(request, Names)
    room, address, device = room_of(request), client_of(request), device_of(request)
    known = device is not None and await room.store.read(devices.known, session_of(device), body.name)
    tries: Tries = request.app.state.tries
    tried = tries.sign_in(name_key(body.name[:MOST_NAME]), address, device if known else None)
    party = Party(f"device {device}", True) if known else Party(address)
    async with _looking(tried):
        try:
            entrance = await room.accounts.sign_in(body.name, body.password, party, instead_of=_session_cookie(request))
        except SignInRefused:
            meant = await room.store.read(account.named, body.name)
            await room.note("sign-in-refused", "", meant.id if meant else "", address=address)
            raise
    tried.right()
    await room.note("sign-in", entrance.user.id, entrance.user.id, address=address)
    return await _entered(request, entrance)


async def password(request: Request) -> Any:
    """Another password for who is signed in and knows the present one. Every other session is over."""
    user = await _user(request)
    body = await _body(request, NewPassword)
    if user.kind != "registered":
        raise Fault("not-possible", Sentence("no-password"))
    tried = request.app.state.tries.own(user.id)
    accounts = room_of(request).accounts
    async with _looking(tried):
        entrance = await accounts.change_password(user.id, body.old, body.new, Party(f"person {user.id}", True))
    tried.right()
    return await _entered(request, entrance)


@contextlib.asynccontextmanager
async def _looking(tried: Try) -> AsyncIterator[None]:
    """A password is looked at: a try that came to nothing for another reason than that it was wrong is given back."""
    try:
        yield
    except SignInRefused:
        raise
    except BaseException:
        tried.unused()
        raise


async def _entered(request: Request, entrance: Entrance) -> Response:
    """A new session for who made the request, and a device that is known from now on."""
    user, token = entrance
    device, before = new_token(), device_of(request)
    room = room_of(request)
    old = None if before is None else session_of(before)
    await room.store.commit(devices.remember(session_of(device), user.id, time.time(), old))
    told = {"user": user.id, "name": user.name}
    if bearer_of(request):  # a program, which holds its tokens itself
        return answer({**told, "token": token})
    response = answer(told)
    remember(response, request, token)
    remember_device(response, request, device)
    return response


def _session_cookie(request: Request) -> str | None:
    """The session that a new one takes the place of: a page's. A program's token stays what it is."""
    return None if bearer_of(request) else token_of(request)


def _party(request: Request, user: User) -> Party:
    """In whose line a password waits."""
    return Party(f"person {user.id}", True) if user.kind == "registered" else Party(client_of(request))


async def logout(request: Request) -> Any:
    await _user(request)
    token = token_of(request)
    assert token is not None
    await room_of(request).accounts.sign_out(token)
    return _left()


async def sign_out_everywhere(request: Request) -> Any:
    """Every session of one's own is over, this one too."""
    user = await _user(request)
    if user.kind != "registered":
        raise Fault("not-possible", Sentence("no-password"))
    await room_of(request).accounts.sign_out_everywhere(user.id)
    return _left()


def _left() -> Response:
    told = answer({})
    told.delete_cookie(COOKIE, path="/")
    return told


async def daily(request: Request) -> Any:
    """Chips for today: how many these were, what the wallet holds now, up to what it is filled, when there are more."""
    user = await _user(request)
    room, note = room_of(request), note_of(request)
    next_day = (time.time() // DAY_S + 1) * DAY_S

    def told(chips: int, wallet: int) -> dict[str, Any]:
        return {"chips": chips, "wallet": wallet, "most": room.accounts.chips, "next": next_day}

    chips = await room.daily(user, household(request), also=lambda chips, wallet: note(told(chips, wallet)))
    return told(chips, await room.store.read(ledger.balance, ledger.wallet(user.person)))


async def token(request: Request) -> Any:
    """A bot of one's own, and the token it shows."""
    user = await _user(request)
    body = await _body(request, Name)
    if user.kind == "bot":
        raise Fault("not-allowed", Sentence("bots-of-bots"))
    quotas = quotas_of(request)
    if not quotas.bot(asker_of(request, user)):
        raise _too_fast(quotas.seconds("bot", limited(request)))
    entrance = await room_of(request).accounts.bot(body.name, user.id, quotas.limits.bots)
    return {"user": entrance.user.id, "name": entrance.user.name, "token": entrance.token}


# The lobby ------------------------------------------------------------------------------------------------


async def options(request: Request) -> Any:
    """What a table can be made of."""
    known = bots_here()
    return {
        "games": games.GAMES,
        "houses": list(HOUSES.values()),
        "options": {rule.name: rule.choices() for rule in HOUSE_RULES if rule.choices()},
        "rules": HOUSE_RULES,
        "ante_by": ANTE_BY,
        "speeds": SPEEDS,
        "bots": (*[bot.name for bot in known], *room_of(request).programs),
        "bot_descriptions": {bot.name: bot.description for bot in known},
        "programs": list(room_of(request).programs),
    }


async def tables(request: Request) -> Any:
    query = request.query_params
    rows = room_of(request).rows()
    if query.get("game"):
        rows = [row for row in rows if row.game == query["game"]]
    if query.get("house"):
        rows = [row for row in rows if row.house == query["house"]]
    if query.get("free"):
        rows = [row for row in rows if row.taken < row.seats]
    return {"tables": rows[: room_of(request).limits.listed]}


async def create(request: Request) -> Any:
    user = await _user(request)
    wish = await _body(request, NewTable)
    if wish.password:
        request.app.state.tries.own(user.id if user.kind == "registered" else client_of(request))
    asker = asker_of(request, user)
    if not quotas_of(request).table(asker):
        raise _too_fast(quotas_of(request).seconds("table", asker.person, asker.client))
    note = note_of(request)

    def told(table: str) -> dict[str, Any]:
        return {"table": table, "url": f"/tables/{table}"}

    party = _party(request, user)
    host = await room_of(request).open_table(wish, user, party, asker=asker, also=lambda table: note(told(table)))
    return told(host.rules.id)


async def play_now(request: Request) -> Any:
    user = await _user(request)
    body = await _body(request, PlayNow)
    if body.game not in games.ids():
        raise Fault("not-possible", Sentence("no-game", game=body.game[:40]), f"one of {', '.join(games.ids())}")
    note = note_of(request)

    def told(table: str, seat: int) -> dict[str, Any]:
        return {"table": table, "seat": seat, "url": f"/tables/{table}"}

    home = household(request)
    host, seat = await room_of(request).play_now(user, body.game, home, also=lambda *place: note(told(*place)))
    return told(host.rules.id, seat)


async def table(request: Request) -> Any:
    return (await _table(request)).rules.view()


async def close(request: Request) -> Any:
    await room_of(request).close_table(await _user(request), await _table(request))
    return {}


async def bots(request: Request) -> Any:
    """Other bots at a table of one's own."""
    user, host = await _user(request), await _table(request)
    await room_of(request).change_bots(user, host, await _body(request, BotRules))
    return {}


async def bar(request: Request) -> Any:
    """Send somebody away, or let them in again."""
    user, host = await _user(request), await _table(request)
    body = await _body(request, Bar)
    await room_of(request).bar(user, host, body.user, body.barred)
    return {}


async def barred(request: Request) -> Any:
    """Who is barred, for the owner."""
    user, host = await _user(request), await _table(request)
    room_of(request).check_owner(user, host)
    return {"barred": [{"user": id, "name": name} for id, name in host.rules.barred.items()]}


async def notes(request: Request) -> Any:
    """What one wrote about others."""
    user = await _user(request)
    found = await room_of(request).store.read(guest_book.notes, user.id)
    return {"notes": [{"about": n.about, "name": n.name, "text": n.body, "changed": n.changed} for n in found]}


async def write_note(request: Request) -> Any:
    user = await _user(request)
    body = await _body(request, Note)
    room = room_of(request)
    text = body.text.strip()
    if len(text) > guest_book.MAX_NOTE or any([not (c.isprintable() or c == "\n") for c in text]):
        raise Fault("not-possible", Sentence("note-length", most=guest_book.MAX_NOTE))
    if body.about == user.id:
        raise Fault("not-possible", Sentence("note-self"))
    name = await room.name_of(body.about)
    if name is None:
        raise Fault("not-found", Sentence("no-person"))
    entry = guest_book.Note(body.about, name, text, time.time())
    try:
        await room.store.commit(guest_book.write_note(user.id, entry))
    except guest_book.TooManyNotes:
        raise Fault("not-possible", Sentence("notes-most", most=guest_book.MAX_NOTES)) from None
    return {}


async def stats(request: Request) -> Any:
    """One's own figures."""
    user = await _user(request)
    table = request.query_params.get("table")
    if table is not None and not table.isprintable():
        raise Fault("not-found", Sentence("no-table"))
    return {"stats": await room_of(request).store.read(result.totals, user.id, table)}


async def enter(request: Request) -> Any:
    room, user = room_of(request), await _user(request)
    body = await _body(request, Password)
    host = room.tables.get(request.path_params["table"])
    if host is None:
        raise Fault("not-found", Sentence("no-table"))
    settled = user.kind == "registered" and time.time() - user.created >= SETTLED_S
    tried = request.app.state.tries.enter(host.rules.id, client_of(request), user.id if settled else None)
    try:
        await room.enter(user.id, host, body.password, _party(request, user))
    except Refused:
        raise
    except BaseException:
        tried.unused()
        raise
    tried.right()
    return {}


async def rules(request: Request) -> Any:
    """The rules of exactly this table, made from its record."""
    record = (await _table(request)).rules
    say = language(_lang(request))
    played = record.game()
    return {
        "title": say("rules.title", game=game_name(played, say)),
        "lines": rule_lines(played, record.stakes, say),
    }


def _lang(request: Request) -> str:
    """The language asked for, if there is a file of it."""
    code = request.query_params.get("lang", DEFAULT)
    return code if code in languages() else DEFAULT


# Finished hands -------------------------------------------------------------------------------------------


async def hands(request: Request) -> Any:
    host = await _table(request)
    before = request.query_params.get("before", "")
    last = int(before) if before.isdecimal() and len(before) < 16 else None
    records = await room_of(request).store.read(journal.hands_of_table, host.rules.id, HANDS_A_PAGE, last)
    return {"hands": [_row(record) for record in records]}


async def own_hands(request: Request) -> Any:
    """The hands one was dealt into, of all tables, those that are closed too."""
    user = await _user(request)
    before = request.query_params.get("before", "")
    store = room_of(request).store
    last = await store.read(journal.hand_of_key, before) if KEY.fullmatch(before) else None
    if before and (last is None or user.id not in last.users):
        raise Fault("not-found", Sentence("no-hand"))
    records = await store.read(journal.hands_of_user, user.id, HANDS_A_PAGE, None if last is None else last.id)
    return {"hands": [_row(record) for record in records]}


def _row(record: journal.HandRecord) -> dict[str, Any]:
    """A finished hand in a list."""
    told = ("hand_no", "ended", "names", "nets")
    return {"id": record.key, **{name: getattr(record, name) for name in told}}


async def _finished(request: Request) -> Finished:
    """A finished hand for who may see it: by its key, or by a link."""
    room, params = room_of(request), request.path_params
    if "token" in params:
        found = await by_link(room, params["token"])
    else:
        user = await visitor(request)
        found = await by_key(room, params["hand"], user.id if user else "")
    if found is None:
        raise Fault("not-found", Sentence("no-hand"))
    return found


async def hand(request: Request) -> Any:
    """For the replay. `shared` is the link by which the viewer shares it, if they do; `betting` says how the betting
    stands after each event."""
    told = await _finished(request)
    record, seat = told.story.hand, viewer_of(told.story, told.user)
    seen, state = view(told.story.events, seat), PublicState(record.game, record.stakes, seat, due=record.posts)
    bets = []
    for event in seen:
        state.apply(event)
        bets.append(betting(state))
    link = told.key and await room_of(request).store.read(share.token_of, record.id, told.user)
    return {
        "id": told.key,
        "hand_no": record.hand_no,
        "began": record.began,
        "game": record.game,
        "stakes": record.stakes,
        "table": told.table,
        "players": record.names,
        "seat_map": record.places,
        "viewer": seat,
        "shared": f"/shared/{link}" if link else None,
        "events": [raw(event) for event in (*seen, *told.story.shown)],
        "betting": bets + [None] * len(told.story.shown),
    }


async def hand_file(request: Request) -> Any:
    told = await _finished(request)
    form = request.query_params.get("format", "text")
    if form not in FORMATS:
        raise Fault("not-possible", f"{form!r} is no format here", f"one of {', '.join(FORMATS)}")
    text = download(told.story, told.user, form, told.name, _lang(request))
    ending, kind = FORMATS[form]
    headers = {
        "Content-Disposition": f'attachment; filename="standpat-{number(told.story.hand.key)}.{ending}"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type=kind)


async def share_hand(request: Request) -> Any:
    """A link to a hand of one's own, or that link taken back."""
    user, told = await _user(request), await _finished(request)
    body = await _body(request, Share)
    if user.id not in told.story.hand.users:
        raise Fault("not-allowed", Sentence("share-own"))
    store, hand_id = room_of(request).store, told.story.hand.id
    if not body.on:
        await store.commit(share.unshare(hand_id, user.id))
        return {"url": None}
    (token,) = await store.commit(share.share(hand_id, user.id, time.time()))
    return {"url": f"/shared/{token}"}
