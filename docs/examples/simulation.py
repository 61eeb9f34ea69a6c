"""Random play on the compiled kernel: what does the button win? `python simulation.py [HANDS]`"""

import sys

import numpy as np

from standpat import Stakes
from standpat.lab.kernel.hands import Hands
from standpat.lab.kernel.play import Habit

count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
rows = 100
table = Hands(("27td", Stakes.limit(20)), stacks=np.full((rows, 3), 2000), seeds=np.arange(rows))
loose = Habit(fold=40, wager=100, throw=128, size=256)  # chances in 256ths
tally = table.simulate(count // rows, seed=1, habit=loose, threads=0)

each = tally.nets[:, :3] / (count // rows) / 20  # big blinds a hand, by row: independent of each other
mean, error = each.mean(axis=0), each.std(axis=0, ddof=1) / rows**0.5
print(tally)
for place, name in enumerate(("small blind", "big blind", "button")):
    print(f"{name:12}{mean[place]:+.3f} ± {1.96 * error[place]:.3f} big blinds a hand")
