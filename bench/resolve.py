"""What solving the last round again wins: `python bench/resolve.py [--game 27td] [--deals N] [--minutes M]`.

The bot of the game's strategy file (found as usual: STANDPAT_STRATEGIES) plays a deal of real cards against itself up
to the last betting round. There, with the two hands known, `standpat.solver.subgame.resolve.Resolving` plays first one
seat, then the other. What it wins more than the bot would have won in its place is computed over all action
probabilities of both, not sampled. Before that round the two players are the same, so the mean over deals of half the
sum is the result of a duplicate match of `Resolving` against the bot, without the luck of the sampled actions.

*Over the ranges* is the same mean with the gain of each line taken over all hands that both may hold there, as
`standpat.solver.subgame.resolve` weights them, instead of the two known hands. Its interval is narrower, and it is
right as far as the ranges are. *Loses* is what perfect play in the last round, over the ranges, wins from the blueprint
and from the solution.

The last draw is the blueprint's in these deals; `bench/last_draw.py` measures what solving it again wins. The ranges of
the solution are those after the solved draws, with `--table-draws` those after the blueprint's.

`--variants` adds, on the same deals: hands that do not block each other; the guard. The seed repeats a run, and
`--minutes` ends it early.
"""

import argparse
import os
import time
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from standpat.bots.blueprint import strategy_files
from standpat.bots.player import situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.dealer import Dealer
from standpat.engine.hand import Hand
from standpat.lab.match.interval import Mean
from standpat.solver.response.last_round_response import LastRoundResponse
from standpat.solver.strategy_file.opponent_range import Range
from standpat.solver.subgame.matrix_round import Play, worth
from standpat.solver.subgame.resolve import Resolving

SEED = 2027
DEALS = 20_000


def value(end: LastRoundResponse, here: Range, player: Resolving, now: Hand, seat: int) -> float:
    """What the button wins in chips where `player` has this seat and the strategy file's bot the other."""
    solved = player.solved(end._situation(now, seat))
    classes = [end.beliefs.classes.of(now.cards(k)) for k in (0, 1)]
    own: Play = [play[:, solved.group[classes[seat]]] for play in solved.play]

    def after(n: int) -> float:
        node = end.beliefs.file.streets[-1].nodes[n]
        if not node.letters:
            better = (classes[0] < classes[1]) - (classes[0] > classes[1])
            return float(solved.ends.stakes[n]) * (better if node.exit >= 0 else 1)
        play = own[n] if node.seat == seat else end.beliefs.bets(here, node)[:, classes[1 - seat]]
        return float(sum([p * after(child) for p, child in zip(play.tolist(), node.children, strict=True) if p > 0]))

    return after(0)


def gain(end: LastRoundResponse, player: Resolving, hand: Hand) -> float:
    """What `player` wins more than the strategy file's bot, the mean of the two seats, in mSB."""
    here = end._arrived(hand, 0)
    classes = [end.beliefs.classes.of(hand.cards(seat)) for seat in (0, 1)]
    fair = end._played(here, classes[0], classes[1], 0, 1.0, 0, 0)
    won = value(end, here, player, hand, 0) - fair + fair - value(end, here, player, hand, 1)
    return 500 * won / end.stakes.big_blind


def over_ranges(end: LastRoundResponse, player: Resolving, hand: Hand) -> float:
    """The same in the mean over the hands that both may hold."""
    won = [player.solved(end._situation(hand, seat)).gain(seat) for seat in (0, 1)]
    return 500 * sum(won) / end.stakes.big_blind


def loses(end: LastRoundResponse, model: Resolving, player: Resolving | None, hand: Hand) -> float:
    """What perfect play over the ranges of `model` wins in the last round from a player (None: the table's) more than
    from the best, the mean of the seats. A player has the groups of `model`."""
    lost = 0.0
    for seat in (0, 1):
        now = end._situation(hand, seat)
        solved = model.solved(now)
        play = solved.blueprint_play if player is None else player.solved(now).play
        lost += float(worth(solved.ends, solved.ranges, 1 - seat, play, best=True).sum())
    return 500 * lost / end.stakes.big_blind


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="27td")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--variants", action="store_true")
    parser.add_argument("--table-draws", action="store_true")
    args = parser.parse_args()
    file = StrategyFile.load(strategy_files()[args.game])
    end = LastRoundResponse(file)
    draws = not args.table_draws
    players = {"resolve": Resolving(file, draws=draws)}
    if args.variants:
        players["without removal"] = Resolving(file, removal=False, draws=draws)
        players["guarded, half"] = Resolving(file, forced=0.5, draws=draws)
        players["guarded, whole"] = Resolving(file, forced=0.0, draws=draws)
    names = [*players, *[f"{name}, over the ranges" for name in players], "ranges less cards"]
    names += [f"{name} loses" for name in ("the table", *players)]
    means = {name: Mean() for name in names}
    seconds, solves, most, ended = 0.0, 0, 0.0, time.monotonic() + 60 * args.minutes
    played = 0
    for deal in range(args.deals):
        hand = end.play(Dealer(f"resolve {SEED} {deal}"), Random(f"dice {SEED} {deal}"))
        over = hand.to_act is None
        for name, player in players.items():
            if name == "resolve" and not over:
                before, start = len(player._solved), time.thread_time()
                player.policy(situation(hand, Random(1)))
                if deal and len(player._solved) > before:  # the first also compiles
                    took = time.thread_time() - start
                    seconds, solves, most = seconds + took, solves + 1, max(most, took)
            real = 0.0 if over else gain(end, player, hand)
            believed = 0.0 if over else over_ranges(end, player, hand)
            means[name].add(real)
            means[f"{name}, over the ranges"].add(believed)
            means[f"{name} loses"].add(0.0 if over else loses(end, players["resolve"], player, hand))
            if name == "resolve":
                means["the table loses"].add(0.0 if over else loses(end, player, None, hand))
                means["ranges less cards"].add(believed - real)
        played += not over
        if deal % 50 == 49:
            won, ranges = means["resolve"], means["resolve, over the ranges"]
            print(f"   {deal + 1:,} deals, {won:+.1f}, over the ranges {ranges:+.1f}", flush=True)
        if time.monotonic() > ended:
            break
    print(f"{args.game}, mSB a hand, against the strategy file's bot; {deal + 1:,} deals, {played:,} to the last round")
    for name, mean in means.items():
        print(f"{name:<34} {mean:+.1f}")
    print(f"{solves:,} solutions, {1000 * seconds / max(1, solves):.0f} ms of the processor, {1000 * most:.0f} at most")


if __name__ == "__main__":
    main()
