"""What a player has seen of another: hands of both, counted as from the events that everybody saw."""

from random import Random
from typing import Any

from msgspec import structs

from play import finish, random_hand
from room.store.scene import record, run, table
from standpat.engine.event import Acted, DrawResult, StreetStart
from standpat.engine.hand import Hand
from standpat.room.store import Store, journal, result
from standpat.room.store.opponent import Observed, observed

BOT = "bot:rule:Ada"


def counted(hands: list[Hand], seat: int) -> dict[str, dict[str, Any]]:
    """The figures of a seat by game, from the events."""
    found: dict[str, dict[str, Any]] = {}
    for hand in hands:
        at = next((k for k, event in enumerate(hand.events) if isinstance(event, StreetStart) and event.street), None)
        acts = [event.action for event in hand.events[:at] if isinstance(event, Acted) and event.seat == seat]
        kinds = {type(action).__name__ for action in acts}
        drew = [event.count for event in hand.events if isinstance(event, DrawResult) and event.seat == seat][:1]
        sums = found.setdefault(hand.game.id, {"hands": 0, "vpip": 0, "pfr": 0, "draws": 0, "pat": 0, "cards": 0})
        sums["hands"] += 1
        sums["vpip"] += bool(kinds & {"Call", "Bet", "Raise"})
        sums["pfr"] += bool(kinds & {"Bet", "Raise"})
        sums["draws"] += len(drew)
        sums["pat"] += drew == [0]
        sums["cards"] += sum(drew)
    return found


def test_only_hands_of_both_count(database_url: str) -> None:
    chance = Random(12)
    hands = [random_hand(chance, seed=k, seats=3, fold=False) for k in range(24)]
    for hand in hands:
        finish(hand, chance)

    async def scene(store: Store) -> None:
        await store.commit(table())
        for k, hand in enumerate(hands, 1):
            users = ("ann", "bob", BOT) if k % 3 else ("eve", "bob", BOT)
            begin = journal.begin(structs.replace(record(hand, k), users=users), "s", hand.events, None)
            assert hand.nets
            await store.commit(begin, journal.finish(k, hand.nets, float(k)), result.rows(k, users, hand))
        both = [hand for k, hand in enumerate(hands, 1) if k % 3]
        for seat, user in ((1, "bob"), (2, BOT)):
            told = await store.read(observed, "ann", user)
            assert {one.game: one.hands for one in told} == {g: c["hands"] for g, c in counted(both, seat).items()}
            for one in told:
                sums = counted(both, seat)[one.game]
                assert (one.vpip, one.pfr, one.draws, one.pat) == tuple(
                    [sums[name] for name in ("vpip", "pfr", "draws", "pat")]
                )
                assert (one.drawn or 0) == round(sums["cards"] / max(1, sums["draws"]), 3)
                assert one.showdowns_won <= one.showdowns <= one.hands
            assert sum([one.draws for one in told]) > sum([one.pat for one in told]) > 0
            assert sum([one.showdowns for one in told])
        assert await store.read(observed, "ann", "eve") == []  # they never met
        assert await store.read(observed, "nobody", "bob") == []
        assert isinstance(told[0], Observed)

    run(database_url, scene)


def test_hands_of_cash_games_and_of_tournaments_are_counted_apart(database_url: str) -> None:
    chance = Random(5)
    hands = [random_hand(chance, seed=k, seats=2, fold=False) for k in range(9)]
    for hand in hands:
        finish(hand, chance)

    async def scene(store: Store) -> None:
        await store.commit(table())
        for k, hand in enumerate(hands, 1):
            begin = journal.begin(structs.replace(record(hand, k), users=("ann", "bob")), "s", hand.events, None)
            assert hand.nets
            rows = result.rows(k, ("ann", "bob"), hand, tournament=k % 3 == 0)
            await store.commit(begin, journal.finish(k, hand.nets, float(k)), rows)
        apart = {False: [hands[k - 1] for k in range(1, 10) if k % 3], True: [hands[k - 1] for k in (3, 6, 9)]}
        for tournament, some in apart.items():
            told = await store.read(observed, "ann", "bob", tournament=tournament)
            assert {one.game: (one.hands, one.vpip, one.pfr, one.draws, one.pat) for one in told} == {
                id: tuple([sums[name] for name in ("hands", "vpip", "pfr", "draws", "pat")])
                for id, sums in counted(some, 1).items()
            }
        assert await store.read(observed, "ann", "bob") == await store.read(observed, "ann", "bob", tournament=False)

    run(database_url, scene)
