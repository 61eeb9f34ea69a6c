"""Who wins how often: two to six players with known, partial or ranged hands, and draws to come.

`matchup(["2c3d", "5s6d8c"], draws=1)` returns a `MatchUp`. Each player follows a stated drawing policy
(`standpat.lab.odds.policy`); nobody bets or folds. If all possible draws can be enumerated and the deck cannot run out,
the probabilities are exact fractions and `exact` is true. Otherwise they are measured over random deals by the house's
own procedure, with burns and reshuffles, and have 95% intervals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from standpat.cards.card import Cards, text
from standpat.cards.ranking import RANKINGS
from standpat.compute.threads import Threads
from standpat.engine.games import Game
from standpat.engine.games import game as record
from standpat.lab.frame import frame
from standpat.lab.odds.meeting import Group, lists, meet, most_drawn, work
from standpat.lab.odds.player import Player, bit_set, is_random, known, path_order, players, policies_of
from standpat.lab.odds.policy import Policy
from standpat.lab.odds.progress import Progress
from standpat.lab.odds.sample import Sampler, pieces

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_WORK: Final = 4_000_000_000
"""The most combinations that are enumerated without being asked for."""


@dataclass(frozen=True)
class Side:
    """The odds of one player.

    Attributes:
        hand: The hand or range.
        policy: The drawing policy.
        equity: The share of the pot, with ties split.
        win: The probability to win alone.
        tie: The probability to tie.
        low, high: The 95% interval of `equity`; equal to it if exact.
        fraction: The exact equity; None if measured.
    """

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
        plain = {"hand": self.hand, "policy": self.policy, "equity": self.equity, "win": self.win, "tie": self.tie}
        exact = {} if self.fraction is None else {"fraction": str(self.fraction)}
        return plain | {"low": self.low, "high": self.high} | exact


@dataclass(frozen=True)
class MatchUp:
    """The result of `matchup`.

    Attributes:
        game: The id of the game.
        house: The name of its house rules.
        draws: Draws to come.
        dead: The dead cards.
        folded: Players who folded.
        sides: The players, in the order in which they draw.
        exact: Whether the odds are exact.
        showdowns: If exact, the combinations of cards; otherwise the deals.
        won: By player, the showdowns won alone, if the odds are exact and all combinations equally likely; else None.
        tied: By player, the showdowns tied; None as `won`.
        reshuffled: The share of deals in which the deck ran out.
    """

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
        plain = {name: getattr(self, name) for name in ("game", "house", "draws", "dead", "folded", "exact")}
        counts = {"showdowns": self.showdowns, "won": self.won, "tied": self.tied, "reshuffled": self.reshuffled}
        return plain | counts | {"players": [side.to_dict() for side in self.sides]}

    def frame(self) -> "DataFrame":
        """A pandas frame with a row for each player, in the order in which they draw."""
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
    """Compute the odds of hands against each other.

    Args:
        hands: The hands or ranges, in the order in which they draw.
        draws: Draws to come; None for all of the game.
        game: The game, its id or record.
        policies: The drawing policy of all players, or of each.
        dead: Cards that cannot come.
        folded: Other players who had cards.
        exact: True for enumeration, False for random deals, None for enumeration if it takes some seconds at most.
        samples: The most random deals.
        precision: Random deals end when all 95% intervals are within this distance either way.
        seed: The seed of random deals.
        threads: Threads, 0 for one on each core, or a pool (`standpat.compute.ray_pool`). The result does not depend on
            it.
        progress: Called with the work done and the whole work.

    Returns:
        The odds.

    Raises:
        ValueError: A text or number is wrong, the hands cannot be dealt together, or enumeration was asked for and is
            not possible.

    >>> found = matchup(["2c3d4h7sKc", "8s6c4d3h2d"], draws=1, policies=["make:7", "pat:8"])
    >>> found.exact, found.showdowns, found.sides[0].fraction
    (True, 42, Fraction(1, 6))
    """
    if not 2 <= len(hands) <= 6:
        raise ValueError(f"{len(hands)} players: expected two to six")
    question = setup(hands, draws, game, policies, dead, folded)
    return solve(question, exact, samples, precision, seed, threads, progress)


def solve(
    question: "Question",
    exact: bool | None = None,
    samples: int = 1_000_000,
    precision: float | None = None,
    seed: int = 1,
    threads: Threads = 1,
    progress: Progress | None = None,
) -> MatchUp:
    """Answer a question that was set up; the arguments are those of `matchup`."""
    if exact is not False:
        result = _enumerate(question, exact is True, threads, progress)
        if result is not None:
            return result
    return _measure(question, samples, precision, seed, threads, progress)


@dataclass(frozen=True)
class Question:
    """A question that was read and checked.

    Attributes:
        game: The game.
        draws: Draws to come.
        players: The players.
        ways: Their drawing policies.
        dead: Cards that cannot come.
        folded: Other players who had cards.
    """

    game: Game
    draws: int
    players: list[Player]
    ways: list[Policy]
    dead: tuple[int, ...]
    folded: int

    @property
    def gone(self) -> int:
        """All known cards, except for those of ranges."""
        return bit_set(self.dead) | sum([player.known for player in self.players])

    @property
    def unseen(self) -> int:
        """How many cards can be drawn once ranges have their hands, including those that nobody knows."""
        return 52 - self.gone.bit_count() - 5 * sum([player.range is not None for player in self.players])

    @property
    def stub(self) -> int:
        """How many of these are in the stub until the end."""
        thrown = sum([5 - player.known.bit_count() for player in self.players if player.range is None])
        return self.unseen - thrown - 5 * self.folded - self.draws * self.game.house.burn

    def sampler(self, seed: int) -> Sampler:
        """Deals the question at random from this seed."""
        return Sampler(self.players, self.ways, self.game, self.draws, bit_set(self.dead), self.folded, seed)


def setup(
    hands: Sequence[str],
    draws: int | None,
    game: Game | str,
    policies: str | Sequence[str],
    dead: Cards,
    folded: int,
) -> Question:
    """Read and check a question; the arguments are those of `matchup`.

    Returns:
        The question.

    Raises:
        ValueError: A text or number is wrong.
    """
    played = record(game) if isinstance(game, str) else game
    left = played.draw_rounds if draws is None else draws
    if not 0 <= left <= played.draw_rounds:
        raise ValueError(f"draws={left}: {played.id} has {played.draw_rounds}, so expected 0..{played.draw_rounds}")
    if folded < 0 or len(hands) + folded > 6:
        raise ValueError(f"folded={folded}: with {len(hands)} players in, expected 0..{6 - len(hands)}")
    gone = known(dead, "dead cards")
    read = players(hands, policies, played, gone)
    if left == 0 and any([player.range is None and (len(player.cards) < 5 or player.stated) for player in read]):
        raise ValueError("with no draw to come every hand needs five cards and no discard")
    cards = bit_set(gone) | sum([player.known for player in read])
    question = Question(played, left, read, policies_of(read, played, left, cards), gone, folded)
    if question.stub < 0:
        raise ValueError(f"{len(gone)} dead cards and {folded} folded hands leave no cards to deal")
    return question


def _enumerate(question: Question, insist: bool, threads: Threads, progress: Progress | None) -> MatchUp | None:
    lists_of_players: list[list[Group]] = []
    reason = "there are too many courses, or the deck can run out"
    order = path_order(question.game)
    randoms = [player for player in question.players if is_random(player)]
    if not (randoms and question.draws):  # otherwise there are certainly too many
        for player, way in zip(question.players, question.ways, strict=True):
            groups = lists(player, way, question.draws, question.gone, order)
            if groups is None:
                break
            lists_of_players.append(groups)
    if len(lists_of_players) == len(question.players):
        if question.draws and sum([most_drawn(groups) for groups in lists_of_players]) >= question.stub:
            reason = "the deck can run out"
        elif work(lists_of_players) <= MOST_WORK * (10 if insist else 1):
            return _exact(question, lists_of_players, threads, progress)
    if insist:
        raise ValueError(f"cannot be enumerated: {reason}; leave exact out and take random deals")
    return None


def _exact(
    question: Question, lists_of_players: list[list[Group]], threads: Threads, progress: Progress | None
) -> MatchUp:
    met = meet(lists_of_players, question.unseen, RANKINGS[question.game.ranking].count, threads, progress)
    equities, wins, ties = _shares(met.chances, len(lists_of_players))
    sides = [
        Side(player.text, way.text, float(e), float(w), float(t), float(e), float(e), Fraction(e))
        for player, way, e, w, t in zip(question.players, question.ways, equities, wins, ties, strict=True)
    ]
    _, won, tied = _shares([Fraction(n) for n in met.courses], len(lists_of_players))
    counts = [tuple(map(int, won)), tuple(map(int, tied))] if met.even else [None, None]
    return _result(question, sides, True, sum(met.courses), counts[0], counts[1], 0.0)


def _measure(
    question: Question, samples: int, precision: float | None, seed: int, threads: Threads, progress: Progress | None
) -> MatchUp:
    parts = pieces(question.sampler(seed).deal, samples, threads)
    dealt = next(parts)
    while True:
        if progress:
            progress(dealt.deals, samples)
        ends = dealt.intervals()
        if precision is not None and max([high - low for low, high in ends]) <= 2 * precision:
            break
        if (more := next(parts, None)) is None:
            break
        dealt.add(more)
    parts.close()
    won, tied = [np.clip(sums / dealt.deals, 0.0, 1.0) for sums in (dealt.won, dealt.tied)]
    each = zip(question.players, question.ways, dealt.means(), won, tied, ends, strict=True)
    sides = [
        Side(player.text, way.text, float(e), float(w), float(t), *around) for player, way, e, w, t, around in each
    ]
    return _result(question, sides, False, dealt.deals, None, None, dealt.reshuffled / dealt.deals)


def _shares(counts: Sequence[Fraction], players: int) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """From counts by set of winners: each player's share with ties split, wins alone, and ties."""
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


def _result(
    question: Question,
    sides: Sequence[Side],
    exact: bool,
    showdowns: int,
    won: tuple[int, ...] | None,
    tied: tuple[int, ...] | None,
    reshuffled: float,
) -> MatchUp:
    return MatchUp(
        question.game.id,
        question.game.house.name,
        question.draws,
        text(question.dead),
        question.folded,
        tuple(sides),
        exact,
        showdowns,
        won,
        tied,
        reshuffled,
    )
