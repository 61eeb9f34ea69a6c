"""Notes on other players, which only their writer sees; and a player's own statistics."""

import asyncio
from typing import Any

import pytest

from room_scene import patient, serving
from standpat.engine.action import Action, Call, Fold
from standpat.engine.event import Acted, DrawResult, ShowdownShow
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.store import journal


def test_notes_are_their_writers_own(database_url: str) -> None:
    async def run(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as bob:
            assert (await ann.get("/api/notes"))["notes"] == []
            await ann.post("/api/notes", about=bob.user, text="  draws two to a nine\nagain ")
            await ann.post("/api/notes", about="bot:rule:Ada", text="æøå")
            await ann.post("/api/notes", about=bob.user, text="stands pat on jacks")
            notes = (await ann.get("/api/notes"))["notes"]
            assert [(n["about"], n["name"], n["text"]) for n in notes] == [
                (bob.user, bob.name, "stands pat on jacks"),
                ("bot:rule:Ada", "Ada", "æøå"),
            ]
            assert (await bob.get("/api/notes"))["notes"] == []
            await ann.post("/api/notes", about=bob.user, text="")
            assert len((await ann.get("/api/notes"))["notes"]) == 1
            for about in (ann.user, "nobody", "bot:none:Ada", "bot:rule:x", "bot:", "\x00"):
                with pytest.raises(RoomError):
                    await ann.post("/api/notes", about=about, text="x")
            for text in ("x" * 2001, "a\x00b", "\x1b[31m"):
                with pytest.raises(RoomError, match="printable"):
                    await ann.post("/api/notes", about=bob.user, text=text)
            assert len((await ann.get("/api/notes"))["notes"]) == 1

            await ann.post("/api/notes", about=bob.user, text="", colour="green")
            await ann.post("/api/notes", about=bob.user, text="tight")  # the label stays
            await ann.post("/api/notes", about="bot:rule:Ada", text="æøå", colour="red")
            notes = (await ann.get("/api/notes"))["notes"]
            assert {n["name"]: (n["text"], n["colour"]) for n in notes} == {
                bob.name: ("tight", "green"),
                "Ada": ("æøå", "red"),
            }
            with pytest.raises(RoomError):
                await ann.post("/api/notes", about=bob.user, text="x", colour="#fff")
            await ann.post("/api/notes", about=bob.user, text="")  # the label is still a note
            await ann.post("/api/notes", about="bot:rule:Ada", text="", colour="")
            assert [n["colour"] for n in (await ann.get("/api/notes"))["notes"]] == ["green"]

    with serving(database_url) as served:
        asyncio.run(run(served.url))


def counted(stories: list[journal.StoredHand], user: str) -> dict[str, Any]:
    """The same figures, counted independently from the stored hands."""
    figures: dict[str, Any] = {"hands": 0, "vpip": 0, "showdowns": 0, "net": 0, "draws": []}
    for story in stories:
        seat = story.hand.users.index(user)
        figures["hands"] += 1
        assert story.hand.nets
        figures["net"] += story.hand.nets[seat]
        before = [e for e in story.events if not isinstance(e, DrawResult)]
        first = next((i for i, e in enumerate(before) if getattr(e, "street", 0) == 1), len(before))
        acts = [e.action for e in before[:first] if isinstance(e, Acted) and e.seat == seat]
        figures["vpip"] += any(type(action).__name__ in ("Call", "Bet", "Raise") for action in acts)
        up = {getattr(e, "seat", None) for e in story.events if type(e).__name__ in ("ShowdownShow", "Mucked")}
        figures["showdowns"] += seat in up
        figures["draws"].append([e.count for e in story.events if isinstance(e, DrawResult) and e.seat == seat])
    assert any(isinstance(e, ShowdownShow) for story in stories for e in story.events)
    return figures


def cheap(table: Table) -> Action:
    """Check, or fold to any bet.

    A hand called to its end costs at most 24 of the 40 big blinds; a second one might cost the seat.
    """
    action = patient(table)
    return Fold() if action == Call() else action


def test_own_figures(database_url: str) -> None:
    async def run(url: str) -> tuple[str, str, dict[str, Any]]:
        async with Lobby(url) as ann, Lobby(url) as bob:
            assert (await ann.get("/api/stats"))["stats"] == []
            place = await ann.play_now()
            async with ann.table(place.table) as table:
                played: set[int] = set()
                while len(played) < 6:
                    await table.until(lambda: table.legal is not None)
                    played.add(table.hand_no)
                    await table.act(patient(table) if len(played) == 1 else cheap(table))
                await table.sit_out(True)
                while table.place in table.seat_map and not any(
                    e.__class__.__name__ == "HandEnd" for e in table.events
                ):
                    await table.until(
                        lambda: table.legal is not None or any(e.__class__.__name__ == "HandEnd" for e in table.events)
                    )
                    if table.legal is not None:
                        await table.act(cheap(table))
            (stats,) = (await ann.get("/api/stats"))["stats"]
            assert (await ann.get(f"/api/stats?table={place.table}"))["stats"] == [stats]
            assert (await ann.get("/api/stats?table=none"))["stats"] == []
            assert (await bob.get("/api/stats"))["stats"] == []
            return ann.user, place.table, stats

    with serving(database_url) as served:
        user, _, stats = asyncio.run(run(served.url))

        async def stories() -> list[journal.StoredHand]:
            hands = await served.room.store.read(journal.hands_of_user, user)
            found = [await served.room.store.read(journal.hand, hand.id) for hand in hands]
            return [story for story in found if story]

        figures = counted(served.call(stories), user)
    assert stats["game"] == "27td"
    assert stats["hands"] == figures["hands"] >= 5
    for name in ("vpip", "showdowns", "net"):
        assert stats[name] == figures[name], name
    assert stats["pfr"] == 0  # she calls and checks
    assert stats["showdowns_won"] <= stats["showdowns"]
    first = [draws[0] for draws in figures["draws"] if draws]
    assert stats["drawn"][0] == pytest.approx(sum(first) / len(first), abs=0.001)
