"""The payout: compare the pots and nets of a file with the engine's.

Without rake both equal the engine's to the chip. With rake, a pot goes to the same seats, nobody collects more than
their share, and the collections plus the rake are all the pots; each net is lower by what its seat did not collect. For
a file with nets and rake but no pots, only the sum is checked.

`collected` gives what was collected: the engine's pots less the rake.

If nobody saw the hands that a pot was played for, it goes to the seats that the file names, if they contested it.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from standpat.cards.card import UNKNOWN
from standpat.engine.event import Event, HandEnd, Mucked, PotAwarded, ShowdownShow
from standpat.engine.hand import Hand
from standpat.engine.pot import split
from standpat.history.record import Disagreement, Record, Told

Pots = list[tuple[int, tuple[tuple[int, int], ...]]]
"""The number of each pot and what its winners collect, the main pot first."""


def check_payout(record: Record, hand: Hand, recorded: Sequence[Told]) -> Iterator[Disagreement]:
    """The disagreements about the pots and nets of a finished hand.

    Args:
        record: The record.
        hand: The hand as the engine played it.
        told: The events of the record that were compared.
    """
    unseen = _unseen(hand)
    ours = {event.pot: event for event in hand.events if isinstance(event, PotAwarded)}
    theirs = [(line, event) for line, event in recorded if isinstance(event, PotAwarded)]
    paid = dict.fromkeys(range(len(record.stacks)), 0)
    named: set[int] = set()
    agreed = True
    for line, event in theirs:
        for seat, amount in event.winners:
            paid[seat] = paid.get(seat, 0) + amount
        if event.pot not in ours or event.pot in named or event.side != "whole":
            agreed = False
            yield Disagreement(line, f"pot {event.pot} ({event.side}) is written, but the pots are {_pots(ours)}")
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
    if record.rake > sum(won.values()):
        yield Disagreement(record.line, f"a rake of {record.rake}, but only {sum(won.values())} are in the pots")
        return
    if theirs and agreed and sum(paid.values()) + record.rake != sum(won.values()):
        reason = f"{sum(paid.values())} collected and {record.rake} rake are not the {sum(won.values())} in the pots"
        yield Disagreement(theirs[-1][0], reason)
    for line, told_end in recorded:
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
    """The seats at the showdown with unknown hands."""
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


def collected(awards: Sequence[PotAwarded], record: Record) -> Pots:
    """What the winners collect: as the record says, if that and the rake add up; else the rake is taken from the first
    pots.

    Args:
        awards: The engine's pots.
        record: The record.
    """
    recorded = [event for _, event in record.told if isinstance(event, PotAwarded)]
    total = sum(chips for award in awards for _, chips in award.winners) - record.rake
    if sum(chips for award in recorded for _, chips in award.winners) == total:
        return [(award.pot, award.winners) for award in recorded]
    pots: Pots = []
    rake = record.rake
    for award in awards:
        amount = sum(chips for _, chips in award.winners)
        taken = min(rake, amount)
        rake -= taken
        paid = award.winners if not taken else split(amount - taken, [seat for seat, _ in award.winners])
        pots.append((award.pot, tuple((seat, chips) for seat, chips in paid if chips)))
    return [(pot, paid) for pot, paid in pots if paid]


def after_rake(record: Record, events: Sequence[Event]) -> tuple[Event, ...]:
    """The engine's events, with the pots and nets after the rake."""
    awards = [event for event in events if isinstance(event, PotAwarded)]
    if not record.rake or not awards:
        return tuple(events)
    pots = dict(collected(awards, record))
    lost = [0] * len(record.stacks)
    for award in awards:
        for seat, chips in award.winners:
            lost[seat] += chips
    for winners in pots.values():
        for seat, chips in winners:
            lost[seat] -= chips
    changed: list[Event] = []
    for event in events:
        match event:
            case PotAwarded(pot=pot):
                if pot in pots:
                    changed.append(structs.replace(event, winners=pots[pot]))
            case HandEnd(nets=nets):
                changed.append(HandEnd(tuple(net - less for net, less in zip(nets, lost, strict=True))))
            case _:
                changed.append(event)
    return tuple(changed)
