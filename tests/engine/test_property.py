"""Properties of every hand, whatever the game, the house rules, the stacks and the play (R3-R7).

The `auditor` follows the hands. It is a second implementation of the rules that counts chips and cards itself, and
knows which decision is due, where each replacement may come from and how the hand must be paid. In addition: refused
actions change nothing, the offered bounds are exactly those that are accepted, copies are independent, and a viewer is
sent no card that they may not see.
"""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor import Auditor
from examples import examples
from irregular import KINDS, kinds_of, random_irregular_hand
from standpat.cards.card import DECK, TEXT, text
from standpat.engine import games
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, IllegalAction, Muck, Raise, Show
from standpat.engine.dealer import Dealer, DealError, ScriptedDealer
from standpat.engine.event import DealHole, DiscardAnnounced, DrawResult, ShowdownShow, decode, encode
from standpat.engine.games import ANTE_BY, Game, Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.house import HOUSES, RESHUFFLES, house_rules

OPTIONS: dict[str, tuple[object, ...]] = {
    "draws": ("immediate", "announced"),
    "reshuffle": tuple(RESHUFFLES),
    "cap": (1, 2, 3, 4, 5, None),
    "cap_heads_up": (True, False),
    "limit_raise": ("full_bets", "additive"),
    "showdown": ("muck_losers", "show_all", "optional"),
    "burn": (0, 1, 2, 3),
}
CARD = re.compile(rb"[2-9TJQKA][cdhs]")


def any_game(rng: Random) -> Game:
    names = rng.sample(list(OPTIONS), rng.choice((0, 0, 1, 1, 2, 7)))
    options = {name: rng.choice(OPTIONS[name]) for name in names}
    return game(rng.choice(games.ids()), house=house_rules(rng.choice(list(HOUSES)), **options))


def any_hand(rng: Random, seed: int) -> Hand:
    """Stacks from one chip upwards. A third of the hands is deep with every seat taken, so that the deck runs out."""
    thirsty = rng.random() < 0.34
    played = any_game(rng)
    seats = played.max_seats if thirsty else rng.randint(2, played.max_seats)
    big = rng.choice((1, 2, 3, 10, 15))
    stakes = Stakes(rng.randint(0, big), big, rng.choice((0, 0, 0, 1, 2, big)), rng.choice(ANTE_BY))
    deepest = rng.choice((2, 5, 12, 40)) * big
    stacks = [60 * big if thirsty else rng.randint(1, deepest) for _ in range(seats)]
    asks = [seat for seat in range(seats) if Random(f"asks {seed} {seat}").random() < 0.7]
    return Hand(played, stakes, stacks, rng.randrange(seats), Dealer(seed), asks=asks)


def any_action(hand: Hand, rng: Random, passive: float) -> Action:
    legal = hand.legal
    if legal.showdown is not None:
        return rng.choice((Show(), Muck()))
    if legal.draw is not None:
        assert hand.to_act is not None
        cards = hand.cards(hand.to_act)
        return Discard(rng.sample(cards, rng.choice((0, 1, 2, 3, 4, 5, 5))))
    if rng.random() >= passive:
        if legal.fold and rng.random() < 0.35:
            return Fold()
        for kind, bounds in ((Bet, legal.bet), (Raise, legal.raise_)):
            if bounds:
                low, high = bounds
                return kind(rng.choice((low, low, high, rng.randint(low, high), min(high, low + rng.randint(0, 5)))))
    return Check() if legal.check else Call()


def snapshot(h: Hand) -> tuple[object, ...]:
    dealer: Any = h.dealer
    return (
        h.events,
        tuple(h.stacks),
        tuple(h.live),
        tuple(h.cards(s) for s in range(len(h.stacks))),
        h.legal,
        h.to_act,
        h.pot,
        h.pots,
        h.street,
        h.drawing,
        h.nets,
        tuple(map(tuple, h.draws)),
        dealer.left(),
        [repr(getattr(dealer, slot)) for slot in type(dealer).__slots__],
    )


def refusals(h: Hand, rng: Random) -> list[object]:
    """Actions that are illegal now."""
    legal = h.legal
    wrong: list[object] = [None, "call", 7]
    if legal.showdown is None:
        wrong += [Show(), Muck()]
    for plain, may in ((Fold(), legal.fold), (Check(), legal.check), (Call(), legal.call is not None)):
        if not may:
            wrong.append(plain)
    for kind, bounds in ((Bet, legal.bet), (Raise, legal.raise_)):
        if bounds is None:
            wrong += [kind(to) for to in (0, h.stakes.big_blind, 40, 10**9)]
        else:
            wrong += [kind(to) for to in (bounds.min_to - 1, bounds.max_to + 1, 0, -bounds.min_to)]
            wrong.append(kind(float(bounds.min_to)))  # type: ignore[arg-type]
    if legal.draw is None:
        wrong += [Discard(), Discard(h.cards(h.to_act or 0)[:1])]
    else:
        assert h.to_act is not None
        mine = h.cards(h.to_act)
        others = [c for c in DECK if c not in mine]
        wrong += [
            Discard([rng.choice(others)]),
            Discard([*mine[:4], rng.choice(others)]),
            Discard([mine[0], mine[0]]),
            Discard([*mine, mine[0]]),
            Discard([52]),
        ]
    return wrong


def check_refusals(h: Hand, rng: Random) -> None:
    before = snapshot(h)
    for action in refusals(h, rng):
        with pytest.raises(IllegalAction):
            h.apply(action)  # type: ignore[arg-type]
        assert snapshot(h) == before, action


def check_acceptance(h: Hand) -> None:
    """Every kind of action that is offered is accepted, at both ends of its bounds."""
    legal = h.legal
    offered: list[Action] = []
    for plain, may in ((Fold(), legal.fold), (Check(), legal.check), (Call(), legal.call is not None)):
        if may:
            offered.append(plain)
    for kind, bounds in ((Bet, legal.bet), (Raise, legal.raise_)):
        if bounds:
            assert bounds.min_to <= bounds.max_to
            offered += [kind(to) for to in {bounds.min_to, bounds.max_to, sum(bounds) // 2}]
    if legal.draw is not None:
        assert h.to_act is not None
        offered += [Discard(h.cards(h.to_act)[:n]) for n in range(legal.draw + 1)]
    if legal.showdown is not None:
        offered += [Show(), Muck()]
    assert offered
    before = snapshot(h)
    for action in offered:
        assert h.copy().apply(action)
    assert snapshot(h) == before


def check_views(h: Hand) -> None:
    """No byte of a view names a card that the viewer did not hold and that was not shown."""
    shown = {c for e in h.events if isinstance(e, ShowdownShow) for c in e.cards}
    for viewer in (None, *range(len(h.stacks))):
        own: set[int] = set()
        for e in h.events:
            if isinstance(e, DealHole) and e.seat == viewer:
                own |= set(e.cards)
            elif isinstance(e, DrawResult) and e.seat == viewer:
                own |= set(e.drawn)
        may = {TEXT[c].encode() for c in shown | own}
        stream = b"\n".join(encode(e) for e in h.seen_by(viewer))
        assert set(CARD.findall(stream)) <= may, viewer
        assert set(CARD.findall(stream)) >= {TEXT[c].encode() for c in own}
        counts = [e.count for e in h.seen_by(viewer) if isinstance(e, DrawResult | DiscardAnnounced)]
        assert counts == [e.count for e in h.events if isinstance(e, DrawResult | DiscardAnnounced)]


def check_places(h: Hand, books: Auditor) -> None:
    """The engine has each card in one place, which is the auditor's."""
    rest = h.dealer.copy()
    muck = h._muck
    assert sorted(rest.deal(rest.left())) == sorted(books.stub)
    assert sorted(muck._folded) == sorted(books.folded)
    assert sorted(muck._burned) == sorted(books.burned)
    for seat in range(len(h.stacks)):
        assert set(h.cards(seat)) == books.hands[seat]
        assert len(h.cards(seat)) == (5 if h.live[seat] else 0)
    where = books.places()
    assert len(where) == 52
    assert set(where.values()) == {1}


def play_through(hand: Hand, rng: Random, *, thorough: float, irregular: bool = False) -> tuple[Auditor, int]:
    """Play a hand at random to its end under audit.

    `thorough` is the share of decisions that are examined in depth. The auditor is told `irregular` forced bets; it
    knows the regular ones.
    """
    books = Auditor(hand.game, hand.stakes, hand.posts if irregular else None)
    passive = rng.choice((0.3, 0.6, 0.85))
    total = sum(hand.events[0].stacks)  # type: ignore[union-attr]
    fed = decisions = 0
    while True:
        events = hand._events
        for event in events[fed:]:
            books.feed(event)
        fed = len(events)
        assert hand.stacks == books.stacks
        assert hand.live == books.live
        assert sum(hand.stacks) + hand.pot == total
        if hand.to_act is None:
            break
        decisions += 1
        assert decisions < 5000
        if hand.legal.showdown is not None:
            assert (hand.to_act, hand.legal) == books.chooses()
        elif hand.drawing:
            assert hand.to_act == books.drawer()
            assert hand.legal.draw == 5
        else:
            assert hand.to_act == books.asked(), hand.events
            assert hand.legal == books.legal(hand.to_act), hand.events
        assert sum(p.amount for p in hand.pots) == hand.pot
        if rng.random() < thorough:
            check_places(hand, books)
            check_refusals(hand, rng)
            check_acceptance(hand)
            check_views(hand)
            twin_plays_on(hand, rng.getrandbits(32))
        if rng.random() < 0.03:
            still = [s for s, on in enumerate(hand.live) if on and hand.may_wish(s)]
            if still:
                hand.wish(rng.choice(still), rng.choice(("show", "muck")))
        hand.apply(any_action(hand, rng, passive))
    assert hand.over
    assert hand.legal.draw is None
    assert hand.nets == books.nets
    assert hand.pot == 0
    for event in hand.events:
        assert event == decode(encode(event))
    check_views(hand)
    return books, decisions


def twin_plays_on(hand: Hand, seed: int) -> None:
    """A copy continues as the original would, and neither affects the other."""
    one, two = hand.copy(), hand.copy()
    before = snapshot(hand)
    for twin in (one, two):
        rng = Random(seed)
        while twin.to_act is not None:
            twin.apply(any_action(twin, rng, 0.7))
        assert snapshot(hand) == before
    assert one.events == two.events
    assert one.events[: len(hand.events)] == hand.events


@pytest.mark.parametrize("chunk", range(4))
def test_r3_to_r7_random_hands_under_audit(chunk: int) -> None:
    rng = Random(1000 + chunk)
    reshuffles: Counter[str] = Counter()
    for k in range(600):
        books, _ = play_through(any_hand(rng, seed=k), rng, thorough=0.04)
        reshuffles += books.reshuffles
    assert set(reshuffles) == set(RESHUFFLES)


@pytest.mark.parametrize("chunk", range(2))
def test_r3_5_to_r3_8_irregular_posts_under_audit(chunk: int) -> None:
    rng = Random(3000 + chunk)
    kinds: Counter[str] = Counter()
    for k in range(500):
        hand = random_irregular_hand(rng, seed=k)
        kinds.update(kinds_of(hand))
        play_through(hand, rng, thorough=0.02, irregular=True)
    assert min(kinds.values()) > 15, kinds
    assert kinds.keys() == KINDS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(4))
def test_r3_to_r7_a_million_decisions_under_audit(
    chunk: int, first_seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four times 260,000 decisions, all of them audited, one in 500 in depth.

    One hand in eight begins with irregular posts.
    """
    rng = Random(first_seed + 77 + chunk)
    reshuffles: Counter[str] = Counter()
    made = hands = 0
    while made < 260_000:
        irregular, seed = hands % 8 == 7, first_seed + hands
        hand = random_irregular_hand(rng, seed=seed) if irregular else any_hand(rng, seed=seed)
        books, decisions = play_through(hand, rng, thorough=0.002, irregular=irregular)
        reshuffles += books.reshuffles
        made += decisions
        hands += 1
    with capsys.disabled():
        counts = ", ".join(f"{name} {n:,}" for name, n in sorted(reshuffles.items()))
        print(f"\n{hands:,} hands, {made:,} decisions, {reshuffles.total():,} reshuffles: {counts}")
    assert reshuffles.total() > 2_500
    assert set(reshuffles) == set(RESHUFFLES)


@pytest.mark.parametrize("id", games.ids())
@pytest.mark.parametrize("house", HOUSES)
def test_r1_every_game_under_every_house(id: str, house: str) -> None:
    rng = Random(f"{id} {house}")
    for seats in (2, 3, 6):
        hand = Hand(game(id, house=house), Stakes(1, 2), [80] * seats, rng.randrange(seats), Dealer(seats))
        play_through(hand, rng, thorough=0.02)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Game, Stakes, list[int], int, int]:
    seats = draw(st.integers(2, 6))
    options = {name: draw(st.sampled_from(values)) for name, values in OPTIONS.items()}
    big = draw(st.integers(1, 12))
    stakes = Stakes(draw(st.integers(0, big)), big, draw(st.integers(0, 3)), draw(st.sampled_from(ANTE_BY)))
    stacks = draw(st.lists(st.integers(1, 8 * big), min_size=seats, max_size=seats))
    record = game(draw(st.sampled_from(games.ids())), house=house_rules("online", **options))
    return record, stakes, stacks, draw(st.integers(0, seats - 1)), draw(st.integers(0, 2**32))


@examples(150)
@given(scenes(), st.lists(st.integers(0, 11), max_size=60))
def test_r3_to_r7_any_scene_and_any_line(scene: tuple[Game, Stakes, list[int], int, int], line: list[int]) -> None:
    """The line selects among the offered actions. After its end everybody checks, calls and stands pat."""
    record, stakes, stacks, button, seed = scene
    hand = Hand(record, stakes, stacks, button, Dealer(seed))
    books = Auditor(record, stakes)
    for event in hand.events:
        books.feed(event)
    tape = iter(line)
    while hand.to_act is not None:
        pick = next(tape, None)
        legal = hand.legal
        offered: list[Action] = []
        if legal.draw is not None:
            assert hand.to_act == books.drawer()
            offered = [Discard(hand.cards(hand.to_act)[:n]) for n in range(6)]
        else:
            assert hand.to_act == books.asked()
            assert legal == books.legal(hand.to_act)
            offered = [Check() if legal.check else Call()]
            bounds = legal.raise_ or legal.bet
            if bounds:
                kind = Raise if legal.raise_ else Bet
                offered += [kind(bounds.min_to), kind(bounds.max_to)]
            if legal.fold:
                offered.append(Fold())
        for event in hand.apply(offered[(pick or 0) % len(offered)]):
            books.feed(event)
        assert sum(hand.stacks) + hand.pot == sum(stacks)
    assert hand.nets == books.nets
    check_views(hand)


def test_r6_7_a_script_that_cannot_go_on_changes_nothing() -> None:
    """The dealer refuses in the middle of an action, in random hands whose scripts are cut short or spoiled."""
    rng = Random(5)
    refused = 0
    for seed in range(150):
        record = any_game(rng)
        seats = rng.randint(2, 6)
        pack = list(DECK)
        rng.shuffle(pack)
        script = pack[: 5 * seats + rng.randint(0, 10)] + rng.choices(pack, k=rng.randint(0, 6))
        hand = Hand(record, Stakes(1, 2), [200] * seats, 0, ScriptedDealer(text(script)))
        while hand.to_act is not None:
            action = any_action(hand, rng, 0.9)
            before = snapshot(hand)
            try:
                hand.apply(action)
            except DealError:
                refused += 1
                assert snapshot(hand) == before, seed
                if hand.game.house.draws == "announced":
                    break
                hand.apply(Discard())  # without a card to deal the hand continues
    assert refused > 50


def test_termination_in_the_longest_hands() -> None:
    """No limit, only minimum raises, no cap: the hand ends because the chips run out."""
    for id in games.ids():
        hand = Hand(game(id, cap=None), Stakes(1, 2), [400] * 6, 0, Dealer(1))
        steps = 0
        while hand.to_act is not None:
            legal = hand.legal
            bounds = legal.raise_ or legal.bet
            if legal.draw is not None:
                hand.apply(Discard(hand.cards(hand.to_act)))
            elif bounds:
                hand.apply((Raise if legal.raise_ else Bet)(bounds.min_to))
            else:
                hand.apply(Check() if legal.check else Call())
            steps += 1
            assert steps < 3000
        assert sum(hand.nets or (1,)) == 0
