"""The engine against PokerKit, an independent engine: the same cards and actions in random hands.

In some hands of four and more players there is a straddle (T10.5).
At every decision this compares whose decision it is, the price of a call and the bounds of a bet or raise, and at the
end what each player won or lost. Our hand leads; PokerKit gets its events one by one. PokerKit has one rule where RULES
has options, and differs in some places. The hands avoid these differences:

- Draws are announced and one card is burned before each draw (R6.2, R6.6). After a reshuffle (R6.3) PokerKit would deal
  other cards than ours, but it accepts ours with a warning.
- Its cap (R5.3) is five wagers before the draw and four after it. So the right to raise is compared under caps of four
  and of five, each time up to the lower cap.
- A big blind that is not paid in full lowers its price (R3.6), so every player can cover the forced bets.
- Fixed limit: it lacks the half-bet rule (R5.5), so nobody raises all-in for less than a bet.
- No limit: a short all-in reopens the betting if no full raise came before it, and two short all-ins that add up to one
  raise reopen it also for those who acted in between (R5.5). From there to the next full raise the right to raise is
  not compared; the bounds are.
- It offers no raise that no opponent can match in part. Ours allows it, and the chips come back (R5.6).
- It asks a player who has matched everything (R4.4); that player checks.
- It gives all odd chips to one winner, and joins pots when a hand is mucked (R7.3). So results with two or more odd
  chips are left out.
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from standpat.cards.card import DECK, TEXT, text
from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Raise
from standpat.engine.blind import ForcedBet, forced_bets
from standpat.engine.dealer import Dealer, ScriptedDealer, Stub
from standpat.engine.event import Acted, Burned, DealHole, DiscardAnnounced, DrawResult, Event, PotAwarded
from standpat.engine.games import ANTE_BY, Game, Stakes, game
from standpat.engine.hand import Hand

pokerkit = pytest.importorskip("pokerkit")

HANDS = 300
SETTLES_BY_ITSELF = tuple(
    automation
    for automation in pokerkit.Automation
    if automation not in (pokerkit.Automation.CARD_BURNING, pokerkit.Automation.HOLE_DEALING)
)


class Mirror:
    """The same hand in PokerKit. Its player 0 sits left of the button, so our seat 0 does too."""

    def __init__(self, game: Game, stakes: Stakes, stacks: Sequence[int], straddle: int) -> None:
        blinds = (stakes.small_blind, stakes.big_blind, *([straddle] if straddle else []))
        table = (list(stacks), len(stacks))
        if game.betting == "fixed-limit":
            variant = pokerkit.FixedLimitDeuceToSevenLowballTripleDraw
            bets: tuple[int, ...] = (stakes.big_blind, 2 * stakes.big_blind)
        else:
            variant = pokerkit.NoLimitDeuceToSevenLowballSingleDraw
            bets = (stakes.big_blind,)
        ante: Any = stakes.ante
        if stakes.ante_by == "big-blind":
            ante = {1: stakes.ante}  # reversed heads-up, as the blinds are
        trimmed = stakes.ante_by == "everyone"
        self.state: Any = variant.create_state(SETTLES_BY_ITSELF, trimmed, ante, blinds, *bets, *table)
        self._burned: str | None = None
        self._burn_due = False

    def follow(self, events: Sequence[Event]) -> None:
        """Apply our events in PokerKit."""
        for event in events:
            match event:
                case DealHole(seat=seat, cards=cards):
                    self.state.deal_hole(text(cards), seat)
                case Acted(seat=seat, action=action):
                    assert self.state.actor_index == seat
                    self._act(action)
                case Burned(cards=(card,)):
                    self._burned = TEXT[card]
                case DiscardAnnounced(seat=seat, discarded=cards):
                    self.pass_over_idle()
                    assert self.state.stand_patter_or_discarder_index == seat
                    self.state.stand_pat_or_discard(text(cards))
                    self._burn_due = True
                case DrawResult(seat=seat, drawn=drawn):
                    self._burn()
                    if drawn:
                        self.state.deal_hole(text(drawn), seat)

    def _act(self, action: Action) -> None:
        match action:
            case Fold():
                self.state.fold()
            case Check() | Call():
                self.state.check_or_call()
            case Bet(to=to) | Raise(to=to):
                self.state.complete_bet_or_raise_to(to)

    def _burn(self) -> None:
        """Burn before the first replacement. Any card will do if our stub had none left to burn."""
        if self._burn_due:
            self.state.burn_card(self._burned)
            self._burned, self._burn_due = None, False

    def pass_over_idle(self) -> None:
        """Check for a player who has nothing to decide."""
        while self.state.actor_index is not None:
            assert self.state.checking_or_calling_amount == 0
            assert self.bounds is None
            self.state.check_or_call()

    @property
    def bounds(self) -> Bounds | None:
        least = self.state.min_completion_betting_or_raising_to_amount
        most = self.state.max_completion_betting_or_raising_to_amount
        assert (least is None) == (most is None)
        return None if least is None else Bounds(least, most)


def random_stacks(rng: random.Random, seats: int, stakes: Stakes, straddle: int) -> list[int]:
    """Mostly short stacks, so that side pots are common."""
    forced, big = stakes.ante + max(stakes.big_blind, straddle), stakes.big_blind
    depth = rng.choice((3, 12, 60))
    return [forced + rng.randrange(depth * big) for _ in range(seats)]


def tied_deck(rng: random.Random, seats: int) -> ScriptedDealer:
    """A deck in which every four seats hold the same ranks in different suits."""
    ranks = rng.sample(range(13), 10)
    dealt = []
    for seat in range(seats):
        five = ranks[:5] if seat < 4 else ranks[5:]
        dealt += [4 * rank + (seat + (place == 0)) % 4 for place, rank in enumerate(five)]
    rest = [card for card in DECK if card not in dealt]
    rng.shuffle(rest)
    return ScriptedDealer(dealt + rest)


def short(hand: Hand, to: int) -> bool:
    """Whether a wager to this amount is below the smallest full wager."""
    return to - hand.betting.price < full_bet(hand)


def full_bet(hand: Hand) -> int:
    assert hand.game.betting == "fixed-limit"
    return hand.stakes.big_blind * hand.game.bets[hand.street]


def may_differ(hand: Hand, seat: int, unclear: bool) -> bool:
    """Whether PokerKit sees the right to raise differently here."""
    betting = hand.betting
    if hand.game.betting == "fixed-limit":
        cap = hand.game.house.cap
        theirs = 4 if hand.street else 5
        assert cap is not None
        if betting.wagers >= min(cap, theirs) and cap != theirs:
            return True
    reach = [betting.commits[s] + chips for s, chips in enumerate(hand.stacks) if hand.live[s] and chips and s != seat]
    return unclear or max(reach, default=0) <= betting.price


def choose(hand: Hand, rng: random.Random, can_raise: bool, boldness: float, throws: float) -> Action:
    """A random action that both engines know."""
    seat, legal = hand.to_act, hand.legal
    assert seat is not None
    if hand.drawing:
        return Discard([card for card in hand.cards(seat) if rng.random() < throws])
    wager = legal.bet or legal.raise_
    if wager and can_raise and rng.random() < boldness:
        least, most = wager
        to = rng.choice((least, least, most, rng.randint(least, most)))
        if hand.game.betting != "fixed-limit" or not short(hand, to):
            return Bet(to) if legal.bet else Raise(to)
    if legal.check:
        return Check()
    return Fold() if rng.random() < 0.15 else Call()


def play(rules: Game, seats: int, rng: random.Random) -> bool:
    """Play one hand in both engines. Returns whether the results were compared to the last chip."""
    big = rng.choice((2, 10, 20, 33))
    stakes = Stakes(rng.randint(1, big - 1), big, rng.choice((0, 0, 1, big)), rng.choice(ANTE_BY))
    straddle = 2 * big if seats > 3 and rng.random() < 0.3 else 0
    stacks = random_stacks(rng, seats, stakes, straddle)
    tied = rng.random() < 0.25
    dealer: Stub = tied_deck(rng, seats) if tied else Dealer(rng.getrandbits(64))
    boldness = rng.choice((0.1, 0.4, 0.7))
    throws = 0.0 if tied else rng.choice((0.1, 0.5, 1.0))
    straddled = [ForcedBet(2, "straddle", straddle)] if straddle else []
    posts = (*forced_bets(stakes, seats, seats - 1), *straddled)
    hand = Hand(rules, stakes, stacks, seats - 1, dealer, posts=posts)
    mirror = Mirror(rules, stakes, stacks, straddle)
    mirror.follow(hand.events)
    street, shorts = 0, 0  # short all-ins in a row, one before a full raise counting twice
    while (seat := hand.to_act) is not None:
        can_raise = True
        if not hand.drawing:
            if hand.street != street:
                street, shorts = hand.street, 0
            legal, ours = hand.legal, hand.legal.bet or hand.legal.raise_
            theirs = mirror.bounds
            assert mirror.state.actor_index == seat
            assert mirror.state.checking_or_calling_amount == (legal.call or 0)
            assert legal.fold == (not legal.check) == (legal.call is not None)
            can_raise = ours is not None and theirs is not None
            if can_raise or not may_differ(hand, seat, unclear=shorts > 1):
                assert ours == theirs
        action = choose(hand, rng, can_raise, boldness, throws)
        if rules.betting == "no-limit" and isinstance(action, Bet | Raise):
            assert mirror.bounds is not None
            last = mirror.state.completion_betting_or_raising_amount
            if action.to - hand.betting.price >= max(last, big):
                shorts = 0
            else:
                shorts += 1 if last else 2
        mirror.follow(hand.apply(action))
    mirror.pass_over_idle()
    assert not mirror.state.status
    pots = [event.winners for event in hand.events if isinstance(event, PotAwarded)]
    if sum([sum([chips for _, chips in winners]) % len(winners) for winners in pots]) > 1:
        return False
    assert list(hand.nets or ()) == mirror.state.payoffs
    return True


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("id", "cap"), [("27td", 4), ("27td", 5), ("27sd", 4)])
def test_random_hands_agree(id: str, cap: int, seats: int) -> None:
    rules = game(id, draws="announced", burn=1, cap=cap)
    rng = random.Random(f"{id} {cap} {seats}")
    compared = sum([play(rules, seats, rng) for _ in range(HANDS)])
    assert compared > 0.9 * HANDS
