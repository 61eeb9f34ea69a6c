"""Who was paid what: the pots and nets a file tells against the engine's.

Without rake both are the engine's to the chip. With rake, a pot goes to the same seats, nobody collects more than his
share, and the collections and the rake together are all the pots; each net is lower by what its seat did not
collect. A file that tells nets and rake but no pots is only held to the sum.

A pot that only hands nobody saw were played for goes to whom the file says, of those.
"""

from collections.abc import Iterator, Mapping, Sequence

from standpat.card import UNKNOWN
from standpat.event import HandEnd, Mucked, PotAwarded, ShowdownShow
from standpat.hand import Hand
from standpat.history.record import Disagreement, Record, Told


def check_payout(record: Record, hand: Hand, told: Sequence[Told]) -> Iterator[Disagreement]:
    """The disagreements over pots and nets of a hand that is over."""
    unseen = _unseen(hand)
    ours = {event.pot: event for event in hand.events if isinstance(event, PotAwarded)}
    theirs = [(line, event) for line, event in told if isinstance(event, PotAwarded)]
    paid = dict.fromkeys(range(len(record.stacks)), 0)
    named: set[int] = set()
    agreed = True
    for line, event in theirs:
        for seat, amount in event.winners:
            paid[seat] = paid.get(seat, 0) + amount
        if event.pot not in ours or event.pot in named or event.side != "whole":
            agreed = False
            yield Disagreement(line, f"pot {event.pot} ({event.side}) is told, but the pots are {_pots(ours)}")
            continue
        named.add(event.pot)
        right = ours[event.pot]
        if not _agree(dict(event.winners), dict(right.winners), unseen, raked=bool(record.rake)):
            agreed = False
            reason = f"pot {event.pot} goes to {_winners(event)}, but the rules say {_winners(right)}"
            yield Disagreement(line, reason)
    won = dict.fromkeys(range(len(record.stacks)), 0)
    for event in ours.values():
        for seat, amount in event.winners:
            won[seat] += amount
    if theirs and agreed and sum(paid.values()) + record.rake != sum(won.values()):
        reason = f"{sum(paid.values())} collected and {record.rake} rake are not the {sum(won.values())} in the pots"
        yield Disagreement(theirs[-1][0], reason)
    for line, told_end in told:
        if isinstance(told_end, HandEnd) and hand.nets is not None:
            yield from _check_nets(record, line, told_end.nets, hand.nets, won, paid if theirs else None, bool(unseen))


def _check_nets(
    record: Record,
    line: int,
    theirs: tuple[int, ...],
    ours: tuple[int, ...],
    won: Mapping[int, int],
    paid: Mapping[int, int] | None,
    open_winner: bool,
) -> Iterator[Disagreement]:
    if len(theirs) != len(ours):
        yield Disagreement(line, f"{len(theirs)} nets for {len(ours)} seats")
        return
    if paid is None and (record.rake or open_winner):
        if sum(theirs) != -record.rake:
            yield Disagreement(line, f"nets {list(theirs)} do not sum to the rake, -{record.rake}")
        return
    right = [net if paid is None else net - won[seat] + paid[seat] for seat, net in enumerate(ours)]
    if list(theirs) != right:
        yield Disagreement(line, f"nets {list(theirs)}, but the rules say {right}")


def _unseen(hand: Hand) -> set[int]:
    """Seats at the showdown whose hands nobody knows."""
    there = {event.seat for event in hand.events if isinstance(event, ShowdownShow | Mucked)}
    return {seat for seat in there if UNKNOWN in hand.cards(seat)}


def _agree(theirs: Mapping[int, int], ours: Mapping[int, int], unseen: set[int], *, raked: bool) -> bool:
    if unseen & ours.keys():  # the engine pays an unseen hand only where no other was shown
        return theirs.keys() <= unseen
    if raked:
        return theirs.keys() == ours.keys() and all(theirs[seat] <= ours[seat] for seat in ours)
    return theirs == ours


def _winners(event: PotAwarded) -> str:
    return " and ".join(f"seat {seat} ({amount})" for seat, amount in event.winners) or "nobody"


def _pots(pots: Mapping[int, PotAwarded]) -> str:
    return ", ".join(f"pot {k} of {sum(chips for _, chips in pot.winners)}" for k, pot in pots.items())
