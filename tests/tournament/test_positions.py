"""Button and blinds (T4.1-T4.4, T1.3). Seats are 0 … n-1 here; the fact sheet counts from 1."""

from collections.abc import Collection
from random import Random

import pytest

from standpat.tournament.chance import Draw
from standpat.tournament.options import Options
from standpat.tournament.positions import (
    Positions,
    acts_last,
    between_small_and_button,
    dealt,
    due_big_blind,
    first,
    following,
)

DEAD, ADVANCES, FORWARD = Options(), Options.of("tda2026"), Options.of("pokerstars")
ALL = (DEAD, ADVANCES, FORWARD)
FULL = Positions(0, 1, 2, 1)  # button 1, small 2, big 3, in the words of the sheet


def at(positions: Positions) -> tuple[int, int | None, int]:
    return positions.button, positions.small, positions.big


def test_t4_1_big_blind_is_out() -> None:
    """Test case 2."""
    live = [0, 1, 3, 4, 5]
    then = following(FULL, live, 6, DEAD)
    assert at(then) == (1, None, 3)
    then = following(then, live, 6, DEAD)
    assert at(then) == (2, 3, 4)
    assert at(following(then, live, 6, DEAD)) == (3, 4, 5)


def test_t4_1_small_blind_is_out() -> None:
    """Test case 3."""
    live = [0, 2, 3, 4, 5]
    then = following(FULL, live, 6, DEAD)
    assert at(then) == (1, 2, 3)
    assert acts_last(then, live, 6) == 0
    assert acts_last(following(then, live, 6, DEAD), live, 6) == 2


def test_t4_1_both_blinds_are_out() -> None:
    assert at(following(FULL, [0, 3, 4, 5], 6, DEAD)) == (1, None, 3)


def test_t4_1_forward_button() -> None:
    """Test case 4: seat 4 skips its big blind."""
    assert at(following(FULL, [0, 1, 3, 4, 5], 6, FORWARD)) == (1, 3, 4)
    assert at(following(FULL, [0, 2, 3, 4, 5], 6, FORWARD)) == (2, 3, 4)
    assert at(following(FULL, [0, 3, 4, 5], 6, FORWARD)) == (3, 4, 5)
    assert at(following(FULL, range(6), 6, FORWARD)) == (1, 2, 3)


def test_t4_2_a_dead_button_advances() -> None:
    """Players 1, 4, 5, 6; the button would be dead at 2, and seat 3 is empty."""
    last, live = Positions(0, 1, 3, 1), [0, 3, 4, 5]
    assert at(following(last, live, 6, DEAD)) == (1, 3, 4)
    assert at(following(last, live, 6, ADVANCES)) == (2, 3, 4)
    assert [seat for seat in (1, 2) if between_small_and_button(seat, last, live, 6, DEAD)] == [2]
    assert [seat for seat in (1, 2) if between_small_and_button(seat, last, live, 6, ADVANCES)] == []
    # Who comes to the seat before the small blind has the button; the blinds go on as they were.
    assert at(following(last, [*live, 2], 6, ADVANCES)) == (2, 3, 4)
    assert acts_last(following(last, [*live, 2], 6, ADVANCES), [*live, 2], 6) == 2
    following_hands = [following(following(last, live, 6, options), live, 6, options) for options in (DEAD, ADVANCES)]
    assert following_hands[0] == following_hands[1]
    # A button at a player does not advance.
    assert at(following(Positions(0, 1, 3, 1), [0, 1, 3, 4], 6, ADVANCES)) == (1, 3, 4)


def test_t4_3_first_button() -> None:
    live = [1, 2, 4]
    assert at(first(live, 6, Options.of("pokerstars"))) == (1, 2, 4)
    assert at(first(live, 6, Options.of("wsop"))) == (4, 1, 2)
    buttons = [first(live, 6, DEAD, Draw(b"seed", f"button {k}")).button for k in range(60)]
    assert {buttons.count(seat) > 10 for seat in live} == {True}
    assert buttons[0] == first(live, 6, DEAD, Draw(b"seed", "button 0")).button
    assert at(first([1, 4], 6, Options.of("wsop"))) == (4, 4, 1)
    with pytest.raises(ValueError, match="give a draw"):
        first(live, 6, DEAD)


def test_t4_4_from_three_to_two() -> None:
    """Nobody has the big blind twice running."""
    last = Positions(0, 1, 2, 1)
    for options in ALL:
        assert at(following(last, [0, 1], 3, options)) == (1, 1, 0)
        assert at(following(last, [0, 2], 3, options)) == (2, 2, 0)
        assert at(following(last, [1, 2], 3, options)) == (2, 2, 1)
        assert at(following(Positions(2, 2, 1, 2), [1, 2], 3, options)) == (1, 1, 2)


def test_t4_4_from_two_to_three() -> None:
    """The last big blind has the small blind, the one left of it the big blind, the third the button."""
    last = Positions(0, 0, 3, 0)
    for options in ALL:
        for seat, expected in ((1, (1, 3, 0)), (2, (2, 3, 0)), (4, (0, 3, 4)), (5, (0, 3, 5))):
            assert at(following(last, [0, 3, seat], 6, options)) == expected
            assert not between_small_and_button(seat, last, [0, 3], 6, options)
        # Two come at once, one on each side: nobody waits.
        then = following(last, [0, 1, 3, 4], 6, options)
        assert at(then) == (1, 3, 4)
        assert dealt(then, [0, 1, 3, 4], 6) == (0, 1, 3, 4)
        # The big blind is out, and somebody comes.
        assert at(following(last, [0, 2], 6, options)) == (2, 2, 0)
        assert at(following(last, [0, 2, 5], 6, options)) == (0, 2, 5)


def test_t1_3_between_small_blind_and_button() -> None:
    """Test case 10: one hand without cards, then in like everybody else."""
    last, live = Positions(0, 1, 4, 1), [0, 1, 4, 5]
    for options in ALL:
        assert [seat for seat in (2, 3) if between_small_and_button(seat, last, live, 6, options)] == [2, 3]
        there = [*live, 3]
        then = following(last, there, 6, options)
        assert at(then) == (1, 4, 5)
        assert dealt(then, there, 6) == (0, 1, 4, 5)
        then = following(then, there, 6, options)
        assert at(then) == (4, 5, 0)
        assert dealt(then, there, 6) == (0, 1, 3, 4, 5)
        assert at(following(then, there, 6, options)) == (5, 0, 1)
        assert at(following(following(then, there, 6, options), there, 6, options)) == (0, 1, 3)
    assert not between_small_and_button(3, None, live, 6, DEAD)
    assert not between_small_and_button(3, last, [], 6, DEAD)


def test_t5_5_the_seat_of_a_dead_small_blind() -> None:
    """Who is seated there posts the small blind."""
    assert at(following(FULL, range(6), 6, DEAD)) == (1, 2, 3)
    assert at(following(FULL, [0, 1, 3, 4, 5], 6, DEAD)) == (1, None, 3)


def test_two_are_left_while_a_third_waits() -> None:
    last = Positions(0, 1, 3, 1)
    then = following(last, [0, 2, 3], 6, DEAD)  # seat 1 is out, and somebody comes to seat 2
    assert at(then) == (3, 3, 0)
    assert dealt(then, [0, 2, 3], 6) == (0, 3)
    assert at(following(then, [0, 2, 3], 6, DEAD)) == (3, 0, 2)


def test_three_play_where_nobody_waits() -> None:
    """The last small blind is out, and somebody comes before the last big blind: they have the button."""
    last, live = Positions(0, 1, 3, 1), [0, 2, 3]
    for options in (ADVANCES, FORWARD):
        assert not between_small_and_button(2, last, [0, 3], 6, options)
        assert at(following(last, live, 6, options)) == (2, 3, 0)
    last, live = Positions(0, 1, 5, 1), [0, 2, 3, 5]
    for options, button in ((ADVANCES, 4), (FORWARD, 3)):
        then = following(last, live, 6, options)
        assert at(then) == (button, 5, 0)
        assert dealt(then, live, 6) == (0, 2, 3, 5)


def test_only_one_is_left_when_others_come() -> None:
    """Nobody waits if otherwise there was no game."""
    last = Positions(0, 1, 4, 1)
    for options in (DEAD, FORWARD):
        then = following(last, [1, 2, 3], 6, options)
        assert at(then) == (2, 3, 1)
        assert dealt(then, [1, 2, 3], 6) == (1, 2, 3)
        assert at(following(last, [2, 4], 6, options)) == (4, 4, 2)


def test_the_order_of_big_blinds() -> None:
    assert due_big_blind(FULL, [0, 1, 3, 4, 5], 6, DEAD) == (3, 4, 5, 0, 1)
    assert due_big_blind(FULL, [0, 1, 3, 4, 5], 6, FORWARD) == (4, 5, 0, 1, 3)
    assert due_big_blind(FULL, [2, 1], 6, DEAD) == (1, 2)
    assert due_big_blind(FULL, [4], 6, DEAD) == (4,)


def test_nonsense_is_refused() -> None:
    for live in ([], [2], [2, 2]):
        with pytest.raises(ValueError, match="two or more players"):
            following(FULL, live, 6, DEAD)
    for live in ([0, 1, 6], [-1, 2]):
        with pytest.raises(ValueError, match="seats 0 to 5"):
            first(live, 6, FORWARD)


class Reference:
    """The dead button as a dealer does it: three discs that a hand pushes from seat to seat. `people` are who plays."""

    def __init__(self, positions: Positions, seats: int) -> None:
        self.seats = seats
        self.discs = [positions.button, positions.marker, positions.big]

    def push(self, people: Collection[int]) -> None:
        big = (self.discs[2] + 1) % self.seats
        while big not in people:
            big = (big + 1) % self.seats
        self.discs = [self.discs[1], self.discs[2], big]


@pytest.mark.parametrize("options", ALL, ids=lambda options: options.edition)
def test_t4_1_random_play(options: Options) -> None:
    """Nobody skips or doubles a big blind, waits twice, or waits without having come a moment ago."""
    random = Random(f"positions {options.edition}")
    for _ in range(150):
        seats = random.randint(2, 9)
        there = {seat: seat for seat in random.sample(range(seats), random.randint(2, seats))}  # seat -> player
        last = first(there, seats, options, Draw(b"x", "button"))
        was_dealt: Collection[int] = dealt(last, there, seats)
        reference = Reference(last, seats)
        bigs: list[tuple[int, set[int]]] = []
        for hand in range(1, 25):
            bigs.append((there[last.big], set(there.values())))
            crash = random.random() < 0.05
            for seat in [*there]:
                if len(there) > 1 and random.random() < (0.6 if crash else 0.1):
                    del there[seat]
            came = [seat for seat in range(seats) if seat not in there and random.random() < 0.08]
            if len(there) + len(came) < 2:
                came = [next(seat for seat in range(seats) if seat not in there)]
            stayed = set(there)
            there.update({seat: 100 * hand + seat for seat in came})
            then = following(last, there, seats, options)
            plays = dealt(then, there, seats)
            assert stayed & set(was_dealt) <= set(plays)
            assert stayed <= set(plays), "who has waited once plays"
            assert len(plays) >= 2
            assert then.big in plays
            assert then.small is None or then.small in plays
            for seat in came:
                waits = between_small_and_button(seat, last, there.keys() - {seat}, seats, options)
                assert waits == (seat not in plays)
            assert there[then.big] != bigs[-1][0], "nobody has the big blind twice running"
            if options.button == "forward":
                assert then.small is not None
                assert then.button in plays
            else:
                reference.push(plays)
                assert then.big == reference.discs[2]
                if last.big in stayed:
                    assert then.small == last.big
                if len(plays) > 2 and len(was_dealt) > 2 and len(stayed & set(was_dealt)) > 2:
                    assert then.marker == reference.discs[1]
                    if options is DEAD or last.marker in there:
                        assert then.button == reference.discs[0]
                    else:
                        assert (then.button + 1) % seats == then.marker
            reference.discs = [then.button, then.marker, then.big]
            last, was_dealt = then, plays
        if options.button == "dead":
            assert_one_big_blind_each(bigs)


def assert_one_big_blind_each(bigs: list[tuple[int, set[int]]]) -> None:
    """Between two big blinds of a player, everyone who was there all the time has had exactly one."""
    for start, (player, _) in enumerate(bigs):
        end = next((k for k in range(start + 1, len(bigs)) if bigs[k][0] == player), None)
        if end is not None:
            others = set.intersection(*[there for _, there in bigs[start : end + 1]]) - {player}
            had = [one for one, _ in bigs[start + 1 : end]]
            assert all([had.count(other) == 1 for other in others])
