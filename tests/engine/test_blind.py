"""R3.2-R3.8: which forced bets are due, what is posted of them, and what can be derived from the posts."""

import pytest

from standpat.engine.blind import ForcedBet, forced_bets, main_pot_antes, posted, shared_ante, told_bets, with_antes
from standpat.engine.event import Post
from standpat.engine.games import Stakes

ALL = Stakes(5, 10, 2)
TABLE = Stakes(5, 10, 15, "big-blind")


def test_r3_5_antes_of_all_come_first_and_that_of_the_table_last() -> None:
    assert [(bet.seat, bet.kind) for bet in forced_bets(ALL, 3, 0)] == [
        (1, "ante"),
        (2, "ante"),
        (0, "ante"),
        (1, "small-blind"),
        (2, "big-blind"),
    ]
    assert forced_bets(TABLE, 2, 0) == (
        ForcedBet(0, "small-blind", 5),
        ForcedBet(1, "big-blind", 10),
        ForcedBet(1, "ante", 15),
    )


def test_r3_5_without_an_ante_nobody_posts_one() -> None:
    blinds = [ForcedBet(1, "big-blind", 10)]
    for by in ("everyone", "big-blind"):
        assert with_antes(Stakes(5, 10, 0, by), [0, 1], 1, blinds) == tuple(blinds)


@pytest.mark.parametrize(
    ("antes", "shared", "main_pot"),
    [
        ([(0, 2), (1, 2), (2, 2)], 2, [0, 0, 0]),
        ([(0, 2), (1, 2)], 0, [2, 2, 0]),
        ([(0, 2), (1, 5), (2, 2)], 2, [0, 3, 0]),
        ([(0, 2), (1, 2), (2, 1), (2, 1)], 2, [0, 0, 0]),
        ([(0, 2), (1, 2), (2, 0)], 0, [2, 2, 0]),
        ([(0, 2), (1, 2), (2, 2), (2, 3)], 2, [0, 0, 3]),
        ([], 0, [0, 0, 0]),
    ],
)
def test_r3_5_a_bet_is_only_what_every_seat_owes(
    antes: list[tuple[int, int]], shared: int, main_pot: list[int]
) -> None:
    due = [*[ForcedBet(seat, "ante", chips) for seat, chips in antes], ForcedBet(0, "big-blind", 10)]
    assert shared_ante(due, 3) == shared
    assert main_pot_antes(due, posted(due, [100] * 3), 3) == main_pot


def test_r3_5_who_is_short_of_an_ante_of_all_owes_it_whole() -> None:
    due = forced_bets(ALL, 3, 0)
    posts = posted(due, [1, 100, 100])
    assert main_pot_antes(due, posts, 3) == [0, 0, 0]
    assert told_bets(ALL, posts, 3) == list(due)


def test_r3_6_a_short_post_tells_what_was_paid() -> None:
    told = [Post(1, "small-blind", 3, True), Post(2, "big-blind", 10, False), Post(0, "dead-blind", 4, True)]
    assert told_bets(ALL, told, 4) == [
        ForcedBet(1, "small-blind", 5),
        ForcedBet(2, "big-blind", 10),
        ForcedBet(0, "dead-blind", 5),
    ]
    more = [Post(1, "extra-blind", 30, True)]
    assert told_bets(ALL, more, 4) == [ForcedBet(1, "extra-blind", 30)]


def test_r3_6_a_big_blind_nobody_had_a_chip_for() -> None:
    told = [*[Post(seat, "ante", 2, seat in (0, 3)) for seat in range(5)], Post(1, "small-blind", 5, False)]
    assert told_bets(ALL, told, 5, button=4)[-1] == ForcedBet(3, "big-blind", 10)
    assert told_bets(ALL, told, 5)[-1].kind == "small-blind"
    assert told_bets(ALL, [*told, Post(2, "big-blind", 10, False)], 5, button=4)[-1].seat == 2


def test_r3_6_a_big_blind_nobody_posts_was_owed_by_the_first_without_chips_left_of_the_small_blind() -> None:
    antes = [Post(2, "ante", 2, True), Post(3, "ante", 2, True), Post(0, "ante", 2, True), Post(1, "ante", 2, False)]
    paid = [ForcedBet(seat, "ante", 2) for seat in (2, 3, 0, 1)]
    for small, short, big in ((1, False, 2), (2, False, 3), (2, True, 3), (3, False, 0), (0, True, 2)):
        posts = [*antes, Post(small, "small-blind", 5, short)]
        due = [*paid, ForcedBet(small, "small-blind", 5), ForcedBet(big, "big-blind", 10)]
        assert told_bets(ALL, posts, 4, button=1) == due
    for button, big in ((0, 2), (1, 2), (2, 3), (3, 0)):  # the small blind is dead
        assert told_bets(ALL, antes, 4, button) == [*paid, ForcedBet(big, "big-blind", 10)]
    assert told_bets(ALL, antes[3:], 4, button=0) == paid[3:]  # all have chips: nobody owed one


def test_r3_5_the_ante_is_the_largest_that_anyone_posted() -> None:
    posts = [Post(0, "ante", 5, False), Post(1, "ante", 3, True), Post(2, "ante", 5, False)]
    assert told_bets(ALL, posts, 3) == [ForcedBet(seat, "ante", 5) for seat in range(3)]


def test_r3_7_who_has_chips_left_posted_what_they_owed() -> None:
    posts = [Post(1, "small-blind", 3, False), Post(2, "big-blind", 8, False), Post(0, "dead-blind", 1, False)]
    assert told_bets(ALL, posts, 4) == [ForcedBet(post.seat, post.kind, post.amount) for post in posts]


def test_r3_2_a_small_blind_of_nothing_is_none() -> None:
    assert forced_bets(Stakes(0, 10), 3, 0) == (ForcedBet(2, "big-blind", 10),)
    assert forced_bets(Stakes(1, 10), 3, 0) == (ForcedBet(1, "small-blind", 1), ForcedBet(2, "big-blind", 10))


def test_r3_6_who_has_no_chip_left_for_an_ante_of_all_owed_it() -> None:
    told = [Post(0, "big-blind", 3, True), Post(1, "ante", 2, False), Post(2, "ante", 2, False)]
    assert told_bets(ALL, told, 3)[-1] == ForcedBet(0, "ante", 2)
    assert told_bets(Stakes(5, 10), told, 3)[-1].seat == 2  # without an ante that everybody owes
    assert told_bets(Stakes(5, 10, 2, "big-blind"), told, 3)[-1].seat == 2
    assert told_bets(ALL, told, 4)[-1].seat == 2  # seat 3 has chips and posted none: not everybody owed one
