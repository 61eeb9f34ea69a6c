"""Must-move tables: who is promised which seat, who may play on first, and what comes along."""

import random

import pytest
from msgspec import structs

from standpat.engine.games import Stakes
from standpat.language.sentence import Sentence
from standpat.protocol.room import AutoBuy
from standpat.room.tables import must_move, seat_change
from standpat.room.tables.must_move import finishes, promised
from standpat.room.tables.seating import Seat, Seating
from standpat.room.tables.table import BotRules, Link, NewTable, TableRules, make


def table(taken: str, hands: int = 0) -> Seating:
    """A table to which these players came from left to right; a dot is an empty seat."""
    seating = Seating(Stakes(5, 10), [None] * len(taken), 100, 1000)
    for at, name in enumerate(taken):
        if name != ".":
            seating.sit(at, name, name, 400)
    play(seating, hands)
    return seating


def play(seating: Seating, hands: int = 1) -> None:
    for _ in range(hands):
        deal = seating.deal(0)
        assert deal is not None
        seating.settle(deal.stacks)


def seat(seating: Seating, user: str) -> Seat:
    found = seating.of(user)
    assert found is not None
    return found


def test_the_longest_there_goes_first_to_any_seat() -> None:
    feeder = table("abc")
    feeder.leave(0)
    feeder.sit(0, "d", "d", 400)  # the first seat, and the last to come
    assert promised(table("..x."), feeder) == {0: "b", 1: "c", 3: "d"}
    assert promised(table("x.yz"), feeder) == {1: "b"}
    assert promised(table("xyzv"), feeder) == {}


def test_who_is_not_promised_a_seat() -> None:
    feeder = table("abcde")
    seat(feeder, "a").bot = True
    seat(feeder, "b").stack = 0
    seat(feeder, "c").leaving = True
    assert promised(table("....."), feeder, lambda one: one.user != "d") == {0: "e"}
    seat(feeder, "b").added = 100  # bought in again, back in their place
    assert promised(table("....."), feeder) == {0: "b", 1: "d", 2: "e"}
    for one in feeder.seats:
        assert one
        one.out = True  # nobody keeps a seat there by sitting out
    assert promised(table("....."), feeder) == {0: "b", 1: "d", 2: "e"}


def test_players_of_the_main_table_change_seats_first() -> None:
    main, feeder = table("xy."), table("ab")
    seat_change.ask(main, "x", 2)
    assert promised(main, feeder) == {}
    seat_change.carry_out(main)
    assert promised(main, feeder) == {0: "a"}
    alone = table("x..")
    seat_change.ask(alone, "x", 1)  # no hand is dealt there, so nobody would ever come
    assert promised(alone, feeder) == {1: "a", 2: "b"}


def test_who_paid_the_big_blind_plays_on_until_they_had_the_button() -> None:
    feeder = table("abcd", hands=1)  # the button at a, the small blind at b, the big blind at c
    said = []
    for _ in range(4):
        said.append({user for user in "abcd" if finishes(feeder, user)})
        play(feeder)
    assert said == [{"b", "c"}, {"c", "d"}, {"d", "a"}, {"a", "b"}]
    heads_up = table("ab", hands=1)
    assert [finishes(heads_up, user) for user in "ab"] == [False, True]
    play(heads_up)
    assert [finishes(heads_up, user) for user in "ab"] == [True, False]
    seat(heads_up, "a").out = True
    assert not finishes(heads_up, "a")  # they would sit out anyway
    seat(feeder, "b").entering = True
    assert not finishes(feeder, "b")  # they have paid nothing here
    assert not finishes(table("ab"), "a")
    assert not finishes(feeder, "nobody")
    alone = table("abc", hands=1)
    for gone in (0, 1):
        alone.leave(gone)
    assert not finishes(alone, "c")  # there will be no hand


def test_a_mover_is_a_newcomer_with_all_that_they_had() -> None:
    main, feeder = table("xyz.", hands=2), table("abc", hands=3)
    one = seat(feeder, "b")
    plans = {"out_at_big": True, "straddles": True, "chops": True, "shows": True, "kept_until": 9.0, "home": "h"}
    for name, value in {**plans, "stack": 2345, "owes_small": True, "posts": True, "moves_to": 1, "purse": "p"}.items():
        setattr(one, name, value)
    one.auto_buy = AutoBuy(400, 100)
    moved = must_move.move(main, feeder, "b", 3)
    assert feeder.find("b") is None
    assert main.seats[3] is moved
    assert (moved.stack, moved.purse, moved.auto_buy) == (2345, "p", AutoBuy(400, 100))
    assert {name: getattr(moved, name) for name in plans} == plans
    assert (moved.entering, moved.posts, moved.owes_small, moved.moves_to) == (True, False, False, None)
    assert moved.came == 4
    moved.out_at_big = False
    while moved.entering:
        assert 3 not in (main.small, main.big, main.button)
        play(main)
    assert main.big == 3  # R3.7


def test_a_mover_to_an_empty_table_begins_it() -> None:
    main, feeder = table("xy.", hands=2), table("abc", hands=2)
    for at in (0, 1):
        main.leave(at)
    must_move.move(main, feeder, "a", 0)
    assert (main.button, main.small, main.big) == (None, None, None)
    must_move.move(main, feeder, "c", 1)
    assert main.deal(0) is not None


def rules(id: str, **wish: object) -> TableRules:
    chosen: dict[str, object] = {"game": "27td", "name": id, "public": False, **wish}
    return make(NewTable(**chosen), id, "hal")  # type: ignore[arg-type]


LINKED = Link(("A", "A"), ("Z", "Z"))


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (rules("B", seats=2, speed="fast", buy_in=(50, 90), straddle=True), ""),  # no matter
        (rules("A"), "link-itself"),
        (structs.replace(rules("B"), link=LINKED), "link-linked"),
        (structs.replace(rules("B"), tournament="T"), "link-tournament"),
        (structs.replace(rules("B"), owner="gus"), "link-owner"),
        (structs.replace(rules("B"), owner=None), "link-owner"),
        (rules("B", game="a5td"), "link-game"),
        (rules("B", big_blind=20), "link-game"),
        (rules("B", ante=5), "link-game"),
        (rules("B", house="wsop"), "link-game"),
        (rules("B", public=True), "link-private"),
        (structs.replace(rules("B"), password="hash"), "link-private"),
    ],
    ids=str,
)
def test_which_tables_cannot_be_linked(other: TableRules, why: str) -> None:
    for pair in ((rules("A"), other), (other, rules("A"))):
        said = must_move.why_not(*pair)
        assert (said.key.removeprefix("error.") if isinstance(said, Sentence) else "") == why


def test_a_main_table_has_no_bots_and_a_must_move_table_may() -> None:
    bots = structs.replace(rules("B"), bots=BotRules(keep=1))
    assert must_move.why_not(rules("A"), bots) is None
    assert must_move.why_not(bots, rules("A")) is not None


@pytest.mark.parametrize("seed", range(20))
def test_nobody_overtakes_and_no_chip_is_lost(seed: int) -> None:
    """Random comings, goings, deals and moves at two tables, against a list of who came when."""
    chance = random.Random(seed)
    main, feeder = Seating(Stakes(5, 10), [None] * 4, 100, 1000), Seating(Stakes(5, 10), [None] * 5, 100, 1000)
    line: list[str] = []
    chips = number = 0
    for _ in range(300):
        what = chance.choice(("sit", "leave", "leave", "deal", "deal", "change", "move", "move", "move"))
        at = chance.choice((main, feeder))
        promises = promised(main, feeder)
        assert list(promises.values()) == line[: len(promises)]
        assert all([main.seats[seat] is None for seat in promises])
        free = [seat for seat, one in enumerate(at.seats) if one is None and (at is feeder or seat not in promises)]
        taken = [seat for seat, one in enumerate(at.seats) if one]
        if what == "sit" and free:
            number += 1
            at.sit(chance.choice(free), str(number), "", 400)
            chips += 400
            line += [str(number)] if at is feeder else []
        elif what == "leave" and taken and (gone := at.leave(chance.choice(taken))):
            chips -= gone.chips
            line = [user for user in line if user != gone.user]
        elif what == "deal" and (deal := at.deal(0)):
            at.settle(chance.sample(deal.stacks, len(deal.stacks)))
        elif what == "change" and taken and free:
            user = chance.choice([one.user for one in at.seats if one])
            if not any([one and one.moves_to == free[0] for one in at.seats]):
                seat_change.ask(at, user, free[0], promises if at is main else ())
        elif what == "move":
            for seat, user in promises.items():
                if not finishes(feeder, user):
                    must_move.move(main, feeder, user, seat)
                    line.remove(user)
        there = [one for table in (main, feeder) for one in table.seats if one]
        assert len({one.user for one in there}) == len(there)
        assert sum([one.stack for one in there]) == chips
