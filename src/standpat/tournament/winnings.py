"""The prizes of a tournament as they stand, and who has won which (T8.1, T8.2)."""

from standpat.tournament.payouts import prizes, tied
from standpat.tournament.state import Tournament


def prizes_now(tournament: Tournament) -> tuple[int, ...]:
    """The prizes from the first place down, if nobody buys anything any more (T8.1, T8.2)."""
    structure, field = tournament.announced.structure, tournament.field
    shares = structure.payout.shares(max(2, field.entries), sit_and_go=structure.sit_and_go)
    return prizes(field.pool(structure), shares)


def won(tournament: Tournament) -> dict[str, int]:
    """The prizes by player, as far as they are decided: those who have none are not in it."""
    amounts: dict[str, int] = {}
    agreed = tournament.agreed
    for group, place in tournament.placed():
        if agreed is not None and group[0] in agreed.amounts:
            continue
        parts = tied(tournament.prizes, place, len(group))
        ordered = sorted(group, key=lambda player: tournament.players[player].number)
        amounts |= {player: part for player, part in zip(ordered, parts, strict=True) if part}
    if agreed is not None:
        amounts |= {player: part for player, part in agreed.amounts.items() if part}
    if tournament.left == 1 or (agreed is not None and not agreed.remains):
        rest = sum(tournament.prizes) - sum(amounts.values())
        if rest:
            first = winner(tournament)
            amounts[first] = amounts.get(first, 0) + rest
    return amounts


def winner(tournament: Tournament) -> str:
    """Who is left; after a deal, who of those left has the most chips, the earlier registered where several have."""
    return max(tournament.alive(), key=lambda player: (player.stack, -player.number)).id
