"""What solving the last draw again wins: `python bench/last_draw.py [--game 27td] [--deals N] [--minutes M]`.

The player of the game's table (found as ever: STANDPAT_TABLES) plays a deal of real cards against itself up to the last
draw. There `standpat.solver.resolve.Resolving` draws in its place, first on the one seat, then on the other; the
bets after it stay the table's, so that this is the draw's part alone (`bench/resolve.py` has that of the last round).

*As they lie*: with the two hands of the deal, the mean over `--hands` fillings of the replacements. *Over the ranges*:
the same for each of `--hands` pairs of real hands, dealt from one deck by the ranges of the line, with one filling
each; the cards thrown before are back in the deck. Everything else is reckoned over all dice, so the mean over deals
of half the sum of the seats is what a duplicate match comes to. *In the model* is what the groups of the solution say.
Times are of the processor.
"""

import argparse
import os
import time
from collections.abc import Callable
from math import sqrt
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from standpat.bot.blueprint import tables, thrown
from standpat.bot.player import situation
from standpat.bot.table import Table
from standpat.dealer import Dealer
from standpat.hand import Hand
from standpat.solver.belief import Beliefs, Range, Vector
from standpat.solver.drawing import drawing
from standpat.solver.end_response import EndResponse
from standpat.solver.matrix_round import Ends
from standpat.solver.resolve import Resolving

SEED = 2028
DEALS = 20_000

Cards = tuple[int, ...]


def play(end: EndResponse, dealer: Dealer, random: Random) -> Hand:
    """A hand of the table's player against itself up to the last draw or its end."""
    record, blind = end.beliefs.record, end.stakes.big_blind
    hand = Hand(record, end.stakes, [1000 * blind] * 2, 0, dealer)
    while hand.to_act is not None:
        now = situation(hand, random)
        place = end.player.place(now)
        if now.legal.draw is not None and place is not None and place.street == len(end.table.streets) - 2:
            break
        hand.apply(end.player(now))
    return hand


class Line:
    """The last draw of a line: `drawn[player][turn]` (counts, classes), and what the table's bets win after it."""

    def __init__(self, end: EndResponse, here: Range) -> None:
        self.beliefs, self.table = end.beliefs, end.table
        street = self.table.streets[here.street]
        self.street, self.first, self.counts = here.street, street.first, street.counts[0]
        context = (here.context * street.exits + street.nodes[here.node].exit) * street.outcomes
        self.places = [
            Range(here.street + 1, context + o, here.paid, 0, -1, here.reach) for o in range(street.outcomes)
        ]
        bet = end.stakes.big_blind * self.beliefs.record.bets[-1]
        self.ends = Ends(self.table.streets[-1].nodes, here.paid, bet)

    def after(self, outcome: int, button: Vector, blind: Vector) -> Vector:
        """What the button wins in chips with these final classes, the table's player betting for both."""

        def worth(n: int) -> Vector:
            node = self.ends.nodes[n]
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
        keeps = self.table.keeps[self.street][index * many : index * many + many]
        found = []
        for count, mask in zip(self.counts, keeps, strict=True):
            kept = tuple(set(cards) - set(thrown(cards, mask)))
            found.append([classes.of((*kept, *fill[:count])) if count else index for fill in new])
        return np.array(found)

    def gain(
        self, hands: list[tuple[Cards, Cards]], new: list[list[tuple[Cards, Cards]]], plays: list[list[Vector]]
    ) -> float:
        """What the draws `plays[0]` win more than `plays[1]`, the mean of the seats, the hands and their fillings, in
        chips; hands are those of the button and the blind."""
        many, total = len(self.counts), 0.0
        finals = [
            np.concatenate(
                [self.finals(h[seat], [f[seat] for f in fill]) for h, fill in zip(hands, new, strict=True)], 1
            )
            for seat in (0, 1)
        ]
        held = [np.repeat([self.beliefs.classes.of(h[seat]) for h in hands], len(new[0])) for seat in (0, 1)]
        for o in range(many * many):
            one, two = divmod(o, many)
            place = (one, two) if self.first == 0 else (two, one)
            won = self.after(o, finals[0][place[0]], finals[1][place[1]])
            chance = [
                [p[0][one, held[self.first]], p[1 + one][two, held[1 - self.first]]] for p in plays
            ]  # of the first and the second, as the solution and as the table draws
            change_first = (chance[0][0] - chance[1][0]) * chance[1][1]
            change_second = chance[1][0] * (chance[0][1] - chance[1][1])
            sign = 1 if self.first == 0 else -1
            total += float((won * sign * (change_first - change_second)).mean()) / 2
        return total


def real(beliefs: Beliefs, random: Random, ranges: tuple[Vector, Vector], many: int) -> list[tuple[Cards, Cards]]:
    """Pairs of real hands by the ranges, from one deck."""
    found: list[tuple[Cards, Cards]] = []
    picks = [random.choices(range(len(r)), r.tolist(), k=4 * many) for r in ranges]
    for pair in zip(*picks, strict=True):
        hands = [_suited(beliefs, random, index) for index in pair]
        if not set(hands[0]) & set(hands[1]):
            found.append((hands[0], hands[1]))
        if len(found) == many:
            break
    return found


def _suited(beliefs: Beliefs, random: Random, index: int) -> Cards:
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


class Mean:
    def __init__(self) -> None:
        self.many, self.total, self.squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.many, self.total, self.squares = self.many + 1, self.total + value, self.squares + value * value

    def __str__(self) -> str:
        mean = self.total / self.many
        return f"{mean:+.2f} ±{1.96 * sqrt((self.squares / self.many - mean * mean) / self.many):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="27td")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--hands", type=int, default=100)
    args = parser.parse_args()
    end = EndResponse(Table.load(tables()[args.game]))
    player, beliefs, unit = Resolving(end.table), end.beliefs, 1000 / end.stakes.big_blind
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
            line, turns = Line(end, here), range(1 + len(end.table.streets[here.street].counts[0]))
            plays = [
                [player.drawing(now, turn) for turn in turns],
                [beliefs.draws(here._replace(turn=turn)) for turn in turns],
            ]
            lie = (hand.cards(0), hand.cards(1))
            gone = {card for event in hand.events for card in getattr(event, "discarded", ())}
            fill = fillings(random, lie, gone, args.hands, end.table.ranks)
            won["as they lie"] = unit * line.gain([lie], [fill], plays)
            pairs = real(beliefs, random, reach, args.hands)
            fill_each = [fillings(random, pair, set(), 1, end.table.ranks) for pair in pairs]
            won["over the ranges"] = unit * line.gain(pairs, fill_each, plays)
            won["in the model"] = unit * modelled(end, player, here, reach, line)
        for name, mean in means.items():
            mean.add(won[name])
        if deal % 25 == 24:
            print(
                f"   {deal + 1:,} deals: " + ", ".join([f"{name} {mean}" for name, mean in means.items()]), flush=True
            )
        if time.monotonic() > ended:
            break
    print(f"{args.game}, the last draw, mSB a hand, against the table's player; {deal + 1:,} deals, {met:,} to it")
    for name, mean in means.items():
        print(f"{name:<20} {mean}")
    print(f"{1000 * seconds / max(1, met - 1):.0f} ms each, {1000 * most:.0f} at most")


def modelled(end: EndResponse, player: Resolving, here: Range, reach: tuple[Vector, Vector], line: Line) -> float:
    """What the draws win by the groups that they were solved for, in chips."""
    built = drawing(end.beliefs, here, reach, player._bet)
    bets = [bet.copy() for bet in built.table.bets]
    for o, place in enumerate(line.places):
        for n, node in enumerate(line.ends.nodes):
            if node.letters:
                count = built.game.count[o][node.seat]
                mass, stretch = built.after[node.seat][count], built.stretch[node.seat][count]
                size = built.game.stretches
                whole = np.bincount(stretch, mass, size)
                played = [np.bincount(stretch, mass * row, size) for row in end.beliefs.bets(place, node)]
                bets[n][o] = np.stack(played) / np.where(whole > 0, whole, 1)
    table = built.table._replace(bets=bets)
    solved = player._drawn[here.context, here.node].play._replace(bets=bets)
    return (built.game.value(solved, table) - built.game.value(table, solved)) / 2


if __name__ == "__main__":
    main()
