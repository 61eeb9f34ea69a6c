"""An evening at a table with a host (`room.evening`)."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from room.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Callable[[Callable[[Evening], Awaitable[None]]], None]:
    """Runs a test with an evening, and checks the ledger at its end."""

    def run(test: Callable[[Evening], Awaitable[None]], **wish: Any) -> None:
        async def whole() -> None:
            made = Evening(tmp_path / "room.sqlite")
            await made.begin(**wish)
            try:
                await test(made)
                assert await made.audit() == []
            finally:
                await asyncio.gather(*[actor.stop() for actor in made.room.tables.values()])
                await made.room.store.close()

        asyncio.run(whole())

    return run
