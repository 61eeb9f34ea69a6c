"""A search in one's own hands finds what was asked for, and only hands that one was dealt into."""

from random import Random
from typing import Any

from msgspec import structs

from play import random_hand
from room.store.scene import record, run, table
from standpat.room.store import Insert, Store, journal, schema
from standpat.room.store.hand_search import Figures, Page, Search, Total, page
from standpat.room.store.result import totals


def test_a_search_finds_what_was_asked_for(database_url: str) -> None:
    hand = random_hand(Random(3), seed=3, seats=2)
    nets = {1: 10, 2: -10, 3: 0, 4: 60, 5: -60, 6: 5}
    bot = "bot:rule:Ada"
    people = [
        {
            "id": who,
            "name": name,
            "name_key": name.casefold(),
            "kind": "guest",
            "role": "player",
            "barred": False,
            "created": 0.0,
        }
        for who, name in (("u0", "Ann"), ("u1", "Bob"), ("u2", "Eve"))
    ]

    def row(hand_id: int, seat: int, net: int) -> dict[str, object]:
        given = {"game": "27td" if hand_id < 5 else "a5td", "showdown": hand_id % 2 == 0, "net": net}
        return {
            "hand_id": hand_id,
            "seat": seat,
            "person": f"u{seat}",
            "paid": True,
            "raised": False,
            "won_there": False,
            "pot": None if hand_id == 1 else 20 * hand_id,
            "tournament": hand_id in (4, 5),
            **given,
        }

    async def scene(store: Store) -> None:
        await store.commit(table(), Insert(((schema.person, people),)))
        for k, net in nets.items():
            users = ("u0", bot) if k == 6 else ("u0", "u1")
            begin = journal.begin(structs.replace(record(hand, k), users=users), "s", hand.events, None)
            rows = [row(k, 0, net), row(k, 1, -net)][: 1 if k == 6 else 2]
            await store.commit(begin, journal.finish(k, [net, -net], float(k)), Insert(((schema.result, rows),)))
        await store.commit(journal.begin(record(hand, 7), "s", hand.events, None))  # being played

        async def look(user: str = "u0", limit: int = 50, before: int | None = None, **search: Any) -> Page:
            return await store.read(page, user, Search(**search), limit, before)

        async def numbers(user: str = "u0", limit: int = 50, before: int | None = None, **search: Any) -> list[int]:
            return [one.id for one, _ in (await look(user, limit, before, **search)).hands]

        assert await numbers() == [6, 5, 4, 3, 2, 1]
        assert await numbers(game="27td") == [4, 3, 2, 1]
        assert await numbers(kind="cash") == [6, 3, 2, 1]
        assert await numbers(kind="tournament") == [5, 4]
        assert await numbers(kind="tournament", least=1) == [4]
        assert await numbers(least=1) == [6, 4, 1]
        assert await numbers(least=10) == [4, 1]
        assert await numbers(most=-1) == [5, 2]
        assert await numbers(least=0, most=0) == [3]
        assert await numbers(showdown=True) == [6, 4, 2]
        assert await numbers(showdown=False, game="a5td") == [5]
        assert await numbers("u1", least=1) == [5, 2]  # by one's own result
        assert await numbers(opponent="bOB") == [5, 4, 3, 2, 1]
        assert await numbers(opponent="aDA") == [6]
        for nobody in ("Eve", "Ann", "Nobody", "%", "B_b", "A_a", "da", "rule:Ada", "bot:rule:Ada"):
            assert await numbers(opponent=nobody) == [], nobody
        assert await numbers("u2") == await numbers("u2", opponent="Ann") == []
        assert await numbers(limit=2, least=1) == [6, 4]
        assert await numbers(limit=2, least=1, before=4) == [1]
        assert await numbers(pot=80) == [6, 5, 4]
        assert await numbers(since=3) == [6, 5, 4, 3]
        assert await numbers(since=3, until=5) == [4, 3]

        first = await look(limit=2, least=1)
        assert (first.more, first.total, first.whole) == (True, Total(2, 15, ("27td", "a5td"), 1), True)
        assert [figures for _, figures in first.hands] == [Figures(120, True), Figures(80, True, True)]
        second = await look(limit=2, least=1, before=4)
        assert (second.more, second.total) == (False, None)
        assert [figures for _, figures in second.hands] == [Figures(None, False)]
        assert (await look("u2")).total == Total(0, 0, ())
        # A person's sums are of cash games or of tournaments, never of both.
        cash, tournaments = [await store.read(totals, "u0", tournament=kind) for kind in (False, True)]
        assert [(one.game, one.hands, one.net) for one in cash] == [("27td", 3, 0), ("a5td", 1, 5)]
        assert [(one.game, one.hands, one.net) for one in tournaments] == [("27td", 1, 60), ("a5td", 1, -60)]
        assert not (await look(pot=80)).whole  # hand 1 has no pot yet
        assert (await look("u2", pot=80)).whole

    run(database_url, scene)
