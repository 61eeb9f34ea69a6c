"""The cost of mistakes, in thousandths of a small bet: choices that players make, on lines that come up often.

`mistakes(numbers)` is the page. A cost is the value of the best choice minus that of the mistake, from
`standpat.solver.advice.advise`: given the hand, with both players following the strategy afterwards. Values before the
first draw need the whole tree. Their rows are on the page only if these values have been computed
(`FileStrategy.prepared`).
"""

from typing import NamedTuple

from standpat.solver.advice.advise import Advice, advise_at
from standpat.solver.charts.figures import Numbers
from standpat.solver.game.spot import find
from standpat.solver.strategy_file.file_strategy import FileStrategy


class Mistake(NamedTuple):
    """A mistake.

    Attributes:
        path: The path of the spot.
        hand: The ranks of the hand.
        choice: The letter of an action, the ranks discarded, or ``pat``.
    """

    path: str
    hand: str
    choice: str


OPENING = (
    Mistake("", "KQ732", "c"),
    Mistake("", "KQJ72", "f"),
    Mistake("", "KQJ76", "f"),
    Mistake("", "KQJT2", "r"),
    Mistake("r", "K7432", "c"),
    Mistake("r", "KQ732", "c"),
    Mistake("r", "KQJ32", "f"),
    Mistake("r", "KQJ87", "f"),
    Mistake("r", "KQJT2", "c"),
)
DRAWING = (
    Mistake("rc/3", "97542", "pat"),
    Mistake("rc/3", "98542", "pat"),
    Mistake("rc/3", "96532", "9"),
    Mistake("rc/3", "T5432", "pat"),
    Mistake("rc/3", "87653", "8"),
    Mistake("rc/32/xbc/1", "97542", "pat"),
    Mistake("rc/32/xbc/1", "T8765", "T"),
    Mistake("rc/32/xbc/1", "T7432", "pat"),
    Mistake("rc/32/xbc/1", "J8765", "pat"),
    Mistake("rc/32/xbc/21/xbc/1", "J8763", "J"),
    Mistake("rc/32/xbc/21/xbc/1", "J7432", "pat"),
    Mistake("rc/32/xbc/21/xbc/1", "Q5432", "pat"),
    Mistake("rc/32/xbc/21/xbc/1", "77532", "pat"),
    Mistake("rc/32/xbc/21/xbc/1", "55432", "pat"),
    Mistake("rc/32/xbc/21/xbc/0", "T7432", "pat"),
    Mistake("rc/32/xbc/21/xbc/0", "T8765", "T"),
)
DOES = {"f": "fold", "c": "call", "r": "raise", "x": "check", "b": "bet", "pat": "stand pat"}


def mistakes(numbers: Numbers, head: list[str]) -> str:
    """The page of the cost of mistakes.

    Args:
        numbers: The figures of a strategy file.
        head: The first lines of the page.

    Returns:
        The page in Markdown.
    """
    strategy = numbers.strategy
    lines = [
        *head,
        "In thousandths of a small bet, given the hand, with both players following the strategy afterwards. In a "
        "line `rc/3` is a raise and a call, and the big blind draws three; `x` is a check, `b` a bet.",
        "",
        "| line | hand | mistake | costs | best |",
        "|---|---|---|---|---|",
    ]
    listed = (*OPENING, *DRAWING) if strategy.prepared else DRAWING
    for mistake in [m for m in listed if _there(strategy, m.path)]:
        advice = advice_on(strategy, mistake)
        best = min(advice.choices, key=lambda c: c.loss)
        cost = 1000 * advice.loss(mistake.choice)
        what = f"{mistake.hand} | {_do(mistake.choice)}"
        lines.append(f"| `{mistake.path or 'first in'}` | {what} | {cost:,.0f} | {_do(best.name or 'pat')} |")
    return "\n".join([*lines, ""])


def advice_on(strategy: FileStrategy, mistake: Mistake) -> Advice:
    """The advice at the spot of a mistake."""
    cards = "".join([rank + suit for rank, suit in zip(mistake.hand, "cdhsc", strict=True)])
    return advise_at(strategy, mistake.path, cards)


def _there(strategy: FileStrategy, path: str) -> bool:
    """Whether a line is in the tree of the strategy file, which may have fewer counts or raises."""
    try:
        find(strategy.problem, path)
    except ValueError:
        return False
    return True


def _do(choice: str) -> str:
    return DOES.get(choice) or f"throw {choice}"
