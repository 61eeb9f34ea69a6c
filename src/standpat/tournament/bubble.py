"""Players without chips, and hand-for-hand: steps of the director (T1.5, T6.1-T6.6).

Hand-for-hand is announced when so many players are left as places are paid, and one more (`Options.h4h_at`); tables
finish their hands and wait. In a round each table deals one hand. Who is out is decided when all tables have played
theirs; hands that were being finished when it was announced count as one round (T6.4). It is over when the money is
reached, or only one table is left.
"""

from collections.abc import Sequence

from standpat.tournament import registration
from standpat.tournament.eliminations import Bust, groups
from standpat.tournament.events import Declined, Event, Offered, Out, RoundBegan, RoundCalled, RoundsOver
from standpat.tournament.seat_plan import plan_of
from standpat.tournament.state import Tournament
from standpat.tournament.table import Player, Table


def busts(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """Offer chips to players who have none, and put out those who cannot or do not buy any."""
    off = tournament.called_off is not None  # then nobody buys, and no round is played to its end
    waiting = [table for table in tournament.open_tables() if table.busts and table.hand is None]
    for table in waiting:
        players = [tournament.players[id] for id in table.busts]
        if sent := next((player for player in players if player.mine.barred), None):
            return [Out(at=now, players=(sent.id,))]
        if late := [player for player in players if player.offered and (off or now >= player.offered)]:
            return [Declined(at=now, player=player.id) for player in late]
        if tournament.left == 1:  # all others were disqualified, and took the last chips with them (T3.6)
            return ()
        asked = [player.id for player in players if _may_buy(tournament, player, now) and not player.offered]
        if asked and not off:
            return [Offered(at=now, players=tuple(asked), until=now + registration.REBUY_WAIT_MS)]
    if tournament.calling:
        over = tournament.resting or (off and not tournament.playing)
        return _out(tournament, waiting, now) if over else ()
    for table in waiting:
        if not any([tournament.players[id].offered for id in table.busts]):
            return _out(tournament, [table], now)
    return ()


def rounds(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """Announce hand-for-hand, or end it."""
    plan = plan_of(tournament)
    several = len(plan.tables) > 1 and not plan.combines
    paid = len(tournament.prizes)
    if tournament.calling:
        over = not several or tournament.left <= paid
        return [RoundsOver(at=now)] if over and tournament.resting else ()
    near = paid < tournament.left <= paid + tournament.announced.options.h4h_at
    return [RoundCalled(at=now)] if tournament.closed and several and near else ()


def next_round(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """Begin the next round of hand-for-hand, when all tables wait and nobody moves."""
    if not tournament.calling or not tournament.resting or tournament.held(now):
        return ()
    return [RoundBegan(at=now, number=tournament.round + 1)]


def _may_buy(tournament: Tournament, player: Player, now: int) -> bool:
    structure, clock = tournament.announced.structure, tournament.time(now)
    return not player.declined and registration.may_rebuy(structure, clock, tournament.field, player.mine)


def _out(tournament: Tournament, tables: Sequence[Table], now: int) -> list[Event]:
    players = [Bust(id, table.number, tournament.players[id].began) for table in tables for id in table.busts]
    found = groups(players, tournament.announced.options.h4h_ties)
    if len(players) == tournament.left:  # a disqualified player won the last chips: the best of the others is left
        first = min(found[-1], key=lambda id: tournament.players[id].number)
        found[-1] = tuple([id for id in found[-1] if id != first])
    return [Out(at=now, players=group) for group in found if group]
