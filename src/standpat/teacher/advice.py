"""A teacher that follows a bot's policy, and gives a reason in plain words.

`by_policy(policy)` advises what the policy does most often. A policy has probabilities and no reasons, so the reason is
a reading of the public state: what the cards are, who draws, and what a call costs. It says nothing that the player
could not see. The keys of reasons are below ``hint`` in the locale files.
"""

from collections.abc import Mapping

from standpat.bots.levels import natural_draw
from standpat.bots.player import Policy, Situation, state_of
from standpat.cards.card import RANKS
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.table_view.public_state import PublicState, Seat
from standpat.teacher.hint import Hint, Teacher

STRONG: Mapping[str, str] = {"deuce-to-seven": "8", "ace-to-five": "7"}
"""By ranking, the highest card of a hand that is strong."""
FAIR = "T"
"""The highest card of a hand that may win a showdown."""


def by_policy(policy: Policy) -> Teacher:
    """The teacher that follows a policy."""

    def advise(situation: Situation) -> Hint:
        action, other = _usual(policy(situation))
        state = state_of(situation)
        if isinstance(action, Discard):
            return Hint(action, *_of_draw(situation, state, action), other)
        return Hint(action, *_of_bet(situation, state, action), other)

    return advise


def _usual(chances: Mapping[Action, float]) -> tuple[Action, int]:
    """The most frequent action, sizes of one kind counted together, and of 100 times those of other kinds."""
    kinds: dict[object, float] = {}
    for action, chance in chances.items():
        kinds[_kind(action)] = kinds.get(_kind(action), 0.0) + chance
    best = max(kinds, key=lambda kind: kinds[kind])
    same = [action for action in chances if _kind(action) == best]
    return max(same, key=lambda action: chances[action]), round(100 * (1 - kinds[best]))


def _kind(action: Action) -> object:
    return type(action) if isinstance(action, Bet | Raise) else action


def _of_draw(situation: Situation, state: PublicState, draw: Discard) -> tuple[str, dict[str, int]]:
    """The reason of a draw, and its values."""
    low, highest = _read(situation)
    thrown = draw.cards
    if not thrown:
        if not low:
            return "hint.why.snow", {}
        if highest <= RANKS.index(STRONG[situation.game.ranking]):
            return "hint.why.pat-strong", {}
        drawing = any(seat.live and seat.trail[-1:] not in ([], [0]) for seat in _others(situation, state))
        return ("hint.why.pat-ahead" if drawing else "hint.why.pat-fair"), {}
    if len(thrown) == 5:
        return "hint.why.throw-all", {}
    if not low:
        ranks = [card >> 2 for card in situation.cards]
        return ("hint.why.throw-pair" if len(set(ranks)) < 5 else "hint.why.throw-straight"), {}
    if len(thrown) == 1 and highest <= RANKS.index(FAIR):
        return "hint.why.break", {"count": situation.game.draw_rounds - state.street + 1}
    return "hint.why.throw-high", {}


def _of_bet(situation: Situation, state: PublicState, action: Action) -> tuple[str, dict[str, int]]:
    """The reason of a betting action, and its values."""
    low, highest = _read(situation)
    last = state.street == situation.game.draw_rounds
    call = situation.legal.call or 0
    price = {"call": call, "pot": state.pot, "percent": round(100 * call / (state.pot + call))}
    match action:
        case Fold():
            new = len(natural_draw(situation).cards)
            return (
                ("hint.why.fold-start", {"count": new}) if state.street == 0 and new > 2 else ("hint.why.fold", price)
            )
        case Call():
            return "hint.why.call", price
        case Check():
            return "hint.why.check", {}
    if state.street == 0:
        return "hint.why.raise-start", {}
    if last or state.seats[situation.seat].trail[-1:] == [0]:
        fair = low and highest <= RANKS.index(FAIR)
        return ("hint.why.bet-value" if fair else "hint.why.bet-bluff"), {}
    return "hint.why.bet-draw", {}


def _read(situation: Situation) -> tuple[bool, int]:
    """Whether the hand has no pair, straight or flush that counts, and its highest rank."""
    order = RANKINGS[situation.game.ranking]
    low = order.category(order(situation.cards)) == "no-pair"
    return low, max([-1 if order.aces_low and card >> 2 == 12 else card >> 2 for card in situation.cards])


def _others(situation: Situation, state: PublicState) -> list[Seat]:
    return [seat for at, seat in enumerate(state.seats) if at != situation.seat]
