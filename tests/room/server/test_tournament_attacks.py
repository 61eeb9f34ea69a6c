"""Attacks on tournaments over HTTP and WebSocket: entering twice, other people's acts, chips of the wrong kind."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import httpx
import pytest

from room.server.test_tournament_tables import ACTS
from room_scene import Served, serving
from standpat.engine.action import Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.event import Acted
from standpat.protocol.room import AutoBuy, Turn
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.store import ledger, tournament_book
from standpat.tournament.events import Arrived, Departed, Registered

DIRECTOR_ACTS: dict[str, dict[str, Any]] = {
    "pause": {},
    "resume": {},
    "time": {"minutes": 5},
    "break": {"minutes": 5},
    "disqualify": {"player": "PLAYER", "why": "slow"},
    "move": {"player": "PLAYER", "table": 1, "seat": 2, "why": "I like it"},
    "undo": {"act": 1, "why": "no"},
    "announce": {"text": "Hello"},
    "cancel": {},
}

LATER = Turn(0, 0, 20.0, 0.0, 30.0, None)
"""The first decision of a hand, for somebody who never calls."""


def sit_and_go(players: int, seats: int = 3, **changes: Any) -> dict[str, Any]:
    """The JSON of a short sit-and-go."""
    level = {"minutes": 5, "games": {"27sd": {"small_blind": 10, "big_blind": 20}}}
    shape = {"seats": seats, "minimum": players, "most": players, "starting_stack": 60, "sit_and_go": True}
    return {"name": "Attack", "games": ["27sd"], "levels": [level], **shape, **changes}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('t')}/room.sqlite", first=()) as made:
        yield made


def played(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test's coroutine."""
    asyncio.run(job())


async def opened(director: Lobby, structure: dict[str, Any], **more: Any) -> str:
    """A tournament that somebody opened: its address in the API."""
    answer = await director.post("/api/tournaments", structure=structure, **more)
    return f"/api/tournaments/{answer['tournament']}"


async def running(lobby: Lobby, at: str) -> Any:
    """The tournament, once it runs and its tables are open."""
    async with asyncio.timeout(60):
        while (seen := await lobby.get(at))["row"]["status"] == "open" or not seen["tables"]:
            await asyncio.sleep(0.02)
    return seen


async def keyed(lobby: Lobby, path: str, key: str) -> httpx.Response:
    """A request with an idempotency key."""
    headers = {**lobby.headers, "Idempotency-Key": key, "Content-Type": "application/json"}
    async with httpx.AsyncClient(base_url=lobby.url) as web:
        return await web.post(path, headers=headers, content=b"{}")


def events_of(served: Served, at: str, kind: type) -> list[Any]:
    """The events of one kind of a tournament."""
    events = served.call(lambda: served.room.store.read(tournament_book.events, at.rpartition("/")[2]))
    return [event for event in events if isinstance(event, kind)]


def wallet(served: Served, lobby: Lobby) -> int:
    """The chips in somebody's wallet."""
    chips: int = served.call(lambda: served.room.store.read(ledger.balance, ledger.wallet(lobby.user)))
    return chips


def test_register_twice(served: Served) -> None:
    async def attack() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as ben:
            at = await opened(ann, sit_and_go(3, buy_in=100))
            had = wallet(served, ann)
            answers = await asyncio.gather(*[ann.post(f"{at}/register") for _ in range(20)], return_exceptions=True)
            assert len([one for one in answers if one == {}]) == 1
            assert all(["registered already" in str(one) for one in answers if one != {}])
            assert wallet(served, ann) == had - 100
            again = await asyncio.gather(*[ann.post(f"{at}/withdraw") for _ in range(20)], return_exceptions=True)
            assert len([one for one in again if one == {}]) == 1
            assert wallet(served, ann) == had
            await ann.post(f"{at}/register")  # after taking it back
            assert wallet(served, ann) == had - 100
            assert (await ann.get(at))["row"]["entrants"] == 1
            # A repeated request with its key is the same entry: the answer of the first one was lost.
            first, second = await asyncio.gather(*[keyed(ben, f"{at}/register", "one entry") for _ in range(2)])
            assert first.status_code == second.status_code == 200
            third = await keyed(ben, f"{at}/register", "another entry")
            assert third.json()["key"] == "error.tournament-registered"
            assert len([one for one in events_of(served, at, Registered) if one.player == ben.user]) == 1
            bot = (await ann.post("/api/token", name="Ann's program"))["token"]
            async with Lobby(served.url, token=bot) as program:
                with pytest.raises(RoomError, match="registered already"):
                    await program.post(f"{at}/register")

    played(attack)


def test_a_request_that_is_sent_again_is_paid_for_once(served: Served) -> None:
    """Rebuys are possible twice by the rules, so only the key tells a second one from a repeated one."""

    async def attack() -> None:
        rebuys = {"closes": 1, "chips": 60, "cost": 40, "most": 5, "at_most": 10_000}
        async with Lobby(served.url) as ann, Lobby(served.url) as ben:
            at = await opened(ann, sit_and_go(2, buy_in=100, rebuys=rebuys))
            await ann.post(f"{at}/register")
            await ben.post(f"{at}/register")
            await ann.post(f"{at}/pause")
            seen = await running(ann, at)
            async with ann.table(seen["tables"][0]["id"]) as one, ben.table(seen["tables"][0]["id"]) as other:
                await until_rest(one, other)
                had = wallet(served, ann)
                answers = await asyncio.gather(*[keyed(ann, f"{at}/rebuy", "more chips") for _ in range(3)])
                assert [answer.status_code for answer in answers] == [200] * 3
                assert wallet(served, ann) == had - 40
                assert (await ann.get(at))["pool"] == 240
        first, second = [(await keyed(ann, "/api/tournaments", "one")).json() for _ in range(2)]
        assert first == second

    played(attack)


async def until_rest(*tables: Table) -> None:
    """Play the present hand to its end; no other begins."""
    while any([table.turn is not None for table in tables]):
        for table in tables:
            with contextlib.suppress(TimeoutError):
                await table.my_turn(timeout=0.1)
                await table.act(passive(table))


def passive(table: Table) -> Any:
    """Stand pat, check or fold."""
    legal = table.legal
    assert legal is not None
    return Discard() if legal.draw is not None else Check() if legal.check else Fold()


def pushing(table: Table) -> Any:
    """Bet and call everything, and stand pat."""
    legal = table.legal
    assert legal is not None
    if legal.draw is not None:
        return Discard()
    if legal.raise_ or legal.bet:
        return Raise(legal.raise_.max_to) if legal.raise_ else Bet(legal.bet.max_to) if legal.bet else Check()
    return Call() if legal.call is not None else passive(table)


async def fresh_hand(pages: list[Table]) -> None:
    """Play until every page shows a hand in which nobody acted: the room folds for a player whose page opened late."""

    def acted(page: Table) -> bool:
        return any(isinstance(event, Acted) for event in page.events)

    async with asyncio.timeout(60):
        while any(page.turn is None or acted(page) for page in pages) or len({page.hand_no for page in pages}) > 1:
            page = next((page for page in pages if page.legal is not None and acted(page)), None)
            if page is None:
                await asyncio.sleep(0.01)
            else:
                await page.act(passive(page))


async def plays(lobby: Lobby, table: str, choose: Callable[[Table], Any]) -> None:
    """Play at a table until it closes or the player is out."""
    with contextlib.suppress(Exception):
        async with lobby.table(table) as mine:
            while True:
                await mine.my_turn(timeout=30)
                await mine.act(choose(mine))


def test_acts_at_the_old_table_after_a_move(served: Served) -> None:
    """Five at two tables of three: somebody is out at the table of two, so the other one gives a player away."""

    async def attack() -> None:
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Lobby(served.url)) for _ in range(5)]
            at = await opened(people[0], sit_and_go(5))
            for lobby in people:
                await lobby.post(f"{at}/register")
            seen = await running(people[0], at)
            ids = {table["number"]: table["id"] for table in seen["tables"]}
            of = {one["id"]: one["table"] for one in seen["standings"]}
            few = min(ids, key=lambda number: list(of.values()).count(number))
            (full,) = [number for number in ids if number != few]
            pages = {lobby.user: lobby.table(ids[full]) for lobby in people if of[lobby.user] == full}
            for page in pages.values():
                await stack.enter_async_context(page)
            tasks = [
                asyncio.create_task(plays(lobby, ids[of[lobby.user]], pushing if of[lobby.user] == few else passive))
                for lobby in people
            ]
            async with asyncio.timeout(60):
                while not (moves := events_of(served, at, Departed)) or not events_of(served, at, Arrived):
                    await asyncio.sleep(0.02)
            old = pages[moves[0].player]
            mover = old.lobby
            me = (await mover.get(at))["me"]
            assert me["table"] != full
            for hand_no in (old.hand_no, old.hand_no + 1, 1):  # the last hand with them, the present one, the first one
                with pytest.raises(RoomError) as refused:
                    await old.answer(LATER, hand_no, Call())
                assert refused.value.code in ("late", "not-your-turn")
            for attempt in (old.sit_out(True), old.sit_out(False), old.sit(60), old.leave(), old.top_up(10)):
                with pytest.raises(RoomError):
                    await attempt
            with pytest.raises(RoomError):
                await old.emote("nice-hand")
            with pytest.raises(RoomError):
                await old.wish("show")
            after = (await mover.get(at))["me"]
            assert (after["table"], after["seat"]) == (me["table"], me["seat"])
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    played(attack)


def test_nobody_but_the_director_directs(served: Served) -> None:
    async def attack() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as ben, Lobby(served.url) as eve:
            at = await opened(ann, sit_and_go(2))
            await ben.post(f"{at}/register")
            for lobby in (ben, eve):  # a player, and a stranger
                for act, body in DIRECTOR_ACTS.items():
                    with pytest.raises(RoomError, match="director"):
                        await lobby.post(f"{at}/{act}", **filled(body, ann.user))
            await eve.post(f"{at}/register")
            await running(ann, at)
            operator = served.room.accounts
            served.call(lambda: operator.set_role(eve.user, "admin"))
            await eve.post(f"{at}/announce", text="I am the operator")
            with pytest.raises(RoomError, match="your own acts"):  # nobody undoes what the operator did
                await ann.post(f"{at}/undo", act=1, why="It is mine")
            served.call(lambda: operator.set_role(eve.user, "player"))
            for act, body in DIRECTOR_ACTS.items():  # who was the operator
                with pytest.raises(RoomError, match="director"):
                    await eve.post(f"{at}/{act}", **filled(body, ben.user))
            with pytest.raises(RoomError, match="no such"):
                await ann.post("/api/tournaments/" + "0" * 24 + "/pause")
            assert (await eve.get(at))["notes"] == ["I am the operator"]

    played(attack)


async def refusal(request: Coroutine[Any, Any, Any]) -> str:
    """Why a request is refused; "" if it is not."""
    try:
        await request
    except RoomError as error:
        return str(error)
    return ""


def filled(body: dict[str, Any], player: str) -> dict[str, Any]:
    """A body about this player."""
    return {name: player if value in ("PLAYER", "WHOM") else value for name, value in body.items()}


def test_what_a_director_cannot_do_to_a_player(served: Served) -> None:
    """A director sees no cards, acts for nobody, and while they play themselves they take nobody out."""

    async def attack() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as ben, Lobby(served.url) as cat:
            at = await opened(ann, sit_and_go(3, starting_stack=1000))
            for lobby in (ann, ben, cat):
                await lobby.post(f"{at}/register")
            seen = await running(ann, at)
            id = seen["tables"][0]["id"]
            pages = {lobby.user: lobby.table(id) for lobby in (ann, ben, cat)}
            async with contextlib.AsyncExitStack() as stack:
                for page in pages.values():
                    await stack.enter_async_context(page)
                    await page.until(lambda page=page: page.turn is not None)  # type: ignore[misc]
                with pytest.raises(RoomError, match="who is left"):  # no bot helps anybody
                    await ann.post(f"/api/tables/{id}/hint", hand_no=1, seq=0)
                (to_act,) = [user for user, page in pages.items() if page.legal is not None]
                mine, acting = pages[ann.user], pages[to_act]
                hidden = {str(card) for page in pages.values() if page is not mine for card in page.cards}
                assert len(mine.cards) == 5
                assert not hidden & {str(card) for event in mine.events for card in getattr(event, "cards", None) or ()}
                if to_act != ann.user:
                    assert acting.turn is not None
                    with pytest.raises(RoomError, match="not-your-turn"):
                        await mine.answer(acting.turn, acting.hand_no, Fold())
                with pytest.raises(RoomError, match="play in this tournament"):
                    await ann.post(f"{at}/disqualify", player=ben.user, why="I want to win")
                with pytest.raises(RoomError, match="play in this tournament"):
                    await ann.post(f"{at}/move", player=ann.user, table=1, seat=0, why="a better seat")
                await ann.post(f"{at}/time", minutes=5)  # what is the same for all remains
                assert (await ann.get(at))["chips"] == 3000
                await ann.post(f"{at}/undo", act=1, why="a mistake")
                with pytest.raises(RoomError, match="undone"):
                    await ann.post(f"{at}/undo", act=1, why="twice")

    played(attack)


def test_a_disqualified_player_plays_their_hand_to_its_end(served: Served) -> None:
    async def attack() -> None:
        async with (
            Lobby(served.url) as ann,
            Lobby(served.url) as ben,
            Lobby(served.url) as cat,
            Lobby(served.url) as dan,
        ):
            at = await opened(dan, sit_and_go(3, starting_stack=1000))
            for lobby in (ann, ben, cat):
                await lobby.post(f"{at}/register")
            id = (await running(dan, at))["tables"][0]["id"]
            async with ann.table(id) as a, ben.table(id) as b, cat.table(id) as c:
                pages = [a, b, c]
                await fresh_hand(pages)
                hand_no = a.hand_no
                await dan.post(f"{at}/disqualify", player=ben.user, why="insults")
                with pytest.raises(RoomError, match="removed"):
                    await dan.post(f"{at}/disqualify", player=ben.user, why="again")
                assert (await dan.get(at))["chips"] == 3000  # in the hand nothing changes
                while b.hand_no == hand_no and b.legal is None:
                    page = next((one for one in pages if one.legal is not None), None)
                    if page is None:  # the next turn has reached nobody yet
                        await asyncio.sleep(0.01)
                        continue
                    if page is b:
                        break
                    await page.act(Call() if page.legal and page.legal.call is not None else Check())
                assert b.legal is not None  # they still decide for themselves
                await b.act(Call() if b.legal.call is not None else Check())
                tasks = [asyncio.create_task(plays(lobby, id, passive)) for lobby in (ann, ben, cat)]
                async with asyncio.timeout(60):
                    while (seen := await dan.get(at))["row"]["left"] == 3:
                        await asyncio.sleep(0.02)
                assert seen["chips"] < 3000
                assert {one["id"]: one["stack"] for one in seen["standings"]}[ben.user] == 0
                for path in ("register", "re-enter"):
                    with pytest.raises(RoomError):
                        await ben.post(f"{at}/{path}")
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    played(attack)


def test_hosts_acts_do_not_reach_a_tournaments_table(served: Served) -> None:
    async def attack() -> None:
        """An admin: `test_tournament_tables`."""
        async with Lobby(served.url) as ann, Lobby(served.url) as ben, Lobby(served.url) as eve:
            at = await opened(eve, sit_and_go(2, starting_stack=1000))
            for lobby in (ann, ben):
                await lobby.post(f"{at}/register")
            id = (await running(eve, at))["tables"][0]["id"]
            for lobby in (eve, ann):  # the director, and a player, who may not even move themselves
                for act, body in ACTS.items():
                    why = await refusal(lobby.post(f"/api/tables/{id}/{act}", **filled(body, ann.user)))
                    assert "tournament table" in why, act
            assert (await ann.get(at))["chips"] == 2000

    played(attack)


def test_chips_of_tournaments_and_of_cash_tables_stay_apart(served: Served) -> None:
    async def attack() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as ben, Lobby(served.url) as eve:
            at = await opened(ann, sit_and_go(2, starting_stack=1000))
            for lobby in (ann, ben):
                await lobby.post(f"{at}/register")
            id = (await running(ann, at))["tables"][0]["id"]
            before = [wallet(served, lobby) for lobby in (ann, ben, eve)]
            async with ann.table(id) as mine, eve.table(id) as stranger:
                attempts = [
                    mine.top_up(500),
                    mine.auto_buy(AutoBuy(to=1000, below=900)),
                    mine.leave(),
                    mine.sit(1000),
                    mine.take_break(15),
                    mine.post_blind(True),
                    mine.straddle(True),
                    mine.chop(True),
                    mine.choose_game(0),
                    stranger.sit(1000),
                    stranger.sit_out(True),
                    stranger.top_up(5),
                    stranger.leave(),
                ]
                for attempt in attempts:
                    with pytest.raises(RoomError):
                        await attempt
            for lobby in (ann, eve):
                cash = await lobby.post("/api/play-now", game="27sd")  # never a seat at the tournament's table
                assert cash["table"] != id
            assert id not in [row["id"] for row in (await eve.get("/api/tables"))["tables"]]
            bought = [wallet(served, lobby) for lobby in (ann, ben, eve)]
            assert bought[1] == before[1]
            assert (await ann.get(at))["chips"] == 2000
            assert served.call(lambda: served.room.store.read(ledger.audit)) == []

    played(attack)
