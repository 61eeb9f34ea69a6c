"""A learner of some lines: how many cards to draw in single draw, by trying it out. `python learner.py [STEPS]`

It bets at random and keeps the lowest different ranks; what it learns is how many of them, by how high they are.
"""

import sys

import numpy as np

from standpat import Stakes
from standpat.lab.env.vector import DrawVectorEnv

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
tables = 256
env = DrawVectorEnv("27sd", Stakes(1, 2), num_envs=tables, seats=2, stacks=8, autoreset_mode="SameStep")
random = np.random.default_rng(1)
seen, _ = env.reset(seed=1)
paid, tried = np.zeros((13, 6)), np.zeros((13, 6))  # by the highest rank of the best four, and by cards drawn
chosen: list[list[tuple[int, int, int]]] = [[] for _ in range(tables)]
stand = env.single_action_space.n - 32  # the number of standing pat; + the bits of what is thrown

for _ in range(steps):
    mask = seen["action_mask"]
    actions = (random.random(mask.shape) * mask).argmax(axis=1)
    for row in np.flatnonzero(seen["drawing"]):
        ranks = seen["cards"][row] // 4
        lowest = sorted(set(ranks.tolist()))
        high = lowest[min(3, len(lowest) - 1)]
        count = int(random.integers(6))
        keep = [int(np.flatnonzero(ranks == rank)[0]) for rank in lowest][: 5 - count]
        count = 5 - len(keep)
        actions[row] = stand + sum([1 << k for k in range(5) if k not in keep])
        chosen[row].append((int(seen["place"][row]), high, count))
    seen, _, over, _, infos = env.step(actions)
    for row in np.flatnonzero(over):
        for place, high, count in chosen[row]:
            paid[high, count] += infos["final_info"]["nets"][row, place]
            tried[high, count] += 1
        chosen[row].clear()

worth = paid / np.maximum(tried, 1)
for high in range(3, 11):
    if tried[high].any():
        row = " ".join([f"{value:+6.2f}" for value in worth[high]])
        print(f"four to a {'23456789TJQKA'[high]}: drawing 0..5 is worth {row}")
