"""Who wins how often: two to six players with known, partial or ranged hands, and draws to come.

`matchup(["2c3d", "5s6d8c"], draws=1)` gives a `MatchUp`. Each player follows a stated drawing policy
(`standpat.lab.odds.policy`); nobody bets or folds. Where all courses can be enumerated and the deck cannot run out,
the chances are exact fractions and `exact` is true; else they are measured over random deals, by the house's own
procedure, burns and reshuffles, with 95% intervals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from standpat.cards.card import Cards, text
from standpat.cards.ranking import RANKINGS
from standpat.compute.threads import Threads, in_order
from standpat.engine.games import Game
from standpat.engine.games import game as record
from standpat.lab.frame import frame
from standpat.lab.odds.interval import wilson
from standpat.lab.odds.meeting import Group, lists, meet, most_drawn, work
from standpat.lab.odds.player import Player, bit_set, is_random, known, path_order, players, policies_of
from standpat.lab.odds.policy import Policy
from standpat.lab.odds.progress import Progress
from standpat.lab.odds.sample import Dealt, Sampler

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_WORK: Final = 4_000_000_000
PIECE: Final = 50_000
"""Random deals are dealt in pieces of so many."""


@dataclass(frozen=True)
class Side:
    """One player's odds. `equity` is the share of the pot, ties split; `low` and `high` its 95% interval, or itself
    where it is exact, and then `fraction` is the very number."""

    hand: str
    policy: str
    equity: float
    win: float
    tie: float
    low: float
    high: float
    fraction: Fraction | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        told = {"hand": self.hand, "policy": self.policy, "equity": self.equity, "win": self.win, "tie": self.tie}
        exact = {} if self.fraction is None else {"fraction": str(self.fraction)}
        return told | {"low": self.low, "high": self.high} | exact


@dataclass(frozen=True)
class MatchUp:
    """What `matchup` found. `showdowns` counts courses of the cards if exact, else deals; `won[k]` and `tied[k]`
    count those of them that player k wins alone or shares (if exact: None unless all courses are equally likely).
    `reshuffled` is the share of deals in which the deck ran out."""

    game: str
    house: str
    draws: int
    dead: str
    folded: int
    sides: tuple[Side, ...]
    exact: bool
    showdowns: int
    won: tuple[int, ...] | None = field(repr=False)
    tied: tuple[int, ...] | None = field(repr=False)
    reshuffled: float

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        told = {name: getattr(self, name) for name in ("game", "house", "draws", "dead", "folded", "exact")}
        counts = {"showdowns": self.showdowns, "won": self.won, "tied": self.tied, "reshuffled": self.reshuffled}
        return told | counts | {"players": [side.to_dict() for side in self.sides]}

    def frame(self) -> "DataFrame":
        """With pandas, a row for each player, in the order they draw."""
        return frame(self.sides)


def matchup(
    hands: Sequence[str],
    *,
    draws: int | None = None,
    game: Game | str = "27td",
    policies: str | Sequence[str] = "best",
    dead: Cards = "",
    folded: int = 0,
    exact: bool | None = None,
    samples: int = 1_000_000,
    precision: float | None = None,
    seed: int = 1,
    threads: Threads = 1,
    progress: Progress | None = None,
) -> MatchUp:
    """The odds of these hands, in the order they draw. `draws` are to come (all the game has, if not given), `dead`
    cards are known to be gone, `folded` other players had cards.

    `exact` true insists on enumeration and false on random deals; without it enumeration is taken up to some seconds'
    work. Random deals end at `samples`, or before, when all 95% intervals are within `precision` either way. `threads`
    (0: one for each core; or a `standpat.compute.ray_pool`) change nothing but the time it takes.

    >>> found = matchup(["2c3d4h7sKc", "8s6c4d3h2d"], draws=1, policies=["make:7", "pat:8"])
    >>> found.exact, found.showdowns, found.sides[0].fraction
    (True, 42, Fraction(1, 6))
    """
    if not 2 <= len(hands) <= 6:
        raise ValueError(f"{len(hands)} players: expected two to six")
    table = setup(hands, draws, game, policies, dead, folded)
    return solve(table, exact, samples, precision, seed, threads, progress)


def solve(
    table: "Table",
    exact: bool | None = None,
    samples: int = 1_000_000,
    precision: float | None = None,
    seed: int = 1,
    threads: Threads = 1,
    progress: Progress | None = None,
) -> MatchUp:
    """The answer to a question that is set up."""
    if exact is not False:
        found = _enumerate(table, exact is True, threads, progress)
        if found is not None:
            return found
    return _measure(table, samples, precision, seed, threads, progress)


@dataclass(frozen=True)
class Table:
    """What is asked, checked and read."""

    game: Game
    draws: int
    players: list[Player]
    ways: list[Policy]
    dead: tuple[int, ...]
    folded: int

    @property
    def gone(self) -> int:
        """All cards known, ranges aside."""
        return bit_set(self.dead) | sum([player.known for player in self.players])

    @property
    def unseen(self) -> int:
        """How many cards there are to be drawn, once ranges have their hands; what nobody knows is among them."""
        return 52 - self.gone.bit_count() - 5 * sum([player.range is not None for player in self.players])

    @property
    def stub(self) -> int:
        """How many of these lie in the stub, to the end."""
        thrown = sum([5 - player.known.bit_count() for player in self.players if player.range is None])
        return self.unseen - thrown - 5 * self.folded - self.draws * self.game.house.burn

    def sampler(self, seed: int) -> Sampler:
        return Sampler(self.players, self.ways, self.game, self.draws, bit_set(self.dead), self.folded, seed)


def setup(
    hands: Sequence[str],
    draws: int | None,
    game: Game | str,
    policies: str | Sequence[str],
    dead: Cards,
    folded: int,
) -> Table:
    """Read and check a question."""
    played = record(game) if isinstance(game, str) else game
    left = played.draw_rounds if draws is None else draws
    if not 0 <= left <= played.draw_rounds:
        raise ValueError(f"draws={left}: {played.id} has {played.draw_rounds}, so expected 0..{played.draw_rounds}")
    if folded < 0 or len(hands) + folded > 6:
        raise ValueError(f"folded={folded}: with {len(hands)} players in, expected 0..{6 - len(hands)}")
    gone = known(dead, "dead cards")
    found = players(hands, policies, played, gone)
    if left == 0 and any([player.range is None and (len(player.cards) < 5 or player.stated) for player in found]):
        raise ValueError("with no draw to come every hand has five cards, and throws none")
    cards = bit_set(gone) | sum([player.known for player in found])
    table = Table(played, left, found, policies_of(found, played, left, cards), gone, folded)
    if table.stub < 0:
        raise ValueError(f"{len(gone)} dead cards and {folded} folded hands leave no cards to deal")
    return table


def _enumerate(table: Table, insist: bool, threads: Threads, progress: Progress | None) -> MatchUp | None:
    found: list[list[Group]] = []
    reason = "there are too many courses, or the deck can run out"
    order = path_order(table.game)
    randoms = [player for player in table.players if is_random(player)]
    if not (randoms and table.draws):  # surely too many
        for player, way in zip(table.players, table.ways, strict=True):
            groups = lists(player, way, table.draws, table.gone, order)
            if groups is None:
                break
            found.append(groups)
    if len(found) == len(table.players):
        if table.draws and sum([most_drawn(groups) for groups in found]) >= table.stub:
            reason = "the deck can run out"
        elif work(found) <= MOST_WORK * (10 if insist else 1):
            return _exact(table, found, threads, progress)
    if insist:
        raise ValueError(f"cannot be enumerated: {reason}; leave exact out and take random deals")
    return None


def _exact(table: Table, found: list[list[Group]], threads: Threads, progress: Progress | None) -> MatchUp:
    met = meet(found, table.unseen, RANKINGS[table.game.ranking].count, threads, progress)
    equities, wins, ties = _shares(met.chances, len(found))
    sides = [
        Side(player.text, way.text, float(e), float(w), float(t), float(e), float(e), Fraction(e))
        for player, way, e, w, t in zip(table.players, table.ways, equities, wins, ties, strict=True)
    ]
    _, won, tied = _shares([Fraction(n) for n in met.courses], len(found))
    counts = [tuple(map(int, won)), tuple(map(int, tied))] if met.even else [None, None]
    return _told(table, sides, True, sum(met.courses), counts[0], counts[1], 0.0)


def _measure(
    table: Table, samples: int, precision: float | None, seed: int, threads: Threads, progress: Progress | None
) -> MatchUp:
    def enough(dealt: Dealt) -> bool:
        return precision is not None and max([high - low for low, high in _ends(dealt)]) <= 2 * precision

    dealt = deal(table, samples, seed, threads, progress, enough)
    equities, won, tied = _shares([Fraction(int(n)) for n in dealt.counts], len(table.players))
    each = zip(table.players, table.ways, equities, won, tied, _ends(dealt), strict=True)
    deals = dealt.deals
    sides = [
        Side(player.text, way.text, float(e) / deals, float(w) / deals, float(t) / deals, *ends)
        for player, way, e, w, t, ends in each
    ]
    told = (tuple(map(int, won)), tuple(map(int, tied)))
    return _told(table, sides, False, deals, *told, dealt.reshuffled / deals)


def deal(
    table: Table, samples: int, seed: int, threads: Threads, progress: Progress | None, enough: Callable[[Dealt], bool]
) -> Dealt:
    """Deal until it is enough: piece by piece, so that it ends at the same deal with any number of threads."""
    if samples < 1:
        raise ValueError(f"samples={samples}: expected 1 or more")
    sampler = table.sampler(seed)
    pieces = in_order(lambda first: sampler.deal(first, min(PIECE, samples - first)), range(0, samples, PIECE), threads)
    dealt: Dealt | None = None
    for piece in pieces:
        if dealt is None:
            dealt = piece
        else:
            dealt.add(piece)
        if progress:
            progress(dealt.deals, samples)
        if enough(dealt):
            break
    pieces.close()
    assert dealt is not None
    return dealt


def _ends(dealt: Dealt) -> list[tuple[float, float]]:
    """Each player's 95% interval."""
    found = []
    for player in range(len(dealt.tally)):
        shares = np.array([(w >> player & 1) / max(1, w.bit_count()) for w in range(len(dealt.counts))])
        found.append(wilson(float(dealt.counts @ shares) / dealt.deals, dealt.worth(shares)))
    return found


def _shares(counts: Sequence[Fraction], players: int) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """Of counts by set of winners: each player's share, ties split; wins alone; and ties they are in."""
    shares, wins, ties = ([Fraction(0)] * players for _ in range(3))
    for winners, count in enumerate(counts):
        for player in range(players):
            if winners >> player & 1:
                shares[player] += count / winners.bit_count()
                if winners == 1 << player:
                    wins[player] += count
                else:
                    ties[player] += count
    return shares, wins, ties


def _told(
    table: Table,
    sides: Sequence[Side],
    exact: bool,
    showdowns: int,
    won: tuple[int, ...] | None,
    tied: tuple[int, ...] | None,
    reshuffled: float,
) -> MatchUp:
    return MatchUp(
        table.game.id,
        table.game.house.name,
        table.draws,
        text(table.dead),
        table.folded,
        tuple(sides),
        exact,
        showdowns,
        won,
        tied,
        reshuffled,
    )
