"""Results for players' statistics: one row for each player and hand, written in the commit that finishes the hand.

Hands of house players alone have none, and rooms of earlier versions stored none for house players. The chips of a
tournament are not those of cash games, so the sums of a person are of one or of the other.

`rows` makes the rows of a finished hand. `totals` adds up the rows of one person; `sums` reads such a row.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Integer, cast, func, select

from standpat.engine.action import Bet, Call, Raise
from standpat.engine.hand import Hand
from standpat.room.store.batch import Insert
from standpat.room.store.schema import hand as hands
from standpat.room.store.schema import result
from standpat.table_view.public_state import PublicState

HOUSE: Final = "bot:"
"""How the ids of house players begin. They end with a colon and the name."""


class Totals(Struct, frozen=True):
    """The sums of one person in one game.

    Attributes:
        game: The game's id.
        hands: Hands dealt.
        vpip: Hands in which they called, bet or raised before the first draw.
        pfr: Hands in which they bet or raised before the first draw.
        showdowns: Hands that they had at the showdown.
        showdowns_won: Those of them in which they won a pot.
        drawn: The average number of cards in each draw; None for a draw that they never came to.
        net: Chips won, negative if lost.
    """

    game: str
    hands: int
    vpip: int
    pfr: int
    showdowns: int
    showdowns_won: int
    drawn: list[float | None]
    net: int


def rows(hand_id: int, users: Sequence[str | None], hand: Hand, *, tournament: bool = False) -> Insert:
    """The rows of a finished hand.

    Args:
        hand_id: The hand's id.
        users: The users by engine seat; None for a seat that is not counted.
        hand: The hand, which must be over.
        tournament: Whether it is a hand of a tournament.
    """
    assert hand.nets is not None
    state = PublicState.of(hand.game, hand.stakes, hand.events)
    paid, raised = state.seats_that(Call, Bet, Raise), state.seats_that(Bet, Raise)
    pot = sum([seat.won for seat in state.seats])
    values: list[Mapping[str, Any]] = []
    for seat, (user, net) in enumerate(zip(users, hand.nets, strict=True)):
        if user is None:
            continue
        drew = [*state.seats[seat].trail, None, None, None]
        row = {
            "hand_id": hand_id,
            "seat": seat,
            "person": user,
            "game": hand.game.id,
            "paid": seat in paid,
            "raised": seat in raised,
            "showdown": seat in state.showdown,
            "won_there": seat in state.showdown and state.seats[seat].won > 0,
            "drew1": drew[0],
            "drew2": drew[1],
            "drew3": drew[2],
            "net": net,
            "pot": pot,
            "tournament": tournament,
        }
        values.append(row)
    return Insert(((result, values),))


def totals(connection: Connection, person: str, table: str | None = None, *, tournament: bool = False) -> list[Totals]:
    """The sums of a person by game: at one table, in all cash games, or in all tournaments."""
    c = result.c
    counts = [func.sum(cast(column, Integer)) for column in (c.paid, c.raised, c.showdown, c.won_there)]
    averages = [func.avg(column) for column in (c.drew1, c.drew2, c.drew3)]
    query = select(c.game, func.count(), *counts, *averages, func.sum(c.net)).where(c.person == person)
    if table is None:
        query = query.where(c.tournament.is_(tournament))
    else:
        query = query.join(hands, hands.c.id == c.hand_id).where(hands.c.table_id == table)
    return [sums(*row) for row in connection.execute(query.group_by(c.game).order_by(c.game)).all()]


def sums(game: str, played: int, *figures: Any) -> Totals:
    """The sums of one person in one game, from a row of the database.

    Args:
        game: The game's id.
        played: Hands dealt.
        *figures: Hands paid, raised, at the showdown and won there; the averages of three draws; the net.
    """
    paid, raised, showdown, won = [int(figure) for figure in figures[:4]]
    drawn = [None if average is None else round(float(average), 3) for average in figures[4:7]]
    while drawn and drawn[-1] is None:
        drawn.pop()
    return Totals(game, played, paid, raised, showdown, won, drawn, int(figures[7]))
