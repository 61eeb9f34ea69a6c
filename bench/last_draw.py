"""What solving the last draw again wins: `python bench/last_draw.py [--game 27td] [--deals N] [--minutes M]`.

The player of the game's table (found as ever: STANDPAT_STRATEGIES) plays a deal of real cards against itself up to the
last draw. There `standpat.solver.subgame.resolve.Resolving` draws in its place, first on the one seat, then on the
other; the bets after it stay the table's, so that this is the draw's part alone (`bench/resolve.py` has that of the
last round).

*As they lie*: with the two hands of the deal, the mean over `--hands` fillings of the replacements. *Over the ranges*:
the same for up to `--hands` pairs of real hands, dealt from one deck by the ranges of the line, those oftener whose
draws differ more, with one filling each; the cards thrown before are back in the deck. Everything else is reckoned over
all dice, so the mean over deals of half the sum of the seats is what a duplicate match comes to. *In the model* is what
the groups of the solution say. Times are of the processor.
"""

import argparse
import os
import time
from collections.abc import Callable
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from standpat.bots.blueprint import strategy_files, thrown
from standpat.bots.player import situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.dealer import Dealer
from standpat.engine.hand import Hand
from standpat.lab.match.interval import Mean
from standpat.solver.kernels.range_pairs import pairs
from standpat.solver.response.last_round_response import LastRoundResponse
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges, Range, Vector
from standpat.solver.subgame.from_line import drawing
from standpat.solver.subgame.matrix_round import Ends
from standpat.solver.subgame.resolve import Resolving

SEED = 2028
DEALS = 20_000

Cards = tuple[int, ...]
Plays = list[list[Vector]]
"""Two ways to draw: the first seat's (counts, classes), then the second's for each count of the first."""
LEFT = WAYS[4 - np.arange(5)] / WAYS[4]


def play(end: LastRoundResponse, dealer: Dealer, random: Random) -> Hand:
    """A hand of the table's player against itself up to the last draw or its end."""
    record, blind = end.beliefs.record, end.stakes.big_blind
    hand = Hand(record, end.stakes, [1000 * blind] * 2, 0, dealer)
    while hand.to_act is not None:
        now = situation(hand, random)
        place = end.player.place(now)
        if now.legal.draw is not None and place is not None and place.street == len(end.file.streets) - 2:
            break
        hand.apply(end.player(now))
    return hand


class Line:
    """The last draw of a line: `drawn[player][turn]` (counts, classes), and what the table's bets win after it."""

    def __init__(self, end: LastRoundResponse, here: Range) -> None:
        self.beliefs, self.file = end.beliefs, end.file
        street = self.file.streets[here.street]
        self.street, self.first, self.counts = here.street, street.first, street.counts[0]
        context = (here.context * street.exits + street.nodes[here.node].exit) * street.outcomes
        self.places = [
            Range(here.street + 1, context + o, here.paid, 0, -1, here.reach) for o in range(street.outcomes)
        ]
        bet = end.stakes.big_blind * self.beliefs.record.bets[-1]
        self.ends = Ends(self.file.streets[-1].nodes, here.paid, bet)

    def after(self, outcome: int, button: Vector, blind: Vector) -> Vector:
        """What the button wins in chips with these final classes, the table's player betting for both."""

        def worth(n: int) -> Vector:
            node = self.beliefs.file.streets[-1].nodes[n]
            if not node.letters:
                sign = np.sign(blind - button) if node.exit >= 0 else np.ones(len(button))
                return np.asarray(self.ends.stakes[n] * sign)
            chances = self.beliefs.bets(self.places[outcome], node)[:, blind if node.seat else button]
            return np.asarray(sum([p * worth(c) for p, c in zip(chances, node.children, strict=True)]))

        return worth(0)

    def finals(self, cards: Cards, new: list[Cards]) -> Vector:
        """The final class by count and filling, (counts, fillings)."""
        classes, many = self.beliefs.classes, len(self.counts)
        index = classes.of(cards)
        keeps = self.file.keeps[self.street][index * many : index * many + many]
        found = []
        for count, mask in zip(self.counts, keeps, strict=True):
            kept = tuple(set(cards) - set(thrown(cards, mask)))
            found.append([classes.of((*kept, *fill[:count])) if count else index for fill in new])
        return np.array(found)

    def gains(self, hands: list[tuple[Cards, Cards]], new: list[list[tuple[Cards, Cards]]], plays: Plays) -> Vector:
        """What the draws `plays[0]` win more than `plays[1]` in seat 0 and in seat 1, in chips, for each of the hands
        (of the button and the blind) and each of its fillings: (seats, hands * fillings)."""
        many = len(self.counts)
        finals = [
            np.concatenate([self.finals(h[k], [f[k] for f in fill]) for h, fill in zip(hands, new, strict=True)], 1)
            for k in (0, 1)
        ]
        held = [np.repeat([self.beliefs.classes.of(h[seat]) for h in hands], len(new[0])) for seat in (0, 1)]
        found = np.zeros((2, len(held[0])))
        for o in range(many * many):
            one, two = divmod(o, many)
            place = (one, two) if self.first == 0 else (two, one)
            won = self.after(o, finals[0][place[0]], finals[1][place[1]])
            solved, fair = [(p[0][one, held[self.first]], p[1 + one][two, held[1 - self.first]]) for p in plays]
            found[self.first] += won * (solved[0] - fair[0]) * fair[1]
            found[1 - self.first] += won * fair[0] * (solved[1] - fair[1])
        found[1] *= -1
        return found

    def over_ranges(self, random: Random, ranges: tuple[Vector, Vector], plays: Plays, many: int) -> float:
        """The mean of the gains over pairs of real hands by the ranges, and over the seats, in chips. The own hand is
        picked the more often the more its draws differ, and counts the less for it."""
        shares = [r / r.sum() for r in ranges]
        beliefs, ranks, flat = self.beliefs, self.file.ranks, np.zeros(len(shares[0]), np.int64)
        alive, wins = np.zeros((1, 1)), np.zeros((1, 1))
        pairs(shares[0], shares[1], flat, flat, beliefs.ranks, beliefs.cells, LEFT, alive, wins)
        total, first = 0.0, shares[self.first]
        for turn in range(1 + len(self.counts)):
            seat = 1 - self.first if turn else self.first
            weight = shares[seat] * np.abs(plays[0][turn] - plays[1][turn]).sum(axis=0)
            theirs, ways = shares[1 - seat], plays
            if turn:  # the other has drawn so many
                theirs = first * plays[1][0][turn - 1]
                sure = np.zeros_like(plays[1][0])
                sure[turn - 1] = 1
                ways = [[sure, *way[1:]] for way in plays]
            mass = float(weight.sum() * theirs.sum())
            if mass < 1e-9:
                continue
            number = max(5, int(many * min(1.0, 30 * mass)))
            own = random.choices(range(len(weight)), weight.tolist(), k=number)
            other = random.choices(range(len(weight)), theirs.tolist(), k=number)
            hands, sizes = [], []
            for one, two in zip(own, other, strict=True):
                cards = _suited(beliefs, random, one), _suited(beliefs, random, two)
                if not set(cards[0]) & set(cards[1]):
                    hands.append(cards if seat == 0 else cards[::-1])
                    sizes.append(float(weight[one] / shares[seat][one]))
            if hands:
                new = [fillings(random, pair, set(), 1, ranks) for pair in hands]
                found = (self.gains(hands, new, ways)[seat] / np.array(sizes)).sum() / number
                total += float(found * mass / alive[0, 0]) / 2
        return total


def _suited(beliefs: OpponentRanges, random: Random, index: int) -> Cards:
    while True:
        ranks = beliefs.classes.hands[index]
        flush = random.randrange(4)
        cards = tuple([4 * r + (flush if beliefs.classes.flush[index] else random.randrange(4)) for r in ranks])
        if len(set(cards)) == 5 and beliefs.classes.of(cards) == index:
            return cards


def fillings(
    random: Random, hands: tuple[Cards, Cards], gone: set[int], many: int, ranks: int
) -> list[tuple[Cards, Cards]]:
    """What either may get, from the cards that are left."""
    deck = [card for card in range(4 * ranks) if card not in gone and card not in hands[0] and card not in hands[1]]
    found: list[tuple[Cards, Cards]] = []
    for _ in range(many):
        new = random.sample(deck, 4)
        found.append(((new[0], new[1]), (new[2], new[3])))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="27td")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--hands", type=int, default=100)
    args = parser.parse_args()
    end = LastRoundResponse(StrategyFile.load(strategy_files()[args.game]))
    player, beliefs, unit = Resolving(end.file), end.beliefs, 1000 / end.stakes.big_blind
    means = {name: Mean() for name in ("as they lie", "over the ranges", "in the model")}
    seconds, most, met, ended = 0.0, 0.0, 0, time.monotonic() + 60 * args.minutes
    clock: Callable[[], float] = time.thread_time
    for deal in range(args.deals):
        random = Random(f"dice {SEED} {deal}")
        hand = play(end, Dealer(f"last draw {SEED} {deal}"), random)
        won = dict.fromkeys(means, 0.0)
        if hand.to_act is not None:
            now = situation(hand, random)
            start = clock()
            player.drawn(now)
            if met:  # the first also compiles
                seconds, most = seconds + clock() - start, max(most, clock() - start)
            met += 1
            here, reach = player._ranges(player._before_draw(now))
            line, turns = Line(end, here), range(1 + len(end.file.streets[here.street].counts[0]))
            plays = [
                [player.drawing(now, turn) for turn in turns],
                [beliefs.draws(here._replace(turn=turn)) for turn in turns],
            ]
            lie = (hand.cards(0), hand.cards(1))
            gone = {card for event in hand.events for card in getattr(event, "discarded", ())}
            fill = fillings(random, lie, gone, args.hands, end.file.ranks)
            won["as they lie"] = unit * float(line.gains([lie], [fill], plays).mean())
            won["over the ranges"] = unit * line.over_ranges(random, reach, plays, args.hands)
            won["in the model"] = unit * modelled(end, player, here, reach, line)
        for name, mean in means.items():
            mean.add(won[name])
        if deal % 25 == 24:
            so_far = ", ".join([f"{name} {mean:+.2f}" for name, mean in means.items()])
            print(f"   {deal + 1:,} deals: {so_far}", flush=True)
        if time.monotonic() > ended:
            break
    print(f"{args.game}, the last draw, mSB a hand, against the table's player; {deal + 1:,} deals, {met:,} to it")
    for name, mean in means.items():
        print(f"{name:<20} {mean:+.2f}")
    print(f"{1000 * seconds / max(1, met - 1):.0f} ms each, {1000 * most:.0f} at most")


def modelled(end: LastRoundResponse, player: Resolving, here: Range, reach: tuple[Vector, Vector], line: Line) -> float:
    """What the draws win by the groups that they were solved for, in chips."""
    built = drawing(end.beliefs, here, reach, player._bet)
    bets = [bet.copy() for bet in built.blueprint_play.bets]
    for o, place in enumerate(line.places):
        for n, node in enumerate(end.file.streets[-1].nodes):
            if node.letters:
                count = built.game.count[o][node.seat]
                mass, stretch = built.after[node.seat][count], built.stretch[node.seat][count]
                size = built.game.stretches
                whole = np.bincount(stretch, mass, size)
                played = [np.bincount(stretch, mass * row, size) for row in end.beliefs.bets(place, node)]
                bets[n][o] = np.stack(played) / np.where(whole > 0, whole, 1)
    table = built.blueprint_play._replace(bets=bets)
    solved = player._drawn[here.context, here.node].play._replace(bets=bets)
    return (built.game.value(solved, table) - built.game.value(table, solved)) / 2


if __name__ == "__main__":
    main()
