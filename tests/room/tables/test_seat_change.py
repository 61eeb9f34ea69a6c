"""Changes of seats: what they cost, and that nobody gains by one."""

import random

import pytest

from room.evening import Evening, Run
from standpat.engine.games import Stakes
from standpat.protocol import room as wire
from standpat.room.tables import seat_change
from standpat.room.tables.seating import Deal, Seating, SeatingError


def table(taken: str, hands: int = 3) -> Seating:
    """A table where these players have played; a dot is an empty seat. Seat 0 had the first button."""
    seating = Seating(Stakes(5, 10), [None] * len(taken), 100, 100_000)
    for at, name in enumerate(taken):
        if name != ".":
            seating.sit(at, name, name, 10_000)
    for _ in range(hands):
        play(seating)
    return seating


def play(seating: Seating) -> Deal:
    deal = seating.deal(0)
    assert deal is not None
    seating.settle(deal.stacks)
    return deal


def move(seating: Seating, user: str, to: int) -> None:
    seat_change.ask(seating, user, to)
    seat_change.carry_out(seating)


def dealt(seating: Seating) -> tuple[str, dict[str, list[str]]]:
    """The players of the next hand from the left of the button, and what each posts."""
    deal = play(seating)
    names = [seat.user for at in deal.seats if (seat := seating.seats[at])]
    posts: dict[str, list[str]] = {}
    for post in deal.posts:
        posts.setdefault(names[post.seat], []).append(post.kind)
    first = deal.button + 1
    return "".join(names[first:] + names[:first]), posts


@pytest.mark.parametrize(
    ("taken", "user", "to", "order", "posts"),
    [  # after a hand with the button at a, the small blind at b, the big blind at c
        ("abc.d.e.", "d", 7, "ceab", {"c": ["small-blind"], "e": ["big-blind"]}),  # farther: waits
        ("abc.d..e", "a", 3, "cadeb", {"c": ["small-blind"], "a": ["big-blind"]}),
        ("abc.d..e", "d", 6, "cdeab", {"c": ["small-blind"], "d": ["big-blind"]}),  # passes nobody
        ("abc.d..e", "d", 3, "cdeab", {"c": ["small-blind"], "d": ["big-blind"]}),
        ("abc.d..e", "c", 3, "cdeab", {"c": ["small-blind"], "d": ["big-blind"]}),  # the blind goes along
        ("abc.d..e", "c", 5, "deab", {"d": ["big-blind"]}),  # owes the small blind
        ("abc.d..e", "e", 3, "cedab", {"c": ["small-blind"], "e": ["big-blind"]}),  # nearer: at once
        ("a.bc..", "b", 1, "cab", {"c": ["small-blind"], "a": ["big-blind"]}),
        ("a..b", "b", 2, "ab", {"b": ["small-blind"], "a": ["big-blind"]}),  # heads-up everything alternates
        ("a..b", "a", 1, "ab", {"b": ["small-blind"], "a": ["big-blind"]}),
    ],
)
def test_what_a_change_of_seats_costs(taken: str, user: str, to: int, order: str, posts: dict[str, list[str]]) -> None:
    seating = table(taken, 1)
    move(seating, user, to)
    assert dealt(seating) == (order, posts)


def test_who_goes_away_from_the_blind_may_post_it() -> None:
    for user, to, kinds in (("d", 3, ["extra-blind"]), ("c", 6, ["dead-blind", "extra-blind"])):
        seating = table("abc..d.e", 1)
        if user == "d":
            user = "e"
            move(seating, "e", 3)  # nearer, then farther again
            to = 6
        move(seating, user, to)
        seating.post_blinds(to, True)
        assert dealt(seating)[1][user] == kinds, user


def test_who_waits_for_the_big_blind_owes_nothing_by_moving() -> None:
    seating = table("abc.d.e.", 1)
    seating.leave(2)
    seating.sit(2, "z", "z", 500)  # where the big blind was
    move(seating, "z", 5)
    seat = seating.of("z")
    assert seat is not None
    assert (seat.entering, seat.owes_small, seating.big) == (True, False, 2)


def test_nobody_avoids_blinds_by_changing_seats() -> None:
    """Four players stay; one moves at random, and pays at least as much for each hand as they do."""
    for seed in range(12):
        rng = random.Random(seed)
        seating = table("ab.c.d.e", 1)
        paid, hands = dict.fromkeys("abcde", 0), dict.fromkeys("abcde", 0)
        for _ in range(150):
            if rng.random() < 0.6:
                free = [at for at, seat in enumerate(seating.seats) if seat is None]
                move(seating, "e", rng.choice(free))
            at = seating.find("e")
            assert at is not None
            seating.post_blinds(at, rng.random() < 0.5)
            deal = play(seating)
            names = [seat.user for at in deal.seats if (seat := seating.seats[at])]
            for name in names:
                hands[name] += 1
            for post in deal.posts:
                paid[names[post.seat]] += post.amount
        others = sum([paid[name] for name in "abcd"]) / sum([hands[name] for name in "abcd"])
        assert paid["e"] / hands["e"] > 0.93 * others, (seed, paid, hands)


def test_a_move_waits_for_the_next_hand_and_a_taken_seat_ends_it() -> None:
    seating = table("ab...", 1)
    for to in (-1, 5):
        with pytest.raises(SeatingError, match="no seat"):
            seat_change.ask(seating, "a", to)
    with pytest.raises(SeatingError):
        seat_change.ask(seating, "z", 3)
    seat_change.ask(seating, "a", 3)
    for to in (0, 3):  # taken, and promised
        with pytest.raises(SeatingError):
            seat_change.ask(seating, "b", to)
    seating.deal()
    with pytest.raises(SeatingError):
        seat_change.carry_out(seating)
    seating.settle([10_000, 10_000])
    seating.sit(3, "c", "c", 500)
    seat_change.carry_out(seating)
    assert (seating.find("a"), seating.find("c")) == (0, 3)
    seat_change.ask(seating, "a", 4)
    seat_change.ask(seating, "a", 0)  # they stay after all
    seat_change.carry_out(seating)
    assert seating.find("a") == 0


def test_hosts_move_players_and_everybody_moves_themselves(evening: Run) -> None:
    async def test(at: Evening) -> None:
        people, hosts, actor = at.people, at.hosts, at.actor
        await at.sit("hal", "gus")
        await hosts.move(people["hal"], actor, people["gus"].id, 2)
        assert actor.seating.find(people["gus"].id) == 2  # before the first hand at once
        await at.deal()
        before = actor.live and actor.live.hand.events
        for name in ("cora", "sid"):
            assert await at.refused(hosts.move(people[name], actor, people["gus"].id, 1)) == "not-host"
        assert await at.refused(hosts.move(people["gus"], actor, people["hal"].id, 1)) == "not-host"
        assert await at.refused(hosts.move(people["sid"], actor, people["sid"].id, 1)) == "nobody-seated"
        for seat, why in ((0, "seat-taken"), (3, "no-seat"), (-1, "no-seat")):
            assert await at.refused(hosts.move(people["hal"], actor, people["gus"].id, seat)) == why
        await hosts.name_co_host(people["hal"], actor, people["cora"].id, True)
        assert await at.refused(hosts.move(people["cora"], actor, people["hal"].id, 1)) == "not-owner"
        for _ in range(2):
            await hosts.move(people["gus"], actor, people["gus"].id, 1)
        assert at.notices("sid").count("room.moves") == 1
        assert (actor.live and actor.live.hand.events) == before
        await at.restart()
        await at.finish()
        assert at.actor.seating.find(people["gus"].id) == 2
        await at.deal()
        assert at.actor.seating.find(people["gus"].id) == 1
        assert at.actor.live is not None
        assert sorted(at.actor.live.record.places) == [0, 1]
        await at.finish()
        await at.say("hal", wire.SitOut, on=True)
        await at.hosts.move(people["gus"], at.actor, people["gus"].id, 2)
        at.time += 10.0
        await at.turn()  # nobody to deal to: the hand that is over is still on the pages
        assert at.actor.seating.find(people["gus"].id) == 1

    evening(test)
