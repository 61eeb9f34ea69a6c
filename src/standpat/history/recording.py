"""A hand played here as a record, to be written in any format."""

from datetime import datetime

from standpat.engine.blind import forced_bets
from standpat.engine.event import HandStart
from standpat.engine.hand import Hand
from standpat.history.record import PLAY_CHIPS, Money, Record, Told


def record_of(
    hand: Hand,
    players: tuple[str, ...] = (),
    *,
    hand_id: str = "",
    table: str = "",
    when: datetime | None = None,
    money: Money = PLAY_CHIPS,
    rake: int = 0,
    hero: int | None = None,
    seat_numbers: tuple[int, ...] = (),
) -> Record:
    """The record of a finished hand, every event of it told; the "line" of an event is its place, 1 the first.

    `players` are the names by seat, empty where there are none. The posts are kept where they were not the usual ones.
    With `hero` the formats that show one player's cards show their.
    """
    start = hand.events[0]
    assert isinstance(start, HandStart)
    if not hand.over:
        raise ValueError("the hand is not over: a record is made of a finished hand")
    if players and len(players) != len(start.stacks):
        raise ValueError(f"{len(players)} names for {len(start.stacks)} seats")
    usual = forced_bets(hand.stakes, len(start.stacks), start.button)
    return Record(
        game=hand.game,
        stakes=hand.stakes,
        stacks=start.stacks,
        button=start.button,
        players=players or ("",) * len(start.stacks),
        told=[Told(line, event) for line, event in enumerate(hand.events, start=1)],
        line=1,
        posts=None if hand.posts == usual else hand.posts,
        hand_id=hand_id,
        hand_no=start.hand_no,
        table=table,
        when=when,
        money=money,
        rake=rake,
        hero=hero,
        seat_numbers=seat_numbers,
    )
