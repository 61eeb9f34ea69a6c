"""What the subcommands of ``standpat admin`` share: the store of a room that may be running, and how they answer."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from standpat.room.store import Store


def beside(args: argparse.Namespace, work: "Callable[[Store], Awaitable[Any]]") -> Any:
    """Do something with the store while the room may be running."""
    from standpat.room.store.beside import open_beside

    return with_store(open_beside(args.database), work)


def with_store(store: "Store", work: "Callable[[Store], Awaitable[Any]]") -> Any:
    """Do something with a store, and close it."""

    async def whole() -> Any:
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def say_json(value: object) -> int:
    """Print a value as JSON; returns the exit status."""
    import msgspec

    print(msgspec.json.encode(value).decode())
    return 0


def when(at: float) -> str:
    """A time in words."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
