"""The dealer: shuffles that anyone can recompute, and a script that refuses impossible cards."""

import hashlib
import struct
from collections import Counter

import pytest

from standpat.cards.card import DECK, UNKNOWN, parse, text
from standpat.engine.dealer import FULL_DECK, Dealer, DealError, ScriptedDealer


def whole(dealer: Dealer) -> list[int]:
    dealer.new_deck()
    return list(dealer.deal(52))


def bits(cards: str) -> int:
    return sum(1 << c for c in parse(cards))


@pytest.mark.parametrize("seed", [0, 1, 77, "table 5", "é"])
def test_a_shuffle_is_what_the_docstring_says(seed: int | str) -> None:
    """Recomputed independently: the cards are sorted by their 64-bit words, the smallest on top."""
    dealer = Dealer(seed)
    for k in (1, 2, 3):
        stream = hashlib.shake_256(f"standpat {seed} {k}".encode()).digest(8 * 52)
        words = struct.unpack("<52Q", stream)
        pack = [c for _, c in sorted(zip(words, DECK, strict=True))]
        assert whole(dealer) == pack
        assert dealer.shuffles == k


def test_a_seed_deals_the_same_and_others_do_not() -> None:
    assert whole(Dealer(5)) == whole(Dealer(5))
    assert whole(Dealer(5)) != whole(Dealer(6))
    assert whole(Dealer(b"\x05")) == whole(Dealer("05"))
    one, two = Dealer(), Dealer()
    assert one.seed != two.seed
    assert whole(one) != whole(two)
    assert whole(Dealer(one.seed)) == whole(Dealer(one.seed))


def test_a_dealer_goes_on_where_another_stopped() -> None:
    first = Dealer(9)
    whole(first)
    assert whole(first) == whole(Dealer(9, shuffles=1))


@pytest.mark.parametrize("bad", [1.5, [1], (1,), {}])
def test_a_seed_is_an_int_text_or_bytes(bad: object) -> None:
    with pytest.raises(ValueError, match="seed"):
        Dealer(bad)  # type: ignore[arg-type]


def test_every_card_once_and_every_place_alike() -> None:
    """In 3,000 decks each card is at each place about 58 times. The chance of a count outside 15..120 is negligible."""
    dealer = Dealer("fair")
    at: Counter[tuple[int, int]] = Counter()
    for _ in range(3000):
        deck = whole(dealer)
        assert sorted(deck) == list(DECK)
        at.update(enumerate(deck))
    assert len(at) == 52 * 52
    assert 15 < min(at.values()) < max(at.values()) < 120
    chi = sum((n - 3000 / 52) ** 2 / (3000 / 52) for n in at.values())
    assert 2300 < chi < 2950  # 51 x 51 = 2,601 degrees of freedom, deviation 72


def test_deal_and_burn_take_from_the_top() -> None:
    dealer, same = Dealer(3), Dealer(3)
    deck = whole(same)
    dealer.new_deck()
    assert dealer.left() == 52
    assert list(dealer.deal(0)) == []
    assert [*dealer.deal(5), dealer.burn(), *dealer.deal(3)] == deck[:9]
    assert dealer.left() == 43


def test_barred_cards_stay_where_they_are() -> None:
    dealer, same = Dealer(3), Dealer(3)
    deck = whole(same)
    dealer.new_deck()
    barred = 1 << deck[0] | 1 << deck[2] | 1 << deck[40]
    assert dealer.left(barred) == 49
    assert list(dealer.deal(3, barred)) == [deck[1], deck[3], deck[4]]
    assert dealer.left(barred) == 46
    assert list(dealer.deal(3)) == [deck[0], deck[2], deck[5]]


def test_a_reshuffle_goes_under_the_stub_or_with_it() -> None:
    dealer = Dealer(3)
    deck = whole(Dealer(3))
    dealer.new_deck()
    dealer.deal(50)
    dealer.shuffle(deck[:20], with_stub=False)
    assert dealer.left() == 22
    out = list(dealer.deal(22))
    assert out[:2] == deck[50:]
    assert sorted(out[2:]) == sorted(deck[:20])
    assert out[2:] != deck[:20]

    firsts = set()
    for seed in range(30):
        dealer = Dealer(seed)
        deck = whole(Dealer(seed))
        dealer.new_deck()
        dealer.deal(50)
        dealer.shuffle(deck[:20], with_stub=True)
        out = list(dealer.deal(22))
        assert sorted(out) == sorted(deck[:20] + deck[50:])
        firsts.add(out[0] in deck[50:])
    assert firsts == {True, False}


def test_copies_are_independent() -> None:
    dealer = Dealer(4)
    dealer.new_deck()
    dealer.deal(10)
    twin = dealer.copy()
    want = dealer.deal(20)
    assert twin.left() == 42
    assert twin.deal(20) == want
    dealer.shuffle(want, with_stub=True)
    twin.shuffle(want, with_stub=True)
    assert dealer.deal(30) == twin.deal(30)


# The script


def test_a_script_deals_in_order() -> None:
    dealer = ScriptedDealer("2c3d4h As")
    dealer.new_deck()
    assert text(dealer.deal(3)) == "2c3d4h"
    assert dealer.left() == 49
    assert text(dealer.deal(1)) == "As"


@pytest.mark.parametrize(
    ("script", "why"), [("2c3d2c", "2c"), ("2c3d3d", "3d"), ("2c3d", "script ends"), ("2c3d4h", "threw")]
)
def test_a_script_refuses_what_cannot_come_and_stays_as_it_was(script: str, why: str) -> None:
    dealer = ScriptedDealer(script)
    dealer.new_deck()
    dealer.deal(2)
    left = dealer.left()
    with pytest.raises(DealError, match=why):
        dealer.deal(1, bits("4h"))
    assert dealer.left() == left
    with pytest.raises(DealError, match=why):
        dealer.deal(1, bits("4h"))


def test_a_script_refuses_a_card_twice_in_one_draw() -> None:
    dealer = ScriptedDealer("2c2c")
    dealer.new_deck()
    with pytest.raises(DealError, match="2c"):
        dealer.deal(2)


def test_a_card_comes_again_after_a_reshuffle() -> None:
    dealer = ScriptedDealer("2c2c")
    dealer.new_deck()
    dealer.deal(1)
    dealer.shuffle(parse("2c"), with_stub=False)
    assert dealer.left() == 52
    assert text(dealer.deal(1)) == "2c"


def test_burns_are_not_in_the_script() -> None:
    dealer = ScriptedDealer("".join(text([c]) for c in DECK[:51]))
    dealer.new_deck()
    assert text([dealer.burn()]) == "As"
    assert tuple(dealer.deal(51)) == DECK[:51]
    assert dealer.left() == 0


def test_unknown_cards_can_be_dealt() -> None:
    dealer = ScriptedDealer("????2c")
    dealer.new_deck()
    assert text(dealer.deal(3)) == "????2c"
    assert dealer.left() == 49


def test_scripted_copies_are_independent() -> None:
    dealer = ScriptedDealer("2c3d4h")
    dealer.new_deck()
    dealer.deal(1)
    twin = dealer.copy()
    assert dealer.deal(2) == twin.deal(2)
    assert dealer.left() == twin.left() == 49


def test_the_full_deck_bit_set() -> None:
    assert FULL_DECK.bit_count() == 52
    assert all(FULL_DECK >> c & 1 for c in DECK)


def test_a_copy_is_the_same_in_all_it_holds() -> None:
    dealer = Dealer("table 5", 3)
    dealer.new_deck()
    dealer.deal(20, bits("2c2d"))
    dealer.shuffle(parse("2h2s"), with_stub=False)
    script = ScriptedDealer("2c3c4c5c6c7c", "8c9c")
    script.new_deck()
    script.deal(3)
    script.burn()
    for one in (dealer, script):
        twin = one.copy()
        held = [getattr(one, name) for name in type(one).__slots__]
        assert [getattr(twin, name) for name in type(one).__slots__] == held
        before = [list(value) if isinstance(value, list) else value for value in held]
        twin.burn()
        twin.deal(1)
        twin.shuffle(parse("AcAd"), with_stub=True)
        assert [getattr(one, name) for name in type(one).__slots__] == before


def test_a_seed_of_our_own_has_256_bits() -> None:
    seed = Dealer().seed
    assert isinstance(seed, str)
    assert len(bytes.fromhex(seed)) == 32


def test_before_the_deal_there_is_no_card() -> None:
    assert Dealer(1).left() == ScriptedDealer("2c").left() == ScriptedDealer("2c").left(FULL_DECK) == 0
    with pytest.raises(DealError, match="2c, card 1 of the script, cannot come now: it is not in the stub"):
        ScriptedDealer("2c").deal(1)


def test_a_script_counts_what_may_not_be_dealt() -> None:
    dealer = ScriptedDealer("2c3c")
    dealer.new_deck()
    dealer.deal(2)
    assert dealer.left(bits("2c2d2h")) == 48


def test_a_card_after_an_unknown_one_is_looked_at_too() -> None:
    dealer = ScriptedDealer("2c??2c")
    dealer.new_deck()
    dealer.deal(1)
    with pytest.raises(DealError, match="2c, card 2 of the script, cannot come now"):
        dealer.deal(2)


def test_a_script_says_which_card_cannot_come() -> None:
    dealer = ScriptedDealer("2c3d3d")
    dealer.new_deck()
    dealer.deal(2)
    with pytest.raises(DealError, match="3d, card 3 of the script, cannot come now: it is not in the stub"):
        dealer.deal(1)


def test_dealers_are_shown_with_what_makes_them_again() -> None:
    assert repr(Dealer(5, shuffles=2)) == "Dealer(seed=5, shuffles=2)"
    assert repr(ScriptedDealer("2c Td")) == "ScriptedDealer('2cTd')"


def test_r6_6_a_given_burn_is_burned_and_is_no_card_of_the_stub_any_more() -> None:
    dealer = ScriptedDealer("2d2h", burns="2h??")
    dealer.new_deck()
    assert text([dealer.burn()]) == "2h"
    assert text([dealer.burn()]) == "??"
    assert text(dealer.deal(1)) == "2d"
    assert dealer.left() == 49
    with pytest.raises(DealError, match="2h, card 2 of the script, cannot come now: it is not in the stub"):
        dealer.deal(1)


def test_r6_6_a_given_burn_must_be_in_the_stub() -> None:
    dealer = ScriptedDealer("2c", burns="2c")
    dealer.new_deck()
    dealer.deal(1)
    with pytest.raises(DealError, match="2c cannot be burned now: it is not in the stub"):
        dealer.burn()


def test_r6_6_a_burn_is_a_card_of_the_stub_that_the_script_needs_last_or_never() -> None:
    dealer = ScriptedDealer("2cAsKs")
    dealer.new_deck()
    dealer.deal(1)
    assert dealer.burn() not in parse("2cAsKs")
    dealer = ScriptedDealer([*DECK[1:-1], DECK[0], DECK[-1], DECK[5]])
    dealer.new_deck()
    dealer.deal(50)
    assert dealer.burn() == DECK[-1]
    dealer = ScriptedDealer(DECK)
    dealer.new_deck()
    dealer.deal(52)
    dealer.shuffle([UNKNOWN, UNKNOWN], with_stub=False)
    assert dealer.burn() == UNKNOWN
    assert dealer.left() == 1


def test_a_shuffle_sorts_by_whole_words() -> None:
    """The order of the words of the stream, however many of them begin alike."""
    begun_alike = 0
    for seed in range(300):
        dealer = Dealer(seed)
        dealer.new_deck()
        stream = hashlib.shake_256(f"standpat {seed} 1".encode()).digest(8 * 52)
        words = [int.from_bytes(stream[8 * k : 8 * k + 8], "little") for k in range(52)]
        begun_alike += len({word >> 48 for word in words}) < 52
        assert list(dealer.deal(52)) == sorted(range(52), key=words.__getitem__)
    assert begun_alike > 0
