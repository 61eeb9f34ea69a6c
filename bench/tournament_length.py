"""How long tournaments last, simulated, beside the estimate: `python bench/tournament_length.py [--bot BOT]`.

`tests/tournament_simulated.py` plays whole tournaments of the presets in simulated time. A decision takes 0.8 to 7.2
seconds, four on average (with `--pace 2` half as long), and a table pauses four seconds between hands. A tenth of the
entrants come late, and half of those who are out enter again where they may. A row has the median of its tournaments;
in brackets stands what eight of ten of them lie between. The last table has the hands in an hour of these tournaments,
by the number of players who are dealt in.

The constants of `standpat.tournament.length` were chosen so that the estimates agree with this.
"""

import argparse
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from report import table
from standpat.bots.registry import player
from standpat.tournament.clock import MINUTE
from standpat.tournament.events import Dealt, Finished, Played, Started, decode
from standpat.tournament.length import Length, estimate
from standpat.tournament.presets import of_games
from tournament_simulated import PAUSE_MS, opened

SIZES: Final = {2: 24, 6: 24, 30: 8, 100: 4, 300: 2}
"""How many tournaments of each number of entrants. Up to six play a sit-and-go."""
THINK_MS: Final = (800, 7_200)


class Ended(NamedTuple):
    """A tournament that is over: its last level, how many minutes it took, and the estimate for its entries."""

    level: int
    minutes: float
    estimated: Length


class Hands:
    """Hands and the time that they took, by the number of players."""

    def __init__(self) -> None:
        self.count: Counter[int] = Counter()
        self.ms: Counter[int] = Counter()

    def add(self, players: int, ms: int) -> None:
        self.count[players] += 1
        self.ms[players] += ms + PAUSE_MS

    def an_hour(self, players: int) -> float:
        return 60 * MINUTE * self.count[players] / self.ms[players]


def played(games: Sequence[str], speed: str, entrants: int, seed: int, bot: str, pace: float, hands: Hands) -> Ended:
    """Play a tournament."""
    structure = of_games(games, speed, entrants if entrants <= 6 else None)
    room = opened(structure, entrants, seed, player(bot), (round(THINK_MS[0] / pace), round(THINK_MS[1] / pace)))
    for _ in room.play():
        pass
    began, level, ended = 0, 0, 0
    playing: dict[int, Dealt] = {}
    for event in map(decode, room.journal.events):
        match event:
            case Started(at=at):
                began = at
            case Dealt():
                playing[event.table], level = event, event.level
            case Played():
                hands.add(len(playing[event.table].seats), event.at - playing[event.table].at)
            case Finished(at=at):
                ended = at
    estimated = estimate(structure, room.t.field.entries)
    assert estimated is not None
    return Ended(level, (ended - began) / MINUTE, estimated)


def row(title: str, ended: Sequence[Ended]) -> list[str]:
    """One line of the table."""
    tenth = len(ended) // 10
    minutes = sorted([one.minutes for one in ended])
    guess = [one.estimated for one in ended]

    def middle(of: Callable[[Length], int]) -> str:
        return f"{statistics.median(map(of, guess)):.0f}"

    return [
        title,
        f"{statistics.median([one.level for one in ended]):.0f}",
        middle(lambda one: one.level),
        f"{statistics.median(minutes):.0f} ({minutes[tenth]:.0f} to {minutes[-1 - tenth]:.0f})",
        f"{middle(lambda one: one.minutes)} ({middle(lambda one: one.earliest)} to {middle(lambda one: one.latest)})",
    ]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("--games", nargs="+", default=["27td", "27sd", "27td,a5td,27sd"], metavar="IDS")
    parser.add_argument("--speeds", nargs="+", default=["normal", "turbo"])
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES), choices=SIZES)
    parser.add_argument("--bot", default="rule", help="who plays (default: %(default)s)")
    parser.add_argument("--pace", type=float, default=1.0, help="how fast they decide (default: %(default)s)")
    args = parser.parse_args()
    rates: dict[str, Hands] = defaultdict(Hands)
    rows = []
    for games in args.games:
        for speed in args.speeds:
            for entrants in args.sizes:
                ids = games.split(",")
                ended = [
                    played(ids, speed, entrants, seed, args.bot, args.pace, rates[games])
                    for seed in range(SIZES[entrants])
                ]
                rows.append(row(f"{', '.join(ids)}, {speed}, {entrants}", ended))
    print(table(["entrants", "last level", "estimate", "minutes", "estimate"], rows))
    print()
    counts = sorted({players for hands in rates.values() for players in hands.count if players <= 6})
    print(
        table(
            ["hands an hour, players", *map(str, counts)],
            [
                [", ".join(games.split(",")), *[f"{hands.an_hour(k):.0f}" if hands.count[k] else "" for k in counts]]
                for games, hands in rates.items()
            ],
        )
    )


if __name__ == "__main__":
    main()
