"""The next hand of a table: whether it may begin, who is dealt in, and what they post.

A table asks with `dealt` when it is ready: the pause after the last hand is over. The level is the one in force then
(T2.1). Everybody with chips is dealt in, present or not (T3.1), but for those who have just come to a seat between the
button and the small blind (`standpat.tournament.positions`).

No hand begins while the tournament is paused, on a break or waits for answers about a deal; before all seats are drawn
again; at a table that breaks, that waits for a player who may buy chips, or that is so many players short that it waits
for one (T5.4); and in hand-for-hand beyond the one of each round (T6.1).
"""

from standpat.engine.blind import ForcedBet
from standpat.engine.button import before
from standpat.engine.games import Stakes
from standpat.tournament import positions
from standpat.tournament.chance import Draw
from standpat.tournament.events import Dealt
from standpat.tournament.next_hand import due
from standpat.tournament.options import Options
from standpat.tournament.positions import Positions
from standpat.tournament.rotation import Cycle, in_tournament, is_last, offer
from standpat.tournament.seat_plan import halted
from standpat.tournament.state import Tournament
from standpat.tournament.table import Table


def dealt(tournament: Tournament, number: int, seed: bytes, now: int) -> Dealt | None:
    """The next hand of a table; None if none may begin now.

    Args:
        tournament: The tournament, in which nothing else must happen now (`standpat.tournament.director.following`).
        number: The table.
        seed: The seed of the tournament.
        now: The time, in milliseconds.
    """
    table = tournament.tables[number]
    if not may_deal(tournament, table, now):
        return None
    place, live = _positions(tournament, table, seed)
    players = [id for seat in live if (id := table.seats[seat]) is not None]
    level = tournament.time(now).level
    structure = tournament.announced.structure
    cycle = Cycle(tuple([record.max_seats for record in structure.records()]), structure.turns)
    turn = in_tournament(cycle, table.place, len(players), level).place
    if is_last(turn):
        people = [(seat, id) for seat, id in zip(live, players, strict=True) if not tournament.players[id].bot]
        turn = offer(cycle, turn, people, len(table.seats), place.button)
    return Dealt(
        at=now,
        table=number,
        hand=table.hands + 1,
        level=level,
        game=structure.games[turn.index],
        seats=live,
        players=tuple(players),
        stacks=tuple([tournament.players[id].stack for id in players]),
        button=place.button,
        small=place.small,
        big=place.big,
        marker=place.marker,
        round=tournament.round if tournament.calling else 0,
        place=turn,
    )


def may_deal(tournament: Tournament, table: Table, now: int) -> bool:
    """Whether a table may begin a hand."""
    if tournament.status != "running" or table.broken or table.hand is not None or table.busts:
        return False
    if tournament.held(now) or not tournament.can_deal(table) or (tournament.calling and not table.owes):
        return False
    return not halted(tournament, table)


def _positions(tournament: Tournament, table: Table, seed: bytes) -> tuple[Positions, tuple[int, ...]]:
    """The positions of the next hand, and the seats that are dealt in."""
    options, size = tournament.announced.options, len(table.seats)
    live = [seat for seat, id in enumerate(table.seats) if id is not None and tournament.players[id].stack]
    if table.last is None:
        place = positions.first(live, size, options, Draw(seed, f"first button of table {table.number}"))
    else:
        place = positions.following(table.last, live, size, options)
    return place, positions.dealt(place, live, size)


def posts(hand: Dealt, stakes: Stakes, options: Options) -> tuple[int, tuple[ForcedBet, ...]]:
    """The engine's button and the forced bets of a hand; engine seat k is table seat `hand.seats[k]`.

    Args:
        hand: The hand.
        stakes: Its stakes (`standpat.tournament.next_hand.next_hand`).
        options: The options of the tournament.
    """
    at = {seat: k for k, seat in enumerate(hand.seats)}
    button = at[before(hand.button + 1, hand.seats, 1 + max(hand.button, *hand.seats))]
    order = [(button + k) % len(hand.seats) for k in range(1, len(hand.seats) + 1)]
    blinds = [ForcedBet(at[hand.big], "big-blind", stakes.big_blind)]
    if hand.small is not None and stakes.small_blind:
        blinds.insert(0, ForcedBet(at[hand.small], "small-blind", stakes.small_blind))
    return button, due(stakes, order, at[hand.big], blinds, options)
