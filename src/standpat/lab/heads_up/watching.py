"""The average play of any player whose policy is known, counted over hands of the engine."""

from collections.abc import Mapping
from random import Random
from typing import Final

from standpat.bots.player import Policy, sampled, situation
from standpat.cards.ranking import RANKINGS, WEIGHT
from standpat.engine.action import Action, Discard
from standpat.engine.dealer import Dealer
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.lab.heads_up.average_play import AveragePlay, Watch
from standpat.lab.heads_up.hand_states import COUNTS, states_of
from standpat.lab.heads_up.line import NUMBER, Line

ASTRAY: Final = 0.12
"""The part of actions that is chosen at random, so that lines seldom played are seen too."""
STAKES: Final = Stakes(10, 20)
STACK: Final = 4_000


def watched(policy: Policy, game: Game, hands: int, seed: int = 1) -> AveragePlay:
    """Watch a player against itself.

    Args:
        policy: The player's policy.
        game: A fixed-limit game of one draw or three.
        hands: The number of hands.
        seed: The seed.

    Returns:
        The tables.
    """
    watch = Watch(game.draw_rounds)
    for number in range(hands):
        _hand(watch, policy, game, Random(f"{seed} {number}"))
    return watch.play()


def _hand(watch: Watch, policy: Policy, game: Game, random: Random) -> None:
    hand = Hand(game, STAKES, [STACK] * 2, 0, Dealer(random.getrandbits(60)))
    line = Line(game, STAKES)
    states, by_sum = states_of(game), RANKINGS[game.ranking].by_sum
    while (seat := hand.to_act) is not None:
        chances = policy(situation(hand, random))
        value = by_sum[sum([WEIGHT[card >> 2] for card in hand.cards(seat)])]
        state = int(states.state[line.left][value])
        if hand.drawing:
            seen = line.new[1] if seat == 0 else line.drew[0]
            into = watch.draws[line.street][seat, line.last, line.drew[seat], seen or 0, state]
            for action, p in chances.items():
                assert isinstance(action, Discard)
                into[min(len(action.cards), COUNTS - 1)] += p
        else:
            into = watch.bets[line.street][line.last, line.drew[0], line.drew[1], line.size, line.node, state]
            for action, p in chances.items():
                into[NUMBER[type(action)]] += p
        action = _astray(chances, random) if random.random() < ASTRAY else sampled(chances, random)
        hand.apply(action)
        line.follow(seat, action, hand.drawing, [STACK - left for left in hand.stacks])


def _astray(chances: Mapping[Action, float], random: Random) -> Action:
    """One of the actions that the player takes at all."""
    return random.choice(list(chances))
