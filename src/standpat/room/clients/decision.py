"""The legal actions of a client, from the decision in a turn. `standpat.protocol.room.decision` is the inverse."""

from standpat.engine.action import Bounds, Legal
from standpat.protocol import room as wire


def legal_of(turn: wire.Turn | None) -> Legal | None:
    """The legal actions of a turn; None if there is no turn or it is another player's."""
    match turn.decision if turn else None:
        case wire.Draw(max_discards=most):
            return Legal(draw=most)
        case wire.Showdown(default=default):
            return Legal(showdown=default)
        case wire.Wager() as wager:
            return Legal(
                fold=wager.fold,
                check=wager.check,
                call=wager.call if isinstance(wager.call, int) else None,
                bet=Bounds(wager.bet.min_to, wager.bet.max_to) if isinstance(wager.bet, wire.Bounds) else None,
                raise_=Bounds(wager.raise_.min_to, wager.raise_.max_to)
                if isinstance(wager.raise_, wire.Bounds)
                else None,
            )
    return None
