"""The results of a home game, from the session of its table (`standpat.room.home_game.session`).

The table is closed, and its ledger adds up. The places are by net result, best first; equal results share a place.
House players are no entrants; a person's own program is one, outside the club. What a member brought and added is their
buy-in, what they took away their prize, so one chip is one unit of the club's currency.
"""

from standpat.language.sentence import Sentence
from standpat.room.club.record import Result
from standpat.room.club.refusal import ClubRefused
from standpat.room.home_game.session import Session


def results(session: Session | None) -> tuple[Result, ...]:
    """The results of everybody at the table.

    Raises:
        ClubRefused: There is no such table, it is open, it was too long for a summary, or its ledger does not add up.
    """
    if session is None:
        raise ClubRefused("not-found", Sentence("no-table"))
    if session.closed is None:
        raise ClubRefused("not-possible", Sentence("club-table-open"))
    if session.difference or not session.whole:
        raise ClubRefused("not-possible", Sentence("club-table-sums"))
    played = [line for line in session.players if not line.bot]
    nets = [line.net for line in played]
    return tuple(
        [
            Result(
                place=1 + sum([net > line.net for net in nets]),
                member=line.user,
                entrants=len(played),
                buy_in=line.brought + line.bought_in + line.topped_up,
                prize=line.cashed_out + line.stack,
            )
            for line in played
        ]
    )
