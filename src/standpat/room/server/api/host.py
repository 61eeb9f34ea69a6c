"""The hosts of a table: pause, newcomers, players, chips, rules, co-hosts, and handing the table over."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from standpat.room.server.api.request import body_of, signed_in, table_of
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import room_of
from standpat.room.tables.coming_rules import Change


class Switch(Struct):
    """The body of a request to turn something on or off."""

    on: bool


class Whom(Struct):
    """The body of a request about a user."""

    user: str


class Decision(Struct):
    """The body of a request about a user who asks for something."""

    user: str
    yes: bool


class Answer(Struct):
    """The body of an answer to an offer."""

    yes: bool


class CoHost(Struct):
    """The body of a request to make a user a co-host, or no longer."""

    user: str
    on: bool


class Move(Struct):
    """The body of a request to move a user to another seat."""

    user: str
    seat: int


class Chips(Struct):
    """The body of a request to give a player chips, or take them off if `amount` is negative."""

    user: str
    amount: int
    reason: str


async def pause(request: Request) -> Any:
    """Pause the table, or let it go on."""
    user, actor = await signed_in(request), await table_of(request)
    await room_of(request).hosts.pause(user, actor, (await body_of(request, Switch)).on)
    return {}


async def newcomer(request: Request) -> Any:
    """Approve or decline somebody who asks for a seat."""
    user, actor = await signed_in(request), await table_of(request)
    body = await body_of(request, Decision)
    await room_of(request).hosts.decide_newcomer(user, actor, body.user, body.yes)
    return {}


async def approval(request: Request) -> Any:
    """Have newcomers wait for approval, or not."""
    user, actor = await signed_in(request), await table_of(request)
    await room_of(request).hosts.require_approval(user, actor, (await body_of(request, Switch)).on)
    return {}


async def remove(request: Request) -> Any:
    """Remove a player after the hand."""
    user, actor = await signed_in(request), await table_of(request)
    await room_of(request).hosts.remove(user, actor, (await body_of(request, Whom)).user)
    return {}


async def end_break(request: Request) -> Any:
    """End the break of a player."""
    user, actor = await signed_in(request), await table_of(request)
    await room_of(request).hosts.end_break(user, actor, (await body_of(request, Whom)).user)
    return {}


async def move(request: Request) -> Any:
    """Move a player, or oneself, to an empty seat."""
    user, actor = await signed_in(request), await table_of(request)
    body = await body_of(request, Move)
    await room_of(request).hosts.move(user, actor, body.user, body.seat)
    return {}


async def adjust(request: Request) -> Any:
    """Give a player chips, or take chips off."""
    user, actor = await signed_in(request), await table_of(request)
    body = await body_of(request, Chips)
    hosts = room_of(request).hosts
    await hosts.adjust(user, actor, body.user, body.amount, body.reason, note_of(request)({}))
    return {}


async def change(request: Request) -> Any:
    """Change stakes, buy-in, clock, game or house rules from the next hand on."""
    user, actor = await signed_in(request), await table_of(request)
    await room_of(request).hosts.change(user, actor, await body_of(request, Change))
    return {}


async def co_host(request: Request) -> Any:
    """Make somebody a co-host, or no longer."""
    user, actor = await signed_in(request), await table_of(request)
    body = await body_of(request, CoHost)
    await room_of(request).hosts.name_co_host(user, actor, body.user, body.on)
    return {}


async def hand_over(request: Request) -> Any:
    """Offer the table to somebody."""
    user, actor = await signed_in(request), await table_of(request)
    await room_of(request).hosts.offer(user, actor, (await body_of(request, Whom)).user)
    return {}


async def accept(request: Request) -> Any:
    """Accept a table that was offered, or decline it."""
    user, actor = await signed_in(request), await table_of(request)
    room = room_of(request)
    await room.hosts.accept(user, actor, room.check_may_own, (await body_of(request, Answer)).yes)
    return {}
