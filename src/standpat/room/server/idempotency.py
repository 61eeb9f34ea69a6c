"""Requests over HTTP that are done once however often they arrive: those with an ``Idempotency-Key``.

`once(handler)` is a handler that remembers what was answered, by user, path and key (1 to 64 printable ASCII
characters), for `KEPT_S` seconds and the last `MOST` of them. A request that comes while the first is being done waits
for it. The same key with another body is refused. Refusals are not remembered: they have changed nothing.

That much is in memory. What moves chips or makes a table is also written down in the very commit that does it, so that
a restart forgets none of it: the handler gives what `note_of(request)` says of its answer to that commit, and an answer
that was written down is found again, for as long as `standpat.room.store.request_book` keeps it. An answer that holds a
secret must not be noted.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import msgspec
from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.server.visitor import room_of, visitor
from standpat.room.store import Work, request_book
from standpat.room.store.request_book import Done
from standpat.room.tables.refusal import Refused

Handler = Callable[[Request], Awaitable[Any]]
Note = Callable[[Any], tuple[Work, ...]]
"""What is to be written with what a request does, given its answer."""

MOST: Final = 2000
KEPT_S: Final = 600.0
MAX_KEY: Final = 64
MAX_BODY: Final = 16_384


class _Kept(NamedTuple):
    said: str
    answer: "asyncio.Future[Any]"
    at: float


class _Name(NamedTuple):
    """What a request is known by."""

    person: str
    place: str
    key: str


def note_of(request: Request) -> Note:
    """See the module. Nothing is to be written for a request without a key."""
    note: Note = getattr(request.state, "note", _nothing)
    return note


def _nothing(answer: Any) -> tuple[Work, ...]:
    return ()


def once(handler: Handler) -> Handler:
    """See the module."""
    kept: OrderedDict[_Name, _Kept] = OrderedDict()

    async def serve(request: Request) -> Any:
        key = request.headers.get("idempotency-key", "")
        user = await visitor(request) if 0 < len(key) <= MAX_KEY and key.isascii() and key.isprintable() else None
        if user is None:
            return await handler(request)
        said, name = await _digest(request), _Name(user.id, request.url.path, key)
        while kept and (len(kept) >= MOST or time.monotonic() - next(iter(kept.values())).at > KEPT_S):
            kept.popitem(last=False)
        before = kept.get(name)
        if before is not None:
            _check(before.said, said)
            return await asyncio.shield(before.answer)
        answer = asyncio.ensure_future(_do(handler, request, name, said))
        kept[name] = _Kept(said, answer, time.monotonic())
        answer.add_done_callback(lambda done: kept.pop(name, None) if done.cancelled() or done.exception() else None)
        return await asyncio.shield(answer)

    return serve


async def _do(handler: Handler, request: Request, name: _Name, said: str) -> Any:
    """What was answered, if that was written down; else what the handler answers now."""
    room = room_of(request)
    done = await room.store.read(request_book.find, *name)
    if done is not None:
        _check(done.said, said)
        return msgspec.json.decode(done.answer)

    def note(answer: Any) -> tuple[Work, ...]:
        done = Done(said, msgspec.json.encode(answer).decode())
        return (request_book.remember(*name, done, room.watch.wall()),)

    request.state.note = note
    return await handler(request)


def _check(before: str, now: str) -> None:
    if before != now:
        raise Refused("not-possible", Sentence("key-used"), "a new key for each request")


async def _digest(request: Request) -> str:
    """Of the body, which the handler reads again; one that is too long is for the handler to refuse."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            break
    request._body = body
    return hashlib.blake2b(body, digest_size=16).hexdigest()
