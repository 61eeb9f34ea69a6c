"""Seven hypotheses about heads-up and six-handed 27td, each with our figures.

They are those of N. Kundum, "How Low to Aim in 2-7 Triple Draw: Pat, Break and Discard Decisions of the Strongest
Arena Bots" (October 2026), in our words: what a solver should find if the strongest bots of an arena play well. Each is
a `Claim`; its `source` is what the paper says of those bots. Figures of six players are frequencies of hands that were
watched (`standpat.solver.charts.watched`); all others are of the strategy file.

A decision is *mixed* if the choice is taken in one to nine of ten cases.
"""

from standpat.solver.charts.claims import Claim, Verdict, between
from standpat.solver.charts.figures import BUTTON

SELDOM = 0.05
"""A choice taken less often is rare."""


def mixed(share: float) -> bool:
    """Whether a choice is taken in one to nine of ten cases."""
    return 0.1 <= share <= 0.9


def counted(*rules: bool) -> Verdict:
    """Agrees if all rules hold, in part if at least half of them do."""
    return True if all(rules) else None if 2 * sum(rules) >= len(rules) else False


HYPOTHESES = (
    Claim(
        "H1",
        "Drawing hands aim at an eight or better: a one-card draw hardly ever keeps a nine, at six-max almost never.",
        "one rule picks the kept cards in nearly every draw",
        lambda n: [*[n.kept_from(number, "9") for number in range(3)], n.table.kept_from("9")],
        "a nine or worse is kept by {0} of the one-card draws at the first draw, {1} at the second, {2} at the last; "
        "six-handed by {3}",
        between(0.0, SELDOM, 0.1),
        "",
    ),
    Claim(
        "H2",
        "The pat line falls from draw to draw: an eight stands pat from the first draw on, a nine is mixed at the "
        "second and mostly pat at the third, a ten and a jack are mixed at the third.",
        "a nine at the second draw 46–66% (by bot), at the last a ten 41–55%, a jack 21–30%",
        lambda n: [*[n.pat_made(*of) for of in ((0, "8"), (1, "9"), (2, "9"), (2, "T"), (2, "J"))]],
        "pat are {0} of the eights at the first draw, {1} of the nines at the second; at the last {2} of the nines, "
        "{3} of the tens, {4} of the jacks",
        lambda x: counted(x[0] > 0.9, mixed(x[1]), x[2] > 0.5, mixed(x[3]), mixed(x[4])),
        "",
    ),
    Claim(
        "H3",
        "What the opponent drew sets the line. At the last draw, in position, a ten always stands pat against one card "
        "and a jack is mixed; against a pat hand even a ten is broken.",
        "a ten against one card always, against a pat hand rarely",
        lambda n: [n.pat_made(2, top, BUTTON, known) for top, known in (("T", 1), ("J", 1), ("T", 0), ("9", 0))],
        "against one card a ten stands pat {0}, a jack {1}; against a pat hand a ten {2}, a nine {3}",
        lambda x: counted(x[0] > 0.95, mixed(x[1]), x[2] < 0.5),
        "",
    ),
    Claim(
        "H4",
        "A made hand is compared with the draw that it leaves: T-9 and J-9 stay, since they leave a draw to a nine; "
        "T-8 and J-8 are broken more often.",
        "T-9 is pat more often than T-8 at the second draw, J-9 more often than J-8 at the third",
        lambda n: [n.pat_made(1, "T9"), n.pat_made(1, "T8"), n.pat_made(2, "J9"), n.pat_made(2, "J8")],
        "at the second draw T-9 stands pat {0}, T-8 {1}; at the last J-9 {2}, J-8 {3}",
        lambda x: counted(x[0] > x[1] + 0.1, x[2] > x[3] + 0.1, x[0] > 0.5, x[2] > 0.5),
        "",
    ),
    Claim(
        "H5",
        "Heads-up showdowns are won around a nine: a nine or a ten wins about half of them. At six-max a jack is weak.",
        "shares of showdowns among hands that the arena shows",
        lambda n: [n.pots_won("9"), n.won("9"), n.won("T"), n.won("J"), n.table.won("J")],
        "{0} of the showdowns are won by a nine or better; a nine wins {1}, a ten {2}, a jack {3}; six-handed, of two "
        "who show, a jack wins {4}",
        lambda x: counted(all(0.4 <= share <= 0.6 for share in x[1:3]), x[4] < 0.4),
        "",
    ),
    Claim(
        "H6",
        "Snows are rare: a few percent of the paired hands stand pat at the last draw, almost none earlier.",
        "as the hypothesis",
        lambda n: [n.pat_pairs(number) for number in range(3)],
        "of the pairs {0} stand pat at the first draw, {1} at the second, {2} at the last",
        lambda x: counted(max(x[:2]) < 0.01, 0.005 <= x[2] <= 0.1),
        "",
    ),
    Claim(
        "H7",
        "Six players stand pat one step tighter than two; open is whether 8-7 stands pat at the first draw.",
        "two six-max bots always stand pat with an eight there, two others half of the time",
        lambda n: [
            share
            for number, top in ((0, "87"), (1, "9"), (2, "T"))
            for share in (n.pat_made(number, top), n.table.pat(number, top))
        ],
        "8-7 at the first draw: {0} heads-up, {1} six-handed; a nine at the second {2} and {3}; a ten at the last {4} "
        "and {5}",
        lambda x: counted(x[3] < x[2], x[5] < x[4]),
        "",
    ),
)
