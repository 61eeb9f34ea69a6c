"""What a player could have counted about another one: only hands into which both were dealt, and only what all saw.

Hands of cash games and of tournaments are counted apart, because people play them differently. House players are
counted too, in hands from since their results have been stored (`standpat.room.store.result`).
"""

from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Integer, cast, func, select

from standpat.room.store.schema import player, result


class Observed(Struct, frozen=True):
    """What a viewer has seen of another player in one game.

    Attributes:
        game: The game's id.
        hands: Hands into which both were dealt.
        vpip: Those in which the player called, bet or raised before the first draw.
        pfr: Those in which they bet or raised before the first draw.
        draws: Those in which they came to the first draw.
        pat: Those in which they stood pat there.
        drawn: The average number of cards that they drew there; None if they never came to it.
        showdowns: Those in which they were at the showdown.
        showdowns_won: Those in which they won a pot there.
    """

    game: str
    hands: int
    vpip: int
    pfr: int
    draws: int
    pat: int
    drawn: float | None
    showdowns: int
    showdowns_won: int


def observed(connection: Connection, viewer: str, user: str, *, tournament: bool = False) -> list[Observed]:
    """What a viewer has seen of another user, by game, in cash games or in tournaments."""
    c = result.c
    together = select(player.c.hand_id).where(player.c.person == viewer)
    query = (
        select(
            c.game,
            func.count(),
            _times(c.paid),
            _times(c.raised),
            func.count(c.drew1),
            _times(c.drew1 == 0),
            func.avg(c.drew1),
            _times(c.showdown),
            _times(c.won_there),
        )
        .where(c.person == user, c.tournament.is_(tournament), c.hand_id.in_(together))
        .group_by(c.game)
        .order_by(c.game)
    )
    return [_of(*row) for row in connection.execute(query).all()]


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """In how many rows something is so."""
    return func.coalesce(func.sum(cast(condition, Integer)), 0)


def _of(game: str, *figures: Any) -> Observed:
    hands, vpip, pfr, draws, pat, drawn, showdowns, won = figures
    average = None if drawn is None else round(float(drawn), 3)
    return Observed(game, hands, int(vpip), int(pfr), draws, int(pat), average, int(showdowns), int(won))
