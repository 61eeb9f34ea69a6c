"""What mistakes cost, in thousandths of a small bet: choices that players make, at lines that come up often.

`mistakes(numbers)` is the page. A cost is the best choice's value less this one's, from
`standpat.solver.advice.advise`: given that the hand is there, both going on by the strategy. Before the first draw
values need all of the tree: these rows are only there when the table's values have been worked out
(`FileStrategy.prepared`).
"""

from typing import NamedTuple

from standpat.solver.advice.advise import Advice, advise_at
from standpat.solver.charts.figures import Numbers
from standpat.solver.game.spot import find
from standpat.solver.strategy_file.file_strategy import FileStrategy


class Mistake(NamedTuple):
    """`choice` is a letter of a path, or the ranks thrown, ``pat`` for none."""

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
    """The page of what mistakes cost."""
    tabled = numbers.tabled
    lines = [
        *head,
        "Thousandths of a small bet, given that the hand is there and both play on by the strategy. Lines are "
        "read like "
        "this: `rc/3` is a raise and a call, and the big blind draws three; `x` a check, `b` a bet.",
        "",
        "| line | hand | mistake | costs | best |",
        "|---|---|---|---|---|",
    ]
    listed = (*OPENING, *DRAWING) if tabled.prepared else DRAWING
    for mistake in [m for m in listed if _there(tabled, m.path)]:
        advice = told(tabled, mistake)
        best = min(advice.choices, key=lambda c: c.loss)
        cost = 1000 * advice.loss(mistake.choice)
        what = f"{mistake.hand} | {_do(mistake.choice)}"
        lines.append(f"| `{mistake.path or 'first in'}` | {what} | {cost:,.0f} | {_do(best.name or 'pat')} |")
    return "\n".join([*lines, ""])


def told(tabled: FileStrategy, mistake: Mistake) -> Advice:
    """The advice at the spot of a mistake."""
    cards = "".join([rank + suit for rank, suit in zip(mistake.hand, "cdhsc", strict=True)])
    return advise_at(tabled, mistake.path, cards)


def _there(tabled: FileStrategy, path: str) -> bool:
    """Whether a line is in the table's tree, which may have fewer counts or raises."""
    try:
        find(tabled.problem, path)
    except ValueError:
        return False
    return True


def _do(choice: str) -> str:
    return DOES.get(choice) or f"throw {choice}"
