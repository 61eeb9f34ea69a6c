"""What a player wins from others in the engine's own hands, each deck played with the player at every seat."""

from collections.abc import Sequence
from random import Random

from standpat import Dealer, Hand, Stakes, game
from standpat.bots.player import Player, situation
from standpat.lab.match.interval import Mean


def won(
    game_id: str, stakes: Stakes, players: Sequence[Player], hands: int, depth: int, decks: str, numbers: str
) -> tuple[Mean, int]:
    """What player 0 wins, in big blinds per 100 hands.

    Args:
        game_id: The game.
        stakes: The stakes.
        players: The player, then the others in the order of their seats.
        hands: Hands to play, about.
        depth: Big blinds in front of each player.
        decks: The seed of the cards.
        numbers: The seed of the players' random numbers.

    Returns:
        The mean over decks, and the hands played.
    """
    seats, record, mean = len(players), game(game_id), Mean()
    for deck in range(max(2, hands // seats)):
        random, total = Random(f"{numbers} {deck}"), 0
        for hero in range(seats):
            hand = Hand(record, stakes, [depth * stakes.big_blind] * seats, 0, Dealer(f"{decks} {deck}"))
            while hand.to_act is not None:
                hand.apply(players[(hand.to_act - hero) % seats](situation(hand, random)))
            assert hand.nets is not None
            total += hand.nets[hero]
        mean.add(100 * total / stakes.big_blind / seats)
    return mean, mean.count * seats
