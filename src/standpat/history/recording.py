"""The record of a hand that the engine played, to be written in any format."""

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
    """The record of a finished hand, with all of its events. The "line" of an event is its place, from 1.

    Args:
        hand: The hand.
        players: The names by seat; empty for no names.
        hand_id: The id of the hand.
        table: The name of the table.
        when: When the hand began.
        money: The worth of a chip.
        rake: The rake, in chips.
        hero: The seat whose cards are shown, in formats that show those of one player.
        seat_numbers: By seat, the number of the seat in files.

    Raises:
        ValueError: The hand is not over, or the number of names is wrong.
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
