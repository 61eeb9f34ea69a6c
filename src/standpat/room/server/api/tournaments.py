"""Tournaments: the list, one of them, and what players ask for.

What cannot be done now is refused with the reason, and nothing has changed. What directs a tournament is in
`tournament_director`, and who sees which one in `tournament_access`.
"""

from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.server.api.endpoint import Handler
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import body_of, signed_in
from standpat.room.server.api.tournament_access import (
    among_friends,
    ask,
    check_seen,
    counted,
    desk_of,
    directs,
    hidden_from,
    over_of,
)
from standpat.room.server.visitor import room_of, visitor
from standpat.room.store import ledger, tournament_book, users
from standpat.room.tournaments.view import WISHES, payer_of, row, view
from standpat.tournament import commands
from standpat.tournament.commands import Form
from standpat.tournament.state import Tournament

PAST: Final = 20
"""How many tournaments that are over are listed."""


class Division(Struct, forbid_unknown_fields=True):
    """The body of a request to propose a deal."""

    form: Form
    amounts: dict[str, int] | None = None


class Reply(Struct, forbid_unknown_fields=True):
    """The body of an answer to a deal."""

    yes: bool


class Choice(Struct, forbid_unknown_fields=True):
    """The body of a request to pick the next game, by its place in the list."""

    game: int


async def tournaments(request: Request) -> Any:
    """The tournaments: those that are not over, then the last ones that are."""
    user, room = await visitor(request), room_of(request)
    now, keepers = int(room.watch.wall() * 1000), room.tournaments.keepers.values()
    me, table_id = user.id if user else "", room.tournaments.table_id
    rows = [row(keeper.state, now, me, table_id, private=keeper.door.private) for keeper in keepers]
    rows.sort(key=lambda one: (one.status != "open", one.starts, one.name))
    past = await room.store.read(tournament_book.past, PAST, me)
    rows += await room.tournaments.past.rows([id for id in past if id not in room.tournaments.keepers])
    others = await hidden_from(request, user, [one.id for one in rows])
    return {"tournaments": [one for one in rows if one.id not in others]}


async def tournament(request: Request) -> Any:
    """A tournament, over or not, as the user sees it."""
    user, room = await visitor(request), room_of(request)
    id, now = request.path_params["tournament"], int(room.watch.wall() * 1000)
    open_to_them = await check_seen(request, user, id)
    desk_of(request).check_readable(id)
    keeper, me = desk_of(request).keepers.get(id), user.id if user else ""
    if keeper is not None:
        operator = user is not None and user.role == "admin"
        return view(
            keeper.state,
            me,
            now,
            desk_of(request).table_id,
            director=directs(user, keeper) and (operator or open_to_them),
            operator=operator,
            person=user.person if user else "",
            payer=await _payer(request, keeper.state),
            private=keeper.door.private,
        )
    over = await over_of(request, id)
    payer = await _payer(request, over.state)
    return view(over.state, me, now, lambda _, number: "", director=False, payer=payer, private=over.private)


async def _payer(request: Request, state: Tournament) -> str:
    """The name of who pays for the bots."""
    payer = payer_of(state)
    return (await room_of(request).store.read(users.names, [payer])).get(payer, payer) if payer else ""


async def register(request: Request) -> Any:
    """Enter."""
    user, desk, id = await signed_in(request), desk_of(request), request.path_params["tournament"]
    if not await check_seen(request, user, id):  # what a club hides is entered by its members alone
        raise Fault("not-found", Sentence("tournament-unknown"))
    keeper, asker = desk.find(id), counted(request, user)
    new = not await among_friends(request, keeper) and desk.origins.enter(keeper.id, user.id, asker.client)
    try:
        await ask(
            request, commands.register, user.id, user.name, account=ledger.wallet(user.person), person=user.person
        )
    except BaseException:
        if new:
            desk.origins.leave(id, user.id)
        raise
    return {}


def wish_of(name: str) -> Handler:
    """The handler of a request without arguments: to withdraw, enter again, buy chips, or say no to them."""

    async def handler(request: Request) -> Any:
        user = await signed_in(request)
        counted(request, user)
        await ask(request, WISHES[name], user.id, account=ledger.wallet(user.person))
        if name == "withdraw":
            desk_of(request).origins.leave(request.path_params["tournament"], user.id)
        return {}

    return handler


async def propose(request: Request) -> Any:
    """Propose a deal."""
    user, body = await signed_in(request), await body_of(request, Division)
    await ask(request, commands.propose, user.id, body.form, amounts=body.amounts)
    return {}


async def answer(request: Request) -> Any:
    """Answer a proposed deal."""
    user, body = await signed_in(request), await body_of(request, Reply)
    await ask(request, commands.answer, user.id, body.yes)
    return {}


async def pick(request: Request) -> Any:
    """Pick the next game."""
    user, body = await signed_in(request), await body_of(request, Choice)
    await ask(request, commands.pick, user.id, body.game)
    return {}
