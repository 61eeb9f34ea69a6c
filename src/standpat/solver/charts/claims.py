"""Claims about triple draw, each with the figure that answers it: deuce-to-seven, two players, limit.

A `Claim` quotes nobody: `said` is in our words, and `source` names where it is from. A verdict is computed from the
figures by a rule of the claim, never written by hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan

from standpat.solver.charts.figures import BLIND, BUTTON, Numbers

Verdict = bool | None
WORDS = {True: "agrees", None: "in part", False: "disagrees"}
UNSEEN = "not seen"


@dataclass(frozen=True)
class Claim:
    """A claim about triple draw and how the strategy answers it.

    Attributes:
        topic: The part of the hand.
        said: The claim.
        source: Where it is from.
        asked: Computes the figures, shares between 0 and 1.
        told: A sentence with places for the figures in per cent.
        stands: From the figures, whether the strategy agrees (True), disagrees (False) or agrees in part (None).
        denial: The sentence for the page of claims that the strategy disagrees with; it has the same places.
        players: Whether the claim is from players; otherwise it is from a subgame of the last draw.
    """

    topic: str
    said: str
    source: str
    asked: Callable[[Numbers], list[float]]
    told: str
    stands: Callable[[list[float]], Verdict]
    denial: str
    players: bool = True

    def answer(self, numbers: Numbers) -> tuple[str, str, str]:
        """Answer the claim.

        Args:
            numbers: The figures of a strategy.

        Returns:
            The sentence with the figures, the verdict in a word, and the denial with the figures. There is no verdict
            if a figure is of something that hardly ever happens.
        """
        figures = self.asked(numbers)
        if any(isnan(x) for x in figures):
            return "too seldom to tell", UNSEEN, ""
        shown = [f"{100 * x:.1f}%" if abs(x) < 0.095 else f"{100 * x:.0f}%" for x in figures]
        return self.told.format(*shown), WORDS[self.stands(figures)], self.denial.format(*shown)


def between(low: float, high: float, slack: float = 0.0) -> Callable[[list[float]], Verdict]:
    """A rule: all figures lie within the bounds.

    Args:
        low: The lower bound.
        high: The upper bound.
        slack: The strategy agrees in part if all figures lie within the bounds widened by this.

    Returns:
        The rule.
    """

    def judge(figures: list[float]) -> Verdict:
        if all(low <= x <= high for x in figures):
            return True
        return None if all(low - slack <= x <= high + slack for x in figures) else False

    return judge


def first(judge: Callable[[list[float]], Verdict]) -> Callable[[list[float]], Verdict]:
    """A rule that judges only the first figure."""
    return lambda figures: judge(figures[:1])


def split(high: float = 0.8, low: float = 0.2) -> Callable[[list[float]], Verdict]:
    """A rule: the first figure is at least `high` and the last one at most `low`; in part if one of the two holds."""

    def judge(figures: list[float]) -> Verdict:
        good = (figures[0] >= high) + (figures[-1] <= low)
        return (False, None, True)[good]

    return judge


HANEY = "Haney, cardplayer.com"
D1 = ("four to 7", "four to 8", "four to 7, no 2", "four to 8, no 2")
ROUGH = ("three to 8, no 2",)
PAIRS = (("2", "3"), ("2", "4"), ("2", "5"), ("2", "7"))

CLAIMS = (
    Claim(
        "Opening",
        "Two players: the button plays between 70% and 90% of their hands.",
        "bots measured by NuttakitDW",
        lambda n: [1 - n.first("")[0]],
        "plays {0}",
        between(0.7, 0.9),
        "The button plays {0} of their hands.",
    ),
    Claim(
        "Opening",
        "Raise first in, hardly ever just call.",
        f"{HANEY}, 15 Jul 2020",
        lambda n: [n.first("")[1], n.first("", n.held("pat 8 or better"))[1]],
        "calls {0} of all hands, {1} of pat eights and better",
        lambda x: True if x[0] < 0.04 else None,
        "They call with {0} of their hands.",
    ),
    Claim(
        "Opening",
        "From the small blind leave out three rough cards such as 3-7-8 and 5-6-8.",
        f"{HANEY}, 15 Jul 2020",
        lambda n: [n.first("", n.held(*ROUGH))[2]],
        "raises {0} of the hands with three cards to an eight and no deuce",
        between(0.0, 0.3, 0.4),
        "It raises {0} of the hands that hold three cards to an eight without a deuce.",
    ),
    Claim(
        "Opening",
        "Two cards are enough when they are 2-3, 2-4, 2-5 or 2-7; others are folded.",
        f"{HANEY}, 15 Jul 2020",
        lambda n: [
            n.first("", n.held("23", "24", "25", "27"))[2],
            n.first("", n.held("two to 7, no 2"))[2],
            n.first("", n.held("two to 8, no 2"))[2],
        ],
        "raises {0} of these, {1} with two cards to a seven and no deuce, {2} with two to an eight and no deuce",
        lambda x: True if x[1] < 0.3 else None if x[1] < 0.7 else False,
        "Any two low cards open on the button: those with a deuce in {0} of cases, two to a seven without one "
        "in {1}, even two to an eight without one in {2}. Hands with one low card or none fold.",
    ),
    Claim(
        "Defending",
        "Never give up the big blind to one raise: defending everything beats defending 64%.",
        "bots measured by NuttakitDW",
        lambda n: [1 - n.first("r")[0], n.first("r", n.held("one low card", "only 2", "no low card"))[0]],
        "defends {0}; folds {1} of the hands with one low card or none",
        between(0.95, 1.0, 0.05),
        "The big blind defends {0}, not everything: of the hands with one low card or none {1} are folded, though the "
        "call costs one bet into three.",
    ),
    Claim(
        "Defending",
        "Raise again before the draw with every one-card draw.",
        "Ohel, cardplayer.com, 22 May 2019",
        lambda n: [n.first("r", n.held(*D1))[2], n.first("r", n.held("three to 7"))[2]],
        "raises {0} of the one-card draws to an eight or better, and {1} of three to a seven with a deuce",
        between(0.9, 1.0),
        "It raises {0} of the one-card draws.",
    ),
    Claim(
        "Defending",
        "A reraise out of the big blind means a one-card draw or a pat hand.",
        "what follows from it",
        lambda n: [
            _part_of_raises(n, (*D1, "pat 8 or better", "pat 9 or T")),
            sum([share for count, share in n.drawn_at("rrc/").items() if count <= 1]),
        ],
        "{0} of the reraising hands hold one; called, {1} of them draw one card or none",
        lambda x: True if min(x) > 0.8 else None if min(x) > 0.6 else False,
        "Only {0} of the hands that reraise from the big blind hold a one-card draw to an eight or better, or a pat "
        "ten or better. When the button calls, {1} of them draw one card or none. The others are two-card draws "
        "with a deuce, and some without.",
    ),
    Claim(
        "First draw",
        "Break 9-7-5-4-2 and 9-8-5-4-2 with three draws to come.",
        f"{HANEY}, 29 Dec 2021",
        lambda n: [_most_pat(n, 0, ("97542", "98542"))],
        "stands pat at most {0} of the time",
        between(0.0, 0.1, 0.2),
        "With {0} these stand pat.",
    ),
    Claim(
        "First draw",
        "A nine that cannot be broken to a good draw may stand pat, such as 9-6-5-3-2.",
        f"{HANEY}, 29 Dec 2021",
        lambda n: [
            n.pat_hand(0, BLIND, -1, "96532"),
            n.pat_hand(0, BLIND, -1, "98764"),
            n.pat_hand(0, BUTTON, 1, "96532"),
        ],
        "the big blind stands pat with {0} of 96532 and {1} of 98764; the button against one card {2} of 96532",
        lambda x: None if x[2] < 0.3 else True,
        "9-6-5-3-2 stands pat from the big blind ({0}), but on the button against a one-card draw it is broken: {2}.",
    ),
    Claim(
        "Last draw",
        "Every nine or better stands pat before the last draw.",
        "subgame of strategy_checks",
        lambda n: [n.pat_made(2, "9"), n.pat_hand(2, BLIND, 0, "97542"), n.pat_hand(2, BLIND, 0, "98542")],
        "nines stand pat {0} of the time; against a pat hand, first to draw, 97542 {1} and 98542 {2}",
        lambda x: True if min(x) > 0.95 else None if min(x) > 0.5 else False,
        "Nines stand pat {0} of the time. First to draw and facing a hand that was pat last time, 9-8-5-4-2 "
        "stands pat only {2} and 9-7-5-4-2 {1}.",
        players=False,
    ),
    Claim(
        "Last draw",
        "A pat jack is the favourite against one card: stand pat, but break J-7-4-3-2.",
        "Gritter, steemit; Haney 11 May 2022",
        lambda n: [
            n.pat_hand(2, BUTTON, 1, "J8765"),
            n.pat_hand(2, BUTTON, 1, "J5432"),
            n.pat_hand(2, BUTTON, 1, "J7432"),
        ],
        "in position against one card J8765 is pat {0}, J5432 {1}, J7432 {2}",
        split(),
        "In position against one card J-8-7-6-5 is pat {0} and J-7-4-3-2 {2}.",
    ),
    Claim(
        "Last draw",
        "J-8-7-6-3 is a coin flip against one card and is broken to its draw to an eight.",
        "hot and cold: 50.0%",
        lambda n: [n.pat_hand(2, BUTTON, 1, "J8763"), n.pat_hand(2, BLIND, 1, "J8763")],
        "in position pat {0}; first to draw against one who drew one {1}",
        lambda x: True if x[0] < 0.3 else None if x[0] < 0.7 else False,
        "J-8-7-6-3 wins only half of the time against one card when nobody bets, and still it stands pat in position "
        "{0} of the time. First to draw it is broken: pat {1}.",
        players=False,
    ),
    Claim(
        "Last draw",
        "A queen is broken.",
        "hot and cold: 40.7% pat, 50.0% broken",
        lambda n: [
            n.pat_hand(2, BUTTON, 1, "Q7432"),
            n.pat_hand(2, BUTTON, 1, "Q5432"),
            n.pat_hand(2, BUTTON, 2, "Q5432"),
        ],
        "in position Q7432 is pat {0} against one card, Q5432 {1} against one and {2} against two",
        lambda x: True if max(x) < 0.2 else None if x[0] < 0.2 else False,
        "Q-7-4-3-2 is pat {0} against one card; Q-5-4-3-2 {1}, but {2} against two.",
    ),
    Claim(
        "Last draw",
        "Against a pat hand T-7-4-3-2 is broken and T-8-7-6-5 stays.",
        "subgame of strategy_checks",
        lambda n: [n.pat_hand(2, BUTTON, 0, "T8765"), n.pat_hand(2, BUTTON, 0, "T7432")],
        "in position T8765 is pat {0}, T7432 {1}",
        split(),
        "In position against a pat hand T-8-7-6-5 is pat {0} and T-7-4-3-2 {1}.",
        players=False,
    ),
    Claim(
        "Snowing",
        "Of the hands that stand pat at the last draw 7% to 10% are a pair or worse.",
        "subgame of strategy_checks",
        lambda n: [n.snows(2, BLIND, 1), n.snows(2, BUTTON, 0), n.snows(2, BUTTON, 1), n.snows(2, BUTTON, 2)],
        "big blind {0}; button against a pat hand {1}, one card {2}, two cards {3}",
        between(0.065, 0.105, 0.02),
        "With three rounds played before it, snows are {0} of the big blind's pat hands, and on the button {1} against "
        "a pat hand, {2} against one card, {3} against two.",
        players=False,
    ),
    Claim(
        "Betting",
        "Ahead in the draw the bet is automatic.",
        "Yu, cardplayer.com, 8 Jan 2014; Haney, 8 Sep 2021",
        lambda n: [n.ahead(1), n.ahead(2)],
        "the player who drew fewer bets {0} after the first draw and {1} after the second",
        between(0.97, 1.0, 0.12),
        "The player who drew fewer cards bets {0} of the time after the first draw, {1} after the second.",
    ),
    Claim(
        "Betting",
        "Behind in the draw, check.",
        "what follows from it",
        lambda n: [n.behind(1), n.behind(2)],
        "the player who drew more bets {0} after the first draw and {1} after the second",
        between(0.0, 0.05, 0.1),
        "The player who drew more cards bets {0} after the first draw and {1} after the second.",
    ),
    Claim(
        "The end",
        "Pat against one card, the big blind bets 82% and a sixth of the bets are bluffs.",
        "subgame of strategy_checks",
        lambda n: [n.betting(3, BLIND, 0, 1), n.bluffs(BLIND, 0, 1)],
        "bets {0}, {1} of the bets are bluffs",
        lambda x: True if 0.77 < x[0] < 0.87 else None if x[0] > 0.7 else False,
        "The pat big blind bets {0} of the time against one card, not 82%; {1} of the bets are bluffs.",
        players=False,
    ),
    Claim(
        "The end",
        "After one card the big blind hardly ever leads into a pat hand (7%).",
        "subgame of strategy_checks",
        lambda n: [n.betting(3, BLIND, 1, 0), n.bluffs(BLIND, 1, 0)],
        "leads {0}, {1} of the leads are bluffs",
        first(between(0.03, 0.11, 0.05)),
        "After drawing one card the big blind leads into a pat hand {0} of the time.",
        players=False,
    ),
    Claim(
        "The end",
        "One card each: the first to act leads 41%.",
        "subgame of strategy_checks",
        lambda n: [n.betting(3, BLIND, 1, 1), n.bluffs(BLIND, 1, 1)],
        "leads {0}, {1} of the leads are bluffs",
        first(between(0.36, 0.46, 0.05)),
        "With one card drawn each the big blind leads {0} of the time.",
        players=False,
    ),
    Claim(
        "The end",
        "A bluff against a pat hand needs seven calls in ten to be wrong.",
        "Gritter",
        lambda n: [1 - n.bets(3, BUTTON, 0, 0, "b")[1][0], 1 - n.bets(3, BUTTON, 1, 0, "b")[1][0]],
        "a pat button calls or raises {0}, after one card {1}",
        lambda x: x[0] > 0.7,
        "A pat button calls or raises {0} of the bets.",
    ),
    Claim(
        "The whole",
        "Good players show down between 37% and 48% of the hands that they play to the draw.",
        "bots measured by NuttakitDW",
        lambda n: [n.showdowns],
        "{0} reach a showdown",
        between(0.37, 0.48, 0.04),
        "{0} of the hands in which both draw reach a showdown.",
    ),
)


def _part_of_raises(numbers: Numbers, names: tuple[str, ...]) -> float:
    raised = numbers.play("r")[2]
    chosen = numbers.held(*names)
    return float(raised[chosen].sum() / raised.sum())


def _most_pat(numbers: Numbers, draw: int, names: tuple[str, ...]) -> float:
    shares = [
        numbers.pat_hand(draw, seat, known, n) for n in names for seat, known in ((1, -1), (0, 1), (0, 2), (0, 3))
    ]
    return max([x for x in shares if not isnan(x)], default=float("nan"))
