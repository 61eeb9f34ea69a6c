"""AIVAT: how many times fewer hands the same precision takes, by game and players.

    python bench/aivat.py [--hands N] [--games GAME ...] [--rows N ...] [--seed N]

Every row is a match with duplicate dealing. It has, on the same hands, the plain result of the first player, AIVAT by
the fixed rule (everybody calls, the best hand wins), AIVAT by the values solved for the average play, with three and
more players from the draw on that begins with two left, and the same averaged over the cards that players with known
policies might have held (`--imagined` sets of cards each); `hands x` is the ratio of the variances, plain to AIVAT,
over decks. In rows with "unknown" the policy and the play of the last player are withheld, as those of an outside
program (`standpat.lab.heads_up.play_files.anybody`). In rows with "program" it is an outside program:
`bench/outside_player.py`, a process of its own that speaks the protocol of docs/protocol.md. The time is CPU of a whole
hand, without that of the program.
"""

import argparse
import sys
import time
from pathlib import Path

from msgspec.structs import replace

from report import table
from standpat.bots.registry import bot
from standpat.engine.games import Stakes, game
from standpat.lab.heads_up.play_files import anybody, play_of
from standpat.lab.match import deck, inside, measure
from standpat.lab.match.contest import play
from standpat.lab.match.plan import IMAGINED, Plan
from standpat.lab.match.result import Result

PROGRAM = f"program@cmd:{sys.executable} {Path(__file__).with_name('outside_player.py')}"
ROWS: tuple[tuple[tuple[str, ...], bool], ...] = (
    (("blueprint", "blueprint"), True),
    (("rule", "rule"), True),
    (("blueprint", "rule"), True),
    (("blueprint", "regular"), True),
    (("blueprint", "casual"), True),
    (("blueprint", "novice"), True),
    (("blueprint", "rule"), False),
    (("blueprint", "regular"), False),
    (("blueprint", "casual"), False),
    (("blueprint", "novice"), False),
    (("blueprint", PROGRAM), False),
    (("blueprint",) * 3, True),
    (("blueprint",) * 6, True),
    (("novice", *["blueprint"] * 2), True),
    (("novice", *["blueprint"] * 5), True),
    (("blueprint", "blueprint", PROGRAM), False),
)


def cell(result: Result) -> str:
    mean, margin = result.adjusted_per_100(0)
    return f"{mean:+.2f} ± {margin or 0:.2f}"


def title(id: str, players: tuple[str, ...], known: bool) -> str:
    """A row's name: equal players that sit together are counted."""
    names = [player.split("@")[0] for player in players]
    parts = [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
    return f"{id}, {' v '.join(parts)}{'' if known or PROGRAM in players else ', unknown'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--games", nargs="+", default=["27td", "a5td", "27sd-fl", "a5sd"])
    parser.add_argument("--rows", nargs="+", type=int, default=range(len(ROWS)), help="some of them, by number from 0")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--imagined", type=int, default=IMAGINED)
    args = parser.parse_args()
    made = inside.Inside.__init__
    rows = []
    for id in args.games:
        for players, known in [ROWS[number] for number in args.rows]:
            plan = Plan(game(id), Stakes(50, 100), 10_000, args.seed, players, aivat=True, imagined=0)
            withheld = None if known or players[-1] == PROGRAM else bot(players[-1]).policy

            def init(self, player, policy=None, by_cards=None, withheld=withheld):  # type: ignore[no-untyped-def]
                made(self, player, None if policy is withheld else policy, by_cards)

            inside.Inside.__init__ = init  # type: ignore[method-assign]
            told = known and players[-1] != PROGRAM
            taken_for = [play_of(plan.game, name) for name in (players if told else players[:-1])]
            plays = [play for play in (*taken_for, None if told else anybody(plan.game)) if play is not None]
            part = 1.0 if told else measure.GUESSED
            two = len(players) == 2
            solved = measure.PairMeasure(plan, plays, part) if two else measure.SeveralMeasure(plan, plays)
            averaged = replace(plan, imagined=args.imagined)
            row, cells = [title(id, players, known)], []
            for this, measured in ((plan, measure.Measure(plan)), (plan, solved), (averaged, solved)):
                deck.measure_of = lambda _, measured=measured: measured  # type: ignore[assignment]
                began = time.process_time()
                result = play(this, args.hands)
                spent = 1000 * (time.process_time() - began) / args.hands
                cells += [cell(result), f"{result.hands_ratio(0) or 0:.1f}", f"{spent:.1f}"]
            mean, margin = result.per_100(0)
            row += [f"{mean:+.2f} ± {margin or 0:.2f}", *cells]
            rows.append(row)
            print(" | ".join(row), flush=True)
    columns = ("big bets per 100", "plain", "fixed rule", "hands x", "ms", "solved values", "hands x", "ms")
    print(table((*columns, "averaged", "hands x", "ms"), rows))


if __name__ == "__main__":
    main()
