"""Two bots against each other until it is sure enough who wins. `python match.py [HANDS]`"""

import sys

from standpat import Stakes, game
from standpat.lab.match import Plan, play

hands = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
plan = Plan(game("27td"), Stakes(50, 100), stack=10_000, seed=4, entries=("rule", "random"))
result = play(plan, hands, precision=10.0)  # or when everybody's margin is 10 big bets per 100 hands
print(result)

rows = result.frame()
print(rows[["units_per100_mean", "units_per100_ci95", "faults"]].round(2))
print(rows[["behavior.vpip", "behavior.pfr", "behavior.pat.1", "behavior.pat.2", "behavior.pat.3"]].round(3))
