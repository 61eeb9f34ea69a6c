"""R6.3 for the muck alone: its piles, and replacements from a dealer whose stub is nearly empty."""

import pytest
from msgspec.structs import replace

from standpat.cards.card import DECK, parse, text
from standpat.engine.dealer import Dealer, DealError, ScriptedDealer, Stub
from standpat.engine.house import RESHUFFLES
from standpat.engine.muck import Muck


def stub_of(count: int, script: str) -> ScriptedDealer:
    """A dealer whose stub is the last `count` cards of the deck.

    All other cards are dealt. Then the script continues.
    """
    gone = 52 - count
    dealer = ScriptedDealer(text(DECK[:gone]) + script)
    dealer.new_deck()
    dealer.deal(gone)
    return dealer


def scene() -> Muck:
    """Folded 2c 2d, burned 2h, earlier discards 3c 3d (of seat 1); in this round seat 0 was served 4c 4d, and seat 1
    discards 5c 5d."""
    muck = Muck()
    muck.fold(parse("2c2d"))
    muck.burn(parse("2h")[0])
    muck.discard(1, parse("3c3d"))
    muck.serve(stub_of(4, "AhAs"), RESHUFFLES["served"], 1, more=False)
    muck.end_round()
    muck.discard(0, parse("4c4d"))
    muck.serve(stub_of(4, "AhAs"), RESHUFFLES["served"], 0, more=True)
    muck.discard(1, parse("5c5d"))
    return muck


@pytest.mark.parametrize(
    ("policy", "piles", "count"),
    [
        ("served", {"folded", "burned", "earlier", "served"}, 7),
        ("previous_rounds", {"folded", "burned", "earlier"}, 5),
        ("full_tilt", {"folded", "burned"}, 3),
    ],
)
def test_r6_3_one_card_left_then_the_muck(policy: str, piles: set[str], count: int) -> None:
    drawn, reshuffles = scene().serve(stub_of(1, "As2c"), RESHUFFLES[policy], 1, more=False)
    assert tuple(drawn) == parse("As2c")
    assert [(set(p), n) for p, n in reshuffles] == [(piles, count)]


def test_r6_3_pokerstars_shuffles_the_stub_in() -> None:
    drawn, reshuffles = scene().serve(stub_of(1, "2c4d"), RESHUFFLES["pokerstars"], 1, more=False)
    assert tuple(drawn) == parse("2c4d")
    assert [(set(p), n) for p, n in reshuffles] == [({"folded", "burned", "earlier", "served"}, 8)]


@pytest.mark.parametrize(("policy", "bad"), [("served", "5c"), ("pokerstars", "3c"), ("previous_rounds", "4c")])
def test_r6_3_what_may_not_come(policy: str, bad: str) -> None:
    with pytest.raises(DealError):
        scene().serve(stub_of(1, f"As{bad}"), RESHUFFLES[policy], 1, more=False)


@pytest.mark.parametrize(("more", "count"), [(True, 6), (False, None)])
def test_r6_3_wsop_last_card_goes_in_unless_it_completes(more: bool, count: int | None) -> None:
    dealer = stub_of(2, "Ah2c" if more else "AhAs")
    drawn, reshuffles = scene().serve(dealer, RESHUFFLES["wsop"], 1, more=more)
    assert [n for _, n in reshuffles] == ([] if count is None else [count])
    assert len(drawn) == 2


def test_r6_3_full_tilt_pile_after_pile() -> None:
    """Four cards are needed and none is left: first the three folded and burned ones, then one of the earlier round."""
    muck = Muck()
    muck.fold(parse("2c2d"))
    muck.burn(parse("2h")[0])
    muck.discard(2, parse("3c3d"))
    muck.serve(stub_of(2, "AhAs"), RESHUFFLES["full_tilt"], 2, more=False)
    muck.end_round()
    muck.discard(1, parse("5c5d5h5s"))
    drawn, reshuffles = muck.serve(stub_of(0, "2c2d2h3c"), RESHUFFLES["full_tilt"], 1, more=False)
    assert tuple(drawn) == parse("2c2d2h3c")
    assert [(set(p), n) for p, n in reshuffles] == [({"folded", "burned"}, 3), ({"earlier"}, 2)]


def test_r6_3_own_discards_come_last_of_all() -> None:
    muck = Muck()
    muck.fold(parse("2c"))
    muck.discard(0, parse("3c3d"))
    muck.discard(1, parse("5c"))  # not yet served
    drawn, reshuffles = muck.serve(stub_of(0, "2c5c"), RESHUFFLES["served"], 0, more=True)
    assert tuple(drawn) == parse("2c5c")
    assert [p for p, _ in reshuffles] == [("folded",), ("unserved",)]
    muck = Muck()
    muck.discard(0, parse("2c3d"))
    drawn, reshuffles = muck.serve(stub_of(0, "3d2c"), RESHUFFLES["served"], 0, more=True)
    assert drawn == parse("3d2c")
    assert [p for p, _ in reshuffles] == [("own",)]


def test_r6_3_the_last_card_of_the_stub_is_dealt_whichever_it_is() -> None:
    for card in DECK:
        rest = text([other for other in DECK if other != card])
        dealer = ScriptedDealer(rest + text([card]))
        dealer.new_deck()
        dealer.deal(51)
        muck = Muck()
        muck.discard(0, (DECK[0] if card else DECK[1],))
        assert muck.serve(dealer, RESHUFFLES["served"], 0, more=False) == ((card,), [])


NEVER_BACK = replace(RESHUFFLES["served"], never_back=True)


def second_shuffle(dealer: Stub) -> Muck:
    """Seat 0 has discarded 4c 4d and got two of 2d 2h 3c 3d, shuffled. Seat 1 discarded 3c 3d in the round before."""
    muck = Muck()
    muck.discard(1, parse("3c3d"))
    muck.end_round()
    muck.fold(parse("2d2h"))
    muck.discard(0, parse("4c4d"))
    muck.serve(dealer, NEVER_BACK, 0, more=True)
    return muck


def test_r6_3_of_the_rest_of_the_stub_a_seat_gets_nothing_it_may_not_have() -> None:
    dealer = stub_of(0, "2h3c2d4c")
    muck = second_shuffle(dealer)
    muck.discard(1, parse("5c5d"))
    assert muck.serve(dealer, NEVER_BACK, 1, more=True)[0] == parse("2d4c")
    dealer = stub_of(0, "2h3c3d4c")
    muck = second_shuffle(dealer)
    muck.discard(1, parse("5c5d"))
    with pytest.raises(DealError, match="threw it"):
        muck.serve(dealer, NEVER_BACK, 1, more=True)


def test_r6_3_what_is_left_of_the_stub_stays_above_the_shuffled_muck() -> None:
    times = 0
    for seed in range(60):
        dealer = Dealer(seed)
        dealer.new_deck()
        dealer.deal(52)
        muck = second_shuffle(dealer)
        left = dealer.copy().deal(2)
        muck.discard(1, parse("5c"))
        if set(left) == set(parse("3c3d")):  # both not for seat 1
            times += 1
            muck.serve(dealer, NEVER_BACK, 1, more=True)
            assert dealer.deal(2) == left
    assert times


def test_r6_3_a_card_that_a_seat_discards_twice_is_still_one_it_may_not_get_back() -> None:
    """Seat 0 gets its own 4c back, as there is nothing else, and discards it again. Then 4c may not come."""
    muck = Muck()
    muck.discard(0, parse("4c"))
    drawn, reshuffles = muck.serve(stub_of(0, "4c"), NEVER_BACK, 0, more=False)
    assert (drawn, [piles for piles, _ in reshuffles]) == (parse("4c"), [("own",)])
    muck.end_round()
    for script, may_come in (("Ah", True), ("4c", False)):
        again = muck.copy()
        again.discard(0, parse("4c"))
        if may_come:
            assert again.serve(stub_of(9, script), NEVER_BACK, 0, more=False) == (parse(script), [])
        else:
            with pytest.raises(DealError, match="threw it"):
                again.serve(stub_of(9, script), NEVER_BACK, 0, more=False)


def test_r6_1_standing_pat_takes_nothing() -> None:
    for policy in RESHUFFLES.values():
        muck = scene()
        muck.discard(2, ())
        assert [list(x) for x in muck.serve(stub_of(0, ""), policy, 2, more=True)] == [[], []]


def test_copies_are_independent() -> None:
    muck = scene()
    twin = muck.copy()
    muck.serve(stub_of(1, "As2c"), RESHUFFLES["served"], 1, more=False)
    drawn, reshuffles = twin.serve(stub_of(1, "As2c"), RESHUFFLES["served"], 1, more=False)
    assert tuple(drawn) == parse("As2c")
    assert [n for _, n in reshuffles] == [7]


def test_r6_3_a_copy_knows_that_the_muck_was_shuffled_in() -> None:
    """Seat 2 was served from the reshuffled muck.

    In a copy, too, seat 1 cannot get back its discards, although the stub has more than enough cards.
    """
    for policy, mine in (("pokerstars", "3c"), ("pokerstars", "5c"), ("served", "5c")):
        muck = scene()
        muck.discard(2, parse("7c7d"))
        _, reshuffles = muck.serve(stub_of(1, "As2c"), RESHUFFLES[policy], 2, more=True)
        assert reshuffles
        for one in (muck.copy(), muck.copy().copy(), muck):
            with pytest.raises(DealError, match="threw it"):
                one.copy().serve(stub_of(9, f"Ah{mine}"), RESHUFFLES[policy], 1, more=False)
            drawn, _ = one.copy().serve(stub_of(9, "AhAd"), RESHUFFLES[policy], 1, more=False)
            assert tuple(drawn) == parse("AhAd")


def test_a_copy_is_the_same_in_all_it_holds_and_shares_no_pile() -> None:
    muck = scene()
    muck.discard(2, parse("7c7d"))
    muck.serve(stub_of(1, "As2c"), RESHUFFLES["full_tilt"], 2, more=True)
    twin = muck.copy()
    held = [getattr(muck, name) for name in Muck.__slots__]
    assert [getattr(twin, name) for name in Muck.__slots__] == held
    before = [value.copy() if hasattr(value, "copy") else value for value in held]
    twin.fold(parse("9c"))
    twin.burn(parse("9d")[0])
    twin.serve(stub_of(0, "3c3d"), RESHUFFLES["served"], 1, more=False)
    twin.discard(0, parse("Tc"))
    twin.end_round()
    assert [getattr(muck, name) for name in Muck.__slots__] == before
