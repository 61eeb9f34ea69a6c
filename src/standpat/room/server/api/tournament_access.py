"""Who may see which tournament, and how the API finds one."""

from collections.abc import Sequence

from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.club import tournament as club
from standpat.room.server.api.fault import Fault
from standpat.room.server.visitor import room_of
from standpat.room.store.users import User
from standpat.room.tournaments.desk import Tournaments
from standpat.room.tournaments.past import Over


def desk_of(request: Request) -> Tournaments:
    """The room's tournaments."""
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
    """Those of some tournaments that are for the members of a club in which the user is not."""
    return await room_of(request).store.read(club.hidden, ids, user.id if user else "")


async def check_seen(request: Request, user: User | None, id: str) -> bool:
    """Check that a user may see a tournament. One of a club is seen by its members, its players and the operator.

    Returns:
        Whether nothing hides it from them; a player who was removed from the club sees what is hidden.

    Raises:
        Fault: They may not; they learn nothing of it.
    """
    if not await hidden_from(request, user, [id]):
        return True
    keeper = desk_of(request).keepers.get(id)
    plays = user is not None and keeper is not None and user.id in keeper.state.players
    if user is None or not (plays or user.role == "admin"):
        raise Fault("not-found", Sentence("tournament-unknown"))
    return False
