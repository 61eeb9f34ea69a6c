"""The same match here and on Ray. `python ray_match.py [HANDS [ADDRESS]]`, local, auto or the head's address."""

import sys

from standpat import Stakes, game
from standpat.compute.ray_pool import ray_pool
from standpat.lab.match import Plan, play
from standpat.lab.odds import matchup

if __name__ == "__main__":
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    plan = Plan(game("27td"), Stakes(50, 100), stack=10_000, seed=4, entries=("rule", "random"))
    with ray_pool(sys.argv[2] if len(sys.argv) > 2 else "local") as pool:
        there = play(plan, hands, pool=pool)
        odds = matchup(["d1:8", "pat:9-7"], samples=100_000, threads=pool)
    here = play(plan, hands)
    print(there)
    print("the same as on one process:", [here.per_100(p) for p in (0, 1)] == [there.per_100(p) for p in (0, 1)])
    print(odds.sides[0])
