"""Settle-up: exact sums, at most players - 1 payments, and the fewest where that can be known (T10.8)."""

from random import Random

import pytest

from standpat.room.home_game.settle_up import EXACT, MOST_PLAYERS, Payment, Settlement, Unbalanced, carry, settle_up


def settles(balances: dict[str, int], settlement: Settlement) -> None:
    """Check that the payments give everybody exactly their balance, and nothing moves in a circle."""
    open_ = {player: amount for player, amount in balances.items() if amount}
    got = dict.fromkeys(open_, 0)
    for payment in settlement.payments:
        assert type(payment.amount) is int
        assert payment.amount > 0
        assert open_[payment.payer] < 0 < open_[payment.payee]
        got[payment.payer] -= payment.amount
        got[payment.payee] += payment.amount
    assert got == open_
    assert len(settlement.payments) <= max(0, len(open_) - 1)
    pairs = [(payment.payer, payment.payee) for payment in settlement.payments]
    assert len({*pairs}) == len(pairs)


def most_groups(amounts: list[int]) -> int:
    """The largest number of disjoint groups that sum to zero, by dividing the players in every possible way."""

    def divide(left: list[int], groups: list[int]) -> int:
        if not left:
            return len(groups) if not any(groups) else 0
        first, *rest = left
        placed = [divide(rest, [*groups[:k], group + first, *groups[k + 1 :]]) for k, group in enumerate(groups)]
        return max([*placed, divide(rest, [*groups, first])])

    return divide(amounts, [])


def evening(chance: Random, players: int, unit: int) -> dict[str, int]:
    """Random balances. A small unit makes groups that sum to zero common."""
    amounts = [chance.randint(-unit, unit) for _ in range(players - 1)]
    return {f"p{k}": amount for k, amount in enumerate([*amounts, -sum(amounts)])}


def test_ten_thousand_random_evenings_are_settled_exactly() -> None:
    chance = Random(15)
    for number in range(10_000):
        balances = evening(chance, chance.randint(1, 9), chance.choice((2, 5, 40, 10_000)))
        settlement = settle_up(balances)
        settles(balances, settlement)
        assert settlement.fewest
        if number % 10 == 0:  # the independent count divides the players in every way
            amounts = [amount for amount in balances.values() if amount][:6]
            small = {f"p{k}": amount for k, amount in enumerate([*amounts, -sum(amounts)]) if amount}
            found = settle_up(small)
            settles(small, found)
            assert len(found.payments) == len(small) - most_groups([*small.values()])


@pytest.mark.parametrize("players", [12, 15])
def test_planted_groups_are_found(players: int) -> None:
    """Groups of three whose sums coincide by construction, among amounts too large to coincide by chance."""
    chance = Random(players)
    balances: dict[str, int] = {}
    for group in range(players // 3):
        first, second = chance.randint(10**6, 10**9), chance.randint(10**6, 10**9)
        balances |= {f"a{group}": first, f"b{group}": second, f"c{group}": -first - second}
    settlement = settle_up(balances)
    settles(balances, settlement)
    assert settlement.fewest
    assert len(settlement.payments) == players - players // 3


def test_a_large_crowd_is_settled_without_the_claim_of_fewest() -> None:
    chance = Random(3)
    for players in (EXACT + 5, 40, MOST_PLAYERS):
        balances = evening(chance, players, 10**9)
        settlement = settle_up(balances)
        settles(balances, settlement)
        assert not settlement.fewest
    pairs = {f"{side}{k}": sign * (k + 1) for k in range(40) for side, sign in (("a", 1), ("b", -1))}
    assert settle_up(pairs) == Settlement(
        tuple(Payment(f"b{k}", f"a{k}", k + 1) for k in range(39, -1, -1)), fewest=True
    )
    threes = {f"{name}{k}": value * 7**k for k in range(8) for name, value in (("a", 5), ("b", 4), ("c", -9))}
    assert len(settle_up(threes).payments) == 16


def test_nobody_owes() -> None:
    assert settle_up({}) == settle_up({"Ann": 0, "Bo": 0}) == Settlement((), fewest=True)


def test_a_difference_is_shown_and_not_spread() -> None:
    with pytest.raises(Unbalanced, match="sum to -3") as caught:
        settle_up({"Ann": 10, "Bo": -13})
    assert caught.value.difference == -3


@pytest.mark.parametrize("amount", [0.5, True, "1"])
def test_amounts_are_whole(amount: object) -> None:
    with pytest.raises(ValueError, match="whole"):
        settle_up({"Ann": amount, "Bo": -1})  # type: ignore[dict-item]


def test_too_many_players_are_refused() -> None:
    with pytest.raises(ValueError, match="at most"):
        settle_up({f"p{k}": 1 if k % 2 else -1 for k in range(MOST_PLAYERS + 2)})


def test_the_order_of_the_players_does_not_matter() -> None:
    chance = Random(8)
    for _ in range(200):
        balances = evening(chance, 7, 6)
        shuffled = dict(chance.sample([*balances.items()], len(balances)))
        assert settle_up(balances) == settle_up(shuffled)


def test_debts_are_carried_to_the_next_evening() -> None:
    """What was not paid and what the next evening brings are settled together, and cancel out."""
    first = settle_up({"Ann": 30, "Bo": -10, "Cy": -20})
    unpaid = [payment for payment in first.payments if payment.payer == "Cy"]
    together = carry({"Cy": 20, "Di": -20}, unpaid)
    assert together == {"Cy": 0, "Di": -20, "Ann": 20}
    assert settle_up(together).payments == (Payment("Di", "Ann", 20),)
    chance = Random(4)
    for _ in range(300):
        one, two = evening(chance, 6, 50), evening(chance, 6, 50)
        total = {player: one[player] + two[player] for player in one}
        assert carry(two, settle_up(one).payments) == total
