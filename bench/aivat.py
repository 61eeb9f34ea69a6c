"""AIVAT: how many times fewer hands the same precision takes, by game and pairing.

    python bench/aivat.py [--hands N] [--games GAME ...] [--pairs N ...] [--seed N]

Every pairing is played once with duplicate dealing. Each row has, on the same hands, the plain result, AIVAT by the
fixed rule (everybody calls, the best hand wins) and AIVAT by the values solved for the average play of both; `hands x`
is the ratio of the variances, plain to AIVAT, over decks. In rows with "unknown" the policy of the second player is
withheld, as that of an outside program, and it is taken to play like the blueprint. The time is CPU of a whole hand.
"""

import argparse
import time

from report import table
from standpat.bots.registry import bot
from standpat.engine.games import Stakes, game
from standpat.lab.match import deck, inside, measure
from standpat.lab.match.contest import play
from standpat.lab.match.plan import Plan
from standpat.lab.match.result import Result

PAIRS = (
    ("blueprint", "blueprint", True),
    ("rule", "rule", True),
    ("blueprint", "rule", True),
    ("blueprint", "regular", True),
    ("blueprint", "casual", True),
    ("blueprint", "novice", True),
    ("blueprint", "rule", False),
    ("blueprint", "regular", False),
    ("blueprint", "casual", False),
    ("blueprint", "novice", False),
)


def cell(result: Result) -> str:
    mean, margin = result.adjusted_per_100(0)
    return f"{mean:+.2f} ± {margin or 0:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--games", nargs="+", default=["27td", "a5td", "27sd-fl", "a5sd"])
    parser.add_argument(
        "--pairs", nargs="+", type=int, default=range(len(PAIRS)), help="some of them, by number from 0"
    )
    parser.add_argument("--seed", type=int, default=2026)
    args = parser.parse_args()
    told = inside.Inside.chances
    rows = []
    for id in args.games:
        for one, other, known in [PAIRS[number] for number in args.pairs]:
            plan = Plan(game(id), Stakes(50, 100), 10_000, args.seed, (one, other), aivat=True)
            withheld = None if known else bot(other).policy

            def chances(self, hand, withheld=withheld):  # type: ignore[no-untyped-def]
                return None if self._policy is withheld else told(self, hand)

            inside.Inside.chances = chances  # type: ignore[method-assign]
            plays = measure.pair_plays(plan)
            assert plays is not None
            if not known:
                plays = [plays[0], measure.pair_plays(Plan(plan.game, plan.stakes, 1, 1, ("blueprint",) * 2))[1]]  # type: ignore[index]
            row, cells = [f"{id}, {one} v {other}{'' if known else ', unknown'}"], []
            for measured in (measure.Measure(plan), measure.PairMeasure(plan, plays)):
                deck.measure_of = lambda _, measured=measured: measured  # type: ignore[assignment]
                began = time.process_time()
                result = play(plan, args.hands)
                spent = 1000 * (time.process_time() - began) / args.hands
                cells += [cell(result), f"{result.hands_ratio(0) or 0:.1f}", f"{spent:.1f}"]
            mean, margin = result.per_100(0)
            row += [f"{mean:+.2f} ± {margin or 0:.2f}", *cells]
            rows.append(row)
            print(" | ".join(row), flush=True)
    columns = ("big bets per 100", "plain", "fixed rule", "hands x", "ms", "solved values", "hands x", "ms")
    print(table(columns, rows))


if __name__ == "__main__":
    main()
