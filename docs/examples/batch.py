"""Rank a million random hands and see how good they are. `python batch.py [HANDS]`"""

import sys
from time import perf_counter

import numpy as np

from standpat.cards.ranking import RANKINGS
from standpat.lab.batch import deuce_to_seven

count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
random = np.random.default_rng(7)
hands = random.random((count, 52)).argpartition(5, axis=1)[:, :5].astype(np.uint8)  # five different cards each
deuce_to_seven(hands)  # loads the compiled code

start = perf_counter()
values = deuce_to_seven(hands)  # 1 is the best
took = perf_counter() - start

order = RANKINGS["deuce-to-seven"]
kinds, often = np.unique([order.category(int(value)) for value in values], return_counts=True)
for kind, times in sorted(zip(kinds, often, strict=True), key=lambda pair: -pair[1]):
    print(f"{kind:16}{times / count:8.3%}")
print(f"{count} hands in {took * 1000:.1f} ms", file=sys.stderr)
