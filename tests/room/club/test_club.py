"""A club on both databases: what its members see of a season, and that nothing of it is stored twice or changed."""

from pathlib import Path

import pytest
from sqlalchemy import text

from room.club.scene import NOW, Club, play, result
from standpat.room.club import balance, book, season
from standpat.room.club.balance import OUTSIDE
from standpat.room.home_game.settle_up import Payment
from standpat.room.store import StoreError, Work
from standpat.room.store.backup import backup, restore
from standpat.room.store.unused import unused
from standpat.tournament.season import POKERSTARS, Formula


def sql(statement: str) -> Work:
    return Work(lambda connection: connection.execute(text(statement)).close())


def test_a_season(database_url: str, tmp_path: Path) -> None:
    async def scene(club: Club) -> None:
        first, second = await club.plan(), await club.plan("2026-12-03T19:00")
        entry = await club.do(
            club.write(first, result(1, "mia", 5, 20, 70), result(2, "max", 5, 20, 30), result(4, "ola", 5, 40, 0))
        )
        await club.do(club.write(second, result(1, "max", 4, 20, 40), result(1, "ola", 4, 20, 40)))
        told = await club.look()
        assert [one.entry for one in told.evenings] == [entry, entry + 1]
        (line, *_rest) = told.seasons[0].standings
        assert (line.member, line.rank, line.played, line.wins, line.net) == ("max", 1, 2, 1, 30)
        assert told.balances == {"mia": 50, "max": 30, "ola": -20, OUTSIDE: -60}
        assert told.settlement is not None
        (paid, *_more) = told.settlement.payments
        assert paid == Payment(OUTSIDE, "mia", 50)
        said = await club.do(balance.say(club.id, "mia", paid, at=club.now))
        assert (await club.look()).balances == {"max": 30, "ola": -20, OUTSIDE: -10}
        await club.do(balance.take_back(club.id, "mia", said, "It was for pizza", at=club.now))
        told = await club.look()
        assert told.balances["mia"] == 50
        assert [one.reason for one in told.payments] == ["It was for pizza", ""]
        # A correction replaces the entry; standings and balances follow.
        await club.do(
            club.write(first, result(1, "ola", 5, 20, 70), result(2, "mia", 5, 20, 30), replaces=entry, why="Swapped")
        )
        told = await club.look()
        assert [(one.by, one.reason, one.replaces) for one in told.entries[:1]] == [("oda", "Swapped", entry)]
        assert told.balances == {"ola": 70, "mia": 10, "max": 20, OUTSIDE: -100}
        assert (told.seasons[0].standings[0].member, told.seasons[0].champions) == ("ola", ())
        # The next season begins: the first one has its champion, and its points stay.
        await club.do(season.begin(club.id, "oda", season.Wanted("2027", Formula(1, 1, 0), best=3), at=club.now))
        open_one = (await club.look()).seasons[0].id
        await club.do(season.change(club.id, "oda", open_one, season.Wanted("2028", Formula(1, 1, 0), best=4)))
        new, old = (await club.look()).seasons
        assert (new.name, new.standings, new.champions, new.best) == ("2028", (), (), 4)
        assert (old.champions, old.ended, old.formula) == (("ola",), NOW, POKERSTARS)
        assert next(one for one in (await club.look()).statistics if one.member == "ola").seasons_won == 1
        for statement in (
            "UPDATE club_line SET prize = 9",
            "DELETE FROM club_entry",
            "UPDATE club_payment SET amount = 1",
        ):
            with pytest.raises(StoreError, match="append-only"):
                await club.do(sql(statement))
        # People of a club are not among the guests that are forgotten; one who has never had to do with it is.
        assert await club.store.read(unused, NOW, 100) == ["sid"]
        await club.do(book.close(club.id, "ola", at=club.now))
        assert (await club.look()).closed == NOW

    play(database_url, scene)
    counts = backup(database_url, tmp_path / "copy")
    assert (counts["club"], counts["club_member"], counts["club_entry"], counts["club_payment"]) == (1, 4, 3, 2)
    assert restore(f"sqlite:///{tmp_path / 'restored.sqlite'}", tmp_path / "copy") == counts
