"""Results of an evening: what is refused, corrections by entries, payments said by the wrong people or twice."""

from typing import Any

import msgspec
import pytest

from room.club.scene import Club, play, result
from standpat.room.club import balance, book, home_game, membership, season
from standpat.room.club.balance import OUTSIDE
from standpat.room.club.record import Result, check, of_members
from standpat.room.club.refusal import ClubRefused
from standpat.room.club.standings import champions, standings
from standpat.room.home_game.session import PlayerLine, Session
from standpat.room.home_game.settle_up import Payment
from standpat.tournament.season import POKERSTARS, Formula, points


@pytest.mark.parametrize(
    ("results", "word"),
    [
        ([(1, "a", 2), (1, "b", 2), (2, "c", 2)], "places do not fit"),
        ([(1, "a", 1), (2, "b", 1)], "more places"),
        ([(3, "a", 3), (3, "b", 3)], "more places"),
        ([(0, "a", 3)], "places do not fit"),
        ([(-1, "a", 3)], "places do not fit"),
        ([(1, "a", 2), (2, "a", 2)], "only one"),
        ([(1, "a", 2), (2, "b", 3)], "more places"),
        ([(1, "a", 0)], "more places"),
        ([(1, "a", 10**6)], "more places"),
    ],
)
def test_impossible_results(results: list[tuple[int, str, int]], word: str) -> None:
    with pytest.raises(ClubRefused, match=word):
        check([Result(place, who, entrants, 0, 0) for place, who, entrants in results])


def test_possible_results() -> None:
    """People outside the club fill the gaps."""
    check([])
    check([Result(1, "a", 5, 0, 0), Result(1, "b", 5, 0, 0), Result(3, "c", 5, 0, 0), Result(5, "d", 5, 10**9, 10**9)])
    for money in ((-1, 0), (0, -1), (10**9 + 1, 0)):
        with pytest.raises(ClubRefused, match="amount"):
            check([Result(1, "a", 1, *money)])


def test_a_correction_is_made_once(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        evening = await club.plan()
        first = club.write(evening, result(1, "mia", 2, 10, 20))
        for work, key in (
            (club.write(evening), "no-results"),
            (club.write(evening, result(1, "sid", 2, 10, 20)), "no-member"),
            (club.write("f" * 24, result(1, "mia", 2, 10, 20)), "evening"),
            (club.write(evening, result(1, "mia", 2, 10, 20), replaces=1, why="x"), "recorded"),
            (club.write(evening, result(1, "mia", 2, 10, 20), by="mia"), "organisers"),
        ):
            assert await club.refused(work) == key
        one = await club.do(first)
        assert await club.refused(first) == "recorded"
        fix = club.write(evening, result(1, "max", 2, 10, 20), replaces=one, why="It was Max")
        assert await club.refused(club.write(evening, result(1, "max", 2, 10, 20), replaces=one)) == "text"
        two = await club.do(fix)
        assert await club.refused(fix) == "recorded"
        await club.do(club.write(evening, replaces=two, why="Not played at all"))
        told = await club.look("max")
        assert (told.seasons[0].standings, told.balances, told.evenings[0].entry) == ((), {}, None)
        assert [entry.reason for entry in told.entries] == ["Not played at all", "It was Max", ""]
        # Former members keep their results, and can be in a correction.
        await club.do(membership.leave(club.id, "mia", at=club.now))
        await club.do(club.write(evening, result(1, "mia", 2, 10, 20), replaces=told.entries[0].id, why="Played"))
        told = await club.look("max")
        assert (told.names["mia"], [one.user for one in told.members]) == ("Mia", ["ola", "oda", "max"])

    play(sqlite_url, scene)


def test_payments_are_said_by_who_got_them(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        evening = await club.plan()
        await club.do(club.write(evening, result(1, "mia", 3, 20, 50), result(2, "max", 3, 20, 0)))
        told = await club.look()
        assert told.settlement is not None
        assert set(told.settlement.payments) == {Payment("max", "mia", 20), Payment(OUTSIDE, "mia", 10)}
        paid = Payment("max", "mia", 20)
        for who, what, key in (
            ("max", paid, "payee"),
            ("ola", paid, "payee"),
            ("sid", paid, "none"),
            ("mia", Payment("max", "mia", 19), "no-payment"),
            ("mia", Payment("ola", "mia", 20), "no-payment"),
            ("mia", Payment("max", "mia", -20), "no-payment"),
        ):
            assert await club.refused(balance.say(club.id, who, what, at=club.now)) == key
        said = await club.do(balance.say(club.id, "mia", paid, at=club.now))
        assert await club.refused(balance.say(club.id, "mia", paid, at=club.now)) == "no-payment"
        assert await club.refused(balance.take_back(club.id, "max", said, "x", at=club.now)) == "payee"
        assert await club.refused(balance.take_back(club.id, "mia", said, "", at=club.now)) == "text"
        back = await club.do(balance.take_back(club.id, "mia", said, "Wrong person", at=club.now))
        for number in (said, back, 0, -1, 2**60):
            work = balance.take_back(club.id, "mia", number, "again", at=club.now)
            assert await club.refused(work) == "no-payment"
        assert (await club.look()).balances == {"mia": 30, "max": -20, OUTSIDE: -10}
        # For those who have left an organiser says it, in a closed club too.
        assert await club.refused(balance.say(club.id, "oda", paid, at=club.now)) == "payee"
        await club.do(membership.leave(club.id, "mia", at=club.now))
        await club.do(book.close(club.id, "ola", at=club.now))
        assert await club.refused(balance.say(club.id, "max", paid, at=club.now)) == "payee"
        await club.do(balance.say(club.id, "oda", paid, at=club.now))
        assert (await club.look("oda")).balances == {"mia": 10, OUTSIDE: -10}

    play(sqlite_url, scene)


def test_seasons_and_their_formulas(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        (first,) = (await club.look()).seasons
        await club.do(season.change(club.id, "oda", first.id, season.Wanted("Spring", Formula(2, 0, 0))))
        early = await club.plan()
        entry = await club.do(club.write(early, result(1, "mia", 4, 10, 20)))
        for wanted in (season.Wanted("Spring"), season.Wanted("Spring", Formula(2, 0, 0), best=1)):
            assert await club.refused(season.change(club.id, "oda", first.id, wanted)) == "season-played"
        await club.do(season.change(club.id, "oda", first.id, season.Wanted("Vår", Formula(2, 0, 0))))
        await club.do(club.write(early, replaces=entry, why="Not played"))
        await club.do(season.change(club.id, "oda", first.id, season.Wanted("Spring", Formula(2, 0, 0), best=1)))
        for formula in (
            Formula(0, 1, 1),
            Formula(float("inf"), 1, 1),
            Formula(1, float("nan"), 1),
            Formula(1, 6, 1),
            Formula(1, 1, -1),
            Formula(1, 1, 1, least_entrants=0),
        ):
            assert await club.refused(season.begin(club.id, "oda", season.Wanted("x", formula), at=1.0)) == "formula"
        assert await club.refused(season.begin(club.id, "oda", season.Wanted("x", best=0), at=1.0)) == "formula"
        await club.do(season.end(club.id, "oda", first.id, at=club.now))
        for number in (first.id, 0, -1, 99, 2**60):
            assert await club.refused(season.end(club.id, "oda", number, at=club.now)) == "season"
            assert await club.refused(season.change(club.id, "oda", number, season.Wanted("x"))) == "season"
        evening = await club.plan("2026-12-03T19:00")
        await club.do(club.write(evening, result(1, "mia", 4, 10, 20)))
        told = await club.look()
        assert (told.evenings[1].season, told.seasons[0].standings) == (None, ())
        assert (told.seasons[0].name, told.statistics[0].wins) == ("Spring", 1)

    play(sqlite_url, scene)


def test_standings() -> None:
    """The price of an evening is its smallest buy-in; the best results count; equal points share a rank."""
    evenings = [
        [Result(1, "a", 6, 60, 90), Result(2, "b", 6, 20, 30)],
        [Result(1, "b", 6, 20, 60), Result(2, "a", 6, 20, 0)],
        [Result(6, "a", 6, 20, 0)],
    ]
    first, second = standings(POKERSTARS, 2, evenings)
    both = [points(POKERSTARS, 6, place, buy_in=20) for place in (1, 2)]
    assert (first.points, second.points) == (round(sum(both), 2),) * 2
    assert (first.rank, second.rank) == (1, 1)
    assert (first.member, first.played, first.counted, second.counted) == ("a", 3, 2, 2)
    assert champions((first, second)) == ("a", "b")
    assert [line.member for line in standings(POKERSTARS, None, evenings)] == ["a", "b"]
    tied = standings(Formula(10, 0, 1), None, [[Result(1, "a", 4, 0, 0), Result(1, "b", 4, 0, 0)]])
    assert [line.points for line in tied] == [7.5, 7.5]
    few = standings(POKERSTARS, None, [[Result(1, "a", 3, 20, 60)]])
    assert (few[0].points, champions(few)) == (0, ())


def session(**changes: Any) -> Session:
    """Ann lost 30, Bo and the guest won 10 each, a house player won 10."""
    lines = [
        PlayerLine(user, user, user.startswith("bot:"), 0, bought, more, out, 0, out - bought - more, ())
        for user, bought, more, out in (
            ("bo", 50, 0, 60),
            ("guest", 50, 0, 60),
            ("bot:x", 50, 0, 60),
            ("ann", 50, 50, 70),
        )
    ]
    empty: dict[str, Any] = dict.fromkeys(("movements", "pots", "statistics", "debts", "earlier"), ())
    whole = {"whole": True, "hands": 9, "games": {}, "players": tuple(lines), "difference": 0, "settlement": None}
    return Session(**{"table": "t", "name": "T", "began": 0.0, "closed": 9.0, **whole, **empty, "names": {}, **changes})


def test_the_results_of_a_home_game() -> None:
    played = home_game.results(session())
    assert of_members(played, {"ann", "bo"}) == (Result(1, "bo", 3, 50, 60), Result(3, "ann", 3, 100, 70))
    check(played)
    for changes, word in ({"closed": None}, "close"), ({"whole": False}, "add up"), ({"difference": 3}, "add up"):
        with pytest.raises(ClubRefused, match=word):
            home_game.results(msgspec.structs.replace(session(), **changes))
    with pytest.raises(ClubRefused, match="no such table"):
        home_game.results(None)
