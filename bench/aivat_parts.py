"""Where AIVAT's remaining variance comes from, by the parts of a hand.

    python bench/aivat_parts.py PLAYER PLAYER ... [--game GAME] [--hands N] [--unknown] [--seed N]

A hand is played, and again from the beginning of each of its rounds and draws, with other cards to come and other
choices of the players. The covariance of two results that share the hand up to a moment is the variance that has come
about by then, so that the differences between moments are the parts. Printed is each part of the variance of the first
player's plain result and of AIVAT's estimate by solved values (not averaged over imagined hands), of single hands; the
deal's part mostly cancels in duplicate matches. Parts are estimates and may be below 0. With `--unknown` the policy and
the play of the last player are withheld.
"""

import argparse
from collections.abc import Sequence
from random import Random

import numpy as np

from report import table
from standpat.bots.player import Policy, sampled, situation
from standpat.bots.registry import bot
from standpat.cards.card import DECK
from standpat.engine.action import Action, Discard
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.lab.heads_up.play_files import anybody, play_of
from standpat.lab.match import measure
from standpat.lab.match.averaged import Ordered
from standpat.lab.match.plan import Plan


class Course:
    """A hand that was played.

    Attributes:
        actions: What was done.
        moments: The numbers of actions before each round and draw, and of cards dealt by then.
        result: What the first player won, and the estimate, in big bets per 100 hands.
    """

    def __init__(
        self,
        plan: Plan,
        measured: measure.AnyMeasure,
        policies: Sequence[Policy],
        known: Sequence[bool],
        at: Sequence[int],
        cards: Sequence[int],
        begun: Sequence[Action],
        random: Random,
    ) -> None:
        hand = Hand(plan.game, plan.stakes, [plan.stack] * plan.seats, 0, Ordered(cards))
        luck = measured.luck(hand, at)
        self.actions: list[Action] = []
        self.moments: list[tuple[int, int]] = []
        dealt, moment = 5 * plan.seats, (-1, False)
        while hand.to_act is not None:
            if moment != (hand.street, hand.drawing):
                moment = hand.street, hand.drawing
                self.moments.append((len(self.actions), dealt))
            player = at[hand.to_act]
            chances = policies[player](situation(hand, random))
            luck.foresee(chances if known[player] else None)
            action = begun[len(self.actions)] if len(self.actions) < len(begun) else sampled(chances, random)
            luck.follow(action, hand.apply(action))
            dealt += len(action.cards) if isinstance(action, Discard) else 0
            self.actions.append(action)
        assert hand.nets is not None
        seat, scale = at.index(0), 100 / plan.unit
        self.result = hand.nets[seat] * scale, (hand.nets[seat] - float(luck.chips[seat])) * scale


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("players", nargs="+")
    parser.add_argument("--game", default="27td")
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--unknown", action="store_true")
    parser.add_argument("--seed", type=int, default=2026)
    args = parser.parse_args()
    many, record = len(args.players), game(args.game)
    plan = Plan(record, Stakes(50, 100), 10_000, args.seed, tuple(args.players), aivat=True, imagined=0)
    known = [True] * (many - 1) + [not args.unknown]
    found = [play_of(record, name) if told else anybody(record) for name, told in zip(args.players, known, strict=True)]
    plays = [play for play in found if play is not None]
    part = measure.GUESSED if args.unknown else 1.0
    measured = measure.PairMeasure(plan, plays, part) if many == 2 else measure.SeveralMeasure(plan, plays)
    policies = [policy for name in args.players if (policy := bot(name).policy) is not None]
    random, moments = Random(args.seed), 2 * record.draw_rounds + 1
    pairs = np.zeros((args.hands, moments + 1, 2, 2))
    for number in range(args.hands):
        cards, at = random.sample(DECK, 52), [(number + seat) % many for seat in range(many)]
        hand = Course(plan, measured, policies, known, at, cards, (), random)
        pairs[number, :, :] = hand.result
        for moment, (done, dealt) in enumerate(hand.moments):
            other = [*cards[:dealt], *random.sample(cards[dealt:], 52 - dealt)]
            again = Course(plan, measured, policies, known, at, other, hand.actions[:done], random)
            pairs[number, moment, 1] = again.result
    pairs -= pairs.mean(axis=0)
    shared = (pairs[:, :, 0] * pairs[:, :, 1]).mean(axis=0)
    parts = np.diff(shared, axis=0, prepend=0) / shared[-1]
    names = ["deal", "round 1"]
    for draw in range(1, record.draw_rounds + 1):
        names += [f"draw {draw}", f"round {draw + 1}"]
    rows = [[name, f"{plain:.0%}", f"{less:.0%}"] for name, (plain, less) in zip(names, parts, strict=True)]
    print(f"{args.game}, {' v '.join(args.players)}{', unknown' * args.unknown}, {args.hands} hands")
    print(table(("part", "plain", "AIVAT"), rows))


if __name__ == "__main__":
    main()
