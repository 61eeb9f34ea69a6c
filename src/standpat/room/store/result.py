"""What hands were for their players, to be added up: a row a person and hand, written with the hand's end.

`rows(hand_id, game, users, hand)` are those of a finished hand, to be inserted in the commit that finishes it;
`totals` adds up a person's. Only their own player asks for them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Integer, cast, func, select

from standpat.engine.action import Bet, Call, Raise
from standpat.engine.hand import Hand
from standpat.room.store.batch import Insert
from standpat.room.store.schema import hand as hands
from standpat.room.store.schema import result
from standpat.table_view.public_state import PublicState


class Totals(Struct, frozen=True):
    """Of one game: hands; in how many of them chips were paid in before the first draw of one's own will (`vpip`), and
    with a bet or raise (`pfr`); how many came to the showdown, and won a pot there; the average of the cards drawn in
    each draw (None: never came so far); chips won, or lost."""

    game: str
    hands: int
    vpip: int
    pfr: int
    showdowns: int
    showdowns_won: int
    drawn: list[float | None]
    net: int


def rows(hand_id: int, users: Sequence[str | None], hand: Hand) -> Insert:
    """A finished hand; `users` by engine seat, None for who is not counted."""
    assert hand.nets is not None
    state = PublicState.of(hand.game, hand.stakes, hand.events)
    paid, raised = state.seats_that(Call, Bet, Raise), state.seats_that(Bet, Raise)
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
        }
        values.append(row)
    return Insert(((result, values),))


def totals(connection: Connection, person: str, table: str | None = None) -> list[Totals]:
    """Everything somebody has played, or what they played at one table, game by game."""
    c = result.c
    counts = [func.sum(cast(column, Integer)) for column in (c.paid, c.raised, c.showdown, c.won_there)]
    averages = [func.avg(column) for column in (c.drew1, c.drew2, c.drew3)]
    query = select(c.game, func.count(), *counts, *averages, func.sum(c.net)).where(c.person == person)
    if table is not None:
        query = query.join(hands, hands.c.id == c.hand_id).where(hands.c.table_id == table)
    sums = []
    for game, played, *figures, net in connection.execute(query.group_by(c.game).order_by(c.game)).all():
        paid, raised, showdown, won = [int(figure) for figure in figures[:4]]
        drawn = [None if average is None else round(float(average), 3) for average in figures[4:]]
        while drawn and drawn[-1] is None:
            drawn.pop()
        sums.append(Totals(game, played, paid, raised, showdown, won, drawn, int(net)))
    return sums
