"""An evening of a home game from the first message to the settle-up.

Six people, three games in turn, a newcomer who is approved, a rebuy, a lost connection, a server that is killed in
mid-hand, a guest who is removed, and the end. What must hold is said by the wallets: nobody's chips change but by what
they won, and the payments of the settle-up pay exactly that.
"""

import asyncio
import contextlib
import csv
import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from room_scene import Process
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.room.clients.client import Lobby, RoomError, Table

NAMES = ("Ann", "Bob", "Cem", "Dag", "Eva", "Fia")
GAMES = [{"game": "27td"}, {"game": "27sd", "small_blind": 5, "big_blind": 10}, {"game": "a5td"}]
BUY_IN = 400


class Person:
    """A player of the evening, who plays at random, with the smallest raises, and buys chips when they have none."""

    def __init__(self, lobby: Lobby, id: str, chance: Random) -> None:
        self.lobby = lobby
        self.table: Table = lobby.table(id)
        self.chance = chance

    async def act(self) -> None:
        """Do what is to be done now, if anything."""
        if self.table.legal is not None:
            await self.table.act(self.choice())
        elif any(seat.user == self.lobby.user and seat.state == "broke" for seat in self.table.seats):
            await self.table.top_up(BUY_IN)

    def choice(self) -> Action:
        """Any legal action."""
        legal = self.table.legal
        assert legal
        if legal.draw is not None:
            return Discard(self.table.cards[: self.chance.randint(0, min(3, legal.draw))])
        bounds = legal.raise_ or legal.bet
        if bounds and self.chance.random() < 0.3:
            return Raise(bounds[0]) if legal.raise_ else Bet(bounds[0])
        if legal.check:
            return Check()
        return Call() if legal.call is not None and self.chance.random() < 0.8 else Fold()


async def play(people: list[Person], until: Callable[[], bool]) -> None:
    """Act for all of them until something has happened."""
    async with asyncio.timeout(60):
        while not until():
            for person in people:
                if not until():
                    await person.act()
            await asyncio.sleep(0.002)


async def back(person: Person) -> None:
    """Wait until a person's connection is there again."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await person.table.ping()
            except ConnectionError:
                await asyncio.sleep(0.02)


async def wealth(person: Person) -> int:
    """The chips in a person's wallet."""
    return int((await person.lobby.get("/api/me"))["chips"])


async def the_evening(room: Process) -> None:
    """All of it."""
    chance = Random(7)
    lobbies = [await Lobby(room.url).__aenter__() for _ in NAMES]
    for lobby, name in zip(lobbies, NAMES, strict=True):
        await lobby.post("/api/me", name=name)
    wish = {"games": GAMES, "lasts": "hands", "every": 2}
    rules = {
        "seats": 6,
        "speed": "slow",
        "buy_in": [100, 5000],
        "approval": True,
        "same_address": True,
        "public": False,
    }
    id = await lobbies[0].create(rotation=wish, **rules)
    people = [Person(lobby, id, chance) for lobby in lobbies]
    ann, bob, cem, *_ = people
    before = [await wealth(person) for person in people]
    games: list[str] = []

    def dealt() -> int:
        """The number of the present hand; notes its game."""
        if ann.table.hand_no > len(games):
            assert ann.table.info
            games.append(ann.table.info.game.id)
        return ann.table.hand_no

    for person in people:
        await person.table.__aenter__()

    # A newcomer waits for the host, and nobody else may let them in.
    await ann.table.sit(BUY_IN)
    for person in people[1:]:
        asked = asyncio.create_task(person.table.sit(BUY_IN))
        await asyncio.sleep(0.02)
        assert not asked.done()
        with pytest.raises(RoomError, match="host"):
            await person.lobby.post(f"/api/tables/{id}/newcomer", user=person.lobby.user, yes=True)
        await ann.lobby.post(f"/api/tables/{id}/newcomer", user=person.lobby.user, yes=True)
        await asked

    # Two games; Bob buys chips in mid-hand, which come after it.
    await play(people, lambda: dealt() >= 3)
    await bob.table.top_up(300)

    # Cem's connection is lost in mid-hand. They find the same cards.
    cards = cem.table.cards
    hand_no = cem.table.hand_no
    await cem.table.__aexit__()
    cem.table = cem.lobby.table(id)
    await cem.table.__aenter__()
    assert (cem.table.hand_no, cem.table.cards) == (hand_no, cards)
    await play(people, lambda: dealt() >= 4)

    # The server is killed in mid-hand and started again.
    await play(people, lambda: len(ann.table.events) > 12 and ann.table.turn is not None)
    events, hands = list(ann.table.events), [person.table.cards for person in people]
    room.kill()
    await asyncio.to_thread(room.start)
    for person in people:
        await back(person)
    assert ann.table.events == events
    assert [person.table.cards for person in people] == hands

    # The host removes somebody, who plays the hand to its end, and gives Bob chips for money.
    dag = next(person for person in people[3:] if person.table.my_seat is not None)
    await ann.lobby.post(f"/api/tables/{id}/remove", user=dag.lobby.user)
    for stranger in (bob, dag):
        with pytest.raises(RoomError, match="host"):
            await stranger.lobby.post(f"/api/tables/{id}/remove", user=ann.lobby.user)
    if dag.table.hand_no == 4:
        assert dag.table.place is not None
    await play(people, lambda: dealt() >= 5)
    assert dag.table.place is None
    people.remove(dag)
    await ann.lobby.post(f"/api/tables/{id}/adjust", user=bob.lobby.user, amount=50, reason="paid at the door")

    # The third game, and the end.
    await play(people, lambda: dealt() >= 6)
    closing = asyncio.create_task(ann.lobby.post(f"/api/tables/{id}/close"))  # is answered when the hand is over
    with contextlib.suppress(ConnectionError):  # who acts last may hear of the end first
        await play(people, lambda: ann.table.closed is not None)
    await closing
    assert games == ["27td", "27td", "27sd", "27sd", "a5td", "a5td"]

    everybody = [*people, dag]
    told: dict[str, Any] = await ann.lobby.get(f"/api/tables/{id}/session")
    after = {person.lobby.user: await wealth(person) for person in everybody}
    first = dict(zip([lobby.user for lobby in lobbies], before, strict=True))
    won = {user: after[user] - first[user] for user in first}
    assert sum(won.values()) == 0
    settled = told["settlement"]
    paid = dict.fromkeys(first, 0)
    for payment in settled["payments"]:
        paid[payment["payee"]] += payment["amount"]
        paid[payment["payer"]] -= payment["amount"]
    assert paid == won
    assert len(settled["payments"]) <= len(NAMES) - 1
    assert settled["fewest"]
    given = [move for move in told["movements"] if move["why"]]
    assert [(move["user"], move["amount"], move["by"], move["why"]) for move in given] == [
        (bob.lobby.user, 50, ann.lobby.user, "paid at the door")
    ]
    text = await dag.lobby.get(f"/api/tables/{id}/session/download?format=players")
    assert sorted({row[0] for row in csv.reader(io.StringIO(text))} & set(NAMES)) == sorted(NAMES)
    async with Lobby(room.url) as outsider:
        with pytest.raises(RoomError):
            await outsider.get(f"/api/tables/{id}/session")
    for person in everybody:
        await person.table.__aexit__()


def test_an_evening(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--newcomers", "10") as room:
        asyncio.run(the_evening(room))
