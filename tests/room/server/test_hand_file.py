"""Downloads that cannot be made: an unknown format, and a format that cannot hold the hand."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import Request

from standpat.room.server.api import hand_history
from standpat.room.server.api.fault import Fault


@pytest.mark.parametrize(
    ("form", "words"),
    [("pgn", "unknown format 'pgn'"), ("phh", "this hand cannot be written as phh: 4 draws")],
)
def test_the_answer_says_why(monkeypatch: pytest.MonkeyPatch, form: str, words: str) -> None:
    async def finished(_request: Request) -> Any:
        return SimpleNamespace(stored=None, user="", name="Willow", tournament={})

    def download(*_arguments: object) -> str:
        raise ValueError("4 draws")

    monkeypatch.setattr(hand_history, "_finished", finished)
    monkeypatch.setattr(hand_history, "download", download)
    monkeypatch.setattr(hand_history, "language_of", lambda _request: "en")
    request = cast(Request, SimpleNamespace(query_params={"format": form}))
    with pytest.raises(Fault) as raised:
        asyncio.run(hand_history.hand_file(request))
    assert raised.value.code == "not-possible"
    assert words in str(raised.value.args)
