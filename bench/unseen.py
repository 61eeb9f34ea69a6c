"""What a response does that the spots of those who answer it do not tell: `python bench/unseen.py RESPONSE`.

RESPONSE is a file that `standpat bench strength --folder DIR` has saved. One seat plays as the others do, then as the
response. From the first draw on, when only one other player is left in, this player answers. Each of their decisions
is counted by its spot, together with public facts of the hand (`FACTS`), some of which a spot knows. If all play alike,
a fact has one distribution within a spot; against the response it may have another. The table has the distance between
the two by fact and by kind of decision: the Kullback-Leibler divergence, summed over the decisions of a hand, in
thousandths of a nat. In brackets is the distance between two runs in which all play alike, which is noise. Spots should
know a fact with a high number: they answer the hands of usual lines, and the response comes by another line.
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
"""What is counted at a decision, in the order of the counts."""
VALUES: Final = 8
"""More values than a fact has."""
LEAST: Final = 50
"""Spots that come up less often, in either run, are left out."""
MILLIONS: Final = 200
"""More hands than these would not fit into the counters."""
KINDS: Final = {
    f"{what} {number}": slice(begin, begin + many)
    for what, begins, sizes in (("bet", BET_BEGIN, TWO), ("draw", DRAW_BEGIN, DRAW_TWO))
    for number, (begin, many) in enumerate(zip(begins, sizes, strict=True), 1)
}
"""The kinds of decisions against one opponent, and their public spots."""
BETTOR, WAGERS = MOST, MOST + 1
"""Rows of the past of a hand, after those of the places."""


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
    """Play hands, and count the facts at the decisions of who answers.

    Args:
        best: By row of `response_spots`, the choice of the one who responds; `UNKNOWN` where they play like the others.
        policy: A row of `cfr_kernel.POLICY`, the others.
        codes: A row of `coded_policy.CODES`, the same.
        cards: A row of `hand_kernel.CARDS`.
        seats: The number of seats.
        hands: The number of hands.
        state: The random stream.
        hand: Space for a hand.
        deck: Space for a deck.
        past: Space for what has happened, by round: the cards that each place drew before it, who bet last in it
            (`BETTOR`) and the wagers before that (`WAGERS`); -1 for nothing.
        counts: By fact, public spot and value, grows.
    """
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
                    bettor = past[BETTOR, number]
                    counts[2 + number, at, 0 if bettor < 0 else 1 if bettor == place else 2] += 1
                    counts[5 + number, at, past[WAGERS, number] + 1] += 1
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
                past[BETTOR, hand.street] = place
                past[WAGERS, hand.street] = hand.wagers
            apply_choice(hand, deck, cards, choice)


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
    parser.add_argument("response", type=Path, metavar="RESPONSE")
    parser.add_argument("--file", type=Path, metavar="FILE", help="the strategy file; that of the package by default")
    parser.add_argument("--millions", type=float, default=5, metavar="N", help="hands of each run (default: 5)")
    args = parser.parse_args()
    if not 0 < args.millions <= MILLIONS:
        parser.error(f"--millions {args.millions:g}: expected more than 0 and at most {MILLIONS}")
    head, response = stored(args.response)
    id, seats, hands = head["game"], head["seats"], int(args.millions * 1e6)
    policy = policy_of_file(MultiwayFile.load(args.file or multiway_files()[id]).strategy(seats))
    cards, codes = cards_of(game(id)), codes_of(policy)
    runs = []
    for seed, best in enumerate((nothing_learned(), nothing_learned(), response), 1):
        state, counts = np.zeros(1, CHANCE), np.zeros((len(FACTS), SPOTS // BUCKETS, VALUES), np.int32)
        state["random"] = seed
        space = (np.zeros(1, HAND)[0], np.zeros(1, DECK)[0], np.zeros((WAGERS + 1, 4), np.int64))
        count(best, policy[0], codes, cards, seats, hands, state[0], *space, counts)
        runs.append(counts)
    alike, again, responding = runs
    rows = []
    for number, fact in enumerate(FACTS):
        row = [fact]
        for spots in KINDS.values():
            same, noise, moved = [counts[number, spots] for counts in (alike, again, responding)]
            row.append(f"{apart(moved, same, hands):.1f} ({apart(noise, same, hands):.1f})")
        rows.append(row)
    print(table(["fact", *KINDS], rows))


if __name__ == "__main__":
    main()
