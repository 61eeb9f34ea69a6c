"""What a spot tells apart, against the features of the decision as the test has followed the hand."""

from dataclasses import dataclass, field
from random import Random

import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.bots import situation
from standpat.bots.multiway import Public
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, SPOTS


@dataclass
class Followed:
    """A hand as a person would write it down. Players are numbered from the left of the button."""

    seats: int
    live: list[int] = field(default_factory=list)
    rounds: list[list[tuple[int, str]]] = field(default_factory=lambda: [[]])
    draws: list[dict[int, int]] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    before_round: list[int] = field(default_factory=list)

    def blind(self, who: int) -> int:
        """1 for the small blind, 2 for the big one, else 0."""
        return (2, 1)[who] if self.seats == 2 else (1, 2, 0)[min(who, 2)]

    def wagers(self, round: int) -> list[int]:
        """Who bet or raised in a round, in order."""
        return [who for who, what in self.rounds[round] if what == "wager"]

    @property
    def opener(self) -> int:
        """The players who had still to act after the first raise, five at most."""
        acted: set[int] = set()
        for who, what in self.rounds[0]:
            if what == "wager":
                return max(1, min(5, self.seats - len(acted | {who})))
            acted.add(who)
        return 0

    def drew(self, who: int, back: int) -> int | None:
        """The cards of a player's latest draw, or of the one before (`back` 1); 3 for more."""
        own = [draw[who] for draw in self.draws if who in draw]
        return min(own[-1 - back], 3) if len(own) > back else None


def kind(last: int | None, before: int | None, third: bool) -> object:
    """A player's draws, as the opponent and they themselves are told apart by them."""
    if last == 0:
        return "pat twice" if before == 0 else "pat"
    if last == 1 and (before or 0) > (1 if third else 2):
        return "one after more"
    return "more" if last is None else last


def rough(last: int | None) -> int:
    return 2 if last is None else min(last, 2)


def acted_since_wager(round: list[tuple[int, str]]) -> set[int]:
    """Who has acted since the last bet or raise of a round, who made it included."""
    at = max([at for at, (_, what) in enumerate(round) if what == "wager"], default=0)
    return {who for who, _ in round[at:]}


def features(hand: Followed, me: int, drawing: bool, posted: int, draws: int) -> tuple[object, ...]:
    """All that a decision is known by, but for the cards."""
    street = len(hand.draws)
    others = [who for who in hand.live if who != me]
    raises = hand.wagers(0)
    many = len(raises)
    now = hand.rounds[-1]
    wagers = [who for who, what in now if what == "wager"]
    after = me > wagers[-1] if wagers else me > max(others)
    if len(hand.rounds) == 1 and not drawing:
        entered = {who for who, what in now if what in ("call", "wager")}
        acted = acted_since_wager(now)
        line: object = (many, hand.opener if many else 0)
        if many > 1:
            line = (many, hand.opener, min(raises[-1], 2), raises[0] == me)
        waiting = [who for who in others if who not in acted]
        status = "in" if me in entered else posted
        return ("before", line, min(len(entered & set(others)), 2), min(len(waiting), 5), status, after)
    led = hand.wagers(-2 if not drawing else -1)
    lead = "nobody" if not led else "me" if led[-1] == me else "another"
    served = hand.draws[-1] if drawing else {}
    if len(others) == 1:
        (other,) = others
        who = "me" if many and raises[-1] == me else "other" if many and raises[-1] == other else "folded"
        if not many:
            blinds = hand.blind(me), hand.blind(other)
            entry: object = ("limped", blinds if 2 in blinds else None)
        elif many == 1:
            entry = (hand.opener, who, who != "folded" and hand.blind(other if who == "me" else me) == 2)
        elif many == 2:
            entry = (hand.opener, who, "blinds" if raises[-1] < 2 else "elsewhere")
        else:
            entry = ("capped", hand.opener > 2, who)
        raised = len(led) > 1
        third = draws == 1 or street == 3
        mine = kind(hand.drew(me, 0), hand.drew(me, 1), third and not drawing)
        theirs = kind(hand.drew(other, 0), hand.drew(other, 1), third and (not drawing or other in served))
        first = hand.wagers(1) if draws == 3 and street == 3 else []
        whose = "nobody" if not first else "me" if first[-1] == me else "another"
        if drawing:
            if street == 1 and draws == 3:
                return ("first draw", entry, hand.drew(other, 0) if other in served else "not yet")
            return ("draw", street, entry, mine, other in served, theirs, lead, raised, whose)
        bet = ("bet", street, entry, len(wagers), after)
        if street == 1 and draws == 3:
            dead = sum([hand.paid[who] for who in range(hand.seats) if who not in hand.live])
            return (*bet, hand.drew(me, 0), hand.drew(other, 0), dead >= hand.before_round[me])
        last = (*bet, mine, theirs, lead, raised)
        return (*last, "raised" if len(first) > 1 else whose)
    entry = (hand.opener, many > 1) if many else None
    own = rough(hand.drew(me, 0))
    if drawing:
        seen = min([rough(hand.drew(who, 0)) for who in others if who in served], default=3)
        left = min([rough(hand.drew(who, 0)) for who in others if who not in served], default=3)
        return ("draw of several", street, entry, own if hand.draws[:-1] else None, seen, left, lead, len(others) == 2)
    best = sorted([rough(hand.drew(who, 0)) for who in others])
    known: object = best[0] if len(others) > 2 else tuple(best)
    acted = acted_since_wager(now)
    size = max(hand.before_round) > (2, 4, 6, 10)[street if draws == 3 else 0]
    if draws == 1:
        size = 2 * max(hand.before_round) + 4 > 10
    left_to_act = any([who not in acted for who in others])
    return (
        "bet of several",
        street,
        entry,
        own,
        len(others) > 2,
        known,
        len(wagers),
        after,
        left_to_act,
        lead == "me",
        size,
    )


@pytest.mark.extended
@pytest.mark.parametrize(("id", "draws"), [("27td", 3), ("a5sd", 1)])
def test_decisions_share_a_spot_if_and_only_if_all_features_are_alike(id: str, draws: int) -> None:
    spot_of: dict[tuple[object, ...], int] = {}
    features_of: dict[int, tuple[object, ...]] = {}
    again = 0
    for seats in range(2, 7):
        for seed in range(400):
            random = Random(f"{id} {seats} {seed}")
            hand = Hand(game(id), Stakes(1, 2), [1000] * seats, seats - 1, Dealer(str(seed)))
            followed = Followed(seats, list(range(seats)), paid=[2, 1] if seats == 2 else [1, 2] + [0] * (seats - 2))
            while (me := hand.to_act) is not None:
                here, legal = situation(hand, random), hand.legal
                public = Public(here)
                drawing = legal.draw is not None
                if drawing and len(followed.draws) < len(followed.rounds):
                    followed.draws.append({})
                if not drawing and len(followed.rounds) <= len(followed.draws):
                    followed.rounds.append([])
                    followed.before_round = list(followed.paid)
                bounds = legal.bet or legal.raise_
                spot = public.draw_spot(7) if drawing else public.bet_spot(7, bounds is not None)
                assert spot % BUCKETS == 7
                assert (BET_SPOTS <= spot < SPOTS) == drawing
                told = features(followed, me, drawing, followed.blind(me), draws)
                again += told in spot_of
                assert spot_of.setdefault(told, spot) == spot, told
                assert features_of.setdefault(spot, told) == told
                if drawing:
                    count = random.choice([0, 0, 1, 1, 2, 3, 4])
                    hand.apply(Discard(here.cards[:count]))
                    followed.draws[-1][me] = count
                    continue
                (choice,) = random.choices(("fold", "call", "wager"), (0.2, 0.5, 0.3))
                if choice == "wager" and bounds is not None:
                    hand.apply(Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to))
                    followed.paid[me] = sum_paid(followed, bounds.max_to, me)
                    followed.rounds[-1].append((me, "wager"))
                elif choice == "fold" and not legal.check:
                    hand.apply(Fold())
                    followed.live.remove(me)
                    followed.rounds[-1].append((me, "fold"))
                else:
                    followed.paid[me] += legal.call or 0
                    hand.apply(Check() if legal.check else Call())
                    followed.rounds[-1].append((me, "check" if legal.check else "call"))
    assert again > 4 * len(spot_of) / 3
    assert len(spot_of) > (2_000 if draws == 3 else 700)


def sum_paid(hand: Followed, to: int, me: int) -> int:
    """What a player has put in, after a wager to so many chips in this round."""
    return to + (hand.before_round[me] if len(hand.rounds) > 1 else 0)
