"""One deck, played once in every seating by the entrants of a match.

No answer (None) and an illegal action are *faults*. They are counted and replaced by the least that the rules allow: a
check, otherwise a fold, and standing pat in a draw.
"""

from collections.abc import Sequence
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from standpat.engine.action import Action, Check, Discard, Fold, IllegalAction, Legal
from standpat.engine.dealer import Dealer
from standpat.engine.hand import Hand
from standpat.history import arena
from standpat.history.recording import record_of
from standpat.lab.match.entrant import Entrant
from standpat.lab.match.plan import Plan, chance, seatings
from standpat.lab.match.style import Style, observe, snow_value
from standpat.lab.match.tally import Tally, of_deck
from standpat.lab.match.timing import Timing

if TYPE_CHECKING:
    from standpat.lab.match.averaged import Averaged
    from standpat.lab.match.measure import AnyMeasure


class Deck(NamedTuple):
    """A deck that was played.

    Attributes:
        tally: Its sums.
        log: Its hands as arena JSON lines, if they were asked for.
    """

    tally: Tally
    log: str


def play_deck(plan: Plan, entrants: Sequence[Entrant], deck: int, names: Sequence[str] = ()) -> Deck:
    """Play one deck.

    Args:
        plan: The match.
        entrants: The players, in the order of entry.
        deck: The number of the deck.
        names: The names of the players if the hands are logged; empty otherwise.

    Returns:
        The deck.
    """
    seats = plan.seats
    measure = measure_of(plan) if plan.aivat else None
    snow = snow_value(plan.game.ranking, plan.snow_class)
    styles = [Style.empty(plan.game.draw_rounds) for _ in entrants]
    timings = [Timing() for _ in entrants]
    faults, lucks = [0] * seats, [0.0] * seats
    won = [[0] * seats for _ in entrants]
    log: list[str] = []
    for shift, at in enumerate(seatings(plan.seed, deck, seats)):
        hand_no = deck * seats + shift + 1
        hand = Hand(plan.game, plan.stakes, [plan.stack] * seats, 0, Dealer(f"{plan.seed} {deck}"), hand_no=hand_no)
        for seat, player in enumerate(at):
            entrants[player].begin(hand_no, seat, chance(plan.seed, deck, shift, player))
        luck = None if measure is None else estimate(measure, plan, hand, at, entrants, deck)
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
            if luck is not None:  # after the decision, so that its time includes all its work
                luck.foresee(entrants[player].chances(hand))
            if action is None:
                action = minimal(hand.legal)
                faults[player] += 1
            try:
                happened = hand.apply(action)
            except IllegalAction:
                action = minimal(hand.legal)
                faults[player] += 1
                happened = hand.apply(action)
            if luck is not None:
                luck.follow(action, happened)
        nets = hand.nets
        assert nets is not None
        for entrant in entrants:
            entrant.end(nets)
        observe([styles[player] for player in at], hand, snow)
        for seat, player in enumerate(at):
            won[player][seat] = nets[seat]
        if luck is not None:
            for player, chips in zip(at, luck.total().tolist(), strict=True):
                lucks[player] += chips
        if names:
            record = record_of(hand, tuple([names[player] for player in at]))
            record.extra = {"deck": str(deck + 1)}
            log.append(arena.write(record, hand.events))
    return Deck(of_deck(won, styles, timings, faults, lucks if measure else None), "".join(log))


def estimate(
    measure: "AnyMeasure", plan: Plan, hand: Hand, at: Sequence[int], entrants: Sequence[Entrant], deck: int
) -> "Averaged":
    """The luck of a hand that was just dealt, averaged over what players with known policies might have held."""
    from standpat.lab.match.averaged import Averaged

    known = {seat: known for seat, player in enumerate(at) if (known := entrants[player].known) is not None}
    return Averaged(plan, hand, known, lambda dealt: measure.luck(dealt, at), f"{plan.seed} {deck} imagined")


@lru_cache(maxsize=4)
def measure_of(plan: Plan) -> "AnyMeasure":
    """How luck is measured in a match; needs numpy."""
    from standpat.lab.match import measure

    return measure.measure_of(plan)


def minimal(legal: Legal) -> Action:
    """The least that the rules allow."""
    if legal.draw is not None:
        return Discard()
    return Check() if legal.check else Fold()
