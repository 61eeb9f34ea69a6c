"""Random match-ups against `Hand`: the same cards and the same discards, for all house rules, deal by deal.

All players call and check to the end, so that only the draws decide. The discards are those of the policy, read from
its table here and not by the compiled code. The deck runs out in many of these deals. Which cards are gathered, which
cards a player may get back, burns and announced draws come from the engine itself.
"""

from collections.abc import Sequence

import pytest

from standpat import Call, Check, Discard, Fold, Hand, Stakes
from standpat.cards.card import parse
from standpat.cards.ranking import RANKINGS
from standpat.engine.event import Reshuffled
from standpat.engine.games import Game, game
from standpat.engine.house import HOUSES
from standpat.lab.dealer import KernelDealer
from standpat.lab.odds.matchup import Question, setup
from standpat.lab.odds.policy import PAT, Policy

MASK = (1 << 64) - 1


def number(state: int, step: int) -> int:
    """Number `step` of the splitmix64 stream that begins at `state`."""
    z = (state + step * 0x9E3779B97F4A7C15) & MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


class Prepared(KernelDealer):
    """A dealer that shuffles the deck, takes the known cards out of it, and deals them to their players first."""

    def __init__(self, seed: int, hands: Sequence[Sequence[int]]) -> None:
        super().__init__(seed)
        self.hands = hands

    def new_deck(self) -> None:
        known = {card for cards in self.hands for card in cards}
        self._stub = []
        self.shuffle(range(52), with_stub=False)
        self._stub = [card for card in self._stub if card not in known]
        rest = [self._stub.pop() for _ in range(sum([5 - len(cards) for cards in self.hands]))]
        dealt: list[int] = []
        for cards in self.hands:
            dealt += [*cards, *[rest.pop(0) for _ in range(5 - len(cards))]]
        self._stub += reversed(dealt)


def thrown(hand: Hand, seat: int, policy: Policy, left: int, known: Sequence[int], first: bool) -> list[int]:
    """The cards that the policy discards from these five.

    Of two cards of one rank it keeps the one of the lower suit.
    """
    cards = hand.cards(seat)
    if first and len(known) < 5:
        return [card for card in cards if card not in known]
    keep = int(policy.keep[left, RANKINGS[hand.game.ranking](cards)])
    if keep == PAT:
        return []
    lowest = {min([card for card in cards if card >> 2 == rank]) for rank in range(13) if keep >> rank & 1}
    return [card for card in cards if card not in lowest]


def play(question: Question, seed: int) -> tuple[int, list[int], int]:
    """Play one deal through `Hand`. Returns the winners as bits, the final values, and how often the deck ran out."""
    players, draws = len(question.players), question.draws
    known = [player.cards for player in question.players] + [()] * question.folded
    if question.dead:
        known.append(question.dead)
    seats = len(known)
    hand = Hand(question.game, Stakes(1, 2), [100] * seats, seats - 1, Prepared(seed, known))
    while hand.to_act is not None:
        place = hand.to_act
        if hand.drawing:
            left = draws + 1 - hand.street
            policy = question.ways[place]
            hand.apply(Discard(tuple(thrown(hand, place, policy, left, known[place], hand.street == 1))))
        elif place >= players and hand.legal.fold:
            hand.apply(Fold())
        else:
            hand.apply(Check() if hand.legal.check else Call())
    values = [RANKINGS[question.game.ranking](hand.cards(place)) for place in range(players)]
    winners = sum([1 << place for place in range(players) if values[place] == min(values)])
    return winners, values, sum([type(event) is Reshuffled for event in hand.events])


SIX = ["2c3d4h7sKc", "2d3h4s8cKd", "5c6d7h8d", "2h5d7c", "2s3c6h9cQd", "4c4d6s8hJs"]


def compare(
    hands: Sequence[str], policies: Sequence[str] | str, played: Game, deals: int, folded: int = 0, dead: str = ""
) -> int:
    question = setup(hands, None, played, policies, dead, folded)
    sampler = question.sampler(7)
    ran_out = 0
    for deal in range(deals):
        found = sampler.play(deal, 1)
        winners, values, reshuffles = play(question, number(7, 2 * deal + 2))
        assert found.winners[0] == winners, (deal, played)
        assert found.values[0].tolist() == values, (deal, played)
        assert found.reshuffled[0] == (reshuffles > 0), (deal, played)
        ran_out += reshuffles > 0
    return ran_out


@pytest.mark.parametrize("house", HOUSES)
def test_six_players(house: str) -> None:
    """At least half of these deals use up the deck."""
    policies = ["pat:8", "make:7", "pat:7", "best", "make:7", "pat:7"]
    assert compare(SIX, policies, game("27td", house=house), 250) > 125


@pytest.mark.parametrize("house", HOUSES)
def test_dead_cards_and_folded_hands(house: str) -> None:
    """A folded hand that was seen is five dead cards; other folded hands are unknown.

    Both come back when the deck runs out.
    """
    played = game("a5td", house=house)
    assert compare(SIX[:4], "make:5", played, 150, folded=1, dead="7d8s9dTcKs") > 30


def test_two_players_and_nothing_runs_out() -> None:
    assert compare(["2c3d", "7h"], "best", game("27td", house="wsop"), 300) == 0


@pytest.mark.parametrize("burn", [0, 2])
def test_single_draw(burn: int) -> None:
    """Six players draw four cards each, 54 cards in total, so the deck must run out."""
    hands = [f"{rank}{suit}" for rank, suit in zip("234567", "cdhscd", strict=True)]
    assert compare(hands, "best", game("27sd", house="full_tilt", burn=burn), 100) == 100


def test_the_preparation_itself() -> None:
    dealer = Prepared(3, [parse("2c3d4h7sKc"), parse("2d"), ()])
    dealer.new_deck()
    assert dealer.deal(6) == (*parse("2c3d4h7sKc"), parse("2d")[0])
    assert dealer.left() == 46
