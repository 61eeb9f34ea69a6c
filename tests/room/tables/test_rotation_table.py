"""A table with a rotation: the change of games in the room, dealer's choice, restarts, and a sweep of hands."""

import asyncio
from pathlib import Path

import pytest

from room.rotation_sweep import SEEN, mixed_sweep
from room_scene import patient, serving
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.tables import rotation

GAMES = [{"game": "27td"}, {"game": "27sd", "ante": 2, "ante_by": "big-blind"}, {"game": "a5td"}]


async def until_hand(tables: list[Table], number: int) -> None:
    """Play until this hand is dealt."""
    async with asyncio.timeout(60):
        while any(table.hand_no < number for table in tables):
            for table in tables:
                if table.legal is not None and table.hand_no < number:
                    await table.act(patient(table))
            await asyncio.sleep(0.002)


def index(table: Table) -> int:
    assert table.info
    assert table.info.rotation
    games = [one.game for one in table.info.rotation.games]
    assert games[table.info.rotation.place.index] == table.info.game
    return table.info.rotation.place.index


def test_a_rotation_survives_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'room.sqlite'}"
    cookies: list[str | None] = []
    ids: list[str] = []

    async def play(url: str, hands: list[int]) -> list[int]:
        kept = iter(cookies or [None, None])
        async with Lobby(url, cookie=next(kept)) as ann, Lobby(url, cookie=next(kept)) as bob:
            if not ids:
                wish = {"games": GAMES, "lasts": "hands", "every": 2}
                ids.append(await ann.create(rotation=wish, seats=2, speed="slow", bring_back=False))
                cookies.extend([ann.cookie, bob.cookie])
            async with ann.table(ids[0]) as hers, bob.table(ids[0]) as his:
                heard: list[wire.ServerMessage] = []
                hers.on_message = heard.append
                seen = []
                if hers.place is None:
                    await hers.sit(1000)
                    await his.sit(1000)
                for number in hands:
                    await until_hand([hers, his], number)
                    assert index(hers) == index(his)
                    seen.append(index(hers))
                if hands[0] == 1:
                    with pytest.raises(RoomError, match="each game of the rotation has its own stakes"):
                        await ann.post(f"/api/tables/{ids[0]}/change", big_blind=20)
                notices = [message.args["game"] for message in heard if isinstance(message, wire.Notice)]
                if hands[0] == 1:
                    assert notices == ["27sd"]
                rows = (await ann.get("/api/tables"))["tables"]
                assert {row["game"] for row in rows if row["id"] == ids[0]} == {hers.info.game.id if hers.info else ""}
            return seen

    with serving(database, first=()) as served:
        assert asyncio.run(play(served.url, [1, 2, 3])) == [0, 0, 1]
    with serving(database, first=()) as served:
        assert asyncio.run(play(served.url, [3, 4, 5, 6, 7])) == [1, 1, 2, 2, 0]


def test_dealers_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "CHOICE_S", 0.3)

    async def play(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as bob, Lobby(url) as eve:
            wish = {"games": GAMES, "lasts": "hands", "every": 1, "picked_by": "button"}
            id = await ann.create(rotation=wish, seats=2, speed="slow")
            async with ann.table(id) as hers, bob.table(id) as his, eve.table(id) as watcher:
                await hers.sit(1000)
                await his.sit(1000)
                await until_hand([hers, his], 1)
                assert hers.info
                assert hers.info.rotation
                first = hers.info.rotation.place.chooser
                chooser, other = (hers, his) if first == ann.user else (his, hers)
                for wrong, code in ((other, "not-your-turn"), (watcher, "not-your-turn")):
                    with pytest.raises(RoomError, match=code):
                        await wrong.choose_game(2)
                with pytest.raises(RoomError, match="not-possible"):
                    await chooser.choose_game(3)
                await chooser.choose_game(1)
                await chooser.choose_game(2)  # they change their mind, in mid-hand
                assert index(chooser) == 0
                await until_hand([hers, his], 2)
                assert index(chooser) == 2
                with pytest.raises(RoomError, match="not-your-turn"):  # a former holder
                    await chooser.choose_game(0)
                with pytest.raises(RoomError, match="late"):
                    await other.say(wire.ChooseGame(99, 1, 0))
                await until_hand([hers, his], 3)  # nobody picked: the next of the list, after the time is over
                assert index(chooser) == 0

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", first=()) as served:
        asyncio.run(play(served.url))


def test_every_switch_and_every_chip() -> None:
    counts = mixed_sweep(150, 2)
    assert counts.compared >= counts.hands >= 150
    assert min(SEEN.values()) > 0, SEEN


@pytest.mark.slow
def test_a_hundred_thousand_hands() -> None:
    """This takes half an hour of one core."""
    print(mixed_sweep(100_000, say=True), SEEN)
