"""Seats between hands (R3)."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from play import finish
from standpat import Dealer, Hand, Stakes, game
from standpat.engine.blind import ForcedBet
from standpat.room.tables.seating import Deal, Seating, SeatingError

STAKES = Stakes(5, 10)


def table(*stacks: int | None, stakes: Stakes = STAKES) -> Seating:
    seating = Seating(stakes, [None] * len(stacks), least_buy_in=1, most_buy_in=1000)
    for at, chips in enumerate(stacks):
        if chips:
            seating.sit(at, f"u{at}", f"name {at}", chips)
    return seating


def play(seating: Seating, first_button: int = 0, *, straddle: bool = False) -> Deal:
    """A hand without a transfer of chips."""
    deal = seating.deal(first_button, straddle=straddle)
    assert deal is not None
    seating.settle(deal.stacks)
    return deal


def blinds(deal: Deal) -> dict[str, list[int]]:
    """The table seats by what they post."""
    posted: dict[str, list[int]] = {}
    for bet in deal.posts:
        posted.setdefault(bet.kind, []).append(deal.seats[bet.seat])
    return posted


def test_r3_1_button_and_blinds_go_round() -> None:
    seating = table(100, 100, 100, 100)
    for hand in range(9):
        deal = play(seating, first_button=2)
        assert seating.button == (2 + hand) % 4
        assert blinds(deal) == {"small-blind": [(3 + hand) % 4], "big-blind": [(4 + hand) % 4]}


def test_r3_3_heads_up_the_button_has_the_small_blind() -> None:
    seating = table(100, None, 100)
    for hand in range(4):
        deal = play(seating)
        button = (0, 2)[hand % 2]
        assert deal.seats[deal.button] == button == seating.button
        assert blinds(deal) == {"small-blind": [button], "big-blind": [2 - button]}


def test_a_newcomer_waits_for_the_big_blind() -> None:
    seating = table(100, 100, 100, None)
    play(seating)  # button 0, blinds 1 and 2
    seating.sit(3, "u3", "late", 100)
    deal = play(seating)
    assert blinds(deal) == {"small-blind": [2], "big-blind": [3]}

    seating = table(100, 100, None, 100)
    play(seating)  # button 0, blinds 1 and 3
    seating.sit(2, "u2", "late", 100)
    assert play(seating).seats == (0, 1, 3)  # big blind 0
    assert play(seating).seats == (0, 1, 3)  # big blind 1
    assert play(seating).seats == (0, 1, 2, 3)  # big blind 2


def test_or_posts_it_and_plays_at_once() -> None:
    seating = table(100, 100, 100, None, None)
    play(seating)  # button 0, blinds 1 and 2
    play(seating)  # button 1, blinds 2 and 0
    seating.sit(3, "u3", "late", 100)
    seating.post_blinds(3, True)
    deal = play(seating)  # button 2, blinds 0 and 1; seat 3 is behind the button and before the blinds
    assert 3 not in deal.seats
    deal = play(seating)  # button 0, blinds 1 and 2
    assert blinds(deal) == {"small-blind": [1], "big-blind": [2], "extra-blind": [3]}
    assert ForcedBet(deal.seats.index(3), "extra-blind", 10) in deal.posts
    assert blinds(play(seating)) == {"small-blind": [2], "big-blind": [3]}


def test_who_sits_out_when_the_blinds_pass_owes_both() -> None:
    seating = table(100, 100, 100, 100)
    play(seating)  # button 0, blinds 1 and 2
    seating.sit_out(3, True)
    play(seating)  # button 1, blinds 2 and 0: seat 3 missed the big blind
    play(seating)  # button 2, blinds 0 and 1
    seating.sit_out(3, False)
    assert 3 not in play(seating).seats  # that player waits
    seating.post_blinds(3, True)
    deal = play(seating)  # button 1, blinds 2 and 0 would skip seat 3, which has the big blind now
    assert blinds(deal)["big-blind"] == [3]

    seating = table(100, 100, 100, 100)
    play(seating)
    seating.sit_out(3, True)
    play(seating)
    play(seating)  # button 2, blinds 0 and 1
    play(seating)  # the button has passed that seat
    seating.sit_out(3, False)
    seating.post_blinds(3, True)
    seating.sit_out(2, True)
    deal = play(seating)
    assert deal.seats == (0, 1, 3)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_who_sits_out_at_the_big_blind_plays_until_it_would_reach_them(count: int) -> None:
    """At every seat, and at the first hand too: they are dealt in until then, and never post it."""
    for dealt in range(2 * count):
        for at in range(count):
            seating, never = table(*[100] * count), table(*[100] * count)
            for _ in range(dealt):
                play(seating)
                play(never)
            seating.sit_out_at_big(at)
            while blinds(play(never))["big-blind"] != [at]:
                assert play(seating).seats == tuple(range(count))
                assert seating.big == never.big
            began = seating.big is not None
            deal, seat = seating.deal(), seating.seats[at]
            assert seat
            assert (seat.out, seat.out_at_big) == (True, False)
            assert (deal is None) == (count == 2)
            if deal:
                assert at not in deal.seats
                assert seat.owes_small == began


def test_sitting_out_at_the_big_blind_can_be_cancelled_and_ends_with_any_other_wish() -> None:
    seating = table(100, 100, 100)
    seat = seating.seats[2]
    assert seat
    for out in (False, True):
        seating.sit_out_at_big(2)
        seating.sit_out(2, out)
        assert (seat.out, seat.out_at_big) == (out, False)
    seating.sit_out_at_big(2)  # out already: they do not come back by it
    assert (seat.out, seat.out_at_big) == (True, False)
    with pytest.raises(SeatingError):
        table(100, None).sit_out_at_big(1)


def test_all_may_sit_out_at_the_big_blind() -> None:
    seating = table(100, 100, 100)
    play(seating)  # button 0, blinds 1 and 2
    for at in range(3):
        seating.sit_out_at_big(at)
    assert seating.deal() is None
    assert [seat.out for seat in seating.seats if seat] == [True, True, False]
    seating.sit_out(1, False)
    assert blinds(play(seating))["big-blind"] == [1]
    assert seating.deal() is None  # it would reach seat 2
    assert [seat.out for seat in seating.seats if seat] == [True, False, True]


def test_dead_small_blind_and_dead_button() -> None:
    seating = table(100, 100, 100, 100)
    play(seating)  # button 0, blinds 1 and 2
    seating.leave(2)
    deal = play(seating)  # the seat of the small blind is empty
    assert blinds(deal) == {"big-blind": [3]}
    assert seating.button == 1
    deal = play(seating)  # the button goes to the empty seat
    assert blinds(deal) == {"small-blind": [3], "big-blind": [0]}
    assert seating.button == 2
    assert deal.seats[deal.button] == 1  # the last seat before it, so that 3 acts first after the draw


def test_from_three_to_heads_up_nobody_has_the_big_blind_twice() -> None:
    for leaver in range(3):
        seating = table(100, 100, 100)
        first = play(seating)
        seating.leave(leaver)
        second = play(seating)
        assert blinds(first)["big-blind"] != blinds(second)["big-blind"]
        assert deal_button(second) == blinds(second)["small-blind"][0]


def deal_button(deal: Deal) -> int:
    return deal.seats[deal.button]


def test_broke_players_sit_out_until_they_buy_in() -> None:
    seating = table(100, 100, 100)
    deal = seating.deal()
    assert deal is not None
    seating.settle([200, 0, 100])
    assert play(seating).seats == (0, 2)
    seating.top_up(1, 50)
    assert any(1 in play(seating).seats for _ in range(3))


def test_top_up_and_leave_in_mid_hand_come_when_it_is_over() -> None:
    seating = table(100, 100, 100)
    deal = seating.deal()
    assert deal is not None
    seating.top_up(0, 40)
    assert seating.leave(1) is None
    left = seating.settle([100, 70, 130])
    assert [(gone.seat, gone.chips) for gone in left] == [(1, 70)]
    seat = seating.seats[0]
    assert seat
    assert seat.stack == 140


def test_requests_that_cannot_be_granted_change_nothing() -> None:
    seating = Seating(STAKES, [None] * 3, least_buy_in=100, most_buy_in=400)
    seating.sit(0, "a", "a", 100)
    bad_requests: tuple[Callable[[], object], ...] = (
        lambda: seating.sit(0, "b", "b", 100),
        lambda: seating.sit(1, "a", "again", 100),
        lambda: seating.sit(1, "b", "b", 99),
        lambda: seating.sit(1, "b", "b", 401),
        lambda: seating.sit(3, "b", "b", 100),
        lambda: seating.top_up(0, 301),
        lambda: seating.top_up(0, 0),
        lambda: seating.leave(2),
    )
    for bad in bad_requests:
        with pytest.raises(SeatingError):
            bad()
    assert [seat.stack if seat else None for seat in seating.seats] == [100, None, None]
    assert seating.deal() is None


@pytest.mark.parametrize("seed", range(150))
def test_random_comings_and_goings(seed: int) -> None:
    """Chips are conserved, the engine accepts every deal, and over a stretch without changes all players pay the same
    blinds."""
    random = Random(seed)
    seating = Seating(STAKES, [None] * random.randint(2, 6), least_buy_in=20, most_buy_in=200)
    inside = outside = 0
    for step in range(80):
        for _ in range(random.randint(0, 2)):
            at = random.randrange(len(seating.seats))
            seat = seating.seats[at]
            if seat is None:
                chips = random.randint(20, 200)
                seating.sit(at, f"u{step}-{at}", "x", chips)
                inside += chips
            elif random.random() < 0.2:
                gone = seating.leave(at)
                assert gone is not None
                outside += gone.chips
            elif not seat.stack:
                seating.top_up(at, 50)
                inside += 50
            else:
                seating.sit_out(at, random.random() < 0.4)
                seating.post_blinds(at, random.random() < 0.5)
                if random.random() < 0.3:
                    seating.sit_out_at_big(at)
        was_big = seating.big
        deal = seating.deal(random.randrange(len(seating.seats)))
        able = [at for at, s in enumerate(seating.seats) if s and s.stack and not s.out]
        if deal is None:
            assert len(able) < 2
            continue
        assert len(deal.seats) >= 2
        kinds = [bet.kind for bet in deal.posts]
        assert kinds.count("big-blind") == 1
        assert kinds.count("small-blind") <= 1
        assert len({bet.seat for bet in deal.posts if bet.kind != "dead-blind"}) == len(
            [bet for bet in deal.posts if bet.kind != "dead-blind"]
        )
        big = deal.seats[next(bet.seat for bet in deal.posts if bet.kind == "big-blind")]
        assert big != was_big
        assert not seating.seats[big].out_at_big  # type: ignore[union-attr]
        if len(deal.seats) == 2:
            assert deal.seats[deal.button] != big
        hand = Hand(game("27td"), STAKES, deal.stacks, deal.button, Dealer(step), posts=deal.posts)
        finish(hand, random)
        for gone in seating.settle(hand.stacks):
            outside += gone.chips
        assert sum(s.stack for s in seating.seats if s) + outside == inside


def test_r3_5_the_big_blind_posts_the_ante_for_the_table() -> None:
    seating = table(100, 100, 100, None, None, stakes=Stakes(5, 10, 15, "big-blind"))
    deal = play(seating)
    assert deal.posts[-2:] == (ForcedBet(2, "big-blind", 10), ForcedBet(2, "ante", 15))
    seating.sit(3, "u3", "late", 100)
    seating.post_blinds(3, True)
    deal = play(seating)
    assert blinds(deal) == {"small-blind": [2], "big-blind": [3], "ante": [3]}
    assert deal.posts[-1].kind == "ante"


def test_r3_7_a_table_that_had_emptied_starts_as_new() -> None:
    """Whatever was owed, and wherever the button stood: nobody waits or posts, and both blinds are there."""
    for first_button in range(6):
        seating = table(100, 100, 100, None, 100, None)
        for _ in range(first_button):
            play(seating)
        seating.sit_out(4, True)
        play(seating)
        for at in (0, 1, 2, 4):
            seating.leave(at)
        for at in (1, 3, 5):
            seating.sit(at, f"v{at}", f"new {at}", 100)
        deal = play(seating, first_button)
        assert deal.seats == (1, 3, 5)
        assert {kind: len(seats) for kind, seats in blinds(deal).items()} == {"small-blind": 1, "big-blind": 1}
        assert seating.button in deal.seats
        button = min(deal.seats, key=lambda at: (at - first_button) % 6)
        assert seating.button == button


def test_r3_7_where_one_is_left_of_a_game_the_big_blind_goes_on_and_nothing_is_dead() -> None:
    for stays in range(3):
        for hands in range(1, 4):
            seating = table(100, 100, 100, None, None, None)
            for _ in range(hands):
                before = play(seating)
            for at in {0, 1, 2} - {stays}:
                seating.leave(at)
            for at in (3, 5):
                seating.sit(at, f"v{at}", f"new {at}", 100)
            deal = play(seating)
            told = blinds(deal)
            assert deal.seats == (stays, 3, 5)
            assert {kind: len(seats) for kind, seats in told.items()} == {"small-blind": 1, "big-blind": 1}
            assert seating.button in deal.seats
            assert len({seating.button, *told["small-blind"], *told["big-blind"]}) == 3
            assert told["big-blind"] != blinds(before)["big-blind"]
            assert all(seat is None or not (seat.entering or seat.owes_small) for seat in seating.seats)


def test_a_copy_is_equal_and_independent() -> None:
    seating = table(500, 500, 500, None)
    copied, before = seating.copy(), msgspec.json.encode(seating)
    assert copied == seating
    assert copied.deal(0) is not None
    copied.settle([400, 500, 600])
    copied.sit(3, "u3", "name 3", 500)
    assert msgspec.json.encode(seating) == before
    assert copied != seating


def test_t10_5_who_asked_straddles_under_the_gun() -> None:
    seating = table(100, 100, 100, 100, 100)
    for at in (0, 1, 3):
        seating.straddle(at, True)
    under_the_gun = []
    for _ in range(5):
        posted = blinds(play(seating, straddle=True))  # button 0, blinds 1 and 2; then one seat on each hand
        under_the_gun.append(posted.get("straddle", []))
    assert under_the_gun == [[3], [], [0], [1], []]
    assert all("straddle" not in blinds(play(seating)) for _ in range(5))  # the table has none


def test_t10_5_nobody_straddles_three_handed_or_for_less_or_with_a_post() -> None:
    seating = table(100, 100, 100, 100, stakes=Stakes(5, 10, 2))
    for at in range(4):
        seating.straddle(at, True)
    seating.seats[3].stack = 21  # type: ignore[union-attr]
    assert "straddle" not in blinds(play(seating, straddle=True))  # seat 3 has 21 chips and owes an ante
    deal = play(seating, straddle=True)
    assert (blinds(deal)["straddle"], deal.posts[-1]) == ([0], ForcedBet(deal.seats.index(0), "straddle", 20))
    seating.seats[3].stack = 22  # type: ignore[union-attr]
    for _ in range(2):
        play(seating)
    assert blinds(play(seating, straddle=True))["straddle"] == [3]
    seating.sit_out(2, True)
    assert all("straddle" not in blinds(play(seating, straddle=True)) for _ in range(3))

    newcomer = table(100, 100, 100, 100, None, 100)
    play(newcomer)  # button 0, blinds 1 and 2
    newcomer.sit(4, "u4", "late", 100)
    newcomer.post_blinds(4, True)
    newcomer.straddle(4, True)
    deal = play(newcomer, straddle=True)  # big blind 3
    assert blinds(deal)["extra-blind"] == [4]
    assert "straddle" not in blinds(deal)
