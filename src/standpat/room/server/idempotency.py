"""Requests over HTTP that are done once however often they arrive: those with an ``Idempotency-Key``.

`once(handler)` is a handler that remembers what was answered, by user, path and key (1 to 64 printable ASCII
characters), for `KEPT_S` seconds and the last `MOST` of them. A request that comes while the first is being done waits
for it. The same key with another body is refused. Refusals are not remembered: they have changed nothing. A restart
forgets all.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.server.visitor import visitor
from standpat.room.tables.refusal import Refused

Handler = Callable[[Request], Awaitable[Any]]
MOST: Final = 2000
KEPT_S: Final = 600.0
MAX_KEY: Final = 64
MAX_BODY: Final = 16_384


class _Kept(NamedTuple):
    said: bytes
    answer: "asyncio.Future[Any]"
    at: float


def once(handler: Handler) -> Handler:
    """See the module."""
    kept: OrderedDict[tuple[str, str, str], _Kept] = OrderedDict()

    async def serve(request: Request) -> Any:
        key = request.headers.get("idempotency-key", "")
        user = await visitor(request) if 0 < len(key) <= MAX_KEY and key.isascii() and key.isprintable() else None
        if user is None:
            return await handler(request)
        said, name = await _digest(request), (user.id, request.url.path, key)
        while kept and (len(kept) >= MOST or time.monotonic() - next(iter(kept.values())).at > KEPT_S):
            kept.popitem(last=False)
        before = kept.get(name)
        if before is not None:
            if before.said != said:
                raise Refused("not-possible", Sentence("key-used"), "a new key for each request")
            return await asyncio.shield(before.answer)
        answer = asyncio.ensure_future(handler(request))
        kept[name] = _Kept(said, answer, time.monotonic())
        answer.add_done_callback(lambda done: kept.pop(name, None) if done.cancelled() or done.exception() else None)
        return await asyncio.shield(answer)

    return serve


async def _digest(request: Request) -> bytes:
    """Of the body, which the handler reads again; one that is too long is for the handler to refuse."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            break
    request._body = body
    return hashlib.blake2b(body, digest_size=16).digest()
