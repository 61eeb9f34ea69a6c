"""The compiled no-limit hand is the engine's, and the bot's: players, choices, pots, spots and payoffs."""

from random import Random
from typing import Any

import numpy as np
import pytest

from standpat import Bet, Call, Check, Discard, Fold, Hand, Raise, ScriptedDealer, Stakes, game
from standpat.bots import nolimit_hand, nolimit_spot
from standpat.bots.nolimit_hand import CHOICES, FOLD, JAM, PASS
from standpat.solver.kernels.deck import DECK
from standpat.solver.nolimit import deal_kernel, rules
from standpat.solver.nolimit.deal_kernel import BIG
from standpat.solver.nolimit.ends import table_before
from standpat.solver.nolimit.hands import cards_of

pytestmark = pytest.mark.extended

GAME = game("27sd")
UNSHARED = ("at", "held", "value", "cards", "forced", "line", "said", "told")
FIELDS = [name for name in deal_kernel.HAND.names or () if name not in UNSHARED]
TABLES = [(id, seats) for id in ("27sd", "27td-nl", "27td-pl") for seats in range(2, game(id).max_seats + 1)]


def random_setting(random: Random, seats: int) -> Any:
    """Stacks of half a big blind to 250, equal or not, with and without antes."""
    setting = np.zeros(1, deal_kernel.SETTING)[0]
    setting["seats"] = seats
    even = round(BIG * 500 ** random.random() / 2)
    for place in range(seats):
        setting["stack"][place] = even if random.random() < 0.5 else round(BIG * 500 ** random.random() / 2)
    kind = random.randrange(4)
    setting["ante"] = random.choice((15, 30, BIG)) if kind == 1 else 0
    setting["big_ante"] = random.choice((60, BIG)) if kind == 2 else 0
    setting["roll"] = random.randrange(1 << 16)
    return setting


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_the_hand_is_the_engines(id: str, seats: int) -> None:
    """Random hands with any sizes in all three, decision by decision."""
    record = game(id)
    cards = cards_of(record)
    hands, decks = np.zeros(1, deal_kernel.HAND), np.zeros(1, DECK)
    hand, deck = hands[0], decks[0]
    ended, side_pots, keys = 0, 0, set()
    for seed in range(300):
        random = Random(f"no limit {seats} {seed}")
        setting = random_setting(random, seats)
        order = random.sample(range(52), 52)
        deck["first"], deck["mixed"] = order, 0
        by_big = bool(setting["big_ante"])
        ante = int(setting["big_ante"] or setting["ante"])
        stakes = Stakes(BIG // 2, BIG, ante, "big-blind" if by_big else "everyone")
        stacks = [int(chips) for chips in setting["stack"][:seats]]
        true = Hand(record, stakes, stacks, seats - 1, ScriptedDealer(order))
        deal_kernel.deal(hand, deck, cards, setting)
        plain = table_before(setting, record)
        aggression = random.choice((0.1, 0.3, 0.6))
        while true.to_act is not None and hand["at"] <= 47:
            place, legal = true.to_act, true.legal
            assert hand["to_act"] == place == plain.to_act
            for name in FIELDS:
                ours = getattr(plain, name)
                theirs = hand[name][:seats].tolist() if isinstance(ours, list) else int(hand[name])
                assert theirs == (ours[:seats] if isinstance(ours, list) else ours), name
            assert nolimit_hand.pot_of(plain) == true.pot
            assert plain.stack[:seats] == true.stacks
            for level in nolimit_spot.SEARCHED:
                key = nolimit_spot.spot_key(plain, level)
                assert rules.spot_key(hand, level) == key
                keys.add(key)
            assert sorted(hand["cards"][place].tolist()) == sorted(true.cards(place))
            allowed = deal_kernel.allowed_choices(hand, cards)
            if legal.draw is not None:
                choice = random.choice([count for count in range(4) if allowed >> count & 1])
                before = set(true.cards(place))
                deal_kernel.draw_cards(hand, deck, cards, choice)
                thrown = before - set(hand["cards"][place].tolist())
                assert min(len(thrown), 3) >= choice
                nolimit_hand.draw(plain, len(thrown))
                true.apply(Discard(tuple(thrown)))
                continue
            assert allowed == nolimit_hand.choices(plain)
            assert bool(allowed >> FOLD & 1) == (not legal.check and not nolimit_hand.obliged(plain))
            bounds = legal.bet or legal.raise_
            for choice in range(2, CHOICES):
                if allowed >> choice & 1:
                    assert bounds is not None
                    to = nolimit_hand.raise_to(plain, choice)
                    assert to == rules.raise_to(hand, choice)
                    assert bounds.min_to <= to <= bounds.max_to
            if bounds is not None and random.random() < aggression:
                to = random.choice((bounds.min_to, bounds.max_to, random.randint(bounds.min_to, bounds.max_to)))
                if allowed >> JAM & 1 and random.random() < 0.5:
                    to = nolimit_hand.raise_to(plain, random.choice([c for c in range(2, CHOICES) if allowed >> c & 1]))
                deal_kernel.bet(hand, JAM, to)
                nolimit_hand.act(plain, JAM, to)
                true.apply(Bet(to) if legal.bet else Raise(to))
            elif allowed >> FOLD & 1 and random.random() < 0.3:
                deal_kernel.bet(hand, FOLD, 0)
                nolimit_hand.act(plain, FOLD, 0)
                true.apply(Fold())
            else:
                deal_kernel.bet(hand, PASS, 0)
                nolimit_hand.act(plain, PASS, 0)
                true.apply(Check() if legal.check else Call())
            side_pots += len(true.pots) > 1
        if true.to_act is None:
            ended += 1
            assert hand["to_act"] == plain.to_act == -1
            assert true.nets is not None
            for place in range(seats):  # except for odd chips of a split pot
                assert deal_kernel.net(hand, setting, place) * BIG == pytest.approx(true.nets[place], abs=3 * seats)
            assert sum([deal_kernel.net(hand, setting, place) for place in range(seats)]) == pytest.approx(0, abs=1e-9)
    assert ended > (200 if record.draw_rounds == 1 else 60)
    assert side_pots > 100 or seats == 2
    assert len(keys) > 300


def test_a_known_size_is_read_as_itself() -> None:
    random = Random(3)
    for _ in range(300):
        plain = table_before(random_setting(random, random.randint(2, 7)))
        if plain.drawing or plain.to_act < 0:
            continue
        plain.roll = random.randrange(1 << 16)
        allowed = nolimit_hand.choices(plain)
        for choice in range(2, JAM):
            if allowed >> choice & 1:
                read = [nolimit_hand.read_size(plain, nolimit_hand.raise_to(plain, choice)) for _ in range(2)]
                assert read == [choice - 1] * 2 or plain.roll > 60_000  # rounded up by a chip
        if allowed >> JAM & 1 and plain.seats == 2:
            nolimit_hand.act(plain, JAM, nolimit_hand.raise_to(plain, JAM))
            assert nolimit_spot.price_of(plain, plain.to_act) // nolimit_spot.STEPS == nolimit_spot.JAMMED


def test_sizes_between_two_are_read_by_the_pseudo_harmonic_mapping() -> None:
    """Before the draw heads-up the pot after the call is two big blinds: a raise to three is half of it more."""
    read = []
    setting = np.zeros(1, deal_kernel.SETTING)[0]
    setting["seats"], setting["stack"][:2] = 2, 100 * BIG
    for roll in range(0, 1 << 16, 64):
        setting["roll"] = roll
        plain = table_before(setting)
        read.append(nolimit_hand.read_size(plain, 3 * BIG))
    low, high, part = 0.85, 1.7, 1.0
    expected = (high - part) * (1 + low) / ((high - low) * (1 + part))
    assert set(read) == {2, 3}
    assert read.count(2) / len(read) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize(("ante", "read"), [(0, {2}), (BIG // 4, {1, 2})])
def test_an_opening_below_the_sizes_that_are_possible_is_the_least_of_them(ante: int, read: set[int]) -> None:
    """Heads-up without antes nobody can open with the first size. The first raise was read as that all the same."""
    setting = np.zeros(1, deal_kernel.SETTING)[0]
    setting["seats"], setting["stack"][:2], setting["ante"] = 2, 100 * BIG, ante
    found = set()
    for roll in range(0, 1 << 16, 64):
        setting["roll"] = roll
        plain = table_before(setting)
        assert bool(nolimit_hand.choices(plain) >> 2 & 1) == (1 in read)
        found.add(nolimit_hand.read_size(plain, nolimit_hand.size_to(plain, 620)))
    assert found == read


def third_wager(roll: int, part: float, small_blind: int = 100) -> Any:
    """Three players a hundred big blinds deep: two raises of 0.85 pots, a fold, and a raise of this part of the pot.

    The small blind, who has to answer it, may have fewer big blinds.
    """
    setting = np.zeros(1, deal_kernel.SETTING)[0]
    setting["seats"], setting["stack"][:3], setting["roll"] = 3, (small_blind * BIG, 100 * BIG, 100 * BIG), roll
    plain = table_before(setting)
    nolimit_hand.act(plain, JAM, nolimit_hand.size_to(plain, 850))
    nolimit_hand.act(plain, JAM, nolimit_hand.size_to(plain, 850))
    nolimit_hand.act(plain, FOLD, 0)
    assert plain.wagers == 2
    nolimit_hand.act(plain, JAM, nolimit_hand.size_to(plain, int(1000 * part)))
    return plain


def test_a_raise_below_all_known_sizes_is_a_call_or_the_least_known() -> None:
    """The third wager has no smaller size than 0.85: what is smaller has a call on its other side."""
    calls = 0
    for roll in range(0, 1 << 16, 64):
        plain = third_wager(roll, 0.4)
        if nolimit_hand.obliged(plain):
            calls += 1
            assert (plain.wagers, plain.size, plain.aggressor) == (2, 2, 0)
            assert nolimit_hand.choices(plain) == nolimit_hand.playable(plain) == 1 << PASS
            owed, pot = plain.price - plain.commit[plain.to_act], nolimit_hand.pot_of(plain)
            nolimit_hand.act(plain, PASS, 0)
            assert nolimit_hand.pot_of(plain) == pot + owed
            assert (plain.drawing, plain.bettor, plain.before) == (1, 0, 2)
        else:
            assert (plain.wagers, plain.size, plain.aggressor) == (3, 2, 2)
            assert nolimit_hand.choices(plain) >> FOLD & 1
    assert calls / 1024 == pytest.approx((0.85 - 0.4) / (0.85 * 1.4), abs=0.005)
    assert not any(nolimit_hand.obliged(third_wager(roll, 0.85)) for roll in range(0, 1 << 16, 64))


def test_a_small_raise_that_leaves_nothing_to_bet_is_no_call() -> None:
    """It was read as one: the small blind, with less than three big blinds left, had to put them in with any hand."""
    for roll in range(0, 1 << 16, 64):
        plain = third_wager(roll, 0.4, 12)
        assert plain.commit[2] > plain.commit[0] + plain.stack[0]
        assert not nolimit_hand.obliged(plain)
        assert nolimit_hand.choices(plain) == 1 << FOLD | 1 << PASS
        assert nolimit_spot.price_of(plain, plain.to_act) // nolimit_spot.STEPS == nolimit_spot.JAMMED


def test_a_raise_that_is_read_as_a_call_leaves_the_line_of_a_call() -> None:
    """So two players go on by a line that was learned."""
    setting = np.zeros(1, deal_kernel.SETTING)[0]
    setting["seats"], setting["stack"][:2] = 2, 100 * BIG
    hands = [table_before(setting) for _ in range(2)]
    for hand in hands:
        for _ in range(2):
            nolimit_hand.act(hand, JAM, nolimit_hand.size_to(hand, 850))
    nolimit_hand.act(hands[0], JAM, nolimit_hand.size_to(hands[0], 300))
    nolimit_hand.act(hands[0], PASS, 0)
    nolimit_hand.act(hands[1], PASS, 0)
    assert hands[0].drawing == hands[1].drawing == 1
    assert hands[0].path == hands[1].path > 0
    assert nolimit_hand.pot_of(hands[0]) > nolimit_hand.pot_of(hands[1])
