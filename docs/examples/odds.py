"""What a hand becomes with one, two and three draws, as a frame and a picture. `python odds.py [FILE.svg]`"""

import sys

from standpat.lab.odds import becomes, matchup
from standpat.lab.odds.plot import Series, curve

hand = "2c3d4h7sKc"
found = [becomes(hand, draws=draws, policy="make:8") for draws in (1, 2, 3)]
print(found[1])
print(found[1].frame().head(5))

met = matchup(["2c3d4h7sKc", "8s6c4d3h2d"], draws=2, policies=["make:8", "pat:8"])
print(met.frame()[["hand", "policy", "equity", "low", "high"]])

if len(sys.argv) > 1:
    lows = found[0].frame().index[:6].tolist()
    lines = [Series(f"{one.draws} to come", one.frame()["or_better"].tolist()[:6]) for one in found]
    curve(f"What {hand} becomes", "make an eight; exact", lows, lines).save(sys.argv[1])
