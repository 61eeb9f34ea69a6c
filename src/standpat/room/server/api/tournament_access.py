"""Who sees which tournament, and who directs it.

A club's is for its members. A private one is in nobody's list who has not opened it. Its id is in its link: who has the
link may see it, and where it has a password, who gave that, too. Whoever may not see a tournament learns nothing of it,
but that it wants a password.
"""

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.club import tournament as club
from standpat.room.limits.quota import Asker
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import Password, body_of, party_of, password_try, signed_in
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import asker_of, quotas_of, room_of, visitor
from standpat.room.store import tournament_door
from standpat.room.store.users import User
from standpat.room.tables.refusal import Refused as Denied
from standpat.room.tournaments.desk import Tournaments
from standpat.room.tournaments.keeper import Keeper
from standpat.room.tournaments.past import Over
from standpat.tournament.commands import Granted
from standpat.tournament.registration import Refused


def desk_of(request: Request) -> Tournaments:
    """The tournaments of the room."""
    return room_of(request).tournaments


async def over_of(request: Request, id: str) -> Over:
    """A tournament that is over.

    Raises:
        Fault: It is not over, or there is none.
    """
    desk = desk_of(request)
    desk.check_readable(id)
    over = await desk.past.find(id)
    if over is None and id in desk.keepers:
        raise Fault("not-possible", Sentence("tournament-not-over"))
    if over is None:
        raise Fault("not-found", Sentence("tournament-unknown"))
    return over


async def hidden_from(request: Request, user: User | None, ids: Sequence[str]) -> set[str]:
    """Those of some tournaments that a user's list does not have: of a club in which they are not, or private and not
    opened by them.
    """
    store, me = room_of(request).store, user.id if user else ""
    return await store.read(club.hidden, ids, me) | await store.read(tournament_door.closed_to, ids, me)


async def among_friends(request: Request, keeper: Keeper) -> bool:
    """Whether the players know each other: of a club, or with the link of a private tournament."""
    return keeper.door.private or bool(await room_of(request).store.read(club.hidden, [keeper.id], ""))


async def check_seen(request: Request, user: User | None, id: str) -> bool:
    """Check that a user may see a tournament, and note that they have opened it if it is private. One of a club is seen
    by its members, its players and the operator.

    Returns:
        Whether nothing hides it from them; a player who was removed from the club sees what is hidden.

    Raises:
        Fault: They may not.
    """
    store, me = room_of(request).store, user.id if user else ""
    operator, keeper = user is not None and user.role == "admin", desk_of(request).keepers.get(id)
    if await store.read(club.hidden, [id], me):
        if not operator and not (keeper is not None and me in keeper.state.players):
            raise Fault("not-found", Sentence("tournament-unknown"))
        return False
    if await store.read(tournament_door.closed_to, [id], me):
        door = await store.read(tournament_door.of, id)
        if operator:
            return False
        if door is None or door.password is not None:
            raise Fault("not-allowed", Sentence("tournament-password"))
        if user is not None:
            await desk_of(request).admit(user.id, id)
    return True


async def enter(request: Request) -> Any:
    """Show a private tournament to a user who gives its password."""
    user, body = await signed_in(request), await body_of(request, Password)
    await give_password(request, user, request.path_params["tournament"], body.password)
    return {}


async def give_password(request: Request, user: User, id: str, password: str) -> None:
    """Admit a user to a private tournament, and so to its tables.

    Raises:
        Fault: There is no such tournament.
        Denied: The password is wrong, or it has none.
        TooMany: They tried too often.
    """
    room = room_of(request)
    door = await room.store.read(tournament_door.of, id)
    if door is None:
        raise Fault("not-found", Sentence("tournament-unknown"))
    with password_try(request, user, id):
        if not await room.accounts.check(door.password, password, party_of(request, user)):
            raise Denied("not-possible", Sentence("wrong-password"))
    await desk_of(request).admit(user.id, id)


def counted(request: Request, user: User) -> Asker:
    """Who asks, after an entry or a purchase was counted.

    Raises:
        Fault: They asked too often.
    """
    asker = asker_of(request, user)
    if not quotas_of(request).entry(asker):
        raise too_fast(quotas_of(request).seconds("entry", asker.person, asker.client))
    return asker


def directs(user: User | None, keeper: Keeper) -> bool:
    """Whether a user directs a tournament, as far as that does not depend on a club."""
    return user is not None and (user.role == "admin" or user.id == keeper.owner)


async def director_of(request: Request) -> User:
    """The user, who must direct the tournament: of a club's, only as long as they are a member.

    Raises:
        Fault: They do not.
    """
    user, id = await signed_in(request), request.path_params["tournament"]
    if not await check_seen(request, user, id) and user.role != "admin":
        raise Fault("not-allowed", Sentence("tournament-director"))
    if not directs(user, desk_of(request).find(id)):
        raise Fault("not-allowed", Sentence("tournament-director"))
    return user


async def ask(request: Request, command: Callable[..., Granted], *args: Any, account: str = "", **more: Any) -> None:
    """Do what a user asks of the tournament in the address.

    Raises:
        Fault: They may not see it, or it is not possible now.
    """
    keeper = desk_of(request).find(request.path_params["tournament"])
    await check_seen(request, await visitor(request), keeper.id)
    try:
        await keeper.ask(command, *args, account=account, also=note_of(request)({}), **more)
    except Refused as refused:
        raise Fault("not-possible", refused.args[0]) from None
