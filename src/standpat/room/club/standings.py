"""Standings, champions and statistics of a club. Pure: results in, lines out. Nothing of it is stored.

Points are those of T9.3 (`standpat.tournament.season`). Where the formula counts the buy-in, it is the smallest one of
the evening: the price of one entry, so that nobody gets points for buying in again (ours). Members who tie are those
with the same place among the results; with a `best`, a member's best results count. Points are compared after rounding
to hundredths, as they are shown; equal points share a rank.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from msgspec import Struct

from standpat.room.club.record import Result
from standpat.tournament.season import Formula, points

PODIUM = 3
"""Places that count as a podium."""


class Line(Struct, frozen=True):
    """A member in the standings of a season.

    Attributes:
        rank: From 1; equal points share it.
        member: The person's id.
        points: Of their results that count, to hundredths.
        played: Evenings of the season.
        counted: How many of them count.
        wins: Evenings won.
        net: Prizes less buy-ins.
    """

    rank: int
    member: str
    points: float
    played: int
    counted: int
    wins: int
    net: int


class Statistics(Struct, frozen=True):
    """A member's results in all seasons, and outside them. `best` is their best place."""

    member: str
    played: int
    wins: int
    podiums: int
    best: int
    buy_ins: int
    prizes: int
    net: int
    seasons_won: int


def standings(formula: Formula, best: int | None, evenings: Iterable[Sequence[Result]]) -> tuple[Line, ...]:
    """The standings of a season, from the results of its evenings.

    Args:
        formula: How a place becomes points.
        best: How many results of a member count; None for all.
        evenings: The results of each evening.
    """
    earned: dict[str, list[float]] = {}
    wins: Counter[str] = Counter()
    net: Counter[str] = Counter()
    for results in evenings:
        tied = Counter([one.place for one in results])
        price = min([one.buy_in for one in results], default=0)
        for one in results:
            got = points(formula, one.entrants, one.place, tied=tied[one.place], buy_in=price)
            earned.setdefault(one.member, []).append(got)
            wins[one.member] += one.place == 1
            net[one.member] += one.prize - one.buy_in
    total = {who: round(fsum(sorted(got, reverse=True)[:best]), 2) for who, got in earned.items()}
    ranked = sorted(total, key=lambda who: (-total[who], who))
    return tuple(
        [
            Line(
                rank=1 + sum([other > total[who] for other in total.values()]),
                member=who,
                points=total[who],
                played=len(earned[who]),
                counted=min(len(earned[who]), best or len(earned[who])),
                wins=wins[who],
                net=net[who],
            )
            for who in ranked
        ]
    )


def champions(lines: Sequence[Line]) -> tuple[str, ...]:
    """Who has won a season: the first, or all who share the first rank. Nobody without points."""
    return tuple([line.member for line in lines if line.rank == 1 and line.points > 0])


def statistics(evenings: Iterable[Sequence[Result]], won: Mapping[str, int]) -> tuple[Statistics, ...]:
    """The statistics of everybody with results, most wins first.

    Args:
        evenings: The results of each evening.
        won: How many seasons each member has won.
    """
    of: dict[str, list[Result]] = {}
    for results in evenings:
        for one in results:
            of.setdefault(one.member, []).append(one)
    lines = [
        Statistics(
            member=who,
            played=len(mine),
            wins=sum([one.place == 1 for one in mine]),
            podiums=sum([one.place <= PODIUM for one in mine]),
            best=min([one.place for one in mine]),
            buy_ins=(paid := sum([one.buy_in for one in mine])),
            prizes=(got := sum([one.prize for one in mine])),
            net=got - paid,
            seasons_won=won.get(who, 0),
        )
        for who, mine in of.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.wins, -line.podiums, -line.played, line.member)))
