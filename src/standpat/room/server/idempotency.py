"""HTTP requests with an ``Idempotency-Key``, which are done once however often they arrive.

`once(handler)` is a handler that keeps its answers by user, path and key (1 to 64 printable ASCII characters), for
`KEPT_S` seconds and at most `MOST` of them. A repeated request that arrives during the first one waits for it. The same
key with another body is refused. Refusals are not kept, because they have changed nothing.

These answers are in memory. A request that moves chips or opens a table is also stored in the commit that does it, so a
restart does not forget it. To this end the handler passes `note_of(request)`, applied to its answer, to that commit. A
stored answer is found again for as long as `standpat.room.store.request_book` keeps it. An answer with a secret must
not be stored.
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
"""The operations to commit with a request, given its answer."""

MOST: Final = 2000
"""Answers that a handler keeps."""
KEPT_S: Final = 600.0
"""How long an answer is kept, in seconds."""
MAX_KEY: Final = 64
"""The longest key, in characters."""
MAX_BODY: Final = 16_384
"""Bytes of the body that the digest reads."""


class _Kept(NamedTuple):
    said: str
    answer: "asyncio.Future[Any]"
    at: float


class _Name(NamedTuple):
    """What identifies a request."""

    person: str
    place: str
    key: str


def note_of(request: Request) -> Note:
    """The `Note` of a request. Nothing is stored for a request without a key."""
    note: Note = getattr(request.state, "note", _nothing)
    return note


def _nothing(answer: Any) -> tuple[Work, ...]:
    return ()


def once(handler: Handler) -> Handler:
    """Make a handler that does each request with a key once."""
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
    """The stored answer to a request, or the handler's answer now."""
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
    """A digest of the body, which the handler can still read. The handler refuses a body that is too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            break
    request._body = body
    return hashlib.blake2b(body, digest_size=16).hexdigest()
