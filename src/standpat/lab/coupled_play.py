"""What players lose to a stronger one: coupled play.

`losses(weaker, strong, …)` gives, for each weaker player, what it wins a hand where all other seats are the strong
player's: a negative number where it is weaker. The seats count alike.

The strong player plays each deck against itself in all seats. A weaker player then takes each seat in turn, with the
same cards and the same random numbers in all seats. It makes the choice of the strong player as often as its own
probabilities allow (a maximal coupling of the two policies), so up to the first choice that differs both hands are one,
and only from there on a second hand is played. What the weaker player wins in a seat, less what the strong player wins
there, sums over the seats to what the weaker player wins in all of them, because the strong player against itself wins
nothing in the sum. Equal policies differ by exactly nothing. All hands of a deck are one observation.

The estimate is that of a duplicate match of the same players; the interval is narrower, the more so the less the
players differ. Both policies must list every action with its probability, sizes included, as those of the package do.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from standpat.bots.player import Policy, sampled, situation
from standpat.engine.action import Action
from standpat.engine.dealer import Dealer
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.lab.match.interval import Mean

BIG_BLINDS: Final = 100
"""In front of each seat at the beginning of a hand."""
STAKES: Final = Stakes(50, 100)


def losses(
    weaker: Sequence[Policy],
    strong: Policy,
    game: Game,
    seats: int,
    decks: range,
    seed: int = 1,
    stakes: Stakes = STAKES,
) -> list[Mean]:
    """Play decks and compare.

    Args:
        weaker: The policies of the players to measure.
        strong: The policy in all other seats.
        game: The game.
        seats: The number of seats.
        decks: The numbers of the decks.
        seed: The seed.
        stakes: The blinds and the ante.

    Returns:
        For each of `weaker`, over decks: what it wins a hand, in thousandths of a big blind. In fixed limit that is a
        small bet.
    """
    means = [Mean() for _ in weaker]
    for deck in decks:
        for mean, gain in zip(means, _deck(weaker, strong, game, seats, f"{seed} {deck}", stakes), strict=True):
            mean.add(1000 * gain / stakes.big_blind / seats)
    return means


def coupled(choice: Action, own: Mapping[Action, float], other: Mapping[Action, float], random: Random) -> Action:
    """A choice by one policy, given the choice by another, the same as often as possible.

    Args:
        choice: The choice by `other`.
        own: The probabilities to choose by.
        other: The probabilities by which `choice` was made.
        random: One or two numbers of it are used.

    Returns:
        A choice. If `choice` has the probabilities of `other`, it has those of `own`.
    """
    if random.random() * other[choice] < own.get(choice, 0.0):
        return choice
    more = {action: chance - other.get(action, 0.0) for action, chance in own.items()}
    more = {action: chance for action, chance in more.items() if chance > 0}
    total = sum(more.values())
    return sampled({action: chance / total for action, chance in more.items()}, random) if total else choice


class _Numbers:
    """The random numbers of a seat: a generator for each of its decisions, the same in all hands of a deck."""

    def __init__(self, name: str, seats: int) -> None:
        self._name, self._made = name, [0] * seats

    def next(self, seat: int) -> Random:
        """The generator of the seat's next decision."""
        self._made[seat] += 1
        return Random(f"{self._name} {seat} {self._made[seat]}")

    def copy(self) -> "_Numbers":
        """Another that goes on from here."""
        twin = _Numbers(self._name, 0)
        twin._made = self._made.copy()
        return twin


def _deck(weaker: Sequence[Policy], strong: Policy, game: Game, seats: int, name: str, stakes: Stakes) -> list[float]:
    """For each weaker player: what it wins in all seats, in chips, less what the strong player wins in them."""
    hand = Hand(game, stakes, [BIG_BLINDS * stakes.big_blind] * seats, 0, Dealer(name))
    numbers = _Numbers(name, seats)
    apart: dict[tuple[int, int], Sequence[int]] = {}
    while (seat := hand.to_act) is not None:
        random = numbers.next(seat)
        now = situation(hand, random)
        chances = strong(now)
        choice = sampled(chances, random)
        for number, policy in enumerate(weaker):
            if (number, seat) in apart:
                continue
            own = coupled(choice, policy(now), chances, Random(f"{name} {seat} {number} {len(now.seen)}"))
            if own != choice:
                other = hand.copy()
                other.apply(own)
                apart[number, seat] = _played(other, seat, policy, strong, numbers.copy())
        hand.apply(choice)
    assert hand.nets is not None
    gains = [0.0] * len(weaker)
    for (number, seat), nets in apart.items():
        gains[number] += nets[seat] - hand.nets[seat]
    return gains


def _played(hand: Hand, place: int, weak: Policy, strong: Policy, numbers: _Numbers) -> Sequence[int]:
    """Play a hand to its end, with the weaker player in one place: by seat, the chips won."""
    while (seat := hand.to_act) is not None:
        random = numbers.next(seat)
        policy = weak if seat == place else strong
        hand.apply(sampled(policy(situation(hand, random)), random))
    assert hand.nets is not None
    return hand.nets
