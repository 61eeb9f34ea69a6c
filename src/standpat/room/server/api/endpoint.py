"""An address of the JSON API: it answers with the value that its handler returns, or with the handler's refusal.

A refused request gets `{"code", "text", "right", …}` with a 4xx status, and has changed nothing. A request that changes
something is a POST of JSON from the room's own pages or from a program.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from standpat.language.sentence import Sentence, sentence_of
from standpat.room.limits.password_tries import TooMany
from standpat.room.server import pages as page
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.security import same_origin
from standpat.room.server.visitor import check_not_barred, limited, quotas_of, room_of, token_of, visitor
from standpat.room.store.account import AccountError, SignInRefused, TooBusy
from standpat.room.tables.refusal import REFUSALS
from standpat.room.tables.refusal import refusal as refused_message

Handler = Callable[[Request], Awaitable[Any]]

STATUS: Final = {"sign-in": 401, "not-allowed": 403, "not-found": 404, "too-fast": 429, "too-long": 413}
"""The HTTP status of each code; 400 for all others."""
BUSY_S: Final = 3
"""Seconds after which a password may be tried again when too many are waiting."""


def answer(value: Any, status: int = 200) -> Response:
    """A JSON response that is not cached."""
    return Response(
        msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, media_type="application/json; charset=utf-8"
    )


def endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Make an endpoint of a handler. Its value becomes the answer, and so does its refusal."""

    async def serve(request: Request) -> Response:
        try:
            if request.method == "POST":
                _may_change(request)
            elif not quotas_of(request).read(limited(request)):
                raise too_fast(quotas_of(request).seconds("read", limited(request)))
            check_not_barred(request, await visitor(request))
            value = await handler(request)
        except Fault as error:
            return refusal(error.code, error, error.right, error.wait)
        except TooMany as error:
            return refusal("too-fast", Fault("", Sentence("too-many-tries")), f"wait {error.wait} s", error.wait)
        except REFUSALS as error:
            refused = refused_message(0, error)
            return _plain(refused.code, refused.text, refused.right, refused.key, refused.args)
        except ClientDisconnect:  # during the body, so nobody reads the answer
            return Response(status_code=400)
        except (SignInRefused, TooBusy, AccountError) as error:
            if isinstance(error, TooBusy):
                room_of(request).metrics.refused("password_queue")
                return refusal("too-fast", error, f"wait {BUSY_S} s", BUSY_S)
            return refusal("not-possible", error)
        return value if isinstance(value, Response) else answer(value)

    return serve


async def missing(request: Request, error: Exception) -> Response:
    """The answer to an unknown address or method: a page for people, JSON for programs."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if not request.url.path.startswith("/api") and status == 404:
        return page.missing()
    fault = Fault("", Sentence("no-address") if status == 404 else Sentence("no-method"))
    response = refusal("not-found" if status == 404 else "not-allowed", fault)
    response.status_code = status
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


def refusal(code: str, error: Exception, right: str = "", wait: int | None = None) -> Response:
    """The answer to a refused request. After `wait` seconds it may be sent again."""
    return _plain(code, str(error), right, *sentence_of(error), wait)


def _plain(code: str, text: str, right: str, key: str, args: dict[str, Any], wait: int | None = None) -> Response:
    value: dict[str, Any] = {"code": code, "text": text, "right": right, "key": key, "args": args}
    if wait is None:
        return answer(value, STATUS.get(code, 400))
    response = answer({**value, "retry_after": wait}, STATUS.get(code, 400))
    response.headers["Retry-After"] = str(wait)
    return response


def _may_change(request: Request) -> None:
    """Check that a request may change something.

    Raises:
        Fault: It comes from another site, is not JSON, or is above the rate limit.
    """
    if not same_origin(request.headers, request.app.state.origins):
        raise Fault("not-allowed", "another site's page may not do that")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Fault("bad-frame", "the body is no JSON", "Content-Type: application/json")
    if not quotas_of(request).change(token_of(request), limited(request)):
        raise too_fast(quotas_of(request).seconds("change", token_of(request), limited(request)))
