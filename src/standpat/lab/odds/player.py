"""What is known of a player's cards, and how they draw.

A player is a text: five cards, ``2c3d4h7sKc``; the kept part of a hand, ``2c3d`` (unknown cards have been discarded and
are drawn first); both, ``2c3d/4h7sKc``, the cards kept and those discarded in this draw, where one side may be empty
(``2c3d4h5s7c/`` stands pat now); or a range (`standpat.lab.odds.range`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from standpat.cards.card import DECK, RANKS, TEXT, Cards, parse, text
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import Game
from standpat.lab.odds import path
from standpat.lab.odds.policy import BEST, OPTIMAL, Floats, Policy, answer, final_chances, policy
from standpat.lab.odds.range import CARDS, RANDOM, Range, hand_range

_CARDS: Final = rf"(?:[{RANKS}][cdhs][ ,]*)*"
_STATED: Final = re.compile(rf"({_CARDS})/ *({_CARDS})")


@dataclass(frozen=True)
class Player:
    """A player: either cards or a range.

    Attributes:
        text: The text.
        policy: The text of the drawing policy.
        cards: Five cards, or those kept.
        range: The range; None for cards.
        stated: Whether the next discard is stated.
        thrown: The stated discard.
    """

    text: str
    policy: str
    cards: tuple[int, ...] = ()
    range: Range | None = None
    stated: bool = False
    thrown: tuple[int, ...] = ()

    @property
    def bits(self) -> int:
        """The cards held, as a bit set."""
        return bit_set(self.cards)

    @property
    def known(self) -> int:
        """The cards held and those about to be discarded, as a bit set."""
        return bit_set([*self.cards, *self.thrown])

    @property
    def stands_pat(self) -> bool:
        """Whether the player stands pat in the next draw, whatever their policy says."""
        return self.stated and not self.thrown

    @property
    def held(self) -> int:
        """The ranks of the kept cards, if they are four or fewer and different; else 0."""
        ranks = {card >> 2 for card in self.cards}
        return sum([1 << r for r in ranks]) if len(ranks) == len(self.cards) < 5 else 0


def bit_set(cards: Sequence[int]) -> int:
    """Cards as a bit set."""
    return sum([1 << card for card in cards])


def known(cards: Cards, what: str) -> tuple[int, ...]:
    """Read different cards of the deck.

    Args:
        cards: The cards.
        what: What they are, for errors.

    Returns:
        The cards.

    Raises:
        ValueError: A card is unknown, wrong or comes twice.
    """
    parsed = parse(cards)
    for card in parsed:
        if card not in DECK:
            raise ValueError(f"{what} has an unknown card: leave it out")
        if parsed.count(card) > 1:
            raise ValueError(f"{what} has {TEXT[card]} twice")
    return parsed


def players(texts: Sequence[str], policies: str | Sequence[str], game: Game, dead: tuple[int, ...]) -> list[Player]:
    """The players of a match-up. Ranges lose the hands with cards that are known elsewhere.

    Args:
        texts: The players.
        policies: The policy of all, or of each.
        game: The game.
        dead: The dead cards.

    Returns:
        The players.

    Raises:
        ValueError: A text is wrong, a card comes twice, or a range is left without hands.
    """
    ways = [policies] * len(texts) if isinstance(policies, str) else list(policies)
    if len(ways) != len(texts):
        raise ValueError(f"{len(ways)} policies for {len(texts)} players: expected one for all, or one each")
    read: list[Player] = []
    for given, way in zip(texts, ways, strict=True):
        stated = _STATED.fullmatch(given.strip())
        if stated:
            cards, thrown = known(stated[1], f"hand {given!r}"), known(stated[2], f"hand {given!r}")
            if len(cards) + len(thrown) != 5:
                raise ValueError(f"hand {given!r} has {len(cards) + len(thrown)} cards: expected five, with / between")
            read.append(Player(f"{text(cards)}/{text(thrown)}", way, cards, None, True, thrown))
        elif CARDS.fullmatch(given.strip()):
            cards = known(given, f"hand {given!r}")
            if len(cards) > 5:
                raise ValueError(f"hand {given!r} has {len(cards)} cards: expected five, or those kept")
            read.append(Player(text(cards), way, cards))
        else:
            read.append(Player(given.strip(), way, range=hand_range(given.strip(), RANKINGS[game.ranking])))
    gone = 0
    for cards in (dead, *[player.cards + player.thrown for player in read]):
        for card in cards:
            if gone >> card & 1:
                raise ValueError(f"{TEXT[card]} comes twice among the hands and the dead cards")
            gone |= 1 << card
    for at, player in enumerate(read):
        if player.range is not None:
            left = player.range.without(gone)
            if not len(left):
                raise ValueError(f"range {player.text!r} holds no hand without the known cards")
            read[at] = Player(player.text, player.policy, range=left)
    return read


def is_random(player: Player) -> bool:
    """Whether the player may have any hand."""
    return player.text in (RANDOM, "*")


def policies_of(players: Sequence[Player], game: Game, draws: int, gone: int) -> list[Policy]:
    """The drawing policy of each player. The optimal one is computed last, as a best response to what the others end
    with.
    """
    if sum([player.policy == OPTIMAL for player in players]) > 1:
        raise ValueError("two policies are optimal: state all but one")
    stated = [None if p.policy == OPTIMAL else _stated(p, game, draws, gone) for p in players]
    if None not in stated:
        return [way for way in stated if way is not None]
    if len(players) == 1:
        raise ValueError("optimal needs an opponent: state another policy, or another player")
    ranking = RANKINGS[game.ranking]
    finals = [
        _final(player, way, game, draws, gone) for player, way in zip(players, stated, strict=True) if way is not None
    ]
    best = answer(ranking, finals, draws)
    return [way or best for way in stated]


def _stated(player: Player, game: Game, draws: int, gone: int) -> Policy:
    """The policy that a player names. ``optimal:RANGE`` is a best response to that range, which draws by ``best``."""
    kind, _, rest = player.policy.partition(":")
    if kind != OPTIMAL:
        return policy(player.policy, game, draws, player.held)
    ranking = RANKINGS[game.ranking]
    other = Player(rest, BEST, range=hand_range(rest, ranking).without(gone))
    if not len(other.range or ()):
        raise ValueError(f"policy {player.policy!r}: the range holds no hand without the known cards")
    final = _final(other, policy(BEST, game, draws), game, draws, gone)
    return Policy(player.policy, answer(ranking, [final], draws).keep)


def _final(player: Player, way: Policy, game: Game, draws: int, gone: int) -> Floats:
    """By value, the probability that this player ends with it, as a guide for the others."""
    ranking = RANKINGS[game.ranking]
    order = path_order(game)
    if player.range is not None:
        mass = np.bincount(player.range.values, player.range.mass(), ranking.count + 1)
        return final_chances(ranking, way, mass / mass.sum(), draws)
    if draws == 0 or player.stands_pat:
        final = np.bincount([ranking(player.cards)], minlength=ranking.count + 1).astype(np.float64)
        return final_chances(ranking, way, final, max(0, draws - 1))
    tally = np.zeros((path.MOST_DRAWN + 1, ranking.count + 1))
    first = Policy(way.text, np.stack([way.keep[draws]] * 2))
    path.finish(path.begin(player.bits), first.keep, gone, order, tally)
    after = tally.sum(axis=0)
    return final_chances(ranking, way, after / after.sum(), draws - 1)


def path_order(game: Game) -> int:
    """The index of the game's ranking in `standpat.compute.rank_table`."""
    return 0 if game.ranking == "deuce-to-seven" else 1
