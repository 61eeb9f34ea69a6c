"""The kernel's dealer in Python. The kernel's tests check that it deals as the kernel does."""

import pytest

from standpat.lab.dealer import KernelDealer


def test_a_given_deck_comes_in_its_order_and_the_seed_shuffles_the_rest() -> None:
    deck = list(range(51, -1, -1))
    dealer = KernelDealer(5, deck)
    dealer.new_deck()
    assert dealer.deal(3) == (51, 50, 49)
    assert dealer.deal(2, barred=1 << 48 | 1 << 46) == (47, 45)
    assert dealer.burn() == 48
    assert dealer.left() == 46
    assert dealer.left(barred=1 << 46) == 45
    dealer.deal(45)
    twin = dealer.copy()
    dealer.shuffle([9, 3, 7], with_stub=False)
    twin.shuffle([7, 9, 3], with_stub=False)
    assert dealer.deal(1) == (0,)
    rest = dealer.deal(3)
    assert sorted(rest) == [3, 7, 9]
    assert twin.deal(4)[1:] == rest


def test_with_the_stub_shuffled_in() -> None:
    dealer = KernelDealer(5)
    dealer.new_deck()
    first = dealer.deal(50)
    dealer.shuffle(first[:10], with_stub=True)
    assert dealer.left() == 12
    assert set(dealer.deal(12)).isdisjoint(first[10:])


def test_a_deck_is_52_cards() -> None:
    with pytest.raises(ValueError, match="52 cards once"):
        KernelDealer(1, "2c3c")
