"""What a response does that the spots of those who answer it do not tell: `python bench/unseen.py GAME SEATS RESPONSE`.

RESPONSE is a file that `standpat bench strength --folder DIR` has saved. One seat plays as the others do, then as the
response. Where another decides after the first draw, with only that seat left against them, the spot of the decision is
counted, with public facts of the hand (`FACTS`), of which a spot knows some. Within a spot a fact has one distribution
if all play alike, and another against the response. The table has how far they are apart (Kullback-Leibler divergence,
summed over the decisions of a hand, in thousandths of a nat), by fact and by kind of decision; in brackets the same for
two runs in which all play alike, which is noise. What a fact with a high number tells, a spot should know: there the
others answer the hands of one line, and the response comes by another.
"""

import argparse
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from report import table
from standpat import game
from standpat.bots.multiway import multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_BEGIN, BUCKETS, DRAW_BEGIN, DRAW_TWO, SPOTS, TWO
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import CHANCE, Row, below, uniform
from standpat.solver.multiway.coded_policy import coded_choice, codes_of
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.hand_kernel import HAND, MOST, WAGER, allowed_choices, apply_choice, spot_of, start
from standpat.solver.multiway.response import nothing_learned, stored
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN, extra_of
from standpat.solver.multiway.training import cards_of

FACTS: Final = (
    "raises before the first draw",
    "the place of the one who responds",
    "the place of the one who answers",
    *[f"who bet last in round {number}" for number in (1, 2, 3)],
    *[f"wagers in round {number}" for number in (1, 2, 3)],
    *[f"draw {number} of the one who responds" for number in (1, 2, 3)],
    *[f"draw {number} of the one who answers" for number in (1, 2, 3)],
    "players in the first draw",
)
VALUES: Final = 8
LEAST: Final = 50
"""Spots that come up less often, in either run, are left out."""
KINDS: Final = ("bet 1", "bet 2", "bet 3", "draw 1", "draw 2", "draw 3")


@fast_kernel
def count(
    best: NDArray[np.uint8],
    policy: Row,
    codes: Row,
    cards: Row,
    seats: int,
    hands: int,
    state: Row,
    hand: Row,
    deck: Row,
    past: NDArray[np.int64],
    counts: NDArray[np.int32],
) -> None:
    """Play hands. `past` has, by place and round after the deal, the cards drawn before it and the wagers in it."""
    for _ in range(hands):
        new_deck(deck, state)
        start(hand, deck, cards, seats)
        actor = below(state, seats)
        past[:] = -1
        entered = 0
        while hand.to_act >= 0:
            place = int(hand.to_act)
            spot, allowed = spot_of(hand, cards), allowed_choices(hand, cards)
            choice = coded_choice(codes, policy, spot, allowed, uniform(state))
            if place == actor:
                learned = int(np.int64(best[spot * EXTRAS + extra_of(hand)]))
                choice = learned if learned != UNKNOWN else choice
            elif hand.live == 1 << actor | 1 << place and (hand.street > 0 or hand.drawing):
                at = spot // BUCKETS
                counts[0, at, hand.raises] += 1
                counts[1, at, actor] += 1
                counts[2, at, place] += 1
                for number in range(1, 4):
                    bettor = past[MOST, number]
                    counts[2 + number, at, 0 if bettor < 0 else 1 if bettor == place else 2] += 1
                    counts[5 + number, at, past[MOST + 1, number] + 1] += 1
                    counts[8 + number, at, past[actor, number] + 1] += 1
                    counts[11 + number, at, past[place, number] + 1] += 1
                counts[15, at, entered] += 1
            if hand.drawing:
                if hand.street == 0 and hand.served == 0:
                    entered = 0
                    for other in range(seats):
                        entered += hand.live >> other & 1
                past[place, hand.street + 1] = choice
            elif choice == WAGER:
                past[MOST, hand.street] = place
                past[MOST + 1, hand.street] = hand.wagers
            apply_choice(hand, deck, cards, choice)


def kinds() -> NDArray[np.int8]:
    """By public spot, one more than its number in `KINDS`; 0 before the first draw and for several opponents."""
    of = np.zeros(SPOTS // BUCKETS, np.int8)
    for number, (begin, many) in enumerate(zip((*BET_BEGIN, *DRAW_BEGIN), (*TWO, *DRAW_TWO), strict=True), 1):
        of[begin : begin + many] = number
    return of


def apart(one: NDArray[np.int32], other: NDArray[np.int32], hands: int) -> float:
    """How far a fact's distribution within spots is from another, in thousandths of a nat a hand.

    Args:
        one: By spot and value, how often it came up.
        other: The same in another run.
        hands: The hands of each.
    """
    often = (one.sum(axis=1) > LEAST) & (other.sum(axis=1) > LEAST)
    had, expected = one[often].astype(float), other[often] + 0.5 * (one[often] + other[often] > 0)
    visits = had.sum(axis=1, keepdims=True)
    ratio = np.divide(
        had / visits, expected / expected.sum(axis=1, keepdims=True), out=np.ones_like(had), where=had > 0
    )
    return float(1000 * (had * np.log(ratio)).sum() / hands)


def main() -> None:
    parser = argparse.ArgumentParser(description="what a response does that the spots of those who answer do not tell")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("seats", type=int, metavar="SEATS")
    parser.add_argument("response", type=Path, metavar="RESPONSE")
    parser.add_argument("--file", type=Path, metavar="FILE", help="the strategy file; that of the package by default")
    parser.add_argument("--hands", type=float, default=5, metavar="N", help="millions of hands of each run")
    args = parser.parse_args()
    of, hands = game(args.game), int(args.hands * 1e6)
    policy = policy_of_file(MultiwayFile.load(args.file or multiway_files()[args.game]).strategy(args.seats))
    cards, codes, response = cards_of(of), codes_of(policy), stored(args.response)[1]
    runs = []
    for seed, best in enumerate((nothing_learned(), nothing_learned(), response), 1):
        state, counts = np.zeros(1, CHANCE), np.zeros((len(FACTS), SPOTS // BUCKETS, VALUES), np.int32)
        state["random"] = seed
        space = (np.zeros(1, HAND)[0], np.zeros(1, DECK)[0], np.zeros((MOST + 2, 4), np.int64))
        count(best, policy[0], codes, cards, args.seats, hands, state[0], *space, counts)
        runs.append(counts)
    alike, again, responding = runs
    of_kind = [kinds() == number for number in range(1, len(KINDS) + 1)]
    rows = []
    for number, fact in enumerate(FACTS):
        moved = [apart(responding[number][part], alike[number][part], hands) for part in of_kind]
        noise = [apart(again[number][part], alike[number][part], hands) for part in of_kind]
        rows.append((fact, *[f"{far:.1f} ({near:.1f})" for far, near in zip(moved, noise, strict=True)]))
    print(table(["fact", *KINDS], rows))


if __name__ == "__main__":
    main()
