"""What players have paid, by the events of a tournament."""

from collections import Counter
from collections.abc import Iterable

from standpat.tournament.events import (
    AddedOn,
    Announced,
    Disqualified,
    Event,
    Rebought,
    Reentered,
    Registered,
    Withdrawn,
)


def paid(events: Iterable[Event]) -> Counter[str]:
    """What each player paid for entries with their fees, rebuys and add-ons, less what they got back before the end."""
    amounts: Counter[str] = Counter()
    structure, entry = None, 0
    for event in events:
        match event:
            case Announced():
                structure = event.structure
                entry = structure.buy_in + structure.fee
            case Registered(player=player) | Reentered(player=player):
                amounts[player] += entry
            case Withdrawn(player=player):
                amounts[player] -= entry
            case Disqualified(player=player, refund=refund):
                amounts[player] -= refund
            case Rebought(player=player) if structure and structure.rebuys:
                amounts[player] += structure.rebuys.cost
            case AddedOn(player=player) if structure and structure.add_on:
                amounts[player] += structure.add_on.cost
    return amounts
