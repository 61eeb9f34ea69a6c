"""One deck, played once in every seating by the entrants of a match.

An `Entrant` is a player as the match sees it: told what happens, asked to act. It answers with an action or, where it
fails to, with None. None and an action that is not legal are *faults*: counted, and replaced by the least the rules
allow, a check, else a fold, at a draw standing pat.
"""

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple, Protocol

from standpat.action import Action, Check, Discard, Fold, IllegalAction, Legal
from standpat.bot.player import Player, situation
from standpat.dealer import Dealer
from standpat.event import Event
from standpat.hand import Hand
from standpat.history import arena
from standpat.history.recording import record_of
from standpat.lab.match.plan import Plan, chance, seatings
from standpat.lab.match.style import Style, observe, snow_value
from standpat.lab.match.tally import Tally, of_deck
from standpat.lab.match.timing import Timing


class Entrant(Protocol):
    def begin(self, hand_no: int, seat: int, chance: str) -> None:
        """A hand begins; `chance` seeds the player's own."""

    def tell(self, events: Sequence[Event]) -> None:
        """What happened, unredacted: the entrant passes on what its seat may see."""

    def act(self, hand: Hand) -> Action | None:
        """The decision the hand waits for; None where there was no answer."""

    def end(self, nets: Sequence[int]) -> None:
        """The hand is over."""

    def close(self) -> None:
        """The match is over. May be called twice."""


class Inside:
    """A player of this process."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def begin(self, hand_no: int, seat: int, chance: str) -> None:
        self._random = Random(chance)

    def tell(self, events: Sequence[Event]) -> None:
        pass

    def act(self, hand: Hand) -> Action | None:
        return self._player(situation(hand, self._random))

    def end(self, nets: Sequence[int]) -> None:
        pass

    def close(self) -> None:
        pass


class Deck(NamedTuple):
    """A deck played: its tally, and its hands as arena JSON lines where they were asked for."""

    tally: Tally
    log: str


def play_deck(plan: Plan, entrants: Sequence[Entrant], deck: int, names: Sequence[str] = ()) -> Deck:
    """Play deck number `deck`. With `names`, those of the players, the hands are logged."""
    seats, ranking = plan.seats, plan.game.ranking
    snow = snow_value(ranking, plan.snow_class)
    styles = [Style.empty(plan.game.draw_rounds) for _ in entrants]
    timings = [Timing() for _ in entrants]
    faults, won = [0] * seats, [0] * seats
    log: list[str] = []
    for shift, at in enumerate(seatings(plan.seed, deck, seats)):
        hand_no = deck * seats + shift + 1
        hand = Hand(plan.game, plan.stakes, [plan.stack] * seats, 0, Dealer(f"{plan.seed} {deck}"), hand_no=hand_no)
        for seat, player in enumerate(at):
            entrants[player].begin(hand_no, seat, chance(plan.seed, deck, shift, player))
        happened = hand.events
        while True:
            for entrant in entrants:
                entrant.tell(happened)
            if hand.to_act is None:
                break
            player = at[hand.to_act]
            start = perf_counter()
            action = entrants[player].act(hand)
            timings[player].record((perf_counter() - start) * 1000)
            try:
                happened = hand.apply(minimal(hand.legal) if action is None else action)
                faults[player] += action is None
            except IllegalAction:
                faults[player] += 1
                happened = hand.apply(minimal(hand.legal))
        nets = hand.nets
        assert nets is not None
        for entrant in entrants:
            entrant.end(nets)
        observe([styles[player] for player in at], hand.events, nets, snow, ranking)
        for player, net in zip(at, nets, strict=True):
            won[player] += net
        if names:
            record = record_of(hand, tuple([names[player] for player in at]))
            record.extra = {"deck": str(deck + 1)}
            log.append(arena.write(record, hand.events))
    return Deck(of_deck(won, styles, timings, faults), "".join(log))


def minimal(legal: Legal) -> Action:
    """The least the rules allow."""
    if legal.draw is not None:
        return Discard()
    return Check() if legal.check else Fold()
