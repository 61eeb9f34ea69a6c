"""What a player who snows every hand wins: `python bench/snow.py [--game 27td a5td] [--seats N …] [--hands N]`.

They limp, stand pat from the first draw on, and bet: a line by which a strategy comes with good hands only. It loses to
the strategy file. It also must to the player as seated, who solves the last round by the ranges of the line
(`standpat.solver.subgame.last_round`, ghosts). A row has what they win a hand in the engine, in mSB, with its 95%
interval, duplicate decks in every seating.
"""

import argparse

from report import table
from standpat.bots.player import Situation, state_of
from standpat.bots.registry import player
from standpat.engine.action import Action, Bet, Call, Check, Discard
from standpat.lab.match.interval import half_width
from standpat.solver.multiway.engine_match import duplicate

SEED = 3


def snower(situation: Situation) -> Action:
    """Limps, stands pat, bets after every draw, and calls."""
    legal = situation.legal
    if legal.draw is not None:
        return Discard()
    if legal.bet is not None and state_of(situation).street:
        return Bet(legal.bet.max_to)
    return Check() if legal.check else Call()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=["27td", "a5td"])
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3, 6])
    parser.add_argument("--hands", type=int, default=2400)
    args = parser.parse_args()
    rows = []
    for game in args.game:
        for seats in args.seats:
            won = []
            for resolve in (False, True):
                others = [player("blueprint", resolve=resolve)] * (seats - 1)
                mean = duplicate([snower, *others], [1] + [0] * (seats - 1), args.hands, SEED, game)
                won.append(f"{mean.total / mean.count:+.0f} ± {half_width(mean.count, mean.total, mean.squares):.0f}")
            rows.append((f"{game}, {seats}", *won, f"{args.hands:,}"))
    print(table(("game, seats", "from the file", "as seated", "hands"), rows))


if __name__ == "__main__":
    main()
