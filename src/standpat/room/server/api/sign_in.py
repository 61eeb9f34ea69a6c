"""Registering, signing in and out, and changing the password."""

import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from standpat.language.sentence import Sentence
from standpat.room.limits.password_tries import Tries, Try
from standpat.room.server.api.endpoint import answer
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import body_of, party_of, signed_in
from standpat.room.server.visitor import (
    COOKIE,
    bearer_of,
    check_not_barred,
    client_of,
    device_of,
    remember,
    remember_device,
    room_of,
    token_of,
)
from standpat.room.store import device as devices
from standpat.room.store import users
from standpat.room.store.account import Entrance, SignInRefused
from standpat.room.store.name import key as name_key
from standpat.room.store.password import Party
from standpat.room.store.session import new_token, session_of

MOST_NAME: Final = 200
"""Characters of a name by which its tries are counted."""


class Names(Struct):
    """A name and its password."""

    name: str
    password: str


class NewPassword(Struct):
    """The body of a request to change the password."""

    old: str
    new: str


async def register(request: Request) -> Any:
    """Give a guest a name and a password."""
    user = await signed_in(request)
    body = await body_of(request, Names)
    request.app.state.tries.register(client_of(request))
    accounts = room_of(request).accounts
    entrance = await accounts.register(user.id, body.name, body.password, party_of(request, user))
    return await _new_session(request, entrance)


async def login(request: Request) -> Any:
    """Sign in by name and password."""
    body = await body_of(request, Names)
    room, address, device = room_of(request), client_of(request), device_of(request)
    known = device is not None and await room.store.read(devices.known, session_of(device), body.name)
    tries: Tries = request.app.state.tries
    tried = tries.sign_in(name_key(body.name[:MOST_NAME]), address, device if known else None)
    party = Party(f"device {device}", True) if known else Party(address)
    async with _checking(tried):
        try:
            entrance = await room.accounts.sign_in(body.name, body.password, party, instead_of=_session_cookie(request))
        except SignInRefused:
            meant = await room.store.read(users.by_name, body.name)
            await room.audit.note("sign-in-refused", "", meant.id if meant else "", address=address)
            raise
    tried.right()
    check_not_barred(request, entrance.user)
    await room.audit.note("sign-in", entrance.user.id, entrance.user.id, address=address)
    return await _new_session(request, entrance)


async def password(request: Request) -> Any:
    """Change the user's password, given the present one. Every other session ends."""
    user = await signed_in(request)
    body = await body_of(request, NewPassword)
    if user.kind != "registered":
        raise Fault("not-possible", Sentence("no-password"))
    tried = request.app.state.tries.own(user.id)
    accounts = room_of(request).accounts
    async with _checking(tried):
        entrance = await accounts.change_password(user.id, body.old, body.new, Party(f"person {user.id}", True))
    tried.right()
    return await _new_session(request, entrance)


@contextlib.asynccontextmanager
async def _checking(tried: Try) -> AsyncIterator[None]:
    """Check a password. A try that fails for another reason than a wrong password does not count."""
    try:
        yield
    except SignInRefused:
        raise
    except BaseException:
        tried.unused()
        raise


async def _new_session(request: Request, entrance: Entrance) -> Response:
    """Answer with a new session. The device is known from then on."""
    user, token = entrance
    device, before = new_token(), device_of(request)
    room = room_of(request)
    old = None if before is None else session_of(before)
    await room.store.commit(devices.remember(session_of(device), user.id, time.time(), old))
    names = {"user": user.id, "name": user.name}
    if bearer_of(request):  # a program keeps its tokens itself
        return answer({**names, "token": token})
    response = answer(names)
    remember(response, request, token)
    remember_device(response, request, device)
    return response


def _session_cookie(request: Request) -> str | None:
    """The token of the page's session, which a new one replaces; None for a program, which keeps its token."""
    return None if bearer_of(request) else token_of(request)


async def logout(request: Request) -> Any:
    """End this session."""
    await signed_in(request)
    token = token_of(request)
    assert token is not None
    await room_of(request).accounts.sign_out(token)
    return _signed_out()


async def sign_out_everywhere(request: Request) -> Any:
    """End every session of the user, including this one."""
    user = await signed_in(request)
    if user.kind != "registered":
        raise Fault("not-possible", Sentence("no-password"))
    await room_of(request).accounts.sign_out_everywhere(user.id)
    return _signed_out()


def _signed_out() -> Response:
    response = answer({})
    response.delete_cookie(COOKIE, path="/")
    return response
