"""Calling a tournament off while it is played (T9.2): who gets what, and when. Pure.

The director, or the room when it cannot go on, calls it off (`CalledOff`). No hand begins any more, nobody enters or
buys chips, and the hands in progress are played to their end, so that nobody wins or loses by the moment that was
chosen. Who loses their last chips in them is out. Then everybody gets their amount (`refunding`), and it is over.

- Where nobody was out, everything is refunded as it was paid.
- Before the money, those left get the fee of their entry back, and the pool: half evenly, half by chips
  (`standpat.tournament.cancellation`). Who waits for a seat counts with a full stack. Who is out gets nothing.
- In the money, prizes that were won stay. Each of those left gets the lowest prize not yet won, and the rest goes by
  chips. After a deal, they get what it gave them, and what was left to play for goes by chips. Fees stay.
"""

from collections.abc import Sequence

from standpat.tournament.cancellation import before_the_money, in_the_money
from standpat.tournament.events import Cancelled, Event
from standpat.tournament.state import Tournament
from standpat.tournament.table import Player
from standpat.tournament.winnings import won


def refunding(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """The end of a tournament that was called off, when no table plays."""
    called = tournament.called_off
    if called is None or tournament.playing:
        return ()
    return [Cancelled(at=now, why=called.why, refunds=refunds(tournament))]


def refunds(tournament: Tournament) -> dict[str, int]:
    """What each player gets if it ends now; who gets nothing is not in it."""
    left = tournament.alive()
    if not tournament.outs and all([player.mine.entries == 1 for player in left]):
        amounts = {player.id: _paid(tournament, player) for player in left}
    elif tournament.closed and (len(left) <= len(tournament.prizes) or tournament.agreed):
        amounts = {id: part for id, part in won(tournament).items() if tournament.players[id].out}
        amounts |= _in_the_money(tournament, left)
    else:
        structure = tournament.announced.structure
        waiting = set(tournament.unseated)
        stacks = [structure.starting_stack if player.id in waiting else player.stack for player in left]
        parts = before_the_money(tournament.field.pool(structure), stacks)
        amounts = {player.id: structure.fee + part for player, part in zip(left, parts, strict=True)}
    return {id: amount for id, amount in amounts.items() if amount}


def _in_the_money(tournament: Tournament, left: Sequence[Player]) -> dict[str, int]:
    agreed = tournament.agreed
    prizes = (agreed.remains, *[0] * (len(left) - 1)) if agreed else tournament.prizes_left()
    stacks = [player.stack for player in left]
    parts = in_the_money(prizes, stacks) if len(left) > 1 else (sum(prizes),)
    given = agreed.amounts if agreed else {}
    return {player.id: given.get(player.id, 0) + part for player, part in zip(left, parts, strict=True)}


def _paid(tournament: Tournament, player: Player) -> int:
    """What a player has paid who has entered once."""
    structure, mine = tournament.announced.structure, player.mine
    rebuys = structure.rebuys.cost * mine.rebuys if structure.rebuys else 0
    add_ons = structure.add_on.cost * mine.add_ons if structure.add_on else 0
    return structure.buy_in + structure.fee + rebuys + add_ons
